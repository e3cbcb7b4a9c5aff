"""Stories of a user and the files of the app: each is a run of the app without a window.

Beside it a diary says what was begun and what was promised: what `Storage` or `Session` returned from as saved.
Everything that outlasts a run has a key (a match goes by who plays it), and states of which one at a time holds.
"""

import json
import os
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias

import rules
from rules.common.dice import SEED_BYTES, DiceSeed
from rules.common.resumable import run_to_end
from rules.contract import NATURE
from rules.record import Player, list_written_plies
from scenes.app import startup_cleanup
from scenes.app.atomic_files import backup_of
from scenes.app.settings import Settings, settings_to_dict
from scenes.app.storage import FOLDERS, Folder, Storage
from scenes.screens.learn.tasks import Progress
from scenes.table import sealed_chance, statistics_store
from scenes.table.record_headers import OPENED
from scenes.table.session import Session
from scenes.table.statistics_entry import FinishedMatch

GAME: Final = rules.get("double-draughts")
DICE: Final = rules.get("unstacked-draughts")
_LISTED: Final = os.listdir
"""It is not heard by the disk (`disk.Disk`)."""
GONE: Final = "gone"
SETTINGS: Final = "settings"
TABLE: Final = "table"
"""The key of the match that is on the table."""
CHOSEN: Final = Settings(language="fr", volume=30, text_scale=110, table="maple", quack=False)
"""The settings at the beginning; stories choose the volume."""
SEED: Final = DiceSeed.new(bytes(range(SEED_BYTES)))


class Found(NamedTuple):
    name: str
    folder: Folder
    lines: tuple[str, ...]
    id: str
    peeked: bool
    """Whether the record of an unfinished match shows the seed of its dice."""
    winners: tuple[int, ...]

    @property
    def state(self) -> Hashable:
        return self.folder, self.lines


Kind: TypeAlias = Literal["begun", "promised"]


class Noted(NamedTuple):
    """A line of the diary. `at` is the number of steps the disk had made."""

    at: int
    kind: Kind
    key: str
    state: Hashable
    confirmed: bool = True
    """Whether the disk did all that was asked for: only then a promise survives a power cut."""


@dataclass
class Seen:
    matches: list[Found] = field(default_factory=list)
    states: dict[str, Hashable] = field(default_factory=dict)
    """The states of everything else, by key."""
    unread: list[str] = field(default_factory=list)
    """Matches that are listed and can't be read."""


