"""Builds executables and packages for every Linux since 2020, by running `make.py` in Debian 11.

    sudo .venv/bin/python build/old_base.py app one-file deb appimage

An executable needs at least the glibc with which it was frozen. Therefore Python is compiled in a chroot with Debian
11 (var/chroots, which is kept) from Debian's sources, with Debian's later fixes; the packages are those for so old a
glibc, and the engines are compiled with that system's compiler. The last commit is built, and the result is put into
`dist`. It needs root, debootstrap and a network.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "build"))

from appimage import RUNTIME  # noqa: E402 - found only on the path set above
from chroots import CERTIFICATES, FOLDER, System, base_folder, enter_namespace, fail, report, run  # noqa: E402
from deb import oldest_libc  # noqa: E402
from make import epoch  # noqa: E402

SYSTEM: Final = "debian-11"
LIBC: Final = (2, 31)  # of Debian 11 and Ubuntu 20.04
PYTHON_SUITE: Final = "bookworm"  # Debian release whose Python is built
PYTHON: Final = "python3.11"
CHECKOUT: Final = "opt/tablier"
MIRROR: Final = "http://deb.debian.org/debian"
MAKERS: Final = ("app", "one-file", "deb", "appimage")
CERTIFICATE_VARIABLES: Final = {
    "SSL_CERT_FILE": f"/{CERTIFICATES}",
    "PIP_CERT": f"/{CERTIFICATES}",
    "PIP_ROOT_USER_ACTION": "ignore",
}
_TOOLS: Final = ("dpkg-dev", "gcc", "libc6-dev", "make", "binutils", "squashfs-tools", "ca-certificates")
_LIBRARIES: Final = ("zlib1g-dev", "libffi-dev", "libssl-dev", "libsqlite3-dev", "libbz2-dev", "liblzma-dev")
_PYTHON: Final = f"""\
cd /usr/src
apt-get source -qq --download-only {PYTHON}
mkdir source debian build
tar -xf {PYTHON}_*.orig.tar.* --strip-components=1 -C source
tar -xf {PYTHON}_*.debian.tar.* --strip-components=1 -C debian
cd source
# The patches before this one fit Python to Debian; it and all after it are fixes.
sed -n '/^shutdown-deadlock/,$p' ../debian/patches/series >fixes
test -s fixes
while read -r fix; do patch -p1 -s -i "../debian/patches/$fix"; done <fixes
# One of them needs what setup.py gives to Debian's pyexpat alone.
sed -i '1i #define Py_BUILD_CORE_MODULE 1' Modules/pyexpat.c
cd ../build
../source/configure -q --prefix=/usr/local --enable-shared --without-static-libpython OPTIONS
make -s -j$(nproc)
make -s install
ldconfig
cd /
rm -r /usr/src/source /usr/src/debian /usr/src/build
{PYTHON} -c 'import ctypes, pyexpat, sqlite3, ssl, zlib'
{PYTHON} -m pip install -q uv
"""


def main() -> None:
    """Build the targets of the command line. Exits with code 1 and a message at the first fault."""
    parser = argparse.ArgumentParser(description="Build in Debian 11 what is given away for Linux.")
    parser.add_argument("what", nargs="+", choices=MAKERS)
    parser.add_argument("--mirror", default=MIRROR, help="where Debian is, when Debian 11 has moved to its archive")
    parser.add_argument("--plain", action="store_true", help="a Python that compiles sooner and runs slower")
    given = parser.parse_args()
    enter_namespace()
    system = System(FOLDER / f"{SYSTEM}-build{'-plain' if given.plain else ''}")
    set_up_system(system, given.mirror, "" if given.plain else "--enable-optimizations")
    unpack_checkout(system.path / CHECKOUT)
    build(system, given.what)
    fetch(system)
    print("All is well.")


def set_up_system(system: System, mirror: str, options: str) -> None:
    """Set up Debian 11 with a compiler and Python, unless an earlier run has done so."""
    done = system.path / "usr" / "src" / "complete"
    if not done.exists():
        run("rm", "-rf", "--one-file-system", str(system.path))
        run("cp", "-a", str(base_folder(SYSTEM, mirror)), str(system.path))
    system.mount()
    if not done.exists():
        sources = system.path / "etc" / "apt" / "sources.list.d" / "python.list"
        sources.write_text(f"deb-src {mirror} {PYTHON_SUITE} main\n", encoding="utf-8")
        system.run("apt-get", "update", "-qq")
        system.install(*_TOOLS, *_LIBRARIES)
        copy_certificates(system)
        system.run("sh", "-euc", _PYTHON.replace("OPTIONS", options), variables=CERTIFICATE_VARIABLES)
        done.touch()
    python = system.run(PYTHON, "--version").strip()
    suffix = "" if options else ", without optimizations"
    report(f"Debian 11 with glibc {system.libc_version()} and {python}{suffix}")


def copy_certificates(system: System) -> None:
    """Copy this machine's certificates into a system, because the local network may have its own authority."""
    certificates = Path("/") / CERTIFICATES
    if certificates.is_file():
        shutil.copy(certificates, system.path / CERTIFICATES)


def unpack_checkout(folder: Path) -> None:
    """Put the last commit into `folder`, made anew."""
    run("rm", "-rf", "--one-file-system", str(folder))
    folder.mkdir(parents=True)
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed, check=True)


def build(system: System, targets: list[str]) -> None:
    variables = {
        "SSL_CERT_FILE": f"/{CERTIFICATES}",
        "UV_PYTHON": f"/usr/local/bin/{PYTHON}",
        "UV_PYTHON_DOWNLOADS": "never",
    }
    variables["SOURCE_DATE_EPOCH"] = str(epoch(ROOT))
    runtime = os.environ.get(RUNTIME, "")
    if runtime:
        shutil.copy(runtime, system.path / "opt" / "runtime")
        variables[RUNTIME] = "/opt/runtime"
    command = f"cd /{CHECKOUT} && exec {PYTHON} -m uv run --quiet --group build build/make.py {' '.join(targets)}"
    system.run("sh", "-euc", command, shows_output=True, variables=variables)


def fetch(system: System) -> None:
    """Check that the old glibc suffices, and copy the results into `dist`. Exits with a message if it is too old."""
    results = system.path / CHECKOUT / "dist"
    libc = oldest_libc(results / "tablier")
    if tuple(int(part) for part in libc.split(".")) > LIBC:
        fail(f"The executable asks for glibc {libc}.")
    for path in sorted(results.iterdir()):
        target = ROOT / "dist" / path.name
        run("rm", "-rf", str(target))
        target.parent.mkdir(exist_ok=True)
        run("cp", "-a", str(path), str(target))
    report(f"it asks for glibc {libc}")


if __name__ == "__main__":
    main()
