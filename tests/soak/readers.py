"""Every reader of text in the app, with valid texts and the errors that it may raise.

A reader here does what the app does with the text: reads it, and looks at what came of it as the app would at once.
What is kept in files is written into one and read by `Storage`, as it would be at a start.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, partial
from pathlib import Path
from random import Random
from time import localtime
from typing import Any, Final
from unittest.mock import patch

import rules
from rules import abilities
from rules.ai import uci_client, uci_server
from rules.ai.uci_client import EngineError, External, ExternalEngine, UciHistory
from rules.contract import NATURE, Position
from rules.errors import MailError, PositionError, RecordError, TurnError
from rules.game import Game
from rules.lab import lesson_files, puzzle_files
from rules.lab.lesson_files import LessonError
from rules.match import Match
from rules.record import Player, Record, is_record, write
from rules.search.budget import Budget
from rules.teaching import review as hindsight
from scenes.app import words as words_module
from scenes.app.atomic_files import read_whole
from scenes.app.game_files import game_file
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.screens.learn.tasks import LESSONS, PUZZLES, Progress
from scenes.screens.rulebook.pages import Query, find_hits, find_passage, page_text, pages_of
from scenes.screens.setup.match_setup import MatchSetup
from scenes.screens.statistics.figures import Figures, as_csv, names_of, pairings, weeks
from scenes.table import diagram, statistics_store
from scenes.table.external_engines import HEADER, Limit
from scenes.table.match_summary import MatchSummary
from scenes.table.record_headers import read_pace
from scenes.table.session import Session
from scenes.table.statistics_entry import FinishedMatch, player_matches
from tests.soak import commands

POSITIONS: Final = {
    "ddfen": "double-draughts",
    "fen": "duck-chess",
    "ud1": "unstacked-draughts",
    "dfen": "ducart",
    "ducale-state": "ducale",
}
"""Reader -> the game whose positions it reads."""
EXACT: Final = ("ddfen", "ud1", "dfen")
"""Readers of positions that have only one spelling."""
NAMES: Final = (
    *("ddfen", "fen", "ud1", "dfen", "ducale-state"),
    *("turn-double-draughts", "turn-duck-chess", "turn-unstacked-draughts", "turn-ducart", "turn-ducale"),
    *("record", "archive", "format-pgn", "format-ud1-log", "format-ducart"),
    *("format-mail", "mail", "format-ducale-record", "settings", "statistics"),
    *("progress", "review", "lessons", "puzzles", "rulebook"),
    *(
        "diagram-double-draughts",
        "diagram-duck-chess",
        "diagram-unstacked-draughts",
        "diagram-ducart",
        "diagram-ducale",
    ),
    *("language", "uci-replies", "uci-commands", "query"),
    *("batch", "console", "arena-player", "arena-part", "arena-matches"),
    *("table", "match-file", "path", "environment"),
)
"""The names of all readers, in order."""
TODAY: Final = date(2026, 11, 21)
SEED: Final = 7
"""The seed of the matches from which valid texts are made."""


@dataclass(frozen=True)
class Reader:
    """A reader of text: `read` returns, or raises one of `refusals`."""

    name: str
    read: Callable[[str], object]
    seeds: Sequence[str]
    refusals: tuple[type[Exception], ...] = ()


def played(game: Game, seed: int, plies: int, seats: int | None = None) -> Match:
    rng = Random(seed)
    match = Match(game.play, game.play.options(), seats or game.play.seats.start)
    while len(match.plies) < plies and match.outcome() is None:
        position = match.position
        moves: Sequence[Any] = ()
        if position.to_move != NATURE or not abilities.has_chance(position):
            moves = position.legal_moves()
        if moves:
            match.play(rng.choice(moves))
        elif position.to_move == NATURE:
            match.play_chance(rng=rng)
        else:
            while match.take_back() is not None:
                pass
    return match


def readers(home: Path) -> dict[str, Reader]:
    """Return all readers by name. `home` is the folder of `TABLIER_HOME`, in which files are written."""
    files = Files(home)
    found = [
        *_positions(),
        *_turns(),
        *_records(),
        *_kept(files),
        *_learning(),
        Reader("language", files.language, _sections()),
        Reader("uci-replies", _replies, [_talk()], (EngineError,)),
        Reader("uci-commands", _commands, [_orders()], ()),
        Reader("query", _sought, ["king", "promotion 4.2", "“Qui souffle n’est pas joué”"]),
    ]
    texts = [(POSITIONS[one.name], one.seeds[-1]) for one in found if one.name in POSITIONS]
    records = next(one.seeds[0] for one in found if one.name == "record")
    found += [Reader(*told) for told in commands.told(home, texts, records)]
    return {one.name: one for one in found}


# --- positions and turns


def _positions() -> Iterator[Reader]:
    for name, key in POSITIONS.items():
        game = rules.get(key)
        texts = [game.play.start(game.play.options(), game.play.seats.start).text()]
        for seed in range(4):
            positions = played(game, SEED + seed, 60).positions
            texts += [one.text() for one in positions[5::17] if one.turn_started]

        def read(text: str, game: Game = game, exact: bool = name in EXACT) -> None:
            position = game.text.read(text)
            assert not exact or position.text() == text, "it is written otherwise"
            _look(game, position)

        yield Reader(name, read, texts, (PositionError,))


def _look(game: Game, position: Position) -> None:
    """Use a position as a table does, and check that its text reads back."""
    over = position.outcome() is not None
    position.table()
    if position.turn_started:
        again = game.text.read(position.text())
        assert again.text() == position.text(), "it reads back otherwise"
    if not over and position.to_move != NATURE:
        moves = position.legal_moves()
        abilities.forced_targets(position)
        abilities.remarks(position)
        for move in list(moves)[:3]:
            position.effects(move)
            position.play(move).outcome()
    if game.facts.view is not None and position.turn_started:
        game.facts.view(position, 0)
    editor = None if game.teach.editor is None else game.teach.editor()
    if editor is not None and position.turn_started and editor.takes(position):
        draft = editor.draft(position)
        editor.table(draft)
        try:
            again = game.text.read(editor.text(draft))
        except PositionError as problem:
            raise AssertionError(f"it can't be set up: {problem}") from None
        assert editor.text(editor.draft(again)) == editor.text(draft), "it is set up otherwise"


def _turns() -> Iterator[Reader]:
    for game in rules.GAMES:
        match = played(game, SEED, 80)
        spans = [one for one in match.turns() if match.positions[one.last].turn_started][:40]
        texts, before = [], []
        for span in spans:
            moves = [ply.move for ply in match.plies[span.first : span.last]]
            texts.append(game.text.write_turn(match.positions[span.first], moves))
            before.append(match.positions[span.first])
        places = before[:: max(1, len(before) // 4)]

        def read(text: str, game: Game = game, places: Sequence[Position] = places) -> None:
            refused, read = None, 0
            for position in places:
                try:
                    now, read = position, read + 1
                    moves = game.text.read_turn(position, text)
                    game.text.write_turn(position, moves)
                    for move in moves:
                        assert abilities.is_legal(now, move), "an illegal move was read"
                        now = now.play(move)
                except TurnError as problem:
                    assert problem.code.isupper(), "the code isn't in capitals"
                    refused, read = problem, read - 1
            if refused is not None and not read:
                raise refused

        yield Reader(f"turn-{game.key}", read, texts, (TurnError,))


# --- records


def _records() -> Iterator[Reader]:
    matches = [played(game, SEED + seed, plies) for game in rules.GAMES for seed, plies in enumerate((20, 60))]
    for match in matches[::2]:
        match.force_end("resigned", 1)
    records = []
    for match in matches:
        players = (Player("person", "Anna"), Player("computer", "", 2), *(Player(),) * (match.seats - 2))
        extra = {"Date": "2026-11-21 20:00", "Sitting": "0,1 1,0.5 2", "Spent": "3.5", HEADER: "seconds 2"}
        records.append(write(Record(match, players[: match.seats], extra)))
    hidden = played(rules.get("ducale"), SEED, 20)
    placed = Match(hidden.game, hidden.options, hidden.seats, position=hidden.positions[2])
    records += [write(Record(one, (Player(),) * one.seats), discreet=True) for one in (hidden, placed)]
    yield Reader("record", _load, records, (RecordError,))
    yield Reader("archive", _listed, records[::2], (RecordError,))
    for game in rules.GAMES:
        for form in game.text.formats:
            ends = [played(game, SEED + seed, plies) for seed, plies in enumerate((8, 30, 100))]
            texts = [form.write(Record(match, (Player(),) * match.seats)) for match in ends]

            def read(text: str, game: Game = game, form: Any = form) -> None:
                is_record(text, rules.GAMES)
                record = form.read(text, game.play)
                again = form.read(form.write(record), game.play).match
                whole = [
                    ply.move for span in record.match.turns() for ply in record.match.plies[span.first : span.last]
                ]
                assert [ply.move for ply in again.plies] == whole[: len(again.plies)], "it reads back otherwise"
                assert again.outcome() == record.match.outcome(), "it ends otherwise"

            yield Reader(f"format-{form.key}", read, texts, (RecordError,))
        if game.text.mail is not None:
            yield _letters(game)


def _letters(game: Game) -> Reader:
    assert game.text.mail is not None
    mail, match = game.text.mail, played(game, SEED, 12)
    begun = Match(game.play, match.options)
    for ply in match.plies[:6]:
        begun.play(ply.move)
    told = [mail.write(match, turn) for turn in range(len(match.turns()))]
    texts = ["\n".join(told), told[6], f"Dear Bert,\n> {told[5]}\n{told[6]}\nYours, Anna"]
    return Reader("mail", lambda text: mail.read(begun, text), texts, (MailError,))


def _load(text: str) -> None:
    session = Session.load("fuzz", text)
    Limit.read(session.record.extra.get(HEADER, ""))
    pace = read_pace(session.record)
    assert pace is None or pace >= 0
    again = Session.load("fuzz", session.text())
    assert again.text() == session.text(), "it reads back otherwise"
    match = session.match
    for span in match.turns()[:5]:
        session.game.text.notation(match, span)
    if len(match.plies) < 100:
        [write() for write in session.record_writers().values()]


def _listed(text: str) -> None:
    """List and count a finished match, without replaying it."""
    words = Words("en")
    head = MatchSummary.read(text)
    head.list_players(words)
    head.describe_result(words)
    head.format_begun(words, localtime(0))
    words.game_name(head.game)
    FinishedMatch.read_record("fuzz", text, datetime(2026, 11, 21, 20, 0)).plain()


# --- files of the person


def _kept(files: Files) -> Iterator[Reader]:
    settings = Settings(players=["Anna", "Bert"])
    for game in rules.GAMES:
        MatchSetup.read_remembered(settings, game, (1, 2, 3)).store(settings, game)
    files.storage().save_settings(settings)
    yield Reader("settings", files.settings, [files.text("settings.json")])
    entries = {}
    for number, game in enumerate(rules.GAMES):
        ended = datetime(2026, 11, 1 + number, 20, 0)
        luck = (0.5, -0.5) if number % 2 else None
        people = (Player("person", "Anna"), Player("computer", "", 2))
        entry = FinishedMatch(f"{number}", ended, game.key, "resigned", people, (number % 2,), 30, (10.0, 2.5), luck)
        entries[entry.id] = entry.plain()
    yield Reader("statistics", files.statistics, [json.dumps({"version": 1, "matches": entries}, indent=1)])
    done = {"ducart": {"first-sweep": "2026-11-21", "heal": "2026-11-20"}, "duck-chess": {}}
    yield Reader("progress", files.progress, [json.dumps(done, indent=1)])
    match = played(rules.get("double-draughts"), SEED, 20)
    turns = tuple(
        hindsight.Judged(number, span.first, 0, 0.5, (hindsight.Cost(span.seat, span.first, 0.1, ("a3-b4",)),))
        for number, span in enumerate(match.turns())
    )
    kept = hindsight.Review("chance", turns).write(match)
    yield Reader("review", lambda text: _reviewed(text, match), [kept])


def _reviewed(text: str, match: Match) -> None:
    """Read a stored review; an invalid one is computed again, without a message."""
    try:
        review = hindsight.Review.read(text, match)
    except ValueError:
        return
    review.costliest()
    review.accuracy(0)
    hindsight.Review.read(review.write(match), match)


class Files:
    def __init__(self, home: Path) -> None:
        self._home = home
        (home / "lang").mkdir(parents=True, exist_ok=True)

    def storage(self) -> Storage:
        return Storage()

    def text(self, name: str) -> str:
        return read_whole(self._home / name)

    def _lay(self, name: str, text: str) -> None:
        """Write this file alone to the home, also a text that isn't valid UTF-8."""
        for file in self._home.iterdir():
            if file.is_file():
                file.unlink()
        (self._home / name).write_bytes(text.encode(errors="surrogatepass"))

    def settings(self, text: str) -> None:
        self._lay("settings.json", text)
        storage = self.storage()
        settings = storage.load_settings()
        words = Words(settings.language)
        for game in rules.GAMES:
            MatchSetup.read_remembered(settings, game, (1, 2, 3)).store(settings, game)
        storage.save_settings(settings)
        _heard(storage, words)
        again = self.storage().load_settings()
        assert again.players == settings.players, "they read back otherwise"

    def statistics(self, text: str) -> None:
        self._lay("statistics.json", text)
        storage = self.storage()
        known = statistics_store.read_matches(storage)
        entries = player_matches(known)
        Figures.of(entries)
        names_of(entries)
        pairings(entries)
        weeks(entries, 12, TODAY)
        as_csv(known)
        statistics_store.add_matches(storage, list(known.values())[:1])
        statistics_store.remove_match(storage, "none")
        _heard(storage, Words("en"))

    def progress(self, text: str) -> None:
        self._lay("lessons.json", text)
        storage = self.storage()
        progress = Progress(storage, "lessons")
        progress.days_of_done("ducart")
        progress.mark_done("ducart", "fuzz")
        assert "fuzz" in progress.days_of_done("ducart"), "it isn't kept"
        _heard(storage, Words("en"))

    def language(self, text: str) -> None:
        (self._home / "lang" / "en.toml").write_bytes(text.encode(errors="surrogatepass"))
        with ExitStack() as stack:
            stack.enter_context(patch.object(words_module, "_FOLDER", self._home / "lang"))
            stack.enter_context(patch.object(Words, "strict", False))
            words = Words("en")
            words("menu.play")
            for key in sorted(words.keys())[:60]:
                words(key, n=2, name="Anna", why="x", first=1)
                words(key)
                words.pattern(key)


