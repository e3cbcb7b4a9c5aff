"""The reasons why a gesture is no turn in Ducart (README.md, section 13).

The part of a code after the hyphen only selects the sentence.
"""

from typing import Final, Protocol

from rules.board_game import add_piece_kinds, make_refusal
from rules.common.squares import INDEX, NAMES, list_between
from rules.contract import Gesture, Outcome, Refusal, Seat
from rules.ducart.effects import KINDS, keeper_above
from rules.ducart.engine.mailbox import (
    CREEPER,
    HEAL,
    HEALER,
    KEEPER,
    KEPT,
    LEAPER,
    MOVE,
    PUSH,
    SLEEP,
    SLEEPER,
    SLEPT,
    STEAL,
    STEALER,
    SWEEPER,
    TRANSFER,
)
from rules.ducart.geometry import (
    are_straight_neighbours,
    is_knight_move,
    is_straight,
    leaper_beside,
    neighbours,
    sweeper_targets,
)
from rules.ducart.moves import Act

STRAIGHT: Final = frozenset({KEEPER, HEALER, LEAPER})
DIAGONAL: Final = frozenset({SLEEPER, HEALER})
OUT_OF_REACH: Final = ("pattern", "far", "occupied", "blocked")
"""The prefixes of the codes after which a second click, if on an own piece, counts as picking that piece instead."""

SENTENCES: Final = {
    "over": "The game is over.",
    "act": "Only who can do nothing passes, and here is a turn to play.",
    "nobody": "Nothing stands on {square}.",
    "nobody-theirs": "What stands on {square} is the other side's.",
    "nobody-kind": "No {piece} of {side} stands on {square}.",
    "asleep": "The piece on {square} is slept.",
    "held": "The piece on {square} is kept.",
    "locked": "The Keeper on {square} is locked on a Stealer.",
    "locked-transfer": "The Keeper on {target} is locked on a Stealer.",
    "pattern-sweeper": "A Sweeper goes one square ahead, straight or aslant, and so not from {square} to {target}.",
    "pattern-keeper": "A Keeper goes along rows and columns, and so not from {square} to {target}.",
    "pattern-creeper": "A Creeper goes like a chess knight, and so not from {square} to {target}.",
    "pattern-sleeper": "A Sleeper goes diagonally, and so not from {square} to {target}.",
    "pattern-healer": "A Healer goes straight or diagonally, and so not from {square} to {target}.",
    "pattern-stealer": "A Stealer goes one square, and so not from {square} to {target}.",
    "pattern-leaper": "A Leaper goes along rows and columns, and so not from {square} to {target}.",
    "blocked": "The way from {square} to {target} is blocked on {blocker}.",
    "blocked-push": "The piece on {target} can't be pushed, for {blocker} isn't empty.",
    "blocked-leap": "No leap of one or two steps leads from {square} to {target}.",
    "blocked-all": "The piece on {square} can't do anything now.",
    "blocked-sweeper": "What stands on {squares} leaves the Sweeper on {square} no square ahead.",
    "blocked-healer": "The Healer on {square} has no empty square beside it, and nobody around it is slept.",
    "occupied": "The square {target} must be empty.",
    "vacant": "There is nothing on {target} to act on.",
    "leaper": "A Leaper stands on {target}: it can be neither killed, kept, slept nor stolen.",
    "guarded": "A Keeper keeps a piece on {target}: neither of the two can be killed, kept or stolen.",
    "fresh": "The Creeper on {target} has just moved: it can't be pushed, slept, kept or stolen this turn.",
    "already": "The piece on {target} is slept already.",
    "flank": "No Sweeper may come to {entered}, beside the Leaper on {leaper}.",
    "edge": "The piece on {target} would be pushed off the board.",
    "far-push": "A Creeper pushes what is straight beside it, and {target} isn't straight beside {square}.",
    "far-sleep": "A Sleeper reaches the squares around it, and {target} isn't next to {square}.",
    "far-steal": "Only neighbours are stolen in this game, and {target} isn't next to {square}.",
    "far-transfer": "A Keeper is taken over from a square around the Stealer, and {target} isn't next to {square}.",
    "idle-heal": "No piece around {square} is slept.",
    "idle-leap": "A leap must not end where it began, on {square}.",
    "idle-steal": "A Stealer can't change places with itself, on {square}.",
}
"""Code -> sentence of the console, with the facts as placeholders. Only turn texts can get `nobody-kind`."""


