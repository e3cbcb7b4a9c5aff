"""What must be in the home: which window owns which match, what it has saved, and who has seen its end.

The ledger follows the windows step by step and looks at all files after each; what isn't so is raised as BrokenError.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias

from rules.record import list_written_plies
from scenes.app.game_card import card_of
from scenes.app.storage import FOLDERS, Storage
from scenes.table import statistics_store
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from tests.soak.monkey import laws
from tests.soak.monkey.cage import Cage
from tests.soak.monkey.laws import BrokenError, held
from tests.soak.windows.window import Window

State: TypeAlias = tuple[tuple[str, ...], bool]
"""The plies of a match as they are written, and whether it is over."""

ID: Final = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-\d+")
"""The id of a new match; a copy has a suffix."""
ASIDE: Final = re.compile(r"\.turn|tablier\.log|settings\.json(\.bak)?")
"""Files without matches."""
QUIET: Final = frozenset(("play", "undo", "redo", "resign", "deal", "second", "look_back", "menu", "close", "kill"))
"""Acts that write nothing where a window only looks."""

OPENING: Final = frozenset(("start", "recall"))
"""Acts that open a match without asking whether another window has it."""
BLIND: Final = frozenset(("answer", "look_back"))
"""Acts at which nobody looks whose the match is."""


@dataclass
class Kept:
    """A match that was saved, or may have been."""

    states: set[State] = field(default_factory=set)
    """What may be on file: more than one while an owner has still to save."""
    owner: Window | None = None
    hidden: bool = False
    """Whether its end shows what was hidden."""
    told: bool = False
    """Whether that end was on a screen."""
    gone: bool = False
    unsaved: bool = True
    """Whether it may not be on file yet."""


class Ledger:
    def __init__(self, cage: Cage, windows: Sequence[Window]) -> None:
        self._cage, self._windows = cage, windows
        self.matches: dict[str, Kept] = {}
        self.table: str | None = None
        """The match that the next start lays on the table."""
        self.seen: Counter[str] = Counter()
        """What came about in the matches, by game: plies, ends, ends that were undone."""
        self._files: dict[str, bytes] = {}
        self._session: Session | None = None

    @property
    def ids(self) -> list[str]:
        return sorted(match_id for match_id, kept in self.matches.items() if kept.states or kept.gone)

    # --- one step

    def before(self, window: Window) -> None:
        self._session = window.session
        self._looked = window.looks_only
        self._plies = None if self._session is None or not self._looked else len(self._session.match.plies)
        self._lay = self._lies(window)
        self._held = set(holding(window.app.storage)) if window.open else set()
        """What it may let go of."""
        kept = self.matches.get(self._lay or "")
        self._owned = self._lay is not None and (kept is None or kept.owner is window)

    def after(self, window: Window, act: str) -> None:
        self._follow_deletion(window)
        self._follow_owner(window, act)
        for session in (self._session, window.session):
            if session is not None:
                self._follow_states(window, session, act)
        self._follow_table(window, act)
        files = self._read()
        if self._looked and act in QUIET:
            written = {name for name in changed(self._files, files) if Path(name).stem not in self._held}
            held("who only looks writes nothing", not written, f"{act} in {window.name}: {sorted(written)}")
            now = None if self._session is None else len(self._session.match.plies)
            held("who only looks changes nothing", self._plies == now, act)
        if files != self._files or act == "kill":
            self._files = files
            self.look(files)
        self._look_at_windows(window)

    # --- who has what

    def _kept(self, session: Session) -> Kept:
        hidden = card_of(session.match.game.key).hidden_hands
        return self.matches.setdefault(session.id, Kept(hidden=hidden))

    def _lies(self, window: Window) -> str | None:
        scene = window.scene
        mine = scene is not None and not scene.table.facts.model.is_read_only and not scene.session.is_elsewhere
        return scene.session.id if mine and scene is not None else None

    def _follow_deletion(self, window: Window) -> None:
        kept = self.matches.get(window.deleted or "")
        if kept is None or kept.owner not in (None, window):
            return
        there = [folder for folder in FOLDERS if (self._cage.home / folder / f"{window.deleted}.tablier").exists()]
        kept.gone = not there  # an older list may have named it where it isn't any more
        if kept.gone:
            kept.states.clear()

    def _follow_owner(self, window: Window, act: str) -> None:
        scene = window.scene
        shown = None if scene is None else scene.session.id
        for match_id, kept in self.matches.items():
            if kept.owner is window and match_id != shown:
                kept.owner = None
        if scene is None:
            return
        session, kept = scene.session, self._kept(scene.session)
        others = [one.session for one in self._windows if one is not window and one.session is not None]
        if act == "take_over" or (kept.owner is None and session is not self._session and self._lies(window)):
            kept.owner = window
        if kept.owner is window:
            held("the owner knows it", not session.is_elsewhere, session.id)
            return
        if session.is_elsewhere:
            told = f"{session.id} in {window.name} after {act}"
            held("somebody else has it", act not in OPENING or shown in {one.id for one in others}, told)
        elif not scene.table.facts.model.is_read_only and session.match.outcome() is None and act not in BLIND:
            raise BrokenError("one window has a match", f"{session.id}: {window.name} after {act}")

    def _follow_states(self, window: Window, session: Session, act: str) -> None:
        kept = self._kept(session)
        owned = kept.owner is window or (session is self._session and self._owned)
        if not owned or session.is_elsewhere or kept.gone:
            return
        if not (session.match.plies or session.is_begun or _over(session)):  # nothing was ever played
            kept.states, kept.unsaved = set(), True
            return
        now = state_of(session)
        self._count(session.match.game.key, kept.states, now)
        if act == "kill":
            there = self._on_file(session.id)
            held("a kill leaves one of two", kept.unsaved if there is None else there in kept.states, session.id)
            kept.states = set() if there is None else {there}
        elif window.open and window.app.hurried:
            kept.states.add(now)
        else:
            kept.states, kept.unsaved = {now}, False
        if kept.told and not now[1]:
            raise BrokenError("nobody plays on who has seen all", f"{session.id} in {window.name} after {act}")
        if now[1] and not (window.open and window.app.hurried):
            kept.told = kept.told or kept.hidden

    def _count(self, game: str, before: set[State], now: State) -> None:
        most, over = max((len(plies) for plies, _ in before), default=0), any(ended for _, ended in before)
        self.seen[f"{game}: plies"] += max(0, len(now[0]) - most)
        self.seen[f"{game}: ends"] += now[1] and not over
        self.seen[f"{game}: ends undone"] += over and not now[1]

    def _on_file(self, match_id: str) -> State | None:
        for folder in FOLDERS:
            path = self._cage.home / folder / f"{match_id}.tablier"
            if path.exists():
                return read(path.read_bytes())
        return None

    def _follow_table(self, window: Window, act: str) -> None:
        lies, scene = self._lies(window), window.scene
        if scene is not None and lies is not None and scene.session is not self._session:
            self.table = lies
        elif act in ("menu", "answer") and scene is None and self._session is not None:
            self.table = None if self.table == self._lay and self._owned else self.table

    # --- the files

    def _read(self) -> dict[str, bytes]:
        home = self._cage.home
        files: dict[str, bytes] = {}
        for folder, _, names in os.walk(home):
            for name in names:
                if not ASIDE.fullmatch(name):
                    path = Path(folder, name)
                    files[path.relative_to(home).as_posix()] = path.read_bytes()
        return files

    def look(self, files: dict[str, bytes]) -> None:
        held("nothing is set aside", not any("unreadable" in name for name in files), sorted(files))
        names = [name for name in files if name.startswith(("matches/", "finished/"))]
        copies = [name for name in names if not ID.fullmatch(Path(name).name.partition(".")[0])]
        held("no copies", not copies, copies)
        storage = Storage()
        listed = [(entry.id, folder) for folder in FOLDERS for entry in storage.list_matches(folder)]
        ids = [match_id for match_id, _ in listed]
        held("each is listed once", len(set(ids)) == len(ids), sorted(listed))
        for match_id, kept in self.matches.items():
            held("what was saved is there", match_id in ids or kept.unsaved or kept.gone, f"{match_id} is gone")
            held("what was thrown away is gone", match_id not in ids or not kept.gone, match_id)
        for match_id, folder in listed:
            there = read(files[f"{folder}/{match_id}.tablier"])
            known = self.matches.get(match_id, Kept()).states
            told = f"{match_id} has {_short(there)}, not one of {[_short(one) for one in known]}"
            held("the newest is there", there in known, told)
            held("it lies where it belongs", there[1] == (folder == "finished"), match_id)
        self._look_at_statistics(storage, {match_id for match_id, folder in listed if folder == "finished"})
        there_too = files.get("open.txt", b"").decode().strip() or None
        held("the next start lays the last one", there_too == self.table, f"{there_too}, not {self.table}")

    def _look_at_statistics(self, storage: Storage, finished: set[str]) -> None:
        counted: list[str] = []
        for file in storage.list_data(statistics_store.NAME):
            entries = storage.load_data(file)["matches"]
            assert isinstance(entries, dict)
            counted += entries
        gone = {match_id for match_id, kept in self.matches.items() if kept.gone}
        told = f"{sorted(counted)}, and finished {sorted(finished)}"
        held(
            "each end counts once", len(set(counted)) == len(counted) and set(counted) - gone == finished - gone, told
        )

    # --- the windows

    def _look_at_windows(self, acted: Window) -> None:
        held("nothing is swallowed", not self._cage.faults, self._cage.faults)
        owners: dict[str, list[str]] = {}
        for window in self._windows:
            if not window.open:
                continue
            storage = window.app.storage
            held("nothing is told of files", not storage.notices and storage.alarm is None, storage.notices)
            for match_id in holding(storage):
                owners.setdefault(match_id, []).append(window.name)
            if any(card_of(scene.match.game.key).hidden_hands for scene in laws.matches(window.app)):
                laws.no_hidden_card_is_shown(window.app, self._cage)
        held("one window holds a match", all(len(names) == 1 for names in owners.values()), owners)
        top = acted.top
        if isinstance(top, MatchScene) and top.session.is_elsewhere and not _over(top.session):
            words = acted.app.words("elsewhere.title")
            said = top.table.state.status_line.status
            held("who only looks is told so", said == words and top.question.visible, f"{acted.name}: {said}")


def holding(storage: Storage) -> Iterator[str]:
    for match_id, claim in storage._claims.items():
        if claim._file is not None and claim._path.exists() and claim._path.read_bytes() == claim._name:
            yield match_id


def state_of(session: Session) -> State:
    return tuple(list_written_plies(session.text())), _over(session)


@lru_cache(maxsize=2000)
def read(data: bytes) -> State:
    """Read the record in a file, replayed by the rules. Raises RecordError."""
    session = Session.load("read", data.decode())
    return tuple(list_written_plies(data.decode())), _over(session)


def changed(before: dict[str, bytes], after: dict[str, bytes]) -> set[str]:
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def _over(session: Session) -> bool:
    return session.match.outcome() is not None


def _short(state: State) -> str:
    return f"{len(state[0])} plies{', over' if state[1] else ''}"
