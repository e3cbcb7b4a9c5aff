"""Makes the AppImage from the one-folder executable: `build/make.py appimage`.

An AppImage is a small program, the runtime, followed by a folder that mksquashfs has packed. The environment variable
TABLIER_APPIMAGE_RUNTIME names the runtime (the file `runtime-x86_64` of AppImage's type2-runtime). Without mksquashfs
or the runtime only the folder is made, and then an error is raised.
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


class MissingToolError(Exception):
    """Error for a missing tool; the message names it."""


def build(folder: Path, out: Path, version: str, machine: str, epoch: int, publisher: Publisher) -> Path:
    """Pack the executable in `folder` into an AppImage in `out`. Raises MissingToolError or CalledProcessError."""
    make_folder(folder, version, epoch, publisher)
    runtime = os.environ.get(RUNTIME, "")
    squash = shutil.which("mksquashfs")
    if squash is None:
        raise MissingToolError("An AppImage needs mksquashfs, of squashfs-tools.")
    if not Path(runtime).is_file():
        raise MissingToolError(
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


def make_folder(folder: Path, version: str, epoch: int, publisher: Publisher) -> None:
    """Make the folder to be packed: an installation, with AppRun, desktop entry and icon at the top."""
    shutil.rmtree(APPDIR, ignore_errors=True)
    deb.install(folder, APPDIR / "usr", version, epoch, publisher)
    (APPDIR / "AppRun").write_text(_RUN, encoding="utf-8")
    (APPDIR / "tablier.desktop").symlink_to("usr/share/applications/tablier.desktop")
    (APPDIR / "tablier.png").symlink_to("usr/share/icons/hicolor/256x256/apps/tablier.png")
    (APPDIR / ".DirIcon").symlink_to("tablier.png")
    deb.set_modes_and_dates(APPDIR, epoch)
    (APPDIR / "AppRun").chmod(0o755)
