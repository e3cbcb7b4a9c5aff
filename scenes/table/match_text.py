"""What the table says about a match, in the person's language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
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
    from scenes.surfaces.view import TableView

NEARLY: Final = 500
"""So many plies before a match is as long as a match may be one is told."""

ASLEEP: Final = "-asleep"
ON: Final = "-on"
"""How looks end of what sleeps, and of what stands on another thing."""


def name_of(words: Words, session: Session, seat: Seat) -> str:
    """The name of whoever sits on a seat; without one, or with one that others have too, the seat's own. So is that
    of a program at a table with seats."""
    names, program = [player.name for player in session.players], session.computer(seat)
    seated = program and card_of(session.match.game.key).sides == "seats"
    name = names[seat]
    return name if name and names.count(name) == 1 and not seated else seat_word(words, session, seat)


def called(words: Words, session: Session, seat: Seat) -> str:
    """The same with "You" for a person who plays alone against others."""
    return words("table.you") if session.persons == (seat,) else name_of(words, session, seat)


def unnamed(words: Words, session: Session, seat: Seat) -> str:
    """ "You" for whoever plays alone and typed no name; else nothing."""
    usual = session.players[seat].name == words("setup.default_name")
    return words("table.you") if usual and session.persons == (seat,) else ""


def of_seat(words: Words, session: Session, key: str, seat: Seat, **facts: object) -> str:
    """A sentence about whoever sits on a seat; a person who plays alone is spoken to, if there are words for that."""
    if session.persons == (seat,) and words.has(f"{key}_you"):
        return words(f"{key}_you", **facts)
    return words(key, name=name_of(words, session, seat), **facts)


def seat_word(words: Words, session: Session, seat: Seat) -> str:
    """What a seat is called: "Black"."""
    return seat_called(words, session.match.game.key, seat, session.match.seats)


def seat_called(words: Words, key: str, seat: Seat, seats: int) -> str:
    """What a seat is called in a match of so many, where that makes a difference."""
    among = f"games.{key}.seat_of.{seats}.{seat}"
    return words(among if words.has(among) else f"games.{key}.seat.{seat}")


def headline(words: Words, session: Session, outcome: Outcome) -> str:
    """Who won."""
    if not outcome.winners:
        return words("table.drawn")
    if lost(session, outcome) and session.match.seats == 2:
        return words("table.you_lost")
    alone = session.persons if len(session.persons) == 1 else ()
    others = [seat for seat in outcome.winners if seat not in alone]
    if len(others) < len(outcome.winners):
        return words("table.you_won_with" if others else "table.you_won", names=all_of(words, session, others))
    several = len(others) > 1
    return words("table.won_together" if several else "table.won", name=all_of(words, session, others))


def lost(session: Session, outcome: Outcome) -> bool:
    """Whether the only person has lost."""
    return len(session.persons) == 1 and bool(outcome.winners) and session.persons[0] not in outcome.winners


def own_place(words: Words, session: Session, outcome: Outcome) -> str:
    """The place of the only person among more than two, by the points; empty for whoever has won."""
    points = outcome.points
    if len(points) < 3 or not lost(session, outcome):
        return ""
    own, best = points[session.persons[0]], points[outcome.winners[0]]
    before = sum((one < own) if best == min(points) else (one > own) for one in points)
    return words("table.own_place", place=before + 1, of=len(points))


def all_of(words: Words, session: Session, seats: Sequence[Seat]) -> str:
    """The names of some players: "Anna, Bert and Clara"."""
    return words.listed(name_of(words, session, seat) for seat in seats)


def opening(words: Words, session: Session) -> str:
    """What is so in this match alone: what the coin said, or who plays which side; empty once everybody has had a
    turn."""
    match = session.match
    return "" if len(match.turns()) >= match.seats else coin(words, session) or sides(words, session)


def coin(words: Words, session: Session) -> str:
    """What the coin said that was tossed for this match; empty if none was."""
    if COIN not in session.record.extra:
        return ""
    return words("table.coin", seat=seat_word(words, session, session.match.start.to_move))


def sides(words: Words, session: Session, ahead: int = 0) -> str:
    """Which side the first person has in a later match of a sitting, or (`ahead` 1) in the next one; empty in games
    without sides."""
    if not (ahead or session.series.played) or not ui_of(session.match.game.key).flips or not session.persons:
        return ""
    seat = session.persons[0]
    side = seat_word(words, session, (seat + ahead) % session.match.seats)
    return of_seat(words, session, "table.next_side" if ahead else "table.side", seat, side=side)


def next_begins(words: Words, session: Session) -> str:
    """Who begins the next match of the session, where everybody stays seated; else who has which side."""
    if not session.following:
        return sides(words, session, ahead=1)
    match = session.match
    begins = match.game.start(session.following[0], match.seats).to_move
    return words("table.next_begins", seat=seat_word(words, session, begins))


def standstill(words: Words, session: Session) -> str:
    """Why nothing was moved since whoever is to move had their last turn, where the game has words for that."""
    count = len(session.match.plies)
    numbers = range(max(0, count - session.match.seats), count)
    told = [stood_still(words, session, number) for number in numbers]
    return next((one for one in reversed(told) if one), "")


def stood_still(words: Words, session: Session, number: int) -> str:
    """Why nothing was moved in the ply with this number, from 0; empty if something was, or there are no words."""
    match = session.match
    ply, limits = match.plies[number], abilities.limits(match.positions[number])
    key = f"standstill.{match.game.key}.{ply.move}"
    if limits is not None and not limits.match and words.has(f"{key}-short"):
        key = f"{key}-short"
    return of_seat(words, session, key, ply.move.seat) if words.has(key) else ""


def reason(words: Words, session: Session, outcome: Outcome) -> str:
    """Why the match ended so."""
    losers = [seat for seat in range(session.match.seats) if seat not in outcome.winners]
    winner = all_of(words, session, outcome.winners)
    loser = name_of(words, session, losers[0]) if outcome.winners and losers else ""
    match = session.match
    key = f"outcome.{match.game.key}.{outcome.reason}"
    if not outcome.winners:
        return words(key)
    key = f"{key}-won" if words.has(f"{key}-won") else key
    facts = view_of(match.game.key).facts(match.position, outcome.winners[0])
    named = outcome.winners if words.has(key) and "{winner}" in words.pattern(key) else tuple(losers[:1])
    own = key.replace("outcome", "outcome_you", 1)
    own = next((one for one in (own, own.replace(match.game.key, ANY_GAME)) if words.has(one)), "")
    if own and session.persons == named:
        return words(own, **facts)
    return words(key, winner=winner, loser=loser, **facts)


def score(words: Words, session: Session) -> str:
    """The session's score, in the order of the players."""
    series = session.series
    if len(session.players) > 2:
        return ""
    names = {series.seating[seat]: called(words, session, seat) for seat in range(len(session.players))}
    first, second = sorted(names)[:2]
    a, b = points(series.points[first]), points(series.points[second])
    return words("table.score", first=names[first], second=names[second], a=a, b=b)


