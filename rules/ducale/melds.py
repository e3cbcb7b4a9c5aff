"""Melds: sets and runs with at most one joker, and the cards that may be added or swapped (README.md, 4, 5, 12)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from rules.ducale.cards import ACE, JOKER, SUITS, TEXTS, Card, CardError, rank_of, read, suit_of

Kind: TypeAlias = Literal["set", "run"]
End: TypeAlias = Literal["<", ">", ""]
"""End of a run to which a card is laid off: "<" low, ">" high, "" the end that it fits (high if an ace fits both)."""

HIGH_ACE: Final = 13  # place of an ace after the king in a run; places 0 to 12 equal the ranks, with the ace low
LONGEST_RUN: Final = 14


class MeldError(ValueError):
    """Error for cards that make no meld or don't fit one, with a code (README.md, section 14) and the wrong card."""

    def __init__(self, code: str, *cards: Card) -> None:
        super().__init__(code)
        self.code = code
        self.cards = cards

    @property
    def facts(self) -> dict[str, str]:
        return {"card": TEXTS[self.cards[0]]} if self.cards else {}


@dataclass(frozen=True, slots=True)
class Meld:
    """A legal meld. Its `faces` are in the order S H D C in a set, and from low to high in a run."""

    kind: Kind
    faces: tuple[Card, ...]
    joker: int | None = None  # index in `faces` of the joker

    def __str__(self) -> str:
        return " ".join(
            f"JK={TEXTS[face]}" if number == self.joker else TEXTS[face] for number, face in enumerate(self.faces)
        )

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the meld, with `JOKER` for its joker."""
        return tuple(JOKER if number == self.joker else face for number, face in enumerate(self.faces))

    @property
    def card_of_joker(self) -> Card | None:
        return None if self.joker is None else self.faces[self.joker]

    @property
    def low(self) -> int:
        """The place of a run's first card, 0 to 11."""
        return rank_of(self.faces[0])

    @property
    def high(self) -> int:
        """The place of a run's last card, 2 to `HIGH_ACE`."""
        return self.low + len(self.faces) - 1

    @property
    def is_pure_run(self) -> bool:
        return self.kind == "run" and self.joker is None

    @property
    def points(self) -> int:
        """The points towards an opening: a low ace counts 1, another ace 11, a joker as its face (section 11)."""
        if self.kind == "set":
            return len(self.faces) * place_points(self.faces[0] % 13 or HIGH_ACE)
        return sum(place_points(place) for place in range(self.low, self.high + 1))


def place_points(place: int) -> int:
    return 11 if place == HIGH_ACE else min(place + 1, 10)


LaidCard: TypeAlias = tuple[Card, bool]
"""Face of a card that is laid, and whether it is a joker; a joker without a face is (`JOKER`, True)."""


def read_laid_card(word: str) -> LaidCard:
    """Read `7H`, `JK=7H` or `JK`. Raises MeldError BAD_CARD."""
    card_text, equals, face_text = word.partition("=")
    try:
        card = read(card_text)
        if not equals:
            return card, card == JOKER
        face = read(face_text)
    except CardError:
        raise MeldError("BAD_CARD") from None
    if card != JOKER or face == JOKER:
        raise MeldError("BAD_CARD")
    return face, True


def read_meld(words: str) -> Meld:
    """Read a meld from its cards in any order. Raises MeldError."""
    return make_meld([read_laid_card(word) for word in words.split()])


def make_meld(cards: Sequence[LaidCard]) -> Meld:
    """Return the meld that these cards make; they may be in any order.

    An ace that would fit both ends of a run is high if it comes last. Raises MeldError with the first reason in the
    order of section 14.
    """
    if len(cards) < 3:
        raise MeldError("SHORT")
    if sum(is_joker for _, is_joker in cards) > 1:
        raise MeldError("TWO_JOKERS", JOKER)
    if (JOKER, True) in cards:
        raise MeldError("JOKER_UNDECLARED", JOKER)
    faces = [face for face, _ in cards]
    is_full_run = len(cards) == LONGEST_RUN and len({suit_of(face) for face in faces}) == 1
    twin = next((face for face in faces if faces.count(face) > 1 + (is_full_run and rank_of(face) == ACE)), None)
    if twin is not None:
        raise MeldError("TWIN", twin)
    if len({rank_of(face) for face in faces}) == 1:
        ordered = sorted(cards)
    elif len({suit_of(face) for face in faces}) == 1:
        ordered = _order_run(cards)
    else:
        raise MeldError("NO_MELD")
    jokers = [index for index, (_, is_joker) in enumerate(ordered) if is_joker]
    kind: Kind = "set" if rank_of(ordered[0][0]) == rank_of(ordered[1][0]) else "run"
    return Meld(kind, tuple(face for face, _ in ordered), jokers[0] if jokers else None)


