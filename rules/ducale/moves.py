"""Moves of Ducale: acts of the players, and Nature's deals and shuffles (README.md, section 12)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from rules.contract import NATURE, Seat
from rules.ducale.cards import ACE, JOKER, TEXTS, Card, rank_of, texts
from rules.ducale.melds import End, LaidCard, Meld, MeldError, extend_meld


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw of the stock's top card. Texts and records may name it as `card`; the listed legal move names none."""

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
    """A request for a new stock when it is empty; Nature then shuffles the discards, or the round is blocked."""

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

    The first `low_count` of them go to the low end of a run, the others to the high end or into the set.
    """

    seat: Seat
    id: int
    faces: tuple[Card, ...]
    low_count: int = 0
    joker: int | None = None  # index in `faces` of a joker
    is_low_ace_chosen: bool = False  # whether an ace that would also fit the high end goes to the low end

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that leave the hand, in the order of `faces`."""
        return tuple(JOKER if number == self.joker else face for number, face in enumerate(self.faces))

    def __str__(self) -> str:
        words = []
        for number, face in enumerate(self.faces):
            word = f"JK={TEXTS[face]}" if number == self.joker else TEXTS[face]
            is_marked = self.is_low_ace_chosen and number < self.low_count and rank_of(face) == ACE
            words.append(f"<{word}" if is_marked else word)
        return f"L{self.id}[{' '.join(words)}]"


@dataclass(frozen=True, slots=True)
class Swap:
    """A swap: a joker on the table goes to the hand, and the card that it stands for is laid in its place."""

    seat: Seat
    id: int
    card: Card

    @property
    def cards(self) -> tuple[Card, ...]:
        return (self.card,)

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
    """Nature's new stock; its first card is drawn next."""

    stock: tuple[Card, ...]
    seat: ClassVar[Seat] = NATURE

    def __str__(self) -> str:
        return f"~ {texts(self.stock)}"


@dataclass(frozen=True, slots=True)
class Deal:
    """Nature's deal, with all cards in order.

    First come 13 rounds of one card for each seat from the dealer's left, then the first discard, then the stock.
    """

    dealer: Seat
    pack: tuple[Card, ...]
    row: tuple[int, ...] | None = None  # points of the round before, in a view, where hidden hands can't be counted
    seat: ClassVar[Seat] = NATURE

    def __str__(self) -> str:
        return f"deal {self.dealer} {texts(self.pack)}"


Act: TypeAlias = Lay | LayOff | Swap
Move: TypeAlias = Draw | Take | Rebuild | Act | Discard | Shuffle | Deal


# Lay-offs and the melds that they make


def apply_lay_off(meld: Meld, move: LayOff) -> Meld:
    """Return the meld after a lay-off. Raises MeldError."""
    for number, face in enumerate(move.faces):
        end: End = "" if meld.kind == "set" else "<" if number < move.low_count else ">"
        meld = extend_meld(meld, (face, number == move.joker), end)
    return meld


def make_lay_off(seat: int, number: int, meld: Meld, cards: Sequence[tuple[LaidCard, End]]) -> LayOff:
    """Return the lay-off of `cards` on meld `number`; each must fit after those before it. Raises MeldError."""
    if not cards:
        raise MeldError("SHORT")
    after = meld
    for card, end in cards:
        after = extend_meld(after, card, end)
    return lay_off_between(seat, number, meld, after)


def lay_off_between(seat: int, number: int, meld: Meld, after: Meld) -> LayOff:
    """Return the lay-off that turns `meld`, whose id is `number`, into `after`."""
    joker = after.card_of_joker if meld.joker is None and after.joker is not None else None
    if meld.kind == "set":
        faces = tuple(face for face in after.faces if face not in meld.faces)
        return LayOff(seat, number, faces, 0, None if joker is None else faces.index(joker))
    low_count = meld.low - after.low
    faces = (*reversed(after.faces[:low_count]), *after.faces[low_count + len(meld.faces) :])
    index = None
    if joker is not None and after.joker is not None:
        index = low_count - 1 - after.joker if after.joker < low_count else after.joker - len(meld.faces)
    return LayOff(seat, number, faces, low_count, index, after.low == 0 < low_count and meld.high == 12)
