"""Moves of Ducale: acts of the players, and Nature's deals and shuffles (README.md, section 12)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from rules.contract import NATURE, Seat
from rules.ducale.cards import ACE, JOKER, TEXTS, Card, rank_of, texts
from rules.ducale.melds import End, Meld, MeldError, Named, extend_meld


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw of the stock's top card. `card` is named if it is known; the legal move has none."""

    seat: Seat
    card: Card | None = None

    def __str__(self) -> str:
        return "+P" if self.card is None else f"+P:{TEXTS[self.card]}"


@dataclass(frozen=True, slots=True)
class Take:
    seat: Seat

    def __str__(self) -> str:
        return "+D"


@dataclass(frozen=True, slots=True)
class Rebuild:
    """A request for a card of an empty stock: the discard pile is shuffled, or the round is blocked."""

    seat: Seat

    def __str__(self) -> str:
        return "~"


@dataclass(frozen=True, slots=True)
class Lay:
    seat: Seat
    meld: Meld

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.meld.cards

    def __str__(self) -> str:
        return f"M[{self.meld}]"


@dataclass(frozen=True, slots=True)
class LayOff:
    """Cards of the hand laid off one by one on a meld.

    The first `lows` of them go to the low end of a run, the others to the high end or into the set.
    """

    seat: Seat
    id: int
    faces: tuple[Card, ...]
    lows: int = 0
    joker: int | None = None  # index in `faces` of a joker
    either: bool = False  # whether an ace is among the lows that would fit the high end as well

    @property
    def cards(self) -> tuple[Card, ...]:
        """Cards that leave the hand, in the order of `faces`."""
        return tuple(JOKER if number == self.joker else face for number, face in enumerate(self.faces))

    def __str__(self) -> str:
        words = []
        for number, face in enumerate(self.faces):
            word = f"JK={TEXTS[face]}" if number == self.joker else TEXTS[face]
            words.append(f"<{word}" if self.either and number < self.lows and rank_of(face) == ACE else word)
        return f"L{self.id}[{' '.join(words)}]"


@dataclass(frozen=True, slots=True)
class Swap:
    """A swap of the card that a table joker stands for with the joker, which comes to the hand."""

    seat: Seat
    id: int
    card: Card

    def __str__(self) -> str:
        return f"X{self.id}[{TEXTS[self.card]}]"


@dataclass(frozen=True, slots=True)
class Discard:
    seat: Seat
    card: Card

    def __str__(self) -> str:
        return f"-{TEXTS[self.card]}"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A new stock, the next card to be drawn first."""

    stock: tuple[Card, ...]
    seat: ClassVar[Seat] = NATURE

    def __str__(self) -> str:
        return f"~ {texts(self.stock)}"


@dataclass(frozen=True, slots=True)
class Deal:
    """All cards in the order of the deal.

    13 rounds of one for each seat from the dealer's left, then the first discard, then the stock.
    """

    dealer: Seat
    pack: tuple[Card, ...]
    row: tuple[int, ...] | None = None  # points of the round before, for a viewer who hasn't seen the hands counted
    seat: ClassVar[Seat] = NATURE

    def __str__(self) -> str:
        return f"deal {self.dealer} {texts(self.pack)}"


Act: TypeAlias = Lay | LayOff | Swap
Move: TypeAlias = Draw | Take | Rebuild | Act | Discard | Shuffle | Deal


# Lay-offs and the melds that they make


def laid_off(meld: Meld, move: LayOff) -> Meld:
    """Return the meld after a lay-off. Raises MeldError."""
    for number, face in enumerate(move.faces):
        end: End = "" if meld.kind == "set" else "<" if number < move.lows else ">"
        meld = extend_meld(meld, (face, number == move.joker), end)
    return meld


def lay_off_of(seat: int, number: int, meld: Meld, named: Sequence[tuple[Named, End]]) -> LayOff:
    """Return the lay-off of these cards one by one, named in any order. Raises MeldError."""
    if not named:
        raise MeldError("SHORT")
    after = meld
    for one, end in named:
        after = extend_meld(after, one, end)
    return lay_off_between(seat, number, meld, after)


def lay_off_between(seat: int, number: int, meld: Meld, after: Meld) -> LayOff:
    joker = after.card_of_joker if meld.joker is None and after.joker is not None else None
    if meld.kind == "set":
        faces = tuple(face for face in after.faces if face not in meld.faces)
        return LayOff(seat, number, faces, 0, None if joker is None else faces.index(joker))
    lows = meld.low - after.low
    faces = (*reversed(after.faces[:lows]), *after.faces[lows + len(meld.faces) :])
    place = None
    if joker is not None and after.joker is not None:
        place = lows - 1 - after.joker if after.joker < lows else after.joker - len(meld.faces)
    return LayOff(seat, number, faces, lows, place, after.low == 0 < lows and meld.high == 12)
