"""Damaged and hostile texts: every reader reads or refuses them in a sentence (at length: `tests.soak fuzz`)."""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import pytest

from rules import GAMES, KEYS, get
from rules.__main__ import main
from rules.ai.uci_client import EngineError, External, ExternalEngine, UciHistory
from rules.clock import Control
from rules.common.quoting import shorten
from rules.common.toml import parse_toml
from rules.console import answer
from rules.errors import MailError, PositionError, RecordError, TurnError
from rules.lab import lesson_files, puzzle_files
from rules.lab.arena import ArenaPairing, standings
from rules.lab.lesson_files import LessonError
from rules.lab.standing import MatchResult, Pace, Standing
from rules.match import Match
from rules.record import Player, Record, read, read_options
from rules.search.budget import Budget
from scenes.app import words
from scenes.app.atomic_files import MOST_LEVELS
from scenes.app.game_files import game_file
from scenes.app.storage import Storage
from scenes.app.words import LANGUAGES, Words
from scenes.games.ducale.diagram_position import compose_position
from scenes.screens.learn.tasks import Progress
from scenes.screens.open_match import NotOpenedError, read_file
from scenes.screens.rulebook.pages import pages_of
from scenes.table import diagram
from scenes.table.match_summary import MatchSummary
from tests.checks import error_of, present
from tests.effort import by_effort
from tests.patience import LONGEST, within_reason
from tests.rows import rows, rows_and
from tests.scenes.driver import visit
from tests.scenes.opened import refused
from tests.soak.fuzz import corpus, fuzz
from tests.soak.mutating import mutate
from tests.soak.readers import NAMES, POSITIONS, Reader, played, readers
from tests.soak.watching import FaultError, Watch

INPUTS: Final = by_effort(60, 300, 500)
"""Damaged inputs for each reader, the same on every run; `python -m tests.soak fuzz` makes many, others each time."""
UNSHOWN: Final = "a\u202eb\x1bc\ufeff"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


@pytest.fixture(scope="module")
def watch(home: Path) -> Watch:
    """Provide a watch without a tight time limit: only the long form measures speed."""
    return Watch(home, LONGEST)