class Person:
    def __init__(
        self, clock: Callable[[], tuple[int, bool]] = lambda: (0, True), diary: list[Noted] | None = None
    ) -> None:
        """`clock` returns the number of steps of the disk, and whether it has confirmed every sync."""
        self.clock = clock
        self.diary = [] if diary is None else diary
        self.storage = Storage()
        self.settings = Settings()
        self._open: list[Session] = []
        self._places: dict[str, Path] = {}
        """Key -> the file of what was begun last."""

    # --- the diary

    def begin(self, key: str, state: Hashable, place: Path | None = None) -> None:
        """Note that this state may be found from now on; `place` is its file."""
        self._note("begun", key, state)
        self._places.pop(key, None)
        if place is not None:
            self._places[key] = place

    def promise(self, key: str, state: Hashable, *paths: Path) -> None:
        """Note that this state must be found from now on, unless one of its files couldn't be written."""
        if not set(paths) & (self.storage.pending.keys() | self.storage.unread):
            self._note("promised", key, state)

    def _note(self, kind: Kind, key: str, state: Hashable) -> None:
        at, confirmed = self.clock()
        self.diary.append(Noted(at, kind, key, state, confirmed))

    # --- starting and closing

    def start(self) -> Seen:
        """Read the files as the app does when it starts, and as the menu and the archive do after it."""
        seen, storage = Seen(), self.storage
        self.settings = storage.load_settings()
        seen.states[SETTINGS] = json.dumps(settings_to_dict(self.settings), sort_keys=True)
        startup_cleanup.remove_leftovers(storage)
        seen.states[TABLE] = storage.open_match()
        for folder in FOLDERS:
            for entry in storage.list_matches(folder):
                try:
                    name, lines, peeked, winners = storage.read_match(entry.id, _told, folder)
                    seen.matches.append(Found(name, folder, lines, entry.id, peeked, winners))
                except OSError:
                    seen.unread.append(entry.id)
        known = statistics_store.read_matches(storage)
        statistics_store.list_missing(storage, known)
        return seen

    def look_at_statistics(self) -> dict[str, FinishedMatch]:
        """Open the page of statistics, which adds missing entries of finished matches."""
        known = statistics_store.read_matches(self.storage)
        made = [
            run_to_end(statistics_store.make_entry(self.storage, one))
            for one in statistics_store.list_missing(self.storage, known)
        ]
        new = [one for one in made if one is not None]
        if new:
            statistics_store.add_matches(self.storage, new)
        return known | {one.id: one for one in new}

    def close(self) -> None:
        """Retry failed writes as on closing the app, and promise what could be written."""
        for session in self._open:
            self.storage.release(session.id)
        waited = set(self.storage.pending)
        self.storage.write_pending()
        newest = {noted.key: noted.state for noted in self.diary}
        for key, path in self._places.items():
            if path in waited:
                self.promise(key, newest[key], path)

    # --- matches

    def open(self, match_id: str, folder: Folder = "matches") -> Session | None:
        """Open a match by its bookmark, with a second attempt after a failure; return None if that fails as well."""
        if folder == "matches":
            self.storage.claim(match_id)
        for _ in range(2):
            with suppress(OSError):
                session = run_to_end(
                    self.storage.reading_match(match_id, lambda text: Session.load_in_steps(match_id, text), folder)
                )
                self.lay(session)
                return session
        self.storage.release(match_id)
        return None

    def lay(self, session: Session) -> None:
        """Put the match on the table, and note it as the one the next start resumes while it isn't over."""
        session.claim(self.storage)
        self._open.append(session)
        if session.match.outcome() is not None or session.is_elsewhere:
            return
        path = self.storage.data / "open.txt"
        self.begin(TABLE, session.id, path)
        begun = self.diary[-1]
        session.set_current(self.storage)
        if self.diary[-1] == begun:
            self.promise(TABLE, session.id, path)
        else:  # meanwhile another window has laid there what it has: whose was written last, lies there
            self.begin(TABLE, session.id, path)

    def save(self, session: Session) -> None:
        match = session.match
        name, folder = name_of(session), _folder(session)
        state = (folder, tuple(list_written_plies(session.text())))
        path = self._match(folder, session.id)
        self.begin(name, state, path)
        session.save(self.storage)
        if self._taken_over(session):
            return
        if match.outcome() is not None or match.position.to_move != NATURE:
            self.promise(name, state, path)

    def play(self, session: Session, plies: int = 1) -> None:
        for _ in range(plies):
            position = session.match.position
            if position.to_move == NATURE:
                session.match.play_chance(rng=Random(len(session.match.plies)))
            else:
                session.match.play(position.legal_moves()[0])
            self.save(session)

    def resign(self, session: Session, seat: int = 0) -> None:
        session.match.force_end("resigned", seat)
        session.score_result()
        self.save(session)

    def undo_end(self, session: Session) -> None:
        """Undo the end of a match, which makes its review obsolete."""
        name, path = name_of(session), self._match("matches", session.id)
        session.match.undo(session.persons)
        state = ("matches", tuple(list_written_plies(session.text())))
        self.begin(f"review {session.id}", None)
        self.begin(name, state, path)
        session.reopen(self.storage)
        if not self._taken_over(session):
            self.promise(name, state, path)
        self.save(session)

    def _taken_over(self, session: Session) -> bool:
        """Whether another window has the match: then nothing of what was just begun may ever be there."""
        if session.is_elsewhere:
            name = name_of(session)
            newest = max(number for number, noted in enumerate(self.diary) if noted.key == name)
            del self.diary[newest]
            self._places.pop(name, None)
        return session.is_elsewhere

    def take_over(self) -> None:
        """Take over the unfinished matches from the windows in which they are open, and continue them."""
        for entry in self.storage.list_matches():
            self.storage.claim(entry.id, takes_over=True)
            session = self.open(entry.id)
            if session is not None and session.match.outcome() is None:
                self.play(session)

    def delete(self, name: str, match_id: str, folder: Folder) -> None:
        """Delete a match, which is promised once none of its files is left."""
        self.begin(name, GONE)
        if folder == "matches":
            self.storage.delete_match(match_id)
        else:
            self.begin(f"review {match_id}", None)
            self.storage.delete_finished(match_id)
        path = self._match(folder, match_id)
        if not {path.name, backup_of(path).name} & set(_LISTED(path.parent)):
            self.promise(name, GONE)

    def _match(self, folder: Folder, match_id: str) -> Path:
        return self.storage.data / folder / f"{match_id}.tablier"

    # --- everything else

    def choose(self, volume: int) -> None:
        self.settings.volume = volume
        before = next((json.loads(str(one.state)) for one in reversed(self.diary) if one.key == SETTINGS), None)
        state = json.dumps((before or settings_to_dict(self.settings)) | {"volume": volume}, sort_keys=True)
        path = self.storage.config / "settings.json"
        self.begin(SETTINGS, state, path)
        self.storage.save_settings(self.settings)
        self.promise(SETTINGS, state, path)

    def solve(self, task: str) -> None:
        path = self.storage.data / "puzzles.json"
        self.begin(f"task {task}", True, path)
        Progress(self.storage, "puzzles").mark_done("ducart", task)
        self.promise(f"task {task}", True, path, backup_of(path))

    def review(self, match_id: str, text: str) -> None:
        key, path = f"review {match_id}", self.storage.data / "reviews" / f"{match_id}.json"
        self.begin(key, text, path)
        self.storage.keep_review(match_id, text)
        self.promise(key, text, path)


def name_of(session: Session) -> str:
    """Return the name by which a match is known whatever its id."""
    return session.players[0].name


def _folder(session: Session) -> Folder:
    return "matches" if session.match.outcome() is None else "finished"


