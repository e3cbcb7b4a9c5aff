"""Records what this tree does as plain files: pictures of its screens, searches, answers and records.

    python -m tests.net.snapshot FOLDER [--only pictures nodes answers records]

Two runs of the same tree write the same files: seeds and the time of day are fixed, and engines stop by nodes. The
files hold pictures, numbers and the texts of the protocols, and no name that only the source has, so that a tree in
which things are called otherwise writes the same. `python -m tests.net` compares those of two trees.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from rules import GAMES
from rules.game import Game
from rules.match import Match
from rules.record import Player, Record, read, write
from tests.rules.play import option_sets, random_match

ROOT: Final = Path(__file__).resolve().parents[2]
SIZES: Final = ((960, 600), (1366, 768))
NOON: Final = time.gmtime(1_795_348_800)
"""The time of day shown on screens."""
SEARCHES: Final = 30
"""Searched positions of each game."""
MATCHES: Final = 40
"""Recorded matches of each game."""
CUT: Final = 70
"""Plies after which every third match ends."""
POSITIONS: Final = ("ddfen", "ddfen_bad", "ddfen_good", "end", "fen", "final", "final_fen", "line", "middle", "next")
STATES: Final = (*POSITIONS, "position", "result", "start", "state")
"""The keys of a case that contain a position."""
TURNS: Final = ("full_moves", "illegal_first", "line", "moves", "turn", "turns")
"""The keys of a case that contain a turn or a list of turns."""
SEATS: Final = 6
"""The greatest number of seats."""
LIGHT: Final = 400_000
"""The greatest count of turns that is computed."""


def pictures(folder: Path) -> None:
    import pygame

    from tests.gallery import gallery, text_overlap

    real = time.strftime
    time.localtime = lambda seconds=None: NOON if seconds is None else time.gmtime(seconds)
    time.strftime = lambda form, moment=NOON: real(form, moment)
    os.environ |= {"TABLIER_HOME": "home", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    faults = []
    with tempfile.TemporaryDirectory() as away, contextlib.chdir(away), text_overlap.reading() as names:
        painted = gallery.Gallery(gallery.matches(), names, Path("home"))  # a screen shows where the home is
        for light, scenes in gallery.lights(SIZES):
            (folder / light.folder).mkdir()
            for name, sheet in painted.hang(light, scenes):
                pygame.image.save(sheet, folder / light.folder / f"{name}.png")
                faults += [f"{light.folder}/{name}: {fault}\n" for fault in sheet.faults]
    _write(folder / "faults.txt", "".join(faults))


def nodes(folder: Path) -> None:
    from tests.bench import compare

    for key, effort in {**compare.DEPTHS, **compare.PLAYOUTS, **compare.LOOKS}.items():
        found = compare.search(ROOT, key, effort, SEARCHES)["results"]
        _write(folder / f"{key}.txt", "".join(json.dumps(one) + "\n" for one in found))


def answers(folder: Path) -> None:
    for file in sorted((ROOT / "tests" / "cases").glob("*.json")):
        games = [game.key for game in GAMES if file.stem.startswith(game.key.replace("-", "_"))]
        if not games:
            continue
        asked = [
            json.dumps({"id": number, "game": max(games, key=len), **question})
            for number, question in enumerate(_questions(json.loads(file.read_text(encoding="utf-8"))))
        ]
        command = [sys.executable, "-m", "rules", "batch"]
        run = subprocess.run(command, cwd=ROOT, input="\n".join(asked), stdout=subprocess.PIPE, text=True, check=True)
        pairs = zip(asked, run.stdout.splitlines(), strict=True)
        _write(folder / f"{file.stem}.txt", "".join(f"{question} -> {answer}\n" for question, answer in pairs))


def _questions(found: Any) -> Iterator[dict[str, Any]]:
    if isinstance(found, list):
        for one in found:
            yield from _questions(one)
    if not isinstance(found, dict):
        return
    for one in found.values():
        yield from _questions(one)
    if "cards" in found:
        yield {"ask": "best", "cards": found["cards"]}
    counts = found.get("perft", found.get("counts", [0, found.get("perft2", LIGHT)]))
    depth = max(1, sum(isinstance(count, int) and count < LIGHT for count in counts))
    turns = [found[name] if isinstance(found[name], list) else [found[name]] for name in TURNS if name in found]
    for position in (text for name in STATES if name in found for text in _states(found[name])):
        for asked in ("text", "outcome", "turns", "chance"):
            yield {"ask": asked, "position": position}
        yield {"ask": "perft", "position": position, "depth": depth}
        yield from ({"ask": "views", "position": position, "seat": seat} for seat in range(SEATS))
        for texts in turns:
            yield {"ask": "play", "position": position, "turns": texts}
            for text in texts:
                yield {"ask": "notate", "position": position, "turn": text}
                yield {"ask": "play", "position": position, "turns": [text]}


def _states(found: Any) -> list[str]:
    """Return the positions recorded under a name; an invalid one is replaced by its error."""
    if isinstance(found, list):
        return [one[0] if isinstance(one, list) else one for one in found]
    return [found if isinstance(found, str) else json.dumps(found, separators=(",", ":"))]


def records(folder: Path) -> None:
    for game in GAMES:
        sets = option_sets(game)
        formats: dict[str, tuple[Callable[[Record], str], Callable[[str], Record]]] = {
            ".tablier": (write, partial(_read, game=game))
        }
        for form in game.text.formats:
            formats[form.suffix] = form.write, partial(form.read, game=game.play)
        for number in range(MATCHES):
            options = sets[number * max(len(sets), MATCHES) // MATCHES % len(sets)]
            plies = CUT if number % 3 == 2 else 100_000
            record = _record(random_match(game, options, number, plies))
            place = folder / game.key
            for suffix, (writer, reader) in formats.items():
                _write(place / f"{number:02}{suffix}", _both_ways(record, writer, reader))
            _write(place / f"{number:02}-discreet.tablier", write(record, discreet=True))


def _read(text: str, game: Game) -> Record:
    return read(text, (game,))


def _record(match: Match) -> Record:
    kinds = (Player("person", "Anna"), Player("computer", "Émile", 2), Player("person"), Player("mail", "Bert"))
    return Record(match, (kinds * 2)[: match.seats], {"Date": "2026-11-21 19:30", "Unknown": "kept"})


def _both_ways(record: Record, writer: Callable[[Record], str], reader: Callable[[str], Record]) -> str:
    """Return a record, and the same record after reading; a format may refuse what it can't express."""
    try:
        text = writer(record)
    except ValueError as problem:
        return f"not written: {problem}\n"
    try:
        again = writer(reader(text))
    except ValueError as problem:
        again = f"not read: {problem}\n"
    return f"{text}\n--- read and written again: " + ("the same\n" if again == text else f"otherwise\n{again}")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


PARTS: Final[dict[str, Callable[[Path], None]]] = {
    "pictures": pictures,
    "nodes": nodes,
    "answers": answers,
    "records": records,
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.net.snapshot", description="Write down what this tree does.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    told = parser.parse_args(arguments)
    os.environ["TZ"] = "UTC"
    for part in told.only:
        begun = time.perf_counter()
        (told.folder / part).mkdir(parents=True, exist_ok=True)
        PARTS[part](told.folder.resolve() / part)
        print(f"{part}: {time.perf_counter() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
