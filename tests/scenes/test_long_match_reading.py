"""A match of many thousand turns is read between the frames, wherever it is opened; a usual one is there at once."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock, patch

import pygame
import pytest

from rules import record
from rules.common.resumable import ResumableTask
from rules.ducart import mail
from rules.errors import RecordError
from rules.match import MAX_PLIES, Match
from scenes import start
from scenes.app.app import App
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.screens.import_export import OpenFileScene, OpenMatchScene, SaveFileScene
from scenes.screens.match_list import ArchiveScene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.open_match import describe_record_error, open_file
from scenes.screens.statistics.scene import StatisticsScene
from scenes.table.game_ui import ui_of
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.table.statistics_store import read_matches
from scenes.ui.constants import WORK_AT_ONCE_SECONDS, WORK_PORTION_SECONDS
from scenes.ui.progress_dialog import ProgressDialog, RunningTask, work_gradually
from tests.effort import by_effort
from tests.hands import EventHands, Point
from tests.scenes.driver import sentences

TICK: Final = 1 / 2048
"""Seconds that pass whenever somebody looks at the clock here, and that is once a ply."""
GIANT: Final = 3 * round(WORK_AT_ONCE_SECONDS / TICK)
"""Plies of a match that takes so long that it is told."""
CYCLE: Final = ("0 Cb1-a3 0.0", "1 Ka8^a7 0.0", "0 Ca3-b1 0.0", "1 Ka7-a8 0.0")
BROKEN: Final = "0 Cb1-h8 0.0"


def match(plies: int, last: str = "") -> str:
    head = "Tablier: 1\nGame: ducart\nOptions: hundred=endless\nSeat 0: person Anna\nSeat 1: person Bert\n"
    end = f"{last}\n" if last else ""
    over = "Result: resigned 1\n" if "resigned" in last else ""
    return head + over + "\n" + "".join(f"{line}\n" for line in islice(cycle(CYCLE), plies)) + end


class Ticking(App):
    """An app whose time passes by being looked at, so that it is counted and not measured."""

    moment = 0.0

    def now(self) -> float:
        self.moment += TICK
        return self.moment


class Tables(EventHands):
    def __init__(self, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
        self.home = home
        self.app = Ticking(Settings(language="en", window=(960, 600), animation="off"), Storage())
        self.app.on_frame = lambda work, interval: self.frames.append(self._plies())
        self.frames: list[int] = []
        self.sheets = 0
        self._read = 0
        replay = record._replay_line

        def counted(*given: Any) -> None:
            self._read += 1
            replay(*given)

        enter = ProgressDialog.enter

        def entered(scene: ProgressDialog[Any]) -> None:
            self.sheets += 1
            enter(scene)

        monkeypatch.setattr(record, "_replay_line", counted)
        monkeypatch.setattr(ProgressDialog, "enter", entered)

    def _plies(self) -> int:
        read, self._read = self._read, 0
        return read

    @property
    def top(self) -> Any:
        return self.app.stack.top

    def strike(self, key: int, mod: int = 0) -> None:
        super().strike(key, mod)
        self.app.frame()

    def click_at(self, pos: Point, button: int = 1) -> None:
        super().click_at(pos, button)
        self.app.frame()

    def labels(self) -> list[str]:
        return [widget.label for widget in self.top.form.iter_widgets()]

    def until_read(self) -> None:
        for _ in range(MAX_PLIES):
            if not isinstance(self.top, ProgressDialog):
                return
            self.app.frame()
        raise AssertionError("it never came to that")

    def keep(self, shelf: str, text: str, name: str = "giant.tablier") -> None:
        (self.home / shelf).mkdir(exist_ok=True)
        (self.home / shelf / name).write_text(text, encoding="utf-8")

    def files(self) -> dict[str, bytes]:
        paths = [path for path in self.home.rglob("*") if path.is_file() and path.suffix != ".log"]
        paths = [path for path in paths if path.name != ".turn"]
        return {str(path): path.read_bytes() for path in paths}


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Tables]:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("TABLIER_HOME", str(home))
    one = Tables(monkeypatch, home)
    monkeypatch.setattr("scenes.screens.import_export._documents_folder", lambda: tmp_path)
    yield one
    one.app.close()


def _bookmark(there: Tables, text: str) -> Callable[[], object]:
    there.keep("matches", text)
    there.app.stack.push(MenuScene(there.app))
    return lambda: there.strike(pygame.K_RETURN)


def _start(there: Tables, text: str) -> Callable[[], object]:
    there.keep("matches", text)
    (there.home / "open.txt").write_text("giant\n", encoding="utf-8")
    there.app.stack.push(MenuScene(there.app))
    return lambda: start._open_file_or_last_match(there.app, None)


def _archive(shelf: str) -> Callable[[Tables, str], Callable[[], object]]:
    def ready(there: Tables, text: str) -> Callable[[], object]:
        there.keep(shelf, text)
        there.app.stack.push(MenuScene(there.app))
        there.app.stack.push(ArchiveScene(there.app, shelf))
        return lambda: there.strike(pygame.K_RETURN)

    return ready


def _file(there: Tables, text: str) -> Path:
    path = there.home.parent / "theirs.tablier"
    path.write_text(text, encoding="utf-8")
    there.app.stack.push(MenuScene(there.app))
    return path


def _chosen(there: Tables, text: str) -> Callable[[], object]:
    path = _file(there, text)
    there.app.stack.push(OpenMatchScene(there.app))
    scene = OpenFileScene(there.app)
    there.app.stack.push(scene)
    return lambda: scene.on_file_chosen(path)


def _pasted(there: Tables, text: str) -> Callable[[], object]:
    there.app.stack.push(MenuScene(there.app))
    there.app.stack.push(OpenMatchScene(there.app))

    def paste() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("scenes.screens.import_export.clipboard_text", lambda: text)
            there.strike(pygame.K_RETURN)

    return paste


def _dropped(there: Tables, text: str) -> Callable[[], object]:
    path = _file(there, text)

    def drop() -> None:
        there.post(pygame.DROPFILE, file=str(path))
        there.app.frame()

    return drop


def _dropped_onto_a_match(there: Tables, text: str) -> Callable[[], object]:
    drop = _dropped(there, text)
    there.app.stack.push(MatchScene(there.app, Session.load("other", match(6))))
    return drop


def _named(there: Tables, text: str) -> Callable[[], object]:
    path = _file(there, text)
    return lambda: start._open_file_or_last_match(there.app, path)


Way = Callable[[Tables, str], Callable[[], object]]
FROM_ELSEWHERE: Final[dict[str, Way]] = {
    "a file that is chosen": _chosen,
    "the clipboard": _pasted,
    "a file that is dropped": _dropped,
    "a file that is dropped onto a match": _dropped_onto_a_match,
    "a file that is named at the start": _named,
}
WAYS: Final[dict[str, Way]] = {
    "a bookmark": _bookmark,
    "the match that lay open": _start,
    "the archive, under way": _archive("matches"),
    **FROM_ELSEWHERE,
}


def plies_on_the_table(there: Tables) -> int:
    assert isinstance(there.top, MatchScene)
    return len(there.top.match.plies)


def read_between_frames(there: Tables, plies: int) -> None:
    assert isinstance(there.top, ProgressDialog) and there.sheets == 1
    there.frames.clear()
    there.app.frame()
    there.until_read()
    rest = plies - round(WORK_AT_ONCE_SECONDS / TICK) - 2
    most = round(WORK_PORTION_SECONDS / TICK) + 1
    assert max(there.frames[1:]) <= most
    assert len(there.frames) >= rest / most
    assert plies_on_the_table(there) == plies


@pytest.mark.parametrize(
    ("way", "over"),
    [*((way, False) for way in WAYS), *((way, True) for way in ("the archive, finished", *FROM_ELSEWHERE))],
)
def test_long_match_is_read_between_frames_and_then_opens(there: Tables, way: str, over: bool) -> None:
    ways = {**WAYS, "the archive, finished": _archive("finished")}
    ways[way](there, match(GIANT, "0 resigned 0.0" if over else ""))()
    read_between_frames(there, GIANT)
    assert (there.top.match.outcome() is not None) == over
    there.app.frame()


@pytest.mark.parametrize("plies", by_effort([GIANT], [GIANT, MAX_PLIES], [GIANT, MAX_PLIES]))
def test_click_beside_the_progress_dialog_and_enter_cancel_nothing(there: Tables, plies: int) -> None:
    _bookmark(there, match(plies))()
    if plies == GIANT:
        there.click_at((3, 3))
        there.strike(pygame.K_RETURN)
    read_between_frames(there, plies)


@pytest.mark.parametrize("away", ["Esc", "Cancel"])
@pytest.mark.parametrize("way", WAYS)
def test_cancelled_reading_returns_and_changes_no_file(there: Tables, way: str, away: str) -> None:
    act = WAYS[way](there, match(GIANT))
    scenes, before = list(there.app.stack.scenes), there.files()
    act()
    for _ in range(5):
        there.app.frame()
    sheet = there.top
    assert isinstance(sheet, ProgressDialog) and 0.0 < sheet._bar._fraction < 1.0
    if away == "Esc":
        there.strike(pygame.K_ESCAPE)
    else:
        (key,) = sheet.buttons
        there.click_at(key.rect.center)
    assert there.app.stack.scenes == scenes and there.files() == before
    for _ in range(5):
        there.app.frame()
    assert there.app.stack.scenes == scenes and there.files() == before and not there.app.storage.notices


@pytest.mark.parametrize("way", FROM_ELSEWHERE)
def test_damaged_long_match_is_refused_like_a_short_match(there: Tables, way: str) -> None:
    said = []
    for plies in (8, GIANT):
        there.app.stack.scenes.clear()
        text = match(plies, BROKEN)
        act = FROM_ELSEWHERE[way](there, text)
        scenes = list(there.app.stack.scenes)
        act()
        there.until_read()
        why = describe_record_error(there.app.words, _refusal(text), text)
        problem = there.app.words("exchange.bad_record", why=why)
        assert problem in there.labels() and there.app.stack.scenes[: len(scenes)] == scenes
        said.append([type(scene) for scene in there.app.stack.scenes])
    assert said[0] == said[1] and there.sheets == 1


def _refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as refused:
        Session.load("x", text)
    return refused.value


@pytest.mark.parametrize("spare", [True, False])
@pytest.mark.parametrize("shelf", ["matches", "finished"])
def test_damaged_long_match_on_file_is_set_aside_like_a_short_match(there: Tables, shelf: str, spare: bool) -> None:
    """The copy kept before takes its place, and is read in portions too."""
    told = []
    for plies in (8, GIANT):
        text = match(plies, BROKEN)
        there.keep(shelf, text)
        if spare:
            there.keep(shelf, match(plies), "giant.tablier.bak")
        there.app.storage.notices.clear()
        there.app.stack.scenes.clear()
        act = _archive(shelf)(there, text)
        act()
        there.until_read()
        assert isinstance(there.top, ArchiveScene)
        reason = str(_refusal(text))
        first, *more = sentences(there.app.storage)
        assert reason in first and len(more) == spare
        told.append([line.replace(str(plies + 8), "N") for line in more])
        kept = [path for path in (there.home / shelf).iterdir() if "unreadable" in path.name]
        assert any(path.read_text(encoding="utf-8") == text for path in kept)
        assert (there.home / shelf / "giant.tablier").exists() == spare
        for path in kept:
            path.unlink()
    assert told[0] == told[1] and there.sheets == 1


def test_cancelled_reading_of_the_backup_leaves_the_damaged_file(there: Tables) -> None:
    there.keep("matches", match(GIANT), "giant.tablier.bak")
    act = _archive("matches")(there, match(GIANT, BROKEN))
    before = there.files()
    act()
    shares = [0.0]
    while there.top._task.progress >= shares[-1]:
        shares.append(there.top._task.progress)
        there.app.frame()
    assert shares[-1] > 0.9 > there.top._task.progress  # the copy's turn has come
    there.strike(pygame.K_ESCAPE)
    assert isinstance(there.top, ArchiveScene) and there.files() == before and not there.app.storage.notices


@pytest.mark.parametrize("plies", [2, 200, round(WORK_AT_ONCE_SECONDS / TICK * 1.8)])
@pytest.mark.parametrize("way", WAYS)
def test_short_match_opens_at_once(there: Tables, way: str, plies: int) -> None:
    act = WAYS[way](there, match(plies))
    there.frames.clear()
    act()
    assert plies_on_the_table(there) == plies
    assert there.sheets == 0 and len(there.frames) <= 1


def test_file_dropped_during_reading_replaces_the_first(there: Tables) -> None:
    _bookmark(there, match(GIANT))()
    assert isinstance(there.top, ProgressDialog)
    path = there.home.parent / "short.tablier"
    path.write_text(match(6), encoding="utf-8")
    open_file(there.app, path)
    assert plies_on_the_table(there) == 6
    assert not any(isinstance(scene, ProgressDialog) for scene in there.app.stack.scenes)


def test_cancelled_task_is_closed(there: Tables) -> None:
    ends: list[str] = []

    def work() -> ResumableTask[str]:
        try:
            for _ in range(10_000):
                yield 0.1
        finally:
            ends.append("closed")
        return "done"

    there.app.stack.push(MenuScene(there.app))
    assert not work_gradually(there.app, work(), ends.append)
    there.app.stack.pop()
    assert ends == ["closed"]


def test_portion_of_work_stops_at_its_time_limit(there: Tables) -> None:
    done: list[int] = []

    def work() -> ResumableTask[None]:
        for number in range(1000):
            done.append(number)
            yield number / 1000

    reading = RunningTask(there.app, work())
    assert not reading.work_on(10 * TICK) and len(done) == 10 and reading.progress == 9 / 1000
    assert not reading.work_on(10 * TICK) and len(done) == 20


def test_statistics_read_a_long_match_in_portions(there: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Luck is found by replaying, where there is any."""
    lucky = replace(ui_of("double-draughts"), luck=lambda positions: (0.25, -0.25))
    monkeypatch.setattr("scenes.table.statistics_store.ui_of", lambda key: lucky)
    there.keep("finished", match(GIANT, "0 resigned 0.0"))
    there.app.stack.push(MenuScene(there.app))
    there.app.stack.push(StatisticsScene(there.app))
    there.frames.clear()
    while there.top.wait_seconds() == 0.0:
        there.app.dirty()
        there.app.frame()
    assert max(there.frames) <= GIANT / 10 and len(there.frames) >= 10
    assert [played.luck for played in read_matches(there.app.storage).values()] == [(0.25, -0.25)]


