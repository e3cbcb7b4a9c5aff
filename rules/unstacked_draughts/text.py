"""Unstacked Draughts as text (section 10): positions (UD1) and turns (roll lines, throws for priority)."""

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
from rules.unstacked_draughts.engine.board import FACES, OFF, problem, undone
from rules.unstacked_draughts.moves import LETTERS, SIDES, Begin, Cover, FalseClaim, Move, Roll, Throw, Use
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.state import FREE, LyingRoll, Phase

MOST_POINTS: Final = 15

_SCORE: Final = r"(0|[1-9][0-9]?)-(0|[1-9][0-9]?)/([1-9][0-9]?)"
_ROLL: Final = re.compile(
    r"\[([wb]) ([1-6])(-|[wb][v^]) ([1-6])(-|[wb][v^])(?: c([1-9][0-9]?))?( !)?((?: [wb][1-6]\?)*)\]"
)  # lying roll: thrower, two dice with their marks, covers, lock, false claims
_PRIORITY: Final = r"P ([1-6])([1-6])"
_USE: Final = r" [1-6][v^](?!\S)"
_LINE: Final = re.compile(
    rf"([wb]) ([1-6])([1-6]):((?:{_USE})*)(?: \|((?:{_USE})+))?"
    r"(?: x([1-6]{1,2})(?!\S))?(?: ~([1-6]{1,2})(?!\S))?(?: c([1-9][0-9]?)(?!\S))?"
    r"((?: [wb][1-6]\?(?!\S)){,2})(?: #([wb])(?!\S))?"
)
_LONGEST: Final = 60  # most characters of a roll line


# Positions


def start(options: Options, seats: int = 2) -> Position:
    if options.first == "priority":
        return Position(next=None, options=options, phase=Phase.PRIORITY)
    return Position(next=0 if options.first == "white" else 1, options=options)


def with_options(position: Position, options: Options) -> Position:
    """Return a position from a text with the options that the text doesn't carry.

    A lying roll is attentive play, and its false claims are of the option `lock`.
    """
    roll = position.roll
    options = replace(options, goal=position.options.goal)
    if roll is not None:
        options = replace(options, mode="attentive")
    if roll is not None and roll.false_claims:
        options = replace(options, false_claims="lock")
    return replace(position, options=options)


def read(text: str) -> Position:
    """Read a UD1 text as a position. Raises PositionError with a sentence that names the field."""
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
        wrong = problem(state)
        if wrong is not None:
            raise PositionError(f"Field {number} ({side}) {wrong}: {quote(state)}.", "field", n=str(number))
    white, black, side, score = fields[1:]
    if side not in ("w", "b", "-"):
        raise PositionError(f"Field 4 (next to throw) must be w, b or -, not {quote(side)}.", "field", n="4")
    position = _with_score(Position((white, black), None if side == "-" else LETTERS.index(side)), score)
    if position.next is None:
        return _before_priority(position, bool(bracket))
    return _with_roll(position, f"[{roll}") if bracket else position


def _with_score(position: Position, text: str) -> Position:
    found = re.fullmatch(_SCORE, text)
    if found is None:
        raise PositionError(f"Field 5 (score) must be like 0-0/3, not {quote(text)}.", "field", n="5")
    white, black = int(found[1]), int(found[2])
    goal: Any = int(found[3])
    if goal > MOST_POINTS:
        problem = f"Field 5 (score): a match goes to {MOST_POINTS} points at most, not {goal}."
        raise PositionError(problem, "goal", most=str(MOST_POINTS))
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


def _before_priority(position: Position, lying: bool) -> Position:
    if position.sides != Position().sides or lying:
        problem = "Field 4 (next to throw) can be - only before a game, when who begins is thrown for."
        raise PositionError(problem, "before-a-game")
    return replace(position, phase=Phase.PRIORITY)


def _with_roll(position: Position, text: str) -> Position:
    found = _ROLL.fullmatch(text)
    if found is None:
        raise PositionError(f"The lying roll must be like [b 1bv 1- c1 !], not {quote(text)}.", "field", n="6")
    thrower, one, mark, two, other, covers, lock, false_claims = found.groups()
    dice, marks = (int(one), int(two)), (mark, other)
    lying = LyingRoll(
        LETTERS.index(thrower), dice, marks, int(covers or 0), lock is not None, _false_claims(false_claims)
    )
    options = replace(position.options, mode="attentive", false_claims="lock" if lying.false_claims else "free")
    return _checked(replace(position, options=options, phase=Phase.REST, roll=lying))


