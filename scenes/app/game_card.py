"""Static data about a game, known to menu, set-up and looks before it loads: `CARD` in its module `card`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal, NamedTuple, Never, TypeAlias

from scenes.app.game_files import game_module

Dyes: TypeAlias = Mapping[str, tuple[str, str]]  # dyes (`looks.DYES`) of both sides, by choice; missing: not dyed
_EMPTY: Final[Mapping[str, Never]] = {}


class LookFamily(NamedTuple):
    """A choice of looks shared by several games, and the changes that it makes to their pictures."""

    choice: Literal["board", "gnomes", "tablier", "back"]  # the field of `Looks` that holds it
    dyes: Dyes = _EMPTY  # of pictures named by a side
    variants: frozenset[str] = frozenset()  # pictures with a file for each choice; the default's has no suffix
    bold: str = ""  # prefix of the marks whose strokes are bolder with high contrast


MEN: Final = LookFamily(
    "board", {"green": ("boxwood", "rosewood"), "slate": ("porcelain", "midnight"), "contrast": ("white", "black")}
)


class GameCard(NamedTuple):
    """Static data about a game; the defaults fit plain men on plain squares."""

    ratio: float = 1.0  # width / height of its table as shown outside a match
    columns: int = 2  # turns on a line of its list of turns
    board: str = "maple"  # board of squares that suits it best; empty if it needs none
    family: LookFamily | None = None  # effect of the user's looks on its pictures; None: none
    samples: tuple[str, ...] = ()  # sprites shown where the looks are chosen, one of each side
    pose: str = ""  # position text of its picture on the menu; empty: the initial position
    posed_at_setup: bool = False  # also shown so on the set-up sheet
    emblem: str = "plain/man-1"  # sprite that identifies it, as on bookmarks
    emblems: tuple[str, ...] = ()  # emblems by seat, for matches with a single person there; empty: always `emblem`
    sides: Literal["sides", "seats"] = "sides"  # players choose sides or seats
    clock: bool = True  # players may agree on a clock
    timed: str = ""  # option that starts the clocks of the rules themselves; empty if there are none
    timed_alone: frozenset[str] = frozenset()  # options without effect while those clocks don't run
    turns: Mapping[str, Mapping[object, tuple[int, ...]]] = _EMPTY  # by value of that option, for 2 players and more
    trains: bool = False  # trains attention: noticing unaided what is due; else levels differ in skill
    hidden_hands: bool = False  # players' hands are hidden from one another


NEUTRAL: Final = GameCard()  # for games without a card


@cache
def card_of(key: str) -> GameCard:
    """Return the card of a game, or `NEUTRAL` if it has none or doesn't exist."""
    module = game_module(key, "card")
    if module is None:
        return NEUTRAL
    card: GameCard = module.CARD
    return card
