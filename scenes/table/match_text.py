"""Texts about a match: names of players, seats and pieces; remarks; refusals; and the contents of targets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

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

_FULL_WARNING_PLIES: Final = 500  # players are warned when a match has only so many plies left

_ASLEEP_SUFFIX: Final = "-asleep"
_ON_SUFFIX: Final = "-on"
"""Suffixes of a token's look for a piece that is asleep, or that stands on another token."""


def name_of(words: Words, session: Session, seat: Seat) -> str:
    """Return a player's name, or the name of the seat.

    The seat is named if the player's name is empty or not unique, and for programs in games whose sides are seats.
    """
    names = [player.name for player in session.players]
    is_named_by_seat = session.is_program(seat) and card_of(session.match.game.key).sides == "seats"
    name = names[seat]
    return name if name and names.count(name) == 1 and not is_named_by_seat else seat_word(words, session, seat)


def you_or_name(words: Words, session: Session, seat: Seat) -> str:
    """Return "You" for the only human player of a match, else `name_of`."""
    return words("table.you") if session.persons == (seat,) else name_of(words, session, seat)


def you_if_unnamed(words: Words, session: Session, seat: Seat) -> str:
    """Return "You" for the only human player of a match if no name was typed; else an empty text."""
    is_default = session.players[seat].name == words("setup.default_name")
    return words("table.you") if is_default and session.persons == (seat,) else ""


def sentence_about(words: Words, session: Session, key: str, seat: Seat, **facts: object) -> str:
    """Return a sentence about a player; if that is the only human player, the one with "you" if there is one."""
    if session.persons == (seat,) and words.has(f"{key}_you"):
        return words(f"{key}_you", **facts)
    return words(key, name=name_of(words, session, seat), **facts)


def seat_word(words: Words, session: Session, seat: Seat) -> str:
    """Return the name of a seat: "Black"."""
    return seat_name(words, session.match.game.key, seat, session.match.seats)


def seat_name(words: Words, key: str, seat: Seat, seats: int) -> str:
    """Return the name of a seat in a match of `seats` players."""
    name = f"games.{key}.seat_of.{seats}.{seat}"
    return words(name if words.has(name) else f"games.{key}.seat.{seat}")


def names_of(words: Words, session: Session, seats: Sequence[Seat]) -> str:
    """Return the names of some players: "Anna, Bert and Clara"."""
    return words.join_items(name_of(words, session, seat) for seat in seats)


def opening_text(words: Words, session: Session) -> str:
    """Return the result of the coin, or the first person's side; empty once there are as many turns as seats."""
    match = session.match
    return "" if len(match.turns()) >= match.seats else coin_text(words, session) or next_side_text(words, session)


def coin_text(words: Words, session: Session) -> str:
    """Return which side begins according to the coin tossed for this match; empty if none was tossed."""
    if COIN not in session.record.extra:
        return ""
    return words("table.coin", seat=seat_word(words, session, session.match.start.to_move))


def next_side_text(words: Words, session: Session, ahead: int = 0) -> str:
    """Return which side the first human player has in this match of a series, or in the next one (`ahead` 1).

    Empty for the first match, without human players, and in games whose board can't be flipped.
    """
    if not (ahead or session.series.played) or not ui_of(session.match.game.key).can_flip or not session.persons:
        return ""
    seat = session.persons[0]
    side = seat_word(words, session, (seat + ahead) % session.match.seats)
    return sentence_about(words, session, "table.next_side" if ahead else "table.side", seat, side=side)


def describe_standstill(words: Words, session: Session) -> str:
    """Return the reason for the latest ply in the last round that moved nothing; empty if all moved something.

    The last round is as many plies as there are seats.
    """
    count = len(session.match.plies)
    numbers = range(max(0, count - session.match.seats), count)
    texts = [explain_standstill(words, session, number) for number in numbers]
    return next((text for text in reversed(texts) if text), "")


def explain_standstill(words: Words, session: Session, number: int) -> str:
    """Return why a ply, counted from 0, moved nothing; empty if it moved something."""
    match = session.match
    ply, limits = match.plies[number], abilities.limits(match.positions[number])
    key = f"standstill.{match.game.key}.{ply.move}"
    if limits is not None and not limits.match and words.has(f"{key}-short"):
        key = f"{key}-short"
    return sentence_about(words, session, key, ply.move.seat) if words.has(key) else ""


def refusal_text(words: Words, key: str, remark: Remark) -> str:
    """Return why a gesture is illegal, as a sentence."""
    other = kind_called(words, key, remark.facts.get("other", ""), "one.")
    return capitalize(words(f"refusal.{key}.{remark.code}", **facts_called(words, key, remark), one=other))


