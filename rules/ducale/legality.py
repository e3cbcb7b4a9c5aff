"""Legality of a move, with the reason if it is illegal (README.md, sections 3 to 7, 11 and 14)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.ducale.cards import JOKER, TEXTS, Card, find_missing_card, is_full_pack
from rules.ducale.melds import Meld, MeldError, swap_joker
from rules.ducale.moves import (
    Act,
    Deal,
    Discard,
    Draw,
    Lay,
    LayOff,
    Move,
    Rebuild,
    Shuffle,
    Swap,
    Take,
    apply_lay_off,
)
from rules.ducale.state import State, can_open


@dataclass(frozen=True, slots=True)
class Violation:
    code: str  # of README.md, section 14
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        """The code as remarks and refusals spell it: `no-draw` for NO_DRAW."""
        return self.code.lower().replace("_", "-")


def violation(state: State, move: Move) -> Violation | None:
    """Return why `move` is illegal, or None. After a legal move there may still be no way to finish the turn."""
    if isinstance(move, (Deal, Shuffle)):
        return _nature_violation(state, move)
    if state.phase not in ("draw", "act"):
        return Violation("PHASE")
    if move.seat != state.turn:
        return Violation("OTHER_TURN")
    if isinstance(move, (Draw, Take, Rebuild)):
        return _draw_violation(state, move)
    if state.phase == "draw":
        return Violation("NO_DRAW")
    if not isinstance(move, Discard):
        return _act_violation(state, move)
    if move.card not in state.hands[move.seat]:
        return Violation("NOT_IN_HAND", {"card": TEXTS[move.card]})
    return end_violation(state)


def _nature_violation(state: State, move: Deal | Shuffle) -> Violation | None:
    """Return why a new stock (section 7) or a deal (section 2) is illegal, or None."""
    if isinstance(move, Shuffle):
        if state.stock:
            return Violation("STOCK_NOT_EMPTY")
        if state.phase == "draw" and state.is_blocking:
            return Violation("BLOCKED")
        if state.phase not in ("draw", "shuffle"):
            return Violation("PHASE")
        return None if Counter(move.stock) == Counter(state.rebuild_cards) else Violation("BAD_SHUFFLE")
    if state.phase not in ("deal", "end", "blocked") or state.outcome() is not None:
        return Violation("PHASE")
    if move.dealer not in state.dealers or not is_full_pack(move.pack):
        return Violation("BAD_SHUFFLE")
    return None


def _draw_violation(state: State, move: Draw | Take | Rebuild) -> Violation | None:
    if state.phase == "act":
        return Violation("BAD_DRAW")
    if isinstance(move, Rebuild):
        return Violation("STOCK_NOT_EMPTY") if state.stock else None
    if isinstance(move, Draw):
        if not state.stock:
            return Violation("STOCK_EMPTY")
        if move.card not in (None, state.stock[0]):
            return Violation("BAD_DRAW", {"card": TEXTS[state.stock[0]]})
        return None
    options = state.options
    if not state.discard:
        return Violation("DISCARD_EMPTY")
    if state.lap < options.discard_from_lap:
        return Violation("TOO_EARLY", {"lap": str(options.discard_from_lap)})
    if options.last_card_draws and len(state.hands[move.seat]) == 1:
        return Violation("MUST_DRAW")
    return None


def end_violation(state: State) -> Violation | None:
    """Return why the turn can't end yet: an open duty, or what the opening lacks; None if the turn can end."""
    naturals = [card for card in state.owed if card != JOKER]
    if naturals:
        return Violation("DUTY_CARD", {"card": TEXTS[naturals[0]]})
    if state.owed:
        return Violation("DUTY_JOKER", {"count": str(len(state.owed))})
    if state.fresh and not state.opened[state.turn]:
        return opening_violation(state)
    return None


def opening_violation(state: State, *further: Meld) -> Violation | None:
    """Return what the new melds of this turn and the `further` ones lack to be an opening, or None (section 11)."""
    melds = [*state.fresh_melds, *further]
    if can_open(state.options, melds):
        return None
    need, shown = state.options.open_min, sum(meld.points for meld in melds)
    return Violation("OPEN_MIN", {"need": str(need), "shown": str(shown)}) if shown < need else Violation("OPEN_PURE")


def _act_violation(state: State, move: Act) -> Violation | None:
    opened = state.opened[move.seat]
    if not isinstance(move, Lay) and not state.may_lay_off:
        return opening_violation(state) if state.fresh and not opened else Violation("NOT_OPENED")
    if not isinstance(move, Lay) and move.id not in state.ids:
        return Violation("NO_SUCH_MELD", {"meld": str(move.id)})
    hand = state.hands[move.seat]
    missing = find_missing_card(hand, move.cards)
    if missing is not None:
        return Violation("NOT_IN_HAND", {"card": TEXTS[missing]})
    if isinstance(move, Swap):
        return swap_violation(state.meld(move.id), move.card)
    if isinstance(move, LayOff):
        try:
            apply_lay_off(state.meld(move.id), move)
        except MeldError as problem:
            return Violation(problem.code, problem.facts)
    lays_all = len(hand) == len(move.cards)
    if lays_all and state.options.go_out == "discard":
        return Violation("LAST_CARD")
    if lays_all and isinstance(move, Lay) and not opened:
        return opening_violation(state, move.meld)
    return None


def swap_violation(meld: Meld, card: Card) -> Violation | None:
    try:
        swap_joker(meld, card)
    except MeldError as problem:
        wanted = meld.card_of_joker
        facts = {} if wanted is None else {"card": TEXTS[card], "wanted": TEXTS[wanted]}
        return Violation(problem.code, facts)
    return None