def _heard(storage: Storage, words: Words) -> None:
    for notice in storage.notices:
        told = notice.sentence(words)
        assert told.isprintable(), f"{told!r} can't be shown"


# --- learning


def _learning() -> Iterator[Reader]:
    game = rules.get("ducart")
    text = game_file("ducart", f"{LESSONS}.toml").read_text(encoding="utf-8")
    tasks = [f"[[task]]{one}" for one in text.split("[[task]]")[1:]]
    yield Reader("lessons", lambda text: lesson_files.read_checked(text, game), tasks, (LessonError,))
    texts = [game_file(key, f"{PUZZLES}.toml").read_text(encoding="utf-8") for key in ("double-draughts", "ducale")]
    entries = [f"[[puzzle]]{one}" for text in texts for one in text.split("[[puzzle]]")[1:8]]
    yield Reader("puzzles", _puzzled, entries, (puzzle_files.PuzzleError,))
    pages = [page_text(key, "en") or "" for key in rules.KEYS]
    parts = [f"# {part}" for page in pages for part in page.split("\n# ")]
    yield Reader("rulebook", _paged, parts)
    yield from _diagrams(pages)


def _diagrams(pages: Sequence[str]) -> Iterator[Reader]:
    """Yield a reader of diagrams for each game, with its own diagrams and one of every other game as texts."""
    every = [[part.partition("```")[0] for part in page.split("```diagram\n")[1:]] for page in pages]
    for key, own in zip(rules.KEYS, every, strict=True):
        fences = [*own, *(other[-1] for other in every if other is not own and other)] if own else []
        if fences:
            yield Reader(f"diagram-{key}", partial(diagram.read_diagram, rules.get(key)), fences, (ValueError,))


