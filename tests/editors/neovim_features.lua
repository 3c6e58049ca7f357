-- Rename, formatting and completion in a real neovim.
-- Place: tests/editors/. Run as `nvim --headless --clean -S FILE`, from 0.7.2 on, in a folder of its own;
-- HEAPWRIGHT_SERVER is the command of the server, words separated by spaces. Prints `OK …` lines, exits with 1 on failure.
local function say(text) io.stdout:write(text .. '\n') end
local function die(text) io.stderr:write('FAILED ' .. text .. '\n') vim.cmd('cquit 1') end
local function wait(what, holds) if not vim.wait(60000, holds, 50) then die('in vain waited for ' .. what) end end
local function lines(buffer) return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end
local function check(what, buffer, wanted)
  if not vim.deep_equal(lines(buffer), wanted) then die(what .. ': ' .. vim.inspect(lines(buffer))) end
  say('OK ' .. what)
end

vim.fn.writefile({ '/* 𝒳 */ class Base { int depth; }' }, 'base.tiny')
vim.fn.writefile({
  'include "base.tiny";',
  '/* 𝒳 */ spec   DEEP(Base b) := b.depth   = 0; // 𝒳 depth',
  'spec MORE(Base b) := b.',
}, 'main.tiny')
vim.o.virtualedit = 'onemore' -- so that the cursor can stand behind the last character
vim.cmd('edit main.tiny')
local buffer = vim.api.nvim_get_current_buf()
vim.bo[buffer].filetype = 'tiny'
local command = vim.split(vim.env.HEAPWRIGHT_SERVER, ' ')
local settings = { name = 'heapwright', cmd = command, root_dir = vim.fn.getcwd() }
local id
if vim.lsp.start then
  id = vim.lsp.start(settings)
else
  id = vim.lsp.start_client(settings)
  vim.lsp.buf_attach_client(buffer, id)
end
wait('the server', function()
  local client = vim.lsp.get_client_by_id(id)
  return client and client.server_capabilities and client.server_capabilities.renameProvider
end)
wait('a syntax problem', function() return #vim.diagnostic.get(buffer) > 0 end)

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 60000)
  local answer = answers and answers[id]
  if not answer or answer.err or answer.error then die(method .. ': ' .. vim.inspect(answer)) end
  return answer.result
end

-- Completion behind the dot of the last line.
vim.api.nvim_win_set_cursor(0, { 3, #'spec MORE(Base b) := b.' })
local position = vim.lsp.util.make_position_params(0, vim.lsp.get_client_by_id(id).offset_encoding)
local found = ask('textDocument/completion', position)
local labels = {}
for _, item in ipairs(found.items) do table.insert(labels, item.label) end
if not vim.deep_equal(labels, { 'depth' }) then die('completion: ' .. vim.inspect(labels)) end
say('OK completion')

-- Formatting leaves the broken line alone and sets the other.
if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = 60000 }) else vim.lsp.buf.formatting_sync(nil, 60000) end
check('formatting', buffer, {
  'include "base.tiny";',
  '/* 𝒳 */',
  'spec DEEP(Base b) := b.depth = 0; // 𝒳 depth',
  'spec MORE(Base b) := b.',
})

vim.api.nvim_buf_set_lines(buffer, 3, 4, false, {})
vim.api.nvim_win_set_cursor(0, { 3, #'spec DEEP(Base b) := b.d' })
-- A rename that cannot be says why.
local refused = vim.lsp.buf_request_sync(buffer, 'textDocument/rename', {
  textDocument = position.textDocument,
  position = { line = 2, character = #'spec DEEP(Base b) := b.d' },
  newName = 'while',
}, 60000)[id]
local reason = (refused.err or refused.error or {}).message or ''
if not reason:find('is a word of the language', 1, true) then die('refusal: ' .. vim.inspect(refused)) end
say('OK refusal')

-- A rename reaches the included file, which is not open yet.
vim.lsp.buf.rename('height')
wait('the rename', function() return lines(buffer)[3]:find('height', 1, true) ~= nil end)
check('rename', buffer, {
  'include "base.tiny";',
  '/* 𝒳 */',
  'spec DEEP(Base b) := b.height = 0; // 𝒳 depth',
})
local base = vim.fn.bufnr('base.tiny')
if base < 0 then die('the included file was not opened') end
check('rename across files', base, { '/* 𝒳 */ class Base { int height; }' })

vim.cmd('qall!')
