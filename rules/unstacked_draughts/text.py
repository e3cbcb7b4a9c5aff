"""Texts of Unstacked Draughts, read and written (README.md, section 10).

Positions are UD1 texts; turns are roll lines, or throws for priority.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from rules.abilities import play_all
from rules.common.quoting import quote
from rules.contract import NATURE, Gesture, Seat
from rules.errors import PositionError, TurnError
from rules.unstacked_draughts.effects import dice
from rules.unstacked_draughts.engine.board import FACES, OFF, problem, state_before
from rules.unstacked_draughts.moves import LETTERS, SIDES, Begin, Cover, FalseClaim, Move, Roll, Throw, Use
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.state import FREE, LyingRoll, Phase

MAX_POINTS: Final = 15

_SCORE: Final = r"(0|[1-9][0-9]?)-(0|[1-9][0-9]?)/([1-9][0-9]?)"
_ROLL: Final = re.compile(
    r"\[([wb]) ([1-6])(-|[wb][v^]) ([1-6])(-|[wb][v^])(?: c([1-9][0-9]?))?( !)?((?: [wb][1-6]\?)*)\]"
)  # of a lying roll: thrower, two dice with their marks, covers, lock, false claims
_PRIORITY: Final = r"P ([1-6])([1-6])"
_USE: Final = r" [1-6][v^](?!\S)"
_LINE: Final = re.compile(
    rf"([wb]) ([1-6])([1-6]):((?:{_USE})*)(?: \|((?:{_USE})+))?"
    r"(?: x([1-6]{1,2})(?!\S))?(?: ~([1-6]{1,2})(?!\S))?(?: c([1-9][0-9]?)(?!\S))?"
    r"((?: [wb][1-6]\?(?!\S)){,2})(?: #([wb])(?!\S))?"
)
_MAX_CHARACTERS: Final = 60  # of a roll line


def start(options: Options, seats: int = 2) -> Position:
    if options.first == "priority":
        return Position(next=None, options=options, phase=Phase.PRIORITY)
    return Position(next=0 if options.first == "white" else 1, options=options)


def with_options(position: Position, options: Options) -> Position:
    """Return a position that was read from a text, with `options` except where the text says otherwise.

    A lying roll means attentive play, and false claims in it mean the option `lock`.
    """
    roll = position.roll
    options = replace(options, goal=position.options.goal)
    if roll is not None:
        options = replace(options, mode="attentive")
    if roll is not None and roll.false_claims:
        options = replace(options, false_claims="lock")
    return replace(position, options=options)


def read(text: str) -> Position:
    """Read a UD1 text as a position. Raises PositionError with a sentence that says what is wrong."""
    head, bracket, roll = text.partition(" [")
    fields = head.split(" ")
    if not text:
        raise PositionError("The position is empty; a UD1 text has five fields.")
    if fields[0] != "UD1":
        raise PositionError(f"A position begins with UD1, not with {quote(fields[0])}.")
    if len(fields) != 5 or "" in fields:
        found = sum(1 for word in fields if word)
        raise PositionError(f"A UD1 text has five fields with single spaces between them; here are {found}.")
    for number, (side, state) in enumerate(zip(SIDES, fields[1:3], strict=True), 2):
        fault = problem(state)
        if fault is not None:
            raise PositionError(f"Field {number} ({side}) {fault}: {quote(state)}.", "field", n=str(number))
    white, black, side, score = fields[1:]
    if side not in ("w", "b", "-"):
        raise PositionError(f"Field 4 (next to throw) must be w, b or -, not {quote(side)}.", "field", n="4")
    position = _with_score(Position((white, black), None if side == "-" else LETTERS.index(side)), score)
    if position.next is None:
        return _with_priority_phase(position, bool(bracket))
    return _with_roll(position, f"[{roll}") if bracket else position


def _with_score(position: Position, text: str) -> Position:
    """Return the position with this score and goal, and in the phase that follows from them. Raises PositionError."""
    found = re.fullmatch(_SCORE, text)
    if found is None:
        raise PositionError(f"Field 5 (score) must be like 0-0/3, not {quote(text)}.", "field", n="5")
    white, black = int(found[1]), int(found[2])
    goal: Any = int(found[3])
    if goal > MAX_POINTS:
        problem = f"Field 5 (score): a match goes to {MAX_POINTS} points at most, not {goal}."
        raise PositionError(problem, "goal", most=str(MAX_POINTS))
    if white > goal or black > goal or white == black == goal:
        problem = f"Field 5 (score): {white}-{black} can't be in a match to {goal}."
        raise PositionError(problem, "score", white=str(white), black=str(black), goal=str(goal))
    if position.sides == (OFF, OFF):
        raise PositionError("Fields 2 and 3: both can't have borne off everything.", "both-off")
    scored = replace(position, points=(white, black), options=Options(goal=goal))
    winner = scored.winner
    for seat, points in enumerate(scored.points):
        if points == goal and seat != winner:
            problem = f"Field 5 (score): {SIDES[seat]} has all {goal} points but has not borne off all."
            raise PositionError(problem, "not-off", seat=str(seat), goal=str(goal))
    if winner is None:
        return scored
    if scored.points[winner] == 0:
        problem = f"Field 5 (score): {SIDES[winner]} has borne off all and must have a point."
        raise PositionError(problem, "no-point", seat=str(winner))
    return replace(scored, phase=Phase.OVER if scored.points[winner] == goal else Phase.WON)


def _with_priority_phase(position: Position, has_roll: bool) -> Position:
    if position.sides != Position().sides or has_roll:
        problem = "Field 4 (next to throw) can be - only before a game, when who begins is thrown for."
        raise PositionError(problem, "before-a-game")
    return replace(position, phase=Phase.PRIORITY)


def _with_roll(position: Position, text: str) -> Position:
    found = _ROLL.fullmatch(text)
    if found is None:
        raise PositionError(f"The lying roll must be like [b 1bv 1- c1 !], not {quote(text)}.", "field", n="6")
    thrower, die1, mark1, die2, mark2, covers, lock, false_claims = found.groups()
    roll = LyingRoll(
        LETTERS.index(thrower),
        (int(die1), int(die2)),
        (mark1, mark2),
        int(covers or 0),
        lock is not None,
        _read_false_claims(false_claims),
    )
    options = replace(position.options, mode="attentive", false_claims="lock" if roll.false_claims else "free")
    position = replace(position, options=options, phase=Phase.REST, roll=roll)
    _check_roll(position, roll)
    return position


def _check_roll(position: Position, roll: LyingRoll) -> None:
    """Raise PositionError if `roll` can't lie in `position`, which includes it."""
    targets = tuple(target for target, _ in dice(position))
    if position.winner is not None:
        raise PositionError("No roll can lie when somebody has borne off all.", "roll-over", targets)
    if position.next != (roll.thrower if roll.double else 1 - roll.thrower):
        thrower = SIDES[roll.thrower]
        again = f"{thrower} throws again after a double" if roll.double else f"{thrower} doesn't throw twice"
        code = "roll-double" if roll.double else "roll-next"
        raise PositionError(f"Field 4 (next to throw): {again}.", code, targets, seat=str(roll.thrower))
    if roll.covers and (not roll.double or position.own_uses()):
        problem = "The lying roll: only a throw after a double, played by its thrower, can be covered."
        raise PositionError(problem, "roll-covers", targets)
    if roll.locked and not (roll.covers and position.claims()):
        problem = "The lying roll: ! stands after a cover, as long as there is something to claim."
        raise PositionError(problem, "roll-locked", targets)
    without_claims = replace(position, roll=replace(roll, false_claims=()))
    seats = [claim.seat for claim in roll.false_claims]
    if seats != sorted(set(seats)) or not set(roll.false_claims) <= set(without_claims.false_claims()):
        problem = "The lying roll: a false claim is of a die that its side can't use, once a side, White's first."
        raise PositionError(problem, "roll-false", targets)
    if not _are_uses_possible(position, roll):
        problem = f"The lying roll: those uses can't have led to {' '.join(position.sides)}."
        raise PositionError(problem, "roll-uses", targets)