def _puzzled(text: str) -> None:
    for puzzle in puzzle_files.read_checked(text):
        assert puzzle.first is None or puzzle.first.size


def _paged(text: str) -> None:
    sheets = pages_of(text, "Rules")
    find_passage(sheets, "4.2-push")
    find_hits(sheets, Query.read("the king"))


def _sought(text: str) -> None:
    find_hits(_pages(), Query.read(text))


@cache
def _pages() -> Any:
    return pages_of(page_text("double-draughts", "en") or "", "Rules")


def _sections() -> list[str]:
    text = (Path(words_module.__file__).parent / "words" / "en.toml").read_text(encoding="utf-8")
    return [f"[{part}"[:3000].rpartition("\n")[0] for part in text.split("\n[")[1:]]


# --- engines


class _Parrot:
    """Stands in for an engine's process: says the given lines whatever it is told."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = iter(lines)

    def send_line(self, line: str) -> None:
        pass

    def read_line(self, seconds: float) -> str:
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        return line.strip()

    def end(self, last_line: str | None = None) -> None:
        pass


def _past() -> UciHistory:
    game = rules.get("duck-chess")
    return UciHistory.of(game, game.play.start(game.play.options(), 2), ())


def _talk() -> str:
    turn = next(rules.get("duck-chess").play.turns(_past().position))
    hello = "id name Fairy 14\nid author X\noption name Hash type spin default 16 min 1 max 1024\n"
    variants = "option name UCI_Variant type combo default chess var chess var duck\nuciok\nreadyok\n"
    thought = "info string hello\ninfo depth 3 score cp -20 nodes 1234\ninfo depth 4 score mate -3\n"
    return f"{hello}{variants}{thought}bestmove {turn} ponder e7e5\n"


def _replies(text: str) -> None:
    engine = ExternalEngine(External("fuzz"), "duck-chess")
    past = _past()
    with patch.object(uci_client, "Program", lambda command: _Parrot(text.split("\n"))):
        choice = engine.choose(past, Budget(100))
    position = past.position
    for move in choice.moves:
        assert abilities.is_legal(position, move), "an illegal move was taken"
        position = position.play(move)


def _orders() -> str:
    return (
        "uci\nsetoption name Hash value 32\nsetoption name UCI_Variant value duck\nucinewgame\nisready\n"
        "position startpos moves e2e4,e4e5\ngo wtime 1000 btime 1000 winc 10 binc 10 movestogo 20\nstop\n"
        f"position fen {_past().position.text()} moves e2e4,e4e5\ngo infinite searchmoves e2e4\nstop\nquit\n"
    )


def _commands(text: str) -> None:
    """Send the lines of a text to our UCI engine, and check that a bad line is answered and changes nothing."""
    told: list[str] = []
    interface = uci_server.UciInterface(told.append)  # nobody runs its search
    with patch.object(uci_server, "opponent"):
        for line in text.split("\n"):
            if not interface.handle_line(line):
                break
    assert all("\n" not in line and "\r" not in line for line in told), "two lines in one"
