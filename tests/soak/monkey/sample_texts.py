"""Texts to drop and paste: matches, positions, halves of them, and nonsense; always the same ones."""

from functools import cache
from random import Random

from rules import GAMES
from rules.match import Match
from rules.record import Player, Record, write
from tests.soak.monkey.places import play_on
from tests.soak.monkey.scripts import TEXT_COUNT


@cache
def texts() -> tuple[str, ...]:
    rng = Random("found")
    found = ["", "Hello", "\0\ud800", "8/2m5/8/4K3/8/1m6/M7/8 w 2 0 1"]
    for game in GAMES:
        match = Match(game.play, game.play.options(), game.play.seats.start)
        found.append(match.position.text())
        play_on(match, rng, 12)
        record = Record(match, tuple(Player("person", name) for name in ("Anna", "Bert"))[: match.seats], {})
        text = write(record)
        found += [
            text,
            rng.choice((text[:-5], text.replace("0 ", "0 \0", 1), *(f.write(record) for f in game.text.formats))),
        ]
    match = Match(GAMES[0].play, GAMES[0].play.options(), 2)
    play_on(match, rng, 1000)
    found.append(write(Record(match, (Player("person", "Anna"), Player("person", "Bert")), {})))
    assert len(found) == TEXT_COUNT, len(found)
    return tuple(found)
