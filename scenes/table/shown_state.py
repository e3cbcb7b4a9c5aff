"""The shown state of a table: texts of players, status, notes, buttons, clocks and the board's cover. No pygame."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rules import abilities
from rules.contract import Position, Seat
from rules.match import Match
from scenes.app.words import Words
from scenes.table import hint_text, match_text, result_text, turn_text
from scenes.table.chance import chance_of
from scenes.table.external_engines import describe_problem
from scenes.table.game_phrases import phrases_of
from scenes.table.game_ui import ui_of
from scenes.table.model import Message, PlyCursor
from scenes.table.selection import list_picks
from scenes.table.session import Session
from scenes.table.state import ButtonState, CoverCard, PlayerStrip, StatusLine, TableState, TurnTime
from scenes.ui.clock_text import clock_text

if TYPE_CHECKING:
    from scenes.table.table_access import TableAccess
    from scenes.table.table_facts import TableFacts


def make_player_strips(
    words: Words, session: Session, now: float, shown: Position | None = None, pending: int = 0
) -> list[PlayerStrip]:
    """Return the players' strips in the sidebar, by seat, with the counts of pieces in the `shown` position.

    While the last `pending` moves are being animated, the seat to move before them is still marked as the one to
    move; in a match with clocks it is the seat that is really to move.
    """
    match = session.match
    mover = match.positions[-1 if match.clock.control.minutes else -1 - pending].to_move
    is_over = match.outcome() is not None
    strips = []
    for seat in range(match.seats):
        side = match_text.seat_word(words, session, seat)
        name = match_text.you_if_unnamed(words, session, seat) or session.players[seat].name or side
        seconds = match.clock.seconds_left(seat, now) if match.clock.control.minutes else None
        is_waiting = seconds is not None and not is_over and match.is_clock_waiting(seat)
        detail = [
            words("clock.waits") if is_waiting else "" if name == side else side,
            _points_text(words, match.position, seat),
            _count_text(words, match, shown, seat),
        ]
        is_running = not is_over and mover == seat
        strips.append(PlayerStrip(name, " · ".join(filter(None, detail)), seconds, is_running, is_waiting))
    return strips


def _count_text(words: Words, match: Match, shown: Position | None, seat: Seat) -> str:
    key = match.game.key
    count = phrases_of(key).remarks.count_deciding
    return "" if count is None else words(f"games.{key}.tally", n=count(shown or match.position, seat))


def _points_text(words: Words, position: Position, seat: Seat) -> str:
    points, goal = abilities.score(position) or ((), 1)
    return "" if goal == 1 else words("table.points", n=points[seat], goal=goal)


def describe_status(
    words: Words,
    session: Session,
    cursor: PlyCursor,
    is_others_turn: bool,
    note: str | None,
    *,
    put_remark: str = "",
    is_choosing: bool = False,
    shows_warnings: bool = True,
) -> StatusLine:
    """Return the status line for a position in a match.

    `is_others_turn`: no person may move now; `note`: a note that replaces the usual one; `put_remark`: the code of
    the remark on a token to be placed; `is_choosing`: the person is asked what a piece becomes.
    """
    match = session.match
    outcome = match.outcome()
    if not cursor.is_live and (outcome is None or not cursor.is_at_end):
        turn = cursor.turn_number()
        if turn is None:
            return StatusLine(words("table.shows_start"))
        note = turn_text.explain_turn(words, session, match.turns()[turn]) if ui_of(match.game.key).has_dice else ""
        return StatusLine(words("table.shows", turn=turn_text.number_turn(words, session, turn)), note)
    if outcome is not None:
        score = result_text.score_text(words, session) if session.series.played > 1 else ""
        return StatusLine(
            result_text.winner_text(words, session, outcome),
            f"{result_text.reason_text(words, session, outcome)} {score}".strip(),
        )
    name = match_text.name_of(words, session, match.position.to_move)
    if is_others_turn:
        is_by_mail = session.players[match.position.to_move].kind == "mail"
        usual_key = "table.waits" if is_by_mail else "table.thinks"
        shown_note = note or match_text.describe_standstill(words, session) or match_text.opening_text(words, session)
        return StatusLine(words("table.their_turn" if note else usual_key, name=name), shown_note, bool(note))
    return _describe_turn_of_person(words, session, note, put_remark, is_choosing, shows_warnings)


def _describe_turn_of_person(
    words: Words, session: Session, note: str | None, put_remark: str, is_choosing: bool, shows_warnings: bool
) -> StatusLine:
    """Return the status line while a person may move, with what that person should know as a note."""
    match = session.match
    key, position = match.game.key, match.position
    if is_choosing:
        return StatusLine(words(f"remark.{key}.choose"), words(f"remark.{key}.choose-how"))
    remarks = abilities.remarks(position)
    aids = [match_text.remark_text(words, key, remark) for remark in remarks if remark.aid and shows_warnings]
    if put_remark:
        return StatusLine(
            words(f"remark.{key}.{put_remark}"), note or " ".join([*aids, words(f"remark.{key}.go-on")]), bool(aids)
        )
    is_only_person = len(session.persons) == 1
    name = match_text.name_of(words, session, position.to_move)
    status = words("table.your_turn") if is_only_person else words("table.you_think", name=name)
    if note:
        return StatusLine(status, note)
    if not position.turn_started:
        return StatusLine(status, words(f"remark.{key}.go-on"), is_warning=True)
    forced_count = len(abilities.forced_targets(position))
    standstill, opening = match_text.describe_standstill(words, session), match_text.opening_text(words, session)
    notes = [standstill] if standstill else []
    notes += [words(f"remark.{key}.forced", n=forced_count)] if forced_count else []
    notes += aids + [match_text.remark_text(words, key, remark) for remark in remarks if not remark.aid]
    has_moved = match.plies and not match_text.explain_standstill(words, session, len(match.plies) - 1)
    last_turn = (
        turn_text.describe_actions(words, match, match.turns()[-1])
        if has_moved and phrases_of(key).turns.is_told_in_words
        else ""
    )
    if not notes and not any(span.seat == position.to_move for span in match.turns()):
        return StatusLine(status, f"{last_turn or opening} {describe_first_turn(words, match)}".strip())
    if notes in ([], [standstill]):
        notes.append(last_turn)
    return StatusLine(status, " ".join(notes).strip(), bool(forced_count or aids or standstill))


def describe_first_turn(words: Words, match: Match) -> str:
    """Return the help for a first turn: the aim, the help of the game and of all games, and when the clock starts."""
    aim, own_help = (f"games.{match.game.key}.{name}" for name in ("aim", "first_help"))
    keys = [aim] if words.has(aim) else []
    keys += [own_help] if words.has(own_help) and not match.plies and not match.has_own_start else []
    keys += ["table.first_help"]
    keys += ["setup.clock_starts"] if match.is_clock_waiting(match.position.to_move) else []
    return " ".join(map(words, keys))


# --- the state of a match


def state_of(table: TableAccess, status: StatusLine) -> TableState:
    """Return what is shown of a table, with this status line."""
    words, session, facts, now = table.words, table.session, table.facts, table.app.now()
    cursor, pending, token_to_put = facts.cursor, facts.view.pending_moves, facts.token_to_put
    turn, offset = cursor.turn_number(), turn_text.empty_cell_count(session)
    turns = turn_text.list_turns(words, session, is_unfinished=token_to_put is not None)
    if pending:
        turns = turn_text.list_seen_turns(words, session, turns, len(facts.match.plies) - pending)
    return TableState(
        position=cursor.position,
        is_live=cursor.is_live,
        is_over=facts.outcome is not None and not pending,
        can_move=facts.can_move,
        token_to_put=token_to_put,
        nudge=facts.model.nudge,
        status_line=status,
        strips=make_player_strips(words, session, now, cursor.position_before(pending), pending),
        turns=turns,
        current_cell=None if turn is None or not turns else min(turn + offset, len(turns) - 1),
        first_seat_chance=facts.chance.upper_chance,
        time=make_turn_time(words, facts, now),
        buttons=list_buttons(table),
    )


def status_of(table: TableAccess) -> StatusLine:
    """Return the status line: about the table, such as a pause, or else about the match."""
    words, facts = table.words, table.facts
    match, model, is_live = facts.match, facts.model, facts.cursor.is_live
    found = StatusLine(words("elsewhere.title")) if model.is_elsewhere else None
    if found is None and match.is_full and is_live:
        found = StatusLine(
            words("table.full"), words("table.full_how", n=words.format_number(len(match.plies))), is_warning=True
        )
    if found is None and model.is_halted and is_live:
        found = StatusLine(words("clock.still"))
    found = found or chance_of(facts).status_line(table) or _clock_status(words, facts)
    if found is None and model.is_paused and is_live and facts.outcome is None:
        found = StatusLine(words("table.paused"))
    if found is None:
        is_on_board = list_picks(facts.legal_gestures) <= frozenset(table.board.targets)
        put_remark = "" if facts.token_to_put is None else "put-again" if is_on_board else "put"
        found = describe_status(
            words,
            table.session,
            facts.cursor,
            facts.outcome is None and not facts.can_move,
            table.note or match_text.abilities_text(words, match, facts.view.picked),
            put_remark=put_remark,
            is_choosing=facts.view.is_choosing,
            shows_warnings=model.settings.warnings,
        )
    found = replace(found, note=" ".join(filter(None, (premove_text(table), found.note))))
    return replace(found, status=words("tryout.status", status=found.status)) if model.is_tryout else found


def premove_text(table: TableAccess) -> str:
    model, words = table.facts.model, table.words
    if model.premove is not None:
        return words("table.premove", start=min(model.premove.pick), end=str(model.premove.drop))
    return words("table.premove_dropped") if model.is_premove_dropped else ""


def update_clocks(table: TableAccess, now: float) -> TableState:
    """Return the shown state with the clocks' present times."""
    facts = table.facts
    pending = facts.view.pending_moves
    strips = make_player_strips(table.words, table.session, now, facts.cursor.position_before(pending), pending)
    return replace(table.state, strips=strips, time=make_turn_time(table.words, facts, now))


