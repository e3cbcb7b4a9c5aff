"""The end animation of Ducale: cards are swept into the pack, a line is drawn below the points, cards return."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules.contract import Target
from rules.ducale.effects import DISCARD, STOCK
from scenes.games.ducale.card_film import BACK, TURN_SECONDS, CardFilm, CardPath, gather_cards
from scenes.games.ducale.card_layout import CardPlace, pile_place
from scenes.games.ducale.card_stage import CardStage
from scenes.games.ducale.hand_order import is_in_hand
from scenes.surfaces.clips import Cue
from scenes.surfaces.end_animation import End, make_animation
from scenes.surfaces.timeline import Film, Segment

SWEEP_SECONDS: Final = 0.38  # of a card's path into the pack
STAGGER_SECONDS: Final = 0.5  # between the starts of the first and the last card
LINE_SECONDS: Final = 0.55  # in which the line is drawn on the score pad
HAND_SECONDS: Final = 0.3  # in which a hand is pushed together, and again in which it is spread


def make_ending(end: End) -> Film:
    """Return the end animation: a win by the rules sweeps all cards into the pack; otherwise the hand closes up.

    If anything moves, leave only the first line below the points on the score pad, because the film draws the second.
    """
    stage = end.stage
    assert isinstance(stage, CardStage)
    if end.is_still:
        return make_animation(end, (), [f"h{seat}" for seat in end.seats])
    if stage.score_pad is not None:
        stage.score_pad.set_line_count(1.0)
    cards = [(target, index) for target, places in stage.card_places.items() for index in range(len(places))]
    if end.is_full:
        stock_box, stock_count = stage.zones.piles[0], len(end.table.get(STOCK, ()))
        swept = [card for card in cards if card[0] != STOCK]
        swept.sort(key=lambda card: card[0] == DISCARD)
        pack = [pile_place(stock_box, STOCK, stock_count + number) for number in range(len(swept))]
        ends = dict(zip(swept, pack, strict=True))
        return _make_sweep(end, stage, ends, SWEEP_SECONDS, STAGGER_SECONDS, sound="riffle")
    zone = stage.zones.hand
    hand = [card for card in cards if is_in_hand(card[0], stage.hand.seat)]
    return _make_sweep(end, stage, dict.fromkeys(hand, (*zone.centre, zone.h, 0.0)), HAND_SECONDS, 0.0, sound="sort")


def _make_sweep(
    end: End, stage: CardStage, pack: dict[tuple[Target, int], CardPlace], seconds: float, stagger: float, sound: str
) -> CardFilm:
    """Return the film in which cards go to their places in `pack`, wait while the line is drawn, and return."""
    speed = end.speed
    paths = gather_cards(end.table, stage.card_places, pack, seconds / speed, stagger / speed)
    piles = {pile: end.table[pile] for pile in (STOCK, DISCARD) if (pile, 0) not in pack and pile in end.table}
    resting = [
        CardPath(end.table[target][index], end.table[target][index], place, place)
        for target, places in stage.card_places.items()
        for index, place in enumerate(places)
        if (target, index) not in pack and target not in piles
    ]
    way_seconds, line_seconds = (stagger + seconds) / speed * bool(paths), LINE_SECONDS / speed
    line_end = way_seconds + line_seconds
    lying = [replace(path, start=path.end) for path in paths]
    returning = [replace(path, start=path.end, end=path.start, begin=stagger / speed - path.begin) for path in paths]
    if stagger:  # the top card is turned over, so that the cards look like a pack
        lying[-1] = replace(lying[-1], after=BACK, begin=0.0, seconds=TURN_SECONDS / speed)
        returning[-1] = replace(returning[-1], before=BACK)
    segments = (
        Segment(piles, [path.clip() for path in (*resting, *paths)], 0.0, way_seconds),
        Segment(piles, [path.clip() for path in (*resting, *lying)], way_seconds, line_seconds),
        Segment(piles, [path.clip() for path in (*resting, *returning)], line_end, way_seconds),
    )
    x = stage.zones.piles[0].x
    cues = (Cue(0.0, sound, x), Cue(way_seconds, "pencil", stage.area.w), Cue(line_end, "sort", x))
    return CardFilm(segments, end.table, 2 * way_seconds + line_seconds, cues, line_times=(way_seconds, line_end))
