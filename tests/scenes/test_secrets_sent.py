"""What the opponent's process gets to know while a match goes on: what its seat sees, and nothing of the seed.

What goes to it is caught on its way, and its memory is searched (Linux, where a process may read that of its own).
"""

import multiprocessing
import struct
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from multiprocessing import reduction
from multiprocessing.connection import _ConnectionBase
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame
import pytest

from rules.ai.questions import Analyse, Ask, Choose, ReviewMatch
from rules.common.dice import DiceSeed
from rules.ducale.cards import TEXTS, Card
from rules.record import Player
from scenes.table import events
from tests.patience import sooner_or_later
from tests.scenes.dice import HAWK, dice_table
from tests.scenes.driver import Tables
from tests.scenes.matches import ANNA
from tests.scenes.opponents import pid_of
from tests.scenes.rummy import DUCALE, play_own_turn

RUN: Final = 6
"""So many cards one after the other, as they lie hidden, are no chance."""
SEED: Final = "5eed0fca9d15a7ab1e2b3c4d6f708193"
BEST: Final = Player("computer", "Best", 4)
HASTY: Final = Player("computer", "Hasty", 2)


@pytest.fixture
def sent() -> list[bytes]:
    return []


@pytest.fixture
def real(monkeypatch: pytest.MonkeyPatch, sent: list[bytes]) -> Iterator[Tables]:
    monkeypatch.setattr("scenes.table.sealed_chance.secrets.token_bytes", lambda count: bytes.fromhex(SEED))
    send, dump = _ConnectionBase.send, reduction.dump

    def sending(pipe: Any, thing: Any) -> None:
        sent.append(bytes(reduction.ForkingPickler.dumps(thing)))
        send(pipe, thing)

    def dumping(thing: Any, file: Any, protocol: Any = None) -> None:
        buffer = BytesIO()
        dump(thing, buffer, protocol)
        sent.append(buffer.getvalue())
        file.write(sent[-1])

    monkeypatch.setattr(_ConnectionBase, "send", sending)
    monkeypatch.setattr(reduction, "dump", dumping)
    tables = Tables(monkeypatch, mind=None)
    yield tables
    tables.clear()


def asks(sent: list[bytes]) -> list[Any]:
    found = [reduction.ForkingPickler.loads(one) for one in sent if b"rules.ai.questions" in one]
    return [one for one in found if isinstance(one, Ask)]


# --- looking for cards


def runs(row: Sequence[Card]) -> list[tuple[Card, ...]]:
    return [tuple(row[at : at + RUN]) for at in range(0, len(row) - RUN + 1, RUN)]


def forms(run: tuple[Card, ...], numbers: int | None = None) -> list[bytes]:
    """How cards may lie in memory or on a pipe: by name, as bytes, pickled, as machine numbers, as Python's own
    numbers, which begin at the address `numbers`."""
    ways = [run, run[::-1]]
    found = [" ".join(TEXTS[card] for card in way).encode() for way in ways]
    found += [bytes(way) for way in ways]
    found += [b"".join(b"K" + bytes((card,)) for card in way) for way in ways]
    found += [struct.pack(f"<{len(way)}q", *way) for way in ways]
    if numbers is not None:
        found += [struct.pack(f"<{len(way)}Q", *(numbers + SIZE * card for card in way)) for way in ways]
    return found


in_memory = pytest.mark.skipif(sys.platform == "win32", reason="another process's memory isn't read there")
SIZE: Final = id(1) - id(0)
"""Bytes from one of Python's small numbers to the next."""


def seed_forms(sealed: DiceSeed) -> list[bytes]:
    known = bytes.fromhex(sealed.seed)
    return [sealed.seed.encode(), sealed.scramble().encode(), known, known[::-1]]


def hidden_from(position: Any, seat: int) -> list[tuple[Card, ...]]:
    rows = [hand for other, hand in enumerate(position.hands) if other != seat]
    return [run for row in (*rows, position.stock) for run in runs(row)]


def found_in(memory: list[bytes], wanted: list[bytes]) -> list[bytes]:
    return [one for one in wanted if any(one in part for part in memory)]


def mapped(pid: int | str) -> list[tuple[int, int, str, str]]:
    """The parts of a process's memory: from, to, what may be done there, which file it is."""
    parts = []
    for line in Path(f"/proc/{pid}/maps").read_text(encoding="utf-8").splitlines():
        span, may, _, _, _, *name = line.split(maxsplit=5)
        first, last = (int(end, 16) for end in span.split("-"))
        parts.append((first, last, may, name[0] if name else ""))
    return parts


def memory_of(pid: int) -> list[bytes]:
    parts = []
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for first, last, may, name in mapped(pid):
            if may.startswith("rw") and not name.startswith("[v"):
                memory.seek(first)
                parts.append(memory.read(last - first))
    return parts


def numbers_of(pid: int) -> int:
    own = next(name for first, last, _, name in mapped("self") if first <= id(0) < last or last == id(0))
    ours, theirs = (min(first for first, _, _, name in mapped(one) if name == own) for one in ("self", pid))
    return theirs + id(0) - ours


# --- what goes to the process


