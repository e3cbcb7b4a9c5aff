"""The texts of a match with dice: status line, notes, throws, turns, and spellings of moves."""

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
from rules.unstacked_draughts.text import parse_roll_line
from scenes.app.words import Words
from scenes.table import match_text
from scenes.table.session import Session
from scenes.table.state import StatusLine

if TYPE_CHECKING:
    from scenes.table.table_access import TableAccess

USE_KEYS: Final = {"v": "down", "^": "off"}  # by sign of a die's use in notation, the end of its word key
HELPED_ROLLS: Final = 4  # number of rolls for which help is shown: on using dice, and again on claiming them


def write_status(host: TableAccess, is_pending: bool, is_next_game_due: bool) -> StatusLine | None:
    """Return the status line while a match with dice goes on; None if the usual status line fits."""
    if host.facts.match.outcome() is not None or not host.facts.cursor.is_live:
        return None
    words, position, note = host.words, host.facts.match.position, host.note
    assert isinstance(position, DicePosition)
    if is_pending:
        text = match_text.sentence_about(words, host.session, "dice.tell", position.throwing_seat)
        status = text if _options_of(host).dice == "own" else words("dice.rolling")
        can_cover = (
            position.roll is not None and position.roll.double and 1 - position.throwing_seat in host.facts.movers
        )
        remarks = _remarks_text(host, position)
        note_text = words("dice.cover_how") if can_cover else note or _event_text(host, position)
        return StatusLine(status, remarks or note_text, bool(remarks))
    if is_next_game_due:
        won = match_text.sentence_about(words, host.session, "dice.won", 1 - position.to_move)
        return StatusLine(won, words("dice.next_how"))
    is_warning = _seat_that_missed(host, position) in host.session.persons or bool(_remarks_text(host, position))
    return StatusLine(_status_text(host, position), note or _note_text(host, position), is_warning)


def _options_of(host: TableAccess) -> DiceOptions:
    options = host.facts.match.options
    assert isinstance(options, DiceOptions)
    return options


def _remarks_text(host: TableAccess, position: DicePosition) -> str:
    remarks = (remark for remark in position.remarks() if remark.code != "lost")
    return " ".join(match_text.remark_text(host.words, host.facts.match.game.key, remark) for remark in remarks)


def _seat_that_missed(host: TableAccess, position: DicePosition) -> Seat | None:
    """Return the seat that missed dice of the previous roll; None once a person here plays a die of this roll."""
    roll, roll_before = position.roll or position.dead_roll, _position_before_roll(host.facts.match).roll
    if not position.lost_claims or roll is None or roll_before is None:
        return None
    return None if any(_has_played(roll, seat) for seat in host.session.persons) else 1 - roll_before.thrower


def _has_played(roll: LyingRoll, seat: Seat) -> bool:
    return any(mark.startswith(LETTERS[seat]) for mark in roll.marks)


def _position_before_roll(match: Match) -> DicePosition:
    positions = cast("Sequence[DicePosition]", match.positions)
    return next((position for position in reversed(positions) if position.rolls < positions[-1].rolls), positions[0])


def _event_text(host: TableAccess, position: DicePosition) -> str:
    """Return the text that a seat now bears off, or that the thrower could use no die; otherwise an empty text."""
    roll, position_before = position.roll or position.dead_roll, _position_before_roll(host.facts.match)
    if roll is None or roll.thrower == NATURE:
        return ""
    for seat in (roll.thrower, 1 - roll.thrower):
        if position_before.sides[seat][0] == "d" != position.sides[seat][0]:
            return match_text.sentence_about(host.words, host.session, "dice.bears_off", seat)
    if not position.attentive or position.own_uses() or _has_played(roll, roll.thrower):
        return ""
    return match_text.sentence_about(
        host.words, host.session, "dice.no_use", roll.thrower, dice=format_faces(roll.dice)
    )


def _missed_dice_text(host: TableAccess, position: DicePosition) -> str:
    """Return a line break and a text on who missed which dice of the previous roll; empty if nobody did."""
    seat, roll = _seat_that_missed(host, position), _position_before_roll(host.facts.match).roll
    if seat is None or roll is None:
        return ""
    facts = {"n": len(position.lost_claims), "dice": position.lost_claims[0], "thrown": format_faces(roll.dice)}
    return "\n" + match_text.sentence_about(host.words, host.session, "dice.lost", seat, **facts)


