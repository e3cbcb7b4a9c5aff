"""Every picture and sound that the screens name exists; a missing one is reported with the line that names it."""

import re
from collections.abc import Iterator
from fnmatch import filter as matching
from pathlib import Path
from typing import Final

import scenes
from sounds import VARIANTS

ROOT: Final = Path(scenes.__file__).parents[1]
PICTURES: Final = {
    path.relative_to(ROOT / "sprites").as_posix().removesuffix(".svg") for path in (ROOT / "sprites").rglob("*.svg")
}
FOLDERS: Final = "|".join(sorted({name.partition("/")[0] for name in PICTURES}))
TEXTS: Final = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "scenes").rglob("*"))
    if path.suffix in (".py", ".md") and path.name != "README.md"
}
SPRITES: Final = {
    rf'["(]((?:{FOLDERS})/[^"\s)]+)[")]': "",
    r'"sprites" / "(\w+" / f?"[^"]+)"': "",
    r'\b(?:icon=|(?:IconButton|paint_icon)\(\s*[\w.]+, )"([\w-]+)"': "ui/",
    r'f"\{self\._folder\}/([^"]+)"': "{folder}/",
}
"""Patterns of what names a sprite, and the folder that isn't said there; `{folder}` is that of the game."""
SOUNDS: Final = (
    r"(?:sound|form)\.play\(([^()]*)",
    r"PlaySound\(([^()]*)",
    r"\bsound\b[^=\n(]*= ?([^\n]*?)(?:,|\n)",
    r"\bCue\(([^\n]*)",
    r"RATTLE_SOUNDS: Final = (.*)",
    r"def (?:sound|refusal_sound)\(.*\n((?:        .*\n)+)",
)
"""Patterns of what holds names of sounds: all that is quoted there, but for what is compared and for keys."""
TABLE: Final = r"\b_?{0}\b[^\n{{(]*= ?\{{([^}}]*)\}}"
"""Pattern of a dictionary of this name, whose values are names."""


def found(pattern: str) -> Iterator[tuple[str, str, str]]:
    """Yield the file, the place "file:line" and the first group of every match in the sources of the screens."""
    for file, text in TEXTS.items():
        for match in re.finditer(pattern, text):
            yield file, f"{file}:{text.count(chr(10), 0, match.start()) + 1}", match[1] or ""


def values(name: str) -> Iterator[tuple[str, str]]:
    for _, place, rows in found(TABLE.format(name)):
        yield from ((place, value) for value in re.findall(r': "([^"]+)"', rows))


def named_sprites() -> Iterator[tuple[str, str]]:
    """Yield where a sprite is named and its path; an asterisk stands for what is only known as the app runs."""
    for pattern, folder in SPRITES.items():
        for file, place, name in found(pattern):
            game = file.split("/")[2] if file.startswith("scenes/games/") else "*"
            path = re.sub(r"\{[^}]*\}", "*", folder.replace("{folder}", game) + re.sub(r'" / f?"', "/", name))
            yield from ((place, f"{path.rpartition('/')[0]}/{part}") for part in path.rpartition("/")[2].split("+"))
    yield from ((place, f"ui/{icon}") for name in ("ICONS", "icons") for place, icon in values(name))


def named_sounds() -> Iterator[tuple[str, str]]:
    for pattern in SOUNDS:
        for _, place, text in found(pattern):
            names = re.findall(r'"([a-z][a-z-]*(?:\{[^}]*\})?)"', re.sub(r'(?:==|\[) ?"[^"]*"', "", text))
            yield from ((place, re.sub(r"\{.*\}", "*", name)) for name in names)
    yield from values("SOUNDS")
    yield from values("CLOCK_SOUNDS")


def test_every_sprite_that_is_named_exists() -> None:
    named = {(place, path.removesuffix(".svg")) for place, path in named_sprites()}
    assert len(named) > 200
    missing = [
        f"{place} names “{path}”, but there is no sprites/{path}.svg"
        for place, path in sorted(named)
        if not matching(PICTURES, path)
    ]
    assert not missing, "\n".join(missing)


def test_every_sound_that_is_named_exists_and_every_sound_is_named() -> None:
    named = {*named_sounds()}
    unknown = [f"{place} names the sound “{name}”" for place, name in sorted(named) if not matching(VARIANTS, name)]
    assert not unknown, "\n".join([*unknown, "which VARIANTS in sounds/__init__.py doesn’t have"])
    used = {sound for _, name in named for sound in matching(VARIANTS, name)}
    assert VARIANTS.keys() == used, f"nothing in scenes names these sounds: {sorted(VARIANTS.keys() - used)}"
