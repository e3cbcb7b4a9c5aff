"""Texts of a game with dice: throws, uses of dice, prompts, and the traditional names of doubles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, cast

from rules.contract import NATURE, Move, Options, Position, Seat
from rules.match import Match, Span
from rules.unstacked_draughts.moves import LETTERS, Answer, Begin, Cover, FalseClaim, Throw, Use
from rules.unstacked_draughts.options import Options as DiceOptions
from rules.unstacked_draughts.position import Position as DicePosition
from rules.unstacked_draughts.state import LyingRoll, Phase
from rules.unstacked_draughts.text import parse
from scenes.app.words import Words
from scenes.table import match_text
from scenes.table.session import Session
from scenes.table.state import StatusLine

if TYPE_CHECKING:
    from scenes.table.table_access import TableAccess

WAYS: Final = {"v": "down", "^": "off"}  # sign of a die's use -> what the die does


HELPED: Final = 4
"""Number of rolls for which help is shown, for using dice and for claiming each."""


def write_status(host: TableAccess, pending: bool, opens: bool) -> StatusLine | None:
    """Return the sidebar's text while a match with dice goes on; None for the usual one.

    `pending`: dice are in the air; `opens`: the next game is to be begun.
    """
    if host.facts.match.outcome() is not None or not host.facts.cursor.is_live:
        return None
    words, position, note = host.words, host.facts.match.position, host.note
    assert isinstance(position, DicePosition)
    if pending:
        told = match_text.of_seat(words, host.session, "dice.tell", position.flyer)
        status = told if _options(host).dice == "own" else words("dice.rolling")
        doubled = position.roll is not None and position.roll.double and 1 - position.flyer in host.facts.movers
        alarm = _remarks(host, position)
        usual = words("dice.cover_how") if doubled else note or _turned(host, position)
        return StatusLine(status, alarm or usual, bool(alarm))
    if opens:
        won = match_text.of_seat(words, host.session, "dice.won", 1 - position.to_move)
        return StatusLine(won, words("dice.next_how"))
    pressing = _missed(host, position) in host.session.persons or bool(_remarks(host, position))
    return StatusLine(_status(host, position), note or _note(host, position), pressing)


def _options(host: TableAccess) -> DiceOptions:
    options = host.facts.match.options
    assert isinstance(options, DiceOptions)
    return options


def _remarks(host: TableAccess, position: DicePosition) -> str:
    found = (one for one in position.remarks() if one.code != "lost")
    return " ".join(match_text.remark_text(host.words, host.facts.match.game.key, one) for one in found)


def _missed(host: TableAccess, position: DicePosition) -> Seat | None:
    """Return who missed a die of the previous roll, until a person here has played a die of the current one."""
    roll, before = position.roll or position.left, _before(host.facts.match).roll
    if not position.lost or roll is None or before is None:
        return None
    return None if any(_played(roll, seat) for seat in host.session.persons) else 1 - before.thrower


def _played(roll: LyingRoll, seat: Seat) -> bool:
    return any(mark.startswith(LETTERS[seat]) for mark in roll.marks)


def _before(match: Match) -> DicePosition:
    positions = cast("Sequence[DicePosition]", match.positions)
    return next((one for one in reversed(positions) if one.rolls < positions[-1].rolls), positions[0])


def _turned(host: TableAccess, position: DicePosition) -> str:
    """Return who has no stack left since this roll, or could use none of its dice where no moves are automatic.

    Empty if neither applies.
    """
    roll, before = position.roll or position.left, _before(host.facts.match)
    if roll is None or roll.thrower == NATURE:
        return ""
    for seat in (roll.thrower, 1 - roll.thrower):
        if before.sides[seat][0] == "d" != position.sides[seat][0]:
            return match_text.of_seat(host.words, host.session, "dice.bears_off", seat)
    if not position.attentive or position.own_uses() or _played(roll, roll.thrower):
        return ""
    return match_text.of_seat(host.words, host.session, "dice.no_use", roll.thrower, dice=list_faces(roll.dice))


def _lost(host: TableAccess, position: DicePosition) -> str:
    """Return who missed which dice of the previous roll, on a new line; empty if none."""
    seat, before, lost = _missed(host, position), _before(host.facts.match).roll, position.lost
    if seat is None or before is None:
        return ""
    facts = {"n": len(lost), "dice": lost[0], "thrown": list_faces(before.dice)}
    return "\n" + match_text.of_seat(host.words, host.session, "dice.lost", seat, **facts)


def _status(host: TableAccess, position: DicePosition) -> str:
    words, persons, seat = host.words, host.session.persons, position.to_move
    what = "dice"
    if position.phase is Phase.DISPUTE:
        what = "word"
    elif Throw(seat) in position.players_moves():
        what = "throw" if seat_begins(position) else "priority"
    if host.facts.automatic_move is not None or seat not in persons:
        who = "their"
    else:
        who = "your" if len(persons) == 1 else "name"
    if who == "your":
        return words(f"dice.your_{what}")
    return match_text.of_seat(words, host.session, f"dice.{who}_{what}", seat)


def seat_begins(position: Position) -> bool:
    """Return whether it is known who begins, so that no throw of one die will decide it."""
    assert isinstance(position, DicePosition)
    return position.phase is not Phase.PRIORITY


def _note(host: TableAccess, position: DicePosition) -> str:
    words, match, options = host.words, host.facts.match, _options(host)
    told = [_remarks(host, position)]
    if _missed(host, position) in host.session.persons:
        told.append("" if position.own_uses() else _how(host, position))
        return f"{' '.join(filter(None, told))}{_lost(host, position)}".strip()
    roll, failed = position.roll or position.left, _failed(match)
    if failed:
        told.insert(0, words(f"dice.{failed}"))
    elif roll is not None:
        told.insert(0, (_told if roll.thrower != NATURE else _begins)(host, position, roll))
        told.append(_how(host, position))
    elif position.priority:
        told.insert(0, _threw(words, host.session, position, 0, (position.priority,)))
    if not any(isinstance(ply.move, Throw) and ply.move.seat in host.session.persons for ply in match.plies):
        problem = trouble(words, options)
        how = "dice.how_own" if options.dice == "own" else "dice.how" if host.facts.can_move else ""
        told += [match_text.opening_text(words, host.session), problem or (words(how) if how else "")]
    return " ".join(filter(None, told)) + _lost(host, position)


def _how(host: TableAccess, position: DicePosition) -> str:
    """Return the question to ask oneself while dice are left, with help for beginners, but without hints."""
    words, persons, match, roll = host.words, host.session.persons, host.facts.match, position.roll
    if roll is None or not position.attentive or not roll.free:
        return ""
    if position.own_uses():
        return words("dice.use_how") if roll.thrower in persons and position.rolls <= HELPED else ""
    if (
        1 - roll.thrower not in persons
        or roll.has_false_claim(1 - roll.thrower)
        or (roll.double and roll.thrower in persons)
    ):
        return ""
    before = (cast("DicePosition", match.positions[span.last]).roll for span in match.turns()[:-1])
    new = sum(one is not None and one.thrower == roll.thrower and bool(one.free) for one in before) < HELPED
    return words("dice.left_over", n=len(roll.free)) + (f" {words('dice.claim_how')}" if new else "")


def _begins(host: TableAccess, position: DicePosition, roll: LyingRoll) -> str:
    if position.next is None:
        return tie(host.words, position)
    return match_text.of_seat(host.words, host.session, "dice.begins", position.next, dice=list_faces(roll.dice))


def tie(words: Words, position: DicePosition) -> str:
    """Return that both threw the same to decide who begins; empty if they didn't."""
    left = position.left
    return words("dice.both_threw", die=left.dice[0]) if position.next is None and left is not None else ""


