"""A match on file is laid on the table again: to go on with it, or to look back on it."""

from __future__ import annotations

from rules.common.resumable import ResumableTask
from scenes.app.app import App
from scenes.table.session import Session
from scenes.ui.progress_dialog import gradually


def recall(app: App, match_id: str, finished: bool) -> None:
    """Lay a match on the table, from among the finished ones or from those under way.

    One under way that was over all the same goes to the finished ones. When its file could not be read the table
    stays as it is, so that the notice is seen first.
    """
    gradually(app, _reading(app, match_id, finished), lambda session: _lay(app, session, finished))


def _reading(app: App, match_id: str, finished: bool) -> ResumableTask[Session | None]:
    """The match, or None where something was set aside, or could not be read."""
    storage = app.storage
    told = len(storage.notices)
    read = storage.reading_finished if finished else storage.reading_match
    try:
        session = yield from read(match_id, lambda text: Session.loading(match_id, text))
    except OSError:
        return None
    return session if len(storage.notices) == told else None


def _lay(app: App, session: Session | None, finished: bool) -> None:
    from scenes.table.scene import MatchScene  # not before there is a match to lay there

    if session is None:
        return
    over = session.match.outcome() is not None
    if over and not finished:
        session.save(app.storage)
    app.stack.push(MatchScene(app, session, looking_back=over))
