"""Films of cards: moves, deals, and hands revealed at the end of a round; without pygame.

What everybody may see is turned face up as it leaves a hidden hand, and face down as it goes into one. A card that
grows on its way is rendered at its larger size and scaled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import cos, hypot, pi
from typing import Final, TypeAlias

from rules.contract import Beat, Lift, Put, Slide, Table, Target, Token, Turn, apply
from rules.ducale.effects import DISCARD, STOCK
from scenes.games.ducale.card_layout import CardPlace, CardPlaces, Span, find_melds, meld_of, span_of
from scenes.games.ducale.table_zones import CARD_RATIO
from scenes.surfaces.clips import Clip, Cue, Sprite, arc, ease_out, part_of, smooth
from scenes.surfaces.timeline import Segment, Tempo, Timeline, after_rest

PILES: Final = (STOCK, DISCARD)
BACK: Final = Token("back")
SLIDE: Final = 0.24
TURN_SECONDS: Final = 0.18
SHOWN_SECONDS: Final = 0.36
STAGGER_SECONDS: Final = 0.06
"""Of a way, of turning over, of a way on which a hidden card is turned, and between two cards laid together."""
LEAVE_TIMES: Final = (0.0, 0.45)
ARRIVE_TIMES: Final = (0.55, 1.0)
"""Fractions of such a way in which a card is turned that leaves a hidden hand, or goes to one."""
JOKER_TAKEN_TIMES: Final = (0.0, 0.4)
JOKER_LAID_TIMES: Final = (0.6, 1.0)
"""Fractions of a way in which the card that a joker stands for disappears, or appears."""
TRADE_SECONDS: Final = 0.54
GIVEN_SECONDS: Final = (0.06, 0.4)
TRADE_CURVE: Final = 0.14
"""Of a swap: the joker's way; start and duration of the replacing card's way; a share of both by which they bend."""
FADE_SECONDS: Final = 0.08  # of a card that fades out here and in there, with reduced motion
FELT_SECONDS: Final = 0.16  # until a card that goes to a pile or a meld is heard on the felt
RIFFLE_SECONDS: Final = 0.35
DEAL_SECONDS: Final = 0.09
DEAL_STAGGER_SECONDS: Final = 0.04
"""Before the first dealt card, of its way, and between two such cards."""
GLINTS: Final = ((-0.36, -0.46), (0.36, -0.3), (-0.3, 0.4), (0.38, 0.44))
"""(dx, dy) of glints around a joker's centre, as shares of its height."""
SWEEP_SECONDS: Final = 0.3
SWEEP_ARC: Final = 0.1
"""Before a deal: between the first and the last card swept up; the arc's height, as a share of the way."""
Named: TypeAlias = dict[Target, list[tuple[int, Token]]]


@dataclass(frozen=True, slots=True)
class Leg:
    """One card's way from `start` to `end`, and its tokens before and after; seconds from the segment's start."""

    before: Token
    after: Token
    start: CardPlace
    end: CardPlace
    begin: float = 0.0
    seconds: float = SLIDE
    arc: float = 0.0
    """Height of its arc, as a share of the way."""
    fades: bool = False  # whether it fades out at `start` and in at `end` instead of travelling
    hidden: bool = False
    turns: tuple[float, float] | None = None
    """Fractions of its time between which it changes from `before` to `after`; None: all of it."""
    easing: Callable[[float], float] = ease_out
    aside: float = 0.0
    """Sideways curve to its left, in pixels."""

    def clip(self) -> Clip:
        begin, seconds, hidden = self.begin, self.seconds, self.hidden
        clip = Clip(self.after, self.start[:3], self.end[:3], lambda clip, part: self.at(part), begin, seconds)
        return replace(clip, was=self.before, is_hidden_before=hidden)

    def at(self, part: float) -> Sprite:
        """Return the card after a share of its time, 0 to 1."""
        if self.fades:
            return self._faded(part)
        share = self.easing(part)
        x, y, high, lean = (a + (b - a) * share for a, b in zip(self.start, self.end, strict=True))
        dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        far, bow = hypot(dx, dy), arc(share)
        if self.aside and far > 1:
            x, y = x + dy / far * self.aside * bow, y - dx / far * self.aside * bow
        drawn = max(self.start[2], self.end[2]) if self.start[2] != high != self.end[2] else 0.0
        lift = 0.6 * bow if far > high / 2 else 0.0  # cards that only make room stay on the table
        y -= self.arc * far * bow
        return self._turned(Sprite(self.after, x, y, high, lift=lift, tilt=lean, drawn=drawn), part)

    def _turned(self, card: Sprite, part: float) -> Sprite:
        if self.before == self.after:
            return card
        done = part_of(part, *(self.turns or (0.0, 1.0)))
        was = replace(card, token=self.before)
        if BACK in (self.before, self.after):
            return replace(was if done < 0.5 else card, narrow=max(0.04, abs(cos(pi * done))))
        return replace(card, was=was, alpha=done) if 0.0 < done < 1.0 else card if done else was

    def _faded(self, part: float) -> Sprite:
        still = (self.before, self.start) == (self.after, self.end)
        token, (x, y, high, lean) = (self.before, self.start) if part < 0.5 else (self.after, self.end)
        return Sprite(token, x, y, high, tilt=lean, alpha=1.0 if still else abs(1 - 2 * part))


