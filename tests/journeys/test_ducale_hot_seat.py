"""Ducale with two persons at one mouse: every frame of a round is checked for cards of the wrong hand."""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame
import pytest

from rules.common.dice import DiceSeed
from rules.ducale import GAME
from rules.ducale.policies import greedy
from rules.record import Player, Record
from tests.journeys import filming
from tests.journeys.cards import CardTable, faces, played
from tests.journeys.driver import Person, laid_out, unseen, wait_for
from tests.journeys.indices import BACK, Picture, Seen
from tests.journeys.places import lay_open
from tests.journeys.places import table as table_on_file

pytestmark = pytest.mark.journey

PLAYERS: Final = (Player("person", "Anna"), Player("person", "Bert"))
SEED: Final = "44" * 16
"""A pack with which Anna and Bert take six turns and make all kinds of moves."""
LEAST_CHANGES: Final = 4
"""The least number of times that the mouse changes hands before the round is over."""
LEATHER: Final = (122, 52, 40)
"""The approximate colour of the key on the cover."""


@dataclass(slots=True)
class VisibleCards:
    """What may be seen from a moment on, until the next stretch."""

    since: float
    hand: Counter[str] | None = None
    """The hand that must be shown. None: no hand once that of the previous stretch is covered."""
    later: Counter[str] = field(default_factory=Counter)
    """Cards that may be shown as well, because they come into the hand meanwhile."""
    open: Counter[str] = field(default_factory=Counter)
    """Cards that may be seen anywhere: those of the round before, which has ended."""
    over: bool = False
    """Whether the round has ended and all hands are shown."""


@contextmanager
def filmed(path: Path, zones: list[pygame.Rect], person: Person) -> Iterator[None]:
    """Film the app that is started meanwhile.

    It is filmed from within, so that no frame is missed; the executable can only be filmed from outside.
    """
    words = [sys.executable, filming.__file__]
    rest = [str(path), filming.written(zones)]
    if "TABLIER_APP" not in os.environ:
        person.program = [*words, "app", *rest]
        yield
        return
    watcher = subprocess.Popen([*words, "screen", *rest])
    try:
        yield
    finally:
        watcher.terminate()
        watcher.wait()


# The round


def dealt(person: Person, number: int) -> Record | None:
    record = person.newest()
    if record is None or not record.match.plies:
        return None
    position: Any = record.match.position
    return record if position.phase == "draw" and position.round == number else None


def ready_key(person: Person) -> pygame.Rect:
    with unseen(person.home) as app:
        scene = laid_out(table_on_file(app))
        scene.show_cover(is_below_screen=False)
        rect: pygame.Rect = scene.board_cover.button.rect
        return rect


def covered(person: Person, table: CardTable, position: Any, key: pygame.Rect) -> bool:
    seen = person.see()
    backs = [table.looks(seen, position.seen_by(None), seat) for seat in (0, 1)]
    colour = seen.get_at((key.left + 8, key.centery))[:3]
    leather = all(abs(one - other) < 40 for one, other in zip(colour, LEATHER, strict=True))
    return leather and any(set(looks) == {BACK} for looks in backs)


def sit_down(person: Person, table: CardTable, position: Any) -> VisibleCards:
    key = ready_key(person)
    waiting = partial(covered, person, table, position, key)
    wait_for(waiting, "the covered cards")
    if position.lap in (1, 2):
        try_to_see_more(person)
        wait_for(waiting, "the cards that are still covered")
    stretch = VisibleCards(time.monotonic(), held(position), held(position))
    person.click_at(key.center)
    return stretch


def try_to_see_more(person: Person) -> None:
    """Try to see more as the player with the mouse: sort, ask, turn, take back, look back, open menus."""
    for key in ("a", "h", "p", "f", "ctrl+z", "Prior", "Prior", "Escape", "Escape", "Escape"):
        person.press_key(key)
        time.sleep(0.4)


def held(position: Any) -> Counter[str]:
    return Counter(faces(position.seen_by(position.turn), position.turn))


def play_turn(
    person: Person, table: CardTable, moves: list[Any], position: Any, stretches: list[VisibleCards]
) -> Any:
    seat = position.turn
    while position.phase in ("draw", "act") and position.turn == seat:
        for move in greedy(position.seen_by(seat), Random(1)):
            after = position.play(move)
            if after.phase == "end":
                stretches.append(VisibleCards(time.monotonic(), over=True))
            table.carry_out(position, move, drag=len(moves) % 3 == 0)
            moves.append(move)
            wait_for(partial(played, person, moves), f"the move {move}")
            position = after
            if position.phase == "act":
                stretches[-1].later |= held(position)
    return position


