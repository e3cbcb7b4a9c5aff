"""What a review shows: whose half of the graph is which, and what would have been better as an arrow."""

import pygame
import pytest

from rules import get
from rules.match import Match
from rules.record import Player
from scenes.table import match_text
from scenes.table.sidebar import upper_and_lower_side, upper_seat
from scenes.ui.match_charts import Graph
from tests.bench.fixtures import begin_match
from tests.checks import present
from tests.effort import by_effort
from tests.rules.play import random_match
from tests.scenes.driver import Tables
from tests.scenes.matches import ANNA, BERT, GAME
from tests.scenes.review_driver import (
    BLUNDER,
    finish_review,
    install_review_stub,
    open_match_read_only,
    start_card_review,
    visible_buttons,
    wait_for_review,
)


@pytest.fixture(autouse=True)
def _slow(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    install_review_stub(monkeypatch)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("key", "seed"), [("double-draughts", 19), ("duck-chess", 23), ("ducart", None), ("unstacked-draughts", 17)]
)
def test_upper_half_of_the_graph_is_the_persons_in_the_sides_colour(
    tables: Tables, key: str, seed: int | None, seat: int
) -> None:
    """Bug: "100 %" stood beside the loser's name, and in Double Draughts the light area was Black's."""
    game = get(key)
    players = [Player("computer", "Regular", 2)] * 2
    players[seat] = ANNA
    match = begin_match(game) if seed is None else random_match(game, game.play.options(), seed)
    if seed is None:  # it has no seed that ends with a winner
        match.force_end("resigned", 0)
    drive = open_match_read_only(tables, match, *players)
    drive.strike(pygame.K_v)
    scene = wait_for_review(drive)
    graph, first = scene.graph, scene.reviewer.review.turns[-1].value
    ahead = (first > 0.5) == (seat == 0)
    assert seed is None or ahead == (seat in drive.match.outcome().winners)
    assert isinstance(graph, Graph)
    side = match_text.seat_word(drive.app.words, drive.scene.session, seat)
    assert graph.sides[0].name == f"Anna · {side}"
    emblem = drive.stage.view.emblems[seat if ahead else 1 - seat]
    x, y = graph.point_of(len(drive.match.turns()))
    assert (y < graph.field().centery) == ahead
    beside = round(x) - 3, graph.field().centery + (-4 if ahead else 4)
    assert drive.app.surface.get_at(beside) == pygame.Color(drive.app.assets.looks.colour(emblem))
    scene.show_turn_start(0)
    what = " this game" if key == "unstacked-draughts" else ""
    assert f"Your chance of winning{what}: {round(100 * graph.course[0])}%." in drive.words()


def test_marks_of_turns_that_a_damaged_review_lacks_are_left_out(tables: Tables) -> None:
    """Bug: IndexError in the graph."""
    drive, scene = finish_review(tables)
    graph, sides = scene.graph, upper_and_lower_side(drive.app, drive.scene.session)
    assert isinstance(graph, Graph)
    drive.app.paint_each_frame()
    graph.show([0.5], [0, 3], [], sides, 9)
    drive.frames(1)
    assert graph.place_count() == 1


def test_upper_half_of_the_graph_is_the_first_players_between_persons(tables: Tables) -> None:
    match = Match(GAME.play)
    drive = open_match_read_only(tables, match, ANNA, BERT)
    assert upper_seat(drive.scene.session) == match.position.to_move
    assert [side.name for side in upper_and_lower_side(drive.app, drive.scene.session)] == [
        "Anna · Black",
        "Bert · White",
    ]


def test_better_turn_is_shown_by_an_arrow_after_clicks_and_keys(tables: Tables) -> None:
    """Bug: whoever clicked the mark in the graph, or came by keys, saw the board alone."""
    drive, scene = finish_review(tables)
    assert visible_buttons(scene) == []
    drive.click(scene.decision_buttons[0])
    dear, arrow = scene.shown_cost, drive.marks.hint
    gesture = drive.match.positions[BLUNDER].gesture(
        scene.texts.better_moves(scene.reviewer.review.costliest()[0])[0]
    )
    assert drive.facts.cursor.ply == BLUNDER and arrow == (*gesture.pick, gesture.drop)
    assert visible_buttons(scene) == [scene.show_better_button, scene.try_better_button]
    scene.show_turn_start(len(drive.match.turns()))
    assert drive.marks.hint == () and scene.shown_cost is None
    assert isinstance(scene.graph, Graph)
    x, y = scene.graph.point_of(7)
    drive.click_at((round(x), round(y)))
    assert drive.marks.hint == arrow and scene.shown_cost == dear
    drive.strike(pygame.K_LEFT)
    assert drive.marks.hint != arrow
    drive.strike(pygame.K_RIGHT)
    drive.until(lambda: not drive.stage.is_busy)
    assert drive.marks.hint == arrow


def test_better_turn_outside_the_list_is_shown_at_its_turn(tables: Tables) -> None:
    drive, scene = finish_review(tables)
    review = scene.reviewer.review
    cost = review.costliest(99)[3]
    scene.show_turn_start(next(one.turn for one in review.turns if cost in one.costs))
    assert drive.marks.hint and scene.texts.decision_texts(cost)[0] in drive.words()


def test_card_review_arrows_lead_from_cards_to_their_targets(tables: Tables) -> None:
    drive = start_card_review(tables)
    scene = wait_for_review(drive)
    review, spans = scene.reviewer.review, drive.match.turns()
    assert review.costliest()
    for number in range(0, len(spans), by_effort(5, 1, 1)):
        span = spans[number]
        scene.show_turn_start(number)
        drive.step()
        found = review.costliest(1, range(span.first, span.last))
        moves = [(cost, scene.texts.better_moves(cost)[0]) for cost in found]
        gestures = [(drive.match.positions[cost.ply].gesture(move), cost.seat) for cost, move in moves]
        arrows = [(gesture.pick, gesture.drop or f"h{seat}") for gesture, seat in gestures]
        assert list(drive.stage.highlights.arrows[:1]) == arrows


@pytest.mark.parametrize("size", [(960, 600), (1366, 768)])
def test_picked_turn_and_its_explanation_are_visible(tables: Tables, size: tuple[int, int]) -> None:
    """Bug: the keys that came below the list covered the picked turn, and what would have been better."""
    drive = open_match_read_only(
        tables, random_match(get("duck-chess"), get("duck-chess").play.options(), 23), ANNA, BERT
    )
    drive.resize(size)
    drive.strike(pygame.K_v)
    scene = wait_for_review(drive)
    assert len(scene.decision_buttons) > 2
    for entry in scene.decision_buttons:
        drive.strike_on(entry)
        strip = present(entry.parent, "strip of the entry")
        said = strip.children[strip.children.index(entry) + 1]
        assert scene.try_better_button.visible and strip.rect.contains(entry.rect) and strip.rect.contains(said.rect)
