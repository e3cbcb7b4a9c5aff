"""The user's files of a measured app: settings, and an open match."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from rules import abilities
from rules.ai.opponents import level, opponent
from rules.contract import NATURE
from rules.game import Game
from rules.match import Match
from rules.record import Player, Record, write
from scenes.app.game_card import card_of

OPENING: Final = 24
"""Plies of the match on the table."""
CARD_PLAYERS: Final = 4
USUAL: Final = (1280, 800)


def lay_settings(home: Path, size: tuple[int, int] = USUAL, **more: Any) -> None:
    """Let the app in `home` speak English in a window of `size` pixels; `more` are other settings."""
    home.mkdir(parents=True, exist_ok=True)
    settings = {"window": size, "language": "en", **more}
    (home / "settings.json").write_text(json.dumps(settings), encoding="utf-8")


def lay_match(home: Path, game: Game, computer: bool, size: tuple[int, int] = USUAL) -> None:
    """Let a match lie open in `home`, some turns old, in a window of `size` pixels.

    Something can be taken up. With `computer` the computer is next to move, so that its process runs, and
    then a person; else persons sit everywhere. At cards there is always one person, and the computer everywhere else.
    """
    match = begin_match(game)
    mover, every = match.position.to_move, range(match.seats)
    persons = set(every) if not card_of(game.key).hidden_hands else {mover}
    if computer:
        persons = {(mover - 1) % match.seats}
    players = [Player("person", "Ann") if seat in persons else Player("computer", "", 1) for seat in every]
    lay_open(home, match, players, size)


def begin_match(game: Game) -> Match:
    """Return a match begun by weak opponents, at the start of a turn."""
    match, rng = Match(game.play, seats=CARD_PLAYERS if card_of(game.key).hidden_hands else 2), Random(3)
    player = opponent(game.key)
    while len(match.plies) < OPENING or not can_pick_up(match):
        if match.outcome() is not None:
            match, rng = Match(game.play, seats=match.seats), Random(rng.random())
        position = match.position
        if position.to_move == NATURE:
            match.play_chance(rng=rng)
            continue
        chosen = player.choose(abilities.seen_by(position, position.to_move), level(game.key, 1), rng)
        match.play(chosen.moves[0])
    return match


def can_pick_up(match: Match) -> bool:
    """Whether a player is at the start of a turn and can pick a piece up."""
    position = match.position
    if match.outcome() is not None or position.to_move == NATURE or abilities.automatic_move(position) is not None:
        return False
    return position.turn_started and any(position.gesture(move).pick for move in position.legal_moves())


def lay_open(home: Path, match: Match, players: Sequence[Player], size: tuple[int, int] = USUAL) -> None:
    (home / "matches").mkdir(parents=True)
    (home / "matches" / "bench.tablier").write_text(write(Record(match, tuple(players))), encoding="utf-8")
    (home / "open.txt").write_text("bench\n", encoding="utf-8")
    lay_settings(home, size)
