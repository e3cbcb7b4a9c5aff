"""A match of cards on file: what has happened is there, also while nobody is to move."""

from random import Random
from typing import Any

from rules.contract import NATURE
from rules.ducale import GAME
from rules.ducale.policies import greedy
from rules.record import Player
from scenes.app.storage import Storage
from scenes.table.session import Session


def test_the_end_of_a_round_is_on_file_before_the_next_deal() -> None:
    storage = Storage()
    players = tuple(Player("person", name) for name in ("Anna", "Bert"))
    session = Session.begin(storage, GAME, GAME.play.options(), players)
    match, rng = session.match, Random(1)
    position: Any = match.position
    while position.phase not in ("end", "blocked"):
        if position.to_move == NATURE:
            match.play_chance(rng=rng)
        else:
            for move in greedy(position.seen_by(position.turn), rng):
                match.play(move)
        position = match.position
    session.save(storage)
    kept = Session.load(session.id, storage.load_match(session.id))
    assert kept.match.position == position
    assert [str(ply.move) for ply in kept.match.plies] == [str(ply.move) for ply in match.plies]
