"""Descriptions of diagrams in words: the pieces, the marks, and the turns that are played."""

from __future__ import annotations

from collections.abc import Collection

from rules.common.squares import INDEX
from rules.contract import NATURE, Target
from rules.game import Game
from rules.match import Match
from rules.record import Player, Record
from rules.series import Series
from rules.teaching.exercise import seats_of
from scenes.app.words import Words
from scenes.table import match_text, status_text
from scenes.table.diagram_content import DiagramContent
from scenes.table.session import Session


def standing(words: Words, key: str, content: DiagramContent, shown: Collection[Target]) -> str:
    """Return the contents of the shown targets: by kind of piece for squares, place by place for others."""
    table, things, told = content.position.table(), dict[str, list[Target]](), list[str]()
    for target in sorted(target for target in shown if table.get(target)):
        if target in INDEX and not words.has(f"line.{key}.place.{target}"):
            things.setdefault(match_text.thing(words, key, table[target]), []).append(target)
        else:
            told.append(match_text.lying(words, key, table, target))
    stand = [
        words("line.standing", thing=match_text.begun(thing), places=words.listed(places))
        for thing, places in things.items()
    ]
    return " ".join((*stand, *told))


def marked(words: Words, content: DiagramContent) -> str:
    """Return the targets to which the selected piece can move."""
    places = sorted(content.picked & INDEX.keys())
    drops = {content.position.gesture(move).drop for move in content.moves}
    goals = sorted(drop for drop in drops if drop in INDEX)
    if not places:
        return ""
    place = words.listed(places)
    return words("line.may", place=place, places=words.listed(goals)) if goals else words("line.acts", place=place)


def played(words: Words, game: Game, content: DiagramContent, persons: int = 2) -> str:
    """Return the turns that the diagram plays, in sentences.

    The first `persons` seats are called "You" or by their seat, the others computers.
    """
    if not content.plays:
        return ""
    match = Match(game.play, seats=seats_of(content.position), position=content.position)
    for move in (move for turn in content.plays for move in turn):
        if move.seat == NATURE:
            match.play_chance(move)
        else:
            match.play(move)
    players = [Player("person" if seat < persons else "computer") for seat in range(match.seats)]
    session = Session("", Record(match, tuple(players)), Series.begin(match.seats), kept=False)
    turns = (status_text.describe_turn(words, session, number) for number in range(len(match.turns())))
    return words("line.played", turns=" ".join(one if one.endswith(".") else f"{one}." for one in turns))
