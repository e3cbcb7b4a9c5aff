"""What can happen in Ducale: the acts of the players, and the deals and shuffles, which are Nature's (section 12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.contract import NATURE, Seat
from rules.ducale.cards import ACE, JOKER, TEXTS, Card, rank_of, texts
from rules.ducale.melds import Meld


@dataclass(frozen=True, slots=True)
class Draw:
    """The stock's top card is taken. `card` is told to who may see it; the move to play is the one without."""

    seat: Seat
    card: Card | None = None

    def __str__(self) -> str:
        return "+P" if self.card is None else f"+P:{TEXTS[self.card]}"


@dataclass(frozen=True, slots=True)
class Take:
    """The top card of the discard pile is taken."""

    seat: Seat

    def __str__(self) -> str:
        return "+D"


@dataclass(frozen=True, slots=True)
class Rebuild:
    """The stock is empty and its card is wanted: the discard pile is to be shuffled, or the round is blocked."""

    seat: Seat

    def __str__(self) -> str:
        return "~"


@dataclass(frozen=True, slots=True)
class Lay:
    """A new meld."""

    seat: Seat
    meld: Meld

    @property
    def cards(self) -> tuple[Card, ...]:
        """What leaves the hand."""
        return self.meld.cards

    def __str__(self) -> str:
        return f"M[{self.meld}]"


@dataclass(frozen=True, slots=True)
class LayOff:
    """Cards of the hand go one by one to a meld: first `lows` of them to the low end of a run, the others high or
    into the set."""

    seat: Seat
    id: int
    faces: tuple[Card, ...]
    lows: int = 0
    joker: int | None = None
    """Which of `faces` a joker stands for."""
    either: bool = False
    """Whether an ace is among the lows that would fit the high end as well."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """What leaves the hand, in the order of `faces`."""
        return tuple(JOKER if number == self.joker else face for number, face in enumerate(self.faces))

    def __str__(self) -> str:
        words = []
        for number, face in enumerate(self.faces):
            word = f"JK={TEXTS[face]}" if number == self.joker else TEXTS[face]
            words.append(f"<{word}" if self.either and number < self.lows and rank_of(face) == ACE else word)
        return f"L{self.id}[{' '.join(words)}]"


@dataclass(frozen=True, slots=True)
class Swap:
    """The card that a table joker stands for takes its place, and the joker is in the hand."""

    seat: Seat
    id: int
    card: Card

    def __str__(self) -> str:
        return f"X{self.id}[{TEXTS[self.card]}]"


@dataclass(frozen=True, slots=True)
class Discard:
    """One card ends the turn."""

    seat: Seat
    card: Card

    def __str__(self) -> str:
        return f"-{TEXTS[self.card]}"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The new stock, first card = next drawn."""

    stock: tuple[Card, ...]

    @property
    def seat(self) -> Seat:
        return NATURE

    def __str__(self) -> str:
        return f"~ {texts(self.stock)}"


@dataclass(frozen=True, slots=True)
class Deal:
    """All cards in the order in which they are dealt: 13 rounds of one for each seat from the dealer's left, then the
    first discard, then the stock."""

    dealer: Seat
    pack: tuple[Card, ...]
    row: tuple[int, ...] | None = None
    """The points of the round before, for who hasn't seen the hands that were counted."""

    @property
    def seat(self) -> Seat:
        return NATURE

    def __str__(self) -> str:
        return f"deal {self.dealer} {texts(self.pack)}"


Act: TypeAlias = Lay | LayOff | Swap
"""What lays cards."""
Move: TypeAlias = Draw | Take | Rebuild | Act | Discard | Shuffle | Deal
