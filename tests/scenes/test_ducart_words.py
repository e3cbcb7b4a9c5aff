"""The board of Ducart explains itself: under the pointer, on the paper, and when a click is in vain."""

import pygame
import pytest

from rules.ducart.options import Options
from scenes.app.words import LANGUAGES, Words
from scenes.table.policy import TOOLTIP_DELAY_SECONDS
from scenes.ui.clocks import ClockFace
from scenes.ui.moves import MoveList
from tests.rows import rows
from tests.scenes.driver import Tables
from tests.scenes.gnomes import BANNED, BUSY, FRESH, HEALER, LEAPS, NEARLY, STEALER, STUCK, table
from tests.scenes.matches import ANNA, COMPUTER
from tests.scenes.opponents import silent


def test_the_pointer_at_rest_reads_what_stands_there_and_what_it_does(tables: Tables) -> None:
    driver = table(tables, HEALER)
    driver.move(driver.at("e8"))
    driver.run(TOOLTIP_DELAY_SECONDS / 2)
    early = driver.toast
    driver.run(TOOLTIP_DELAY_SECONDS)
    said = driver.toast or ""
    driver.move(driver.at("a8"))
    assert early is None and driver.toast is None
    assert said.startswith("Blue Healer on e8.") and "wakes" in said


def test_it_reads_stacks_and_states(tables: Tables) -> None:
    driver = table(tables, HEALER)
    for target, words in (
        ("e6", ("Gold Sweeper on e6, kept by the Blue Keeper", "sleep")),
        ("f3", ("Blue Stealer on f3, kept by the Gold Keeper", "locked")),
        ("d2", ("Gold Sweeper on d2", "sleep")),
    ):
        driver.move(driver.at(target))
        driver.run(2 * TOOLTIP_DELAY_SECONDS)
        assert driver.toast is not None, "what it is and does is told"
        assert all(word in driver.toast for word in words), driver.toast


def test_where_only_a_push_frees_a_keeper_it_says_so(tables: Tables) -> None:
    driver = table(tables, HEALER.removesuffix("-") + "p")
    driver.move(driver.at("f3"))
    driver.run(2 * TOOLTIP_DELAY_SECONDS)
    assert driver.toast is not None and "Only a Creeper that pushes" in driver.toast


def test_where_only_neighbours_are_stolen_the_paper_says_so(tables: Tables) -> None:
    driver = table(tables, STEALER.removesuffix("-") + "a", clicks=("e5",))
    assert "any neighbour" in driver.note


def test_it_reads_what_a_click_would_do(tables: Tables) -> None:
    driver = table(tables, BUSY, clicks=("d4",))
    driver.move(driver.at("e4"))
    driver.run(2 * TOOLTIP_DELAY_SECONDS)
    assert driver.toast == "Blue Sweeper on e4. Playing here pushes it to f4."


def test_nothing_is_read_after_a_click_until_the_pointer_moves(tables: Tables) -> None:
    driver = table(tables, BUSY)
    driver.move(driver.at("d4"))
    driver.click("d4")
    driver.run(3 * TOOLTIP_DELAY_SECONDS)
    assert driver.toast is None


def test_a_refusal_is_not_covered_by_what_the_pointer_reads(tables: Tables) -> None:
    driver = table(tables, BUSY)
    driver.move(driver.at("e7"))
    driver.run(TOOLTIP_DELAY_SECONDS / 2)
    driver.click("e7")
    refused = driver.toast
    driver.move((driver.at("e7")[0] + 2, driver.at("e7")[1]))
    driver.run(1.0)
    assert refused is not None and driver.toast == refused


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_on_the_board_can_be_read(tables: Tables, language: str) -> None:
    """Words that lack a key are an error in tests."""
    for position in (BUSY, HEALER, STEALER, FRESH, BANNED, LEAPS):
        driver = table(tables, position, language=language)
        for target in driver.scene.stage.table:
            driver.move(driver.at(target))
            driver.run(TOOLTIP_DELAY_SECONDS + 0.1)
            assert driver.toast is not None and target in driver.toast


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_target_has_words(language: str) -> None:
    words = Words(language)
    for kind in ("kill", "keep", "push", "sleep", "steal", "transfer", "heal", "ban", "own"):
        assert words(f"deed.ducart.{kind}", target="a1", other="b1")


def test_a_click_in_vain_says_why_at_the_piece(tables: Tables) -> None:
    driver = table(tables, HEALER)
    for target, words in (("e8", "e8"), ("f3", "f3"), ("e6", "e6"), ("d2", "d2")):
        driver.click(target)
        assert driver.toast is not None and words in driver.toast, driver.toast
        assert driver.picked == frozenset()
        driver.run(4.0)


