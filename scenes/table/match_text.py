"""Texts about a match, in the user's language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from rules import abilities
from rules.common.squares import INDEX
from rules.contract import NATURE, Move, Outcome, Position, Remark, Seat, Table, Target, Token
from rules.match import Match, Span
from scenes.app.game_card import card_of
from scenes.app.words import ANY_GAME, Words
from scenes.table.game_ui import ui_of
from scenes.table.phrases import phrases_of
from scenes.table.record_headers import COIN
from scenes.table.session import Session

if TYPE_CHECKING:
    from rules.game import Game

NEARLY: Final = 500  # plies before the maximum length of a match from which players are warned

ASLEEP: Final = "-asleep"
ON: Final = "-on"
"""Suffixes of a token's look: the piece is asleep, or stands on another token."""


def name_of(words: Words, session: Session, seat: Seat) -> str:
    """Return a player's name; the seat's if it is empty, not unique, or a program's in a game with seats."""
    names, program = [player.name for player in session.players], session.is_program(seat)
    seated = program and card_of(session.match.game.key).sides == "seats"
    name = names[seat]
    return name if name and names.count(name) == 1 and not seated else seat_word(words, session, seat)


def address_of(words: Words, session: Session, seat: Seat) -> str:
    """Return `name_of`, but "You" for the only person among programs."""
    return words("table.you") if session.persons == (seat,) else name_of(words, session, seat)


def you_if_unnamed(words: Words, session: Session, seat: Seat) -> str:
    """Return "You" for the only person if no name was typed; else an empty text."""
    usual = session.players[seat].name == words("setup.default_name")
    return words("table.you") if usual and session.persons == (seat,) else ""


def of_seat(words: Words, session: Session, key: str, seat: Seat, **facts: object) -> str:
    """Return a sentence about a player, addressed to the only person as "you" if there are words for that."""
    if session.persons == (seat,) and words.has(f"{key}_you"):
        return words(f"{key}_you", **facts)
    return words(key, name=name_of(words, session, seat), **facts)


def seat_word(words: Words, session: Session, seat: Seat) -> str:
    """Return the name of a seat: "Black"."""
    return seat_called(words, session.match.game.key, seat, session.match.seats)


def seat_called(words: Words, key: str, seat: Seat, seats: int) -> str:
    """Return the name of a seat in a match of `seats` players."""
    among = f"games.{key}.seat_of.{seats}.{seat}"
    return words(among if words.has(among) else f"games.{key}.seat.{seat}")


def winner_text(words: Words, session: Session, outcome: Outcome) -> str:
    """Return who won."""
    if not outcome.winners:
        return words("table.drawn")
    if has_lost(session, outcome) and session.match.seats == 2:
        return words("table.you_lost")
    alone = session.persons if len(session.persons) == 1 else ()
    others = [seat for seat in outcome.winners if seat not in alone]
    if len(others) < len(outcome.winners):
        return words("table.you_won_with" if others else "table.you_won", names=all_of(words, session, others))
    several = len(others) > 1
    return words("table.won_together" if several else "table.won", name=all_of(words, session, others))


def has_lost(session: Session, outcome: Outcome) -> bool:
    """Return whether the only person has lost."""
    return len(session.persons) == 1 and bool(outcome.winners) and session.persons[0] not in outcome.winners


def own_place(words: Words, session: Session, outcome: Outcome) -> str:
    """Return the rank by points of the only person in a match of three or more; empty after a win."""
    points = outcome.points
    if len(points) < 3 or not has_lost(session, outcome):
        return ""
    own, best = points[session.persons[0]], points[outcome.winners[0]]
    before = sum((one < own) if best == min(points) else (one > own) for one in points)
    return words("table.own_place", place=before + 1, of=len(points))


def all_of(words: Words, session: Session, seats: Sequence[Seat]) -> str:
    """Return the names of some players: "Anna, Bert and Clara"."""
    return words.join_items(name_of(words, session, seat) for seat in seats)


def opening_text(words: Words, session: Session) -> str:
    """Return the coin's result, or the only person's side; empty once each seat has had a turn."""
    match = session.match
    return "" if len(match.turns()) >= match.seats else coin_text(words, session) or next_side_text(words, session)