class Situation(Protocol):
    """The part of `Position` on which a refusal depends."""

    @property
    def cells(self) -> bytes: ...
    @property
    def side(self) -> Seat: ...
    @property
    def fresh(self) -> int: ...
    @property
    def flags(self) -> str: ...
    def acts(self) -> tuple[Act, ...]: ...
    def outcome_without_repetition(self) -> Outcome | None: ...


def find_refusal(position: Situation, gesture: Gesture) -> Refusal | None:
    """Return the reason why `gesture` is no turn; None if it is one, begins one, or resembles none."""
    refused = _refuse_gesture(position, gesture)
    return None if refused is None else name_pieces(position, refused)


def name_pieces(position: Situation, refusal: Refusal) -> Refusal:
    """Return the refusal with the kinds of its pieces added to the facts; "" means no piece."""
    return add_piece_kinds(refusal, lambda at: KINDS[acting_kind(position, at) or position.cells[at] & 7])


def _refuse_gesture(position: Situation, gesture: Gesture) -> Refusal | None:
    """Return the same as `find_refusal`, without the kinds of pieces."""
    pick = sorted(gesture.pick)
    places = [*pick, *([] if gesture.drop is None else [gesture.drop])]
    if any(place not in INDEX for place in places) or len(pick) > 1:
        return None
    if position.outcome_without_repetition() is not None:
        return Refusal("over", (places[-1],) if places else ())
    if not pick:
        if position.acts():
            return Refusal("act", tuple(places))
        return make_refusal("blocked-all", INDEX[gesture.drop]) if gesture.drop else None
    actor = INDEX[pick[0]]
    refused = _refuse_actor(position, actor)
    if refused is not None or gesture.drop == pick[0]:
        return refused
    acts = [act for act in position.acts() if act.actor == actor]
    if gesture.drop is None:
        return None if acts else _refuse_stuck(position, actor)
    target = INDEX[gesture.drop]
    if any(act.target == target for act in acts):
        return None
    refused = refuse_turn(position, likely_kind(position, actor, target), actor, target)
    second_pick = Gesture(frozenset({gesture.drop}))
    pick_refusal = _refuse_gesture(position, second_pick) if acting_kind(position, target) else None
    reaches = not refused.code.startswith(OUT_OF_REACH) or refused.code == "blocked-push"
    return refused if pick_refusal is None or reaches else pick_refusal


def _refuse_stuck(position: Situation, actor: int) -> Refusal:
    kind = acting_kind(position, actor)
    if kind != SWEEPER:
        return make_refusal("blocked-healer" if kind == HEALER else "blocked-all", actor)
    refused = {end: _refuse_sweep(position, actor, end) for end in sweeper_targets(actor, position.side)}
    obstacles = sorted({reason.facts.get("leaper", NAMES[end]) for end, reason in refused.items()})
    facts = {"square": NAMES[actor], "squares": ", ".join(obstacles)}
    return Refusal("blocked-sweeper", (NAMES[actor], *obstacles), facts)


def acting_kind(position: Situation, square: int) -> int:
    """Return the kind of the own piece on a square, `KEEPER` for an own Keeper on a stack; 0 if there is none."""
    code = position.cells[square]
    keeper = keeper_above(code)
    if keeper and keeper >> 3 == position.side:
        return KEEPER
    return code & 7 if code & 15 and code >> 3 & 1 == position.side else 0


