"""Tokens on the board of Ducart, and the effects of a turn on them (README.md, sections 4 to 6)."""

from functools import cache
from typing import Final

from rules.board_game import TRAYS
from rules.common.squares import NAMES
from rules.contract import Beat, Slide, Table, Token, Turn
from rules.ducart.engine.grid import becomes_leaper
from rules.ducart.engine.mailbox import GOLD_ON, HEAL, KEEPER, KEPT, LEAPER, MOVE, PUSH, SLEEP, SLEPT, STEAL, SWEEPER
from rules.ducart.geometry import neighbours
from rules.ducart.moves import Act
from rules.search.mailbox import CELLS

SIDES: Final = ("gold", "blue")
KINDS: Final = ("", "sweeper", "keeper", "creeper", "sleeper", "healer", "stealer", "leaper")


@cache
def piece(code: int) -> Token:
    asleep = "-asleep" if code & SLEPT else ""
    return Token(f"{SIDES[code >> 3 & 1]}-{KINDS[code & 7]}{asleep}")


def keeper_above(code: int) -> int:
    """Return the Keeper on top of a stack, as the code of a plain piece; 0 if `code` is no stack."""
    if not code & KEPT:
        return 0
    return KEEPER if code & GOLD_ON else KEEPER + 8


@cache
def keeping_keeper(keeper: int) -> Token:
    """Return the token of a Keeper that stands on a piece."""
    return Token(f"{SIDES[keeper >> 3]}-keeper-on")


@cache
def tokens(code: int) -> tuple[Token, ...]:
    if code & 15 == 0:
        return ()
    keeper = keeper_above(code)
    return (piece(code), keeping_keeper(keeper)) if keeper else (piece(code),)


def table(cells: bytes, taken: tuple[bytes, bytes]) -> Table:
    found = {NAMES[at]: tokens(code) for at, code in enumerate(cells) if code}
    return found | {tray: tuple(map(piece, codes)) for tray, codes in zip(TRAYS, taken, strict=True) if codes}


def find_swept(cells: bytes, act: Act) -> int:
    """Return the code of the piece that a turn kills; 0 if it kills none."""
    return cells[act.target] if act.kind == MOVE and cells[act.actor] & (KEPT | 7) == SWEEPER else 0


def list_woken(cells: bytes, healer: int) -> list[int]:
    """Return the squares of the pieces that a Healer on the square `healer` would wake."""
    return [at for at in neighbours(healer) if cells[at] & SLEPT]


def beats(cells: bytes, act: Act) -> tuple[Beat, ...]:
    kind = act.kind
    if kind == MOVE:
        return _move_beats(cells, act.actor, act.target, act.waypoint)
    if kind == PUSH:
        assert act.pushed_to is not None
        return _push_beats(cells, act.target, act.pushed_to)
    if kind == SLEEP:
        return ((_sleep_turn(cells, act.target, slept=True),),)
    if kind == HEAL:
        return (tuple(_sleep_turn(cells, at, slept=False) for at in list_woken(cells, act.actor)),)
    if kind == STEAL:
        return _steal_beats(cells, act.actor, act.target)
    return ((Slide(NAMES[act.target], NAMES[act.actor]),),)


def _move_beats(cells: bytes, start: int, end: int, waypoint: int | None) -> tuple[Beat, ...]:
    keeper = keeper_above(cells[start])
    mover = keeper or cells[start] & 15
    target = cells[end]
    beats: list[Beat] = []
    if keeper:
        beats.append((Turn(NAMES[start], keeping_keeper(keeper), piece(keeper)),))
    if waypoint is not None:
        beats.append((Slide(NAMES[start], NAMES[waypoint]),))
        start = waypoint
    slide = Slide(NAMES[start], NAMES[end])
    if target and mover & 7 == KEEPER:
        return (*beats, (slide,), (Turn(NAMES[end], piece(mover), keeping_keeper(mover)),))
    beats.append((Slide(NAMES[end], TRAYS[target >> 3 & 1]), slide) if target else (slide,))
    return (*beats, *_promotion_beats(mover, end))


def _promotion_beats(code: int, end: int) -> tuple[Beat, ...]:
    if not becomes_leaper(code, CELLS[end]):
        return ()
    return ((Turn(NAMES[end], piece(code & 31), piece(LEAPER | code & 8)),),)


def _push_beats(cells: bytes, pushed: int, end: int) -> tuple[Beat, ...]:
    code, keeper = cells[pushed], keeper_above(cells[pushed])
    slide = Slide(NAMES[pushed], NAMES[end], below=1 if keeper else 0)
    keeper_beats: tuple[Beat, ...] = ()
    if keeper:
        keeper_beats = ((Turn(NAMES[pushed], keeping_keeper(keeper), piece(keeper | SLEPT)),),)
    return ((slide,), *keeper_beats, *_promotion_beats(code, end))


def _sleep_turn(cells: bytes, at: int, *, slept: bool) -> Turn:
    awake, asleep = piece(cells[at] & 15), piece(cells[at] & 15 | SLEPT)
    before, after = (awake, asleep) if slept else (asleep, awake)
    return Turn(NAMES[at], before, after, below=1 if cells[at] & KEPT else 0)


def _steal_beats(cells: bytes, stealer: int, stolen: int) -> tuple[Beat, ...]:
    stealer_square, stolen_square = NAMES[stealer], NAMES[stolen]
    swap: Beat = (Slide(stealer_square, stolen_square), Slide(stolen_square, stealer_square, below=1))
    return (swap, *_promotion_beats(cells[stolen], stealer))