def _are_uses_possible(position: Position, roll: LyingRoll) -> bool:
    """Return whether the marked uses can have led to the position, by taking them back and making them again."""
    sides = list(position.sides)
    marked = [
        Use(LETTERS.index(mark[0]), die, mark[1])
        for die, mark in zip(roll.dice, roll.marks, strict=True)
        if mark != FREE
    ]
    for use in sorted(marked, key=lambda use: use.kind == "v"):
        before = state_before(sides[use.seat], use.die, use.kind)
        if before is None:
            return False
        sides[use.seat] = before
    unused_roll = replace(roll, marks=(FREE, FREE), covers=0, locked=False, false_claims=())
    after = replace(position, sides=(sides[0], sides[1]), roll=unused_roll)
    for use in sorted(marked, key=lambda use: (use.seat != roll.thrower, use.kind == "^")):
        if use not in after.legal_moves():
            return False
        after = after.play(use)
    return after.sides == position.sides


class RollLine(NamedTuple):
    """The parts of a roll line. A use is a pair of the die and the kind, `v` or `^`."""

    thrower: Seat
    dice: tuple[int, int]
    own: tuple[tuple[int, str], ...] = ()  # uses of the thrower
    others: tuple[tuple[int, str], ...] = ()  # uses of the other player
    dead: tuple[int, ...] = ()  # dice that nobody could use
    lost: tuple[int, ...] = ()  # dice that weren't claimed
    covers: int = 0
    false_claims: tuple[FalseClaim, ...] = ()
    winner: Seat | None = None

    def __str__(self) -> str:
        own, others = ([f"{die}{use}" for die, use in uses] for uses in (self.own, self.others))
        words = [*own, *(["|", *others] if others else [])]
        words += [f"{mark}{''.join(map(str, dice))}" for mark, dice in (("x", self.dead), ("~", self.lost)) if dice]
        words += [f"c{self.covers}"] if self.covers else []
        words += map(str, self.false_claims)
        words += [f"#{LETTERS[self.winner]}"] if self.winner is not None else []
        return " ".join((f"{LETTERS[self.thrower]} {self.dice[0]}{self.dice[1]}:", *words))