def play_round(person: Person, table: CardTable) -> list[VisibleCards]:
    record = wait_for(partial(dealt, person, 1), "the deal")
    moves: list[Any] = [ply.move for ply in record.match.plies]
    position: Any = record.match.position
    stretches = [VisibleCards(0.0)]
    while position.phase == "draw":
        stretches.append(sit_down(person, table, position))
        table.hand(position)
        person.look(f"turn-{len(stretches) // 2}")
        position = play_turn(person, table, moves, position, stretches)
        if position.phase == "draw":
            stretches.append(VisibleCards(time.monotonic()))
    assert position.phase == "end"
    person.rest("hands")
    lying = looks(table.small.everywhere(Picture.of(person.see(), table.strip_zone)))
    assert lying == Counter(faces(position, 1 - position.winner)), "the hand that lies open is seen"
    person.click_at((500, 400))
    person.rest()
    stretches.append(VisibleCards(time.monotonic(), open=lying))
    person.press_key("Return")
    position = wait_for(partial(dealt, person, 2), "the next deal").match.position
    stretches.append(sit_down(person, table, position))
    table.hand(position)
    return stretches


# The film


def looks(cards: Iterable[Seen]) -> Counter[str]:
    return Counter(card.look for card in cards)


def shows(stretch: VisibleCards, seen: Counter[str], covers: bool) -> bool:
    return covers if stretch.hand is None else stretch.hand <= seen


def wrong_frames(
    shots: Iterable[filming.Shot], zones: list[pygame.Rect], stretches: list[VisibleCards], table: CardTable
) -> Iterator[tuple[str, Picture]]:
    """Yield what is wrong with a frame, and the part of the frame that shows it."""
    number, hidden = -1, False
    shown = [False] * len(stretches)
    in_strip, in_hand = (lru_cache(maxsize=4)(cards.everywhere) for cards in (table.small, table.large))
    before = None
    for shot in shots:
        hand, strip = (Picture(zone.size, pixels) for zone, pixels in zip(zones, shot.pixels, strict=True))
        seen, others = looks(in_hand(hand)), looks(in_strip(strip))
        backs = seen.pop(BACK, 0)
        del others[BACK]
        covers = backs > 0 and not seen and not others
        while number + 1 < len(stretches) and stretches[number + 1].since <= shot.at:
            number, hidden = number + 1, False
            if before is not None:  # it still stood on the screen when the stretch began
                shown[number], hidden = shows(stretches[number], *before), before[1]
        before = seen, covers
        stretch = stretches[number]
        if stretch.over:
            continue
        may = stretch.later | stretch.open
        if stretch.hand is None and not hidden:
            hidden = covers
            may |= stretches[max(0, number - 1)].later
        shown[number] |= shows(stretch, seen, covers)
        if not seen <= may:
            yield f"stretch {number}, {shot.at:.3f} s: {' '.join(seen - may)} in the hand below", hand
        if not others <= stretch.open:
            yield f"stretch {number}, {shot.at:.3f} s: {' '.join(others - stretch.open)} in the strip above", strip
    for number, stretch in enumerate(stretches):
        if not shown[number] and not stretch.over:
            yield f"stretch {number} never shows what it should", Picture((1, 1), bytes(3))


def test_in_a_round_of_two_no_frame_shows_the_wrong_hand(person: Person) -> None:
    lay_open(person, GAME, PLAYERS, sealed=DiceSeed(SEED))
    table = CardTable(person, len(PLAYERS))
    zones = [table.hand_zone, table.strip_zone]
    path = person.home.parent / "film"
    with filmed(path, zones, person):
        person.start()
        stretches = play_round(person, table)
        pictures = person.look("next round").parent
        assert person.close() == 0
    assert sum(stretch.hand is None for stretch in stretches) > LEAST_CHANGES
    faults = list(wrong_frames(filming.shots(path, zones), zones, stretches, table))
    for number, (_, zone) in enumerate(faults[:10]):
        zone.save(str(pictures / f"fault-{number}.png"))
    assert not faults, f"{len(faults)} frames: {faults[0][0]}"
    path.unlink()
