"""Static data about a game that the menu, the set-up and `Looks` need before the game is loaded.

It is `CARD` in the module `card` of the game's folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal, NamedTuple, Never, TypeAlias

from scenes.app.game_files import game_module

Dyes: TypeAlias = Mapping[str, tuple[str, str]]  # names of `appearance.DYES` for both sides, by the user's choice
_EMPTY: Final[Mapping[str, Never]] = {}


class LookFamily(NamedTuple):
    """A choice of the user that several games share, and the changes that it makes to their pictures."""

    choice: Literal["board", "gnomes", "tablier", "back"]  # the field of `Looks` that holds it
    dyes: Dyes = _EMPTY  # of pictures whose name begins with a side; without an entry they aren't dyed
    variants: frozenset[str] = frozenset()  # of pictures with files `name-choice`, and `name` for the default
    bold: str = ""  # prefix of the names of pictures whose strokes are bolder with high contrast


MEN: Final = LookFamily(
    "board", {"green": ("boxwood", "rosewood"), "slate": ("porcelain", "midnight"), "contrast": ("white", "black")}
)


class GameCard(NamedTuple):
    """Static data about a game; the defaults fit plain men on plain squares."""

    ratio: float = 1.0  # width / height of its table as shown outside a match
    columns: int = 2  # turns in a row of its list of turns
    board: str = "maple"  # board of squares that suits it best; empty if it needs none
    family: LookFamily | None = None  # effect of the user's choice on its pictures
    samples: tuple[str, ...] = ()  # sprites of both sides, shown where the user chooses the looks
    pose: str = ""  # text of the position shown on the menu; empty: the initial position
    posed_at_setup: bool = False  # that position is also shown at the set-up
    emblem: str = "plain/man-1"  # sprite that identifies it, as on bookmarks
    emblems: tuple[str, ...] = ()  # emblem by the seat of a match's only person; empty: always `emblem`
    sides: Literal["sides", "seats"] = "sides"  # whether players choose sides or seats
    clock: bool = True  # players may agree on a clock
    timed: str = ""  # option that turns on the clocks in the game's own rules; empty if there are none
    clock_only_options: frozenset[str] = frozenset()  # options that only have an effect while those clocks run
    turns: Mapping[str, Mapping[object, tuple[int, ...]]] = _EMPTY
    """The usual number of turns in a match, by option and value: a tuple with the number for 2, 3 … players."""
    trains_attention: bool = False  # its levels train attention; else they differ in skill
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