def _checked(position: Position) -> Position:
    roll = position.roll
    assert roll is not None
    lie = tuple(target for target, _ in dice(position))
    if position.winner is not None:
        raise PositionError("No roll can lie when somebody has borne off all.", "roll-over", lie)
    if position.next != (roll.thrower if roll.double else 1 - roll.thrower):
        thrower = SIDES[roll.thrower]
        again = f"{thrower} throws again after a double" if roll.double else f"{thrower} doesn't throw twice"
        code = "roll-double" if roll.double else "roll-next"
        raise PositionError(f"Field 4 (next to throw): {again}.", code, lie, seat=str(roll.thrower))
    if roll.covers and (not roll.double or position.own_uses()):
        problem = "The lying roll: only a throw after a double, played by its thrower, can be covered."
        raise PositionError(problem, "roll-covers", lie)
    if roll.locked and not (roll.covers and position.claims()):
        problem = "The lying roll: ! stands after a cover, as long as there is something to claim."
        raise PositionError(problem, "roll-locked", lie)
    bare = replace(position, roll=replace(roll, false_claims=()))
    seats = [claim.seat for claim in roll.false_claims]
    if seats != sorted(set(seats)) or not set(roll.false_claims) <= set(bare.false_claims()):
        problem = "The lying roll: a false claim is of a die that its side can't use, once a side, White's first."
        raise PositionError(problem, "roll-false", lie)
    if not _came_about(position, roll):
        problem = f"The lying roll: those uses can't have led to {' '.join(position.sides)}."
        raise PositionError(problem, "roll-uses", lie)
    return position


def _came_about(position: Position, roll: LyingRoll) -> bool:
    """Return whether the uses marked at the dice are possible: they are taken back and made again."""
    sides = list(position.sides)
    marked = [
        Use(LETTERS.index(mark[0]), die, mark[1])
        for die, mark in zip(roll.dice, roll.marks, strict=True)
        if mark != FREE
    ]
    for use in sorted(marked, key=lambda use: use.kind == "v"):
        before = undone(sides[use.seat], use.die, use.kind)
        if before is None:
            return False
        sides[use.seat] = before
    bare = replace(roll, marks=(FREE, FREE), covers=0, locked=False, false_claims=())
    now = replace(position, sides=(sides[0], sides[1]), roll=bare)
    for use in sorted(marked, key=lambda use: (use.seat != roll.thrower, use.kind == "^")):
        if use not in now.legal_moves():
            return False
        now = now.play(use)
    return now.sides == position.sides


# Turns


class RollLine(NamedTuple):
    thrower: Seat
    dice: tuple[int, int]
    own: tuple[tuple[int, str], ...] = ()  # uses of the thrower: die and kind
    others: tuple[tuple[int, str], ...] = ()
    dead: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
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


def parse(text: str) -> RollLine:
    """Read a roll line into its parts. Raises TurnError SYNTAX with a sentence that names the part."""
    line = " ".join(text.split())
    found = _LINE.match(line) if len(text) <= _LONGEST else None
    if found is None:
        raise TurnError("SYNTAX", f"{quote(text)} is no roll line: write w 43: 4v 3v, or P 52 for a priority throw.")
    if rest := line[found.end() :].split():
        raise TurnError("SYNTAX", f"{quote(rest[0])} has no meaning in this place of a roll line.")
    thrower, one, two, own, others, dead, lost, covers, false_claims, winner = (part or "" for part in found.groups())
    return RollLine(
        LETTERS.index(thrower),
        (int(one), int(two)),
        tuple((int(use[0]), use[1]) for use in own.split()),
        tuple((int(use[0]), use[1]) for use in others.split()),
        tuple(map(int, dead)),
        tuple(map(int, lost)),
        int(covers or 0),
        _false_claims(false_claims),
        LETTERS.index(winner) if winner else None,
    )


def _false_claims(text: str) -> tuple[FalseClaim, ...]:
    return tuple(FalseClaim(LETTERS.index(word[0]), int(word[1])) for word in text.split())


def turn_starts(positions: Sequence[Position], moves: Sequence[Move]) -> list[int]:
    """Return the indices at which roll lines begin: the first throw once the roll before is closed.

    While that roll can still be claimed (attentive mode) throws may fail or be covered, and belong to its line: the
    next line begins at the throw whose dice stood.
    """
    found: list[int] = []
    thrown, begun = 0, False
    for number, move in enumerate(moves):
        if isinstance(move, Throw):
            thrown = number
        if isinstance(move, Begin) or (isinstance(move, Throw) and positions[number].roll is None and not begun):
            found.append(number)
            begun = True
        if positions[number + 1].rolls > positions[number].rolls:
            if not begun:
                found.append(thrown)
            begun = False
    return found if found[:1] == [0] or not moves else [0, *found]


