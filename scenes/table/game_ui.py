"""What is particular to a game on the screen: one record a game, `UI` of its module `ui`.

The defaults are those of a board; a game without such a module gets plain men on plain squares. What is named by a
`Later` loads when it is first called: the menu needs the view alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Final, Generic, Literal, TypeAlias, TypeVar

from scenes.app.game_files import game_module

if TYPE_CHECKING:
    from rules.contract import Move, Options, Position, Table, Target
    from rules.game import Game
    from rules.match import Match, Span
    from scenes.app.app import App
    from scenes.app.stack import Scene
    from scenes.app.words import Words
    from scenes.surfaces.end_animation import End
    from scenes.surfaces.idle_animation import IdleAnimation
    from scenes.surfaces.layout import TableFrame
    from scenes.surfaces.marks import Marks
    from scenes.surfaces.motion import Film
    from scenes.surfaces.stage import Stage
    from scenes.surfaces.view import TableView
    from scenes.table.chance import ChanceController, ChanceView
    from scenes.table.choosing import Choosing
    from scenes.table.controller import MatchController
    from scenes.table.editor_board import EditorBoard
    from scenes.table.editor_hand import EditorHand
    from scenes.table.hand import Hand
    from scenes.table.scene import MatchScene
    from scenes.table.session import Session
    from scenes.table.sidebar import Sidebar
    from scenes.ui.base import Group, Widget
    from scenes.ui.form import Form
    from scenes.ui.plate import Figure

MarksOf: TypeAlias = Callable[["MatchController", "Stage", "Hand", bool, frozenset["Target"]], "Marks"]
"""(match, stage, hand, whether the keyboard is used, what waits for the hand beside pieces) -> what is marked."""


Made = TypeVar("Made", covariant=True)


@dataclass(frozen=True)
class Later(Generic[Made]):
    """A function or class by its dotted name: it loads when it is first called."""

    name: str

    def load(self) -> Callable[..., Made]:
        """Raises ImportError or AttributeError where there is none of this name."""
        module, _, name = self.name.rpartition(".")
        loaded: Callable[..., Made] = getattr(import_module(module), name)
        return loaded

    def __call__(self, *args: object, **options: object) -> Made:
        return self.load()(*args, **options)


def loaded(marks: MarksOf) -> MarksOf:
    """What stands behind a `Later`, for whoever calls it in every frame; anything else as it is."""
    return marks.load() if isinstance(marks, Later) else marks


PLAY: Final = ("undo", "redo", "again", "hint", "flip", "menu")
LOOK: Final = ("first", "previous", "play", "next", "last", "review", "flip", "menu")
TRY: Final = ("undo", "redo", "again", "hint", "menu", "leave")
WATCH: Final = ("pause-play", "again", "flip", "menu")
ICONS: Final = {"again": "rematch", "leave": "back", "pause-play": "pause"}


@dataclass(frozen=True, slots=True)
class KeySets:
    """The keys below the words beside the table: their actions, from the left."""

    play: tuple[str, ...] = PLAY
    """While the match is played."""
    look: tuple[str, ...] = LOOK
    """While one looks back."""
    watch: tuple[str, ...] = WATCH
    """While computers play each other."""
    tries: tuple[str, ...] = TRY
    """While something is tried out."""
    shortcuts: Mapping[str, str] = field(default_factory=dict)
    """Letters of the keyboard that only this table has, and their actions."""
    icons: Mapping[str, str] = field(default_factory=dict)
    """The icons of actions that no other game has, where they are not called as the action."""

    def icon(self, action: str) -> str:
        """The icon of a key."""
        return self.icons.get(action) or ICONS.get(action, action)


@dataclass(frozen=True, slots=True)
class HintText:
    """What a hint says where a move is more than a way over the board."""

    marked: Callable[[Move], bool]
    """Whether what the move picks may be marked without saying all."""
    nudge: Callable[[Words, Position, Move], str]
    """What nudges the person towards a move; empty where there is no choice, and the move is told at once."""
    move: Callable[[Words, Move], str]
    """What is to be played."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A throw that turned a match."""

    turn: int
    """The number of the turn after it."""
    ply: int
    """How many plies have led to it."""
    text: str
    told: str
    """The turn with its number and the change, and the throw as a sentence."""


