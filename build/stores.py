"""Makes the manifests for winget, Homebrew and Flathub, and the notes of a release.

The files of the release are in one folder; their addresses and other facts come from `Publisher`.
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
    """Write the manifests below `out`, for the release whose files are in `files`; return their paths.

    Raises FileNotFoundError with a message if one of the files is missing, and CalledProcessError if pip finds no
    packages.
    """
    (release,) = [section for section in Changes.all() if section.version == version]
    names = {
        "setup": f"tablier-{version}-windows-setup.exe",
        "arm64": f"Tablier-{version}-macos-arm64.zip",
        "x86_64": f"Tablier-{version}-macos-x86_64.zip",
        "sources": f"tablier-{version}.tar.gz",
    }
    if missing := [name for name in names.values() if not (files / name).is_file()]:
        raise FileNotFoundError(f"The stores' manifests need {', '.join(missing)} in {files}.")
    sums = {f"{key}_sum": hashlib.sha256((files / name).read_bytes()).hexdigest() for key, name in names.items()}
    values = asdict(publisher) | names | sums
    package = re.sub(r"\W|_", "", publisher.name)[:32]
    values |= {"version": version, "date": release.date, "package": f"{package}.Tablier"}
    values["folder"] = publisher.downloads.rstrip("/").replace("{version}", "#{version}")  # in Ruby's notation
    values["downloads"] = publisher.downloads.rstrip("/").replace("{version}", version)
    manifests = {
        out / target.format(**values): _fill(TEMPLATES / template, values)
        for target, template in (
            ("winget/{package}.yaml", "winget.yaml"),
            ("winget/{package}.installer.yaml", "winget.installer.yaml"),
            ("winget/{package}.locale.en-US.yaml", "winget.locale.en-US.yaml"),
            ("winget/{package}.locale.fr-FR.yaml", "winget.locale.fr-FR.yaml"),
            ("homebrew/tablier.rb", "homebrew.rb"),
        )
    }
    manifests[out / "flatpak" / f"{publisher.id}.json"] = flatpak(values)
    for path, text in manifests.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return list(manifests)


def flatpak(values: Mapping[str, str]) -> str:
    """Return the manifest for Flatpak, with addresses and checksums of the Python packages."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    optional = project["project"]["optional-dependencies"]
    packages = [*project["project"]["dependencies"], *(package for extra in EXTRAS for package in optional[extra])]
    tools = project["build-system"]["requires"]
    commands = {"install": INSTALL, "packages": shlex.join(packages), "tools": shlex.join(tools)}
    escaped = {name: json.dumps(text)[1:-1] for name, text in {**values, **commands}.items()}
    manifest = json.loads(_fill(TEMPLATES / "flatpak.json", escaped))
    app_module, build_module, _ = manifest["modules"]
    app_module["sources"] = sources(packages)
    all_sources = sources([*packages, *tools])
    build_module["sources"] = [source for source in all_sources if source not in app_module["sources"]]
    return json.dumps(manifest, indent=2) + "\n"


def sources(packages: Iterable[str]) -> list[dict[str, Any]]:
    """Return the wheels of packages and their dependencies as sources of a Flatpak module."""
    found: dict[str, dict[str, Any]] = {}
    for architecture in ARCHITECTURES:
        for package in pip_report(packages, architecture)["install"]:
            download = package["download_info"]
            address, checksum = download["url"], download["archive_info"]["hashes"]["sha256"]
            source = found.setdefault(address, {"type": "file", "url": address, "sha256": checksum})
            source.setdefault("only-arches", []).append(architecture)
    for source in found.values():
        if len(source["only-arches"]) == len(ARCHITECTURES):
            del source["only-arches"]
    return [found[address] for address in sorted(found)]


def pip_report(packages: Iterable[str], architecture: str) -> dict[str, Any]:
    """Return pip's report on what it would install. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as target:
        command = [*PIP, "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-"]
        command += ["--only-binary=:all:", "--python-version", PYTHON, "--target", target]
        command += [f"--platform=manylinux{kind}_{architecture}" for kind in ("_2_34", "_2_28", "_2_17", "2014")]
        output = subprocess.run([*command, *packages], check=True, stdout=subprocess.PIPE, text=True).stdout
    data: dict[str, Any] = json.loads(output)
    return data


def notes(version: str, publisher: Publisher) -> str:
    release = Changes.of(version, "")[0]
    items = "".join(f"- {item}\n" for item in release.items)
    links = f"More about Tablier: {publisher.homepage}\n\nSomething is wrong or missing? {publisher.issues}\n"
    proof = "`sha256sum --check --ignore-missing SHA256SUMS` says whether a file arrived whole, and\n"
    proof += "`gh attestation verify FILE --owner OWNER` whether it was built from these sources.\n"
    return f"{items}\n{links}\n{proof}"


def _fill(template: Path, values: Mapping[str, str]) -> str:
    """Return a template with each {{name}} replaced. Raises KeyError for a name without a value."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], template.read_text(encoding="utf-8"))