def list_turns(position: Position) -> Iterator[str]:
    """Yield a line for each of the 21 rolls, higher die first, with all possible uses.

    Before a game yields the 36 throws for priority; nothing if dice have to be played first.
    """
    for end in _ends(position):
        yield _text(end)


def _ends(position: Position) -> Iterator[Position]:
    if not position.turn_started:
        return
    now = play_all(position, _begin(position))
    if now.phase is Phase.PRIORITY:
        yield from (play_all(now, _for_priority(one, two)) for one in FACES for two in FACES)
    elif Throw(now.flyer) in now.legal_moves():
        flying = now.play(Throw(now.flyer))
        for one in FACES:
            for two in range(1, one + 1):
                yield _played(flying.play(Roll((one, two))))


def _begin(position: Position) -> tuple[Move, ...]:
    return (Begin(position.to_move),) if position.phase is Phase.WON else ()


def _for_priority(white: int, black: int) -> tuple[Move, ...]:
    return (Throw(0), Roll((white,)), Throw(1), Roll((black,)))


def _played(position: Position) -> Position:
    while (use := position.first_use()) is not None:
        position = position.play(use)
    return position


def read_turn(position: Position, text: str) -> tuple[Move, ...]:
    """Read a roll line, or a priority throw, as moves; dice and uses may be named in either order.

    Raises TurnError: SYNTAX, OVER, PRIORITY, NOT_READY, NOT_YOUR_THROW, DICE_TO_PLAY, NOT_USABLE, UNUSED, COVER,
    DEAD, LOST or WINNER.
    """
    text = " ".join(text.split())
    began = _begin(position)
    now = play_all(position, began)
    priority = re.fullmatch(_PRIORITY, text)
    if position.phase is Phase.OVER:
        raise TurnError("OVER", "The match is over.")
    if priority is not None:
        if now.phase is not Phase.PRIORITY or now.priority:
            raise TurnError("PRIORITY", "Nobody throws for priority here.")
        return (*began, *_for_priority(int(priority[1]), int(priority[2])))
    line = parse(text)
    if now.phase is Phase.PRIORITY:
        raise TurnError("PRIORITY", "First it is thrown for who begins, as in P 52.")
    if not position.turn_started:
        raise TurnError("NOT_READY", "A throw is under way.")
    if line.thrower != now.flyer:
        raise TurnError("NOT_YOUR_THROW", f"It is {SIDES[now.flyer]}'s throw.")
    if Throw(line.thrower) not in now.legal_moves():
        dice = "".join(map(str, now.roll.dice)) if now.roll is not None else ""
        raise TurnError("DICE_TO_PLAY", f"The lying roll, {dice}, has to be played first.")
    throw = (*began, Throw(line.thrower), Roll(line.dice))
    thrown = play_all(position, throw)
    try:
        moves = (*throw, *_uses(thrown, line))
    except TurnError as problem:
        if position.attentive:
            raise
        right = _text(_played(thrown))
        raise TurnError(problem.code, f'{problem} The dice lead to "{right}".') from None
    _compare(line, play_all(position, moves))
    return moves


def _uses(position: Position, line: RollLine) -> list[Move]:
    seat, other = line.thrower, 1 - line.thrower
    own = [Use(seat, die, kind) for die, kind in line.own]
    last = own.pop() if own and line.winner == seat else None  # the other's claims came before it
    moves: list[Move] = []
    false_claims = {one: [claim for claim in line.false_claims if claim.seat == one] for one in (seat, other)}
    position = _with_false_claims(position, false_claims[seat])
    for use in own:
        position = _checked_use(position, use)
    if line.covers:
        position, moves = _covered(position, line.covers)
    claims = [Use(other, die, kind) for die, kind in line.others]
    for use in claims:
        position = _checked_use(position, use)
    position = _with_false_claims(position, false_claims[other])  # after it the other claims nothing more
    if last:
        position = _checked_use(position, last)
    left = position.own_uses() if position.winner is None else ()
    if left:
        raise TurnError("UNUSED", f"{SIDES[seat]} can use the {left[0].die} and has to.")
    if position.roll is not None and position.roll.locked:
        raise TurnError("COVER", "After a cover all that can be claimed is taken.")
    if not position.attentive and position.first_use() is not None:
        raise TurnError("UNUSED", f"The {position.claims()[0].die} goes over to {SIDES[other]}.")
    return [*false_claims[seat], *own, *moves, *claims, *false_claims[other], *([last] if last else [])]


def _with_false_claims(position: Position, claims: Iterable[FalseClaim]) -> Position:
    for claim in claims:
        if claim not in position.false_claims():
            raise TurnError("NOT_FALSE", f"{SIDES[claim.seat]} can make no false claim of a {claim.die} here.")
        position = position.play(claim)
    return position