def _refuse_actor(position: Situation, square: int) -> Refusal | None:
    kind = acting_kind(position, square)
    if kind == 0:
        return make_refusal("nobody-theirs" if position.cells[square] & 15 else "nobody", square)
    return refuse_unable(position, square, kind)


def refuse_unable(position: Situation, square: int, kind: int) -> Refusal | None:
    """Return the reason why the own piece of this kind on a square can't act at all (sections 3 and 7), or None."""
    code = position.cells[square]
    keeper = keeper_above(code)
    if keeper and kind == KEEPER and keeper >> 3 == position.side:
        return make_refusal("locked", square) if is_keeper_locked(position, square) else None
    if keeper:
        return make_refusal("held", square)
    return make_refusal("asleep", square) if code & SLEPT else None


def is_keeper_locked(position: Situation, square: int) -> bool:
    """Return whether a Keeper on a square stands on a Stealer that it can't leave (section 7)."""
    code = position.cells[square]
    if not code & KEPT or code & 7 != STEALER:
        return False
    return not code & SLEPT or "p" in position.flags


def likely_kind(position: Situation, actor: int, target: int) -> int:
    """Return the kind of turn that clicks on `actor` and `target` most likely mean."""
    kind, code = acting_kind(position, actor), position.cells[target]
    if kind == CREEPER and not is_knight_move(actor, target) and (code or are_straight_neighbours(actor, target)):
        return PUSH
    if kind == SLEEPER and code:
        return SLEEP
    if kind == STEALER and code:
        return TRANSFER if code & KEPT and target in neighbours(actor) else STEAL
    return MOVE


def refuse_turn(position: Situation, kind: int, actor: int, target: int) -> Refusal:
    """Return the reason why a turn of `kind` from `actor`, which can act, to `target` is illegal."""
    if kind == HEAL:
        return make_refusal("idle-heal", actor)
    piece = acting_kind(position, actor)
    refusers = {PUSH: _refuse_push, SLEEP: _refuse_sleep, STEAL: _refuse_steal, TRANSFER: _refuse_transfer}
    refuse = refusers.get(kind) or {SWEEPER: _refuse_sweep, KEEPER: _refuse_keep}.get(piece, _refuse_move)
    return refuse(position, actor, target)


