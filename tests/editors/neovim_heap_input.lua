-- Open a file, receive diagnostics, hover, apply "Generate heap input"; print what is seen.
-- Run as: nvim --headless --clean -S neovim_heap_input.lua, with HW_FILE and HW_PYTHON in the environment.
local file, python = vim.env.HW_FILE, vim.env.HW_PYTHON
local function say(key, value)
  io.stdout:write('HW ' .. vim.fn.json_encode({ key, value }) .. '\n')
end
local function die(message)
  io.stderr:write('FAILED ' .. message .. '\n')
  vim.cmd('cquit 1')
end
local function wait(what, condition)
  if not vim.wait(90000, condition, 50) then
    die('in vain waited for ' .. what)
  end
end

vim.filetype.add({ extension = { tiny = 'tiny' } })
vim.cmd('edit ' .. file)
local buffer = vim.api.nvim_get_current_buf()
local config = {
  name = 'heapwright',
  cmd = { python, '-m', 'heapwright', 'serve' },
  root_dir = vim.fn.fnamemodify(file, ':h'),
}
local id
if vim.lsp.start then
  id = vim.lsp.start(config)
else -- neovim 0.7
  id = vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(buffer, id)
end
wait('the server', function()
  local client = vim.lsp.get_client_by_id(id)
  return client and client.server_capabilities and client.server_capabilities.hoverProvider
end)
local client = vim.lsp.get_client_by_id(id)

wait('diagnostics', function()
  return #vim.diagnostic.get(buffer) > 0
end)
local found = vim.diagnostic.get(buffer)[1]
say('diagnostic', { found.code or found.user_data.lsp.code, found.message })

local line = tonumber(vim.env.HW_LINE)
vim.api.nvim_win_set_cursor(0, { line, tonumber(vim.env.HW_COLUMN) })
local function request(method, params)
  local reply = (vim.lsp.buf_request_sync(buffer, method, params, 20000) or {})[id]
  if not reply or reply.error then
    die(method .. ': ' .. vim.inspect(reply))
  end
  return reply.result
end
local place = vim.lsp.util.make_position_params(0, client.offset_encoding)
wait('the verdict', function()
  local hover = request('textDocument/hover', place)
  return hover and hover ~= vim.NIL and hover.contents.value:find('reachable in')
end)
say('hover', request('textDocument/hover', place).contents.value)

-- Through the editor's own door; the choice is made here.
vim.ui.select = function(items, options, choose)
  for index, item in ipairs(items) do
    local action = item.action or item[2]
    if action.title == 'Generate heap input' then
      return choose(item, index)
    end
  end
  die('no such action: ' .. vim.inspect(items))
end
local before = vim.api.nvim_buf_line_count(buffer)
vim.lsp.buf.code_action()
wait('the edit', function()
  return vim.api.nvim_buf_line_count(buffer) > before
end)
say('buffer', table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'))
vim.cmd('silent write')
client.stop()
wait('the end of the server', function()
  return vim.lsp.get_client_by_id(id) == nil
end)
vim.cmd('qall!')