def _players(name: str) -> tuple[Player, Player]:
    return Player("person", name), Player("person", "Bert")


@cache
def _told(text: str) -> tuple[str, tuple[str, ...], bool, tuple[int, ...]]:
    """Return name, plies, whether the seed is readable, and the winners of a record. Raises ValueError for other
    texts."""
    session = Session.load("told", text)
    outcome = session.match.outcome()
    told = sealed_chance.SEED in session.record.extra and outcome is None
    return name_of(session), tuple(list_written_plies(text)), told, () if outcome is None else outcome.winners


# --- the homes in which stories begin

GOING, OVER, THROWN = "2026-01-01-100000-1", "2026-01-02-100000-1", "2026-01-03-100000-1"


def _home(person: Person) -> None:
    person.settings = Settings(**{**vars(CHOSEN), "volume": 20})
    person.choose(20)
    person.choose(CHOSEN.volume)
    person.solve("old")
    going = _begun(person, "Going", GOING)
    person.play(going, 3)
    over = _begun(person, "Over", OVER)
    person.play(over, 2)
    person.resign(over)
    person.review(OVER, "an old review")
    person.lay(going)


def _dice_home(person: Person) -> None:
    """Make the same home, and a match with sealed dice."""
    _home(person)
    thrown = _begun(person, "Thrown", THROWN, dice=True)
    person.play(thrown, 4)


def _uncounted_home(person: Person) -> None:
    """Make a home with finished matches that the statistics lack."""
    _home(person)
    other = _begun(person, "Other", THROWN)
    person.play(other, 2)
    person.resign(other)
    for path in person.storage.data.glob("statistics*"):
        path.unlink()


def _left_home(person: Person) -> None:
    """Make a home in which a power cut has left a finished match among the unfinished ones as well."""
    _home(person)
    left = _begun(person, "Left", THROWN)
    person.play(left, 3)
    path = person.storage.data / "matches" / f"{THROWN}.tablier"
    text = path.read_text(encoding="utf-8")
    person.resign(left)
    path.write_text(text, encoding="utf-8")


def _bare(person: Person) -> None:
    """Do nothing: in an empty home, without its folder, or after the start."""


def _begun(person: Person, name: str, match_id: str = "", dice: bool = False) -> Session:
    game = DICE if dice else GAME
    session = Session.begin(person.storage, game, game.play.options(), _players(name), rng=Random(1))
    session.id = match_id or session.id
    if dice:
        extra = {**session.record.extra, **sealed_chance.headers_of(SEED, is_over=False)}
        session.record = replace(session.record, extra=extra)
    return session


# --- the stories


def _in(match_id: str, script: str, folder: Folder = "matches") -> Callable[[Person], None]:
    """Return a story in which a match is opened, if it can be, before methods of the person with a number."""

    def tell(person: Person) -> None:
        session = person.open(match_id, folder)
        for name, *number in map(str.split, script.split("; ") if session is not None else ()):
            getattr(person, name)(session, *map(int, number))

    return tell


def _first(person: Person) -> None:
    session = _begun(person, "First")
    person.lay(session)
    person.play(session, 2)
    person.choose(40)


def _settings(person: Person) -> None:
    person.choose(40)
    person.choose(50)


def _review(person: Person) -> None:
    person.storage.load_review(OVER)
    person.review(OVER, "a new review")


def _tasks(person: Person) -> None:
    person.solve("new")
    person.solve("newer")


def _rematch(person: Person) -> None:
    session = person.open(GOING)
    if session is not None:
        person.resign(session)
        for name in ("Again", "Once more"):
            session = session.rematch(person.storage)
            session.record = replace(session.record, players=_players(name))
            person.lay(session)
            person.play(session)
            person.resign(session)


def _elsewhere(person: Person) -> None:
    for _ in range(2):
        session = _begun(person, "Elsewhere")
        session.match.force_end("resigned", 0)
        session.score_result()
        session.id = f"{OPENED}0123456789abcdef"
        person.save(session)


class Story(NamedTuple):
    home: Callable[[Person], None]
    tell: Callable[[Person], object]


STORIES: Final[Mapping[str, Story]] = {
    "start": Story(_left_home, _bare),
    "first": Story(_bare, _first),
    "turn": Story(_home, _in(GOING, "play 2")),
    "finish": Story(_home, _in(GOING, "play; resign")),
    "undo": Story(_home, _in(GOING, "resign; undo_end; play")),
    "refinish": Story(_home, _in(GOING, "resign; undo_end; resign 1")),
    "reopen": Story(_home, _in(OVER, "undo_end; play", "finished")),
    "dice": Story(_dice_home, _in(THROWN, "play 3; resign")),
    "settings": Story(_home, _settings),
    "statistics": Story(_uncounted_home, Person.look_at_statistics),
    "delete": Story(_home, lambda person: person.delete("Going", GOING, "matches")),
    "throw": Story(_home, lambda person: person.delete("Over", OVER, "finished")),
    "review": Story(_home, _review),
    "tasks": Story(_home, _tasks),
    "rematch": Story(_home, _rematch),
    "elsewhere": Story(_home, _elsewhere),
}
