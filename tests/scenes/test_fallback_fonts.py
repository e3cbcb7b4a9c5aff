"""Letters that the app's own fonts lack are written in the system's fonts, or as plain signs; nothing ends the app.

The fonts of a system are given here, so that nothing depends on those of the machine. Not looked at: how HarfBuzz
shapes Arabic, and whether colours of emoji are right.
"""

import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import sysfont

from scenes.app import fallback_fonts
from scenes.app.fallback_fonts import FallbackFonts
from scenes.app.fonts import COVERED, FONT_FILES, FONTS, Face, Lettering, Role

BLACK: Final = pygame.Color("black")
ROLES: Final[tuple[Role, ...]] = ("body", "heading", "italic")
NO_LETTER: Final = "\U0010ffff"
TALL: Final = """STARTFONT 2.1
FONT tall
SIZE 96 75 75
FONTBOUNDINGBOX 64 96 0 0
STARTPROPERTIES 5
CHARSET_REGISTRY "ISO10646"
CHARSET_ENCODING "1"
FONT_ASCENT 96
FONT_DESCENT 0
DEFAULT_CHAR 33
ENDPROPERTIES
CHARS 2
STARTCHAR none
ENCODING 33
DWIDTH 16 0
BBX 8 1 0 0
BITMAP
FF
ENDCHAR
STARTCHAR plum
ENCODING 26446
DWIDTH 64 0
BBX 64 96 0 0
BITMAP
{}
ENDCHAR
ENDFONT
""".format("\n".join(["FFFFFFFFFFFFFFFF"] * 96))
"""A font of one size, 96 pixels high, that has 李 as a black field."""


def file_of(face: Face) -> str:
    return str(FONTS / FONT_FILES[face])


def lettering(patch: pytest.MonkeyPatch, fonts: Iterable[str] = ()) -> Lettering:
    pygame.font.init()
    patch.setattr("scenes.app.fallback_fonts.SYSTEM_FONTS", FallbackFonts(lambda letter: fonts))
    return Lettering((1366, 768))


def pixels(letters: Lettering, line: str, role: Role) -> tuple[tuple[int, int], bytes]:
    picture = letters.render_text(line, role, BLACK)
    return picture.get_size(), pygame.image.tobytes(picture, "RGBA")


@pytest.mark.parametrize("face", FONT_FILES)
def test_every_font_face_has_the_covered_letters(face: Face) -> None:
    pygame.font.init()
    font = pygame.Font(file_of(face), 20)
    missing = pygame.image.tobytes(font.render(NO_LETTER, True, BLACK), "RGBA")
    lacking = [
        one for one in COVERED - {"\n"} if pygame.image.tobytes(font.render(one, True, BLACK), "RGBA") == missing
    ]
    assert not lacking


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    ("line", "signs"),
    [
        ("李小龍", "•••"),
        ("محمد and שלום", "•••• and ••••"),
        ("🦆Duck", "•Duck"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f1eb\U0001f1f7 \U0001f44d\U0001f3fd", "• • •"),
        ("e\u0301\u0489\ufe0f\tx\u200f", "é x"),
        ("a\0b\x07 \ud800", "a•b• •"),
    ],
)
def test_letters_without_a_system_font_become_bullets(
    monkeypatch: pytest.MonkeyPatch, role: Role, line: str, signs: str
) -> None:
    letters = lettering(monkeypatch)
    assert pixels(letters, line, role) == pixels(letters, signs, role)
    assert letters.width(line, role) == letters.width(signs, role) > 0


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("line", ["\ufeff", "\u200f", "\u200d\ufe0f"])
def test_line_without_width_is_painted(monkeypatch: pytest.MonkeyPatch, role: Role, line: str) -> None:
    """Bug: a player named by a direction mark alone ended the app: "Text has zero width"."""
    letters = lettering(monkeypatch)
    surface = pygame.Surface((100, 50))
    assert letters.text(surface, line, role, BLACK, surface.get_rect()).width == 0


