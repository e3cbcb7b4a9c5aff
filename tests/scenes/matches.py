"""Games, players, positions and matches that several screen tests share."""

from random import Random
from typing import Final

from rules import GAMES
from rules.clock import Control
from rules.contract import NATURE
from rules.game import Game
from rules.record import Player
from scenes.app.storage import Storage
from scenes.table.session import Session

GAME: Final = GAMES[0]
DUCK: Final = GAMES[1]
ANNA, BERT = Player("person", "Anna"), Player("person", "Bert")
COMPUTER: Final = Player("computer", "Regular", 2)
CLOCK: Final = Control(5, 3)

ONE_CAPTURE: Final = "7m/8/1m6/2M5/8/8/8/8 w 2 0 1"
"""White has one move: c5 must capture b6 and land on a7."""
MAY_AND_MUST: Final = "7m/8/1m6/2M5/8/8/7M/8 w 2 0 1"
"""c5 must capture, so h2 may not move."""
TWO_HOPS: Final = "m7/8/4m3/8/2m5/1M6/8/7M w 2 0 1"
"""b3 captures c4 and then, from d5, e6."""
BLACK_TWO_HOPS: Final = "8/8/4m3/3M4/8/1M6/8/7M b 2 0 1"
"""Black's e6 captures d5 and then, from c4, b3; it ends on a2."""
KINGS: Final = "7m/8/8/3k4/2K5/8/8/8 w 2 0 1"
LAST_PIECE: Final = "8/8/1m6/2M5/8/8/8/8 w 2 0 1"

MIDDLE: Final = "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P*2/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6"
"""A middle game of Duck Chess with the duck on f4."""
PAWNS_ON_THE_SEVENTH: Final = "3nk3/2P4P/8/8/3*4/8/p7/4K3 w - - 0 1"
"""Pawns of both sides that may promote; White's c7 also by a capture."""
OPEN_KINGS: Final = "4k3/8/8/8/1b1Qr1*1/8/3P4/R3K2R w KQ - 0 1"
"""Both kings can be captured along the e-file."""


def begin(*players: Player, position: str | None = None, control: Control | None = None) -> Session:
    start = None if position is None else GAME.text.read(position)
    return Session.begin(Storage(), GAME, GAME.play.options(), players or (ANNA, BERT), control, start)


def save_texts(*texts: str) -> Storage:
    """Save texts one after the other as the match "a"."""
    storage = Storage()
    for text in texts:
        storage.save_match("a", text)
    return storage


def session(
    storage: Storage,
    plies: int = 10,
    *,
    names: tuple[str, str] = ("Anna", "Bert"),
    other: Player | None = None,
    seed: int = 1,
    match_id: str = "",
    game: Game = GAME,
) -> Session:
    """Play a match of random turns without saving it; 1000 plies finish any match."""
    players = (Player("person", names[0]), other or Player("person", names[1]))
    begun = Session.begin(storage, game, game.play.options(), players)
    begun.id = match_id or begun.id
    rng = Random(seed)
    while len(begun.match.plies) < plies and begun.match.outcome() is None:
        legal = begun.match.position.legal_moves()
        if legal:
            begun.match.play(rng.choice(legal))
        elif begun.match.position.to_move == NATURE:
            begun.match.play_chance(rng=rng)  # cards are dealt
        else:
            begun.match.undo()  # the turn can't be ended
    begun.score_result()
    return begun
