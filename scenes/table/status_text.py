"""What is shown of a match at the moment, in words: the state that the controller hands to its view. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from rules import abilities
from rules.contract import NATURE, Move, Position, Seat
from rules.match import Match, Span
from scenes.app.words import Words
from scenes.table import match_text
from scenes.table.game_ui import ui_of
from scenes.table.match_text import rendered, view_of
from scenes.table.phrases import phrases_of
from scenes.table.ply_cursor import PlyCursor
from scenes.table.selection import picks
from scenes.table.session import Session
from scenes.table.state import ButtonState, PlayerStrip, Said, TableState

if TYPE_CHECKING:
    from scenes.table.facts import TableFacts

_NOTED: Final[WeakKeyDictionary[Match, dict[tuple[str, Position, tuple[Move, ...]], str]]] = WeakKeyDictionary()
"""Turns in short by language, position and moves: where much lies on the board one may take a while."""
_LISTED: Final[WeakKeyDictionary[Match, tuple[list[Span], tuple[str, bool], list[str]]]] = WeakKeyDictionary()
"""All turns of a match in short, with its list of turns, the language and whether it is over: they may be many."""


def plates(
    words: Words, session: Session, now: float, shown: Position | None = None, coming: int = 0
) -> list[PlayerStrip]:
    """The players' strips, by seat; what there is to be counted is that of the position `shown` on the board. The
    last `coming` moves aren't seen yet: without clocks whose turn it is waits for them."""
    match = session.match
    mover = match.positions[-1 if match.clock.control.minutes else -1 - coming].to_move
    over = match.outcome() is not None
    strips = []
    for seat in range(match.seats):
        side = match_text.seat_word(words, session, seat)
        name = match_text.unnamed(words, session, seat) or session.players[seat].name or side
        seconds = match.clock.left(seat, now) if match.clock.control.minutes else None
        waits = seconds is not None and not over and match.waits(seat)
        detail = [
            words("clock.waits") if waits else "" if name == side else side,
            _points(words, match.position, seat),
            _tally(words, match, shown, seat),
        ]
        running = not over and mover == seat
        strips.append(PlayerStrip(name, " · ".join(filter(None, detail)), seconds, running, waits))
    return strips


def _tally(words: Words, match: Match, shown: Position | None, seat: Seat) -> str:
    key = match.game.key
    count = view_of(key).tally(shown or match.position, seat)
    return "" if count is None else words(f"games.{key}.tally", n=count)


def _points(words: Words, position: Position, seat: Seat) -> str:
    points, goal = abilities.score(position) or ((), 1)
    return "" if goal == 1 else words("table.points", n=points[seat], goal=goal)


def said(
    words: Words,
    session: Session,
    course: PlyCursor,
    computer: bool,
    note: str | None,
    *,
    put: str = "",
    choosing: bool = False,
    aided: bool = True,
) -> Said:
    """What to read first. `computer`: the match waits for the computer; `note`: something that must be said.

    `put`: the remark on what is to be put somewhere before the turn is over; `choosing`: it is asked what a piece
    shall become; `aided`: remarks that are an aid are wanted.
    """
    match = session.match
    outcome = match.outcome()
    if not course.live and (outcome is None or not course.at_end):
        turn = course.turn()
        if turn is None:
            return Said(words("table.shows_start"))
        told = match_text.explained(words, session, match.turns()[turn]) if ui_of(match.game.key).dice else ""
        return Said(words("table.shows", turn=written(words, session, turn)), told)
    if outcome is not None:
        score = match_text.score(words, session) if session.series.played > 1 else ""
        return Said(
            match_text.headline(words, session, outcome),
            f"{match_text.reason(words, session, outcome)} {score}".strip(),
        )
    name = match_text.name_of(words, session, match.position.to_move)
    if computer:
        mail = session.players[match.position.to_move].kind == "mail"
        thinks = "table.waits" if mail else "table.thinks"
        told = note or match_text.standstill(words, session) or match_text.opening(words, session)
        return Said(words("table.their_turn" if note else thinks, name=name), told, bool(note))
    return _for_a_person(words, session, note, put, choosing, aided)