def list_buttons(table: TableAccess) -> tuple[ButtonState, ...]:
    """Return the buttons to show now; those that would do nothing are disabled."""
    words, facts = table.words, table.facts
    model, sets = facts.model, facts.ui.buttons
    wanted = sets.look if facts.is_looking_back else sets.play if facts.persons else sets.watch
    if model.is_tryout:
        wanted = sets.tries
    disabled = list_disabled_actions(facts)
    is_forbidden = facts.is_undo_forbidden
    tips = {
        action: words(facts.no_undo_words_key if is_forbidden else f"table.{action}") for action in ("undo", "redo")
    }
    if is_forbidden and facts.turn_clock is not None:
        tips["hint"] = words("clock.no_hint")
    is_playing = model.replay.due is not None if facts.is_looking_back else not model.is_paused
    icons = dict.fromkeys(("play", "pause-play"), "pause" if is_playing else "play")
    return tuple(
        ButtonState(action, icons.get(action, ""), action not in disabled, tips.get(action, "")) for action in wanted
    )


def list_disabled_actions(facts: TableFacts) -> frozenset[str]:
    """Return the actions that would do nothing now."""
    cursor, chance = facts.cursor, facts.chance
    disabled = {
        "undo": not facts.can_undo,
        "redo": not facts.can_redo,
        "hint": not facts.can_move or facts.turn_clock is not None,
        "first": cursor.ply == 0,
        "previous": cursor.ply == 0,
        "next": cursor.is_at_end,
        "last": cursor.is_at_end,
        "play": not facts.match.plies,
        "review": not facts.can_review,
        "again": cursor.ply == 0 or chance.is_covered or chance.is_pending,
    }
    return frozenset(action for action, is_disabled in disabled.items() if is_disabled)


