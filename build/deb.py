"""Makes the Debian package from the one-folder executable: `build/make.py deb`.

The package has no scripts, because triggers of other packages register desktop entry, icons and file type. Times,
owners and order of its files are fixed, so that two packages of one folder are equal.
"""

from __future__ import annotations

import calendar
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import textwrap
import time
from email.utils import formatdate
from pathlib import Path
from typing import Final

from identity import Changes, Publisher
from metainfo import metainfo

ROOT: Final = Path(__file__).resolve().parent.parent
LINUX: Final = ROOT / "build" / "linux"
ICONS: Final = ROOT / "build" / "icons"
TREE: Final = ROOT / "var" / "deb"
ARCHITECTURES: Final = {
    "x86_64": "amd64",
    "aarch64": "arm64",
    "armv7l": "armhf",
    "i686": "i386",
    "riscv64": "riscv64",
}
"""Debian's names of architectures, by the kernel's names."""
_GLIBC: Final = re.compile(rb"GLIBC_(\d+)\.(\d+)")
_WINDOW_LIBRARIES: Final = "libx11-6, libxext6, libxcursor1, libxi6, libxfixes3, libxrandr2, libxss1"
"""Packages of the libraries that SDL loads when it starts; no file declares that it needs them."""
_RECOMMENDED: Final = "shared-mime-info, desktop-file-utils, hicolor-icon-theme, libpulse0 | libasound2"
_SUGGESTED: Final = "libwayland-client0, libwayland-cursor0, libxkbcommon0, libdecor-0-0"
_CONTROL: Final = """\
Package: tablier
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: libc6 (>= {glibc}), libgcc-s1, libstdc++6, {window_libraries}
Recommends: {recommended}
Suggests: {suggested}
Section: games
Priority: optional
{homepage}Description: rare table games on one table
 Double Draughts, Duck Chess, Unstacked Draughts, Ducart and Ducale, played
 with the mouse against friends at the same machine or against the computer.
 A match goes on next time where it stopped.
 .
 Python and all that the games need come with the package.
"""


def build(folder: Path, out: Path, version: str, machine: str, epoch: int, publisher: Publisher) -> Path:
    """Pack the executable in `folder` into a package in `out`; return the package.

    All files are dated `epoch`, in seconds since 1970. Raises FileNotFoundError with a message if dpkg-deb is
    missing, and CalledProcessError if it fails.
    """
    packer = shutil.which("dpkg-deb")
    if packer is None:
        raise FileNotFoundError("A Debian package needs dpkg-deb, of the package dpkg.")
    tree = TREE
    shutil.rmtree(tree, ignore_errors=True)
    architecture = ARCHITECTURES.get(machine, machine)
    install(folder, tree / "usr", version, epoch, publisher)
    control = _CONTROL.format(
        version=version,
        architecture=architecture,
        maintainer=publisher.maintainer,
        homepage=f"Homepage: {publisher.homepage}\n" if publisher.homepage else "",
        size=installed_size(tree),
        glibc=oldest_libc(folder),
        window_libraries=_WINDOW_LIBRARIES,
        recommended=_RECOMMENDED,
        suggested=_SUGGESTED,
    )
    _write(tree / "DEBIAN" / "control", control.encode())
    _write(tree / "DEBIAN" / "md5sums", _checksums(tree).encode())
    set_modes_and_dates(tree, epoch)
    package = out / f"tablier_{version}_{architecture}.deb"
    package.unlink(missing_ok=True)
    command = [packer, "--build", "--root-owner-group", "-Zxz", "-z9", str(tree), str(package)]
    # with several threads two packages may differ; an old dpkg ignores the variable and has only one
    env = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "DPKG_DEB_THREADS_MAX": "1"}
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return package


