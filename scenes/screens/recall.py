"""A match on file is laid on the table again: to go on with it, or to look back on it."""

from __future__ import annotations

from rules.common.resumable import ResumableTask
from scenes.app.app import App
from scenes.app.storage import Folder
from scenes.table.session import Session
from scenes.ui.progress_dialog import gradually


def recall(app: App, match_id: str, finished: bool) -> None:
    """Lay a match on file on the table; one whose file can't be read is told of by a notice."""

    def end(session: Session | None) -> None:
        if session is not None:
            if session.match.outcome() is not None and not finished:
                session.save(app.storage)
            lay(app, session)

    gradually(app, _reading(app, match_id, finished), end)


def _reading(app: App, match_id: str, finished: bool) -> ResumableTask[Session | None]:
    storage = app.storage
    told = len(storage.notices)
    folder: Folder = "finished" if finished else "matches"
    try:
        session = yield from storage.reading_match(match_id, lambda text: Session.loading(match_id, text), folder)
    except OSError:
        return None
    return session if len(storage.notices) == told else None


def lay(app: App, session: Session) -> None:
    """Lay a match on the table, to be played on or to be looked back on."""
    from scenes.table.scene import MatchScene  # not before there is a match to lay there

    app.stack.push(MatchScene(app, session, looking_back=session.match.outcome() is not None))
