"""Makes the Windows installer from the one-folder executable, by NSIS: `build/make.py installer`."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

from identity import ROOT, Publisher

SCRIPT: Final = ROOT / "build" / "windows" / "tablier.nsi"
ICONS: Final = ROOT / "build" / "icons"
DEFINITIONS: Final = ROOT / "var" / "installer" / "definitions.nsh"
SIGN: Final = "TABLIER_SIGN"  # environment variable with a command that signs a file


def build(folder: Path, out: Path, version: str, publisher: Publisher, *options: str) -> Path:
    """Pack the executable in `folder` into an installer in `out`; `options` are for makensis.

    Raises FileNotFoundError with a message if makensis is missing, and CalledProcessError if it fails.
    """
    packer = shutil.which("makensis")
    if packer is None:
        raise FileNotFoundError("An installer needs makensis, of NSIS 3.08 or newer.")
    target = out / f"tablier-{version}-windows-setup.exe"
    values = {
        "SOURCE": str(folder / "*"),
        "TARGET": str(target),
        "ICON": str(ICONS / "tablier.ico"),
        "PICTURE": str(ICONS / "installer.bmp"),
        "VERSION": version,
        "NUMBERS": ".".join([*version.split("."), "0", "0", "0"][:4]),
        "PUBLISHER": publisher.maker,
        "HOMEPAGE": publisher.homepage,
        "ISSUES": publisher.issues,
        "SIGN": os.environ.get(SIGN, ""),
    }
    lines = [f'!define {name} "{_escape(value)}"\n' for name, value in values.items() if value or name != "SIGN"]
    DEFINITIONS.parent.mkdir(parents=True, exist_ok=True)
    DEFINITIONS.write_text("".join(lines), encoding="utf-8")
    command = [packer, "-V2", "-WX", "-NOCD", "-INPUTCHARSET", "UTF8", *options, str(DEFINITIONS), str(SCRIPT)]
    subprocess.run(command, check=True)
    return target


def _escape(text: str) -> str:
    return text.replace("$", "$$").replace('"', '$\\"')
