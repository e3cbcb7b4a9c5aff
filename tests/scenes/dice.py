"""Tables of Unstacked Draughts, dice with chosen faces, and matches played at random."""

from collections.abc import Callable
from random import Random
from typing import Any, Final
from unittest.mock import patch

from rules import abilities, get
from rules.ai import opponent_process
from rules.ai.questions import Answer
from rules.contract import NATURE, Seat, Target
from rules.match import Match
from rules.record import Player
from rules.search.budget import never
from scenes.table.sealed_chance import SealedChance
from tests.scenes.driver import Driver, Tables

UNSTACKED: Final = get("unstacked-draughts")
HAWK: Final = Player("computer", "Hawk", 4)


def dice_table(
    tables: Tables, *players: Player, app: Any = None, position: str | None = None, **options: Any
) -> Driver:
    chosen = UNSTACKED.play.options(**{"goal": 1, **options})
    return tables.table(*players, game=UNSTACKED, options=chosen, app=app, position=position)


def load(drive: Driver, *pairs: tuple[int, int]) -> Callable[[], None]:
    """Let the dice show these pairs in turn and then the sealed ones; return a function that ends this."""
    waiting, taken, session = list(pairs), dict[int, tuple[int, int]](), drive.scene.session
    usual = SealedChance.dice_of_throw

    def pair(self: SealedChance, throw: int) -> tuple[int, int]:
        if self.record is not session.record and self.hash != SealedChance(session.record).hash:
            return usual(self, throw)
        if throw not in taken:
            taken[throw] = waiting.pop(0) if waiting else usual(self, throw)
        return taken[throw]

    loaded = patch.object(SealedChance, "dice_of_throw", pair)
    loaded.start()
    drive.app.at_close.append(loaded.stop)
    return loaded.stop


def cup_of(seat: Seat) -> Target:
    return ("w-cup", "b-cup")[seat]


def lies(drive: Driver) -> bool:
    scene = drive.scene
    return not (
        scene.stage.has_film or scene.table.facts.chance.is_pending or scene.table.facts.automatic_move is not None
    )


def throw(drive: Driver, seat: Seat, *pair: int) -> None:
    if pair:
        load(drive, (pair[0], pair[-1]))
    drive.click(cup_of(seat))
    drive.until(lambda: lies(drive))


def random_play(match: Match, random: Random, plies: int | None = None) -> None:
    while match.outcome() is None and (plies is None or len(match.plies) < plies):
        position = match.position
        watching = [move for move in position.legal_moves() if move.seat != NATURE]
        if position.to_move == NATURE and (not watching or random.random() < 0.9):
            match.play_chance(rng=random)
        else:
            match.play(abilities.automatic_move(position) or random.choice(watching))


_GUESTS: Final = opponent_process.EngineHost()


def attentive(question: Any) -> Answer:
    return opponent_process.reply(question, never, _GUESTS, lambda answer: None)