def _status_text(host: TableAccess, position: DicePosition) -> str:
    words, persons, seat = host.words, host.session.persons, position.to_move
    subject = "dice"
    if position.phase is Phase.DISPUTE:
        subject = "word"
    elif Throw(seat) in position.player_moves():
        subject = "throw" if is_starter_known(position) else "priority"
    if host.facts.automatic_move is not None or seat not in persons:
        owner = "their"
    else:
        owner = "your" if len(persons) == 1 else "name"
    if owner == "your":
        return words(f"dice.your_{subject}")
    return match_text.sentence_about(words, host.session, f"dice.{owner}_{subject}", seat)


def is_starter_known(position: Position) -> bool:
    """Return whether it is known who begins; otherwise a throw of one die each has to decide that."""
    assert isinstance(position, DicePosition)
    return position.phase is not Phase.PRIORITY


def _note_text(host: TableAccess, position: DicePosition) -> str:
    words, match, options = host.words, host.facts.match, _options_of(host)
    parts = [_remarks_text(host, position)]
    if _seat_that_missed(host, position) in host.session.persons:
        parts.append("" if position.own_uses() else _help_text(host, position))
        return f"{' '.join(filter(None, parts))}{_missed_dice_text(host, position)}".strip()
    roll, failure = position.roll or position.dead_roll, _failure_key(match)
    if failure:
        parts.insert(0, words(f"dice.{failure}"))
    elif roll is not None:
        parts.insert(0, (_last_throw_text if roll.thrower != NATURE else _starter_text)(host, position, roll))
        parts.append(_help_text(host, position))
    elif position.priority:
        parts.insert(0, _throw_text(words, host.session, position, 0, (position.priority,)))
    if not any(isinstance(ply.move, Throw) and ply.move.seat in host.session.persons for ply in match.plies):
        problem = find_trouble(words, options)
        key = "dice.how_own" if options.dice == "own" else "dice.how" if host.facts.can_move else ""
        parts += [match_text.opening_text(words, host.session), problem or (words(key) if key else "")]
    return " ".join(filter(None, parts)) + _missed_dice_text(host, position)


def _help_text(host: TableAccess, position: DicePosition) -> str:
    """Return help with the dice that are left, without giving away what is possible; often empty."""
    words, persons, match, roll = host.words, host.session.persons, host.facts.match, position.roll
    if roll is None or not position.attentive or not roll.free:
        return ""
    if position.own_uses():
        return words("dice.use_how") if roll.thrower in persons and position.rolls <= HELPED_ROLLS else ""
    if (
        1 - roll.thrower not in persons
        or roll.has_false_claim(1 - roll.thrower)
        or (roll.double and roll.thrower in persons)
    ):
        return ""
    rolls = (cast("DicePosition", match.positions[span.last]).roll for span in match.turns()[:-1])
    similar = [past for past in rolls if past is not None and past.thrower == roll.thrower and past.free]
    help_text = f" {words('dice.claim_how')}" if len(similar) < HELPED_ROLLS else ""
    return words("dice.left_over", n=len(roll.free)) + help_text


def _starter_text(host: TableAccess, position: DicePosition, roll: LyingRoll) -> str:
    if position.next is None:
        return tie_text(host.words, position)
    return match_text.sentence_about(
        host.words, host.session, "dice.begins", position.next, dice=format_faces(roll.dice)
    )


def tie_text(words: Words, position: DicePosition) -> str:
    """Return the text that both players threw the same face to decide who begins; empty if they didn't."""
    tied_roll = position.dead_roll
    return words("dice.both_threw", die=tied_roll.dice[0]) if position.next is None and tied_roll is not None else ""


def _failure_key(match: Match) -> str:
    """Return the key of the words on why the last throw failed or is repeated, or on a test die; otherwise empty."""
    if not match.plies:
        return ""
    text = str(match.plies[-1].move)
    if text in ("off", "rim"):
        return f"failed_{text}"
    if text.endswith("-test"):
        return "test_stays" if any("die-" in target for target in match.position.table()) else "test_slid"
    # a question about a leaning die is open while there are moves such as "w-no"
    is_settled = not any(str(move)[1:2] == "-" for move in match.position.legal_moves())
    return "again" if is_settled and text.endswith(("-no", "-waive")) else ""


