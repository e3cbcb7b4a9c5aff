"""A player at a card table, with the mouse: reads the hand, draws, lays, lays off, swaps and discards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import pygame

from rules.contract import Seat, Target
from rules.ducale import GAME
from rules.ducale.moves import Draw, Rebuild, Take
from rules.record import Record
from scenes.app.app import App
from scenes.games.ducale.card_layout import (
    MELD_STEP,
    CardPlace,
    HandState,
    arrange_cards,
    make_spots,
    meld_of,
)
from scenes.games.ducale.table_zones import CARD_RATIO, RAISED_LIFT, TableZones, card_frame
from scenes.table import events
from tests.hands import Point
from tests.journeys.driver import SIZE, Person, laid_out, unseen, wait_for
from tests.journeys.indices import FAN, Indices, Picture
from tests.journeys.places import table


def played(person: Person, moves: Sequence[Any]) -> Record | None:
    record = person.newest()
    if record is None:
        return None
    done = [ply.move for ply in record.match.plies[: len(moves)]]
    assert done == list(moves)[: len(done)], f"{done[-1]} was played instead of {moves[len(done) - 1]}"
    return record if len(done) == len(moves) else None


def open_uncovered_table(app: App) -> Any:
    """Return the scene of the match on the table, with the hand of the player with the mouse uncovered."""
    scene = laid_out(table(app))
    if scene.table.facts.chance.is_covered:
        scene.table.send(events.Command.UNCOVER_BOARD)
    return scene


class CardTable:
    """The places of things on a card table for so many players, and the actions of a player there."""

    def __init__(self, person: Person, seats: int) -> None:
        self._person = person
        self._seats = seats
        with unseen(person.home) as app:
            self.ground: Final = TableZones(card_frame(SIZE, 1.0, app.theme.u).area, app.theme.control)
            self.large: Final = Indices(app.assets, round(self.ground.hand.h), app.words.language, FAN)
            strip = arrange_cards(
                self.ground, {"h1": GAME.play.start(GAME.play.options(), 2).table()["stock"]}, HandState(0, 2)
            )
            self.small: Final = Indices(app.assets, round(strip["h1"][0][2]), app.words.language)

    @property
    def hand_zone(self) -> pygame.Rect:
        """Return the area in which a hand may be shown in full size, picked cards included."""
        up = 2 * RAISED_LIFT * self.ground.u
        box = self.ground.hand
        return pygame.Rect(0, round(box.y - up), round(self.ground.area.w), SIZE[1] - round(box.y - up))

    @property
    def strip_zone(self) -> pygame.Rect:
        return pygame.Rect(0, 0, round(self.ground.area.w), round(self.ground.players.bottom))

    # --- looking

    def row(self, view: Any, seat: Seat) -> list[CardPlace]:
        """Return the places of the cards of the lower hand, from the left."""
        lying = arrange_cards(self.ground, view.table(), HandState(seat, self._seats))
        return sorted(place for target in lying if target.startswith(f"h{seat}") for place in lying[target])

    def looks(self, pixels: pygame.Surface, view: Any, seat: Seat) -> list[str | None]:
        """Return the pictures at each place of the lower hand, from the left."""
        zone = self.hand_zone
        picture = Picture.of(pixels, zone)
        row = self.row(view, seat)
        return [self.large.at(picture, (x - zone.x, y - zone.y, high, lean)) for x, y, high, lean in row]

    def hand(self, position: Any) -> list[tuple[str, Point]]:
        """Return the cards in the hand of the seat to move, from the left, and where each can be clicked."""
        view = position.seen_by(position.turn)
        wanted = Counter(faces(view, position.turn))

        def rests() -> list[str] | None:
            seen = self.looks(self._person.see(), view, position.turn)
            found = [look for look in seen if look is not None]
            return found if Counter(found) == wanted else None

        looks = wait_for(rests, f"the hand {' '.join(wanted)}")
        places = self.row(view, position.turn)
        return [
            (look, (x - 0.38 * high / CARD_RATIO, y)) for look, (x, y, high, _) in zip(looks, places, strict=True)
        ]

    def middle(self, position: Any, target: Target) -> Point:
        view = position.seen_by(position.turn)
        table, sight = view.table(), HandState(position.turn, self._seats)
        lying = arrange_cards(self.ground, table, sight)
        if target == "felt":
            melds = self.ground.melds
            return melds.right - 12, melds.bottom - 12
        if meld_of(target) == target:
            natural = next(
                one for one in table if meld_of(one) == target and not table[one][-1].look.startswith("JK")
            )
            x, y, high, _ = lying[natural][0]
            return x - (1 - MELD_STEP) / 2 * high / CARD_RATIO, y
        return make_spots(self.ground, table, sight, lying)[target].box.centre

    # --- doing

    def carry_out(self, position: Any, move: Any, drag: bool) -> None:
        person, gesture = self._person, position.gesture(move)
        if isinstance(move, (Draw, Take, Rebuild)):
            (pile,) = gesture.pick
            person.click_at(self.middle(position, pile))
            return
        hand = self.hand(position)
        points = []
        for target in sorted(gesture.pick):
            card = next(card for card in hand if card[0] == target.partition(":")[2].partition("#")[0])
            hand.remove(card)
            points.append(card[1])
        end = self.middle(position, gesture.drop)
        if not drag or len(points) > 1:
            for point in points:
                person.click_at(point)
        if drag:
            person.drag_at(points[-1], end)
        elif gesture.drop == "felt":
            person.press(open_uncovered_table, "cards.key.lay")
        else:
            person.click_at(end)
        self._choose(position, gesture, move)

    def _choose(self, position: Any, gesture: Any, move: Any) -> None:
        moves = [one for one in position.legal_moves() if position.gesture(one) == gesture]
        if len(moves) > 1:
            with unseen(self._person.home) as app:
                scene = open_uncovered_table(app)
                scene.chooser.ask(gesture, moves)
                place = scene.chooser.strip.place_of(moves.index(move))
            wait_for(partial(self._asks, place), "the question what a card shall count as")
            self._person.click_at(place.center)

    def _asks(self, place: pygame.Rect) -> bool:
        """Whether there is paper at the edge of `place`, where nothing is written."""
        return min(self._person.see().get_at((place.left + 4, place.centery))[:3]) > 120


def faces(view: Any, seat: Seat) -> list[str]:
    return [tokens[0].look for target, tokens in view.table().items() if target.startswith(f"h{seat}:")]