def _failed(match: Match) -> str:
    """Return the word key for why the last throw was invalid, or for the result of a test; empty otherwise."""
    if not match.plies:
        return ""
    word = str(match.plies[-1].move)
    if word in ("off", "rim"):
        return f"failed_{word}"
    if word.endswith("-test"):
        return "test_stays" if any("die-" in target for target in match.position.table()) else "test_slid"
    settled = not any(str(move)[1:2] == "-" for move in match.position.legal_moves())
    return "again" if settled and word.endswith(("-no", "-waive")) else ""


def _told(host: TableAccess, position: DicePosition, roll: LyingRoll) -> str:
    """Return the last throw in words, without anything that a player has to notice alone."""
    words, session = host.words, host.session
    told = [_turned(host, position) or _threw(words, session, position, roll.thrower, roll.dice)]
    went = "claimed" if position.attentive else "went_over"
    went_to = [at for at, mark in enumerate(roll.marks) if mark.startswith(LETTERS[1 - roll.thrower])]
    if went_to:
        facts = {"n": len(went_to), "die": roll.dice[went_to[0]]}
        told.append(match_text.of_seat(words, session, f"dice.{went}", 1 - roll.thrower, **facts))
    if (
        roll.free
        and not position.attentive
        and host.facts.automatic_move is None
        and position.automatic_move() is None
    ):
        told.append(words("dice.nobody", dice=list_faces(roll.dice[at] for at in roll.free)))
    if roll.double and host.facts.automatic_move is None and Throw(roll.thrower) in position.players_moves():
        told.append(match_text.of_seat(words, session, "dice.throws_again", roll.thrower))
    return " ".join(told)