# --- clocks, and the cover of the board while they stand still


def make_turn_time(words: Words, facts: TableFacts, now: float) -> TurnTime | None:
    """Return the content of the clock of a turn; None where turns have no time limit, and after the match."""
    match = facts.match
    left, limits = match.turn_seconds_left(now), abilities.limits(match.position)
    if left is None or limits is None or facts.outcome is not None:
        return None
    match_seconds_left = match.match_seconds_left(now)
    captions = words("clock.turn"), words("clock.sudden" if match_seconds_left is None else "clock.game")
    return TurnTime(left, left / limits.turn, match_seconds_left, captions, match.seconds_to_event(now) is not None)


def describe_suspension(words: Words, match: Match, seconds: float, now: float) -> str:
    """Return the text that a clock stood still for `seconds`, while the app was suspended; empty if none ran."""
    if match.clock.is_running or match.seconds_to_event(now) is not None:
        return words("clock.suspended", time=clock_text(seconds, 0.0))
    return ""


def describe_cover(table: TableAccess, is_below_screen: bool) -> tuple[bool, CoverCard | None]:
    """Return whether the board is covered, and the card on the cover; `is_below_screen`: below another screen."""
    facts, has_no_card = table.facts, is_below_screen or table.facts.model.is_elsewhere
    card = None if has_no_card else chance_of(facts).cover_card(table)
    if card is None and not has_no_card:
        card = _pause_card(table) if facts.model.is_halted else _clock_card(table)
    is_time_hidden = facts.turn_clock is not None and facts.turn_clock.is_covered(is_below_screen)
    return facts.model.is_halted or is_time_hidden, card


