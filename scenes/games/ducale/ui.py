"""Ducale on the screen: a card table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from scenes.table.game_ui import GameUI, HintText, MarksOf
from scenes.table.key_sets import LOOK, KeySets

if TYPE_CHECKING:
    from rules.contract import Move, Table, Target
    from rules.match import Span
    from scenes.app.app import App
    from scenes.app.stack import Scene
    from scenes.app.words import Words
    from scenes.games.ducale.card_controller import CardController
    from scenes.games.ducale.card_hand import CardHand
    from scenes.games.ducale.card_stage import CardStage
    from scenes.games.ducale.card_view import CardView
    from scenes.games.ducale.choosing import CardChoosing
    from scenes.surfaces.idle_animation import IdleAnimation
    from scenes.surfaces.layout import TableFrame
    from scenes.surfaces.stage import Stage
    from scenes.surfaces.view import TableView
    from scenes.table.chance import ChanceHost
    from scenes.table.controller import MatchController
    from scenes.table.editor_board import EditorBoard, EditorHost
    from scenes.table.session import Session
    from scenes.table.sidebar import Sidebar
    from scenes.ui.base import Group, Widget
    from scenes.ui.form import Form

PLAY: Final = (
    ("undo", "undo"),
    ("redo", "redo"),
    ("again", "rematch"),
    ("hint", "hint"),
    ("carnet", "list"),
    ("menu", "menu"),
)
KEYS: Final = KeySets(
    play=PLAY,
    look=(*LOOK[:6], ("carnet", "list"), ("menu", "menu")),
    watch=(("pause-play", "pause"), ("carnet", "list"), ("menu", "menu")),
    tries=(*PLAY, ("leave", "back")),
)
"""The table isn't turned, and there is a score pad."""
LAID: Final = "MLX"
"""With these begin the texts of moves that lay cards."""


# --- the parts of a match


def _view() -> TableView:
    from scenes.games.ducale.card_table import CardTable

    return CardTable("ducale")


def _stage(app: App, key: str, view: TableView) -> Stage:
    from scenes.games.ducale.card_stage import CardStage

    return CardStage(app, key, view)


def _hand(app: App, stage: Any, owner: Any) -> Any:
    from scenes.games.ducale.card_hand import CardHand

    return CardHand(app, stage, owner)


def _choosing(app: App, stage: CardStage, hand: CardHand, table: MatchController, form: Form) -> CardChoosing:
    from scenes.games.ducale.choosing import CardChoosing

    return CardChoosing(app, stage, hand, table, form)


def _chance(host: ChanceHost) -> CardController:
    from scenes.games.ducale.card_controller import CardController

    return CardController(host)


def _chance_view(host: ChanceHost, cards: CardController, app: App, stage: CardStage, hand: CardHand) -> CardView:
    from scenes.games.ducale.card_view import CardView

    return CardView(host, cards, app, stage, hand)


def _sidebar(scene: Scene, table: MatchController, stage: CardStage, hand: CardHand) -> Sidebar:
    from scenes.games.ducale.card_sidebar import CardSidebar

    return CardSidebar(scene, table, stage, hand)


def _marks() -> MarksOf:
    from scenes.games.ducale.marking import marks_of

    return marks_of


def _frame(size: tuple[int, int], ratio: float, u: float) -> TableFrame:
    from scenes.games.ducale.ground import card_frame

    return card_frame(size, u)


# --- what is said


def _place_told(words: Words, table: Table, target: Target) -> str:
    from scenes.games.ducale.saying import told_place

    return told_place(words, table, target)


def _card_name(words: Words, text: str) -> str:
    from scenes.games.ducale.saying import card_name

    return card_name(words, text)


def _account(words: Words, session: Session, span: Span) -> str:
    from scenes.games.ducale.saying import account_of

    return account_of(words, session, span)


def _better(words: Words, moves: Sequence[Move]) -> str:
    from scenes.games.ducale.saying import amends

    return amends(words, moves)


def _lays(move: Move) -> bool:
    """Whether a move lays cards. With one pile or card marked there would be nothing left to find."""
    return str(move)[0] in LAID


def _nudge(position: Any, move: Move) -> str:
    return "draw" if position.phase == "draw" else "lay" if _lays(move) else "discard"


def _advised(words: Words, move: Move) -> str:
    from scenes.games.ducale.saying import advised

    return advised(words, str(move))


# --- beside a match


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


def _luck(positions: Sequence[Any]) -> tuple[float, ...] | None:
    from rules.ducale.luck import luck

    return luck(positions)


def _idle() -> IdleAnimation:
    from scenes.games.ducale.idle import IDLE

    return IDLE


def _diagram(*args: Any) -> Any:
    from scenes.games.ducale.example import CardDiagram

    return CardDiagram(*args)


def _diagram_position(fields: Mapping[str, str]) -> str:
    from scenes.games.ducale.composing import composed

    return composed(fields)


def _diagram_restock(state: str) -> str:
    from scenes.games.ducale.composing import restocked

    return restocked(state)


def _editor_board(parent: Group, host: EditorHost, key: str) -> EditorBoard:
    from scenes.games.ducale.card_editor import CardEditor

    return CardEditor(parent, host, key)


UI: Final = GameUI(
    view=_view,
    stage=_stage,
    hand=_hand,
    choosing=_choosing,
    chance=_chance,
    chance_view=_chance_view,
    sidebar=_sidebar,
    marks=_marks,
    frame=_frame,
    keys=KEYS,
    flips=False,
    offers_draw=False,
    tries_deals=True,
    place_told=_place_told,
    thing_name=_card_name,
    account=_account,
    better=_better,
    hint=HintText(_lays, _nudge, _advised),
    names_targets=False,
    seats_by_name=True,
    judged_by="points",
    score_pad=_score_pad,
    luck=_luck,
    idle=_idle,
    diagram=_diagram,
    diagram_position=_diagram_position,
    diagram_restock=_diagram_restock,
    editor_board=_editor_board,
)
