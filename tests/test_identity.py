"""The publisher is named in a single place, and a release is refused without one."""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import identity
import installer
import metainfo
import properties
import pytest
import stores
from identity import Changes, Publisher

from scenes.app.version import VERSION

ROOT: Final = Path(__file__).parents[1]
ANNA: Final = Publisher(
    "Anna Example",
    "anna@example.org",
    "https://example.org/tablier",
    "https://example.org/tablier/issues",
    "org.example.tablier",
    "https://example.org/tablier/screenshots",
    "https://example.org/tablier/files/v{version}",
)
RELEASED: Final = [Changes(VERSION, "2026-11-23", ["A `new` game & more."])]


def named(project: str) -> str:
    before, heading, after = project.partition("[tool.tablier.publisher]\n")
    for name, value in asdict(ANNA).items():
        after, count = re.subn(rf'^{name} = ".*"$', f'{name} = "{value}"', after, count=1, flags=re.M)
        assert count == 1, name
    return before + heading + after


def test_a_release_needs_every_field_of_the_publisher(capsys: pytest.CaptureFixture[str]) -> None:
    make = runpy.run_path(str(ROOT / "build" / "make.py"))
    make["main"].__globals__["PUBLISHER"] = Publisher()
    with pytest.raises(SystemExit) as end:
        make["main"](["--release", f"v{VERSION}", "app"])
    assert end.value.code == 2
    said = capsys.readouterr().err
    for field in fields(Publisher):
        assert f"\n  {field.name}: " in said
    assert identity.refusal(f"v{VERSION}", VERSION, ANNA, RELEASED) == ""


@pytest.mark.parametrize(
    ("field", "value"),
    [("address", "anna"), ("homepage", "http://example.org"), ("id", "tablier"), ("name", 'An "A"'), ("issues", "")],
)
def test_senseless_publisher_fields_count_as_missing(field: str, value: str) -> None:
    told = identity.refusal(f"v{VERSION}", VERSION, replace(ANNA, **{field: value}), RELEASED)
    assert [line.strip().partition(":")[0] for line in told.splitlines()[1:]] == [field]


def test_tag_version_and_changes_must_agree() -> None:
    assert "v9.9.9" in identity.refusal("v9.9.9", VERSION, ANNA, RELEASED)
    for changes in ([], [Changes("Unreleased", "", ["One."])], [Changes(VERSION, "2026-11-23", [])]):
        assert f"## {VERSION} (YYYY-MM-DD)" in identity.refusal(f"v{VERSION}", VERSION, ANNA, changes)


def test_the_changes_are_read_section_by_section(tmp_path: Path) -> None:
    text = "## Unreleased\n### Added\n\n- One,\n  `two`.\n\n### Fixed\n\n## 0.1.0 (2026-11-21)\n\n- Three.\n- Four.\n"
    (tmp_path / "CHANGELOG.md").write_text(text, encoding="utf-8")
    later, first = Changes.of("0.2.0", "2026-12-24", tmp_path)
    assert later == ("0.2.0", "2026-12-24", ["One, two."])
    assert first == ("0.1.0", "2026-11-21", ["Three.", "Four."])
    assert Changes.of("0.1.0", "2026-12-24", tmp_path) == [first], "a version is there once"
    (tmp_path / "CHANGELOG.md").write_text("## Next week\n", encoding="utf-8")
    with pytest.raises(ValueError, match="Next week"):
        Changes.all(tmp_path)
    assert Changes.all()[0].items, "ours can be read"


def test_the_metadata_for_software_centres_is_complete() -> None:
    root = ElementTree.fromstring(metainfo.metainfo(ANNA, RELEASED))
    assert root.findtext("id") == ANNA.id
    assert root.findtext("developer[@id='org.example']/name") == ANNA.name
    assert root.findtext("url[@type='homepage']") == ANNA.homepage
    assert root.findtext("url[@type='bugtracker']") == ANNA.issues
    assert len(root.findtext("name") or "") < 15
    assert all(len(one.text or "") < 35 for one in root.findall("summary"))
    assert {one.get("scheme_preference") for one in root.findall("branding/color")} == {"light", "dark"}
    assert root.findtext("releases/release[1]/description/ul/li") == "A `new` game & more."
    shown = [one.text for one in root.findall("screenshots/screenshot/image")]
    painted = {f"{ANNA.screenshots}/{path.name}" for path in (ROOT / "build" / "pictures").glob("*.png")}
    assert set(shown) == painted
    assert len(root.findall("screenshots/screenshot/caption")) == 2 * len(shown)
    bare = ElementTree.fromstring(metainfo.metainfo(Publisher(), RELEASED))
    assert not bare.findall("url") and not bare.findall("screenshots"), "nothing is made up"


