"""The review at the table: asked for, watched, cancelled, looked at by mouse and keys, and kept with the match."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from rules import abilities, get
from rules.ai.questions import ReviewMatch
from rules.match import Match
from scenes.app.theme import PLAYERS
from scenes.screens.review.scene import ReviewScene
from scenes.screens.review.tryout import TryoutScene
from scenes.table import events
from scenes.ui.match_charts import Curves
from tests.rules.play import random_match
from tests.scenes.driver import Tables
from tests.scenes.matches import ANNA, BERT
from tests.scenes.matches import LAST_PIECE as LAST
from tests.scenes.review_driver import (
    BLUNDER,
    LOST_BY_ONE_TURN,
    ReviewEngineStub,
    finish_review,
    install_review_stub,
    open_finished_match,
    open_match_read_only,
    review_of,
    start_card_review,
    start_review,
    visible_buttons,
    wait_for_review,
)
from tests.test_assets import contrast as wcag
from tests.test_assets import luminance


@pytest.fixture(autouse=True)
def _slow(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    install_review_stub(monkeypatch)


def kept(home: Path) -> list[Path]:
    return sorted((home / "reviews").glob("*.json"))


# --- how one comes to it


def test_result_sheet_opens_the_review(tables: Tables) -> None:
    drive = tables.table(position=LAST, clicks=("c5", "a7"))
    drive.until(lambda: drive.above is not None)
    drive.step()
    sheet: Any = drive.above
    key = next(key for key in sheet.buttons if key.label == "Computer review")
    drive.until(lambda: not sheet.is_sliding_in)
    drive.click(key)
    assert isinstance(drive.above, ReviewScene)


def test_review_button_and_key_open_the_review_only_after_the_match(tables: Tables) -> None:
    drive = open_finished_match(tables)
    drive.click_key("review")
    review_of(drive)
    drive.escape()
    assert drive.above is None
    drive.strike(pygame.K_v)
    review_of(drive)
    drive = tables.table(clicks=("a6", "b5"))
    drive.strike(pygame.K_v)
    assert drive.above is None and drive.toast == "A match can be reviewed once it is over."


# --- while it is worked out


def test_review_asks_about_the_whole_match_and_grows_turn_by_turn(tables: Tables) -> None:
    drive, scene = start_review(tables)
    (question,) = ReviewEngineStub.asked
    assert isinstance(question, ReviewMatch) and question.nodes
    assert question.position is drive.match.start
    assert list(question.moves) == [ply.move for ply in drive.match.plies]
    seen = []
    while scene.reviewer.is_running:
        seen.append((scene.reviewer.progress, len(scene.reviewer.review.turns)))
        assert scene.stop_button.visible and not scene.decision_buttons
        drive.step()
    assert seen == sorted(seen) and len(set(seen)) >= 9
    assert not scene.stop_button.visible and scene.decision_buttons and scene.reviewer.progress == 1.0
    assert scene.decision_buttons[0].label.startswith("4… Nc6@e3"), "the turn that lost is the dearest"
    told = [line for line in drive.words().splitlines() if line.startswith(("Anna: ", "Bert: "))]
    assert len(told) >= 2 and all("accurate" in line for line in told[:2])


def test_review_can_be_cancelled_and_restarted(tables: Tables, tmp_path: Path) -> None:
    drive, scene = start_review(tables)
    drive.run(0.1)
    drive.click(scene.stop_button)
    assert ReviewEngineStub.last.cancelled == 1 and not scene.reviewer.is_running
    drive.run(0.5)
    assert not scene.reviewer.is_complete
    assert "The review was cancelled." in drive.words()
    drive.click("Review again")
    assert len(ReviewEngineStub.asked) == 2
    wait_for_review(drive)
    assert scene.reviewer.is_complete


def test_closing_the_review_closes_its_process_and_browsing_does_not(tables: Tables) -> None:
    drive, scene = start_review(tables)
    drive.strike(pygame.K_HOME)
    drive.strike(pygame.K_RIGHT)
    assert scene.reviewer.is_running and drive.facts.cursor.ply == 2
    drive.escape()
    assert drive.above is None and ReviewEngineStub.last.closed


def test_failed_review_is_reported(tables: Tables) -> None:
    ReviewEngineStub.failing = True
    drive, _ = finish_review(tables)
    assert "The computer could not review this match." in drive.words()


# --- what is seen of it


def test_match_resigned_at_once_has_nothing_to_judge(tables: Tables) -> None:
    """Bug: who gave up after a turn was "100 % accurate"; after a deal and a card nothing was said at all."""
    game = get("ducale")
    match = Match(game.play, game.play.options(), 2)
    match.play_chance(abilities.sample(match.position, Random(1)))
    match.play(match.position.legal_moves()[0])
    match.force_end("resigned", match.position.to_move)
    drive = open_match_read_only(tables, match, ANNA, BERT)
    drive.strike(pygame.K_v)
    wait_for_review(drive)
    assert drive.words().endswith("Nothing was decided in this match, so there is nothing to judge.")
    short = LOST_BY_ONE_TURN.replace("king captured", "resigned").partition(" 2. ")[0] + " 1-0\n"
    drive = open_finished_match(tables, short)
    drive.strike(pygame.K_v)
    wait_for_review(drive)
    words = drive.words()
    assert "Anna: too few decisions to judge\nBert: too few" in words and "accurate" not in words
    drive = tables.table()
    drive.send(events.EndMatch("resigned", 0))
    drive.settle()
    assert "Play again" in drive.words() and "Computer review" not in drive.words()


def test_better_turn_is_played_on_the_board_with_heading_and_marks(tables: Tables) -> None:
    """Bug: the heading stayed, the marks lay on the turn before, and nothing said how to get back."""
    drive, scene = finish_review(tables)
    plies, before = list(drive.match.plies), drive.match.positions[BLUNDER]
    drive.click(scene.decision_buttons[0])
    drive.click(scene.show_better_button)
    assert drive.scene.stage.has_film
    drive.until(lambda: not drive.scene.stage.has_film)
    played, put = scene.texts.better_moves(scene.reviewer.review.costliest()[0])
    assert drive.scene.stage.table == before.play(played).play(put).table()
    gestures = before.gesture(played), drive.match.position.gesture(put)
    assert drive.marks.last == {*gestures[0].pick, gestures[0].drop, gestures[1].drop}
    assert "The table shows the better turn." in drive.words()
    drive.resize((1100, 700))
    assert drive.scene.stage.table != before.table()
    drive.strike(pygame.K_LEFT)
    assert drive.facts.cursor.ply == BLUNDER and drive.marks.hint
    assert drive.scene.stage.table == before.table()
    assert "The table shows the better turn." not in drive.words()
    drive.strike(pygame.K_END)
    assert drive.scene.stage.table == drive.match.position.table() and drive.match.plies == plies
    drive.click(scene.decision_buttons[0])
    drive.click(scene.show_better_button)
    drive.escape()
    drive.settle()
    assert drive.scene.stage.table == drive.facts.cursor.position.table()


def test_better_turn_can_be_tried_out(tables: Tables) -> None:
    drive, scene = finish_review(tables)
    drive.click(scene.decision_buttons[0])
    drive.click(scene.try_better_button)
    assert type(drive.above) is TryoutScene and "It begins after the better turn." in drive.words()
    drive.escape()
    assert review_of(drive) is scene
    assert drive.facts.cursor.ply == BLUNDER and drive.marks.hint


def test_click_in_the_review_graph_shows_the_turn_or_the_result(tables: Tables) -> None:
    """Bug: of the last position it said that whoever was to move won with a chance of 0 %."""
    drive, scene = finish_review(tables)
    graph: Any = scene.graph
    x, y = graph.point_of(4)
    drive.click_at((round(x), round(y)))
    assert drive.facts.cursor.ply == drive.match.turns()[4].first
    assert graph.here == 4
    drive.strike(pygame.K_RIGHT)
    assert graph.here == 5
    scene.show_turn_start(len(drive.match.turns()))
    assert "The end. Anna won." in drive.words()
    scene.show_turn_start(len(drive.match.turns()) - 1)
    assert "chance of winning: " in drive.words()


def test_names_in_the_review_graph_have_contrast_before_it_is_filled(tables: Tables) -> None:
    """Bug: the upper name stood there in ivory, on the pale ground of a course that was still to come."""
    drive, scene = start_review(tables)
    graph: Any = scene.graph
    field = graph.field()
    high = graph.theme.line("small")
    names = [
        pygame.Rect(field.left + 4, top, field.width // 2, high) for top in (field.top + 2, field.bottom - high - 2)
    ]
    shares: tuple[list[float], ...] = ([], [0.5, 0.5], [1.0, 1.0], [0.0, 0.0])
    for course in shares:
        graph.show(course, [], [], graph.sides, 2)
        drive.step()
        for name in names:
            assert contrast(drive.app.surface.subsurface(name)) > 4.5, course


def contrast(part: pygame.Surface) -> float:
    """Between the lightest and the darkest of what is seen there, apart from single pixels (WCAG 2)."""
    tones = sorted(luminance(part.get_at((x, y))) for x in range(part.get_width()) for y in range(part.get_height()))
    dark, light = tones[len(tones) // 40], tones[-len(tones) // 40]
    return wcag(light, dark)


# --- dice and cards


def test_dice_review_names_the_player_of_each_unclaimed_die(tables: Tables) -> None:
    game = get("unstacked-draughts")
    drive = open_match_read_only(
        tables, random_match(game, replace(game.play.options(), mode="attentive", goal=1), 2), ANNA, BERT
    )
    drive.strike(pygame.K_v)
    scene = wait_for_review(drive)
    dear = scene.reviewer.review.costliest()
    told = [words for words in drive.words().splitlines() if words.endswith(" left a die unclaimed.")]
    names = [("Anna", "Bert")[cost.seat] for cost in dear]
    assert dear and told == [f"{name} left a die unclaimed." for name in names]
    assert all("Left over, and not claimed" in scene.texts.explain_cost(cost) for cost in dear)
    assert len({cost.ply for cost in dear}) == len(dear)
    drive.click(scene.decision_buttons[0])
    assert drive.facts.cursor.ply == dear[0].ply and visible_buttons(scene) == [scene.try_better_button]
    (checker,) = drive.match.positions[dear[0].ply].gesture(scene.texts.better_moves(dear[0])[0]).pick
    assert drive.marks.hint[0] == checker and len(drive.marks.hint) == 2


def test_review_says_when_luck_decided(tables: Tables) -> None:
    game = get("unstacked-draughts")
    drive = open_match_read_only(tables, random_match(game, replace(game.play.options(), goal=1), 2), ANNA, BERT)
    drive.strike(pygame.K_v)
    wait_for_review(drive)
    assert "Luck alone decided this match." in drive.words()


def test_card_review_has_a_curve_for_each_player_for_mouse_and_keys(tables: Tables) -> None:
    """Bugs: a line of one value wasn't seen beside its number, for whoever had one turn in a short round; the course
    could be clicked only, while that of the other games knew arrows and Enter."""
    drive = start_card_review(tables)
    scene = wait_for_review(drive)
    graph, start = scene.graph, drive.facts.cursor.ply
    assert isinstance(graph, Curves) and all(graph.lines)
    for line in graph.lines:
        for place, value in line:
            x, y = graph.point_of(place, value)
            assert drive.app.surface.get_at((round(x), round(y))) in PLAYERS, (place, value)
    drive.form.focus(graph)
    for _ in range(3):
        drive.strike(pygame.K_LEFT)
    assert drive.facts.cursor.ply == start
    pointed, values = graph.pointed_at, graph.describe_value().split(", ")[-4:]
    assert pointed is not None and 0 < pointed < len(drive.match.turns())
    assert [told.rpartition(". ")[2][:2] for told in values] == ["1:", "2:", "3:", "4:"]
    drive.strike(pygame.K_RETURN)
    assert drive.facts.cursor.ply < start and graph.here == pointed
    drive.click_at(graph.field().midleft)
    assert drive.facts.cursor.ply == 0 and "Before the deal." in drive.words()
    drive.strike(pygame.K_RIGHT)
    assert "could expect" in drive.words()


def test_closed_review_returns_to_the_position_and_undo_deletes_it(tables: Tables) -> None:
    """Bug: of a match that was played here it led to the result."""
    drive = tables.table(position=LAST, clicks=("c5", "a7"))
    drive.until(lambda: drive.above is not None)
    drive.escape()
    drive.strike(pygame.K_HOME)
    assert drive.facts.cursor.ply == 0
    drive.strike(pygame.K_v)
    wait_for_review(drive).show_turn_start(1)
    drive.escape()
    assert drive.top is drive.scene and drive.facts.cursor.shown_ply == 0
    assert kept(drive.app.storage.data)
    drive.undo()
    assert not kept(drive.app.storage.data)


# --- what is kept


def test_review_is_saved_and_reread_without_changing_the_record(tables: Tables) -> None:
    drive = open_finished_match(tables)
    (file,) = (drive.app.storage.data / "finished").glob("*.tablier")
    before = file.read_bytes()
    drive.strike(pygame.K_v)
    first = [entry.label for entry in wait_for_review(drive).decision_buttons]
    assert len(kept(drive.app.storage.data)) == 1
    drive.escape()
    assert file.read_bytes() == before
    again = open_finished_match(tables)
    again.strike(pygame.K_v)
    assert len(ReviewEngineStub.asked) == 1
    assert [entry.label for entry in review_of(again).decision_buttons] == first


def test_saved_review_of_another_match_is_dropped(tables: Tables) -> None:
    drive, _ = finish_review(tables)
    drive.escape()
    shorter = LOST_BY_ONE_TURN.replace("4. Qxe7@e2 Nc6@e3 5. Qxe8# 1-0", "1-0").replace(
        '[Termination "king captured"]', '[Termination "resignation"]'
    )
    other = open_finished_match(tables, shorter)
    assert other.match.outcome() is not None, "the match is over"
    other.strike(pygame.K_v)
    assert len(ReviewEngineStub.asked) == 2


def test_damaged_review_is_set_aside_with_a_notice(tables: Tables) -> None:
    drive, _ = finish_review(tables)
    drive.escape()
    (file,) = kept(drive.app.storage.data)
    file.write_text('{"version": 1', encoding="utf-8")
    again = open_finished_match(tables)
    again.strike(pygame.K_v)
    assert len(ReviewEngineStub.asked) == 2
    assert [notice.key for notice in again.app.storage.notices] == ["storage.review_unreadable"]
    assert list(file.parent.glob("*.unreadable-1"))
    wait_for_review(again)
    assert kept(again.app.storage.data) == [file]


# --- the process itself


def test_engine_process_reviews_a_match(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    from scenes.table.engine_client import EngineClient

    monkeypatch.setattr("scenes.screens.review.reviewer.EngineClient", EngineClient)
    monkeypatch.setattr("rules.ai.review.budget_for", lambda key, fast: 200)
    drive, scene = start_review(tables)
    clock = pygame.time.Clock()
    for _ in range(3000):
        if not scene.reviewer.is_running:
            break
        clock.tick(100)
        drive.step()
    assert scene.reviewer.is_complete and len(scene.reviewer.review.turns) == len(drive.match.turns()) + 1