def facts_called(words: Words, key: str, remark: Remark) -> dict[str, str]:
    """Return the facts of a remark, with kinds of pieces and lists of squares in words."""
    facts = {name: kind_called(words, key, value) for name, value in remark.facts.items()}
    return facts | ({"squares": words.join_items(facts["squares"].split(", "))} if "squares" in facts else {})


def kind_called(words: Words, key: str, value: str, prefix: str = "") -> str:
    """Return a kind of piece with an article, "the knight", or "a knight" if `prefix` is "one."; else `value`."""
    names = (f"reason.{key}.name.{prefix}{value}", f"reason.{key}.name.{value}")
    return next((words(name) for name in names if words.has(name)), value)


def capitalize(text: str) -> str:
    """Return a text with a capital first letter, and the rest unchanged."""
    return text[:1].upper() + text[1:]


def state_text(words: Words, key: str, remark: Remark) -> str:
    return words(f"state.{key}.{remark.code}", **name_looks(words, key, remark))


def name_looks(words: Words, key: str, remark: Remark) -> dict[str, str]:
    """Return the facts of a remark, with looks of tokens replaced by their names."""
    facts = dict(remark.facts)
    for fact, value in remark.facts.items():
        look = value.partition(".")[0]
        names = (f"line.{key}.{value}", f"line.{key}.{look}", f"token.{key}.{look}")
        facts[fact] = next((words(name) for name in names if words.has(name)), value)
    return facts


def abilities_text(words: Words, match: Match, picked: Collection[Target]) -> str:
    """Return what the picked piece can do, if that needs words; else an empty text."""
    key = match.game.key
    remark = phrases_of(key).remarks.describe_picked(match.position, min(picked)) if picked else None
    if remark is None:
        return ""
    return f"{state_text(words, key, remark)} {words(f'state.{key}.let_go')}"


def describe_click(words: Words, key: str, kind: str, targets: Sequence[Target]) -> str:
    """Return what a click on the first target does to the others; empty where the game has no words for it."""
    name = f"deed.{key}.{kind}"
    return words(name, target=targets[0], other=targets[-1]) if words.has(name) else ""


def remark_text(words: Words, key: str, remark: Remark) -> str:
    return words(f"remark.{key}.{remark.code}", **remark.facts)


def room_warning(words: Words, match: Match) -> str | None:
    """Return a warning that the match is close to its maximum number of plies; None if it isn't."""
    return words("table.nearly_full", n=match.plies_left) if 0 < match.plies_left <= _FULL_WARNING_PLIES else None


# --- the contents of a target: "c5: White Man."


def contents_text(words: Words, key: str, table: Table, target: Target) -> str:
    tokens = table.get(target, ())
    describe_place = phrases_of(key).describe_place
    if describe_place is not None:
        return describe_place(words, table, target)
    if not words.has(name := f"line.{key}.place.{target}") and target in INDEX:
        place = target
    else:
        place = words(name)
        if target.endswith("cup") or target == "tray":
            return f"{place}."
    if not tokens:
        return words("line.empty", place=place)
    return words("line.lies", place=place, thing=thing_name(words, key, tokens))


def describe_contents(words: Words, session: Session, table: Table, target: Target) -> str:
    """Return the contents of a target; those of a tray are listed with the player who captured them."""
    key, (tray, _, loser) = session.match.game.key, target.partition("-")
    if tray != "taken":
        return contents_text(words, key, table, target)
    kinds = Counter(thing_name(words, key, (token,)) for token in table.get(target, ()))
    listed = ", ".join(f"{kind} × {n}" if n > 1 else kind for kind, n in kinds.items())
    things = listed or words("table.captured_none")
    if words.has(f"games.{key}.boxed"):  # a player may capture their own pieces
        return words(f"games.{key}.boxed", things=things)
    return sentence_about(words, session, "table.captured", 1 - int(loser), things=things)


def thing_name(words: Words, key: str, tokens: tuple[Token, ...]) -> str:
    """Return the common name of all tokens on a target, such as a King of two checkers or a piece in a cage."""
    looks = [token.look.removesuffix(_ASLEEP_SUFFIX).removesuffix(_ON_SUFFIX) for token in tokens]
    look = f"line.{key}.{looks[-1]}"
    for name, facts in ((f"{look}.{len(tokens)}", {}), (look, {"n": len(tokens)})):
        if words.has(name):
            return words(name, **facts)
    return ", ".join(words(f"token.{key}.{name}") for name in looks)
