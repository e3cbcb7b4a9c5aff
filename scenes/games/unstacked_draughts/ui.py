"""Unstacked Draughts on the screen: a board with dice."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from scenes.table.game_ui import LOOK, GameUI, KeySets, Later

if TYPE_CHECKING:
    from rules.match import Match, Span
    from scenes.app.words import Words
    from scenes.table.session import Session

HERE: Final = "scenes.games.unstacked_draughts"
KEYS: Final = KeySets(
    play=("undo", "redo", "again", "review", "chance-report", "flip", "menu"),
    look=(*LOOK[:6], "chance-report", "menu"),
    watch=("pause-play", "again", "chance-report", "flip", "menu"),
    tries=("again", "chance-report", "flip", "menu", "leave"),
    icons={"chance-report": "die"},
)
"""A sheet about the dice, and nothing that a hint could tell."""


def _account(words: Words, session: Session, span: Span) -> str:
    """What the dice of a turn did; the status says what was thrown."""
    from scenes.table.hints import why

    match = session.match
    return why(words, session.game, match.positions[span.first], match.moves(span))


def _reports(match: Match) -> tuple[str, ...]:
    from rules import abilities

    return ("dice",) if abilities.shows_hints(match.start) else ("dice", "heed")


UI: Final = GameUI(
    view=partial(Later(f"{HERE}.points.PointsTable"), "unstacked_draughts", ("white", "black"), bottom=1),
    chance=Later(f"{HERE}.dice_controller.DiceController"),
    chance_view=Later(f"{HERE}.dice_view.DiceView"),
    letters={"w": "^w[1-6]", "b": "^b[1-6]", "d": "cup"},
    ending=Later(f"{HERE}.ending.ending"),
    dice=True,
    keys=KEYS,
    offers_draw=False,
    spellings=Later(f"{HERE}.dice_text.spellings"),
    account=_account,
    explained=Later(f"{HERE}.dice_text.explained"),
    seat_begins=Later(f"{HERE}.dice_text.seat_begins"),
    chance_trouble=Later(f"{HERE}.dice_text.trouble"),
    reports=_reports,
    luck=Later("rules.unstacked_draughts.luck.luck"),
    luck_story=Later(f"{HERE}.luck_story.luck_story"),
    trainer=Later(f"{HERE}.trainer.TrainerScene"),
    idle=Later(f"{HERE}.idle.idle_animation"),
)