def parse_roll_line(text: str) -> RollLine:
    """Read a roll line. Raises TurnError SYNTAX with a sentence that names the wrong part."""
    line = " ".join(text.split())
    found = _LINE.match(line) if len(text) <= _MAX_CHARACTERS else None
    if found is None:
        raise TurnError("SYNTAX", f"{quote(text)} is no roll line: write w 43: 4v 3v, or P 52 for a priority throw.")
    if rest := line[found.end() :].split():
        raise TurnError("SYNTAX", f"{quote(rest[0])} has no meaning in this place of a roll line.")
    groups = (part or "" for part in found.groups())
    thrower, die1, die2, own, others, dead, lost, covers, false_claims, winner = groups
    return RollLine(
        LETTERS.index(thrower),
        (int(die1), int(die2)),
        tuple((int(use[0]), use[1]) for use in own.split()),
        tuple((int(use[0]), use[1]) for use in others.split()),
        tuple(map(int, dead)),
        tuple(map(int, lost)),
        int(covers or 0),
        _read_false_claims(false_claims),
        LETTERS.index(winner) if winner else None,
    )


def _read_false_claims(text: str) -> tuple[FalseClaim, ...]:
    return tuple(FalseClaim(LETTERS.index(word[0]), int(word[1])) for word in text.split())


def turn_starts(positions: Sequence[Position], moves: Sequence[Move]) -> list[int]:
    """Return the indices of the moves at which roll lines begin.

    A line usually begins with the first throw. As long as the roll before can still be claimed, throws that fail or
    are covered belong to the line of that roll, and the next line begins with the throw whose dice are valid.
    """
    starts: list[int] = []
    last_throw, has_begun = 0, False
    for index, move in enumerate(moves):
        if isinstance(move, Throw):
            last_throw = index
        if isinstance(move, Begin) or (isinstance(move, Throw) and positions[index].roll is None and not has_begun):
            starts.append(index)
            has_begun = True
        if positions[index + 1].rolls > positions[index].rolls:
            if not has_begun:
                starts.append(last_throw)
            has_begun = False
    return starts if starts[:1] == [0] or not moves else [0, *starts]


def list_turns(position: Position) -> Iterator[str]:
    """Yield a line for each of the 21 rolls, higher die first, with all possible uses.

    If who begins isn't decided, yield the 36 throws for priority; if dice must be used first, nothing.
    """
    for end in _list_ends(position):
        yield _write_end(end)


def _list_ends(position: Position) -> Iterator[Position]:
    """Yield the positions after the turns that `list_turns` lists."""
    if not position.turn_started:
        return
    position = play_all(position, _begin_moves(position))
    if position.phase is Phase.PRIORITY:
        yield from (play_all(position, _priority_moves(white, black)) for white in FACES for black in FACES)
    elif Throw(position.throwing_seat) in position.legal_moves():
        flying = position.play(Throw(position.throwing_seat))
        for high in FACES:
            for low in range(1, high + 1):
                yield _use_all_dice(flying.play(Roll((high, low))))


def _begin_moves(position: Position) -> tuple[Move, ...]:
    """Return the move that begins the next game, if one is due."""
    return (Begin(position.to_move),) if position.phase is Phase.WON else ()


def _priority_moves(white: int, black: int) -> tuple[Move, ...]:
    return (Throw(0), Roll((white,)), Throw(1), Roll((black,)))


def _use_all_dice(position: Position) -> Position:
    while (use := position.first_use()) is not None:
        position = position.play(use)
    return position