@dataclass(frozen=True, slots=True)
class LuckStory:
    """What chance did in a match of one or several games."""

    course: Sequence[float]
    """The first seat's chance to win the game under way: before each turn, and at the end."""
    ends: Sequence[int]
    """The turns before which another game had ended."""
    head: str
    """What the moments are."""
    moments: Sequence[Moment]
    told: Sequence[str]
    """What else there is to be told."""
    about: str
    """What the course shows."""


@dataclass(frozen=True, slots=True)
class GameUI:
    """Where something is None, or a switch isn't set, the game has nothing particular there."""

    view: Callable[[], TableView]
    """A new view of its table."""

    # --- the parts of a match

    stage: Callable[[App, str, TableView], Stage] = Later("scenes.surfaces.stage.Stage")
    hand: Callable[[App, Stage, MatchController], Hand] = Later("scenes.table.hand.Hand")
    choosing: Callable[[App, Stage, Hand, MatchController, Form], Choosing] = Later("scenes.table.choosing.Choosing")
    """(app, stage, hand, match, form) -> what asks which of several moves is meant."""
    chance: Callable[[MatchController], ChanceController] = Later("scenes.table.chance.ChanceController")
    chance_view: Callable[[MatchController, ChanceController, App, Stage, Hand], ChanceView] = Later(
        "scenes.table.chance.ChanceView"
    )
    """What is seen of chance."""
    sidebar: Callable[[MatchScene, MatchController], Sidebar] = Later("scenes.table.sidebar.Sidebar")
    """The panel beside the table."""
    marks: MarksOf = Later("scenes.table.board_display.marks_of")
    ending: Callable[[End], Film] = Later("scenes.surfaces.end_animation.rising")
    """What is seen of a match's end before its result is shown."""
    frame: Callable[[tuple[int, int], float, float], TableFrame] = Later("scenes.surfaces.layout.table_frame")
    """(window, width / height of the table, unit) -> table and paper."""
    dice: bool = False
    """Whether dice say what is played: a hint could tell nothing, and what was thrown is told with each turn."""
    keys: KeySets = KeySets()
    flips: bool = True
    """Whether the board may be turned."""
    offers_draw: bool = True
    """Whether the players may agree on a draw."""
    tries_deals: bool = False
    """Whether a try-out may begin where chance is next."""

    # --- what is said

    letters: Mapping[str, str] = field(default_factory=dict)
    """Letters that lead the keyboard from one thing to the next of its kind: the pattern of "place look.count" that
    each means. Their words are `letter.<game>.<letter>`."""
    spellings: Callable[[Words, Move], Sequence[str]] | None = None
    """Further ways to type a move, where its text says too little to people."""
    place_told: Callable[[Words, Table, Target], str] | None = None
    """What lies on a target, as a sentence, where that isn't tokens on a square or a named place."""
    thing_name: Callable[[Words, str], str] | None = None
    """What a thing is called that the words of the game don't list: a card, by its text."""
    account: Callable[[Words, Session, Span], str] | None = None
    """A turn in words, where its notation says too little."""
    explained: Callable[[Words, Session, Span], str] | None = None
    """What the notation of a turn says, in words, where that is neither its account nor what its moves do."""
    better: Callable[[Words, Sequence[Move], Sequence[Move]], str] | None = None
    """Moves of one turn that would have been better than those played, in words, where they have no notation."""
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
    luck_story: Callable[[Words, Session], LuckStory] | None = None
    """What chance did in a match, where its review tells that."""
    trainer: Callable[..., Scene] | None = None
    idle: Callable[[], IdleAnimation] | None = None
    """What a thing on the menu's picture does by itself."""
    diagram: Callable[[App, Game, TableView, str], Figure] = Later("scenes.table.diagram.Diagram")
    """A diagram of the rulebook, from its text."""
    diagram_position: Callable[[Mapping[str, str]], str] | None = None
    """The fields of a diagram -> the text of the position that they describe."""
    diagram_restock: Callable[[str], str] | None = None
    """The text of a position -> the turn that lays a new stock there."""
    editor_board: Callable[[Group, EditorHand, Callable[[], object]], EditorBoard] = Later(
        "scenes.table.editor_board.EditorBoard"
    )
    """(parent, hand, what hears that another place is looked at) -> the widget on which positions are set up."""


@cache
def ui_of(key: str) -> GameUI:
    """The record of the game with this key: its own, or that of a game with plain men on plain squares."""
    module = game_module(key, "ui")
    if module is None:
        return GameUI(view=partial(Later("scenes.surfaces.plain_men.plain_view"), key))
    ui: GameUI = module.UI
    return ui