def _for_a_person(words: Words, session: Session, note: str | None, put: str, choosing: bool, aided: bool) -> Said:
    match = session.match
    key, position = match.game.key, match.position
    if choosing:
        return Said(words(f"remark.{key}.choose"), words(f"remark.{key}.choose-how"))
    aids = [match_text.remark(words, key, one) for one in abilities.remarks(position) if one.aid and aided]
    if put:
        return Said(words(f"remark.{key}.{put}"), note or " ".join([*aids, words(f"remark.{key}.go-on")]), bool(aids))
    alone = len(session.persons) == 1
    name = match_text.name_of(words, session, position.to_move)
    status = words("table.your_turn") if alone else words("table.you_think", name=name)
    if note:
        return Said(status, note)
    if not position.turn_started:
        return Said(status, words(f"remark.{key}.go-on"), warning=True)
    forced = len(abilities.forced(position))
    stood, opening = match_text.standstill(words, session), match_text.opening(words, session)
    notes = [stood] if stood else []
    notes += [words(f"remark.{key}.forced", n=forced)] if forced else []
    notes += aids + [match_text.remark(words, key, one) for one in abilities.remarks(position) if not one.aid]
    moved = match.plies and not match_text.stood_still(words, session, len(match.plies) - 1)
    told = match_text.turn(words, match, match.turns()[-1]) if moved and view_of(key).tells else ""
    if not notes and not any(span.seat == position.to_move for span in match.turns()):
        return Said(status, f"{told or opening} {first_help(words, match)}".strip())
    if notes in ([], [stood]):
        notes.append(told)
    return Said(status, " ".join(notes).strip(), bool(forced or aids or stood))


def first_help(words: Words, match: Match) -> str:
    """What a newcomer should know in the first turn; first what is peculiar to the game, as it usually begins."""
    aim, own = (f"games.{match.game.key}.{name}" for name in ("aim", "first_help"))
    told = [aim] if words.has(aim) else []
    told += [own] if words.has(own) and not match.plies and not match.set_up else []
    late = ["setup.clock_starts"] if match.waits(match.position.to_move) else []
    return " ".join(words(key) for key in (*told, "table.first_help", *late))


def written(words: Words, session: Session, turn: int) -> str:
    """A turn with its number in the list: "11. d6-c5", or "11… d1-c2" for a seat that is not the first."""
    match = session.match
    row, seat = divmod(turn + match_text.offset(session), view_of(match.game.key).columns)
    return f"{row + 1}{'…' if seat else '.'} {_turn(words, session, match.turns()[turn])}"


def sentence(words: Words, session: Session, turn: int) -> str:
    """A turn in a sentence: who did what; where its notation has signs alone and nothing was done, that it began."""
    match = session.match
    span, phrases = match.turns()[turn], phrases_of(match.game.key)
    told = match_text.explained(words, session, span)
    signs = phrases.explain_turn is not None or phrases.describe_turn is not None
    if told and signs:
        return told
    if span.seat == NATURE:
        dealt = f"line.{match.game.key}.dealt"
        return words(dealt) if words.has(dealt) else _turn(words, session, span)
    name = match_text.called(words, session, span.seat)
    told = words("line.begun") if signs else told
    return words("line.turn", name=name, turn=told or _turn(words, session, span))


def turns(words: Words, session: Session, unfinished: bool = False) -> list[str]:
    """The turns as people write them, with a gap before the first seat; `unfinished`: the last lacks something."""
    match = session.match
    spans = match.turns()
    gap = ["…"] * match_text.offset(session) if spans else []
    now = words.language, match.outcome() is not None
    listed = _LISTED.get(match)
    if listed is None or listed[0] is not spans or listed[1] != now:
        listed = spans, now, [_turn(words, session, span) for span in spans]
        _LISTED[match] = listed
    written = gap + listed[2]
    if unfinished and spans:
        written[-1] = f"{written[-1]} …"
    return written


def _turn(words: Words, session: Session, span: Span) -> str:
    match = session.match
    before, moves = match.positions[span.first], tuple(match.moves(span))
    text = session.game.text
    if text.notate_unfinished is not None and span.last == len(match.plies) and match.outcome() is None:
        return rendered(words, match.game.key, text.notation(match, span))
    noted = _NOTED.setdefault(match, {})
    note = noted.get((words.language, before, moves))
    if note is None:
        note = match_text.noted(words, session, before, moves)
        noted[words.language, before, moves] = note
    return note


def span_in(session: Session, cell: int) -> Span | None:
    """The turn in a cell of the list; None in those before the first."""
    number = cell - match_text.offset(session)
    return session.match.turns()[number] if number >= 0 else None