def read_turn(position: Position, text: str) -> tuple[Move, ...]:
    """Read a roll line or a throw for priority as moves. Dice and uses may be named in either order.

    Raises TurnError: SYNTAX, OVER, PRIORITY, NOT_READY, NOT_YOUR_THROW, DICE_TO_PLAY, NOT_USABLE, NOT_FALSE, UNUSED,
    COVER, DEAD, LOST or WINNER.
    """
    text = " ".join(text.split())
    begin = _begin_moves(position)
    before = play_all(position, begin)
    priority = re.fullmatch(_PRIORITY, text)
    if position.phase is Phase.OVER:
        raise TurnError("OVER", "The match is over.")
    if priority is not None:
        if before.phase is not Phase.PRIORITY or before.priority:
            raise TurnError("PRIORITY", "Nobody throws for priority here.")
        return (*begin, *_priority_moves(int(priority[1]), int(priority[2])))
    line = parse_roll_line(text)
    if before.phase is Phase.PRIORITY:
        raise TurnError("PRIORITY", "First it is thrown for who begins, as in P 52.")
    if not position.turn_started:
        raise TurnError("NOT_READY", "A throw is under way.")
    if line.thrower != before.throwing_seat:
        raise TurnError("NOT_YOUR_THROW", f"It is {SIDES[before.throwing_seat]}'s throw.")
    if Throw(line.thrower) not in before.legal_moves():
        dice = "".join(map(str, before.roll.dice)) if before.roll is not None else ""
        raise TurnError("DICE_TO_PLAY", f"The lying roll, {dice}, has to be played first.")
    throw = (*begin, Throw(line.thrower), Roll(line.dice))
    after_throw = play_all(position, throw)
    try:
        moves = (*throw, *_read_uses(after_throw, line))
    except TurnError as problem:
        if position.attentive:
            raise
        correct = _write_end(_use_all_dice(after_throw))
        raise TurnError(problem.code, f'{problem} The dice lead to "{correct}".') from None
    _check_line(line, play_all(position, moves))
    return moves


def _read_uses(position: Position, line: RollLine) -> list[Move]:
    """Return the moves of a line after its throw. Raises TurnError if one is illegal in `position`, or missing."""
    seat, other = line.thrower, 1 - line.thrower
    own = [Use(seat, die, kind) for die, kind in line.own]
    winning_use = own.pop() if own and line.winner == seat else None  # the other's claims came before it
    cover_moves: list[Move] = []
    false_claims = {by: [claim for claim in line.false_claims if claim.seat == by] for by in (seat, other)}
    position = _play_false_claims(position, false_claims[seat])
    for use in own:
        position = _play_use(position, use)
    if line.covers:
        position, cover_moves = _play_cover(position, line.covers)
    claims = [Use(other, die, kind) for die, kind in line.others]
    for use in claims:
        position = _play_use(position, use)
    position = _play_false_claims(position, false_claims[other])  # comes last, because it bars further claims
    if winning_use:
        position = _play_use(position, winning_use)
    left = position.own_uses() if position.winner is None else ()
    if left:
        raise TurnError("UNUSED", f"{SIDES[seat]} can use the {left[0].die} and has to.")
    if position.roll is not None and position.roll.locked:
        raise TurnError("COVER", "After a cover all that can be claimed is taken.")
    if not position.attentive and position.first_use() is not None:
        raise TurnError("UNUSED", f"The {position.claims()[0].die} goes over to {SIDES[other]}.")
    last = [winning_use] if winning_use else []
    return [*false_claims[seat], *own, *cover_moves, *claims, *false_claims[other], *last]


def _play_false_claims(position: Position, claims: Iterable[FalseClaim]) -> Position:
    for claim in claims:
        if claim not in position.false_claims():
            raise TurnError("NOT_FALSE", f"{SIDES[claim.seat]} can make no false claim of a {claim.die} here.")
        position = position.play(claim)
    return position


def _play_use(position: Position, use: Use) -> Position:
    """Play a use. Raises TurnError with the reason if it is illegal."""
    if use in position.legal_moves():
        return position.play(use)
    code, sentence = "NOT_USABLE", f"{SIDES[use.seat]} can't use a {use.die} so."
    if position.winner is not None:
        raise TurnError(code, f"{sentence} The game is won before.")
    refusal = position.refusal(Gesture(frozenset((f"{LETTERS[use.seat]}{use.die}",))))
    reason = SENTENCES.get(refusal.code, "").format(**refusal.facts) if refusal is not None else ""
    raise TurnError(code, f"{sentence} {reason}".strip())


