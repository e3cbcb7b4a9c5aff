"""Melds: sets and runs with at most one joker, and the cards that may be added or swapped (README.md, 4, 5, 12)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from rules.ducale.cards import ACE, JOKER, SUITS, TEXTS, Card, CardError, rank_of, read, suit_of

Kind: TypeAlias = Literal["set", "run"]
End: TypeAlias = Literal["<", ">", ""]
"""End of a run to which a card is laid off: low, high, or the end it fits (high, if an ace fits both)."""

HIGH_ACE: Final = 13  # place of an ace after the king; places 0 to 12 are those of the ranks, with the ace low
LONGEST: Final = 14


class MeldError(ValueError):
    """Error for cards that make no meld: a code of README.md, section 14, and the cards to point at."""

    def __init__(self, code: str, *cards: Card) -> None:
        super().__init__(code)
        self.code = code
        self.cards = cards

    @property
    def facts(self) -> dict[str, str]:
        return {"card": TEXTS[self.cards[0]]} if self.cards else {}


@dataclass(frozen=True, slots=True)
class Meld:
    """A legal meld; `faces` are in the order S H D C in a set, low to high in a run."""

    kind: Kind
    faces: tuple[Card, ...]
    joker: int | None = None  # index in `faces` of the joker

    def __str__(self) -> str:
        return " ".join(
            f"JK={TEXTS[face]}" if number == self.joker else TEXTS[face] for number, face in enumerate(self.faces)
        )

    @property
    def cards(self) -> tuple[Card, ...]:
        """Cards of the meld, with `JOKER` for its joker."""
        return tuple(JOKER if number == self.joker else face for number, face in enumerate(self.faces))

    @property
    def card_of_joker(self) -> Card | None:
        return None if self.joker is None else self.faces[self.joker]

    @property
    def low(self) -> int:
        """Place of a run's first card, 0 to 11."""
        return rank_of(self.faces[0])

    @property
    def high(self) -> int:
        """Place of a run's last card, 2 to `HIGH_ACE`."""
        return self.low + len(self.faces) - 1

    @property
    def is_pure_run(self) -> bool:
        return self.kind == "run" and self.joker is None

    @property
    def points(self) -> int:
        """Points towards an opening: a low ace 1, any other 11, a joker as the card replaced (section 11)."""
        if self.kind == "set":
            return len(self.faces) * place_points(self.faces[0] % 13 or HIGH_ACE)
        return sum(place_points(place) for place in range(self.low, self.high + 1))


def place_points(place: int) -> int:
    return 11 if place == HIGH_ACE else min(place + 1, 10)


Named: TypeAlias = tuple[Card, bool]
"""Card as it is laid: face, and whether it is a joker; a joker without a face is (`JOKER`, True)."""


def read_named(word: str) -> Named:
    """Read `7H`, `JK=7H` or `JK`. Raises MeldError BAD_CARD."""
    head, equals, face = word.partition("=")
    try:
        card = read(head)
        if not equals:
            return card, card == JOKER
        named = read(face)
    except CardError:
        raise MeldError("BAD_CARD") from None
    if card != JOKER or named == JOKER:
        raise MeldError("BAD_CARD")
    return named, True


def read_meld(words: str) -> Meld:
    """Read a meld from its cards in any order. Raises MeldError."""
    return meld_of([read_named(word) for word in words.split()])


def meld_of(named: Sequence[Named]) -> Meld:
    """Return the meld that these cards make, in any order.

    An ace that would fit both ends of a run is high if it comes last. Raises MeldError with the first reason in the
    order of section 14.
    """
    if len(named) < 3:
        raise MeldError("SHORT")
    if sum(joker for _, joker in named) > 1:
        raise MeldError("TWO_JOKERS", JOKER)
    if (JOKER, True) in named:
        raise MeldError("JOKER_UNDECLARED", JOKER)
    faces = [face for face, _ in named]
    full = len(named) == LONGEST and len({suit_of(face) for face in faces}) == 1
    twin = next((face for face in faces if faces.count(face) > 1 + (full and rank_of(face) == ACE)), None)
    if twin is not None:
        raise MeldError("TWIN", twin)
    if len({rank_of(face) for face in faces}) == 1:
        ordered = sorted(named)
    elif len({suit_of(face) for face in faces}) == 1:
        ordered = _ordered_run(named)
    else:
        raise MeldError("NO_MELD")
    jokers = [number for number, (_, joker) in enumerate(ordered) if joker]
    kind: Kind = "set" if rank_of(ordered[0][0]) == rank_of(ordered[1][0]) else "run"
    return Meld(kind, tuple(face for face, _ in ordered), jokers[0] if jokers else None)