def _seen(words: Words, session: Session, listed: list[str], plies: int) -> list[str]:
    """What is listed of `listed` when so many plies have been seen: a turn when all of it has; of one that is written
    while it is under way, what has been seen of it."""
    match, write = session.match, session.game.text.notate_unfinished
    late = [span for span in match.turns()[plies - len(match.plies) :] if span.last > plies]
    found = listed[: len(listed) - len(late)]
    if late and write is not None and late[0].first < plies:
        span = late[0]
        note = write(match.positions[span.first], match.moves(span)[: plies - span.first])
        return [*found, rendered(words, match.game.key, note)]
    return found if len(found) > match_text.offset(session) else []


# --- the state of a match


def state_of(table: TableFacts, said: Said) -> TableState:
    """Return what is shown at this moment; `said`: what is to be read first."""
    words, session, cursor, now = table.words, table.session, table.cursor, table.now()
    turn, offset, coming = cursor.turn(), match_text.offset(session), table.listener.coming
    listed = turns(words, session, unfinished=table.put is not None)
    if coming:
        listed = _seen(words, session, listed, len(session.match.plies) - coming)
    return TableState(
        position=cursor.position,
        live=cursor.live,
        over=session.match.outcome() is not None and not coming,
        mine=table.mine,
        put=table.put,
        nudge=table.nudge,
        able=table.able,
        said=said,
        strips=plates(words, session, now, cursor.seen(coming), coming),
        turns=listed,
        current=None if turn is None or not listed else min(turn + offset, len(listed) - 1),
        share=table.chance.share(),
        time=None if table.clock is None else table.clock.time(words, now),
        buttons=buttons(table),
    )


def said_of(table: TableFacts) -> Said:
    """What is to be read first."""
    words, match = table.words, table.match
    found = Said(words("elsewhere.title")) if table.session.elsewhere else None
    if found is None and match.full and table.cursor.live:
        found = Said(words("table.full"), words("table.full_how", n=words.number(len(match.plies))), warning=True)
    if found is None and table.halted and table.cursor.live:
        found = Said(words("clock.still"))
    found = found or table.chance.said() or (None if table.clock is None else table.clock.said(words))
    if found is None and table.paused and table.cursor.live and match.outcome() is None:
        found = Said(words("table.paused"))
    if found is None:
        here = picks(table.offered) <= frozenset(table.board.targets)  # what is put is on the board already
        over = match.outcome() is not None
        found = said(
            words,
            table.session,
            table.cursor,
            not over and not table.mine,
            table.note or table.able,
            put="" if table.put is None else "put-again" if here else "put",
            choosing=table.choosing,
            aided=table.settings.warnings,
        )
    return replace(found, status=words("tryout.status", status=found.status)) if table.session.tried else found


def timed(table: TableFacts, now: float) -> TableState:
    """The state with the clocks of this moment."""
    time = None if table.clock is None else table.clock.time(table.words, now)
    coming = table.listener.coming
    strips = plates(table.words, table.session, now, table.cursor.seen(coming), coming)
    return replace(table.state, strips=strips, time=time)


def buttons(table: TableFacts) -> tuple[ButtonState, ...]:
    """The buttons of the moment; those that would do nothing are off, and a tooltip says why."""
    words, match, keys = table.words, table.match, table.ui.keys
    looking = table.looking
    wanted = keys.look if looking else keys.play if table.session.persons else keys.watch
    if table.session.tried:
        wanted = keys.tries
    off = useless(table)
    fixed = match.outcome() is None and not abilities.may_undo(match.position)
    tips = {action: words(table.no_undo if fixed else f"table.{action}") for action in ("undo", "redo")}
    if fixed and table.clock is not None:
        tips["hint"] = words("clock.no_hint")
    playing = table.is_replaying if looking else not table.paused
    icons = dict.fromkeys(("play", "pause-play"), "pause" if playing else "play")
    return tuple(
        ButtonState(action, icons.get(action, ""), action not in off, tips.get(action, "")) for action in wanted
    )


def useless(table: TableFacts) -> frozenset[str]:
    """The actions that would do nothing now."""
    cursor = table.cursor
    off = {
        "undo": not table.can_undo,
        "redo": not table.can_redo,
        "hint": not table.mine or table.clock is not None,
        "first": cursor.ply == 0,
        "previous": cursor.ply == 0,
        "next": cursor.at_end,
        "last": cursor.at_end,
        "play": not table.match.plies,
        "review": not table.reviewable,
        "again": cursor.ply == 0 or table.chance.covers or table.chance.pending,
    }
    return frozenset(action for action, is_off in off.items() if is_off)
