"""The review's report on dice: exact chances to win, decisive throws, and each player's luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from rules.unstacked_draughts import luck
from rules.unstacked_draughts.match_equity import game_chance, match_chance
from rules.unstacked_draughts.position import Position
from scenes.games.unstacked_draughts.dice_text import describe_roll
from scenes.table import match_text, turn_text
from scenes.table.game_phrases import LuckMoment, LuckStory

if TYPE_CHECKING:
    from scenes.app.words import Words
    from scenes.table.session import Session

MAX_SWINGS: Final = 5  # maximum number of decisive throws
MIN_SWING: Final = 0.05  # minimum change of a chance by a decisive throw


def tell_luck_story(words: Words, session: Session) -> LuckStory:
    match, positions = session.match, cast("Sequence[Position]", session.match.positions)
    spans, moments = match.turns(), []
    for swing in sorted(
        swing for swing in luck.largest_swings(positions, MAX_SWINGS) if abs(swing.change) >= MIN_SWING
    ):
        turn = next(number for number, span in enumerate(spans) if swing.ply < span.last)
        text = f"{turn_text.number_turn(words, session, turn)}  {format_change(words, swing.change, 0)}"
        moments.append(LuckMoment(turn + 1, swing.ply + 1, text, describe_roll(words, session, swing.ply)))
    positions_before = [*(positions[span.first] for span in spans), positions[-1]]
    sentences = [] if moments else [words("luck_story.no_swings", share=words.format_percent(round(100 * MIN_SWING)))]
    for seat, change in enumerate(luck.luck(positions)):
        name = match_text.you_or_name(words, session, seat)
        sentences.append(words("luck_story.luck_of", name=name, points=format_change(words, change)))
    sentences.append(words("luck_story.about_luck"))
    if match.outcome() is None and positions[-1].options.goal > 1:
        first_percent = round(100 * match_chance(positions[-1]))
        for seat, percent in enumerate((first_percent, 100 - first_percent)):
            sentences.append(
                match_text.sentence_about(
                    words, session, "luck_story.whole", seat, share=words.format_percent(percent)
                )
            )
    game_ends = [turn for turn, position in enumerate(positions_before[:-1]) if position.winner is not None]
    chances, heading = [game_chance(position) for position in positions_before], words("luck_story.swings")
    return LuckStory(chances, game_ends, heading, moments, sentences, words("luck_story.about"))


def format_change(words: Words, share: float, digits: int = 1) -> str:
    """Return a change of a chance in percent, with its sign; `share` is -1 to 1."""
    points = round(100 * share, digits)
    return f"{'−' if points < 0 else '+' if points else ''}{words.format_percent(abs(points))}"
