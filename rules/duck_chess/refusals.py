"""The reasons why a gesture is no move in Duck Chess. README.md, section 9, lists the codes."""

from collections.abc import Sequence
from typing import Final

from rules.board_game import make_refusal
from rules.common.squares import INDEX, NAMES, list_between
from rules.contract import Gesture, Refusal, Seat
from rules.duck_chess.cells import KINDS, find_square, piece_moves, with_duck
from rules.duck_chess.effects import BESIDE
from rules.duck_chess.engine.mailbox import BISHOP, DUCK, KING, PAWN, QUEEN, ROOK
from rules.duck_chess.moves import PieceMove

SENTENCES: Final = {
    "empty": "There is no man on {square}.",
    "not-yours": "What stands on {square} belongs to the other side.",
    "duck-later": "The duck moves after a piece has.",
    "occupied": "A man of the same side stands on {target}.",
    "duck-on-square": "The duck stands on {target}.",
    "duck-in-the-way": "The duck on {duck} is in the way.",
    "way-blocked": "The man on {blocker} is in the way.",
    "knight-reach": "A knight doesn't go from {square} to {target}.",
    "bishop-reach": "A bishop doesn't go from {square} to {target}.",
    "rook-reach": "A rook doesn't go from {square} to {target}.",
    "queen-reach": "A queen doesn't go from {square} to {target}.",
    "king-reach": "A king doesn't go from {square} to {target}.",
    "pawn-reach": "A pawn doesn't go from {square} to {target}.",
    "pawn-backward": "A pawn doesn't go back or aside, from {square} to {target}.",
    "pawn-double-late": "The pawn on {square} has left its first row, so it goes one square at a time.",
    "pawn-blocked": "A pawn can't take straight ahead, and {target} is occupied.",
    "pawn-nothing-to-take": "There is nothing for the pawn on {square} to take on {target}.",
    "castling-lost": "The right to castle there is lost.",
    "castling-blocked": "The man on {blocker} stands between king and rook.",
    "castling-duck": "The duck on {duck} stands between king and rook.",
    "duck-occupied": "The duck needs an empty square, and {target} isn't.",
    "duck-must-move": "The duck stands on {target} already and must move.",
    "over": "The game is over.",
}  # code -> sentence that the console prints, with the facts as placeholders


def refuse_piece_move(
    cells: bytes, side: Seat, castling: int, moves: Sequence[PieceMove], gesture: Gesture
) -> Refusal | None:
    """Return the reason why `gesture` is no legal piece move; None if it is one, or the beginning of one."""
    pick = sorted(gesture.pick)
    if not _is_possible(gesture):
        return None
    if not moves:
        places = [*pick, *([] if gesture.drop is None else [gesture.drop])]
        return Refusal("over", (places[-1],) if places else ())
    if not pick or pick == [BESIDE]:
        square = gesture.drop or BESIDE
        return Refusal("duck-later", (square,), {"square": square})
    start = INDEX[pick[0]]
    refused = _refuse_pick(cells, side, start)
    if refused is not None or gesture.drop == pick[0]:
        return refused
    own_moves = [move for move in moves if move.start == start]
    if gesture.drop is not None:
        end = INDEX[gesture.drop]
        return None if any(move.end == end for move in own_moves) else _refuse_drop(cells, side, castling, start, end)
    return None if own_moves else _refuse_stuck(cells, side, castling, start)


def refuse_duck_move(cells: bytes, landed: int, gesture: Gesture) -> Refusal | None:
    """Return the reason why `gesture` is no duck move; None if it is one, or the beginning of one.

    `cells` is the board after the piece move, which went to the square `landed`. The duck goes to an empty square
    (section 2).
    """
    if not _is_possible(gesture):
        return None
    pick, drop, duck = sorted(gesture.pick), gesture.drop, find_square(cells, DUCK)
    if pick != [BESIDE if duck is None else NAMES[duck]]:
        square = NAMES[landed]
        return Refusal("duck-now", (drop or (pick[0] if pick else square),), {"square": square})
    if drop is None or not cells[INDEX[drop]]:
        return None
    return Refusal("duck-must-move" if INDEX[drop] == duck else "duck-occupied", (drop,), {"target": drop})


