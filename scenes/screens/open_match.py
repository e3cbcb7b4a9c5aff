"""Opening of saved matches, and of matches and positions in texts and files, at the table."""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import pygame

import rules
from rules.common.quoting import shorten
from rules.common.resumable import ResumableTask
from rules.contract import Position
from rules.errors import MailError, PositionError, RecordError
from rules.game import Game
from rules.record import Record, game_named, is_record, read_any_task, split_matches, write
from scenes.app.atomic_files import MOST_BYTES, TooLargeError, display_path, read_whole
from scenes.app.navigation import ShowText, open_screen, open_screen_alone
from scenes.app.stack import AppContext
from scenes.app.storage import Folder
from scenes.app.theme import INK
from scenes.app.words import Words
from scenes.screens.constants import MAX_OPENED_POSITION_LENGTH, MAX_PASSED_LINES, MIN_LIKENESS
from scenes.screens.editor.property_panel import describe_position_error
from scenes.screens.file_dialog import describe_file_error
from scenes.table import match_text
from scenes.table.match_summary import MatchSummary, format_change_time
from scenes.table.record_headers import OPENED
from scenes.table.screen_requests import OpenMenu, OpenSetup
from scenes.table.session import Session
from scenes.ui.form_scene import PanelScene
from scenes.ui.layout import Cell, Column, stretch
from scenes.ui.listing import Listing
from scenes.ui.progress_dialog import work_gradually

_LABEL: Final = re.compile(r"^\W*(?:fen|position|pos)\s*[:=]\s*", re.IGNORECASE)  # before a position
_QUOTES: Final = " \t\n\"'`«»“”„"
_CONTROLS: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufffd]")  # characters that no text has


def open_saved_match(
    app: AppContext, match_id: str, is_finished: bool, takes_over: bool = False, can_choose_version: bool = False
) -> None:
    """Open a saved match at the table; if its file can't be read, a notice says so.

    If `takes_over`, the match is taken over from another window, where it may have been finished meanwhile. If
    `can_choose_version` and there are several versions of the match, the person first chooses one.
    """

    def on_read(session: Session | None) -> None:
        if session is not None:
            _show_at_table(app, session)
        elif app.stack.top is not None:
            app.stack.top.on_resume(None)  # shows the notice

    def start_reading() -> None:
        if is_finished:
            work_gradually(app, _read_match(app, match_id, "finished"), on_read)
        else:
            work_gradually(app, _claim_and_read(app, match_id, takes_over), on_read)

    folder: Folder = "finished" if is_finished else "matches"
    versions = app.storage.list_versions(match_id, folder) if can_choose_version else ()
    if versions:
        app.stack.push(VersionScene(app, match_id, folder, versions, start_reading))
    else:
        start_reading()


def _claim_and_read(app: AppContext, match_id: str, takes_over: bool) -> ResumableTask[Session | None]:
    """Claim an unfinished match, so that no other window writes it, and return it; None if it is unreadable.

    A finished match in the folder of the unfinished ones is saved as a finished one. The claim is kept only if the
    match can be continued.
    """
    storage, session = app.storage, None
    is_claimed = storage.claim(match_id, takes_over)
    try:
        is_unfinished = any(entry.id == match_id for entry in storage.list_matches())
        session = yield from _read_match(app, match_id, "matches" if is_unfinished or not takes_over else "finished")
        if session is not None and is_unfinished and is_claimed and session.match.outcome() is not None:
            session.save(storage)
    finally:
        if session is None or session.match.outcome() is not None:  # None also if reading is cancelled
            storage.release(match_id)
    return session


def _read_match(app: AppContext, match_id: str, folder: Folder) -> ResumableTask[Session | None]:
    """Return a saved match; None if it is unreadable, or if the storage has added a notice about its file."""
    storage = app.storage
    notice_count = len(storage.notices)
    try:
        session = yield from storage.reading_match(
            match_id, lambda text: Session.load_in_steps(match_id, text), folder
        )
    except OSError:
        return None
    session.is_begun = True  # even if all moves have been undone
    return session if len(storage.notices) == notice_count else None


def _show_at_table(app: AppContext, session: Session) -> None:
    from scenes.table.scene import MatchScene  # loaded only when there is a match

    app.stack.push(MatchScene(app, session, is_looking_back=session.match.outcome() is not None))