def install(folder: Path, usr: Path, version: str, epoch: int, publisher: Publisher) -> None:
    """Install the executable, desktop files and documentation below `usr`."""
    shutil.copytree(folder, usr / "lib" / "tablier", symlinks=True)
    (usr / "bin").mkdir()
    (usr / "bin" / "tablier").symlink_to("../lib/tablier/tablier")
    share, changes = usr / "share", Changes.of(version, time.strftime("%Y-%m-%d", time.gmtime(epoch)))
    install_share(share, changes, publisher)
    _copy(LINUX / "lintian-overrides", share / "lintian" / "overrides" / "tablier")
    licences = (folder / "_internal" / "licences" / "PARTS.txt").read_text(encoding="utf-8")
    places = "The texts that it names lie in /usr/lib/tablier/_internal/licences; that of the LGPL is also\n"
    places += "/usr/share/common-licenses/LGPL-2.1.\n"
    own = (ROOT / "LICENSE").read_text(encoding="utf-8")
    source = f"Tablier, by {publisher.maintainer}\n{publisher.homepage}\n"
    _write(share / "doc" / "tablier" / "copyright", f"{source}\n{own}\n{licences}\n{places}".encode())
    _write(share / "doc" / "tablier" / "changelog.gz", gzip.compress(_changelog(changes, publisher), mtime=0))


def install_share(share: Path, changes: list[Changes], publisher: Publisher) -> None:
    """Install desktop entry, AppStream's file, file type, icons and manual page below `share`."""
    _copy(LINUX / "tablier.desktop", share / "applications" / "tablier.desktop")
    _write(share / "metainfo" / f"{publisher.app_id}.metainfo.xml", metainfo(publisher, changes))
    _copy(LINUX / "tablier-match.xml", share / "mime" / "packages" / "tablier.xml")
    for png in ICONS.glob("tablier-*.png"):
        size = png.stem.rpartition("-")[2]
        _copy(png, share / "icons" / "hicolor" / f"{size}x{size}" / "apps" / "tablier.png")
    _copy(ICONS / "tablier.svg", share / "icons" / "hicolor" / "scalable" / "apps" / "tablier.svg")
    manual = (LINUX / "tablier.6").read_bytes()
    _write(share / "man" / "man6" / "tablier.6.gz", gzip.compress(manual, mtime=0))


def _changelog(changes: list[Changes], publisher: Publisher) -> bytes:
    text = ""
    for release in changes:
        items = (textwrap.fill(item, 78, initial_indent="  * ", subsequent_indent="    ") for item in release.items)
        date = formatdate(calendar.timegm(time.strptime(release.date, "%Y-%m-%d")))
        text += f"tablier ({release.version}) unstable; urgency=medium\n\n" + "\n".join(items)
        text += f"\n\n -- {publisher.maintainer}  {date}\n\n"
    return text.encode()


def oldest_libc(folder: Path) -> str:
    """Return the oldest glibc that suffices for all native files of a folder, such as "2.36"."""
    found = {(2, 17)}
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            content = path.read_bytes()
            if content.startswith(b"\x7fELF"):
                found |= {(int(major), int(minor)) for major, minor in _GLIBC.findall(content)}
    major, minor = max(found)
    return f"{major}.{minor}"


def installed_size(tree: Path) -> int:
    """Return the size in KiB as Debian counts it: each file is rounded up, and any other entry counts 1."""
    files = [path for path in tree.rglob("*") if "DEBIAN" not in path.parts]
    return sum(-(-path.stat().st_size // 1024) if path.is_file() and not path.is_symlink() else 1 for path in files)


def _checksums(tree: Path) -> str:
    files = sorted(path for path in (tree / "usr").rglob("*") if path.is_file() and not path.is_symlink())
    return "".join(f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files)


def _copy(source: Path, target: Path) -> None:
    _write(target, source.read_bytes())


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def set_modes_and_dates(tree: Path, epoch: int) -> None:
    """Set permissions and dates of all files, so that they don't depend on the user or the time of a build."""
    for path in [tree, *tree.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or (path.stat().st_mode & 0o100 and _is_program(path)) else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)


def _is_program(path: Path) -> bool:
    """Return whether a file is a program or a script, and no library."""
    return ".so" not in path.name and path.read_bytes()[:2] in (b"\x7fE", b"#!")
