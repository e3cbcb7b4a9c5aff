"""A round in plain numbers, played on to its end quickly: for the computer's playouts (README.md, section 16).

All hands are open here, filled in as they might be. Everybody lays what fits, keeps jokers while nobody is close to
going out, and discards what costs most and is worth least. Of the options only the points of an opening count, and a
joker that was swapped goes to another meld.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from rules.ducale.cards import JOKER, VALUES, Card
from rules.ducale.melds import HIGH_ACE, Meld
from rules.ducale.runs import SUIT
from rules.ducale.scores import round_points
from rules.ducale.solver import Solution, keys_of, solve
from rules.ducale.views import is_hidden

if TYPE_CHECKING:
    from rules.ducale.position import Position

CLOSE: Final = 4
"""Cards in another's hand from which on jokers are no longer kept."""
SET: Final = 0
RUN: Final = 1
LONG: Final = 400
"""Turns after which a round counts as blocked."""
PAIR: Final = 7.0
"""Points of card that it is worth to keep another of its rank beside it."""
NEXT: Final = 7.0
GAP: Final = 4.0
"""The same for its neighbour in the suit, and for the one beyond."""
GIFT: Final = 6.0
"""Points that it costs to discard what the next one may lay off."""
WHOLE: Final = 60.0
"""The same for what is part of a meld."""


def _windows() -> list[float]:
    """[which of the places two below to two above a card are held] -> what the suit makes the card worth."""
    found = []
    for bits in range(32):
        worth = NEXT * ((bits >> 1 & 1) + (bits >> 3 & 1)) + GAP * ((bits & 1) + (bits >> 4))
        found.append(WHOLE if any(bits & run == run for run in (3, 10, 24)) else worth)
    return found


WINDOWS: Final = _windows()


class Sketch:
    """A round between two turns.

    Melds are lists of numbers: SET, rank, suits held as bits, 0, joker's face; or RUN, suit, low place, high place,
    joker's face. The face is -1 without joker.
    """

    def __init__(self, hands: list[list[Card]], opened: list[bool], melds: list[list[int]]) -> None:
        self.hands = hands
        self.opened = opened
        self.melds = melds
        self.stock: list[Card] = []
        """The last is taken next."""
        self.discard: list[Card] = []
        self.turn = 0
        self.rebuilds = 0
        self.need = 0
        """Points that an opening must show."""
        self.settled = [False] * len(hands)
        """Whether a hand holds no meld that was overlooked."""
        self.places: dict[Card, int] = {}
        """What can be laid off -> on which meld."""

    def play(self, rng: Random) -> int:
        """Play on to the end; the seat that wins, or -1."""
        self._survey()
        for _ in range(LONG):
            hand = self.hands[self.turn]
            if not self._take(hand, rng):
                return -1
            self._lay(hand)
            if not hand:
                return self.turn
            card = self._idlest(hand)
            hand.remove(card)
            self.discard.append(card)
            if not hand:
                return self.turn
            self.turn = (self.turn + 1) % len(self.hands)
        return -1

    def _take(self, hand: list[Card], rng: Random) -> bool:
        """Take a card; False where the round is blocked."""
        if self.discard and self._wants(hand, self.discard[-1]):
            self._add(hand, self.discard.pop())
            return True
        if not self.stock:
            if self.rebuilds:
                return False
            top = self.discard[-1:] if len(self.discard) > 1 else []
            self.stock = self.discard[:-1] if top else self.discard
            rng.shuffle(self.stock)
            self.discard = top
            self.rebuilds += 1
        self._add(hand, self.stock.pop())
        return True

    def _add(self, hand: list[Card], card: Card) -> None:
        hand.append(card)
        if self.settled[self.turn] and card != JOKER:
            self.settled[self.turn] = not _melds(hand, card)

    def _pressed(self) -> bool:
        return any(len(hand) <= CLOSE for seat, hand in enumerate(self.hands) if seat != self.turn)

    def _wants(self, hand: list[Card], top: Card) -> bool:
        """Whether the top discard can be laid at once, without a joker."""
        if self.opened[self.turn]:
            if top == JOKER:
                return any(meld[4] < 0 for meld in self.melds)
            if top in self.places:
                return True
        return top != JOKER and _melds([*hand, top], top)

    def _lay(self, hand: list[Card]) -> None:
        seat = self.turn
        jokers = hand.count(JOKER)
        pressed = jokers > 0 and self._pressed()
        if jokers and (pressed or len(hand) <= 3 * jokers + 6):
            solution = solve(hand)
            if pressed or solution.max_cards >= len(hand) - 1:
                self._put(hand, solution)
        if not self.settled[seat] and hand:
            solution = solve([card for card in hand if card != JOKER])
            self.settled[seat] = self._put(hand, solution)
        if not self.opened[seat]:
            return
        laid = True
        while laid:
            laid = False
            for card in hand:
                if card in self.places:
                    hand.remove(card)
                    self._lay_off(card, self.places[card])
                    laid = True
                    break
        jokers = hand.count(JOKER)
        if jokers and (pressed or len(hand) <= jokers + 1):
            self._place_jokers(hand, jokers)

    def _put(self, hand: list[Card], solution: Solution) -> bool:
        """Lay new melds; False where they don't show enough to open."""
        if not solution.max_cards:
            return True
        if not self.opened[self.turn] and solution.best_opening < self.need:
            return False
        for meld in solution.least():
            for card in meld.cards:
                hand.remove(card)
            self.melds.append(plain(meld))
        self.opened[self.turn] = True
        self.rebuilds = 0
        self._survey()
        return True

    def _lay_off(self, card: Card, number: int) -> None:
        meld = self.melds[number]
        self.rebuilds = 0
        if card == meld[4]:
            meld[4] = -1
            self._put_joker()
        else:
            _extend(meld, card)
        self._survey()

    def _place_jokers(self, hand: list[Card], jokers: int) -> None:
        for _ in range(jokers):
            if not self._put_joker():
                return
            hand.remove(JOKER)
            self.rebuilds = 0
            self._survey()

    def _put_joker(self) -> bool:
        """Lay a joker off on a meld that has none and isn't full."""
        for meld in self.melds:
            if meld[4] >= 0:
                continue
            faces = _accepted(meld)
            if faces:
                _extend(meld, faces[0])
                meld[4] = faces[0]
                return True
        return False

    def _survey(self) -> None:
        """Find out what can be laid off."""
        places = {}
        free = sum(1 for meld in self.melds if meld[4] < 0)
        for number, meld in enumerate(self.melds):
            for face in _accepted(meld):
                places[face] = number
            if meld[4] >= 0 and free:
                places[meld[4]] = number
        self.places = places

    def _idlest(self, hand: list[Card]) -> Card:
        """The card that costs most and helps least."""
        keys, _ = keys_of(hand)
        k0, k1, k2, k3 = keys
        best, chosen = -1000.0, JOKER
        for card in hand:
            if card == JOKER:
                continue
            suit, rank = divmod(card, 13)
            key = keys[suit]
            value = float(VALUES[card])
            if not key >> 13 + rank & 1:
                held = key & SUIT | (key & 1) << 13
                value -= WINDOWS[held << 2 >> rank & 27]
                if not rank:
                    value -= WINDOWS[held >> 11 & 27]
                same = (k0 >> rank & 1) + (k1 >> rank & 1) + (k2 >> rank & 1) + (k3 >> rank & 1)
                value -= 0.0 if same == 1 else PAIR if same == 2 else WHOLE
            if card in self.places:
                value -= GIFT
            if value > best:
                best, chosen = value, card
        return chosen