def _checked_use(position: Position, use: Use) -> Position:
    if use in position.legal_moves():
        return position.play(use)
    code, sentence = "NOT_USABLE", f"{SIDES[use.seat]} can't use a {use.die} so."
    if position.winner is not None:
        raise TurnError(code, f"{sentence} The game is won before.")
    refusal = position.refusal(Gesture(frozenset((f"{LETTERS[use.seat]}{use.die}",))))
    why = SENTENCES.get(refusal.code, "") if refusal is not None else ""
    raise TurnError(code, f"{sentence} {why.format(**refusal.facts) if refusal else ''}".strip())


SENTENCES: Final = {
    "no-such-die": "No die shows {die}.",
    "die-used": "The die that shows {die} has been used.",
    "only-bottom": "On point {point} there is nothing left to bring down.",
    "point-empty": "No checker is left on point {point}.",
    "claims-lost": "After a false claim nothing more of this roll can be claimed.",
    "thrower-uses-it": "It is no leftover: the thrower can use it.",
    "thrower-finishes": "The thrower can finish on this roll.",
    "thrower-first": "The thrower uses what he can first.",
}  # sentences of the console for refusals of uses


def _covered(position: Position, covers: int) -> tuple[Position, list[Move]]:
    """Cover a hasty throw after a double: once, for then all that can be claimed is taken (section 6)."""
    throw, cover = Throw(position.flyer), Cover(1 - position.flyer)
    if position.attentive and throw in position.legal_moves() and covers == 1:
        flying = position.play(throw)
        if cover in flying.legal_moves():
            return flying.play(cover), [throw, cover]
    raise TurnError("COVER", "No throw can have been covered here, or not so often.")


def _compare(line: RollLine, end: Position) -> None:
    lying = end.roll or end.left
    assert lying is not None
    right = _line(end, lying)
    for code, said, found in (("DEAD", line.dead, right.dead), ("LOST", line.lost, right.lost)):
        if Counter(said) != Counter(found):
            raise TurnError(code, f'What is said of the other dice is not what the uses lead to: "{right}".')
    if line.winner != right.winner:
        raise TurnError("WINNER", f'Whether somebody wins is not what the uses lead to: "{right}".')


def _line(position: Position, lying: LyingRoll) -> RollLine:
    """Return the line of a roll and its uses; dice that could still be claimed count as lost."""
    uses = {seat: _in_order(lying, seat) for seat in (0, 1)}
    rest = Counter(lying.dice) - Counter(die for own in uses.values() for die, _ in own)
    lost = Counter(position.unclaimed_dice())
    return RollLine(
        lying.thrower,
        lying.dice,
        uses[lying.thrower],
        uses[1 - lying.thrower],
        _as_named(rest - lost, lying.dice),
        _as_named(lost, lying.dice),
        lying.covers,
        lying.false_claims,
        position.winner,
    )


def _in_order(lying: LyingRoll, seat: Seat) -> tuple[tuple[int, str], ...]:
    uses = [(die, mark[1]) for die, mark in zip(lying.dice, lying.marks, strict=True) if mark[0] == LETTERS[seat]]
    return tuple(sorted(uses, key=lambda use: use[1] == "^"))


def _as_named(wanted: Counter[int], dice: Sequence[int]) -> tuple[int, ...]:
    return tuple(die for die in dict.fromkeys(dice) for _ in range(wanted[die]))


def write_turn(position: Position, moves: Sequence[Move]) -> str:
    """Write a whole turn as a roll line, or a priority throw as `P 52`.

    A throw that hasn't come to rest is the thrower's letter alone.
    """
    return _text(play_all(position, moves))


def notate_unfinished(position: Position, moves: Sequence[Move]) -> str:
    """Write a turn under way, without marks for dice that can still be claimed."""
    return _text(play_all(position, moves), whole=False)


def _text(end: Position, *, whole: bool = True) -> str:
    """Write the turn that led here; not `whole`: without dead and lost dice as long as its roll lies."""
    lying = end.roll or end.left
    if lying is None:
        return f"P {end.priority or ''}".strip() if end.next is None else LETTERS[end.next]
    if lying.thrower == NATURE:
        return f"P {lying.dice[0]}{lying.dice[1]}"
    line = _line(end, lying)
    return str(line if whole or end.roll is None else line._replace(dead=(), lost=()))


def perft(position: Position, depth: int) -> list[int]:
    """Count the sequences of 1 … `depth` turns; the dice in either order count once."""
    layer: Counter[Position] = Counter({position: 1})
    counts = []
    for _ in range(depth):
        following: Counter[Position] = Counter()
        for now, ways in layer.items():
            for end in _ends(now):
                following[end] += ways
        layer = following
        counts.append(layer.total())
    return counts
