"""Win animation of Ducale: cards are swept into the pack, a line is drawn below the points, the cards return."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules.contract import Target, Token
from rules.ducale.effects import DISCARD, STOCK
from scenes.games.ducale.card_film import TURN_SECONDS, CardFilm, CardPath, gather_cards
from scenes.games.ducale.card_layout import CardPlace, is_in_hand, pile_place
from scenes.games.ducale.card_stage import CardStage
from scenes.surfaces.clips import Cue
from scenes.surfaces.end_animation import End, make_animation
from scenes.surfaces.timeline import Film, Segment

WAY_SECONDS: Final = 0.38
SPREAD_SECONDS: Final = 0.5
"""Of a card's way into the pack, and between the starts of the first and the last card."""
LINE_SECONDS: Final = 0.55
HAND_SECONDS: Final = 0.3
"""In which the line is drawn, and in which a hand is pushed together, or opened again."""
BACK: Final = Token("back")


def make_ending(end: End) -> Film:
    """Return the whole animation after a win at the table, otherwise only the own hand squared up."""
    stage = end.stage
    assert isinstance(stage, CardStage)
    if end.still:
        return make_animation(end, (), [f"h{seat}" for seat in end.seats])
    if stage.score_pad is not None:
        stage.score_pad.draw(1.0)
    lying = [(target, at) for target, places in stage.card_places.items() for at in range(len(places))]
    if end.whole:
        box, first = stage.zones.piles[0], len(end.table.get(STOCK, ()))
        swept = [card for card in lying if card[0] != STOCK]
        swept.sort(key=lambda card: card[0] == DISCARD)
        pack = [pile_place(box, STOCK, first + number) for number in range(len(swept))]
        return _swept(end, stage, dict(zip(swept, pack, strict=True)), WAY_SECONDS, SPREAD_SECONDS, sound="riffle")
    middle = stage.zones.hand
    hand = [card for card in lying if is_in_hand(card[0], stage.hand.seat)]
    return _swept(end, stage, dict.fromkeys(hand, (*middle.centre, middle.h, 0.0)), HAND_SECONDS, 0.0, sound="sort")


def _swept(
    end: End, stage: CardStage, pack: dict[tuple[Target, int], CardPlace], way: float, spread: float, sound: str
) -> CardFilm:
    """Return the film: cards go to the places in `pack` in turn, wait while the line is drawn, and return."""
    speed = end.speed
    legs = gather_cards(end.table, stage.card_places, pack, way / speed, spread / speed)
    piles = {pile: end.table[pile] for pile in (STOCK, DISCARD) if (pile, 0) not in pack and pile in end.table}
    rest = [
        CardPath(end.table[target][at], end.table[target][at], place, place)
        for target, places in stage.card_places.items()
        for at, place in enumerate(places)
        if (target, at) not in pack and target not in piles
    ]
    takes, rules = (spread + way) / speed * bool(legs), LINE_SECONDS / speed
    lie = [replace(leg, start=leg.end) for leg in legs]
    back = [replace(leg, start=leg.end, end=leg.start, begin=spread / speed - leg.begin) for leg in legs]
    if spread:  # the top card is turned over, to look like a pack
        lie[-1] = replace(lie[-1], after=BACK, begin=0.0, seconds=TURN_SECONDS / speed)
        back[-1] = replace(back[-1], before=BACK)
    segments = (
        Segment(piles, [leg.clip() for leg in (*rest, *legs)], 0.0, takes),
        Segment(piles, [leg.clip() for leg in (*rest, *lie)], takes, rules),
        Segment(piles, [leg.clip() for leg in (*rest, *back)], takes + rules, takes),
    )
    cues = (
        Cue(0.0, sound, stage.zones.piles[0].x),
        Cue(takes, "pencil", stage.area.w),
        Cue(takes + rules, "sort", stage.zones.piles[0].x),
    )
    return CardFilm(segments, end.table, 2 * takes + rules, cues, line_times=(takes, takes + rules))
