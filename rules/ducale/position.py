"""Positions of Ducale, French rummy: the frozen value. Sections are those of README.md.

One decision is one move: a card taken, a meld, a lay-off, a swap, a discard. Deals and shuffles are Nature's. What a
seat sees is a position too, in which the cards it can't see are `HIDDEN`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, Literal, TypeAlias

from rules import contract
from rules.contract import NATURE, Beat, Gesture, Outcome, Refusal, Remark, Seat, Table, Target, Token
from rules.ducale import dealing, finishing, looks, notation, refusals, remarks, scores, views
from rules.ducale import movegen as acts
from rules.ducale.cards import HIDDEN, JOKER, Card, without
from rules.ducale.legality import against_opening, laid_off, objection
from rules.ducale.melds import Meld, swapped
from rules.ducale.moves import Deal, Discard, Draw, Lay, LayOff, Move, Rebuild, Shuffle, Swap, Take
from rules.ducale.options import Options

Phase: TypeAlias = Literal["deal", "draw", "shuffle", "act", "end", "blocked"]
"""deal: nothing is dealt yet; draw: a turn begins; shuffle: a new stock is waited for; act: a card is taken."""
FULL: Final = -2
"""`Position.viewer` of what nobody sees: everything."""


@dataclass(frozen=True, slots=True)
class OnTable:
    """A meld on the table; `by` is who laid it, for display only."""

    id: int
    by: Seat
    meld: Meld


@dataclass(frozen=True, slots=True)
class Position:
    """Hands, table, piles, duties and scores of a match, in the midst of a round."""

    hands: tuple[tuple[Card, ...], ...]
    options: Options = field(default_factory=Options)
    phase: Phase = "deal"
    round: int = 1
    lap: int = 1
    dealer: Seat = 0
    turn: Seat = 0
    opened: tuple[bool, ...] = ()
    melds: tuple[OnTable, ...] = ()
    stock: tuple[Card, ...] = ()
    """First = next drawn."""
    discard: tuple[Card, ...] = ()
    """Last = top."""
    owed: tuple[Card, ...] = ()
    """Cards, jokers among them, that must be laid in this turn (section 6)."""
    fresh: tuple[int, ...] = ()
    """Ids of the melds that are new in this turn."""
    next_id: int = 1
    rebuilds: int = 0
    """Since a card was laid last."""
    scores: tuple[tuple[int, ...], ...] = ()
    """A row for each round before this one."""
    winner: Seat | None = None
    one_turn: bool = False
    """Whether the winner laid his whole hand in one turn."""
    opening: bool = False
    """Whether the seat to move had not opened when its turn began."""
    viewer: Seat = FULL
    """Who sees this; `NATURE` for what everybody sees."""
    begun: Position | None = field(default=None, compare=False, repr=False)
    """The position at the start of the turn under way."""
    played: tuple[Move, ...] = field(default=(), compare=False)
    """The moves of this turn so far, a draw with its card."""
    pool: tuple[Card, ...] | None = field(default=None, compare=False)
    """What the stock was last rebuilt of, known to all; None before the first rebuild of the round."""
    asked: bool = field(default=False, compare=False)
    """Whether the seat to move has asked for a new stock and got it."""
    sealed: bool = field(default=True, compare=False)
    """Whether what led here stays: a card was seen, or a turn has ended (section 6)."""
    shuffles: int = field(default=0, compare=False)
    """Deals and shuffles since the match began."""

    # Who is asked

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def to_move(self) -> Seat:
        return self.turn if self.phase in ("draw", "act") else NATURE

    @property
    def turn_started(self) -> bool:
        return self.phase in ("deal", "end", "blocked") or (self.phase == "draw" and not self.asked)

    def actors(self) -> frozenset[Seat]:
        return frozenset((self.to_move,))

    # What is known

    @property
    def ids(self) -> tuple[int, ...]:
        """Of the melds on the table."""
        return tuple(lying.id for lying in self.melds)

    def meld(self, number: int) -> Meld:
        """The meld with this id."""
        return next(lying.meld for lying in self.melds if lying.id == number)

    @property
    def hand(self) -> tuple[Card, ...]:
        """Of the seat whose turn it is."""
        return self.hands[self.turn]

    @property
    def blocks(self) -> bool:
        """Whether wanting the stock's card would end the round: a rebuild is needed, and none since a card was laid
        has helped (section 7)."""
        return not self.stock and self.rebuilds > 0

    @property
    def buried(self) -> tuple[Card, ...]:
        """What a new stock is made of: the discard pile without its top card, or its only card."""
        return self.discard[:-1] if len(self.discard) > 1 else self.discard

    @property
    def dealers(self) -> tuple[Seat, ...]:
        """Who may deal next: anybody at the beginning, then the next seat."""
        return tuple(range(self.seats)) if self.phase == "deal" else ((self.dealer + 1) % self.seats,)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The points of all rounds that have ended, this one too if it has."""
        counted = self.phase in ("end", "blocked") and not self.veiled
        return (*self.scores, self.row()) if counted else self.scores

    @property
    def veiled(self) -> bool:
        """Whether some hand can't be seen."""
        return any(views.is_hidden(hand) for hand in self.hands)

    def row(self) -> tuple[int, ...]:
        """The points of the round that has just ended."""
        return scores.round_points(self.options, self.hands, self.opened, self.winner, self.one_turn)

    @property
    def totals(self) -> tuple[int, ...]:
        return scores.totals(self.rows, self.seats)

    @property
    def score(self) -> tuple[tuple[int, ...], int]:
        """Totals, and the points that end the match."""
        return self.totals, self.options.target

    # What may be done

    def legal_moves(self, seat: Seat | None = None) -> tuple[Move, ...]:
        """The moves of a player. Nature's can't be listed: `is_legal` knows them, `sample` makes one."""
        if self.phase not in ("draw", "act") or seat not in (None, self.turn):
            return ()
        if self.phase == "act":
            return tuple(acts.listed(self))
        found: list[Move] = [Draw(self.turn) if self.stock else Rebuild(self.turn)]
        if self.may_take():
            found.append(Take(self.turn))
        return tuple(found)

    def may_take(self) -> bool:
        """Whether the discard may be taken: some legal turn uses it (section 6)."""
        return objection(self, Take(self.turn)) is None and finishing.finishes(self._take())

    def is_legal(self, move: contract.Move) -> bool:
        """Whether `move` is legal, Nature's too."""
        assert isinstance(move, Move)
        if isinstance(move, (Deal, Shuffle)):
            return self.phase != "draw" and objection(self, move) is None
        return move in self.legal_moves(move.seat)

    def read_move(self, seat: Seat, text: str) -> Move | None:
        """The legal move of a seat, or of Nature, with this text; None if there is none."""
        return notation.move_of(self, seat, text)

    def automatic_move(self) -> Move | None:
        return Draw(self.turn) if self.phase == "draw" and self.asked else None

    def sample(self, rng: Random) -> Deal | Shuffle:
        return dealing.sample(self, rng)

    # What is done

    def play(self, move: contract.Move) -> Position:
        assert isinstance(move, Move)
        match move:
            case Draw():
                return self._draw(move)
            case Take():
                return self._take()
            case Rebuild():
                return replace(self, phase="blocked" if self.blocks else "shuffle", sealed=True)
            case Lay():
                return self._lay(move)
            case LayOff():
                return self._after_laying(move, self._changed(move.id, laid_off(self.meld(move.id), move)))
            case Swap():
                return self._swap(move)
            case Discard():
                return self._discard(move)
            case Shuffle():
                return self._shuffle(move)
            case Deal():
                return dealing.dealt(self, move)

    def _with_hand(self, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
        return (*self.hands[: self.turn], hand, *self.hands[self.turn + 1 :])

    def _less(self, cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
        """The hands without these cards of the turn's; where it can't be seen, without as many."""
        hidden = views.is_hidden(self.hand)
        return self._with_hand(self.hand[len(cards) :] if hidden else without(self.hand, cards))

    def _draw(self, move: Draw) -> Position:
        card = self.stock[0] if move.card is None else move.card
        return replace(
            self,
            phase="act",
            hands=self._with_hand((*self.hand, views.behind(card) if views.is_hidden(self.hand) else card)),
            stock=self.stock[1:],
            opening=not self.opened[self.turn],
            begun=self,
            played=(Draw(move.seat, None if card == HIDDEN else card),),
            asked=False,
            sealed=True,
        )

    def _take(self) -> Position:
        card = self.discard[-1]
        return replace(
            self,
            phase="act",
            hands=self._with_hand((*self.hand, views.behind(card) if views.is_hidden(self.hand) else card)),
            discard=self.discard[:-1],
            owed=(card,),
            opening=not self.opened[self.turn],
            begun=self,
            played=(Take(self.turn),),
            asked=False,
            sealed=False,
        )

    def _lay(self, move: Lay) -> Position:
        number = self.next_id
        laid = OnTable(number, move.seat, move.meld)
        opened = self.opened
        fresh = (*self.fresh, number)
        if not opened[move.seat]:
            new = [*(self.meld(one) for one in self.fresh), move.meld]
            if against_opening(self, new) is None:
                opened = (*opened[: move.seat], True, *opened[move.seat + 1 :])
        after = replace(self, opened=opened, fresh=fresh, next_id=number + 1)
        return after._after_laying(move, (*self.melds, laid))

    def _changed(self, number: int, meld: Meld) -> tuple[OnTable, ...]:
        return tuple(replace(lying, meld=meld) if lying.id == number else lying for lying in self.melds)

    def _after_laying(self, move: Lay | LayOff, melds: tuple[OnTable, ...]) -> Position:
        """Duties are counted by face, not by copy (section 6); an empty hand ends the round (section 3)."""
        owed = list(self.owed)
        for card in move.cards:
            if card in owed:
                owed.remove(card)
        hands = self._less(move.cards)
        after = replace(
            self,
            hands=hands,
            melds=melds,
            owed=tuple(owed),
            rebuilds=0,
            played=(*self.played, move),
            sealed=False,
        )
        return after if hands[self.turn] else after._won()

    def _swap(self, move: Swap) -> Position:
        owed = without(self.owed, (move.card,)) if move.card in self.owed else self.owed
        hand = self._less((move.card,))[self.turn]
        joker = views.behind(JOKER) if views.is_hidden(self.hand) else JOKER
        return replace(
            self,
            hands=self._with_hand((*hand, joker)),
            melds=self._changed(move.id, swapped(self.meld(move.id), move.card)),
            owed=(*owed, JOKER),
            rebuilds=0,
            played=(*self.played, move),
            sealed=False,
        )

    def _discard(self, move: Discard) -> Position:
        hands = self._less((move.card,))
        after = replace(
            self,
            hands=hands,
            discard=(*self.discard, move.card),
            played=(*self.played, move),
            sealed=True,
        )
        if not hands[self.turn]:
            return after._won()
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

    def _won(self) -> Position:
        return replace(
            self,
            phase="end",
            winner=self.turn,
            one_turn=self.opening,
            opening=False,
            fresh=(),
            begun=None,
            sealed=True,
        )

    def _shuffle(self, move: Shuffle) -> Position:
        return replace(
            self,
            phase="draw",
            stock=move.stock,
            discard=self.discard[-1:] if len(self.discard) > 1 else (),
            rebuilds=self.rebuilds + 1,
            pool=tuple(sorted(self.buried)),
            asked=True,
            sealed=True,
            shuffles=self.shuffles + 1,
        )

    # How it ends, and what it looks like

    def outcome(self) -> Outcome | None:
        """Fewest points win; equal totals share the first rank (section 9). Unknown where hands are hidden."""
        if self.phase not in ("end", "blocked") or self.veiled:
            return None
        rows = self.rows
        if not scores.is_over(self.options, rows):
            return None
        points = scores.totals(rows, self.seats)
        first = tuple(seat for seat, rank in enumerate(scores.ranks(points)) if rank == 1)
        return Outcome("rounds" if self.options.rounds else "target", first, points)

    def text(self) -> str:
        """The state line (section 12); of what a seat sees, its view."""
        from rules.ducale import lines

        return lines.write(self)

    def seen_by(self, seat: Seat | None) -> Position:
        """What a seat sees; None: what everybody sees."""
        return views.seen_by(self, seat)

    def redact(self, move: contract.Move, seat: Seat | None) -> Move:
        """What a seat sees of a move that is about to be played here."""
        assert isinstance(move, Move)
        return views.redacted(self, move, seat)

    def deduce(self, rng: Random) -> Position:
        """What a seat sees, with the hidden cards filled in as they might be."""
        return dealing.deduced(self, rng)

    def table(self) -> Table:
        return looks.table(self)

    def effects(self, move: contract.Move) -> Sequence[Beat]:
        assert isinstance(move, Move)
        return looks.effects(self, move)

    def gesture(self, move: contract.Move) -> Gesture:
        """Of Nature's moves none: an empty one."""
        assert isinstance(move, Move)
        return looks.gesture(self, move)

    def choice(self, move: contract.Move) -> Token:
        """What is offered where several moves share a gesture: what a joker stands for, where an ace goes."""
        assert isinstance(move, Move)
        return looks.choice(self, move)

    def forced(self) -> frozenset[Target]:
        return frozenset()

    def remarks(self) -> tuple[Remark, ...]:
        return remarks.of(self)

    def refusal(self, gesture: Gesture) -> Refusal | None:
        return refusals.why(self, gesture)