def _last_throw_text(host: TableAccess, position: DicePosition, roll: LyingRoll) -> str:
    """Return the last throw in words, without what players have to notice themselves."""
    words, session = host.words, host.session
    parts = [_event_text(host, position) or _throw_text(words, session, position, roll.thrower, roll.dice)]
    key = "claimed" if position.attentive else "went_over"
    taken_indices = [number for number, mark in enumerate(roll.marks) if mark.startswith(LETTERS[1 - roll.thrower])]
    if taken_indices:
        facts = {"n": len(taken_indices), "die": roll.dice[taken_indices[0]]}
        parts.append(match_text.sentence_about(words, session, f"dice.{key}", 1 - roll.thrower, **facts))
    if (
        roll.free
        and not position.attentive
        and host.facts.automatic_move is None
        and position.automatic_move() is None
    ):
        parts.append(words("dice.nobody", dice=format_faces(roll.dice[number] for number in roll.free)))
    if roll.double and host.facts.automatic_move is None and Throw(roll.thrower) in position.player_moves():
        parts.append(match_text.sentence_about(words, session, "dice.throws_again", roll.thrower))
    return " ".join(parts)


def _throw_text(words: Words, session: Session, position: DicePosition, seat: Seat, dice: Iterable[int]) -> str:
    """Return who threw what, with the traditional name of a double; `position` is the one after the throw."""
    double = position.roll_name()
    if double is None:
        return match_text.sentence_about(words, session, "dice.threw", seat, dice=format_faces(dice))
    title = words(f"double.unstacked-draughts.{double}")
    return match_text.sentence_about(words, session, "dice.threw_double", seat, double=title, dice=format_faces(dice))


def format_faces(dice: Iterable[int]) -> str:
    """Return the faces of dice, the highest one first: "6-5"."""
    return "-".join(map(str, sorted(dice, reverse=True)))


def find_trouble(words: Words, options: Options) -> str:
    """Return the reason why dice can't be thrown with these options; an empty text if they can be thrown."""
    assert isinstance(options, DiceOptions)
    if options.dice != "real":
        return ""
    from scenes.games.unstacked_draughts.dice import real_dice  # only needed for real dice

    try:
        real_dice.ready()
    except real_dice.PhysicsError as error:
        return words(f"dice.{error.code.lower()}")
    return ""


def describe_roll(words: Words, session: Session, ply: int) -> str:
    """Return a throw in words; `ply` is the index of its move of chance."""
    match = session.match
    before, after = match.positions[ply : ply + 2]
    assert isinstance(before, DicePosition) and isinstance(after, DicePosition)
    dice = [int(letter) for letter in str(match.plies[ply].move) if letter.isdigit()]
    return _throw_text(words, session, after, before.throwing_seat, dice)


def explain_turn(words: Words, session: Session, span: Span) -> str:
    """Return an explanation of a turn in notation: who threw what, and how each die was used."""
    match, game_key = session.match, session.match.game.key
    notation, position = session.game.text.notation(match, span), match.positions[span.last]
    assert isinstance(position, DicePosition)
    if notation.startswith("P"):
        dice = [int(letter) for letter in notation if letter.isdigit()]
        if len(set(dice)) < len(dice):
            return words("dice.both_threw", die=dice[0])
        sentences = [_throw_text(words, session, position, seat, [die]) for seat, die in enumerate(dice)]
        if len(dice) == 2:
            starter = int(dice[1] > dice[0])
            sentences.append(match_text.sentence_about(words, session, f"turn.{game_key}.begins", starter))
        return " ".join(sentences)
    if ":" not in notation:
        return ""
    line = parse_roll_line(notation)
    sentences = [_throw_text(words, session, position, line.thrower, line.dice)]
    for seat, uses in ((line.thrower, line.own), (1 - line.thrower, line.others)):
        for (die, use), n in Counter(uses).items():
            sentences.append(
                match_text.sentence_about(words, session, f"turn.{game_key}.{USE_KEYS[use]}", seat, die=die, n=n)
            )
    if line.dead and line.winner is None:
        sentences.append(words("dice.nobody", dice=format_faces(line.dead)))
    if line.lost:
        sentences.append(words(f"turn.{game_key}.lost", dice=format_faces(line.lost)))
    if line.covers:
        sentences.append(words(f"turn.{game_key}.covered"))
    for claim in line.false_claims:
        sentences.append(
            match_text.sentence_about(words, session, f"turn.{game_key}.false_claim", claim.seat, die=claim.die)
        )
    if line.winner is not None:
        sentences.append(f"{match_text.sentence_about(words, session, 'dice.won', line.winner)}.")
    return " ".join(sentences)


def list_spellings(words: Words, move: Move) -> Sequence[str]:
    """Return the texts that can be typed for a move: the number of a die, or a word."""
    if isinstance(move, Use | FalseClaim):
        return [str(move.die)]
    key = {Throw: "throw", Cover: "cover", Begin: "begin"}.get(type(move))
    key = move.word if isinstance(move, Answer) else key
    return [words(f"typed.unstacked-draughts.{key}")] if key else []