def _clock_status(words: Words, facts: TableFacts) -> StatusLine | None:
    clock = facts.turn_clock
    if clock is None or not clock.is_waiting:
        return None
    return StatusLine(words("clock.still" if clock.has_begun else "clock.ready"))


def _pause_card(table: TableAccess) -> CoverCard:
    words, match, now = table.words, table.facts.match, table.app.now()
    seat, is_timed = match.position.to_move, table.facts.is_timed
    left = match.turn_seconds_left(now) if is_timed else match.clock.seconds_left(seat, now)
    key = "clock.left" if is_timed else "clock.left_all"
    about = match_text.sentence_about(words, table.session, key, seat, time=clock_text(left or 0.0, 0.0))
    return CoverCard(words("clock.still"), about, words("clock.on"))


def _clock_card(table: TableAccess) -> CoverCard | None:
    clock, words, session = table.facts.turn_clock, table.words, table.session
    if clock is None or not clock.is_waiting:
        return None
    match, limits = clock.match, abilities.limits(clock.match.position)
    if clock.has_begun:
        time = clock_text(match.turn_seconds_left(table.app.now()) or 0.0, 0.0)
        left = match_text.sentence_about(words, session, "clock.left", match.position.to_move, time=time)
        return CoverCard(words("clock.still"), left, words("clock.on"))
    seat = match_text.seat_word(words, session, match.position.to_move)
    begins = match_text.coin_text(words, session) or words("clock.begins", seat=seat)
    penalty = "forfeits" if limits is not None and limits.forfeits else "passes"
    about = f"{match_text.next_side_text(words, session)} {words(f'clock.{penalty}')}".strip()
    return CoverCard(begins, about, words("clock.start"))


# --- the note below the status


def note_text(table: TableAccess) -> str | None:
    """Return the note below the status: a message, a hint, or a warning that the match is nearly full; else None."""
    facts, words = table.facts, table.words
    note, shown = facts.model.note, facts.model.hint.shown
    if note is not None:
        return message_text(table, note)
    if shown == "nudge":
        return f"{hint_text.describe_nudge(table)} {words('nudge.again')}"
    if shown == "move":
        return hint_text.describe_hinted_moves(table)
    return match_text.room_warning(words, facts.match) if facts.can_start_clock else None


def message_text(table: TableAccess, message: Message) -> str:
    facts = dict(message.facts)
    if message.seat is not None:
        facts["name"] = match_text.name_of(table.words, table.session, message.seat)
    text, trouble = table.words(message.key, **facts), message.trouble
    return text if trouble is None else f"{describe_problem(table.words, trouble.code, trouble.facts)} {text}"