def coin_text(words: Words, session: Session) -> str:
    """Return the result of the coin that was tossed for this match; empty if none was."""
    if COIN not in session.record.extra:
        return ""
    return words("table.coin", seat=seat_word(words, session, session.match.start.to_move))


def next_side_text(words: Words, session: Session, ahead: int = 0) -> str:
    """Return the first person's side in a later match of a session, or in the next one (`ahead` 1).

    Empty in games without sides.
    """
    if not (ahead or session.series.played) or not ui_of(session.match.game.key).can_flip or not session.persons:
        return ""
    seat = session.persons[0]
    side = seat_word(words, session, (seat + ahead) % session.match.seats)
    return of_seat(words, session, "table.next_side" if ahead else "table.side", seat, side=side)


def next_begins(words: Words, session: Session) -> str:
    """Return who begins the session's next match, or, where players change seats, who has which side."""
    if not session.rematch_options:
        return next_side_text(words, session, ahead=1)
    match = session.match
    begins = match.game.start(session.rematch_options[0], match.seats).to_move
    return words("table.next_begins", seat=seat_word(words, session, begins))


def standstill_text(words: Words, session: Session) -> str:
    """Return why nothing was moved since the last turn of the side to move; empty where there are no words."""
    count = len(session.match.plies)
    numbers = range(max(0, count - session.match.seats), count)
    told = [stood_still(words, session, number) for number in numbers]
    return next((one for one in reversed(told) if one), "")


def stood_still(words: Words, session: Session, number: int) -> str:
    """Return why nothing was moved in a ply, numbered from 0; empty if something was, or without words."""
    match = session.match
    ply, limits = match.plies[number], abilities.limits(match.positions[number])
    key = f"standstill.{match.game.key}.{ply.move}"
    if limits is not None and not limits.match and words.has(f"{key}-short"):
        key = f"{key}-short"
    return of_seat(words, session, key, ply.move.seat) if words.has(key) else ""


def reason_text(words: Words, session: Session, outcome: Outcome) -> str:
    """Return why the match ended, as a sentence."""
    losers = [seat for seat in range(session.match.seats) if seat not in outcome.winners]
    winner = all_of(words, session, outcome.winners)
    loser = name_of(words, session, losers[0]) if outcome.winners and losers else ""
    match = session.match
    key = f"outcome.{match.game.key}.{outcome.reason}"
    if not outcome.winners:
        return words(key)
    key = f"{key}-won" if words.has(f"{key}-won") else key
    facts = phrases_of(match.game.key).remarks.name_counts(match.position, outcome.winners[0])
    named = outcome.winners if words.has(key) and "{winner}" in words.pattern(key) else tuple(losers[:1])
    own = key.replace("outcome", "outcome_you", 1)
    own = next((one for one in (own, own.replace(match.game.key, ANY_GAME)) if words.has(one)), "")
    if own and session.persons == named:
        return words(own, **facts)
    return words(key, winner=winner, loser=loser, **facts)


def score_text(words: Words, session: Session) -> str:
    """Return the session's score, in the order of the players; empty with more than two."""
    series = session.series
    if len(session.players) > 2:
        return ""
    names = {series.seating[seat]: address_of(words, session, seat) for seat in range(len(session.players))}
    first, second = sorted(names)[:2]
    a, b = points(series.points[first]), points(series.points[second])
    return words("table.score", first=names[first], second=names[second], a=a, b=b)


def game_scores(words: Words, session: Session) -> str:
    """Return the score within a match of several games, by seat; empty for other matches."""
    score = abilities.score(session.match.position)
    if score is None or score[1] == 1:
        return ""
    if phrases_of(session.match.game.key).scores_on_pad:
        return ""
    (a, b), _ = score
    first, second = (address_of(words, session, seat) for seat in (0, 1))
    return words("table.games", first=first, second=second, a=a, b=b)


