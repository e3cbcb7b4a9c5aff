"""What a review shows: whose half of the graph is which, and what would have been better as an arrow."""

import pygame
import pytest

from rules import get
from rules.match import Match
from rules.record import Player
from scenes.table import match_text
from scenes.table.sidebar import upper_and_lower_side, upper_seat
from scenes.ui.match_charts import Graph
from tests.bench.fixtures import played
from tests.checks import present
from tests.effort import by_effort
from tests.rules.play import random_match
from tests.scenes.driver import Tables
from tests.scenes.matches import ANNA, BERT, GAME
from tests.scenes.reviewed import BLUNDER, keys_of, laid, reviewed, reviewed_cards, stand_in, whole_review


@pytest.fixture(autouse=True)
def _slow(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("key", "seed"), [("double-draughts", 19), ("duck-chess", 23), ("ducart", None), ("unstacked-draughts", 17)]
)
def test_up_is_good_for_the_person_and_a_half_wears_its_sides_colour(
    tables: Tables, key: str, seed: int | None, seat: int
) -> None:
    """Bug: "100 %" stood beside the loser's name, and in Double Draughts the light area was Black's."""
    game = get(key)
    players = [Player("computer", "Regular", 2)] * 2
    players[seat] = ANNA
    match = played(game) if seed is None else random_match(game, game.play.options(), seed)
    if seed is None:  # it has no seed that ends with a winner
        match.end("resigned", 0)
    drive = laid(tables, match, *players)
    drive.strike(pygame.K_v)
    scene = reviewed(drive)
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


def test_up_is_good_for_the_first_player_where_two_persons_sit(tables: Tables) -> None:
    match = Match(GAME.play)
    drive = laid(tables, match, ANNA, BERT)
    assert upper_seat(drive.scene.session) == match.position.to_move
    assert [side.name for side in upper_and_lower_side(drive.app, drive.scene.session)] == [
        "Anna · Black",
        "Bert · White",
    ]


def test_the_better_turn_is_shown_by_an_arrow_after_a_click_and_keys_alike(tables: Tables) -> None:
    """Bug: whoever clicked the mark in the graph, or came by keys, saw the board alone."""
    drive, scene = whole_review(tables)
    assert keys_of(scene) == []
    drive.click(scene.entries[0])
    dear, arrow = scene.picked, drive.marks.hint
    gesture = drive.match.positions[BLUNDER].gesture(scene.says.moves(scene.reviewer.review.dearest()[0])[0])
    assert drive.facts.cursor.ply == BLUNDER and arrow == (*gesture.pick, gesture.drop)
    assert keys_of(scene) == [scene.show_better, scene.try_better]
    scene.show_turn_start(len(drive.match.turns()))
    assert drive.marks.hint == () and scene.picked is None
    assert isinstance(scene.graph, Graph)
    x, y = scene.graph.point_of(7)
    drive.click_at((round(x), round(y)))
    assert drive.marks.hint == arrow and scene.picked == dear
    drive.strike(pygame.K_LEFT)
    assert drive.marks.hint != arrow
    drive.strike(pygame.K_RIGHT)
    drive.until(lambda: not drive.stage.busy)
    assert drive.marks.hint == arrow


def test_a_better_turn_that_is_not_among_the_dearest_is_told_where_it_was(tables: Tables) -> None:
    drive, scene = whole_review(tables)
    review = scene.reviewer.review
    cost = review.dearest(99)[3]
    scene.show_turn_start(next(one.turn for one in review.turns if cost in one.costs))
    assert drive.marks.hint and scene.says.told_of(cost)[0] in drive.words()


def test_at_cards_arrows_lead_from_the_cards_to_where_they_go(tables: Tables) -> None:
    drive = reviewed_cards(tables)
    scene = reviewed(drive)
    review, spans = scene.reviewer.review, drive.match.turns()
    assert review.dearest()
    for number in range(0, len(spans), by_effort(5, 1, 1)):
        span = spans[number]
        scene.show_turn_start(number)
        drive.step()
        found = review.dearest(1, range(span.first, span.last))
        moves = [(cost, scene.says.moves(cost)[0]) for cost in found]
        gestures = [(drive.match.positions[cost.ply].gesture(move), cost.seat) for cost, move in moves]
        arrows = [(gesture.pick, gesture.drop or f"h{seat}") for gesture, seat in gestures]
        assert list(drive.stage.lit.arrows[:1]) == arrows


@pytest.mark.parametrize("size", [(960, 600), (1366, 768)])
def test_the_picked_turn_and_its_explanation_are_in_sight(tables: Tables, size: tuple[int, int]) -> None:
    """Bug: the keys that came below the list covered the picked turn, and what would have been better."""
    drive = laid(tables, random_match(get("duck-chess"), get("duck-chess").play.options(), 23), ANNA, BERT)
    drive.resize(size)
    drive.strike(pygame.K_v)
    scene = reviewed(drive)
    assert len(scene.entries) > 2
    for entry in scene.entries:
        drive.strike_on(entry)
        strip = present(entry.parent, "strip of the entry")
        said = strip.children[strip.children.index(entry) + 1]
        assert scene.try_better.visible and strip.rect.contains(entry.rect) and strip.rect.contains(said.rect)