class NotOpenedError(ValueError):
    """The error that a text or file can't be opened; the message is a sentence in the person's language."""


class _Readable(NamedTuple):
    """A match or position that was read. `show` opens it; `passed_over` has numbers and texts of ignored lines."""

    show: Callable[[], object]
    passed_over: tuple[tuple[int, str], ...] = ()


_Opened: TypeAlias = _Readable | NotOpenedError


def open_text(app: AppContext, text: str, on_problem: Callable[[str], object]) -> None:
    """Open the match or position in a text over the menu, or call `on_problem` with the reason why that fails.

    A very long match is opened after this call has returned. If the text has several matches, the person chooses one.
    A finished match is stored once, however often it is opened; an unfinished one continues as a new match.
    """
    words = app.words
    stripped = text.removeprefix("\ufeff").strip()
    if not stripped or len(text) > MOST_BYTES:
        on_problem(words("exchange.too_large", n=MOST_BYTES // 1_000_000) if stripped else words("exchange.empty"))
        return
    matches = split_matches(stripped, rules.GAMES)
    if len(matches) > 1:
        open_chosen = partial(_open_single_text, app, on_problem=on_problem)
        app.stack.push(MatchListScene(app, matches, open_chosen))
    else:
        _open_single_text(app, stripped, on_problem)


def _open_single_text(app: AppContext, text: str, on_problem: Callable[[str], object]) -> None:
    def on_read(result: _Opened) -> None:
        if isinstance(result, NotOpenedError):
            on_problem(str(result))
            return
        open_screen_alone(app, OpenMenu())
        result.show()
        if result.passed_over:
            lines = "\n\n".join(
                app.words("exchange.passed_line", n=n, text=line) for n, line in result.passed_over[:MAX_PASSED_LINES]
            )
            open_screen(app, ShowText(app.words("exchange.passed_over", n=len(result.passed_over)), lines))

    work_gradually(app, _read_text(app, text), on_read)


def open_file(app: AppContext, path: Path, on_problem: Callable[[str], object] | None = None) -> None:
    """Open the match or position in a file, or call `on_problem` with the reason why that fails.

    By default a sheet shows the reason.
    """
    on_problem = on_problem or (lambda problem: open_screen(app, ShowText(app.words("exchange.not_opened"), problem)))
    try:
        text = read_file(app, path)
    except NotOpenedError as problem:
        on_problem(str(problem))
    else:
        open_text(app, text, on_problem)


def read_file(app: AppContext, path: Path) -> str:
    """Return the text in a file. Raises NotOpenedError."""
    words = app.words
    try:
        return read_whole(path, decode_text)
    except TooLargeError:
        raise NotOpenedError(words("exchange.too_large", n=MOST_BYTES // 1_000_000)) from None
    except UnicodeDecodeError:
        raise NotOpenedError(words("exchange.not_text", name=display_path(path))) from None
    except (OSError, ValueError) as problem:
        raise NotOpenedError(
            words("exchange.no_file", name=display_path(path), why=describe_file_error(words, problem))
        ) from None


def decode_text(data: bytes) -> str:
    """Return the text of bytes in UTF-8, in UTF-16, in UTF-32 with a byte order mark, or else in Windows-1252.

    Raises UnicodeDecodeError for invalid UTF-16 or UTF-32. For Windows-1252 it is raised if a byte stands for a
    control character or for nothing, or if at least half of the bytes aren't ASCII.
    """
    encodings = {codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF32_BE: "utf-32"}
    encodings |= {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}  # after UTF-32: they begin alike
    for mark, encoding in encodings.items():
        if data.startswith(mark):
            return data.decode(encoding)
    if b"\0" in data[:200]:  # UTF-16 without a byte order mark
        return data.decode("utf-16-be" if data[:1] == b"\0" else "utf-16-le")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        text = data.decode("cp1252", errors="replace")
        if _CONTROLS.search(text) or 2 * sum(byte >= 0x80 for byte in data) >= len(data):
            raise problem from None
        return text


def _read_text(app: AppContext, text: str) -> ResumableTask[_Opened]:
    """Read a text as a record, else as a position of some game, else with the games' tolerant readers."""
    if is_record(text, rules.GAMES):
        return (yield from _read_record(app, f"{text}\n"))
    plain = _LABEL.sub("", text).strip(_QUOTES)
    position_errors: dict[str, PositionError] = {}
    for game in rules.GAMES if len(plain) <= MAX_OPENED_POSITION_LENGTH else ():
        try:
            position = game.text.read(plain)
        except PositionError as problem:
            position_errors[game.key] = problem
            continue
        return _as_position(app, game, position, plain)
    opened, record_errors = yield from _read_loosely(app, text)
    return opened or NotOpenedError(_describe_failure(app, plain, position_errors, record_errors))


def _read_loosely(app: AppContext, text: str) -> ResumableTask[tuple[_Opened | None, dict[str, RecordError]]]:
    """Return the result of the first tolerant reader that accepts the text, or None if none does.

    The second value has the errors of the readers before that one, by game.
    """
    errors: dict[str, RecordError] = {}
    for game in rules.GAMES:
        if game.text.read_loosely_task is None:
            continue
        try:
            record = yield from game.text.read_loosely_task(text, game.play)
            if not record.match.plies:
                start = record.match.start
                return _as_position(app, game, start, start.text(), record.passed_over), errors
            return _as_match(app, record, write(record)), errors
        except RecordError as problem:
            errors[game.key] = problem
    return None, errors


def _as_position(
    app: AppContext, game: Game, position: Position, text: str, passed_over: tuple[tuple[int, str], ...] = ()
) -> _Opened:
    """Return the position, which opens in the setup, or an error if the game is over in it."""
    if position.outcome() is not None:
        return NotOpenedError(app.words("exchange.over", game=app.words.game_name(game.key)))
    return _Readable(lambda: open_screen(app, OpenSetup(game.key, text)), passed_over)


def _as_match(app: AppContext, record: Record, text: str) -> _Readable:
    """Return the match, to be saved and shown; a finished one is stored once, since its id is a hash of `text`."""
    session = Session.of_record("", record, text)
    is_finished = session.match.outcome() is not None
    session.id = OPENED + hashlib.sha256(text.encode()).hexdigest()[:16] if is_finished else app.storage.new_id()

    def show() -> None:
        session.save(app.storage)
        _show_at_table(app, session)

    return _Readable(show, record.passed_over)


def _read_record(app: AppContext, text: str) -> ResumableTask[_Opened]:
    try:
        return _as_match(app, (yield from read_any_task(text, rules.GAMES)), text)
    except RecordError as problem:
        return NotOpenedError(app.words("exchange.bad_record", why=describe_record_error(app.words, problem, text)))


def describe_record_error(words: Words, problem: RecordError, text: str, key: str = "") -> str:
    """Return the reason why a text isn't the record of a match, with the faulty line, in the person's language.

    `key` is the key of the game whose reader raised the error; by default the game is guessed from the text.
    """
    lines = text.splitlines()
    line = shorten(lines[problem.line - 1].strip(), 60) if 0 < problem.line <= len(lines) else ""
    code = f"exchange.record.{problem.code}"
    facts: dict[str, object] = {"text": line, "n": problem.line, **problem.facts}
    key = key or next((game.key for game in rules.GAMES for form in game.text.formats if form.recognises(text)), "")
    key = key or game_named(text)
    mail = problem.problem if isinstance(problem.problem, MailError) else None
    if mail is not None:
        code, facts = f"mail.{mail.code}", {**mail.facts}
    reasons = [words(code if words.has(code) else "exchange.record.text", **facts)]
    if problem.line and problem.code not in ("line", "text"):  # the texts of these codes name the line, or need none
        reasons.insert(0, words("exchange.record.at_line", n=problem.line))
    if problem.refusal is not None:
        reasons.append(match_text.refusal_text(words, key, problem.refusal))
    if isinstance(problem.problem, PositionError):
        reasons.append(describe_position_error(words, key, problem.problem))
    return " ".join(reasons)


def _describe_failure(
    app: AppContext, text: str, position_errors: dict[str, PositionError], record_errors: dict[str, RecordError]
) -> str:
    """Return the reason why no game can read a text: the most specific of the errors, which are given by game."""
    words = app.words
    for key, problem in record_errors.items():
        if problem.code not in ("line", "text", "orthodox"):  # with other codes it is a record of this game
            return words("exchange.bad_record", why=describe_record_error(words, problem, text, key))
    guessed_game = _guess_game(text) if position_errors else None
    if guessed_game is not None:
        reason = describe_position_error(words, guessed_game.key, position_errors[guessed_game.key])
        return words("exchange.bad_position", game=words.game_name(guessed_game.key), why=reason)
    if any(problem.code == "orthodox" for problem in record_errors.values()):
        return words("exchange.bad_record", why=words("exchange.record.orthodox"))
    return words("exchange.neither")


def _guess_game(text: str) -> Game | None:
    """Return the game to whose start a text is most similar; None if it is similar to none, or equally to several."""
    starts = (game.play.start(game.play.options(), game.play.seats.start).text() for game in rules.GAMES)
    likenesses = [_likeness(text, start) for start in starts]
    highest = max(likenesses)
    is_certain = highest >= MIN_LIKENESS and likenesses.count(highest) == 1
    return rules.GAMES[likenesses.index(highest)] if is_certain else None


def _likeness(text: str, start: str) -> float:
    """Return how similar a text is to `start`, the text of a game's start.

    The result is the fraction of the letters in the first field of `text` that occur in the first field of `start`,
    plus 0.5 if both have the same number of fields. If one of the two first fields is no board, the result is 2.0
    if they are equal, and 0.0 otherwise.
    """
    field, start_field = text.partition(" ")[0], start.partition(" ")[0]
    if "/" not in start_field or "/" not in field:
        return 2.0 if field == start_field else 0.0
    letters = [letter for letter in field if letter.isalpha()]
    share = sum(letter in start_field for letter in letters) / max(1, len(letters))
    return share + (0.5 if len(text.split()) == len(start.split()) else 0.0)


class MatchListScene(PanelScene):
    """A list of matches, given by title and text; the scene pops and passes the chosen text to `on_choose`."""

    max_width = 84.0
    title_key = "exchange.which_match"

    def __init__(
        self, app: AppContext, matches: Sequence[tuple[str, str]], on_choose: Callable[[str], object]
    ) -> None:
        super().__init__(app)
        self._matches = matches
        self._on_choose = on_choose

    def fill(self) -> None:
        self.list = Listing(self.sheet, self._paint_line, self._choose)
        self.list.describe_line = self._describe_entry
        self.list.show(len(self._matches))
        self.form.focus(self.list)

    def _describe_entry(self, number: int) -> str:
        return f"{number + 1}. {self._matches[number][0]}"

    def _paint_line(self, surface: pygame.Surface, number: int, rect: pygame.Rect) -> None:
        self.app.theme.text(surface, self._describe_entry(number), "body", INK, rect, ellipsis=True)

    def _choose(self, number: int) -> None:
        self.app.stack.pop()
        self._on_choose(self._matches[number][1])

    def content(self) -> Cell:
        return Column(stretch(self.list))


class VersionScene(MatchListScene):
    """The list of a match's versions, which programs for synchronising folders have left.

    The scene makes the chosen version the current one, and then calls `on_chosen`.
    """

    title_key = "archive.which_version"

    def __init__(
        self, app: AppContext, match_id: str, folder: Folder, versions: Sequence[str], on_chosen: Callable[[], object]
    ) -> None:
        self._match_id, self._folder, self._on_chosen = match_id, folder, on_chosen
        names = [f"{match_id}.tablier", *versions]
        super().__init__(app, list(self._list_versions(app, names)), self._choose_version)

    def _list_versions(self, app: AppContext, names: Sequence[str]) -> Iterator[tuple[str, str]]:
        words = app.words
        for name in names:
            path = app.storage.data / self._folder / name
            try:
                head = MatchSummary.read(app.storage.peek_record(path))
                when = format_change_time(words, path.stat().st_mtime)
            except (OSError, ValueError):
                continue
            turns_text = words("archive.turns", n=head.turns)
            yield " · ".join((when, turns_text, head.describe_result(words), name)), name

    def _choose_version(self, name: str) -> None:
        if name != f"{self._match_id}.tablier":
            self.app.storage.choose_version(self._match_id, name, self._folder)
        self._on_chosen()
