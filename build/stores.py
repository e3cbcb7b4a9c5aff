"""The manifests for winget, Homebrew and Flathub, and the notes of a release.

The files of the release are in one folder. Their addresses and other facts come from the publisher.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import subprocess
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from identity import ROOT, Changes, Publisher

TEMPLATES: Final = ROOT / "build" / "stores"
PYTHON: Final = "3.13"  # of the Flatpak's runtime
ARCHITECTURES: Final = ("x86_64", "aarch64")
EXTRAS: Final = ("screen-readers",)
PIP: Final = ("uv", "tool", "run", "--quiet", "pip")
INSTALL: Final = (
    'pip3 install --no-index --no-build-isolation --find-links="file://${PWD}" --prefix=${FLATPAK_DEST} '
    "--exists-action=i"
)


def write(files: Path, out: Path, version: str, publisher: Publisher) -> list[Path]:
    """Write the manifests below `out`, for the release whose files are in `files`.

    Raises FileNotFoundError, with a message, if one of these is missing; CalledProcessError if pip finds no
    packages.
    """
    (release,) = [one for one in Changes.all() if one.version == version]
    named = {
        "setup": f"tablier-{version}-windows-setup.exe",
        "arm64": f"Tablier-{version}-macos-arm64.zip",
        "x86_64": f"Tablier-{version}-macos-x86_64.zip",
        "sources": f"tablier-{version}.tar.gz",
    }
    if missing := [name for name in named.values() if not (files / name).is_file()]:
        raise FileNotFoundError(f"The stores' manifests need {', '.join(missing)} in {files}.")
    sums = {f"{key}_sum": hashlib.sha256((files / name).read_bytes()).hexdigest() for key, name in named.items()}
    values = asdict(publisher) | named | sums
    values |= {"version": version, "date": release.date, "package": f"{_word(publisher.name)}.Tablier"}
    values["folder"] = publisher.downloads.rstrip("/").replace("{version}", "#{version}")  # as Ruby has it
    values["downloads"] = publisher.downloads.rstrip("/").replace("{version}", version)
    made = {
        out / target.format(**values): _filled(TEMPLATES / template, values)
        for target, template in (
            ("winget/{package}.yaml", "winget.yaml"),
            ("winget/{package}.installer.yaml", "winget.installer.yaml"),
            ("winget/{package}.locale.en-US.yaml", "winget.locale.en-US.yaml"),
            ("winget/{package}.locale.fr-FR.yaml", "winget.locale.fr-FR.yaml"),
            ("homebrew/tablier.rb", "homebrew.rb"),
        )
    }
    made[out / "flatpak" / f"{publisher.id}.json"] = flatpak(values)
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return list(made)


def flatpak(values: Mapping[str, str]) -> str:
    """Return Flatpak's manifest, with addresses and checksums of the Python packages that it needs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    told = project["project"]
    packages = [*told["dependencies"], *(one for extra in EXTRAS for one in told["optional-dependencies"][extra])]
    tools = project["build-system"]["requires"]
    asked = {"install": INSTALL, "packages": shlex.join(packages), "tools": shlex.join(tools)}
    escaped = {name: json.dumps(text)[1:-1] for name, text in {**values, **asked}.items()}
    manifest = json.loads(_filled(TEMPLATES / "flatpak.json", escaped))
    of_the_app, of_the_build, _ = manifest["modules"]
    of_the_app["sources"] = sources(packages)
    of_the_build["sources"] = [one for one in sources([*packages, *tools]) if one not in of_the_app["sources"]]
    return json.dumps(manifest, indent=2) + "\n"


def sources(packages: Iterable[str]) -> list[dict[str, Any]]:
    """Return the wheels of packages and of their dependencies, as Flatpak's sources."""
    found: dict[str, dict[str, Any]] = {}
    for architecture in ARCHITECTURES:
        for one in report(packages, architecture)["install"]:
            address, sums = one["download_info"]["url"], one["download_info"]["archive_info"]["hashes"]
            source = found.setdefault(address, {"type": "file", "url": address, "sha256": sums["sha256"]})
            source.setdefault("only-arches", []).append(architecture)
    for source in found.values():
        if len(source["only-arches"]) == len(ARCHITECTURES):
            del source["only-arches"]
    return [found[address] for address in sorted(found)]


def report(packages: Iterable[str], architecture: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as nowhere:
        command = [*PIP, "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-"]
        command += ["--only-binary=:all:", "--python-version", PYTHON, "--target", nowhere]
        command += [f"--platform=manylinux{kind}_{architecture}" for kind in ("_2_34", "_2_28", "_2_17", "2014")]
        said = subprocess.run([*command, *packages], check=True, stdout=subprocess.PIPE, text=True).stdout
    told: dict[str, Any] = json.loads(said)
    return told


def notes(version: str, publisher: Publisher) -> str:
    release = Changes.of(version, "")[0]
    items = "".join(f"- {item}\n" for item in release.items)
    more = f"More about Tablier: {publisher.homepage}\n\nSomething is wrong or missing? {publisher.issues}\n"
    proof = "`sha256sum --check --ignore-missing SHA256SUMS` says whether a file arrived whole, and\n"
    proof += "`gh attestation verify FILE --owner OWNER` whether it was built from these sources.\n"
    return f"{items}\n{more}\n{proof}"


def _filled(template: Path, values: Mapping[str, str]) -> str:
    """Return a template with each {{name}} replaced. Raises KeyError for a name without a value."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], template.read_text(encoding="utf-8"))


def _word(text: str) -> str:
    return re.sub(r"\W|_", "", text)[:32]