def make_gleam(
    look: str, leg: Leg, begins: float, ends: float, dx: float, dy: float, size: float, fine: float = 1.0
) -> Clip:
    """Make a light that accompanies a card between two shares of its time.

    `dx`, `dy` from the card's centre and `size` are shares of its height. `fine`: size in which the picture is
    rendered, as a share of the largest: soft light needs little.
    """
    drawn = fine * size * max(leg.start[2], leg.end[2])

    def pose(clip: Clip, life: float) -> Sprite:
        card, shine = leg.at(begins + life * (ends - begins)), arc(life)
        x, y = card.x + dx * card.size, card.y + dy * card.size
        return Sprite(clip.token, x, y, size * card.size * (0.5 + 0.5 * shine), alpha=shine, drawn=drawn)

    begin, seconds = leg.begin + begins * leg.seconds, (ends - begins) * leg.seconds
    clip = Clip(Token(look), leg.start[:3], leg.end[:3], pose, begin, seconds)
    return replace(clip, is_hidden_before=True, is_hidden_after=True)


def make_ribbon(meld: str, start: Span | None, end: Span, begin: float, seconds: float, fades: bool = False) -> Clip:
    """Make the ribbon of a meld's owner below its cards; `start` is None for a new meld.

    The sprite's `narrow` is its width / its height.
    """
    left, _, low, height = end
    begins = start or (left, left + height / CARD_RATIO, low, height)

    def pose(clip: Clip, done: float) -> Sprite:
        done = float(done >= 0.5) if fades else done
        left, right, foot, high = (a + (b - a) * ease_out(done) for a, b in zip(begins, end, strict=True))
        alpha = 1.0 if start else min(1.0, 2 * done)
        return Sprite(clip.token, (left + right) / 2, foot, high, alpha=alpha, narrow=(right - left) / high)

    here, there = (((left + right) / 2, foot, high) for left, right, foot, high in (begins, end))
    return Clip(Token(meld), here, there, pose, begin, seconds, is_under=True)


@dataclass(frozen=True, slots=True)
class CardFilm(Timeline):
    """The animation of a change at a card table: all cards but those on piles move, if any card moves."""

    above: bool = True
    ruled: tuple[float, float] | None = None
    """When a pencil draws a line on the score pad: start and end in seconds."""


Arrange: TypeAlias = Callable[[Table], CardPlaces]


def follow(
    table: Table,
    beats: Sequence[Beat],
    arrange: Arrange,
    held: Mapping[Target, tuple[float, float]],
    tempo: Tempo,
    final: Table,
    starts: Mapping[Target, CardPlace] | None = None,
) -> CardFilm:
    """Return the film of `beats` on `table`.

    `held` has the points where the pointer released cards, `starts` the places of cards that are still gliding;
    `final` is the table afterwards, with its cards in their final order.
    """
    segments: list[Segment] = []
    cues: list[Cue] = []
    time = 0.0
    for number, beat in enumerate(beats):
        places, applied = arrange(table), apply(table, (beat,))
        after = final if applied == final else applied
        later = arrange(after)
        if not number and starts:
            places = {target: [starts[target]] if target in starts else lying for target, lying in places.items()}
        cues += _cues(table, beat, later, time, held, tempo)
        if tempo.speed:
            legs = _legs(table, beat, places, later, held if number == 0 else {}, tempo.speed)
            if tempo.still:
                legs = tuple(replace(leg, begin=0.0, seconds=FADE_SECONDS / tempo.speed, fades=True) for leg in legs)
            seconds = max((leg.begin + leg.seconds for leg in legs), default=0.0)
            ribbons = _ribbons(table, after, places, later, legs, seconds)
            clips = [*ribbons, *_with_gleams(beat, legs)]
            segments.append(Segment(_without(table, beat), clips, time, seconds))
            time += seconds
        table = after
    return CardFilm(tuple(segments), table, time, tuple(cues))


