"""The gallery: unreadable text is found, every screen is included, and a few screens are checked."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pygame
import pytest

from rules import GAMES
from scenes.app.appearance import BACKS, BOARDS, CLOTHS, CONTRAST, TABLES, TABLIERS
from scenes.app.assets import SHIPPED
from scenes.app.fonts import Lettering
from scenes.app.game_card import card_of
from scenes.app.theme import INK
from scenes.app.words import LANGUAGES
from scenes.screens.settings import TABS
from scenes.ui.dialog import Dialog
from tests.effort import by_effort
from tests.gallery import boards, gallery, outlines, portrait, text_overlap
from tests.scenes.driver import started

SOME = ("menu-matches", "setup-ducale", "table-duck-chess", "table-ducale", "pause-ducart", "settings-table")
PLAIN = pygame.Color(240, 230, 210)


@pytest.fixture
def lettering() -> Lettering:
    pygame.font.init()
    return Lettering((960, 600))


@pytest.fixture
def sheet(lettering: Lettering) -> Iterator[text_overlap.Sheet]:
    with text_overlap.reading() as names:
        paper = text_overlap.Sheet((960, 600), names)
        paper.fill(PLAIN)
        lettering.report_overflow = paper.overflowed
        yield paper


def write(sheet: text_overlap.Sheet, lettering: Lettering, words: str, left: int, top: int, width: int = 400) -> None:
    lettering.text(sheet, words, "body", INK, pygame.Rect(left, top, width, 30))


def test_separate_words_are_no_fault(sheet: text_overlap.Sheet, lettering: Lettering) -> None:
    write(sheet, lettering, "Anna plays", 100, 100)
    write(sheet, lettering, "Bert waits", 100, 130)
    assert sheet.faults == [] and len(sheet.lines) == 2


def test_overlapping_words_are_found(sheet: text_overlap.Sheet, lettering: Lettering) -> None:
    write(sheet, lettering, "Anna plays", 100, 100)
    write(sheet, lettering, "Bert waits", 120, 104)
    (fault,) = sheet.faults
    assert fault.startswith("overlap: 'Bert waits'") and "'Anna plays'" in fault


def test_words_on_a_sheet_that_covers_other_words_are_no_fault(
    sheet: text_overlap.Sheet, lettering: Lettering
) -> None:
    write(sheet, lettering, "Anna plays", 100, 100)
    pygame.draw.rect(sheet, PLAIN, (80, 80, 500, 80))
    write(sheet, lettering, "Bert waits", 120, 104)
    assert sheet.faults == []


def test_overlapping_words_beside_a_covering_sheet_are_found(sheet: text_overlap.Sheet, lettering: Lettering) -> None:
    write(sheet, lettering, "Anna plays", 100, 100)
    pygame.draw.rect(sheet, PLAIN, (80, 300, 500, 80))
    write(sheet, lettering, "Bert waits", 120, 104)
    assert len(sheet.faults) == 1


def test_words_half_covered_by_later_painting_are_found(sheet: text_overlap.Sheet, lettering: Lettering) -> None:
    write(sheet, lettering, "Anna plays", 100, 100)
    write(sheet, lettering, "Bert waits", 100, 200)
    middle = sheet.lines[0].rect.centery
    pygame.draw.rect(sheet, PLAIN, (80, middle, 500, 40))
    sheet.look_over()
    assert [fault.partition(" at ")[0] for fault in sheet.faults] == ["covered: a part of 'Anna plays'"]


def test_words_below_a_toast_or_another_scene_may_be_covered(sheet: text_overlap.Sheet, lettering: Lettering) -> None:
    write(sheet, lettering, "Anna plays", 100, 100)
    sheet.next_scene()
    write(sheet, lettering, "Bert waits", 100, 200)
    toast = pygame.Rect(120, 80, 500, 300)
    pygame.draw.rect(sheet, PLAIN, toast)
    sheet.look_over(toast)
    assert sheet.faults == []
    sheet.look_over()
    assert len(sheet.faults) == 1


def test_words_in_a_text_field_may_extend_beyond_the_field(sheet: text_overlap.Sheet, lettering: Lettering) -> None:
    sheet.set_clip(pygame.Rect(0, 0, 60, 600))
    sheet.scrolled = frozenset({"A line in a field"})
    write(sheet, lettering, "A line in a field", 10, 10)
    assert not sheet.faults
    write(sheet, lettering, "A line that is none", 10, 100)
    assert len(sheet.faults) == 1


def test_words_with_low_contrast_are_found_where_high_contrast_is_required(
    sheet: text_overlap.Sheet, lettering: Lettering
) -> None:
    sheet.least = gallery.WORDS
    write(sheet, lettering, "Anna plays", 100, 100)
    lettering.text(sheet, "Bert waits", "body", pygame.Color("#808080"), pygame.Rect(100, 200, 400, 30))
    sheet.look_over()
    assert [fault.partition(" at ")[0] for fault in sheet.faults] == ["faint: 'Bert waits'"]


def test_buttons_with_low_contrast_are_found() -> None:
    app = started((960, 600), table=CONTRAST)
    scene = Dialog(app, "Go on?", [(None, "No", "plain"), (1, "Yes", "plain")])
    app.stack.push(scene)
    paper = pygame.Surface(app.size)
    scene.paint(paper)
    assert outlines.faint(paper, scene.form) == []
    paper.fill("white")
    assert len(outlines.faint(paper, scene.form)) == 2
    app.close()


MORE_LIGHTS: Final = [(gallery.USUAL, "en", 100), (gallery.LEAST, "en", 200), (gallery.LEAST, "de", 200)]


@pytest.mark.parametrize(
    "size,language,scale",
    [(gallery.LEAST, "fr", 200), *by_effort([], MORE_LIGHTS, MORE_LIGHTS)],
)
def test_all_words_are_readable_and_complete_with_high_contrast(
    size: gallery.Window, language: str, scale: int, tmp_path: Path
) -> None:
    """Words 7 : 1 and edges 3 : 1 on every screen, and text of twice the size cut nowhere in the smallest window."""
    light = gallery.Light(size, language, "contrast", {"text_scale": scale, "table": CONTRAST})
    faults = []
    with text_overlap.reading() as names:
        painted = gallery.Gallery(gallery.matches(nodes=1), names, tmp_path)
        for name, sheet in painted.hang(light, tuple(gallery.SCENES)[:: by_effort(9, 1, 1)]):
            faults += [f"{name}: {fault}" for fault in sheet.faults]
    assert faults == []


def test_words_too_high_for_their_rectangle_are_found(sheet: text_overlap.Sheet, lettering: Lettering) -> None:
    write(sheet, lettering, "Anna plays and wins at last", 100, 100, width=60)
    assert any(fault.startswith("cut: 'Anna plays and wins at last'") for fault in sheet.faults)


@pytest.mark.parametrize(
    "place", [(-6, 100), (930, 100), (100, -12), (100, 588)], ids=["left", "right", "top", "bottom"]
)
def test_words_beyond_the_window_are_found(
    sheet: text_overlap.Sheet, lettering: Lettering, place: tuple[int, int]
) -> None:
    write(sheet, lettering, "Anna plays", *place)
    assert [fault.partition(":")[0] for fault in sheet.faults] == ["cut"]


def test_words_cut_off_beside_a_scrolled_area_are_found_but_not_above(
    sheet: text_overlap.Sheet, lettering: Lettering
) -> None:
    sheet.set_clip(pygame.Rect(100, 110, 300, 300))
    write(sheet, lettering, "Anna plays", 100, 96)
    assert sheet.faults == []
    write(sheet, lettering, "Bert waits", 94, 200)
    assert len(sheet.faults) == 1


def test_every_kind_of_screen_has_its_picture() -> None:
    kinds = ("setup", "table", "pause", "result", "replay", "lesson")
    wanted = {f"{kind}-{game.key}" for kind in kinds for game in GAMES}
    wanted |= {f"puzzle-{game.key}" for game in GAMES if not card_of(game.key).trains_attention}
    wanted |= {f"rules-of-{game.key}" for game in GAMES} | {f"settings-{tab}" for tab in TABS}
    wanted |= {"menu", "menu-matches", "cover", "score-pad", "archive", "licences", "ask", "chance-report-dice"}
    assert gallery.SCENES.keys() >= wanted


def test_the_gallery_has_every_theme_and_every_size_in_every_language() -> None:
    hung = [light for light, _ in gallery.lights()]
    for name, choices in (("table", TABLES), ("board", BOARDS), ("board_ducart", BOARDS), ("tablier", TABLIERS)):
        assert {light.settings.get(name, choices[0]) for light in hung} == set(choices)
    assert {light.settings.get("cloth", CLOTHS[0]) for light in hung} == set(CLOTHS)
    assert {light.settings.get("card_back", BACKS[0]) for light in hung} == set(BACKS)
    whole = {(light.size, light.language) for light, scenes in gallery.lights() if set(scenes) == set(gallery.SCENES)}
    assert whole == {(size, language) for size in gallery.SIZES for language in LANGUAGES}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[gallery.Gallery]:
    """Provide a gallery of short matches played by weak opponents."""
    with text_overlap.reading() as names, pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("gallery")
        for name, value in (("TABLIER_HOME", str(home)), ("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")):
            patch.setenv(name, value)
        yield gallery.Gallery(gallery.matches(1, dict.fromkeys(portrait.TURNS, 4)), names, home)


@pytest.mark.parametrize("light", [gallery.Light((960, 600), "fr"), gallery.Light((1280, 800), "en")], ids=str)
def test_nothing_is_cut_off_or_overlaps(hall: gallery.Gallery, light: gallery.Light) -> None:
    read = 0
    for name, sheet in hall.hang(light, SOME):
        assert sheet.faults == [], name
        assert len(sheet.lines) > 4, name
        read += 1
    assert read == len(SOME)


def test_large_text_has_room_in_a_square_window(hall: gallery.Gallery) -> None:
    light = gallery.Light((1000, 1000), "fr", "walnut-150", {"text_scale": 150})
    wide = (
        "setup-unstacked-draughts",
        "result-ducart",
        "settings-cards",
        "chance-report-seal",
        "attention-trainer",
    )
    assert [(name, sheet.faults) for name, sheet in hall.hang(light, wide) if sheet.faults] == []


def test_unreadable_words_end_the_program_with_exit_code_1(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(gallery, "show", lambda *_: ["menu.png: cut: 'Anna'"])
    with pytest.raises(SystemExit) as ended:
        gallery.main(["--folder", str(tmp_path)])
    assert ended.value.code == 1


def test_the_page_shows_every_picture_and_fault() -> None:
    page = gallery.page({"menu": ["one/menu.png", "two/menu.png"]}, ["one/menu.png: cut: '<b>'"])
    assert page.count("<img") == 2 and "&lt;b&gt;" in page and "two/menu.png" in page


@pytest.mark.skipif(
    sys.platform == "win32", reason="boards are painted for packages on Linux, and other compilers round otherwise"
)
def test_the_shipped_boards_are_those_that_the_menu_paints() -> None:
    """A board looks otherwise now: run `python -m tests.gallery boards`."""
    there = set(SHIPPED.rglob("*.png"))
    for path, picture in boards.painted():
        there.remove(path)
        shipped = pygame.image.load(path).convert_alpha()
        assert pygame.image.tobytes(shipped, "RGBA") == pygame.image.tobytes(picture, "RGBA"), path.name
    assert not there
