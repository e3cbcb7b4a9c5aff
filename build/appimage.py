"""The AppImage, made of the one-folder executable: `build/make.py appimage`.

An AppImage is a small program, the runtime, followed by a squashed folder. The folder is made here and squashed by
mksquashfs; TABLIER_APPIMAGE_RUNTIME names the runtime (the file `runtime-x86_64` of AppImage's type2-runtime). If
either is missing, an error says so, and the folder is made all the same.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import deb
from identity import Publisher

ROOT: Final = Path(__file__).resolve().parent.parent
APPDIR: Final = ROOT / "var" / "appimage" / "Tablier.AppDir"
RUNTIME: Final = "TABLIER_APPIMAGE_RUNTIME"
_RUN: Final = """\
#!/bin/sh
exec "${0%/*}/usr/bin/tablier" "$@"
"""


class NotAtHandError(Exception):
    """Error for a missing tool; the message names it."""


def build(folder: Path, out: Path, version: str, machine: str, epoch: int, publisher: Publisher) -> Path:
    """Pack the executable in `folder` into an AppImage in `out`. Raises NotAtHandError or CalledProcessError."""
    lay(folder, version, epoch, publisher)
    runtime = os.environ.get(RUNTIME, "")
    squash = shutil.which("mksquashfs")
    if squash is None:
        raise NotAtHandError("An AppImage needs mksquashfs, of squashfs-tools.")
    if not Path(runtime).is_file():
        raise NotAtHandError(
            f"An AppImage needs AppImage's runtime: set {RUNTIME} to the file runtime-{machine} of its type2-runtime."
        )
    image = APPDIR.with_suffix(".squashfs")
    image.unlink(missing_ok=True)
    command = [squash, str(APPDIR), str(image), "-root-owned", "-noappend", "-no-progress", "-quiet", "-no-xattrs"]
    command += ["-comp", "gzip", "-Xcompression-level", "9", "-processors", "1"]
    env = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    target = out / f"Tablier-{version}-{machine}.AppImage"
    target.write_bytes(Path(runtime).read_bytes() + image.read_bytes())
    target.chmod(0o755)
    return target


def lay(folder: Path, version: str, epoch: int, publisher: Publisher) -> None:
    """Make the folder to be squashed: an installation, with AppRun, desktop entry and icon on top."""
    shutil.rmtree(APPDIR, ignore_errors=True)
    deb.install(folder, APPDIR / "usr", version, epoch, publisher)
    (APPDIR / "AppRun").write_text(_RUN, encoding="utf-8")
    (APPDIR / "tablier.desktop").symlink_to("usr/share/applications/tablier.desktop")
    (APPDIR / "tablier.png").symlink_to("usr/share/icons/hicolor/256x256/apps/tablier.png")
    (APPDIR / ".DirIcon").symlink_to("tablier.png")
    deb.settle(APPDIR, epoch)
    (APPDIR / "AppRun").chmod(0o755)
