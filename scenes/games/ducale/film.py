"""How cards go from where they lie to where they will: moves, deals, hands laid open at the end of a round. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import cos, hypot, pi, sin
from typing import Final, TypeAlias

from rules.contract import Beat, Lift, Put, Slide, Table, Target, Token, Turn, apply
from rules.ducale.effects import DISCARD, STOCK
from scenes.games.ducale.arrangement import CardPlace, CardPlaces
from scenes.surfaces import flights
from scenes.surfaces.flights import Mover
from scenes.surfaces.motion import Cue, Shot, Tempo, Timeline

PILES: Final = (STOCK, DISCARD)
SLIDE: Final = 0.24
TURN: Final = 0.18
APART: Final = 0.06
"""Seconds: of a way, of turning over, and from one card to the next of those that are laid together."""
FADE: Final = 0.08
"""Seconds in which a card is gone from here and come there, where little should move."""
LAID: Final = 0.16
"""Seconds after which a card that goes to a pile or a meld is heard on the felt."""
DEAL: Final = 0.09
BETWEEN: Final = 0.04
RIFFLE: Final = 0.35
"""Seconds: of a card as it is dealt, from one such card to the next, and before the first."""
Named: TypeAlias = dict[Target, list[tuple[int, Token]]]


@dataclass(frozen=True, slots=True)
class Leg:
    """One card's way: `start` and `end`, when it begins and how long it takes, what it is before and after."""

    before: Token
    after: Token
    start: CardPlace
    end: CardPlace
    begin: float = 0.0
    seconds: float = SLIDE
    arc: float = 0.0
    """How high it bows on its way, as a share of the way."""
    fades: bool = False
    """Whether it doesn't travel: it is gone from here and come there."""
    hidden: bool = False
    """Whether it isn't seen before it begins."""

    def seen(self, time: float) -> Mover | None:
        """What is seen of it so many seconds after its shot began."""
        return None if self.hidden and time < self.begin else self.at(time)

    def at(self, time: float) -> Mover:
        """Where it is then."""
        part = min(1.0, max(0.0, (time - self.begin) / self.seconds)) if self.seconds else 1.0
        if self.fades:
            return self._faded(part)
        eased = 1 - (1 - part) ** 3
        x, y, high, lean = (a + (b - a) * eased for a, b in zip(self.start, self.end, strict=True))
        far = hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])
        bow = sin(pi * eased)
        token, narrow = self.after, 1.0
        if self.before != self.after:
            narrow = max(0.04, abs(cos(pi * part)))
            token = self.before if part < 0.5 else self.after
        lift = 0.6 * bow if far > 1 else 0.0
        return Mover(token, x, y - self.arc * far * bow, high, lift=lift, tilt=lean, narrow=narrow)

    def _faded(self, part: float) -> Mover:
        still = (self.before, self.start) == (self.after, self.end)
        token, (x, y, high, lean) = (self.before, self.start) if part < 0.5 else (self.after, self.end)
        return Mover(token, x, y, high, tilt=lean, alpha=1.0 if still else abs(1 - 2 * part))


@dataclass(frozen=True, slots=True)
class CardFilm(Timeline):
    """The film of a change at a card table: all cards but those on piles are movers, if any card moves."""

    above: bool = True


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
    """The film of `beats` on `table`. `held`: where the pointer let go of cards; `starts`: where cards are seen just
    now that don't lie where they belong.

    `final`: the table after that, whose cards lie in the order in which they belong.
    """
    shots: list[Shot] = []
    cues: list[Cue] = []
    time = 0.0
    for number, beat in enumerate(beats):
        places, applied = arrange(table), apply(table, (beat,))
        after = final if applied == final else applied
        later = arrange(after)
        if not number and starts:
            places = {target: [starts[target]] if target in starts else lying for target, lying in places.items()}
        cues += _cues(beat, later, time, held, tempo)
        if tempo.speed:
            legs = _legs(table, beat, places, later, held if number == 0 else {}, tempo.speed)
            if tempo.still:
                legs = tuple(replace(leg, begin=0.0, seconds=FADE / tempo.speed, fades=True) for leg in legs)
            seconds = max((leg.begin + leg.seconds for leg in legs), default=0.0)
            shots.append(Shot(_without(table, beat), legs, time, seconds))
            time += seconds
        table = after
    return CardFilm(tuple(shots), table, time, tuple(cues))