def test_question_for_a_seat_is_independent_of_cards_hidden_from_it(real: Tables, sent: list[bytes]) -> None:
    driver = real.table(ANNA, BEST, HASTY, game=DUCALE, animation="off")
    for _ in range(3):
        driver.wait_for_process(lambda: driver.facts.can_move)
        play_own_turn(driver)
    driver.wait_for_process(lambda: driver.facts.can_move)
    driver.strike(pygame.K_h)
    driver.wait_for_process(lambda: driver.facts.model.hint.shown != "nothing")
    questions = asks(sent)
    assert {type(one) for one in questions} == {Choose, Analyse} and len(questions) >= 6
    assert {one.position.viewer for one in questions if isinstance(one, Choose)} == {1, 2}  # type: ignore[attr-defined]
    for number, question in enumerate(questions):
        view: Any = question.position
        whole = next(one for one in driver.match.positions if one.seen_by(view.viewer) == view)
        anew = view.deal_hidden(Random(number))
        assert anew.hands != whole.hands
        other = replace(anew, played=whole.played, begun=whole.begun, pool=whole.pool).seen_by(view.viewer)
        assert reduction.ForkingPickler.dumps(replace(question, position=other)) in sent
        hidden = [form for run in hidden_from(whole, view.viewer) for form in forms(run)]
        assert found_in([bytes(reduction.ForkingPickler.dumps(question))], hidden) == []
    assert found_in(sent, seed_forms(driver.chance.sealed_chance.read_seed())) == []


def test_no_review_question_is_sent_during_a_card_match(real: Tables, sent: list[bytes]) -> None:
    driver = real.table(ANNA, HASTY, game=DUCALE, animation="off")
    driver.wait_for_process(lambda: driver.facts.can_move)
    play_own_turn(driver)
    driver.wait_for_process(lambda: driver.facts.can_move)
    for action in ("review", "hint", "previous", "review", "next"):
        driver.scene.act(action)
        driver.step()
    assert all(not isinstance(one, ReviewMatch) for one in asks(sent)) and driver.above is None


@in_memory
@pytest.mark.parametrize("mode", ["assisted", "attentive"])
def test_computer_gets_nothing_about_coming_throws(real: Tables, sent: list[bytes], mode: str) -> None:
    driver = dice_table(real, ANNA, HAWK, app=real.app(animation="off"), mode=mode)
    scene = driver.scene

    def act() -> bool:
        if scene.table.facts.can_move and not scene.stage.has_film and scene.table.facts.automatic_move is None:
            own = [move for move in driver.match.position.legal_moves() if move.seat == 0]
            if own:
                scene.table.send(events.PlayAutomaticMove(own[0]))
        return driver.match.position.throws >= 4 and len(asks(sent)) >= 2

    driver.wait_for_process(act)
    seed = seed_forms(driver.chance.sealed_chance.read_seed())
    assert found_in(sent, seed) == []
    memory = memory_of(pid_of(driver.scene.table.engine_client))
    assert found_in(memory, [b"unstacked-draughts"]) and found_in(memory, seed) == []


# --- what it remembers


@in_memory
def test_memory_of_the_engine_process_holds_its_hand_and_no_hidden_card(real: Tables) -> None:
    driver = real.table(ANNA, BEST, game=DUCALE, animation="off")
    positions: list[Any] = []
    for _ in range(2):
        driver.wait_for_process(lambda: driver.facts.can_move)
        positions.append(driver.match.position)
        play_own_turn(driver)
    driver.wait_for_process(lambda: driver.facts.can_move or driver.facts.chance.is_between_rounds)
    pid = pid_of(driver.scene.table.engine_client)
    memory, numbers = memory_of(pid), numbers_of(pid)
    views: list[Any] = [one.seen_by(1) for one in driver.match.positions if one.to_move == 1]
    own = [forms(run, numbers) for view in views for run in runs(view.hands[1])]
    assert found_in(memory, [way[-2] for way in own]), "Python's own numbers are found where they are"
    for position in positions:
        wanted = [form for run in hidden_from(position, 1) for form in forms(run, numbers)]
        assert len(wanted) > 40 and found_in(memory, wanted) == []
    assert found_in(memory, seed_forms(driver.chance.sealed_chance.read_seed())) == []


@in_memory
def test_process_that_gave_a_hint_does_not_play_for_an_opponent(real: Tables) -> None:
    """Bug: the process that had been shown a person's hand for a hint went on as the opponent's."""
    driver = real.table(ANNA, HASTY, game=DUCALE, animation="off")
    driver.wait_for_process(lambda: driver.facts.can_move)
    hand = driver.match.position.hands[0]
    driver.strike(pygame.K_h)
    driver.wait_for_process(lambda: driver.facts.model.hint.shown != "nothing")
    assert driver.scene.table.engine_client.pid is None and sooner_or_later(
        lambda: not multiprocessing.active_children()
    )
    play_own_turn(driver)
    driver.wait_for_process(lambda: driver.facts.can_move)
    pid = pid_of(driver.scene.table.engine_client)
    wanted = [form for run in runs(hand) for form in forms(run, numbers_of(pid))]
    assert found_in(memory_of(pid), wanted) == []
    driver.scene.act("hint")
    assert driver.scene.table.engine_client.is_busy
    driver.scene.act("previous")
    assert driver.scene.table.engine_client.pid is None, "one that isn't waited for has seen the hand too"