def _refuse_sweep(position: Situation, actor: int, target: int) -> Refusal:
    ahead = (target // 8 - actor // 8) * (1 - 2 * position.side)
    if ahead != 1 or abs(target % 8 - actor % 8) > 1:
        return make_refusal("pattern-sweeper", actor, target)
    return _refuse_protected(position, actor, target) or _refuse_flanked(position, actor, target, target)


def _refuse_protected(position: Situation, actor: int, target: int) -> Refusal | None:
    """Return a refusal if the piece on `target` can be neither killed, kept nor stolen, or None."""
    if position.cells[target] & KEPT:
        return make_refusal("guarded", actor, target)
    return make_refusal("leaper", actor, target) if position.cells[target] & 7 == LEAPER else None


def _refuse_flanked(position: Situation, actor: int, target: int, entered: int) -> Refusal:
    leaper = leaper_beside(position.cells, entered)
    assert leaper is not None, "nothing else is against it"
    return make_refusal("flank", actor, target, leaper=NAMES[leaper], entered=NAMES[entered])


def _refuse_keep(position: Situation, actor: int, target: int) -> Refusal:
    if not is_straight(actor, target):
        return make_refusal("pattern-keeper", actor, target)
    blocker = _find_blocker(position, actor, target)
    if blocker is not None:
        return make_refusal("blocked", actor, target, blocker=NAMES[blocker])
    return _refuse_protected(position, actor, target) or make_refusal("fresh", actor, target)


def _refuse_move(position: Situation, actor: int, target: int) -> Refusal:
    piece = acting_kind(position, actor)
    if piece == LEAPER:
        return make_refusal("occupied" if position.cells[target] else "blocked-leap", actor, target)
    straight = actor // 8 == target // 8 or actor % 8 == target % 8
    diagonal = abs(actor // 8 - target // 8) == abs(actor % 8 - target % 8)
    if piece == CREEPER:
        fits = is_knight_move(actor, target)
    elif piece == STEALER:
        fits = target in neighbours(actor)
    else:
        fits = (straight and piece in STRAIGHT) or (diagonal and piece in DIAGONAL)
    if not fits or actor == target:
        return make_refusal(f"pattern-{KINDS[piece]}", actor, target)
    blocker = None if piece == CREEPER else _find_blocker(position, actor, target)
    if blocker is not None:
        return make_refusal("blocked", actor, target, blocker=NAMES[blocker])
    return make_refusal("occupied", actor, target)


def refuse_leap(position: Situation, actor: int, waypoint: int | None, end: int) -> Refusal | None:
    """Return the reason why a leap, by a waypoint or in one step, is illegal; None if it is legal (section 4)."""
    first = end if waypoint is None else waypoint
    if first == actor or not is_straight(actor, first):
        return make_refusal("idle-leap" if first == actor else "pattern-leaper", actor, first)
    if position.cells[first]:
        return make_refusal("occupied", actor, first)
    over = next((at for at in list_between(actor, first) if position.cells[at] & KEPT), None)
    if over is not None:
        return make_refusal("blocked", actor, first, blocker=NAMES[over])
    if waypoint is None:
        return None
    if end == actor:
        return make_refusal("idle-leap", actor, end)
    if end == first or not is_straight(first, end):
        return make_refusal("pattern-leaper", first, end)
    if position.cells[end]:
        return make_refusal("occupied", actor, end)
    blocker = next((at for at in list_between(first, end) if position.cells[at] and at != actor), None)
    return None if blocker is None else make_refusal("blocked", first, end, blocker=NAMES[blocker])


def _refuse_push(position: Situation, actor: int, target: int) -> Refusal:
    if not are_straight_neighbours(actor, target):
        return make_refusal("far-push", actor, target)
    code = position.cells[target]
    if code & 15 == 0:
        return make_refusal("vacant", actor, target)
    if target == position.fresh:
        return make_refusal("fresh", actor, target)
    end = 2 * target - actor
    if not 0 <= end < 64 or not is_straight(target, end):
        return make_refusal("edge", actor, target)
    if position.cells[end]:
        return make_refusal("blocked-push", actor, target, blocker=NAMES[end])
    return _refuse_flanked(position, actor, target, end)


def _refuse_sleep(position: Situation, actor: int, target: int) -> Refusal:
    code = position.cells[target]
    if target not in neighbours(actor):
        return make_refusal("far-sleep", actor, target)
    if code & 15 == 0:
        return make_refusal("vacant", actor, target)
    if code & 7 == LEAPER:
        return make_refusal("leaper", actor, target)
    return make_refusal("already" if code & SLEPT else "fresh", actor, target)


def _refuse_steal(position: Situation, actor: int, target: int) -> Refusal:
    code = position.cells[target]
    if target == actor:
        return make_refusal("idle-steal", actor, target)
    if code & 15 == 0:
        return make_refusal("pattern-stealer" if target not in neighbours(actor) else "vacant", actor, target)
    protected = _refuse_protected(position, actor, target)
    if protected is not None or target == position.fresh:
        return protected or make_refusal("fresh", actor, target)
    if "a" in position.flags and target not in neighbours(actor):
        return make_refusal("far-steal", actor, target)
    return _refuse_flanked(position, actor, target, actor)


def _refuse_transfer(position: Situation, actor: int, target: int) -> Refusal:
    if target not in neighbours(actor):
        return make_refusal("far-transfer", actor, target)
    if not position.cells[target] & KEPT:
        return make_refusal("vacant", actor, target)
    return make_refusal("locked-transfer", actor, target)


def _find_blocker(position: Situation, start: int, end: int) -> int | None:
    return next((at for at in list_between(start, end) if position.cells[at]), None)