def _melds(hand: list[Card], card: Card) -> bool:
    """Whether a natural card of the hand is part of a meld without joker."""
    suit, rank = divmod(card, 13)
    held = 0
    suits = 0
    for other in hand:
        if other == JOKER:
            continue
        if other // 13 == suit:
            held |= 1 << other % 13
        if other % 13 == rank:
            suits |= 1 << other // 13
    if suits in (7, 11, 13, 14, 15):
        return True
    held |= (held & 1) << 13
    if WINDOWS[held << 2 >> rank & 27] == WHOLE:
        return True
    return not rank and WINDOWS[held >> 11 & 27] == WHOLE


def _accepted(meld: list[int]) -> list[Card]:
    """What can be laid off on a meld."""
    if meld[0] == SET:
        return [13 * suit + meld[1] for suit in range(4) if not meld[2] >> suit & 1]
    faces = []
    if meld[2] > 0:
        faces.append(13 * meld[1] + meld[2] - 1)
    if meld[3] < HIGH_ACE:
        faces.append(13 * meld[1] + (meld[3] + 1) % 13)
    return faces


def _extend(meld: list[int], card: Card) -> None:
    """Lay a card off that the meld accepts."""
    if meld[0] == SET:
        meld[2] |= 1 << card // 13
    elif meld[3] < HIGH_ACE and card % 13 == (meld[3] + 1) % 13:
        meld[3] += 1
    else:
        meld[2] -= 1


def plain(meld: Meld) -> list[int]:
    """A meld as numbers."""
    joker = -1 if meld.replaced is None else meld.replaced
    if meld.kind == "set":
        return [SET, meld.low, sum(1 << face // 13 for face in meld.faces), 0, joker]
    return [RUN, meld.faces[0] // 13, meld.low, meld.high, joker]


def sketched(position: Position, dealt: Position) -> Sketch:
    """A round between turns. What `position` hides lies as in `dealt`."""
    sketch = Sketch(
        [list(there if is_hidden(hand) else hand) for hand, there in zip(position.hands, dealt.hands, strict=True)],
        list(position.opened),
        [plain(lying.meld) for lying in position.melds],
    )
    sketch.stock = list(reversed(dealt.stock))
    sketch.discard = list(position.discard)
    sketch.turn = position.turn
    sketch.rebuilds = position.rebuilds
    sketch.need = position.options.open_min
    return sketch


def points_of(sketch: Sketch, position: Position, winner: int) -> tuple[int, ...]:
    """What each seat has scored in a round that was played to its end."""
    return round_points(position.options, sketch.hands, sketch.opened, winner if winner >= 0 else None, False)