def test_both_sides_sweepers_are_counted_on_the_paper(tables: Tables) -> None:
    driver = table(tables, NEARLY.replace("4w3", "3ww3"))
    details = [face.detail for face in driver.all_of(ClockFace)]
    assert details == ["Gold · 6 Sweepers", "Blue · 2 Sweepers"]
    driver.click("c6", "d7")
    driver.settle()
    details = [face.detail for face in driver.all_of(ClockFace)]
    assert details == ["Gold · 6 Sweepers", "Blue · 1 Sweeper"]
    driver.strike(pygame.K_HOME)
    driver.settle()
    assert driver.all_of(ClockFace)[1].detail == "Blue · 2 Sweepers"


def test_while_the_computer_thinks_the_pointer_still_reads(tables: Tables) -> None:
    driver = table(tables, players=(ANNA, COMPUTER))
    driver.mind.answer = silent
    driver.click("d2", "d3")
    driver.run(1.0)
    driver.move(driver.at("a8"))
    driver.run(2 * TOOLTIP_DELAY_SECONDS)
    assert driver.toast is not None and driver.toast.startswith("Blue Keeper on a8.")


@rows
def test_a_turn_is_told_in_words(tables: Tables, position: str, clicks: tuple[str, ...], words: str) -> None:
    driver = table(tables, position)
    driver.click(*clicks)
    driver.settle()
    assert driver.explain(0) == words


def test_the_paper_says_what_the_other_side_has_done(tables: Tables) -> None:
    driver = table(tables, BUSY)
    for turn in (("h3", "h4"), ("b7", "b6"), ("d4", "e4"), ("c8", "a6")):
        driver.click(*turn)
        driver.settle()
    assert driver.note == "The Blue Sleeper moves from c8 to a6."


def test_the_computers_first_turn_is_told_before_the_aim(tables: Tables) -> None:
    driver = table(tables, players=(COMPUTER, ANNA))
    driver.settle()
    assert driver.note.startswith(driver.explain(0)) and driver.note.count("Be the only side") == 1


def test_a_promotion_is_told_too(tables: Tables) -> None:
    driver = table(tables, NEARLY.replace("2W5", "8").replace("/4w3/", "/2W1w3/"), caution=False, clicks=("c7", "b8"))
    driver.settle()
    assert (
        driver.explain(0)
        == "The Gold Sweeper moves from c7 to b8. The Gold Sweeper on b8 becomes a Leaper, and no longer counts."
    )


def test_a_turn_in_the_list_is_told_when_the_pointer_rests_on_it(tables: Tables) -> None:
    driver = table(tables, BUSY, clicks=("d4", "e4"))
    driver.settle()
    turns = driver.the(MoveList)
    driver.move(turns.place_of(0).center)
    driver.run(1.0)
    assert driver.tip() == "The Gold Creeper on d4 pushes the Blue Sweeper from e4 to f4."


def test_the_paper_says_what_the_picked_piece_can_do(tables: Tables) -> None:
    driver = table(tables, BUSY)
    before = driver.note
    driver.click("d4")
    assert "knight" in driver.note and "Right click" in driver.note
    driver.right_click(None)
    assert driver.note == before


def test_a_right_click_on_the_paper_lets_go_too(tables: Tables) -> None:
    """A Stealer that is thought to be put down would steal with the next click."""
    driver = table(tables, STEALER, clicks=("e5",))
    pos = driver.the(MoveList).rect.center
    driver.post(pygame.MOUSEBUTTONDOWN, pos=pos, button=3)
    assert driver.picked == frozenset()
    driver.click("d2")
    assert driver.played() == []


def test_a_turn_that_is_missed_is_made_by_the_table_and_told(tables: Tables) -> None:
    driver = table(tables, STUCK, clicks=("h3", "h4"))
    driver.until(lambda: len(driver.played()) == 2)
    driver.settle()
    assert driver.played() == ["Kh3-h4", "pass"] and driver.facts.can_move
    assert "missed" in driver.explain(1)


def test_a_click_on_a_pale_key_says_why_at_once(tables: Tables) -> None:
    driver = table(tables, options=Options(timed=True))
    driver.click(driver.scene.cloth.button)
    undo = driver.key("undo")
    assert not undo.enabled
    driver.move(undo.rect.center)
    driver.click(undo)
    assert driver.tip() == "While clocks run nothing is taken back."