def back(film: CardFilm, table: Table) -> CardFilm:
    """The same from its end to its beginning, where `table` lies."""
    cues = tuple(Cue(film.seconds - cue.time, flights.SLIDE, cue.x, "card-slide") for cue in reversed(film.cues[-1:]))
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
    beat: Beat, places: CardPlaces, time: float, held: Mapping[Target, tuple[float, float]], tempo: Tempo
) -> list[Cue]:
    """A card is heard as it slides off, and as it is laid on the felt, one after the other if there are several; a
    new stock as it is shuffled."""
    slides = [effect for effect in beat if isinstance(effect, Slide)]
    if not slides:
        return []
    end = slides[0].end
    x = places[end][-1][0] if places.get(end) else 0.0
    if end == "stock":
        return [Cue(time, flights.SLIDE, x, "riffle")]
    if not (end.startswith("m") or end == "discard"):
        return [Cue(time, flights.SLIDE, x, "card-slide")]
    if tempo.cut or held:
        return [Cue(time, flights.SLIDE, x, "felt")]
    count = sum(effect.end.startswith("m") for effect in slides) or 1
    loud = [1.0, *[0.6] * (count - 1)]
    return [Cue(time + (LAID + n * APART) / tempo.speed, flights.SLIDE, x, "felt", loud[n]) for n in range(count)]


def _legs(
    table: Table,
    beat: Beat,
    places: CardPlaces,
    later: CardPlaces,
    held: Mapping[Target, tuple[float, float]],
    speed: float,
) -> tuple[Leg, ...]:
    """Every card but those that stay on piles; what goes elsewhere lies uppermost, and goes card by card."""
    before, after, gone = _named(table, beat)
    begins = {name: n * APART / speed for n, name in enumerate(gone) if not held}
    ends = {
        name: (later[target][at], token, target)
        for target, tokens in after.items()
        for at, (name, token) in enumerate(tokens)
    }
    legs = []
    for target in places:  # in this order they lie on one another
        for at, (name, token) in enumerate(before.get(target, ())):
            end, becomes, home = ends[name]
            if home == target and target in PILES:
                continue
            start = places[target][at]
            if target in held:
                start = (*held[target], *start[2:])
            seconds = (TURN if token != becomes and home == target else SLIDE) / speed
            begin = begins.get(name, 0.0)
            moved = home != target or target in held
            legs.append((moved, begin, Leg(token, becomes, start, end, begin, seconds)))
    return tuple(leg for *_, leg in sorted(legs, key=lambda one: one[:2]))


def _named(table: Table, beat: Beat) -> tuple[Named, Named, list[int]]:
    """The tokens with a number each, before a beat and after it; and which of them slide, in their order."""
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
    """Cards dealt in arcs from the stock's place, round by round. `hands`: in the order of dealing, the targets of
    each seat's cards with the number of the token there; then the first discard is turned."""
    legs: list[Leg] = []
    cues = [Cue(0.0, flights.SLIDE, pack[0], "riffle")]
    back = Token("back")
    order = [card for lap in zip_longest(*hands) for card in lap if card is not None]
    for number, (target, at) in enumerate(order):
        begin, end = (RIFFLE + number * BETWEEN) / speed, places[target][at]
        legs.append(Leg(back, table[target][at], pack, end, begin, DEAL / speed, arc=0.18, hidden=True))
        if number % 2 == 0:
            cues.append(Cue(begin, flights.SLIDE, end[0], "deal", 0.6))
    begin = (RIFFLE + len(order) * BETWEEN + DEAL) / speed
    if table.get("discard"):
        legs.append(Leg(back, table["discard"][-1], pack, places["discard"][-1], begin, 0.3 / speed, hidden=True))
        cues.append(Cue(begin, flights.SLIDE, places["discard"][-1][0], "turn-over"))
    seconds = begin + 0.3 / speed
    shot = Shot({"stock": table.get("stock", ())}, legs, 0.0, seconds)
    return CardFilm((shot,), table, seconds, tuple(cues))


def reveal(before: Table, after: Table, arrange: Arrange, speed: float) -> CardFilm:
    """Hidden hands are laid open: backs of `before` become the cards of `after`, hand by hand from the left."""
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
            legs.append(Leg(Token("back"), tokens[0], start, end, 0.05 * number / speed, 1.6 * TURN / speed))
            turned[hand] += 1
    piles = {pile: after[pile] for pile in PILES if pile in after}
    seconds = max((leg.begin + leg.seconds for leg in legs), default=0.0)
    cue = Cue(0.05, flights.SLIDE, 0.0, "turn-over")
    return CardFilm((Shot(piles, legs, 0.0, seconds),), after, seconds, (cue,))
