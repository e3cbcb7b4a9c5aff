"""The chance controllers of dice and cards by themselves, without a window: outcomes, the seal, who sees what."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules import abilities, find
from rules.contract import Gesture, Move, Seat, Target
from rules.match import Change, Match
from rules.record import Player, Record
from rules.series import Series
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.games.ducale.card_controller import NEXT_ROUND, CardController
from scenes.games.unstacked_draughts.dice.flight import Verdict
from scenes.games.unstacked_draughts.dice_controller import NEXT_GAME, DiceController
from scenes.table.controller import MatchController
from scenes.table.ply_cursor import PlyCursor
from scenes.table.session import Session


class Host:
    """A match without a table: it remembers what it was told."""

    note, choosing, goes_on, settled = None, False, True, True
    automatic_move: Move | None = None
    advice: tuple[Move, ...] = ()
    picked: frozenset[Target] = frozenset()
    movers: frozenset[Seat] = frozenset()

    def __init__(self, key: str, *kinds: str, position: str | None = None, **options: Any) -> None:
        game = find(key)
        assert game is not None
        chosen = game.play.options(**options)
        start = None if position is None else game.play.with_options(game.text.read(position), chosen)
        self.match = Match(game.play, chosen, len(kinds), position=start)
        players = tuple(Player(kind) for kind in kinds)  # type: ignore[arg-type]
        self.session = Session("", Record(self.match, players, {}), Series.begin(len(kinds)))
        self.cursor = PlyCursor(self.match, False)
        self.settings, self.storage, self.words = Settings(language="en"), Storage(), Words("en")
        self.told: list[str] = []

    def now(self) -> float:
        return 0.0

    def play(self, move: Move, held: Any, chosen: bool = False) -> None:
        self.carry_out(move)

    def carry_out(self, move: Move) -> None:
        self.match.play(move, 0.0)

    def refuse(self, gesture: Gesture) -> None:
        self.told.append("refuse")

    def show(self, changes: Any) -> None:
        self.told += [str(change.move) for change in changes]

    def show_outcome(self, change: Change) -> None:
        self.told.append(str(change.move))

    def turn_to(self, seat: Seat) -> None:
        self.told.append(f"seat {seat}")

    def act(self, action: str) -> None:
        self.told.append(action)

    def go_on(self) -> None:
        self.told.append("go on")

    def refresh(self) -> None:
        self.told.append("refresh")


def thrown(host: Host) -> DiceController:
    """The dice of a match in which the first seat has just thrown."""
    table = cast(MatchController, host)
    dice = DiceController(table)
    host.carry_out(next(move for move in host.match.position.legal_moves() if str(move) == "throw"))
    assert dice.pending and dice.thrower == 0
    return dice


def test_the_dice_show_their_pair_of_the_seal_once_they_lie() -> None:
    host = Host("unstacked-draughts", "person", "person")
    dice = thrown(host)
    assert host.told == [] and len(dice.sealed.hash) == 64
    dice.land(Verdict(), dice.count(host.match.position))
    assert host.told == ["".join(map(str, dice.sealed.pair(0)))] and not dice.pending
    assert dice.faces == dice.sealed.pair(0) and dice.sealed.seed is None


@pytest.mark.parametrize(
    ("kind", "slides", "word"), [("off", False, "off"), ("rim", False, "rim"), ("tilt", True, "tilt")]
)
def test_real_dice_that_do_not_count_say_so(kind: Any, slides: bool, word: str) -> None:
    host = Host("unstacked-draughts", "person", "person", dice="real")
    dice = thrown(host)
    dice.land(Verdict(kind, slides), 2)
    faces = "".join(map(str, dice.faces))
    assert host.told == [f"tilt{faces}s" if slides else word]


def test_dice_of_the_players_own_show_what_they_tell_and_are_never_sealed() -> None:
    host = Host("unstacked-draughts", "person", "person", dice="own")
    dice = thrown(host)
    dice.tell([4, 3])
    assert host.told == ["43"] and dice.sealed.hash == ""


@pytest.mark.parametrize("kind", ["computer", "person"])
def test_only_computers_among_themselves_begin_the_next_game(kind: str) -> None:
    host = Host("unstacked-draughts", kind, kind, goal=2, position="UD1 o000001 o000010 w 0-0/2")
    dice = thrown(host)
    dice.tell([6, 1])
    while (move := abilities.automatic_move(host.match.position)) is not None:
        host.carry_out(move)
    assert dice.opening_move() is not None
    dice.update(0.0)
    dice.update(NEXT_GAME)
    begun = dice.opening_move() is None
    assert begun == (kind == "computer")


def test_cards_are_dealt_at_once_and_stay_covered_until_the_next_person_is_there() -> None:
    host = Host("ducale", "person", "person")
    table = cast(MatchController, host)
    cards = CardController(table)
    cards.update(0.0)
    assert len(host.told) == 1 and (cards.pending, cards.covers, cards.viewer) == (False, True, None)
    seen = cards.table(host.match.position)
    assert {token.look for target, tokens in seen.items() if target.startswith("h") for token in tokens} == {"back"}
    cards.update(0.0)
    assert host.told[1:] == ["refresh"] and cards.cover_card() is not None
    mover = host.match.position.to_move
    cards.uncover()
    assert host.told[2:] == [f"seat {mover}", "go on"] and (cards.covers, cards.viewer) == (False, mover)
    open_hands = {
        target[:2] for target in cards.table(host.match.position) if target.startswith("h") and ":" in target
    }
    assert open_hands == {f"h{mover}"}


@pytest.mark.parametrize(("kind", "deals"), [("computer", 1), ("person", 0)])
def test_a_round_that_is_over_waits_for_persons_only(kind: str, deals: int) -> None:
    host = Host("ducale", kind, kind)
    table = cast(MatchController, host)
    cards = CardController(table)
    cards.update(0.0)
    while not cards.between_rounds:
        position: Any = host.match.position
        if cards.pending:
            cards.next_round()
        else:
            host.carry_out(position.legal_moves()[-1])
    assert not cards.hides_texts
    before = len(host.told)
    cards.update(0.0)
    cards.update(NEXT_ROUND)
    assert len(host.told) == before + deals
