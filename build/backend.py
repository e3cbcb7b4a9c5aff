"""The build backend for wheels: setuptools, which here compiles the modules that `[tool.tablier]` lists.

mypyc compiles them from the same source that runs interpreted. Without a C compiler (or Python.h) the wheel is not
compiled, and the build prints a message. Temporary files go to var/; nothing is written beside the sources.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import tomllib
import warnings
from pathlib import Path
from typing import Any, Final

from identity import Publisher
from setuptools import Distribution, Extension, find_packages, setup
from setuptools.build_meta import (  # the interface of a build backend
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from setuptools.command.build_py import build_py
from setuptools.command.egg_info import egg_info
from setuptools.errors import BaseError, CCompilerError

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

ROOT: Final = Path(__file__).resolve().parent.parent
SCRATCH: Final = ROOT / "var" / "build"
GROUP: Final = "rules.kernel"  # the shared code of compiled modules is in GROUP__mypyc
PACKAGE: Final = "tablier"  # the only package of a wheel, with main.py and `PACKED`
PACKED: Final = ("rules", "scenes", "sprites", "sounds")
_STUDIOS: Final = ("sprites.studio*", "sounds.studio*")
_TRIAL: Final = "#include <Python.h>\nPyMODINIT_FUNC PyInit_trial(void) { return NULL; }\n"

SCRATCH.mkdir(parents=True, exist_ok=True)  # setuptools puts its egg-info there, and needs the folder


class Modules(build_py):  # type: ignore[misc]  # setuptools has no types
    """The command that copies the sources into `PACKAGE`, with the publisher filled in."""

    def finalize_options(self) -> None:
        super().finalize_options()
        names = find_packages(str(ROOT), _STUDIOS, [pattern for name in PACKED for pattern in (name, f"{name}.*")])
        self.packages = [PACKAGE, *(f"{PACKAGE}.{name}" for name in names)]

    def run(self) -> None:
        super().run()
        package = Path(self.build_lib) / PACKAGE
        shutil.copy(ROOT / "main.py", package)
        (package / "scenes" / "app" / "project_links.py").write_text(Publisher.of().module(), "utf-8")


class Metadata(egg_info):  # type: ignore[misc]  # setuptools has no types
    """The command that writes the package's metadata, with the publisher filled in."""

    def finalize_options(self) -> None:
        publisher, metadata = Publisher.of(), self.distribution.metadata
        metadata.long_description = publisher.readme()
        metadata.project_urls = publisher.links
        metadata.author_email = publisher.maintainer if publisher.address else None
        super().finalize_options()


def build_wheel(
    wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    shutil.rmtree(SCRATCH, ignore_errors=True)  # else files that have been deleted would be packed again
    SCRATCH.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "setup.py install is deprecated")  # the warning isn't meant for this call
        setup(script_args=["bdist_wheel", "--dist-dir", folder], ext_modules=kernel(), ext_package=PACKAGE)
        (wheel,) = Path(folder).glob("*.whl")
        wheel.replace(Path(wheel_directory) / wheel.name)
    return wheel.name


def compiled_modules() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return list(project["tool"]["tablier"]["compiled"])


def kernel(scratch: Path = SCRATCH) -> list[Extension]:
    """Return the extensions for the compiled modules in the working directory, or none without a compiler."""
    if not can_compile():
        print("No C compiler with Python's headers: the wheel is an interpreted one.", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    sources = [f"{name.replace('.', '/')}.py" for name in compiled_modules()]
    options = ["--strict", "--cache-dir", str(scratch / "mypy")]
    return mypycify([*options, *sources], opt_level="3", group_name=GROUP, target_dir=str(scratch / "c"))


def can_compile() -> bool:
    """Return whether a C compiler and Python's headers are there, by compiling a module."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        source = Path(folder) / "trial.c"
        source.write_text(_TRIAL, encoding="utf-8")
        command = Distribution({"ext_modules": [Extension("trial", [str(source)])]}).get_command_obj("build_ext")
        command.build_lib = command.build_temp = folder
        try:
            command.ensure_finalized()
            command.run()
        except (BaseError, CCompilerError, OSError):
            return False
    return True