def games(words: Words, session: Session) -> str:
    """The score within a match of several games, in the order of the seats; empty for other matches."""
    score = abilities.score(session.match.position)
    if score is None or score[1] == 1:
        return ""
    if phrases_of(session.match.game.key).scores_on_pad:
        return ""
    (a, b), _ = score
    first, second = (called(words, session, seat) for seat in (0, 1))
    return words("table.games", first=first, second=second, a=a, b=b)


def points(value: float) -> str:
    """A number of points with its half written as people do."""
    whole, half = divmod(round(value * 2), 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def length(words: Words, session: Session) -> str:
    """How many turns a match had, as its list numbers them, and how long they took."""
    match = session.match
    turns = words("table.turns", n=-(-(match.counted() + offset(session)) // view_of(match.game.key).columns))
    minutes = round(sum(ply.seconds for ply in match.plies) / 60)
    return f"{turns}, {words('table.minutes', n=minutes) if minutes else words('table.less_than_a_minute')}"


def offset(session: Session) -> int:
    """How many cells of the list are empty before the first turn: none where turns stand one below the other."""
    view = view_of(session.match.game.key)
    return session.match.start.to_move if view.columns > 1 and not view.paired_by_start else 0


def refusal(words: Words, key: str, remark: Remark) -> str:
    """Why a gesture is no move, as a sentence; kinds of pieces among its facts are called by their names."""
    one = kind_called(words, key, remark.facts.get("other", ""), "one.")
    return begun(words(f"refusal.{key}.{remark.code}", **facts_called(words, key, remark), one=one))


def facts_called(words: Words, key: str, remark: Remark) -> dict[str, str]:
    """The facts of a remark, with kinds of pieces called by their names and squares listed in words."""
    facts = {name: kind_called(words, key, value) for name, value in remark.facts.items()}
    return facts | ({"squares": words.listed(facts["squares"].split(", "))} if "squares" in facts else {})


def kind_called(words: Words, key: str, value: str, how: str = "") -> str:
    """The name of a kind of piece with its article: "the knight"; anything else as it is. `how`: "one." is "a
    knight", where there may be several."""
    names = (f"reason.{key}.name.{how}{value}", f"reason.{key}.name.{value}")
    return next((words(name) for name in names if words.has(name)), value)


def begun(told: str) -> str:
    """What begins a sentence, with a capital letter."""
    return told[:1].upper() + told[1:]


def state(words: Words, key: str, said: Remark) -> str:
    """Something about what stands on the table."""
    return words(f"state.{key}.{said.code}", **_named(words, key, said))


def turn(words: Words, match: Match, span: Span) -> str:
    """What was done in a turn; empty where its notation says enough."""
    return in_words(words, match.game.key, match.positions[span.first], match.moves(span))


def in_words(words: Words, key: str, position: Position, moves: Sequence[Move]) -> str:
    """What moves do that follow one another from `position` on; empty where their notation says enough."""
    told: list[Remark] = []
    for move in moves:
        told += view_of(key).told(position, move)
        position = position.play(move)
    return " ".join(filter(None, (deed_told(words, key, one) for one in told)))


def spelt(words: Words, key: str, position: Position, moves: Sequence[Move]) -> str:
    """The same where a newcomer couldn't read the notation, which has letters for pieces; else empty."""
    return in_words(words, key, position, moves) if words.below(f"written.{key}") else ""


def deed_told(words: Words, key: str, said: Remark) -> str:
    """One thing that was done in a turn, or is to be done; nothing where the game has no words for it."""
    name = f"turn.{key}.{said.code}"
    if not words.has(name):
        return ""
    called = {fact: f"called.{key}.{look}" for fact, look in said.facts.items()}
    articled = {fact: words(one) for fact, one in called.items() if words.has(one)}
    return begun(words(name, **_named(words, key, said) | articled))


def explained(words: Words, session: Session, span: Span) -> str:
    """What the notation of a turn says, in words."""
    phrases = phrases_of(session.match.game.key)
    tell = phrases.explain_turn or phrases.describe_turn
    if tell is not None:
        return tell(words, session, span) if span.seat != NATURE or phrases.explain_turn is not None else ""
    return turn(words, session.match, span)


def _named(words: Words, key: str, said: Remark) -> dict[str, str]:
    """The facts of what is said; those that are looks of tokens are called by their names."""
    named = dict(said.facts)
    for fact, value in said.facts.items():
        look = value.partition(".")[0]
        names = (f"line.{key}.{value}", f"line.{key}.{look}", f"token.{key}.{look}")
        named[fact] = next((words(name) for name in names if words.has(name)), value)
    return named


def able(words: Words, match: Match, view: TableView, picked: Collection[Target]) -> str:
    """What the picked piece can do, in words; empty where that needs none."""
    remark = view.able(match.position, min(picked)) if picked else None
    if remark is None:
        return ""
    key = match.game.key
    return f"{state(words, key, remark)} {words(f'state.{key}.let_go')}"


def deed(words: Words, key: str, kind: str, targets: Sequence[Target]) -> str:
    """What a click on the first target would do; nothing where that needs no words."""
    name = f"deed.{key}.{kind}"
    return words(name, target=targets[0], other=targets[-1]) if words.has(name) else ""


def remark(words: Words, key: str, said: Remark) -> str:
    """Something that the players should be aware of."""
    return words(f"remark.{key}.{said.code}", **said.facts)


def room(words: Words, match: Match) -> str | None:
    """Early enough: that the match is nearly as long as a match may be; None while that is far away."""
    return words("table.nearly_full", n=match.room) if 0 < match.room <= NEARLY else None


# --- what lies on a place of the table: "c5: White Man."


def lying(words: Words, key: str, table: Table, target: Target) -> str:
    """What lies on a target, as a sentence."""
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
    return words("line.lies", place=place, thing=thing(words, key, tokens))


def in_tray(words: Words, session: Session, table: Table, target: Target) -> str:
    """What lies in a tray beside the board, and who has captured it, unless one may take one's own things."""
    key, (tray, _, loser) = session.match.game.key, target.partition("-")
    if tray != "taken":
        return lying(words, key, table, target)
    kinds = Counter(thing(words, key, (token,)) for token in table.get(target, ()))
    things = ", ".join(f"{one} × {n}" if n > 1 else one for one, n in kinds.items())
    told = things or words("table.captured_none")
    if words.has(f"games.{key}.boxed"):
        return words(f"games.{key}.boxed", things=told)
    return of_seat(words, session, "table.captured", 1 - int(loser), things=told)


def thing(words: Words, key: str, tokens: tuple[Token, ...]) -> str:
    """What the tokens of one place are together: a King of two checkers, so many checkers, a piece and its cage."""
    named = [token.look.removesuffix(ASLEEP).removesuffix(ON) for token in tokens]
    look = f"line.{key}.{named[-1]}"
    for name, facts in ((f"{look}.{len(tokens)}", {}), (look, {"n": len(tokens)})):
        if words.has(name):
            return words(name, **facts)
    return ", ".join(words(f"token.{key}.{name}") for name in named)


# --- turns as they stand on the screen; files, the clipboard and the console have the game's notation as it is


def noted(words: Words, session: Session, position: Position, moves: Sequence[Move]) -> str:
    """The moves of a turn as they are written on the screen, with all that they pass."""
    text = session.game.text
    return rendered(words, session.match.game.key, (text.notate_in_full or text.notate)(position, moves))


def rendered(words: Words, key: str, note: str) -> str:
    """A turn of the game with this key, given in its notation."""
    note, signs = view_of(key).written(note), words.below(f"written.{key}")
    return re.sub("|".join(map(re.escape, signs)), lambda sign: signs[sign[0]], note) if signs else note


def spellings(words: Words, game: Game, position: Position, move: Move) -> Sequence[str]:
    """How a move may be typed beside its squares: in the words of the game, or as the list of turns has it."""
    key, text, gesture = game.play.key, str(move), position.gesture(move)
    spell, notes = phrases_of(key).spell_move, [text]
    if spell is not None:
        return spell(words, move)
    if text[0].isupper():
        notes += [text[1:], f"{text[0]}{min(gesture.pick)}-{gesture.drop}"] if gesture.drop else [text[1:]]
    if position.turn_started:
        notes.append(game.text.notate(position, [move]))
    return [*notes, *(rendered(words, key, note) for note in notes)]


def figures(words: Words, match: Match, span: Span) -> dict[str, str]:
    """Words in a written turn -> the sprites that the list of turns shows for them."""
    key, last = match.game.key, span.last - 1
    signs = words.below(f"written.{key}")
    looks = view_of(key).figures(match.positions[last], match.plies[last].move)
    return {signs[letter]: look for letter, look in looks.items()}


@cache
def view_of(key: str) -> TableView:
    """A table of the game, to ask how turns are written there."""
    return ui_of(key).view()
