"""A match or a position is laid on the table: one on file, or one that comes from outside, as a text or in a file."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import rules
from rules.common.resumable import ResumableTask
from rules.errors import PositionError, RecordError
from rules.game import Game
from rules.record import is_record
from scenes.app.app import App
from scenes.app.files import MOST_BYTES, TooLargeError, read_whole, shown
from scenes.app.navigation import Tell, go, go_alone
from scenes.app.storage import Folder
from scenes.screens.editor.property_panel import why_not
from scenes.screens.file_dialog import why
from scenes.table.requests import OpenMenu, OpenSetup
from scenes.table.session import OPENED, Session
from scenes.ui.progress_dialog import gradually

_LONGEST_POSITION: Final = 2000
_ALIKE: Final = 0.5
"""From this likeness on, a text is taken for a bad position of a game."""


def recall(app: App, match_id: str, finished: bool, over: bool = False) -> None:
    """Lay a match on file on the table; one whose file can't be read is told of by a notice.

    `over`: it is taken over from the window in which it lies open, and may be finished since.
    """

    def end(session: Session | None) -> None:
        if session is not None:
            _lay(app, session)
        elif app.stack.top is not None:
            app.stack.top.resumed(None)

    work = _reading(app, match_id, "finished") if finished else _claiming(app, match_id, over)
    gradually(app, work, end)


def _claiming(app: App, match_id: str, over: bool) -> ResumableTask[Session | None]:
    """An unfinished match, claimed before it is read: what another window writes until then is read."""
    storage, session = app.storage, None
    claimed = storage.claim(match_id, over)
    try:
        there = any(entry.id == match_id for entry in storage.list_matches())
        session = yield from _reading(app, match_id, "matches" if there or not over else "finished")
        if session is not None and there and claimed and session.match.outcome() is not None:
            session.save(storage)
    finally:
        if session is None or session.match.outcome() is not None:  # or nobody waits for it any more
            storage.release(match_id)
    return session


def _reading(app: App, match_id: str, folder: Folder) -> ResumableTask[Session | None]:
    storage = app.storage
    told = len(storage.notices)
    try:
        session = yield from storage.reading_match(match_id, lambda text: Session.loading(match_id, text), folder)
    except OSError:
        return None
    return session if len(storage.notices) == told else None


def _lay(app: App, session: Session) -> None:
    from scenes.table.scene import MatchScene  # not before there is a match to lay there

    app.stack.push(MatchScene(app, session, looking_back=session.match.outcome() is not None))


class NotOpenedError(ValueError):
    """A text or file can't be opened; the message is a sentence in the person's language."""


def open_text(app: App, text: str, say: Callable[[str], object]) -> None:
    """Open the match or the position that `text` is, over the menu; or `say` why it isn't one, of a very long match
    later. A finished match is kept once, however often it is opened; another goes on as one of its own."""

    def end(found: Session | NotOpenedError) -> None:
        if isinstance(found, NotOpenedError):
            say(str(found))
            return
        go_alone(app, OpenMenu())
        found.save(app.storage)
        _lay(app, found)

    try:
        work = _opening(app, text)
    except NotOpenedError as problem:
        say(str(problem))
        return
    if work is not None:
        gradually(app, work, end)


def open_file(app: App, path: Path, say: Callable[[str], object] | None = None) -> None:
    """Open the match or position in a file, or `say` why that can't be done, on a sheet if need be."""
    say = say or (lambda problem: go(app, Tell(app.words("exchange.not_opened"), problem)))
    try:
        text = read_file(app, path)
    except NotOpenedError as problem:
        say(str(problem))
    else:
        open_text(app, text, say)


def read_file(app: App, path: Path) -> str:
    """The text in a file. Raises NotOpenedError."""
    words = app.words
    try:
        return read_whole(path)
    except TooLargeError:
        raise NotOpenedError(words("exchange.too_large", n=MOST_BYTES // 1_000_000)) from None
    except UnicodeDecodeError:
        raise NotOpenedError(words("exchange.not_text", name=shown(path))) from None
    except (OSError, ValueError) as problem:
        raise NotOpenedError(words("exchange.no_file", name=shown(path), why=why(words, problem))) from None


def _opening(app: App, text: str) -> ResumableTask[Session | NotOpenedError] | None:
    """The match that `text` is, in portions, or None when a position was opened. Raises NotOpenedError."""
    words = app.words
    bare = text.removeprefix("\ufeff").strip()
    if not bare:
        raise NotOpenedError(words("exchange.empty"))
    if len(text) > MOST_BYTES:
        raise NotOpenedError(words("exchange.too_large", n=MOST_BYTES // 1_000_000))
    if is_record(bare, rules.GAMES):
        return _of_record(app, bare + "\n")
    _open_position(app, bare)
    return None


def _of_record(app: App, text: str) -> ResumableTask[Session | NotOpenedError]:
    try:
        session = yield from Session.loading("", text)
    except RecordError as problem:
        return NotOpenedError(app.words("exchange.bad_record", why=problem))
    over = session.match.outcome() is not None
    session.id = OPENED + hashlib.sha256(text.encode()).hexdigest()[:16] if over else app.storage.new_id()
    return session


def _open_position(app: App, text: str) -> None:
    words = app.words
    if len(text) > _LONGEST_POSITION:
        raise NotOpenedError(words("exchange.neither"))
    problems: dict[str, PositionError] = {}
    for game in rules.GAMES:
        try:
            position = game.text.read(text)
        except PositionError as problem:
            problems[game.key] = problem
            continue
        if position.outcome() is not None:
            raise NotOpenedError(words("exchange.over", game=words(f"games.{game.key}.name")))
        go_alone(app, OpenMenu())
        go(app, OpenSetup(game.key, text))
        return
    meant = _meant(text)
    if meant is None:
        raise NotOpenedError(words("exchange.neither"))
    name, reason = words(f"games.{meant.key}.name"), why_not(words, meant.key, problems[meant.key])
    raise NotOpenedError(words("exchange.bad_position", game=name, why=reason))


def _meant(text: str) -> Game | None:
    starts = (game.play.start(game.play.options(), game.play.seats.start).text() for game in rules.GAMES)
    likeness = [_likeness(text, start) for start in starts]
    best = max(likeness)
    return rules.GAMES[likeness.index(best)] if best >= _ALIKE and likeness.count(best) == 1 else None


def _likeness(text: str, usual: str) -> float:
    """The share of the letters before its first blank that are also in `usual`, and half a point for as many fields.
    Where positions begin with a word of their own, it must be there."""
    there, known = text.partition(" ")[0], usual.partition(" ")[0]
    if "/" not in known:
        return 2.0 if there == known else 0.0
    letters = [letter for letter in there if letter.isalpha()]
    share = sum(letter in known for letter in letters) / max(1, len(letters)) if "/" in there else 0.0
    return share + (0.5 if len(text.split()) == len(usual.split()) else 0.0)