SENTENCES: Final = {
    "no-such-die": "No die shows {die}.",
    "die-used": "The die that shows {die} has been used.",
    "only-bottom": "On point {point} there is nothing left to bring down.",
    "point-empty": "No checker is left on point {point}.",
    "claims-lost": "After a false claim nothing more of this roll can be claimed.",
    "thrower-uses-it": "It is no leftover: the thrower can use it.",
    "thrower-finishes": "The thrower can finish on this roll.",
    "thrower-first": "The thrower uses what he can first.",
}  # for refusals of uses, on the console


def _play_cover(position: Position, covers: int) -> tuple[Position, list[Move]]:
    """Play the covered throw after a double; `covers` must be 1, as a roll can have only one such throw (section 6).

    Return the position and the moves. Raises TurnError.
    """
    throw, cover = Throw(position.throwing_seat), Cover(1 - position.throwing_seat)
    if position.attentive and throw in position.legal_moves() and covers == 1:
        flying = position.play(throw)
        if cover in flying.legal_moves():
            return flying.play(cover), [throw, cover]
    raise TurnError("COVER", "No throw can have been covered here, or not so often.")


def _check_line(line: RollLine, end: Position) -> None:
    """Raise TurnError if dead dice, lost dice or winner of a line disagree with `end`, the position after it."""
    roll = end.roll or end.dead_roll
    assert roll is not None
    correct = _roll_line(end, roll)
    for code, given, expected in (("DEAD", line.dead, correct.dead), ("LOST", line.lost, correct.lost)):
        if Counter(given) != Counter(expected):
            raise TurnError(code, f'What is said of the other dice is not what the uses lead to: "{correct}".')
    if line.winner != correct.winner:
        raise TurnError("WINNER", f'Whether somebody wins is not what the uses lead to: "{correct}".')


def _roll_line(position: Position, roll: LyingRoll) -> RollLine:
    """Return the line of a roll and its uses; dice that can still be claimed count as lost."""
    uses = {seat: _uses_by(roll, seat) for seat in (0, 1)}
    unused = Counter(roll.dice) - Counter(die for seat_uses in uses.values() for die, _ in seat_uses)
    lost = Counter(position.unclaimed_dice())
    return RollLine(
        roll.thrower,
        roll.dice,
        uses[roll.thrower],
        uses[1 - roll.thrower],
        _in_order(unused - lost, roll.dice),
        _in_order(lost, roll.dice),
        roll.covers,
        roll.false_claims,
        position.winner,
    )


def _uses_by(roll: LyingRoll, seat: Seat) -> tuple[tuple[int, str], ...]:
    """Return die and kind of the uses by a seat; those that bear a checker off come last."""
    uses = [(die, mark[1]) for die, mark in zip(roll.dice, roll.marks, strict=True) if mark[0] == LETTERS[seat]]
    return tuple(sorted(uses, key=lambda use: use[1] == "^"))


def _in_order(wanted: Counter[int], dice: Sequence[int]) -> tuple[int, ...]:
    return tuple(die for die in dict.fromkeys(dice) for _ in range(wanted[die]))


def write_turn(position: Position, moves: Sequence[Move]) -> str:
    """Return a turn as a roll line, or a throw for priority as `P 52`.

    As long as the dice are flying, the text is the thrower's letter alone.
    """
    return _write_end(play_all(position, moves))


def notate_unfinished(position: Position, moves: Sequence[Move]) -> str:
    """Return an unfinished turn as text; while its roll can still be used, leave out the dead and lost dice."""
    return _write_end(play_all(position, moves), is_finished=False)


def _write_end(end: Position, *, is_finished: bool = True) -> str:
    """Return as text the turn that has led to the position `end`."""
    roll = end.roll or end.dead_roll
    if roll is None:
        return f"P {end.priority or ''}".strip() if end.next is None else LETTERS[end.next]
    if roll.thrower == NATURE:
        return f"P {roll.dice[0]}{roll.dice[1]}"
    line = _roll_line(end, roll)
    return str(line if is_finished or end.roll is None else line._replace(dead=(), lost=()))


def perft(position: Position, depth: int) -> list[int]:
    """Return the numbers of sequences of 1, 2 … `depth` turns; both orders of the dice of a roll count as one."""
    sequence_counts: Counter[Position] = Counter({position: 1})
    totals = []
    for _ in range(depth):
        following: Counter[Position] = Counter()
        for before, count in sequence_counts.items():
            for end in _list_ends(before):
                following[end] += count
        sequence_counts = following
        totals.append(sequence_counts.total())
    return totals
