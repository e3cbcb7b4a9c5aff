"""The state of a match of Ducale, and the effects of moves on it (README.md, sections 2 to 9).

`position.Position` adds the methods of a position; rules are written as functions of a `State`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, Self, TypeAlias

from rules import contract
from rules.contract import Outcome, Seat
from rules.ducale import scores
from rules.ducale.cards import HAND, HIDDEN, JOKER, Card, hand_without, is_hidden
from rules.ducale.melds import Meld, swap_joker
from rules.ducale.moves import Deal, Discard, Draw, Lay, LayOff, Move, Rebuild, Shuffle, Swap, Take, apply_lay_off
from rules.ducale.options import Options

Phase: TypeAlias = Literal["deal", "draw", "shuffle", "act", "end", "blocked"]
"""The phase of a match.

deal: no cards are dealt yet; draw: a turn begins; shuffle: Nature makes a new stock; act: a card was taken; end: a
player has gone out; blocked: the round ended without a winner (section 7).
"""
FULL: Final = -2  # `State.viewer` of a state in which every card is known


@dataclass(frozen=True, slots=True)
class OnTable:
    """A meld on the table; `by` is the seat that laid it, which is only displayed."""

    id: int
    by: Seat
    meld: Meld


@dataclass(frozen=True, slots=True)
class State:
    """Hands, table, piles, duties and scores of a match.

    The view of a seat is a state too; cards that the seat can't see are `HIDDEN` in it.
    """

    hands: tuple[tuple[Card, ...], ...]
    options: Options = field(default_factory=Options)
    phase: Phase = "deal"
    round: int = 1
    lap: int = 1
    dealer: Seat = 0
    turn: Seat = 0
    opened: tuple[bool, ...] = ()
    melds: tuple[OnTable, ...] = ()
    stock: tuple[Card, ...] = ()  # the first card is drawn next
    discard: tuple[Card, ...] = ()  # the last card is the top one
    owed: tuple[Card, ...] = ()  # cards, also jokers, that must be laid in this turn (section 6)
    fresh: tuple[int, ...] = ()  # ids of the melds that are new in this turn
    next_id: int = 1
    rebuilds: int = 0  # number of new stocks since a card was last laid
    scores: tuple[tuple[int, ...], ...] = ()  # points by seat of each round before this one
    winner: Seat | None = None
    one_turn: bool = False  # whether the winner laid the whole hand in one turn
    opening: bool = False  # whether the seat to move had not opened when its turn began
    viewer: Seat = FULL  # seat whose view this is; `NATURE` for the view of all
    begun: Self | None = field(default=None, compare=False, repr=False)  # start of the unfinished turn
    played: tuple[Move, ...] = field(default=(), compare=False)  # moves of this turn, a draw with its card
    pool: tuple[Card, ...] | None = field(default=None, compare=False)  # cards of the last new stock, known to all
    asked: bool = field(default=False, compare=False)  # whether the seat to move has asked for a new stock and got it
    is_undo_barred: bool = field(default=True, compare=False)  # whether the last move can't be taken back (section 6)
    shuffles: int = field(default=0, compare=False)  # number of deals and shuffles since the match began

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(on_table.id for on_table in self.melds)

    def meld(self, number: int) -> Meld:
        return next(on_table.meld for on_table in self.melds if on_table.id == number)

    @property
    def fresh_melds(self) -> list[Meld]:
        return [self.meld(number) for number in self.fresh]

    @property
    def hand(self) -> tuple[Card, ...]:
        return self.hands[self.turn]

    @property
    def may_lay_off(self) -> bool:
        """Whether the seat to move may lay off and swap.

        It must have opened; without the option `same_turn`, before this turn.
        """
        return self.opened[self.turn] and (self.options.same_turn or not self.opening)

    @property
    def is_blocking(self) -> bool:
        """Whether asking for a new stock ends the round: no card was laid since the last new stock (section 7)."""
        return not self.stock and self.rebuilds > 0

    @property
    def rebuild_cards(self) -> tuple[Card, ...]:
        """The cards of the next new stock: the discard pile without its top card, or its only card."""
        return self.discard[:-1] if len(self.discard) > 1 else self.discard

    @property
    def dealers(self) -> tuple[Seat, ...]:
        """The seats that may deal next: at first all, then only the seat after the last dealer."""
        return tuple(range(self.seats)) if self.phase == "deal" else ((self.dealer + 1) % self.seats,)

    @property
    def hides_hands(self) -> bool:
        return any(is_hidden(hand) for hand in self.hands)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The points of each round that has ended, by seat."""
        counted = self.phase in ("end", "blocked") and not self.hides_hands
        return (*self.scores, self.row()) if counted else self.scores

    def row(self) -> tuple[int, ...]:
        """Return the points of each seat if the round ends in this state."""
        return scores.round_points(self.options, self.hands, self.opened, self.winner, self.one_turn)

    @property
    def totals(self) -> tuple[int, ...]:
        return scores.totals(self.rows, self.seats)

    def hand_points(self, seat: Seat) -> int:
        return scores.hand_points(self.hands[seat])

    def outcome(self) -> Outcome | None:
        """Return the winners and the totals (section 9); None if the match isn't over, or a hand is hidden."""
        if self.phase not in ("end", "blocked") or self.hides_hands:
            return None
        rows = self.rows
        if not scores.is_over(self.options, rows):
            return None
        points = scores.totals(rows, self.seats)
        winners = tuple(seat for seat, rank in enumerate(scores.ranks(points)) if rank == 1)
        return Outcome("rounds" if self.options.rounds else "target", winners, points)

    def play(self, move: contract.Move) -> Self:
        assert isinstance(move, Move)
        match move:
            case Draw():
                return self._take(self.stock[0] if move.card is None else move.card, move)
            case Take():
                return self._take(self.discard[-1], move)
            case Rebuild():
                return replace(self, phase="blocked" if self.is_blocking else "shuffle", is_undo_barred=True)
            case Lay():
                return self._lay(move)
            case LayOff():
                return self._after_laying(move, self._melds_with(move.id, apply_lay_off(self.meld(move.id), move)))
            case Swap():
                return self._swap(move)
            case Discard():
                return self._discard(move)
            case Shuffle():
                return self._shuffle(move)
            case Deal():
                return self._deal(move)

    def _hands_with(self, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
        """Return all hands, with `hand` as the hand of the seat to move."""
        return (*self.hands[: self.turn], hand, *self.hands[self.turn + 1 :])

    def _hands_plus(self, card: Card) -> tuple[tuple[Card, ...], ...]:
        """Return all hands, with one more card for the seat to move; the card is hidden if that seat's hand is."""
        return self._hands_with((*self.hand, HIDDEN if is_hidden(self.hand) else card))

    def _hands_less(self, cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
        """Return all hands, without `cards` for the seat to move; a hidden hand loses as many of its cards."""
        return self._hands_with(self.hand[len(cards) :] if is_hidden(self.hand) else hand_without(self.hand, cards))

    def _melds_with(self, number: int, meld: Meld) -> tuple[OnTable, ...]:
        """Return the melds on the table with `meld` in the place of meld `number`."""
        return tuple(replace(on_table, meld=meld) if on_table.id == number else on_table for on_table in self.melds)

    def _take(self, card: Card, move: Draw | Take) -> Self:
        from_discard = isinstance(move, Take)
        return replace(
            self,
            phase="act",
            hands=self._hands_plus(card),
            stock=self.stock if from_discard else self.stock[1:],
            discard=self.discard[:-1] if from_discard else self.discard,
            owed=(card,) if from_discard else (),
            opening=not self.opened[self.turn],
            begun=self,
            played=(move if from_discard else Draw(move.seat, None if card == HIDDEN else card),),
            asked=False,
            is_undo_barred=not from_discard,
        )

    def _lay(self, move: Lay) -> Self:
        number = self.next_id
        opened = self.opened
        if not opened[move.seat] and can_open(self.options, [*self.fresh_melds, move.meld]):
            opened = (*opened[: move.seat], True, *opened[move.seat + 1 :])
        after = replace(self, opened=opened, fresh=(*self.fresh, number), next_id=number + 1)
        return after._after_laying(move, (*self.melds, OnTable(number, move.seat, move.meld)))

    def _after_laying(self, move: Lay | LayOff, melds: tuple[OnTable, ...]) -> Self:
        """Return the state after cards of the hand were laid; `melds` are all melds on the table after that."""
        owed = list(self.owed)  # by face, not by copy (section 6)
        for card in move.cards:
            if card in owed:
                owed.remove(card)
        hands = self._hands_less(move.cards)
        after = replace(
            self,
            hands=hands,
            melds=melds,
            owed=tuple(owed),
            rebuilds=0,
            played=(*self.played, move),
            is_undo_barred=False,
        )
        return after if hands[self.turn] else after._end_round()

    def _swap(self, move: Swap) -> Self:
        owed = hand_without(self.owed, move.cards) if move.card in self.owed else self.owed
        joker = HIDDEN if is_hidden(self.hand) else JOKER
        return replace(
            self,
            hands=self._hands_with((*self._hands_less(move.cards)[self.turn], joker)),
            melds=self._melds_with(move.id, swap_joker(self.meld(move.id), move.card)),
            owed=(*owed, JOKER),
            rebuilds=0,
            played=(*self.played, move),
            is_undo_barred=False,
        )

    def _discard(self, move: Discard) -> Self:
        hands = self._hands_less((move.card,))
        after = replace(
            self,
            hands=hands,
            discard=(*self.discard, move.card),
            played=(*self.played, move),
            is_undo_barred=True,
        )
        if not hands[self.turn]:
            return after._end_round()
        return replace(
            after,
            phase="draw",
            turn=(self.turn + 1) % self.seats,
            lap=self.lap + (self.turn == self.dealer),
            fresh=(),
            opening=False,
            begun=None,
            played=(),
        )

    def _end_round(self) -> Self:
        """Return the state after the seat to move has gone out."""
        return replace(
            self,
            phase="end",
            winner=self.turn,
            one_turn=self.opening,
            opening=False,
            fresh=(),
            begun=None,
            is_undo_barred=True,
        )

    def _shuffle(self, move: Shuffle) -> Self:
        return replace(
            self,
            phase="draw",
            stock=move.stock,
            discard=self.discard[-1:] if len(self.discard) > 1 else (),
            rebuilds=self.rebuilds + 1,
            pool=tuple(sorted(self.rebuild_cards)),
            asked=True,
            is_undo_barred=True,
            shuffles=self.shuffles + 1,
        )

    def _deal(self, deal: Deal) -> Self:
        seats, first = self.seats, (deal.dealer + 1) % self.seats
        end = seats * HAND
        return type(self)(
            hands=tuple(deal.pack[(seat - first) % seats : end : seats] for seat in range(seats)),
            options=self.options,
            phase="draw",
            round=self.round if self.phase == "deal" else self.round + 1,
            dealer=deal.dealer,
            turn=first,
            opened=(False,) * seats,
            stock=deal.pack[end + 1 :],
            discard=deal.pack[end : end + 1],
            scores=self.rows if deal.row is None else (*self.scores, deal.row),
            viewer=self.viewer,
            shuffles=self.shuffles + 1,
        )


def can_open(options: Options, melds: Sequence[Meld]) -> bool:
    """Return whether these melds, all new in one turn, are enough to open (section 11)."""
    shown = sum(meld.points for meld in melds)
    return shown >= options.open_min and (not options.open_pure_run or any(meld.is_pure_run for meld in melds))
