"""Texts about a match, in the user's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from rules import abilities
from rules.common.squares import INDEX
from rules.contract import Remark, Seat, Table, Target, Token
from rules.match import Match
from scenes.app.game_card import card_of
from scenes.app.words import Words
from scenes.table.game_phrases import phrases_of
from scenes.table.game_ui import ui_of
from scenes.table.record_headers import COIN
from scenes.table.session import Session

if TYPE_CHECKING:
    pass

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
    return words(f"state.{key}.{said.code}", **name_looks(words, key, said))


def name_looks(words: Words, key: str, said: Remark) -> dict[str, str]:
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