def _threw(words: Words, session: Session, position: DicePosition, seat: Seat, dice: Iterable[int]) -> str:
    double = position.roll_name()
    if double is None:
        return match_text.of_seat(words, session, "dice.threw", seat, dice=list_faces(dice))
    called = words(f"double.unstacked-draughts.{double}")
    return match_text.of_seat(words, session, "dice.threw_double", seat, double=called, dice=list_faces(dice))


def list_faces(dice: Iterable[int]) -> str:
    """Return the faces of dice, the highest first: "6-5"."""
    return "-".join(map(str, sorted(dice, reverse=True)))


def trouble(words: Words, options: Options) -> str:
    """Return why dice can't be thrown with these options; empty if they can."""
    assert isinstance(options, DiceOptions)
    if options.dice != "real":
        return ""
    from scenes.games.unstacked_draughts.dice import real_dice  # only needed for real dice

    try:
        real_dice.ready()
    except real_dice.PhysicsError as problem:
        return words(f"dice.{problem.code.lower()}")
    return ""


def roll_words(words: Words, session: Session, ply: int) -> str:
    """Return a throw of a match in words: the move of chance in ply `ply`."""
    match = session.match
    before, after = match.positions[ply : ply + 2]
    assert isinstance(before, DicePosition) and isinstance(after, DicePosition)
    dice = [int(letter) for letter in str(match.plies[ply].move) if letter.isdigit()]
    return _threw(words, session, after, before.flyer, dice)


def explain_turn(words: Words, session: Session, span: Span) -> str:
    """Return an explanation of a roll's line: who threw what, and the use of each die."""
    match, key = session.match, session.match.game.key
    note, end = session.game.text.notation(match, span), match.positions[span.last]
    assert isinstance(end, DicePosition)
    if note.startswith("P"):
        dice = [int(letter) for letter in note if letter.isdigit()]
        if len(set(dice)) < len(dice):
            return words("dice.both_threw", die=dice[0])
        told = [_threw(words, session, end, seat, [die]) for seat, die in enumerate(dice)]
        if len(dice) == 2:
            told.append(match_text.of_seat(words, session, f"turn.{key}.begins", int(dice[1] > dice[0])))
        return " ".join(told)
    if ":" not in note:
        return ""
    line = parse(note)
    told = [_threw(words, session, end, line.thrower, line.dice)]
    for seat, uses in ((line.thrower, line.own), (1 - line.thrower, line.others)):
        for (die, way), n in Counter(uses).items():
            told.append(match_text.of_seat(words, session, f"turn.{key}.{WAYS[way]}", seat, die=die, n=n))
    told += [words("dice.nobody", dice=list_faces(line.dead))] if line.dead and line.winner is None else []
    told += [words(f"turn.{key}.lost", dice=list_faces(line.lost))] if line.lost else []
    told += [words(f"turn.{key}.covered")] if line.covers else []
    for claim in line.false_claims:
        told.append(match_text.of_seat(words, session, f"turn.{key}.false_claim", claim.seat, die=claim.die))
    told += [f"{match_text.of_seat(words, session, 'dice.won', line.winner)}."] if line.winner is not None else []
    return " ".join(told)


def spellings(words: Words, move: Move) -> Sequence[str]:
    """Return the ways to type a move: a die by its number, anything else by its word."""
    if isinstance(move, Use | FalseClaim):
        return [str(move.die)]
    name = {Throw: "throw", Cover: "cover", Begin: "begin"}.get(type(move))
    name = move.word if isinstance(move, Answer) else name
    return [words(f"typed.unstacked-draughts.{name}")] if name else []
