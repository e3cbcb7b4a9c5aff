"""A match or a position that comes from outside, as a text or in a file, is laid on the table."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import rules
from rules.common.resumable import ResumableTask
from rules.errors import PositionError, RecordError
from rules.game import Game
from rules.record import is_record
from scenes.app.app import App
from scenes.app.file_names import shown
from scenes.app.files import MOST_BYTES, TooLargeError, read_whole
from scenes.app.navigation import Tell, go, go_alone
from scenes.screens.editor.position_errors import why_not
from scenes.screens.file_dialog import why
from scenes.table.requests import OpenMenu, OpenSetup
from scenes.ui.progress_dialog import gradually

if TYPE_CHECKING:
    from scenes.table.session import Session

_LONGEST_POSITION: Final = 2000
_ALIKE: Final = 0.5
"""From this likeness on, a text is taken for a bad position of a game."""


class NotOpenedError(ValueError):
    """A text or file can't be opened; the message is a sentence in the person's language."""


def open_text(app: App, text: str, say: Callable[[str], object] | None = None) -> str | None:
    """Open the match or the position that `text` is, over the menu; or the sentence that says why it isn't one.

    A finished match is kept among the finished ones, once however often it is opened; another goes on as a match of
    its own. The match that was on the table is saved as always.

    Reading a very long match goes on between frames. Then `say` gets the sentence, or else a sheet says it.
    """
    told: list[str] = []
    tell: Callable[[str], object] = told.append

    def end(found: Session | NotOpenedError) -> None:
        if isinstance(found, NotOpenedError):
            tell(str(found))
        else:
            _lay(app, found)

    try:
        work = _opening(app, text)
    except NotOpenedError as problem:
        return str(problem)
    if work is not None and not gradually(app, work, end):
        tell = say or partial(_refuse, app)
    return told[0] if told else None


def open_file(app: App, path: Path) -> bool:
    """Open the match or position in a file; False when it can't be, and then the screen says why.

    That of a very long match may turn out later.
    """
    try:
        problem = open_text(app, read_file(app, path))
    except NotOpenedError as refused:
        problem = str(refused)
    if problem is not None:
        _refuse(app, problem)
    return problem is None


def _refuse(app: App, problem: str) -> None:
    """Say on a sheet why something can't be opened."""
    go(app, Tell(app.words("exchange.not_opened"), problem))


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
    """The match that `text` is, in portions; a position is opened and leaves nothing to do. Raises NotOpenedError;
    then nothing has changed."""
    words = app.words
    bare = text.removeprefix("\ufeff").strip()
    if not bare:
        raise NotOpenedError(words("exchange.empty"))
    if len(text) > MOST_BYTES:
        raise NotOpenedError(words("exchange.too_large", n=MOST_BYTES // 1_000_000))
    if is_record(bare, rules.GAMES):
        return _reading(app, bare + "\n")
    _open_position(app, bare)
    return None


def _reading(app: App, text: str) -> ResumableTask[Session | NotOpenedError]:
    """The match of a record, or why it can't be opened."""
    from scenes.table.session import OPENED, Session

    try:
        session = yield from Session.loading("", text)
    except RecordError as problem:
        return NotOpenedError(app.words("exchange.bad_record", why=problem))
    over = session.match.outcome() is not None
    session.id = OPENED + hashlib.sha256(text.encode()).hexdigest()[:16] if over else app.storage.new_id()
    return session


def _lay(app: App, session: Session) -> None:
    """Lay a match from elsewhere on the table."""
    from scenes.table.scene import MatchScene

    over = session.match.outcome() is not None
    go_alone(app, OpenMenu())
    session.save(app.storage)
    app.stack.push(MatchScene(app, session, looking_back=over))


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
    name = words(f"games.{meant.key}.name")
    reason = why_not(words, meant.key, problems[meant.key])
    raise NotOpenedError(words("exchange.bad_position", game=name, why=reason))


def _meant(text: str) -> Game | None:
    """The game whose positions look most like `text`; None where none does, or several alike."""
    games = rules.GAMES
    likeness = {
        game.key: _likeness(text, game.play.start(game.play.options(), game.play.seats.start).text())
        for game in games
    }
    best = max(likeness.values())
    found = [game for game in games if likeness[game.key] == best]
    return found[0] if best >= _ALIKE and len(found) == 1 else None


def _likeness(text: str, usual: str) -> float:
    """How much a text looks like the position `usual`.

    That is the share of the letters before its first blank that are also in `usual`, and half a point for as many
    fields. Where positions begin with a word of their own, it must be there.
    """
    there, known = text.partition(" ")[0], usual.partition(" ")[0]
    if "/" not in known:
        return 2.0 if there == known else 0.0
    letters = [letter for letter in there if letter.isalpha()]
    share = sum(letter in known for letter in letters) / max(1, len(letters)) if "/" in there else 0.0
    return share + (0.5 if len(text.split()) == len(usual.split()) else 0.0)