def back(film: CardFilm, table: Table) -> CardFilm:
    """Return the film played backwards, to `table`."""
    cues = tuple(Cue(film.seconds - cue.time, "card-slide", cue.x) for cue in reversed(film.cues[-1:]))
    return replace(film, last=table, cues=cues, forward=False)


def _without(table: Table, beat: Beat) -> dict[Target, tuple[Token, ...]]:
    left = {pile: list(table.get(pile, ())) for pile in PILES}
    for effect in beat:
        if isinstance(effect, Slide) and effect.start in left:
            there = left[effect.start]
            over = len(there) - effect.below
            left[effect.start] = [*there[: over - effect.count], *there[over:]]
    return {pile: tuple(tokens) for pile, tokens in left.items() if tokens}


def _cues(
    table: Table,
    beat: Beat,
    places: CardPlaces,
    time: float,
    held: Mapping[Target, tuple[float, float]],
    tempo: Tempo,
) -> list[Cue]:
    """Return the sounds of cards that slide and land, one after another, or of shuffling for a new stock."""
    slides = [effect for effect in beat if isinstance(effect, Slide)]
    if not slides:
        return []
    end = slides[0].end
    x = places[end][-1][0] if places.get(end) else 0.0
    if end == "stock":
        return [Cue(time, "riffle", x)]
    if not (end.startswith("m") or end == "discard"):
        return [Cue(time, "card-slide", x)]
    if tempo.cut or held:
        return [Cue(time, "felt", x)]
    if _traded(beat) is not None:
        taken = Cue(time, "card-slide", x, 0.6)
        return [taken, Cue(time + sum(GIVEN_SECONDS) / tempo.speed, "felt", x)]
    count = sum(effect.end.startswith("m") for effect in slides) or 1
    volumes = [1.0, *[0.6] * (count - 1)]
    laid_at = FELT_SECONDS + (SHOWN_SECONDS - SLIDE) * (BACK in table.get(slides[0].start, ()))
    times = [time + (laid_at + n * STAGGER_SECONDS) / tempo.speed for n in range(count)]
    return [Cue(at, "felt", x, one) for at, one in zip(times, volumes, strict=True)]


def _traded(beat: Beat) -> Slide | None:
    slides = [effect for effect in beat if isinstance(effect, Slide)]
    return next((one for one in slides if meld_of(one.start)), None)


def _ribbons(
    table: Table, after: Table, places: CardPlaces, later: CardPlaces, legs: Sequence[Leg], seconds: float
) -> list[Clip]:
    """Return the ribbons of the melds after a beat; each appears with the first card and grows with the others."""
    lay = {meld: span_of([places[one][-1] for one in cards]) for meld, cards in find_melds(table).items()}
    lie = {meld: span_of([later[one][-1] for one in cards]) for meld, cards in find_melds(after).items()}
    found = []
    for meld, end in lie.items():
        cards = {later[one][-1] for one in find_melds(after)[meld]}
        coming = [leg for leg in legs if leg.end in cards]
        begin = min((leg.begin + 0.7 * leg.seconds for leg in coming), default=0.0) * (meld not in lay)
        ends = max((leg.begin + leg.seconds for leg in coming), default=seconds)
        fades = any(leg.fades for leg in legs)
        found.append(make_ribbon(meld, lay.get(meld), end, begin, max(ends - begin, FADE_SECONDS / 2), fades))
    return found


def _with_gleams(beat: Beat, legs: Sequence[Leg]) -> list[Clip]:
    clips = []
    for leg in legs:
        if _traded(beat) is None or not leg.before.look.startswith("JK=") or not leg.aside or leg.fades:
            clips.append(leg.clip())
            continue
        clips += [make_gleam("effects/shine", leg, 0.0, 0.8, 0.0, 0.0, 1.7, fine=0.3), leg.clip()]
        clips += [make_gleam("effects/glint", leg, 0.1 * n, 0.45 + 0.1 * n, *at, 0.3) for n, at in enumerate(GLINTS)]
    return clips


