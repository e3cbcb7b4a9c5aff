"""The part of the dice in a match, for its review: exact chances, decisive throws, each player's luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from rules.unstacked_draughts import luck
from rules.unstacked_draughts.match_equity import game_chance, match_chance
from rules.unstacked_draughts.position import Position
from scenes.games.unstacked_draughts.dice_text import roll_words
from scenes.table import match_text, turn_text
from scenes.table.game_phrases import LuckStory, Moment

if TYPE_CHECKING:
    from scenes.app.words import Words
    from scenes.table.session import Session

SWINGS: Final = 5
TURNS: Final = 0.05
"""Minimum change of a chance for a decisive throw."""


def luck_story(words: Words, session: Session) -> LuckStory:
    match, positions = session.match, cast("Sequence[Position]", session.match.positions)
    spans, turns = match.turns(), []
    for swing in sorted(swing for swing in luck.swings(positions, SWINGS) if abs(swing.change) >= TURNS):
        turn = next(number for number, span in enumerate(spans) if swing.ply < span.last)
        text = f"{turn_text.number_turn(words, session, turn)}  {format_change(words, swing.change, 0)}"
        turns.append(Moment(turn + 1, swing.ply + 1, text, roll_words(words, session, swing.ply)))
    starts = [*(positions[span.first] for span in spans), positions[-1]]
    told = [] if turns else [words("luck_story.no_swings", share=words.percent(round(100 * TURNS)))]
    for seat, change in enumerate(luck.luck(positions)):
        name = match_text.address_of(words, session, seat)
        told.append(words("luck_story.luck_of", name=name, points=format_change(words, change)))
    told.append(words("luck_story.about_luck"))
    if match.outcome() is None and positions[-1].options.goal > 1:
        first = round(100 * match_chance(positions[-1]))
        for seat, part in enumerate((first, 100 - first)):
            told.append(match_text.of_seat(words, session, "luck_story.whole", seat, share=words.percent(part)))
    ends = [turn for turn, one in enumerate(starts[:-1]) if one.winner is not None]
    course, head = [game_chance(one) for one in starts], words("luck_story.swings")
    return LuckStory(course, ends, head, turns, told, words("luck_story.about"))


def format_change(words: Words, share: float, digits: int = 1) -> str:
    """Return a change of a chance in percent, with its sign."""
    points = round(100 * share, digits)
    return f"{'−' if points < 0 else '+' if points else ''}{words.percent(abs(points))}"