def test_system_font_writes_missing_letters(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    garbled = tmp_path / "garbled.ttf"
    garbled.write_bytes(b"\0\1\0\0 no font")
    fonts = [str(tmp_path / "gone.otf"), str(tmp_path), str(garbled), file_of("serif-italic"), file_of("sans")]
    letters = lettering(monkeypatch, fonts)
    assert pixels(letters, "Жук", "italic") == pixels(letters, "Жук", "body"), (
        "the first that has it, as high as ours"
    )
    assert pixels(letters, "李", "italic") == pixels(letters, "•", "italic")
    mixed = letters.width("Anna Жук", "italic")
    assert mixed == letters.width("Anna ", "italic") + letters.width("Жук", "body")


def test_fonts_of_windows_are_found_in_its_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The registry names them, some two at a time, and one whose file is gone."""
    names = {"Microsoft YaHei & Microsoft YaHei UI": "msyh.ttc", "Segoe UI Emoji": "emoji.ttf", "Arial": "arial.ttf"}
    (tmp_path / "Fonts").mkdir()
    yahei, emoji = (shutil.copy(file_of("sans"), tmp_path / "Fonts" / file) for file in ("msyh.ttc", "emoji.ttf"))
    values = [(f"{name} (TrueType)", file, 1) for name, file in names.items()]
    registry = SimpleNamespace(HKEY_LOCAL_MACHINE=values, HKEY_CURRENT_USER=[], OpenKey=lambda domain, _: domain)
    registry.QueryInfoKey, registry.EnumValue = (lambda key: (0, len(key), 0)), list.__getitem__
    monkeypatch.setitem(sys.modules, "winreg", registry)
    monkeypatch.setenv("WINDIR", str(tmp_path))
    monkeypatch.setattr(sysfont, "Sysfonts", vars(sysfont)["initsysfonts_win32"]())
    monkeypatch.setattr(sysfont, "is_init", True)
    monkeypatch.setattr("pygame.font.get_fonts", sysfont.get_fonts)
    monkeypatch.setattr("pygame.font.match_font", sysfont.match_font)
    monkeypatch.setattr(fallback_fonts, "_installed_fonts", fallback_fonts._installed_fonts.__wrapped__)
    assert list(fallback_fonts.fonts_for("李")) == [str(yahei), str(emoji)]
    assert list(fallback_fonts.fonts_for("🦆")) == [str(emoji), str(yahei)]


def test_letters_of_two_fonts_share_a_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = lettering(monkeypatch, [file_of("sans")])
    ours, other = (letters.render_text(letter, "display", BLACK).get_bounding_rect() for letter in "HŦ")
    assert ours.bottom == pytest.approx(other.bottom, abs=1)


def test_right_to_left_words_are_reordered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our fonts have no letters that are written so: Cyrillic stands for them."""
    kinds = {" ": "WS", "(": "ON", ")": "ON", "1": "EN", "2": "EN"}
    monkeypatch.setattr(
        "scenes.app.fallback_fonts.bidirectional", lambda one: kinds.get(one, "R" if one > "\u0400" else "L")
    )
    letters = lettering(monkeypatch, [file_of("sans")])

    def ends(line: str, left: str, right: str) -> bool:
        picture = letters.render_text(line, "italic", BLACK)
        (wide, high), first = pixels(letters, left, "italic")
        (broad, _), last = pixels(letters, right, "italic")
        seen = [picture.subsurface(0, 0, wide, high), picture.subsurface(picture.get_width() - broad, 0, broad, high)]
        return [pygame.image.tobytes(part, "RGBA") for part in seen] == [first, last]

    assert ends("ЖШ", "Ш", "Ж")
    assert ends("ЖЖ ШШ", "ШШ", "ЖЖ"), "names of two words"
    assert ends("ЖЖ a ШШ", "ЖЖ", "ШШ"), "a sentence goes on as it does"
    assert ends("ЖЖ 12", "12", "ЖЖ"), "digits keep their order"
    assert ends("a ЖЖ (12)", "a", "(12)"), "what is not of the name"
    assert [letters.caret("ЖШ", at, "italic") for at in (0, 2)] == [letters.width("ЖШ", "italic"), 0]
    assert letters.caret("ЖaШ", 3, "italic") == letters.width("ЖaШ", "italic")


@pytest.mark.parametrize("role", [*ROLES, "display"])
def test_bitmap_font_is_scaled_to_the_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, role: Role) -> None:
    (tmp_path / "tall.bdf").write_text(TALL)
    letters = lettering(monkeypatch, [str(tmp_path / "tall.bdf")])
    high = letters.render_text("x", role, BLACK).get_height()
    picture = letters.render_text("李", role, BLACK)
    wide = high * 64 / 96
    assert picture.get_height() == high and wide * 0.7 < picture.get_width() < wide + 2
    assert picture.get_at((picture.get_width() // 2, high // 2)).a > 250
    assert picture.get_width() == letters.width("李", role)


@pytest.mark.parametrize("fonts", [(), [file_of(face) for face in FONT_FILES]])
@given(line=st.text(st.characters(), min_size=1, max_size=12) | st.text("aא1ء (\u0301\u200d🦆Ж李", min_size=1))
def test_any_line_is_painted_as_wide_as_measured(fonts: Iterable[str], line: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        letters = lettering(patch, fonts)
        for role in ROLES:
            width, usual = letters.width(line, role), letters.render_text("x", role, BLACK).get_height()
            assert "\n" in line or letters.render_text(line, role, BLACK).get_size() == (max(1, width), usual)
            assert all(letters.caret(line, at, role) >= 0 for at in range(len(line) + 1))
            wrapped = "".join(letters.wrap(line, role, 30))
            assert re.sub("[ \u00a0]", "", wrapped) == re.sub("[ \u00a0\n]", "", line)