@pytest.fixture(scope="module")
def every(home: Path) -> Iterator[dict[str, Reader]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLIER_HOME", str(home))
        yield readers(home)


def shown(told: str) -> bool:
    return told.isprintable() and "\ufffd" in told


def test_every_reader_of_outside_text_is_listed(every: dict[str, Reader]) -> None:
    assert tuple(every) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_reader_accepts_or_refuses_hostile_texts(
    name: str, every: dict[str, Reader], home: Path, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLIER_HOME", str(home))
    inputs = INPUTS // by_effort(10, 1, 1) if name == "language" else INPUTS  # all words are read each time
    report = fuzz(every[name], watch, Random(name), inputs, kept=corpus(name))
    assert report.inputs > inputs
    assert not report.faults


def test_a_valid_text_is_read(every: dict[str, Reader], home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLIER_HOME", str(home))
    for reader in every.values():
        for text in reader.seeds[: 1 if reader.name.startswith("turn-") else 3]:
            reader.read(text)


# --- what the watch sees


def test_the_watch_finds_wrong_errors_wrong_files_and_bad_sentences(watch: Watch, tmp_path: Path) -> None:
    def fails(text: str) -> None:
        raise KeyError(text)

    def writes(text: str) -> None:
        (tmp_path / text).write_text(text)

    def mutters(text: str) -> None:
        raise RecordError(0, text)

    for read_it, text in ((fails, "x"), (writes, "x"), (mutters, "no full stop"), (mutters, "An escape \x1b.")):
        with pytest.raises(FaultError):
            watch.call(read_it, text, (RecordError,))
    assert watch.call(mutters, "A sentence.", (RecordError,)) == "RecordError A sentence."
    assert watch.call(str, "x", ()) is None


# --- what was found


def record(**more: str) -> str:
    head = {"Tablier": "1", "Game": "ducart", **more}
    return "".join(f"{name}: {value}\n" for name, value in head.items()) + "\n"


@rows
def test_a_wrong_record_is_refused_in_printable_characters(text: str) -> None:
    assert shown(str(error_of(RecordError, read, text, GAMES)))


def test_wrong_options_clocks_players_cards_and_letters_are_refused_printably() -> None:
    ducart, ducale = get("ducart"), get("ducale")
    start = json.loads(ducale.play.start(ducale.play.options(), 2).text())
    match, mail = Match(ducart.play), present(ducart.text.mail, "mail")
    match.play(ducart.text.read_turn(match.position, "Wd2-d3")[0])
    for error in (
        error_of(ValueError, read_options, ducart.play.options, UNSHOWN),
        error_of(ValueError, Control.read, UNSHOWN),
        error_of(ValueError, Player.read, UNSHOWN),
        error_of(ValueError, compose_position, {"hand": UNSHOWN}),
        error_of(PositionError, ducale.text.read, json.dumps(start | {UNSHOWN: 1})),
        error_of(MailError, mail.read, match, "1g:Wd2-\x1bd4#0000"),
    ):
        assert shown(str(error)), error
    assert shown(shorten(UNSHOWN, 40))


def test_a_transcript_and_a_letter_of_too_many_turns_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ducart = get("ducart")
    text = ducart.text.formats[0].write(Record(played(ducart, 1, 5), (Player(), Player())))
    assert len(ducart.text.formats[0].read(text, ducart.play).match.plies) == 5
    monkeypatch.setattr("rules.ducart.records.MOST_TURNS", 4)
    with pytest.raises(RecordError, match="more than 4 turns"):
        ducart.text.formats[0].read(text, ducart.play)
    with pytest.raises(RecordError, match="more than 1500 lines"):
        ducart.text.formats[1].read("1g:Wd2-d3#0000\n" * 1501, ducart.play)


def test_turns_of_a_transcript_are_counted_without_clock_events() -> None:
    ducart = get("ducart")
    match = Match(ducart.play, replace(ducart.play.options(), timed=True))
    for word in ("Wd2-d3", "hour Wd7-d6", "Wa2-a3", "time", "Wb2-b3"):
        for move in ducart.text.read_turn(match.position, word):
            match.play(move)
    text = ducart.text.formats[0].write(Record(match, (Player(), Player())))
    assert ducart.text.formats[0].read(text, ducart.play).match.position == match.position
    with pytest.raises(RecordError, match="Gold's turn 3"):
        ducart.text.formats[0].read(text.replace("Wb2-b3", "Wb2-b4"), ducart.play)


TASK: Final = """[[task]]
id = "one"
start = true
[[task.step]]
turns = ["Wd2-d3"]
"""


@rows_and((TASK, "task = " + "[" * 5000), (TASK, "task = 1" + "0" * 5000))
def test_a_lesson_of_the_wrong_kinds_of_values_is_refused(there: str, instead: str) -> None:
    assert there in TASK and lesson_files.read_checked(TASK, get("ducart"))
    error_of(LessonError, lesson_files.read_checked, TASK.replace(there, instead), get("ducart"))


PUZZLE: Final = "[[puzzle]]\nposition = 'x'\nwin = 2\nmissed = 5\nlines = ['a1']\n"


@rows_and(
    (PUZZLE, "a = " + "[" * 5000),
    (PUZZLE, "a = 1" + "0" * 5000),
    ("['a1']", json.dumps(["  " * depth + "a" for depth in range(1500)])),
)
def test_a_puzzle_of_the_wrong_kinds_of_values_is_refused(there: str, instead: str) -> None:
    assert there in PUZZLE and puzzle_files.read_checked(PUZZLE)
    error_of(puzzle_files.PuzzleError, puzzle_files.read_checked, PUZZLE.replace(there, instead))


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 5000, "a = 1" + "0" * 5000, "a = ", "a" * 9 + "\x1b", "a." * 60 + "a = 1"]
)
def test_invalid_toml_is_a_value_error_in_printable_characters(text: str) -> None:
    with pytest.raises(ValueError) as refused:
        parse_toml(text)
    assert type(refused.value) is ValueError and str(refused.value).isprintable()


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(words, "_FOLDER", tmp_path)
    monkeypatch.setattr(Words, "strict", False)

    def say(data: bytes, key: str, **facts: Any) -> str:
        (tmp_path / "en.toml").write_bytes(data)
        return Words("en")(key, **facts)

    return say


@pytest.mark.parametrize("damage", [b"x =", b"x = \xff", b"x = 1" + b"0" * 5000, b"x = " + b"[" * 5000])
def test_intact_tables_of_damaged_words_are_still_used(damage: bytes, spoken: Any) -> None:
    text = b"[bad]\n" + damage + b'\n[good]\nx = "yes"\n'
    assert spoken(text, "good.x") == "yes"
    assert spoken(text, "bad.y") == "bad.y"


@pytest.mark.parametrize("place", ["{n:>999999999}", "{n.real}", "{n[0]}", "{n!r}", "{n:{n}}"])
def test_words_with_complex_placeholders_are_not_used(place: str, spoken: Any) -> None:
    assert spoken(f'[a]\nx = "{place}"\n'.encode(), "a.x", n=5) == "a.x"


@pytest.mark.parametrize("code", LANGUAGES)
def test_all_words_have_simple_placeholders(code: str) -> None:
    own = Path(words.__file__).parent / "words" / f"{code}.toml"
    files = [own, *(game_file(key, f"words.{code}.toml") for key in KEYS)]
    assert [
        file for file in files if file.is_file() and words.UNSAFE_PLACEHOLDER.search(file.read_text(encoding="utf-8"))
    ] == []


def test_a_diagram_searches_for_turns_in_a_limited_number_of_words() -> None:
    asked = []

    def read_turn(position: Any, text: str) -> Any:
        asked.append(text)
        raise TurnError("SYNTAX", "It is none.")

    draughts = get("double-draughts")
    draughts = replace(draughts, text=replace(draughts.text, read_turn=read_turn))
    start = draughts.play.start(draughts.play.options(), 2).text()
    with pytest.raises(TurnError):
        diagram.read_diagram(draughts, f"position: {start}\nplays: {'x ' * 10_000}")
    assert len(asked) == diagram.MAX_TURN_WORDS


def test_pages_with_unclosed_pictures_and_diagrams_are_read() -> None:
    with within_reason():
        assert pages_of("```diagram\n" * by_effort(20_000, 200_000, 200_000), "Rules")
        assert pages_of("![" * by_effort(50_000, 500_000, 500_000), "Rules")


@pytest.mark.parametrize("result", ["", "no-pieces x", "no-pieces -1", "no-pieces ٣", "no-pieces 1000"])
def test_an_invalid_result_is_refused_in_lists(result: str) -> None:
    with pytest.raises(RecordError, match="is no result"):
        MatchSummary.read(record(Result=result))


def test_a_result_is_read_in_lists() -> None:
    assert MatchSummary.read(record(Result="no-pieces 0 1")).winners == (0, 1)
    assert MatchSummary.read(record(Result="agreed")).winners == ()


@pytest.mark.parametrize("depth", [MOST_LEVELS, 600])
def test_too_deeply_nested_data_is_set_aside(depth: int) -> None:
    kept = Storage()
    kept.data.mkdir(parents=True)
    deep = '{"x":' * depth + "1" + "}" * depth
    (kept.data / "settings.json").write_text(f'{{"setups": {{"y": {deep}}}, "zzz": {deep}}}')
    (kept.data / "lessons.json").write_text(f'{{"zzz": {deep}}}')
    settings = kept.load_settings()
    assert settings.setups == {} and settings.unknown == {}
    kept.save_settings(settings)
    assert Progress(kept, "lessons").mark_done("ducart", "one")
    assert [notice.key for notice in kept.notices] == ["storage.settings_unreadable", "storage.data_unreadable"]
    assert len(list(kept.data.glob("*.unreadable-1"))) == 2


def test_data_of_allowed_depth_is_kept() -> None:
    kept = Storage()
    kept.data.mkdir(parents=True)
    deep = '{"x":' * (MOST_LEVELS - 2) + "1" + "}" * (MOST_LEVELS - 2)
    (kept.data / "lessons.json").write_text(f'{{"zzz": {deep}}}')
    assert "zzz" in kept.load_data("lessons")
    assert kept.notices == []


class Named:
    """Stands in for an engine that says a name and ends."""

    def __init__(self, name: str) -> None:
        self._lines = [f"id name {name}", "uciok"]

    def send_line(self, line: str) -> None:
        pass

    def read_line(self, seconds: float) -> str:
        return self._lines.pop(0)

    def end(self, last_line: str | None = None) -> None:
        pass


def test_the_name_of_an_engine_is_printable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.ai.uci_client.Program", lambda command: Named(f"Fairy{UNSHOWN}"))
    duck = get("duck-chess")
    engine = ExternalEngine(External("engine"), "duck-chess")
    past = UciHistory.of(duck, duck.play.start(duck.play.options(), 2), ())
    assert shown(str(error_of(EngineError, engine.choose, past, Budget(1)))) and shown(engine.name)


# --- the console and the arena


def answered(question: object) -> str:
    told = answer(question)["error"]
    assert isinstance(told, str)
    return told


def test_a_wrong_question_is_answered_in_printable_characters() -> None:
    """Bug: the sentence quoted escapes and halves of letters."""
    assert shown(answered({"game": UNSHOWN}))
    assert shown(answered({"game": "ducart", "ask": UNSHOWN}))
    assert shown(answered({"game": "ducart", "ask": "play", "turns": [UNSHOWN, "x"]}))


def test_a_wrong_command_is_refused_in_printable_characters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for arguments in ([UNSHOWN], ["turns", UNSHOWN], ["turns", "ducart", "x" * 5000 + UNSHOWN]):
        with pytest.raises(SystemExit) as end:
            main(arguments)
        complaint = capsys.readouterr().err
        assert end.value.code == 2 and len(complaint) < 1200
        assert complaint.removesuffix("\n").isprintable() and complaint.endswith(".\n")


MATCH: Final[dict[str, Any]] = {
    **asdict(ArenaPairing("ducart", "3", "2", "random")),
    **MatchResult(4, "repetition", (0,), "8/8", ("Wd2-d3",), (Pace(1, 0.5, 0.5), Pace(1, 0.1, 0.1))).data(),
}


def of_arena(folder: Path, *lines: str) -> list[tuple[ArenaPairing, Standing]]:
    file = folder / "matches"
    file.write_text("\n".join(lines), encoding="utf-8", errors="surrogatepass")
    return standings([file])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(
            ("game", 1),
            ("a", UNSHOWN),
            ("options", 1),
            ("openings", None),
            ("seconds", "1"),
            ("seconds", float("nan")),
        ),
        *(("resign", {}), ("seats", 2.5), ("number", float("inf")), ("number", -1), ("number", 10**400)),
        *(("winners", ["x"]), ("winners", [-1]), ("reason", 1), ("fault", None), ("turns", 1)),
        ("paces", [{"turns": 1, "spent": 10**400, "slowest": 0.0}]),
        ("paces", [{"turns": 1, "spent": 0.0, "slowest": []}]),
        ("paces", [{"turns": True, "spent": 0.0, "slowest": 0.0}]),
        ("paces", [{}]),
    ],
)
def test_an_invalid_line_of_a_file_of_matches_is_skipped(name: str, value: Any, tmp_path: Path) -> None:
    """Bug: numbers of the wrong kind were taken, and adding up fell over them."""
    ((pairing, standing),) = of_arena(tmp_path, json.dumps(MATCH), json.dumps(MATCH | {"number": 5, name: value}))
    assert pairing.game == "ducart" and standing.matches == 1 and str(standing)