def test_windows_and_macos_builds_name_the_publisher() -> None:
    assert properties.of_windows(ANNA, VERSION)["CompanyName"] == ANNA.name
    bundle = properties.of_macos(ANNA, VERSION)
    assert (bundle["CFBundleIdentifier"], bundle["CFBundleShortVersionString"]) == (ANNA.id, VERSION)
    assert bundle["CFBundleDocumentTypes"][0]["LSItemContentTypes"] == [f"{ANNA.id}.match"]
    assert ANNA.name in bundle["NSHumanReadableCopyright"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no sh")
def test_the_installer_names_the_publisher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That NSIS takes the recipe, and what the installer does, is tried by hand: build/README.md."""
    packer = tmp_path / "makensis"
    packer.write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    packer.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(packer))
    monkeypatch.setattr(installer, "DEFINITIONS", tmp_path / "definitions.nsh")
    installer.build(tmp_path, tmp_path, "1.2", replace(ANNA, name="Anna & Co $5"))
    told = (tmp_path / "definitions.nsh").read_text(encoding="utf-8")
    for line in ('PUBLISHER "Anna & Co $$5"', f'HOMEPAGE "{ANNA.homepage}"', 'NUMBERS "1.2.0.0"'):
        assert f"!define {line}\n" in told
    used = set(re.findall(r"\$\{([A-Z]+)\}", installer.SCRIPT.read_text(encoding="utf-8")))
    assert used - {"ENTRY", "KIND", "LANG", "SIGN"} <= set(re.findall(r"!define (\w+)", told))
    assert "SIGN" not in told
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(FileNotFoundError, match="makensis"):
        installer.build(tmp_path, tmp_path, "1.2", ANNA)


def test_store_manifests_have_addresses_and_checksums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Changes, "all", classmethod(lambda cls, root=ROOT: RELEASED))
    monkeypatch.setattr(stores, "pip_report", report)
    with pytest.raises(FileNotFoundError, match="setup"):
        stores.write(tmp_path, tmp_path / "stores", VERSION, ANNA)
    files = ("windows-setup.exe", "macos-arm64.zip", "macos-x86_64.zip")
    for name in (*(f"tablier-{VERSION}-{one}" for one in files), f"tablier-{VERSION}.tar.gz"):
        (tmp_path / name.replace("tablier", "Tablier" if "macos" in name else "tablier")).write_bytes(b"")
    nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    texts = {path.name: path.read_text("utf-8") for path in stores.write(tmp_path, tmp_path, VERSION, ANNA)}
    assert len(texts) == 6
    where = f"https://example.org/tablier/files/v{VERSION}"
    winget = texts["AnnaExample.Tablier.installer.yaml"]
    assert f'"{where}/tablier-{VERSION}-windows-setup.exe"\n  InstallerSha256: {nothing}\n' in winget
    assert f'Publisher: "{ANNA.name}"\n' in texts["AnnaExample.Tablier.locale.en-US.yaml"]
    assert texts["tablier.rb"].count(nothing) == 2 and f'homepage "{ANNA.homepage}"' in texts["tablier.rb"]
    manifest = json.loads(texts[f"{ANNA.id}.json"])
    app, tools, own = manifest["modules"]
    assert manifest["id"] == ANNA.id
    assert own["sources"][0] == {"type": "archive", "url": f"{where}/tablier-{VERSION}.tar.gz", "sha256": nothing}
    assert "pygame-ce==" in app["build-commands"][0] and "mypy==" in tools["build-commands"][0]
    assert [one.get("only-arches") for one in app["sources"]] == [None, ["aarch64"], ["x86_64"]]
    assert not [one for one in tools["sources"] if one in app["sources"]]
    assert not [text for text in texts.values() if "{{" in text]


def report(packages: list[str], architecture: str) -> dict[str, Any]:
    """Stand in for pip, whose answer depends on the day."""
    names = [f"any-{len(packages)}", f"native-{architecture}"]
    told = [
        {"url": f"https://example.org/{name}.whl", "archive_info": {"hashes": {"sha256": name}}} for name in names
    ]
    return {"install": [{"download_info": one} for one in told]}


def test_release_notes_list_the_changes_and_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Changes, "all", classmethod(lambda cls, root=ROOT: RELEASED))
    told = stores.notes(VERSION, ANNA)
    assert told.startswith("- A `new` game & more.\n")
    assert ANNA.homepage in told and ANNA.issues in told


@pytest.mark.parametrize(("script", "secret"), [("keychain", "MACOS_CERTIFICATE"), ("notarise", "APPLE_ID")])
@pytest.mark.skipif(sys.platform == "win32", reason="there is no sh")
def test_without_secrets_nothing_is_signed_and_a_warning_is_printed(script: str, secret: str) -> None:
    """With them it was never tried."""
    command = ["bash", str(ROOT / "build" / "macos" / f"{script}.sh"), "Tablier.app"]
    env = {name: value for name, value in os.environ.items() if name != secret}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert f"for want of the secret {secret}." in done.stdout + done.stderr
    assert script == "notarise" or done.stdout == "", "what it prints is the name to sign as"
