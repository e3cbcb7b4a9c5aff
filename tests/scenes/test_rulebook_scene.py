"""The rulebook in the person's hands: pages, contents, search, jumps, and diagrams that are played."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from rules import KEYS
from scenes.app.words import LANGUAGES
from scenes.games.unstacked_draughts.trainer import TrainerScene
from scenes.screens.rulebook.pages import Passage, Query, excerpt, find_hits, find_passage, fold_case, pages_of
from scenes.screens.rulebook.scene import RulebookScene
from scenes.ui.listing import Listing
from scenes.ui.markdown import parse_blocks
from scenes.ui.page_diagram import PageDiagram
from scenes.ui.page_layout import SIGN_WIDTH
from tests.scenes.driver import Driver, Ground, visit

TEXT = """Before all pages.

# One

@ 1.1 !far =end
First words. (R)

@ 1.2
- an item
- École, été

# Two

Words without a name.

@ 1.2 !far-push
| a | b |
|---|---|
| Œuvre of 2 | Keepers |
"""
SHEETS = pages_of(TEXT, "Game")


@pytest.fixture
def book(driver: Driver) -> Iterator[Any]:
    driver.app.paint_each_frame()
    driver.open(RulebookScene(driver.app, "ducart"))
    yield driver.top


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_every_line_of_the_contents_fits(key: str, language: str) -> None:
    """Fault: "Two ways, and the end" stood in smaller type than the lines around it."""
    for size in ((960, 600), (1366, 768)):
        driver = visit(size, language=language)
        driver.open(RulebookScene(driver.app, key))
        scene, theme = driver.top, driver.app.theme
        room = scene.contents.place_of(0).width - 2 * theme.px(1.2)
        assert [page.title for page in scene.pages if theme.width(page.title, "strong") > room] == []
        driver.app.close()


def test_sign_of_a_ruling_has_a_tooltip(driver: Driver, book: Any) -> None:
    """Bugs: only the last page explained (R), and then every page at its end, where nobody scrolls to."""
    page = book.page
    while not any(word.sort == "ruling" for word in page.layout.words):
        book._turn_page(1)
        driver.frames(2)
    assert "Our own ruling" in " ".join(word.text for word in page.layout.words if word.block == 1)
    sign = next(word.rect for word in page.layout.words if word.sort == "ruling")
    page.scroll.move(max(0, sign.top - page.rect.height // 2))
    driver.frames(2)
    assert sign.width == round(SIGN_WIDTH * sign.height), "no blank beside it: a full stop follows at once"
    middle = page._to_window(sign).center
    driver.post(pygame.MOUSEMOTION, pos=middle, rel=(0, 0), buttons=(0, 0, 0))
    assert "Our own ruling" in page.tip and page.tip_rect.collidepoint(middle)
    driver.post(pygame.MOUSEMOTION, pos=(middle[0], page.rect.top), rel=(0, 0), buttons=(0, 0, 0))
    assert not page.tip
    driver.post(pygame.MOUSEMOTION, pos=middle, rel=(0, 0), buttons=(0, 0, 0))
    book._turn_page(1)
    assert not page.tip


def write(driver: Driver, text: str) -> None:
    driver.strike(pygame.K_f, pygame.KMOD_CTRL)
    driver.write(text)


def leave_search(driver: Driver) -> None:
    driver.strike(pygame.K_ESCAPE)
    driver.strike(pygame.K_ESCAPE)


def click_line(driver: Driver, listing: Listing, line: int) -> None:
    driver.click_at((listing.rect.centerx, listing.rect.top + round((line + 0.5) * listing.line_height())))


def test_each_title_begins_a_page_and_a_preface_has_the_games_name() -> None:
    assert [sheet.title for sheet in SHEETS] == ["Game", "One", "Two"]
    assert [block.kind for block in SHEETS[1].blocks] == ["paragraph", "item", "item"]
    assert [sheet.title for sheet in pages_of("# Only\n\nWords.", "Game")] == ["Only"]


def test_anchors_apply_to_following_blocks_and_match_by_prefix() -> None:
    named = [[block.anchors for block in sheet.blocks] for sheet in SHEETS]
    assert named[1] == [("1.1", "!far", "=end"), ("1.2",), ("1.2",)]
    assert named[2] == [(), ("1.2", "!far-push"), ("1.2", "!far-push")]
    assert find_passage(SHEETS, "1.2") == Passage(1, (1, 2))
    assert find_passage(SHEETS, "!far-push") == Passage(2, (1, 2))
    assert find_passage(SHEETS, "!far-sleep") == Passage(1, (0,))
    assert find_passage(SHEETS, "!near-push") is None and find_passage(SHEETS, "9") is None


def test_table_is_parsed_by_row_and_ruling_signs_are_no_words() -> None:
    head, row = SHEETS[2].blocks[1:]
    assert (head.kind, head.mark, row.mark) == ("row", "head", "")
    assert row.words == "Œuvre of 2 Keepers" and SHEETS[1].blocks[0].words == "First words."
    assert [piece.style for piece in SHEETS[1].blocks[0].pieces] == ["body", "ruling"]
    assert parse_blocks("One (R).")[0].words == "One."


def test_search_ignores_case_and_accents_and_matches_prefixes() -> None:
    assert fold_case("École Œuvre ÉTÉ") == "ecole oeuvre ete"
    for text in ("ecole", "ÉCOLE", "éco", "ete ecole"):
        (hit,) = find_hits(SHEETS, Query.read(text))
        assert (hit.page, hit.block) == (1, 2), text
    assert find_hits(SHEETS, Query.read("cole")) == [] == find_hits(SHEETS, Query.read(" ,. "))
    assert [hit.page for hit in find_hits(SHEETS, Query.read("oeuvre keep"))] == [2]


def test_search_lists_titles_first_with_excerpts() -> None:
    found = find_hits(pages_of("# A\n\nAbout sleep.\n\n# Sleep\n\nOther words.", "G"), Query.read("sleep"))
    assert [(hit.page, hit.block) for hit in found] == [(1, None), (0, 0)]
    long = "word " * 30 + "needle and more"
    told = excerpt(long, Query.read("needle"))
    assert told.startswith("… word") and told.endswith("needle and more") and len(told) < 70


def test_search_lists_hits_and_enter_opens_and_marks_a_hit(driver: Driver, book: Any) -> None:
    write(driver, "halo")
    assert book._hits.visible and not book.page.visible and book._hits.count == 1
    driver.strike(pygame.K_RETURN)
    assert book.page.visible and book.page_title == "The Creeper" and len(book.page._marked_blocks) == 1
    (number,) = book.page._marked_blocks
    driver.frames()
    span = book.page.layout.spans[number]
    assert span.top >= book.page.scroll.offset and span.bottom <= book.page.scroll.offset + book.page.rect.height
    assert book.page._is_sought("halo:") and not book.page._is_sought("other")
    leave_search(driver)
    write(driver, "leaper")
    driver.strike(pygame.K_RETURN)
    assert book.page_title == "The Leaper" and book.page._marked_blocks == {0}, "a title is marked too"
    leave_search(driver)
    write(driver, "zebra")
    assert book._nothing_label.visible and not book._hits.visible and not book.page.visible


def test_hits_are_opened_by_mouse_and_keys(driver: Driver, book: Any) -> None:
    write(driver, "keeper")
    assert book._hits.count > 3
    driver.strike(pygame.K_DOWN)
    assert book.form.focus_on is book._hits
    driver.strike(pygame.K_DOWN)
    driver.strike(pygame.K_RETURN)
    assert book._page_number == book._found_hits[1].page
    driver.strike(pygame.K_ESCAPE)
    click_line(driver, book._hits, 0)
    assert book._page_number == book._found_hits[0].page and book.page.visible


def test_esc_returns_to_the_hits_then_the_page_then_closes(driver: Driver, book: Any) -> None:
    driver.strike(pygame.K_RIGHT)
    write(driver, "creeper")
    driver.strike(pygame.K_RETURN)
    driver.strike(pygame.K_ESCAPE)
    assert book._hits.visible
    driver.strike(pygame.K_ESCAPE)
    assert book.page.visible and book._search_field.value == ""
    driver.strike(pygame.K_ESCAPE)
    assert isinstance(driver.top, Ground)


def test_click_in_the_contents_ends_the_search(driver: Driver, book: Any) -> None:
    write(driver, "creeper")
    click_line(driver, book.contents, 0)
    assert book.page.visible and book._search_field.value == "" and book._page_number == 0
    driver.strike(pygame.K_ESCAPE)
    assert isinstance(driver.top, Ground)


def test_arrow_keys_turn_pages_and_page_down_continues_to_the_next(driver: Driver, book: Any) -> None:
    driver.strike(pygame.K_RIGHT)
    driver.strike(pygame.K_RIGHT)
    assert book._page_number == 2
    driver.strike(pygame.K_LEFT)
    assert book._page_number == 1
    driver.strike(pygame.K_END)
    driver.strike(pygame.K_END)
    assert book._page_number == len(book.pages) - 1
    driver.strike(pygame.K_HOME)
    assert book._page_number == 0
    strokes = scrolled = 0
    while book._page_number < len(book.pages) - 1:
        before = book._page_number
        driver.strike(pygame.K_PAGEDOWN)
        strokes += 1
        scrolled += book._page_number == before
    assert strokes - scrolled == len(book.pages) - 1 and scrolled > 0, "long pages were scrolled first"
    driver.strike(pygame.K_PAGEUP)
    assert book._page_number == len(book.pages) - 2
    driver.strike(pygame.K_END)
    driver.strike(pygame.K_RIGHT)
    assert book._page_number == len(book.pages) - 1


def test_contents_and_buttons_turn_pages(driver: Driver, book: Any) -> None:
    click_line(driver, book.contents, 3)
    assert book._page_number == 3 and book.contents.here == 3
    driver.click("Next page")
    assert book._page_number == 4 and book._folio.text == f"5 of {len(book.pages)}"
    driver.click("Previous page")
    assert book._page_number == 3


def test_contents_lie_below_the_page_in_a_narrow_window() -> None:
    person = visit((960, 1300), text_scale=150)
    person.open(RulebookScene(person.app, "ducart"))
    contents = person.top.contents
    assert contents.rect.top > person.top.page.rect.bottom
    for number in (14, 0, 9):
        person.top.show_page(number)
        assert contents.rect.contains(contents.place_of(number)), "its line is in sight"
    person.app.close()


def test_rulebook_opens_at_an_anchor_and_f1_closes_it(driver: Driver) -> None:
    driver.open(RulebookScene(driver.app, "ducart", "!locked-transfer"))
    assert driver.top.page_title == "Keepers and what they keep" and driver.top.page._marked_blocks
    write(driver, "keeper")
    driver.strike(pygame.K_F1)
    assert driver.top is driver.ground
    driver.open(RulebookScene(driver.app, "unstacked-draughts"))
    driver.click("Practise attention")
    assert isinstance(driver.top, TrainerScene)


def plate(book: Any) -> Any:
    return next(iter(book.page.diagrams.values()))


def state(one: PageDiagram) -> tuple[bool, bool]:
    return one.has_animation, one.is_running


@pytest.mark.parametrize("share", [0.4, 0.95])
def test_click_on_a_diagram_plays_it_and_a_second_resets_it(driver: Driver, book: Any, share: float) -> None:
    """`share`: how far down the click is. Bug: what could be clicked was a small sign in the corner."""
    book.show_page(1)
    driver.frames(5)
    shown = plate(book)
    where = (shown.rect.centerx, round(shown.rect.top + share * shown.rect.height))
    before = driver.app.surface.copy()
    assert shown.label == "Play the example"
    driver.click_at(where)
    driver.frames(5)
    assert shown.label == "Back to its beginning"
    assert state(shown) == (True, False)
    after = driver.app.surface.subsurface(shown.rect).get_buffer().raw
    assert after != before.subsurface(shown.rect).get_buffer().raw
    driver.click_at(where)
    assert state(shown) == (False, False)


def test_enter_plays_the_focused_diagram(driver: Driver, book: Any) -> None:
    book.show_page(1)
    driver.frames(5)
    driver.strike(pygame.K_TAB)
    assert book.form.focus_on is plate(book)
    driver.strike(pygame.K_RETURN)
    assert plate(book).has_animation
    driver.strike(pygame.K_RIGHT)
    assert book._page_number == 2


def test_playing_diagram_needs_frames_until_a_click_shows_its_end(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr(driver.app, "now", lambda: clock[0])
    driver.app.settings.animation = "normal"
    driver.app.paint_each_frame()
    driver.open(RulebookScene(driver.app, "ducart"))
    book: Any = driver.top
    book.show_page(1)
    driver.frames(5)
    assert book.wait_seconds() is None
    shown = plate(book)
    shown.press()
    assert state(shown) == (True, True) and book.wait_seconds() == 0.0
    driver.frames(2)
    shown.press()
    assert state(shown) == (True, False)
    book.form.point((0, 0))
    assert book.wait_seconds() is None
    shown.press()
    shown.press()
    clock[0] += 60
    driver.frames(2)
    assert state(shown) == (True, False)