def _is_possible(gesture: Gesture) -> bool:
    """Return whether some move could have the gesture: it picks one thing at most, and drops it on a square."""
    pickable = INDEX.keys() | {BESIDE}
    return len(gesture.pick) < 2 and pickable >= gesture.pick and (gesture.drop is None or gesture.drop in INDEX)


def _refuse_pick(cells: bytes, side: Seat, start: int) -> Refusal | None:
    man, name = cells[start], NAMES[start]
    if 6 * side < man <= 6 * side + KING:
        return None
    code = "empty" if man == 0 else "duck-later" if man == DUCK else "not-yours"
    return Refusal(code, (name,), {"square": name})


def _refuse_stuck(cells: bytes, side: Seat, castling: int, start: int) -> Refusal:
    duck, name = find_square(cells, DUCK), NAMES[start]
    free = piece_moves(with_duck(cells, None), side, castling, -1)
    if duck is None or all(move.start != start for move in free):
        return Refusal("blocked", (name,), {"square": name})
    return Refusal(
        "duck-in-the-way", (name, NAMES[duck]), {"square": name, "target": NAMES[duck], "duck": NAMES[duck]}
    )


def _refuse_drop(cells: bytes, side: Seat, castling: int, start: int, end: int) -> Refusal:
    own_base = 6 * side
    kind = cells[start] - own_base
    target = cells[end]
    home = 4 + 56 * side
    if kind == KING and start == home and end in (home - 2, home + 2):
        return _refuse_castling(cells, side, castling, start, end)
    if target == DUCK:
        return make_refusal("duck-on-square", start, end)
    if own_base < target <= own_base + KING:
        return make_refusal("occupied", start, end)
    if kind == PAWN:
        return _refuse_pawn_move(cells, side, start, end)
    across, up = abs(end % 8 - start % 8), abs(end // 8 - start // 8)
    straight, diagonal = across == 0 or up == 0, across == up
    if (straight and kind in (ROOK, QUEEN)) or (diagonal and kind in (BISHOP, QUEEN)):
        return _refuse_blocked_path(cells, start, end)
    return make_refusal(f"{KINDS[kind - 1]}-reach", start, end)


def _refuse_castling(cells: bytes, side: Seat, castling: int, start: int, end: int) -> Refusal:
    short = end > start
    if not castling >> (2 * side + (not short)) & 1:
        return make_refusal("castling-lost", start, end)
    path = range(start + 1, start + 3) if short else range(start - 1, start - 4, -1)
    at = next(at for at in path if cells[at])
    if cells[at] == DUCK:
        return make_refusal("castling-duck", start, end, duck=NAMES[at])
    return make_refusal("castling-blocked", start, end, blocker=NAMES[at])


def _refuse_pawn_move(cells: bytes, side: Seat, start: int, end: int) -> Refusal:
    up = (end // 8 - start // 8) * (1 - 2 * side)
    across = abs(end % 8 - start % 8)
    if up <= 0:
        return make_refusal("pawn-backward", start, end)
    if across == 1 and up == 1:
        return make_refusal("pawn-nothing-to-take", start, end)
    if across or up > 2:
        return make_refusal("pawn-reach", start, end)
    if up == 2 and start // 8 != 1 + 5 * side:
        return make_refusal("pawn-double-late", start, end)
    if up == 2 and cells[(start + end) // 2]:
        return _refuse_blocked_path(cells, start, end)
    return make_refusal("pawn-blocked", start, end)


def _refuse_blocked_path(cells: bytes, start: int, end: int) -> Refusal:
    at = next(at for at in list_between(start, end) if cells[at])
    if cells[at] == DUCK:
        return make_refusal("duck-in-the-way", start, end, duck=NAMES[at])
    return make_refusal("way-blocked", start, end, blocker=NAMES[at])