def _legs(
    table: Table,
    beat: Beat,
    places: CardPlaces,
    later: CardPlaces,
    held: Mapping[Target, tuple[float, float]],
    speed: float,
) -> tuple[Leg, ...]:
    """Return the legs of all cards but those that stay on piles.

    Cards that slide are on top and start one after another; one laid into a meld is below the cards that cover it
    there.
    """
    before, after, gone = _named(table, beat)
    ends = {
        name: (later[target][at], token, target)
        for target, tokens in after.items()
        for at, (name, token) in enumerate(tokens)
    }
    laid: dict[str, float] = {}
    """x of the first card that comes to each meld."""
    for place, _, home in (ends[name] for name in gone):
        if meld_of(home):
            laid[meld_of(home)] = min(place[0], laid.get(meld_of(home), place[0]))
    legs = []
    for target in places:  # in this order they cover one another
        for at, (name, token) in enumerate(before.get(target, ())):
            end, becomes, home = ends[name]
            if home == target and target in PILES:
                continue
            leg = Leg(token, becomes, places[target][at], end, seconds=TURN_SECONDS if token != becomes else SLIDE)
            rank = 2 if end[0] > laid.get(meld_of(home), end[0]) else 0
            if name in gone:
                rank = 1
                leg = _sent(leg, target, home, _traded(beat) is not None)
                leg = leg if held else replace(leg, begin=max(leg.begin, gone.index(name) * STAGGER_SECONDS))
            if target in held:
                start = (*held[target], *leg.start[2:])
                leg = replace(leg, start=start, begin=0.0, seconds=SLIDE, easing=ease_out, aside=0.0)
            leg = replace(leg, begin=leg.begin / speed, seconds=leg.seconds / speed)
            legs.append((rank, leg.begin, leg))
    return tuple(leg for *_, leg in sorted(legs, key=lambda one: one[:2]))


def _sent(leg: Leg, source: Target, home: Target, traded: bool) -> Leg:
    """Return a leg with the timing of a slide, turned so that public cards are visible on the way."""
    leaves, arrives = leg.before == BACK != leg.after, leg.before != BACK == leg.after
    seconds, turns = SLIDE, None
    if leaves and source != STOCK:
        seconds, turns = SHOWN_SECONDS, LEAVE_TIMES
    elif arrives and home != STOCK:
        seconds, turns = SHOWN_SECONDS, ARRIVE_TIMES
    easing = ease_out if turns is None else smooth
    if BACK not in (leg.before, leg.after):  # a joker begins or ceases to stand for a card
        turns = JOKER_TAKEN_TIMES if meld_of(source) else JOKER_LAID_TIMES
    leg = replace(leg, seconds=seconds, turns=turns, easing=easing)
    if not traded:
        return leg
    aside = max(TRADE_CURVE * hypot(leg.end[0] - leg.start[0], leg.end[1] - leg.start[1]), 0.3 * leg.end[2])
    begin, seconds = (0.0, TRADE_SECONDS) if meld_of(source) else GIVEN_SECONDS
    return replace(leg, begin=begin, seconds=seconds, aside=aside, easing=smooth)


def _named(table: Table, beat: Beat) -> tuple[Named, Named, list[int]]:
    """Return the numbered tokens before and after a beat, and the numbers of those that slide, in order."""
    numbers = iter(range(10_000))
    before: Named = {target: [(next(numbers), token) for token in tokens] for target, tokens in table.items()}
    now: Named = {target: list(tokens) for target, tokens in before.items()}
    gone = []
    for effect in beat:
        match effect:
            case Slide(start, end, count, below):
                there = now.get(start, [])
                over = len(there) - below
                now[start] = [*there[: over - count], *there[over:]]
                now.setdefault(end, []).extend(there[over - count : over])
                gone += [name for name, _ in there[over - count : over]]
            case Turn(at, _, token, below):
                place = len(now[at]) - 1 - below
                now[at][place] = (now[at][place][0], token)
            case Put() | Lift():
                raise ValueError("cards neither come nor go")
    return before, now, gone