def _ordered_run(named: Sequence[Named]) -> list[Named]:
    """Order cards of one suit without twins from low to high. Raises MeldError WRAP or GAP."""
    aces = [one for one in named if rank_of(one[0]) == ACE]
    rest = sorted(one for one in named if rank_of(one[0]) != ACE)
    low = rank_of(rest[0][0])
    high = rank_of(rest[-1][0])
    gap = high - low + 1 != len(rest)
    if not gap and len(aces) == 2:
        return [aces[0], *rest, aces[1]]
    if not gap and aces:
        fits_high = high == HIGH_ACE - 1
        if fits_high and (low != 1 or rank_of(named[-1][0]) == ACE):
            return [*rest, aces[0]]
        if low == 1:
            return [aces[0], *rest]
    elif not gap:
        return rest
    raise MeldError("WRAP" if _wraps(named) else "GAP")


def _wraps(named: Sequence[Named]) -> bool:
    ranks = {rank_of(face) for face, _ in named}
    return sum((rank + 1) % 13 not in ranks for rank in ranks) == 1


def joker_faces(cards: Sequence[Card]) -> list[Card]:
    """Return every face for the one joker among `cards` that makes them a meld (section 5)."""
    naturals = [(card, False) for card in cards if card != JOKER]
    if len(naturals) != len(cards) - 1:
        return []
    found = []
    for face in range(JOKER):
        try:
            meld_of([*naturals, (face, True)])
        except MeldError:
            continue
        found.append(face)
    return found


def extend_meld(meld: Meld, named: Named, end: End = "") -> Meld:
    """Return the meld with one card laid off on it. Raises MeldError."""
    face, joker = named
    if joker and face == JOKER:
        raise MeldError("JOKER_UNDECLARED", JOKER)
    if joker and meld.joker is not None:
        raise MeldError("TWO_JOKERS", JOKER)
    same = rank_of if meld.kind == "set" else suit_of
    if same(face) != same(meld.faces[0]):
        raise MeldError("NO_FIT", face)
    if meld.kind == "set" and face not in meld.faces:
        faces, replaced = tuple(sorted((*meld.faces, face))), face if joker else meld.card_of_joker
        return Meld("set", faces, None if replaced is None else faces.index(replaced))
    if meld.kind == "run" and end != "<" and meld.high < HIGH_ACE and (meld.high + 1) % 13 == rank_of(face):
        return replace(meld, faces=(*meld.faces, face), joker=len(meld.faces) if joker else meld.joker)
    if meld.kind == "run" and end != ">" and meld.low > 0 and meld.low - 1 == rank_of(face):
        moved = None if meld.joker is None else meld.joker + 1
        return replace(meld, faces=(face, *meld.faces), joker=0 if joker else moved)
    if face == meld.card_of_joker and not joker:
        raise MeldError("USE_SWAP", face)
    if face in meld.faces:
        raise MeldError("TWIN", face)
    corner = (meld.high == HIGH_ACE and rank_of(face) == 1) or (meld.low == 0 and rank_of(face) == HIGH_ACE - 1)
    raise MeldError("WRAP" if corner else "GAP", face)


def swap_joker(meld: Meld, card: Card) -> Meld:
    """Return the meld with its joker replaced by the card that it stands for. Raises MeldError."""
    if meld.joker is None:
        raise MeldError("NO_JOKER")
    if card != meld.faces[meld.joker]:
        raise MeldError("WRONG_CARD", card)
    return replace(meld, joker=None)


def place_name(meld: Meld, number: int) -> str:
    """Return the face at a place of the meld, a run's low ace as `1H`, so that no two places share a name."""
    face = meld.faces[number]
    if meld.kind == "run" and number == 0 and rank_of(face) == ACE:
        return f"1{SUITS[suit_of(face)]}"
    return TEXTS[face]
