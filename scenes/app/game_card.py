"""What menu, set-up and looks know of a game before it loads: `CARD` of its module `card`, plain data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal, NamedTuple, Never, TypeAlias

from scenes.app.game_files import game_module

Dyes: TypeAlias = Mapping[str, tuple[str, str]]
"""By the person's choice: what each side's pieces are dyed as (`scenes.app.looks.DYES`); nothing: as they are."""
_NONE: Final[Mapping[str, Never]] = {}


class LookFamily(NamedTuple):
    """How the pictures of games whose looks are chosen together change with that choice."""

    choice: Literal["board", "gnomes", "tablier", "back"]
    """The field of `Looks` that holds it."""
    dyes: Dyes = _NONE
    """Of pictures whose names begin as a side's."""
    variants: frozenset[str] = frozenset()
    """The names of pictures that there are once for each choice, the usual one without its name."""
    bold: str = ""
    """How the names of marks begin whose strokes are bolder with high contrast."""


MEN: Final = LookFamily(
    "board", {"green": ("boxwood", "rosewood"), "slate": ("porcelain", "midnight"), "contrast": ("white", "black")}
)
"""Of men on squares, of whichever game."""


class GameCard(NamedTuple):
    """The defaults are those of a game with plain men on plain squares."""

    ratio: float = 1.0
    """Width / height of what is shown of its table away from a match."""
    columns: int = 2
    """How many turns stand on a line of its list of turns."""
    board: str = "maple"
    """The board of squares that it looks best on; empty where it is played on none."""
    family: LookFamily | None = None
    """How its pictures change with the person's choice of looks; None: not at all."""
    samples: tuple[str, ...] = ()
    """The sprites with which that choice is shown, of each side one, where it is offered."""
    pose: str = ""
    """The position text in which it lies on the menu; empty for the first position."""
    posed_at_setup: bool = False
    """Whether it is also shown in that position where a match is set up."""
    emblem: str = "plain/man-1"
    """The sprite that tells it at a glance, as on its bookmarks."""
    emblems: tuple[str, ...] = ()
    """By seat, the same for whoever plays alone there; nothing where it is one for all."""
    sides: Literal["sides", "seats"] = "sides"
    """What the players choose: a side, or a seat at the table."""
    clock: bool = True
    """Whether the players may agree on a clock."""
    preselected: Mapping[str, bool | int | str | tuple[int, ...]] = _NONE
    """Options that the set-up sheet offers first, where that isn't what the rules say; of several values the first is
    for two players, the next for three."""
    said_by_text: frozenset[str] | None = None
    """The options that don't matter where a match begins from a position's text; None: all of them."""
    rare: frozenset[str] = frozenset()
    """The options that few players change."""
    timed: str = ""
    """The option that lets the clocks run that the rules have themselves; empty where they have none."""
    timed_alone: frozenset[str] = frozenset()
    """The options that make no difference while those clocks don't run."""
    needs: Mapping[str, tuple[str, object]] = _NONE
    """Options that make a difference only with this value of another option, below which they stand."""
    turns: Mapping[str, Mapping[object, tuple[int, ...]]] = _NONE
    """Of options that say how long a match is: how many turns it takes, with two players and more."""
    trains: bool = False
    """Whether attention can be trained: to see for oneself what is due; otherwise levels differ in skill alone."""
    hidden_hands: bool = False
    """Whether each player holds what the others don't see."""


NEUTRAL: Final = GameCard()
"""That of a game that has none of its own."""


@cache
def card_of(key: str) -> GameCard:
    """The card of the game with this key; the neutral one where it has none, or where there is no such game."""
    module = game_module(key, "card")
    if module is None:
        return NEUTRAL
    card: GameCard = module.CARD
    return card