def test_match_is_written_only_in_the_chosen_format(there: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: before the folder was shown the match was written in all formats that there are."""
    written = Mock(wraps=mail.check_code)
    monkeypatch.setattr(mail, "check_code", written)
    there.app.stack.push(MenuScene(there.app))
    table = MatchScene(there.app, Session.load("other", match(8)))
    there.app.stack.push(table)
    table.act("save-file")
    assert isinstance(there.top, SaveFileScene) and not written.called
    there.top._write_file(there.home.parent / "letter.mail")
    assert written.call_count == 8
    assert len((there.home.parent / "letter.mail").read_text(encoding="utf-8").splitlines()) == 8


def test_lines_of_mail_count_the_turns_once() -> None:
    """Bug: the time grew with the square of the turns; 20 000 would have taken a quarter of an hour."""
    session = Session.load("other", match(60))
    with patch.object(Match, "turns", autospec=True, side_effect=Match.turns) as counted:
        assert len(session.record_writers()[".mail"]().splitlines()) == 60
    assert counted.call_count == 1


def letter_for(there: Tables, monkeypatch: pytest.MonkeyPatch, plies: int) -> None:
    there.app.stack.push(MenuScene(there.app))
    there.app.stack.push(MatchScene(there.app, Session.load("here", match(2))))
    lines = Session.load("there", match(plies)).record_writers()[".mail"]()
    monkeypatch.setattr("scenes.table.mail.clipboard_text", lambda: lines)
    there.top.act("paste-turn")


def test_long_letter_is_read_between_frames(there: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    letter_for(there, monkeypatch, mail.MOST_TURNS)
    there.frames.clear()
    assert isinstance(there.top, ProgressDialog)
    there.until_read()
    assert (
        len(there.frames) >= (mail.MOST_TURNS - WORK_AT_ONCE_SECONDS / TICK) / (WORK_PORTION_SECONDS / TICK + 1) - 1
    )
    assert plies_on_the_table(there) == mail.MOST_TURNS and there.sheets == 1


def test_too_long_letter_is_refused(there: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: all its turns were then played in one frame."""
    letter_for(there, monkeypatch, mail.MOST_TURNS + 3)
    there.until_read()
    assert there.app.words("mail.many", n=mail.MOST_TURNS) in there.labels()
    there.strike(pygame.K_ESCAPE)
    assert plies_on_the_table(there) == 2
