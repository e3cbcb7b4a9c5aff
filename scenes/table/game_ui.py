"""What is particular to a game on the screen: one record a game, `UI` of its module `ui`.

All that a match, its review, its editor, its rulebook ask of a game beyond the rules is asked here. The defaults are
those of a game on a board; where a game has no such module it gets plain men on plain squares. What a record names
loads when it is first called: the menu needs the view alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from scenes.app.game_files import game_module
from scenes.table.key_sets import BOARD_KEYS, KeySets

if TYPE_CHECKING:
    from rules.contract import Move, Options, Position, Table, Target
    from rules.match import Match, Span
    from scenes.app.app import App
    from scenes.app.stack import Scene
    from scenes.app.words import Words
    from scenes.surfaces.idle_animation import IdleAnimation
    from scenes.surfaces.layout import TableFrame
    from scenes.surfaces.marks import Marks
    from scenes.surfaces.stage import Stage
    from scenes.surfaces.view import TableView
    from scenes.table.chance import ChanceController, ChanceHost, ChanceView
    from scenes.table.choosing import Chooser
    from scenes.table.controller import MatchController
    from scenes.table.editor_board import EditorBoard, EditorHost
    from scenes.table.session import Session
    from scenes.table.sidebar import Sidebar
    from scenes.ui.base import Group, Widget
    from scenes.ui.form import Form

MarksOf: TypeAlias = Callable[["MatchController", Any, Any, bool, frozenset["Target"]], "Marks"]
"""(match, stage, hand, whether the keyboard is used, what waits for the hand beside pieces) -> what is marked."""
Trainer: TypeAlias = Callable[..., "Scene"]
"""(app, key, seed=None, on_perfect=None) -> the screen on which attention is practised."""


def _stage(app: App, key: str, view: TableView) -> Stage:
    from scenes.surfaces.stage import Stage

    return Stage(app, key, view)


def _hand(app: App, stage: Any, owner: Any) -> Any:
    from scenes.table.hand import Hand

    return Hand(app, stage, owner)


def _choosing(app: App, stage: Any, hand: Any, table: MatchController, form: Form) -> Chooser:
    from scenes.table.choosing import Choosing

    return Choosing(app, stage, hand, table, form)


def _chance(host: ChanceHost) -> ChanceController:
    from scenes.table.chance import NoChance

    return NoChance(host)


def _chance_view(*args: Any) -> ChanceView:
    from scenes.table.chance import NoChanceView

    return NoChanceView()


def _sidebar(scene: Scene, table: MatchController, stage: Any, hand: Any) -> Sidebar:
    from scenes.table.sidebar import Sidebar

    return Sidebar(scene, table)


def _marks() -> MarksOf:
    from scenes.table.board_display import marks_of

    return marks_of


def _frame(size: tuple[int, int], ratio: float, u: float) -> TableFrame:
    from scenes.surfaces.layout import table_frame

    return table_frame(size, ratio, u)


def _editor_board(parent: Group, host: EditorHost, key: str) -> EditorBoard:
    from scenes.table.editor_board import EditorBoard

    return EditorBoard(parent, host, key)


@dataclass(frozen=True, slots=True)
class HintText:
    """What a hint says where a move is more than a way over the board."""

    marked: Callable[[Move], bool]
    """Whether what the move picks may be marked without saying all."""
    nudge: Callable[[Position, Move], str]
    """The last part of the key of the words that nudge the person towards a move."""
    move: Callable[[Words, Move], str]
    """What is to be played."""


@dataclass(frozen=True, slots=True)
class GameUI:
    """Where something is None, or a switch isn't set, the game has nothing particular there."""

    view: Callable[[], TableView]
    """A new view of its table."""

    # --- the parts of a match

    stage: Callable[[App, str, TableView], Stage] = _stage
    hand: Callable[[App, Any, Any], Any] = _hand
    choosing: Callable[[App, Any, Any, MatchController, Form], Chooser] = _choosing
    """(app, stage, hand, match, form) -> what asks which of several moves is meant."""
    chance: Callable[[ChanceHost], ChanceController] = _chance
    chance_view: Callable[[ChanceHost, Any, App, Any, Any], ChanceView] = _chance_view
    """(host, controller, app, stage, hand) -> what is seen of chance."""
    sidebar: Callable[[Scene, MatchController, Any, Any], Sidebar] = _sidebar
    """(scene, match, stage, hand) -> the paper beside the table."""
    marks: Callable[[], MarksOf] = _marks
    """What tells what is marked."""
    frame: Callable[[tuple[int, int], float, float], TableFrame] = _frame
    """(window, width / height of the table, unit) -> table and paper."""
    dice: bool = False
    """Whether dice say what is played: a hint could tell nothing, and what was thrown is told with each turn."""
    keys: KeySets = BOARD_KEYS
    flips: bool = True
    """Whether the board may be turned."""
    offers_draw: bool = True
    """Whether the players may agree on a draw."""
    tries_deals: bool = False
    """Whether a try-out may begin where chance is next."""

    # --- what is said

    place_told: Callable[[Words, Table, Target], str] | None = None
    """What lies on a target, as a sentence, where that isn't tokens on a square or a named place."""
    thing_name: Callable[[Words, str], str] | None = None
    """What a thing is called that the words of the game don't list: a card, by its text."""
    account: Callable[[Words, Session, Span], str] | None = None
    """A turn in words, where its notation says too little."""
    better: Callable[[Words, Sequence[Move]], str] | None = None
    """Moves of one turn that would have been better, in words, where they have no notation."""
    hint: HintText | None = None
    names_targets: bool = True
    """Whether it is said what a key would do with what lies under the cursor."""
    seats_by_name: bool = False
    """Whether seats are told apart by who sits there, not by a colour."""
    judged_by: Literal["chance", "points"] = "chance"
    """What a review judges turns by."""
    seat_begins: Callable[[Position], bool] = lambda position: True
    """Whether in a first position it is certain that whoever is to move begins."""
    chance_trouble: Callable[[Words, Options], str] = lambda words, options: ""
    """Why chance can't go as these options want it; empty if it can."""

    # --- beside a match

    reports: Callable[[Match], tuple[str, ...]] = lambda match: ()
    """The actions on the sheet about the end of a match that show more about it."""
    score_pad: Callable[[App, Session], Callable[[Group], Widget]] | None = None
    """What makes the pad on that sheet that shows all scores; without one they are told in a line."""
    luck: Callable[[Sequence[Position]], tuple[float, ...] | None] | None = None
    """Positions of a whole match -> luck by seat, in the game's unit; None where it can't be looked up."""
    trainer: Trainer | None = None
    idle: Callable[[], IdleAnimation] | None = None
    """What a thing on the menu's picture does by itself."""
    diagram: Callable[..., Any] | None = None
    """(app, game, view, text) -> a diagram of the rulebook, where it isn't a part of the board."""
    diagram_position: Callable[[Mapping[str, str]], str] | None = None
    """The fields of a diagram -> the text of the position that they describe."""
    diagram_restock: Callable[[str], str] | None = None
    """The text of a position -> the turn that lays a new stock there."""
    editor_board: Callable[[Group, EditorHost, str], EditorBoard] = _editor_board
    """(parent, host, key) -> the widget on which positions are set up."""


@cache
def ui_of(key: str) -> GameUI:
    """The record of the game with this key: its own, or that of a game with plain men on plain squares."""
    module = game_module(key, "ui")
    if module is None:
        return GameUI(view=partial(_plain, key))
    ui: GameUI = module.UI
    return ui


def _plain(key: str) -> TableView:
    from scenes.surfaces.plain_men import plain_view

    return plain_view(key)