def _order_run(cards: Sequence[LaidCard]) -> list[LaidCard]:
    """Return the cards of a run, which have one suit, from low to high. Raises MeldError WRAP or GAP.

    An ace that fits both ends is high if it is the last of `cards`. Only the ace of a full suit may be there twice.
    """
    aces = [card for card in cards if rank_of(card[0]) == ACE]
    rest = sorted(card for card in cards if rank_of(card[0]) != ACE)
    low = rank_of(rest[0][0])
    high = rank_of(rest[-1][0])
    if high - low + 1 == len(rest):
        if len(aces) == 2:
            return [aces[0], *rest, aces[1]]
        if not aces:
            return rest
        if high == HIGH_ACE - 1 and (low != 1 or rank_of(cards[-1][0]) == ACE):
            return [*rest, aces[0]]
        if low == 1:
            return [aces[0], *rest]
    ranks = {rank_of(face) for face, _ in cards}
    wraps = sum((rank + 1) % 13 not in ranks for rank in ranks) == 1  # e.g. K A 2, a sequence in a circle
    raise MeldError("WRAP" if wraps else "GAP")


def joker_faces(cards: Sequence[Card]) -> list[Card]:
    """Return every face for the one joker among `cards` that makes them a meld (section 5)."""
    naturals = [(card, False) for card in cards if card != JOKER]
    if len(naturals) != len(cards) - 1:
        return []
    found = []
    for face in range(JOKER):
        try:
            make_meld([*naturals, (face, True)])
        except MeldError:
            continue
        found.append(face)
    return found


def extend_meld(meld: Meld, card: LaidCard, end: End = "") -> Meld:
    """Return the meld with one card laid off on it. Raises MeldError."""
    face, is_joker = card
    if is_joker and face == JOKER:
        raise MeldError("JOKER_UNDECLARED", JOKER)
    if is_joker and meld.joker is not None:
        raise MeldError("TWO_JOKERS", JOKER)
    shared_by_all = rank_of if meld.kind == "set" else suit_of
    if shared_by_all(face) != shared_by_all(meld.faces[0]):
        raise MeldError("NO_FIT", face)
    if meld.kind == "set" and face not in meld.faces:
        faces, joker_face = tuple(sorted((*meld.faces, face))), face if is_joker else meld.card_of_joker
        return Meld("set", faces, None if joker_face is None else faces.index(joker_face))
    if meld.kind == "run" and end != "<" and meld.high < HIGH_ACE and (meld.high + 1) % 13 == rank_of(face):
        return replace(meld, faces=(*meld.faces, face), joker=len(meld.faces) if is_joker else meld.joker)
    if meld.kind == "run" and end != ">" and meld.low > 0 and meld.low - 1 == rank_of(face):
        shifted_joker = None if meld.joker is None else meld.joker + 1
        return replace(meld, faces=(face, *meld.faces), joker=0 if is_joker else shifted_joker)
    if face == meld.card_of_joker and not is_joker:
        raise MeldError("USE_SWAP", face)
    if face in meld.faces:
        raise MeldError("TWIN", face)
    wraps = (meld.high == HIGH_ACE and rank_of(face) == 1) or (meld.low == 0 and rank_of(face) == HIGH_ACE - 1)
    raise MeldError("WRAP" if wraps else "GAP", face)


def swap_joker(meld: Meld, card: Card) -> Meld:
    """Return the meld with its joker replaced by the card that it stands for. Raises MeldError."""
    if meld.joker is None:
        raise MeldError("NO_JOKER")
    if card != meld.faces[meld.joker]:
        raise MeldError("WRONG_CARD", card)
    return replace(meld, joker=None)


def place_name(meld: Meld, number: int) -> str:
    """Return a name for the card at index `number`: its face, but `1` and the suit for a run's low ace, as `1H`."""
    face = meld.faces[number]
    if meld.kind == "run" and number == 0 and rank_of(face) == ACE:
        return f"1{SUITS[suit_of(face)]}"
    return TEXTS[face]