def points(value: float) -> str:
    """Return a number of points with "½" for a half."""
    whole, half = divmod(round(value * 2), 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def length_text(words: Words, session: Session) -> str:
    """Return the number of turns, as the move list numbers them, and the minutes they took."""
    match = session.match
    turns = words(
        "table.turns", n=-(-(match.count_turns() + empty_cell_count(session)) // card_of(match.game.key).columns)
    )
    minutes = round(sum(ply.seconds for ply in match.plies) / 60)
    return f"{turns}, {words('table.minutes', n=minutes) if minutes else words('table.less_than_a_minute')}"


def empty_cell_count(session: Session) -> int:
    """Return the number of empty cells before the first turn in the move list: 0 with a single column."""
    key = session.match.game.key
    is_paired_by_start = phrases_of(key).turns.is_paired_by_start
    return 0 if is_paired_by_start or card_of(key).columns == 1 else session.match.start.to_move


def refusal_text(words: Words, key: str, remark: Remark) -> str:
    """Return why a gesture is illegal, as a sentence."""
    one = kind_called(words, key, remark.facts.get("other", ""), "one.")
    return capitalize(words(f"refusal.{key}.{remark.code}", **facts_called(words, key, remark), one=one))


def facts_called(words: Words, key: str, remark: Remark) -> dict[str, str]:
    """Return the facts of a remark, with kinds of pieces named and squares listed in words."""
    facts = {name: kind_called(words, key, value) for name, value in remark.facts.items()}
    return facts | ({"squares": words.join_items(facts["squares"].split(", "))} if "squares" in facts else {})


def kind_called(words: Words, key: str, value: str, how: str = "") -> str:
    """Return a kind of piece with its article: "the knight", or "a knight" for `how` "one."; else `value`."""
    names = (f"reason.{key}.name.{how}{value}", f"reason.{key}.name.{value}")
    return next((words(name) for name in names if words.has(name)), value)


def capitalize(told: str) -> str:
    """Return a text with a capital first letter."""
    return told[:1].upper() + told[1:]


def state_text(words: Words, key: str, said: Remark) -> str:
    """Return a remark about the state of the table, in words."""
    return words(f"state.{key}.{said.code}", **_named(words, key, said))


def turn_text(words: Words, match: Match, span: Span) -> str:
    """Return the actions of a turn in words; empty if its notation suffices."""
    return in_words(words, match.game.key, match.positions[span.first], match.moves(span))


def in_words(words: Words, key: str, position: Position, moves: Sequence[Move]) -> str:
    """Return the actions of successive moves from `position` on, in words; empty if their notation suffices."""
    told: list[Remark] = []
    for move in moves:
        told += phrases_of(key).remarks.describe_move(position, move)
        position = position.play(move)
    return " ".join(filter(None, (deed_told(words, key, one) for one in told)))


def plain_turn_text(words: Words, key: str, position: Position, moves: Sequence[Move]) -> str:
    """Return `in_words` for games with piece letters in their notation, which beginners can't read; else empty."""
    return in_words(words, key, position, moves) if words.words_below(f"written.{key}") else ""


def deed_told(words: Words, key: str, said: Remark) -> str:
    """Return one action of a turn in words; empty where the game has none for it."""
    name = f"turn.{key}.{said.code}"
    if not words.has(name):
        return ""
    called = {fact: f"called.{key}.{look}" for fact, look in said.facts.items()}
    articled = {fact: words(one) for fact, one in called.items() if words.has(one)}
    return capitalize(words(name, **_named(words, key, said) | articled))


def explain_turn(words: Words, session: Session, span: Span) -> str:
    """Return an explanation of a turn's notation."""
    phrases = phrases_of(session.match.game.key)
    tell = phrases.explain_turn or phrases.describe_turn
    if tell is not None:
        return tell(words, session, span) if span.seat != NATURE or phrases.explain_turn is not None else ""
    return turn_text(words, session.match, span)


def _named(words: Words, key: str, said: Remark) -> dict[str, str]:
    named = dict(said.facts)
    for fact, value in said.facts.items():
        look = value.partition(".")[0]
        names = (f"line.{key}.{value}", f"line.{key}.{look}", f"token.{key}.{look}")
        named[fact] = next((words(name) for name in names if words.has(name)), value)
    return named


def abilities_text(words: Words, match: Match, picked: Collection[Target]) -> str:
    """Return the abilities of the selected piece in words; empty where none are needed."""
    key = match.game.key
    remark = phrases_of(key).remarks.describe_picked(match.position, min(picked)) if picked else None
    if remark is None:
        return ""
    return f"{state_text(words, key, remark)} {words(f'state.{key}.let_go')}"


def describe_click(words: Words, key: str, kind: str, targets: Sequence[Target]) -> str:
    """Return the effect of a click on the first target; empty where it needs no words."""
    name = f"deed.{key}.{kind}"
    return words(name, target=targets[0], other=targets[-1]) if words.has(name) else ""


def remark_text(words: Words, key: str, said: Remark) -> str:
    return words(f"remark.{key}.{said.code}", **said.facts)


def room_warning(words: Words, match: Match) -> str | None:
    """Return a warning that the match is close to its maximum number of plies; None while it isn't."""
    return words("table.nearly_full", n=match.plies_left) if 0 < match.plies_left <= NEARLY else None


# --- the contents of a place of the table: "c5: White Man."


def contents_text(words: Words, key: str, table: Table, target: Target) -> str:
    """Return the contents of a target, as a sentence."""
    tokens = table.get(target, ())
    told = phrases_of(key).describe_place
    if told is not None:
        return told(words, table, target)
    if not words.has(name := f"line.{key}.place.{target}") and target in INDEX:
        place = target
    else:
        place = words(name)
        if target.endswith("cup") or target == "tray":
            return f"{place}."
    if not tokens:
        return words("line.empty", place=place)
    return words("line.lies", place=place, thing=thing_name(words, key, tokens))


def in_tray(words: Words, session: Session, table: Table, target: Target) -> str:
    """Return the contents of a tray, with who captured them, unless the game allows capturing one's own pieces."""
    key, (tray, _, loser) = session.match.game.key, target.partition("-")
    if tray != "taken":
        return contents_text(words, key, table, target)
    kinds = Counter(thing_name(words, key, (token,)) for token in table.get(target, ()))
    things = ", ".join(f"{one} × {n}" if n > 1 else one for one, n in kinds.items())
    told = things or words("table.captured_none")
    if words.has(f"games.{key}.boxed"):
        return words(f"games.{key}.boxed", things=told)
    return of_seat(words, session, "table.captured", 1 - int(loser), things=told)


def thing_name(words: Words, key: str, tokens: tuple[Token, ...]) -> str:
    """Return the name of all tokens of a place together: a King of two checkers, a piece and its cage."""
    named = [token.look.removesuffix(ASLEEP).removesuffix(ON) for token in tokens]
    look = f"line.{key}.{named[-1]}"
    for name, facts in ((f"{look}.{len(tokens)}", {}), (look, {"n": len(tokens)})):
        if words.has(name):
            return words(name, **facts)
    return ", ".join(words(f"token.{key}.{name}") for name in named)


# --- turns in the notation of the screen; files, the clipboard and the console use the game's own notation


def notate_turn(words: Words, session: Session, position: Position, moves: Sequence[Move]) -> str:
    """Return the moves of a turn in the notation of the screen, with all squares passed."""
    text = session.game.text
    return render_notation(words, session.match.game.key, (text.notate_in_full or text.notate)(position, moves))


def render_notation(words: Words, key: str, note: str) -> str:
    """Return the screen notation of a turn from its record notation."""
    note, signs = phrases_of(key).turns.write_turn(note), words.words_below(f"written.{key}")
    return re.sub("|".join(map(re.escape, signs)), lambda sign: signs[sign[0]], note) if signs else note


def list_spellings(words: Words, game: Game, position: Position, move: Move) -> Sequence[str]:
    """Return the ways to type a move other than by its squares: the game's words, or the list's notation."""
    key, text, gesture = game.play.key, str(move), position.gesture(move)
    spell, notes = phrases_of(key).spell_move, [text]
    if spell is not None:
        return spell(words, move)
    if text[0].isupper():
        notes += [text[1:], f"{text[0]}{min(gesture.pick)}-{gesture.drop}"] if gesture.drop else [text[1:]]
    if position.turn_started:
        notes.append(game.text.notate(position, [move]))
    return [*notes, *(render_notation(words, key, note) for note in notes)]


def notation_sprites(words: Words, match: Match, span: Span) -> dict[str, str]:
    """Return words of a written turn -> the sprites that the list of turns shows for them."""
    key, last = match.game.key, span.last - 1
    signs = words.words_below(f"written.{key}")
    looks = phrases_of(key).turns.letter_sprites(match.positions[last], match.plies[last].move)
    return {signs[letter]: look for letter, look in looks.items()}
