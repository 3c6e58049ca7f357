"""Put a neovim and an emacs with eglot into a folder, without touching the system.

Place: tests/editors/. `./dev test` runs it once: `install.py FOLDER`. Makes the two commands
FOLDER/nvim and FOLDER/emacs. On Debian and its relatives the packages below are unpacked
there; elsewhere the commands are those of the system, if it has them. Needs only Python.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The versions of Debian 12; where the mirror has a newer one by now, that is taken.
PACKAGES = (
    "neovim=0.7.2-7",
    "neovim-runtime=0.7.2-7",
    "libluajit-5.1-2=2.1.0~beta3+git20220320+dfsg-4.1+deb12u1",
    "libluajit-5.1-common=2.1.0~beta3+git20220320+dfsg-4.1+deb12u1",
    "libmsgpackc2=4.0.0-3",
    "libtermkey1=0.22-1",
    "libtree-sitter0=0.20.7-1",
    "libunibilium4=2.1.0-1",
    "libuv1=1.44.2-1+deb12u1",
    "libvterm0=0.1.4-1",
    "lua-luv=1.44.2-0-1",
    "emacs-nox=1:28.2+1-15+deb12u4",
    "emacs-bin-common=1:28.2+1-15+deb12u4",
    "emacs-common=1:28.2+1-15+deb12u4",
    "emacs-el=1:28.2+1-15+deb12u4",
    "elpa-eglot=1.9-2",
    "elpa-project=0.8.1-1",
    "elpa-xref=1.6.0-1",
    "libasound2=1.2.8-1+b1",
    "libgccjit0=12.2.0-14+deb12u1",
    "libgpm2=1.20.7-10+b1",
    "libjansson4=2.14-2",
    "liblcms2-2=2.14-2+deb12u1",
    "libm17n-0=1.8.0-6",
    "libotf1=0.9.16-4",
    "m17n-db=1.8.0-5",
)

NVIM = """#!/bin/sh
root='{root}'
LD_LIBRARY_PATH="$(echo "$root"/usr/lib/*-linux-gnu)" VIMRUNTIME="$root/usr/share/nvim/runtime"
export LD_LIBRARY_PATH VIMRUNTIME
exec "$root/usr/bin/nvim" "$@"
"""
EMACS = """#!/bin/sh
root='{root}'
lisp="$(echo "$root"/usr/share/emacs/[0-9]*)"
LD_LIBRARY_PATH="$(echo "$root"/usr/lib/*-linux-gnu)" EMACSDATA="$lisp/etc" EMACSDOC="$lisp/etc"
EMACSLOADPATH="$(find "$lisp/lisp" -type d | tr '\\n' ':')"
HEAPWRIGHT_ELPA="$root/usr/share/emacs/site-lisp/elpa-src"
export LD_LIBRARY_PATH EMACSDATA EMACSDOC EMACSLOADPATH HEAPWRIGHT_ELPA
exec "$root/usr/bin/emacs-nox" --dump-file="$(find "$root" -name '*.pdmp' | head -1)" "$@"
"""
OF_SYSTEM = """#!/bin/sh
exec '{command}' "$@"
"""


def main(folder: Path) -> int:
    """Make both commands and try them; says in one line what is missing."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    if shutil.which("apt-get") and shutil.which("dpkg"):
        root = folder / "root"
        for package in PACKAGES:
            unpack(package, folder, root)
        scripts = {"nvim": NVIM.format(root=root), "emacs": EMACS.format(root=root)}
    else:
        found = {name: shutil.which(name) for name in ("nvim", "emacs")}
        if missing := [name for name, command in found.items() if command is None]:
            print(f"{' and '.join(missing)} missing: tests/editors needs it", file=sys.stderr)
            return 1
        scripts = {name: OF_SYSTEM.format(command=command) for name, command in found.items()}
    for name, script in scripts.items():
        (folder / name).write_text(script, encoding="utf-8")
        (folder / name).chmod(0o755)
        subprocess.run([folder / name, "--version"], check=True, stdout=subprocess.DEVNULL)
    return 0


def unpack(package: str, folder: Path, root: Path) -> None:
    """Download one package in its version, or in the mirror's, and unpack it."""
    name = package.partition("=")[0]
    with_version = ["apt-get", "download", package]
    if subprocess.run(with_version, cwd=folder, capture_output=True, check=False).returncode:
        subprocess.run(["apt-get", "download", name], cwd=folder, check=True, env=dict(os.environ))
    (archive,) = folder.glob(f"{name}_*.deb")
    subprocess.run(["dpkg", "-x", archive, root], check=True)
    archive.unlink()


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]).absolute()))
