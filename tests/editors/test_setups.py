"""The set-ups of docs/editors.md, word by word, in real editors: the first diagnostic arrives.

`heapwright` is on the path, as the page assumes. What helix wants is only read: it is not here.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from support.lsp import PATIENCE
from support.repo import ROOT

EDITORS = ROOT / ".dev" / "editors"
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^```(lua|elisp|toml)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
PROGRAM = "class A { int n; }\nspec never(A a) := a.n < 0 && a.n > 0;\n"

# The page is for neovim 0.8 and newer. The one here is older: it has only the parts of `start`,
# and does not look at what `vim.filetype.add` was told unless asked to.
OLDER_NEOVIM = """
if vim.fn.has('nvim-0.8') == 0 then
  vim.cmd('autocmd BufRead,BufNewFile *.tiny setfiletype tiny')
end
vim.lsp.start = vim.lsp.start or function(settings)
  local id = vim.lsp.start_client(settings)
  vim.lsp.buf_attach_client(vim.api.nvim_get_current_buf(), id)
end
"""
IN_NEOVIM = """
vim.cmd('edit a.tiny')
local function found() return vim.diagnostic.get(0)[1] end
if not vim.wait(90000, found, 50) then vim.cmd('cquit 1') end
io.stdout:write('SAID ' .. found().message .. '\\n')
vim.cmd('qall!')
"""
BEFORE_EMACS = """
(setq native-comp-deferred-compilation nil eglot-sync-connect t eglot-connect-timeout 90)
(dolist (folder (file-expand-wildcards (concat (getenv "HEAPWRIGHT_ELPA") "/*")))
  (when (file-directory-p folder) (add-to-list 'load-path folder)))
(require 'eglot)
"""
IN_EMACS = """
(find-file "a.tiny")
(run-hooks 'post-command-hook)
(with-timeout (90 (kill-emacs 1))
  (while (not (flymake-diagnostics)) (accept-process-output nil 0.05)))
(princ (concat "SAID " (flymake-diagnostic-text (car (flymake-diagnostics))) "\\n"))
(kill-emacs 0)
"""


def check_setup(folder: Path, script: str, name: str, *command: str) -> None:
    """Run an editor with a script in a folder with one file; it must say what is wrong there."""
    assert EDITORS.exists(), "there are no editors yet: ./dev test tests/editors installs them"
    (folder / "a.tiny").write_text(PROGRAM, encoding="utf-8")
    (folder / name).write_text(script, encoding="utf-8")
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "HEAPWRIGHT_CACHE_DIR": str(folder / "cache"),
        "LC_ALL": "C.UTF-8",
    }
    done = subprocess.run(
        [EDITORS / command[0], *command[1:], name],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
    )
    said = [line for line in done.stdout.split("\n") if line.startswith("SAID ")]
    assert said and "`never` contradicts itself" in said[0], done.stdout + done.stderr


def test_the_set_up_of_neovim_shows_diagnostics(tmp_path: Path) -> None:
    script = OLDER_NEOVIM + BLOCKS["lua"] + IN_NEOVIM
    check_setup(tmp_path, script, "init.lua", "nvim", "--headless", "--clean", "-S")


def test_the_set_up_of_emacs_shows_diagnostics(tmp_path: Path) -> None:
    script = BEFORE_EMACS + BLOCKS["elisp"] + IN_EMACS
    check_setup(tmp_path, script, "init.el", "emacs", "-Q", "--batch", "-l")


def test_the_set_up_of_helix_names_the_server_and_the_language() -> None:
    settings = tomllib.loads(BLOCKS["toml"])
    server = settings["language-server"]["heapwright"]
    assert [server["command"], *server["args"]] == ["heapwright", "serve"]
    (language,) = settings["language"]
    assert (language["file-types"], language["language-servers"]) == (["tiny"], ["heapwright"])