def test_a_too_deeply_nested_line_among_matches_is_skipped(tmp_path: Path) -> None:
    """Bug: RecursionError."""
    assert of_arena(tmp_path, "[" * 100_000, json.dumps(MATCH))[0][1].matches == 1


def test_faults_are_reported_in_printable_characters(tmp_path: Path) -> None:
    ((_, standing),) = of_arena(tmp_path, json.dumps(MATCH | {"fault": UNSHOWN, "reason": UNSHOWN, "winners": []}))
    assert all(line.isprintable() for line in str(standing).splitlines()) and "\ufffd" in str(standing)


def test_an_impossible_file_name_is_refused_with_a_sentence() -> None:
    app: Any = SimpleNamespace(words=Words("en"))
    for path in ("a\0b", "x" * 5000):
        error_of(NotOpenedError, read_file, app, Path(path))


# --- opened in the app


def test_any_pasted_text_is_opened_or_refused_with_a_reason(every: dict[str, Reader]) -> None:
    pool = [text for name in (*POSITIONS, "record", "format-pgn", "format-mail") for text in every[name].seeds]
    rng, driver, opened = Random(1), visit((960, 600)), 0
    try:
        for text in [*pool[:: by_effort(18, 9, 9)], *(mutate(rng, pool) for _ in range(by_effort(60, 200, 200)))]:
            said = refused(driver.app, text)
            opened += said is None
            driver.frames(1)
            assert said is None or said.isprintable()
    finally:
        driver.app.close()
    assert opened > 5
