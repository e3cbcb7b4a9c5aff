"""Ducale on the screen: a card table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from scenes.table.game_ui import LOOK, GameUI, HintText, KeySets, Later

if TYPE_CHECKING:
    from rules.contract import Move, Position
    from scenes.app.app import App
    from scenes.table.session import Session
    from scenes.ui.base import Group, Widget

PLAY: Final = ("undo", "redo", "again", "hint", "carnet", "menu")
KEYS: Final = KeySets(
    play=PLAY,
    look=(*LOOK[:6], "carnet", "menu"),
    watch=("pause-play", "carnet", "menu"),
    tries=(*PLAY, "leave"),
    icons={"again": "rematch", "carnet": "list"},
)
"""The table isn't turned, and there is a score pad."""
HERE: Final = "scenes.games.ducale"
LAID: Final = "MLX"
"""With these begin the texts of moves that lay cards."""


def _lays(move: Move) -> bool:
    """Whether a move lays cards. With one pile or card marked there would be nothing left to find."""
    return str(move)[0] in LAID


def _nudge(position: Position, move: Move) -> str:
    from rules.ducale.position import Position as DucalePosition

    assert isinstance(position, DucalePosition)
    return "draw" if position.phase == "draw" else "lay" if _lays(move) else "discard"


def _score_pad(app: App, session: Session) -> Callable[[Group], Widget]:
    from scenes.games.ducale.saying import sitters
    from scenes.games.ducale.score_sheet import Pad

    def make(sheet: Group) -> Pad:
        pad = Pad(sheet, lambda: app.stack.pop("carnet"))
        pad.tip = app.words("table.carnet")
        people = sitters(app.words, session, session.match.position)
        pad.show([people[seat].name for seat in range(session.match.seats)], session.match.position)
        return pad

    return make


UI: Final = GameUI(
    view=partial(Later(f"{HERE}.card_table.CardTable"), "ducale"),
    stage=Later(f"{HERE}.card_stage.CardStage"),
    hand=Later(f"{HERE}.card_hand.CardHand"),
    choosing=Later(f"{HERE}.choosing.CardChoosing"),
    chance=Later(f"{HERE}.card_controller.CardController"),
    chance_view=Later(f"{HERE}.card_view.CardView"),
    sidebar=Later(f"{HERE}.card_sidebar.CardSidebar"),
    marks=Later(f"{HERE}.marking.marks_of"),
    frame=Later(f"{HERE}.ground.card_frame"),
    keys=KEYS,
    flips=False,
    offers_draw=False,
    tries_deals=True,
    place_told=Later(f"{HERE}.saying.told_place"),
    thing_name=Later(f"{HERE}.saying.card_name"),
    account=Later(f"{HERE}.saying.account_of"),
    better=Later(f"{HERE}.saying.amends"),
    hint=HintText(_lays, _nudge, Later(f"{HERE}.saying.advised")),
    names_targets=False,
    seats_by_name=True,
    judged_by="points",
    score_pad=_score_pad,
    luck=Later("rules.ducale.luck.luck"),
    idle=Later(f"{HERE}.idle.idle_animation"),
    diagram=Later(f"{HERE}.example.CardDiagram"),
    diagram_position=Later(f"{HERE}.composing.composed"),
    diagram_restock=Later(f"{HERE}.composing.restocked"),
    editor_board=Later(f"{HERE}.card_editor.CardEditor"),
)