def deal(
    pack: CardPlace, table: Table, hands: Sequence[Sequence[tuple[Target, int]]], places: CardPlaces, speed: float
) -> CardFilm:
    """Return the film of a deal in arcs from the stock's place, round by round, then the first discard.

    `hands` has the (target, number of the token there) of each seat's cards, in the order of dealing.
    """
    legs: list[Leg] = []
    cues = [Cue(0.0, "riffle", pack[0])]
    back = Token("back")
    order = [card for lap in zip_longest(*hands) for card in lap if card is not None]
    for number, (target, at) in enumerate(order):
        begin, end = (RIFFLE_SECONDS + number * DEAL_STAGGER_SECONDS) / speed, places[target][at]
        legs.append(Leg(back, table[target][at], pack, end, begin, DEAL_SECONDS / speed, arc=0.18, hidden=True))
        if number % 2 == 0:
            cues.append(Cue(begin, "deal", end[0], 0.6))
    begin = (RIFFLE_SECONDS + len(order) * DEAL_STAGGER_SECONDS + DEAL_SECONDS) / speed
    if table.get("discard"):
        legs.append(Leg(back, table["discard"][-1], pack, places["discard"][-1], begin, 0.3 / speed, hidden=True))
        cues.append(Cue(begin, "turn-over", places["discard"][-1][0]))
    seconds = begin + 0.3 / speed
    segment = Segment({"stock": table.get("stock", ())}, [leg.clip() for leg in legs], 0.0, seconds)
    return CardFilm((segment,), table, seconds, tuple(cues))


def gather(
    table: Table, places: CardPlaces, pack: Mapping[tuple[Target, int], CardPlace], way: float, spread: float
) -> list[Leg]:
    """Return legs to `pack` (by target and number), one after another.

    `way` is the seconds of each card, `spread` the seconds between the starts of the first and the last.
    """
    apart = spread / max(1, len(pack) - 1)
    return [
        Leg(token, token, places[target][at], place, number * apart, way, SWEEP_ARC)
        for number, ((target, at), place) in enumerate(pack.items())
        for token in (table[target][at],)
    ]


def after_sweep(dealt: CardFilm, table: Table, places: CardPlaces, pack: CardPlace, speed: float) -> CardFilm:
    """Return the film of a deal, preceded by the previous round's cards being swept into the pack."""
    lying = {(target, at): pack for target in places if target != STOCK for at in range(len(places[target]))}
    *legs, last = gather(table, places, lying, SLIDE / speed, SWEEP_SECONDS / speed)
    legs.append(replace(last, after=Token("back")))
    film = after_rest(dealt, table, (SLIDE + SWEEP_SECONDS) / speed)
    resting, clips = {STOCK: table[STOCK]} if table.get(STOCK) else {}, [leg.clip() for leg in legs]
    swept = replace(film.segments[0], resting=resting, clips=clips)
    return replace(film, segments=(swept, *film.segments[1:]), cues=(Cue(0.0, "sort", pack[0]), *film.cues))


def reveal(before: Table, after: Table, arrange: Arrange, speed: float) -> CardFilm:
    """Return the film in which backs of `before` become the cards of `after`, each hand from the left."""
    was, will = arrange(before), arrange(after)
    legs = []
    turned = Counter[Target]()
    for target, tokens in after.items():
        if target in before and target not in PILES:
            lying = zip(before[target], tokens, was[target], will[target], strict=False)
            legs += [Leg(old, new, start, end, 0.0, SLIDE / speed) for old, new, start, end in lying]
        elif target not in PILES:
            hand, end = target.partition(":")[0], will[target][0]
            backs, number = was.get(hand, ()), turned[hand]
            start = backs[number] if number < len(backs) else end
            legs.append(Leg(Token("back"), tokens[0], start, end, 0.05 * number / speed, 1.6 * TURN_SECONDS / speed))
            turned[hand] += 1
    piles = {pile: after[pile] for pile in PILES if pile in after}
    seconds = max((leg.begin + leg.seconds for leg in legs), default=0.0)
    cues = (Cue(0.05, "turn-over", 0.0), Cue(0.1 / speed, "pencil", 0.0))
    segment = Segment(piles, [leg.clip() for leg in legs], 0.0, seconds)
    return CardFilm((segment,), after, seconds, cues, ruled=(0.1 / speed, min(seconds, 0.55 / speed)))
