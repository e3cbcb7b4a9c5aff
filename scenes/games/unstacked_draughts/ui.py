"""Unstacked Draughts on the screen: a board with dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from scenes.table.game_ui import GameUI
from scenes.table.key_sets import LOOK, KeySets

if TYPE_CHECKING:
    from rules.contract import Options, Position
    from rules.match import Match, Span
    from scenes.app.app import App
    from scenes.app.stack import Scene
    from scenes.app.words import Words
    from scenes.games.unstacked_draughts.dice_controller import DiceController
    from scenes.games.unstacked_draughts.dice_view import DiceView
    from scenes.surfaces.idle_animation import IdleAnimation
    from scenes.surfaces.stage import Stage
    from scenes.surfaces.view import TableView
    from scenes.table.chance import ChanceHost
    from scenes.table.hand import Hand
    from scenes.table.session import Session

KEYS: Final = KeySets(
    play=(("undo", "undo"), ("redo", "redo"), ("ledger", "die"), ("flip", "flip"), ("menu", "menu")),
    look=(*LOOK[:6], ("ledger", "die"), ("menu", "menu")),
    watch=(("pause-play", "pause"), ("ledger", "die"), ("flip", "flip"), ("menu", "menu")),
    tries=(("ledger", "die"), ("flip", "flip"), ("menu", "menu"), ("leave", "back")),
)
"""A sheet about the dice, and nothing that a hint could tell."""


def _view() -> TableView:
    from scenes.games.unstacked_draughts.points import PointsTable

    return PointsTable("unstacked_draughts", ("white", "black"), bottom=1)


def _chance(host: ChanceHost) -> DiceController:
    from scenes.games.unstacked_draughts.dice_controller import DiceController

    return DiceController(host)


def _chance_view(host: ChanceHost, dice: DiceController, app: App, stage: Stage, hand: Hand) -> DiceView:
    from scenes.games.unstacked_draughts.dice_view import DiceView

    return DiceView(host, dice, app, stage, hand)


def _account(words: Words, session: Session, span: Span) -> str:
    """What the dice of a turn did; the status says what was thrown."""
    from scenes.table import reasons

    match = session.match
    return reasons.why(words, session.game, match.positions[span.first], match.moves(span))


def _reports(match: Match) -> tuple[str, ...]:
    from rules import abilities

    return ("chances", "dice") if abilities.shows_hints(match.start) else ("chances", "dice", "heed")


def _trouble(words: Words, options: Options) -> str:
    from scenes.games.unstacked_draughts.dice_text import trouble

    return trouble(words, options)


def _seat_begins(position: Position) -> bool:
    from scenes.games.unstacked_draughts.dice_text import for_priority

    return not for_priority(position)


def _trainer(*args: Any, **options: Any) -> Scene:
    from scenes.games.unstacked_draughts.trainer import TrainerScene

    return TrainerScene(*args, **options)


def _luck(positions: Sequence[Any]) -> tuple[float, ...] | None:
    from rules.common.packed import TableError
    from rules.unstacked_draughts import luck

    try:
        known: tuple[float, ...] = luck.luck(positions)
    except TableError:
        return None
    return known


def _idle() -> IdleAnimation:
    from scenes.games.unstacked_draughts.idle import IDLE

    return IDLE


UI: Final = GameUI(
    view=_view,
    chance=_chance,
    chance_view=_chance_view,
    dice=True,
    keys=KEYS,
    offers_draw=False,
    account=_account,
    seat_begins=_seat_begins,
    chance_trouble=_trouble,
    reports=_reports,
    luck=_luck,
    trainer=_trainer,
    idle=_idle,
)
