"""The sources run with Python 3.11.0 and need no later patch release.

What a minor release adds is mypy's to find, which takes the sources for those of Python 3.11.
"""

import ast
import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.test_layers import ROOT

FOLDERS: Final = ("rules", "scenes", "sprites", "sounds", "build", "tests")
PATTERN_READERS: Final = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}
KEYWORDS: Final = {
    ("extractall", "filter"): "3.11.4",
    ("extract", "filter"): "3.11.4",
    ("unpack_archive", "filter"): "3.11.4",
    ("getaddresses", "strict"): "3.11.10",
    ("parseaddr", "strict"): "3.11.10",
    ("ParserCreate", "reparse_deferral_enabled"): "3.11.9",
}
"""Name of a call and of its argument -> the release of CPython that added it (its changelogs of 3.11 to 3.14)."""
ADDED: Final = {
    "data_filter": "3.11.4",
    "fully_trusted_filter": "3.11.4",
    "tar_filter": "3.11.4",
    "SetReparseDeferralEnabled": "3.11.9",
}
"""Name of an attribute -> the release that added it."""
LATE_GROUP: Final = r"\(\?>|\)(?:[*+?]|\{\d*,?\d*\})\+"
SUSPECT: Final = re.compile("|".join((LATE_GROUP, *ADDED, *(name for name, _ in KEYWORDS))))
"""Found in every source with an offence, and in few others, which saves parsing the rest."""


def offences(source: str) -> Iterator[str]:
    """Yield the line and the reason of everything that an early release of Python 3.11 lacks or does wrongly."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in ADDED:
            yield f"{node.lineno}: {node.attr} came with {ADDED[node.attr]}"
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for keyword in node.keywords:
            if (name, str(keyword.arg)) in KEYWORDS:
                yield f"{node.lineno}: {name}({keyword.arg}=…) came with {KEYWORDS[name, str(keyword.arg)]}"
        first = node.args[0] if node.args and name in PATTERN_READERS else None
        for part in ast.walk(first) if first else ():
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and has_late_group(part.value):
                yield f"{part.lineno}: a possessive or atomic group matches as it should from 3.11.5 on"


def has_late_group(pattern: str) -> bool:
    plain = re.sub(r"\\.|\[\^?\]?(?:\\.|[^]\\])*\]", "x", pattern, flags=re.DOTALL)
    return re.search(LATE_GROUP, plain) is not None


def test_no_source_requires_a_later_patch_release() -> None:
    files = [ROOT / "main.py", *(path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")))]
    sources = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in files}
    suspects = {path: source for path, source in sources.items() if SUSPECT.search(source)}
    assert [f"{path}:{offence}" for path, source in suspects.items() for offence in offences(source)] == []


@pytest.mark.parametrize(
    "source",
    [
        'X = re.compile(r"(?:a|b)*+")',
        're.search("a" + "(x){2,}+", text)',
        're.match(r"(?>ab|a)b", text)',
        "archive.extractall(folder, filter='data')",
        "tarfile.data_filter",
    ],
)
def test_a_construct_of_a_patch_release_is_found(source: str) -> None:
    assert len(list(offences(source))) == 1 and SUSPECT.search(source)


@pytest.mark.parametrize(
    "source", [r're.compile(r"[)]++\)*+ a*+ (a)+")', "filter(None, files)", "re.escape('(a)*+')"]
)
def test_constructs_of_every_release_are_allowed(source: str) -> None:
    assert list(offences(source)) == []
