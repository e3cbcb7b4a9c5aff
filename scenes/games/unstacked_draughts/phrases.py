"""The texts of Unstacked Draughts that differ from other games: names of throws, uses of dice, and luck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scenes.games.unstacked_draughts import dice_text
from scenes.games.unstacked_draughts.luck_story import tell_luck_story
from scenes.games.unstacked_draughts.point_marks import write_turn
from scenes.table.game_phrases import Phrases, TurnList
from scenes.table.hint_text import explain_moves

if TYPE_CHECKING:
    from rules.match import Span
    from scenes.app.words import Words
    from scenes.table.session import Session


def _describe_turn(words: Words, session: Session, span: Span) -> str:
    """Return how the dice of a turn were used; the status line tells the throw."""
    match = session.match
    return explain_moves(words, session.game, match.positions[span.first], match.moves(span))


PHRASES: Final = Phrases(
    spell_move=dice_text.list_spellings,
    describe_turn=_describe_turn,
    explain_turn=dice_text.explain_turn,
    turns=TurnList(write_turn=write_turn),
    find_trouble=dice_text.find_trouble,
    tell_luck=tell_luck_story,
)
