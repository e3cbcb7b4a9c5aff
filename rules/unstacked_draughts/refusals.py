"""Reasons for which a gesture is no move in Unstacked Draughts. The codes are listed in README.md, section 11."""

from typing import Final

from rules.contract import Gesture, Refusal, Seat, Target
from rules.unstacked_draughts.effects import BORNE_OFF, CUPS, TRAY, gesture
from rules.unstacked_draughts.engine.board import FACES, usable
from rules.unstacked_draughts.moves import LETTERS
from rules.unstacked_draughts.state import GameState, Phase

_CHECKERS: Final = {
    f"{letter}{point}{suffix}": (seat, point, bool(suffix))
    for seat, letter in enumerate(LETTERS)
    for point in FACES
    for suffix in ("", "-down")
}  # for each target of checkers the seat, the point, and whether they are down
_BUTTONS: Final = frozenset(
    {"begin", *(f"{side}-{word}" for side in LETTERS for word in ("yes", "no", "test", "waive"))}
)

_REASON_OF_PHASE: Final = {
    Phase.OVER: "over",
    Phase.WON: "begin-first",
    Phase.DISPUTE: "answer-first",
    Phase.FLYING: "dice-fly",
}


def find_reason(state: GameState, wanted: Gesture) -> Refusal | None:
    """Return the reason against the gesture `wanted`; None if it is a move, or resembles none."""
    if len(wanted.pick) != 1:
        return None
    (pick,) = wanted.pick
    if any(gesture(state, move).pick == wanted.pick for move in state.player_moves()):
        return None
    if not (pick in _CHECKERS or pick in CUPS or pick in BORNE_OFF or pick == TRAY or pick in _BUTTONS):
        return None
    if state.phase in _REASON_OF_PHASE and not (state.phase is Phase.FLYING and pick == TRAY):
        return Refusal(_REASON_OF_PHASE[state.phase], (pick,))
    if pick in CUPS:
        return _throw_refusal(state, pick, CUPS.index(pick))
    if pick in _CHECKERS:
        return _use_refusal(state, pick, *_CHECKERS[pick])
    if pick == TRAY:
        return _cover_refusal(state)
    return Refusal("no-question" if pick in _BUTTONS else "already-off", (pick,))


def _throw_refusal(state: GameState, cup: Target, seat: Seat) -> Refusal:
    roll = state.roll
    if roll is not None:
        own = state.own_uses()
        dice = ", ".join(sorted((str(use.die) for use in own or state.claims()), reverse=True))
        if own or not state.attentive:
            return Refusal("dice-to-play", (cup,), {"dice": dice})
        if roll.locked and seat == state.throwing_seat:
            return Refusal("cup-locked", (cup,), {"dice": dice})
    return Refusal("other-throws", (cup,))


def _use_refusal(state: GameState, target: Target, seat: Seat, point: int, is_down: bool) -> Refusal:
    roll, side = state.roll, state.sides[seat]
    facts = {"point": str(point), "die": str(point)}

    def refuse(code: str) -> Refusal:
        return Refusal(code, (target,), facts)

    if roll is None:
        return refuse("no-dice")
    if seat != roll.thrower and roll.has_false_claim(seat):
        return refuse("claims-lost")
    if point not in roll.dice:
        return refuse("no-such-die")
    if all(roll.dice[index] != point for index in roll.free):
        return refuse("die-used")
    if not usable(side, point):
        return refuse("only-bottom" if side[0] == "d" else "point-empty")
    if seat != roll.thrower:
        if all(roll.dice[index] != point for index in state.leftovers()):
            return refuse("thrower-uses-it")
        if all(claim.die != point for claim in state.claims()):
            return refuse("thrower-finishes")
        if all(move.seat != seat for move in state.player_moves()):
            return refuse("thrower-first")
    return refuse("still-stacked" if is_down and side[0] == "d" else "front-first")


def _cover_refusal(state: GameState) -> Refusal:
    if state.phase is not Phase.FLYING:
        return Refusal("nothing-flies", (TRAY,))
    if not state.attentive:
        return Refusal("not-attentive", (TRAY,))
    return Refusal("own-throw" if state.next is None else "no-claim", (TRAY,))
