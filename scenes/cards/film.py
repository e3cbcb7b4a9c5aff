"""How cards go from where they lie to where they will: every card from its place before to its place after. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import Final, TypeAlias

from rules.contract import Beat, Lift, Put, Slide, Table, Target, Token, Turn, apply
from scenes.cards.arrangement import Place, Places
from scenes.flights import Mover
from scenes.motion import Cue, Frame

PILES: Final = ("stock", "discard")
SLIDE: Final = 0.24
TURN: Final = 0.18
DEAL: Final = 0.09
BETWEEN: Final = 0.04
"""Seconds: of a way, of turning over, of a card as it is dealt, and from one such card to the next."""
Named: TypeAlias = dict[Target, list[tuple[int, Token]]]


@dataclass(frozen=True, slots=True)
class Leg:
    """One card's way: `start` and `end`, when it begins and how long it takes, what it is before and after."""

    before: Token
    after: Token
    start: Place
    end: Place
    begin: float = 0.0
    seconds: float = SLIDE
    arc: float = 0.0
    """How high it bows on its way, as a share of the way."""

    def at(self, time: float) -> Mover:
        """Where it is at a time of its shot."""
        part = min(1.0, max(0.0, (time - self.begin) / self.seconds)) if self.seconds else 1.0
        eased = 1 - (1 - part) ** 3
        x, y, high = (a + (b - a) * eased for a, b in zip(self.start, self.end, strict=True))
        far = hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])
        bow = sin(pi * eased)
        token, narrow = self.after, 1.0
        if self.before != self.after:
            narrow = max(0.04, abs(cos(pi * part)))
            token = self.before if part < 0.5 else self.after
        lift = 0.6 * bow if far > 1 else 0.0
        return Mover(token, x, y - self.arc * far * bow, high, lift=lift, narrow=narrow)


@dataclass(frozen=True, slots=True)
class Shot:
    """Cards that move together, over `piles` that lie; `start` seconds into the film."""

    legs: tuple[Leg, ...]
    piles: Table
    start: float
    seconds: float
    waiting: bool = False
    """Whether cards are seen before they begin to move."""


@dataclass(frozen=True, slots=True)
class CardFilm:
    """The film of a change at a card table."""

    shots: tuple[Shot, ...]
    last: Table
    seconds: float
    cues: tuple[Cue, ...]
    forward: bool = True
    lands: bool = False
    above: bool = False
    binding: bool = False

    def at(self, time: float) -> Frame:
        """The frame `time` seconds after the start; all cards but those on piles are movers."""
        if not self.shots:
            return Frame(self.last)
        shot = next((one for one in reversed(self.shots) if one.start <= time), self.shots[0])
        now = time - shot.start
        return Frame(shot.piles, tuple(leg.at(now) for leg in shot.legs if shot.waiting or leg.begin <= now))


Arrange: TypeAlias = Callable[[Table], Places]


def follow(
    table: Table,
    beats: Sequence[Beat],
    arrange: Arrange,
    held: Mapping[Target, tuple[float, float]],
    speed: float,
    still: bool = False,
) -> CardFilm:
    """The film of `beats` on `table`. `held`: where the pointer let go of cards. At speed 0 it has no length.

    `still`: nothing travels; cards are just where they belong.
    """
    shots: list[Shot] = []
    cues: list[Cue] = []
    time = 0.0
    for number, beat in enumerate(beats):
        places, after = arrange(table), apply(table, (beat,))
        later = arrange(after)
        cues += _cues(beat, later, time)
        if speed > 0 and not still:
            legs = _legs(table, beat, places, later, held if number == 0 else {}, speed)
            seconds = max((leg.begin + leg.seconds for leg in legs), default=0.0)
            shots.append(Shot(legs, _without(table, beat), time, seconds))
            time += seconds
        table = after
    return CardFilm(tuple(shots), table, time, tuple(cues))


def _without(table: Table, beat: Beat) -> dict[Target, tuple[Token, ...]]:
    """The piles as they lie while a beat runs: without what leaves them, and not yet with what comes."""
    left = {pile: list(table.get(pile, ())) for pile in PILES}
    for effect in beat:
        if isinstance(effect, Slide) and effect.start in left:
            there = left[effect.start]
            over = len(there) - effect.below
            left[effect.start] = [*there[: over - effect.count], *there[over:]]
    return {pile: tuple(tokens) for pile, tokens in left.items() if tokens}


def _cues(beat: Beat, places: Places, time: float) -> list[Cue]:
    for effect in beat:
        if isinstance(effect, Slide):
            name = "felt" if effect.end.startswith("m") or effect.end == "discard" else "card-slide"
            x = places[effect.end][-1][0] if places.get(effect.end) else 0.0
            return [Cue(time + (0.16 if name == "felt" else 0.0), "slide", x, name)]
    return []


def _legs(
    table: Table,
    beat: Beat,
    places: Places,
    later: Places,
    held: Mapping[Target, tuple[float, float]],
    speed: float,
) -> tuple[Leg, ...]:
    """Every card but those that stay on piles; what travels farthest lies uppermost."""
    before, after = _named(table, beat)
    ends = {
        name: (later[target][at], token, target)
        for target, tokens in after.items()
        for at, (name, token) in enumerate(tokens)
    }
    legs = []
    for target, tokens in before.items():
        for at, (name, token) in enumerate(tokens):
            end, becomes, home = ends[name]
            if home == target and target in PILES:
                continue
            start = places[target][at]
            if target in held:
                start = (*held[target], start[2])
            seconds = (TURN if token != becomes and home == target else SLIDE) / speed
            legs.append((home != target or target in held, Leg(token, becomes, start, end, 0.0, seconds)))
    return tuple(leg for _, leg in sorted(legs, key=lambda one: one[0]))


def _named(table: Table, beat: Beat) -> tuple[Named, Named]:
    """The tokens with a number each, before a beat and after it."""
    numbers = iter(range(10_000))
    before: Named = {target: [(next(numbers), token) for token in tokens] for target, tokens in table.items()}
    now: Named = {target: list(tokens) for target, tokens in before.items()}
    for effect in beat:
        match effect:
            case Slide(start, end, count, below):
                there = now.get(start, [])
                over = len(there) - below
                now[start] = [*there[: over - count], *there[over:]]
                now.setdefault(end, []).extend(there[over - count : over])
            case Turn(at, _, token, below):
                place = len(now[at]) - 1 - below
                now[at][place] = (now[at][place][0], token)
            case Put() | Lift():
                raise ValueError("cards neither come nor go")
    return before, now


def back(before: Table, after: Table, arrange: Arrange, speed: float, still: bool) -> CardFilm:
    """The film of a change that is taken back: cards that both tables have by the same target go there, others are
    just where they belong."""
    if speed == 0 or still:
        return CardFilm((), after, 0.0, (Cue(0.0, "slide", 0.0, "card-slide"),))
    was, will = arrange(before), arrange(after)
    legs = []
    for target, tokens in after.items():
        for at, token in enumerate(tokens):
            end = will[target][at]
            start = (
                was[target][at] if at < len(before.get(target, ())) else _came_from(before, after, was, token, end)
            )
            legs.append((start != end, Leg(token, token, start, end, 0.0, SLIDE / speed)))
    ordered = tuple(leg for _, leg in sorted(legs, key=lambda one: one[0]))
    shot = Shot(ordered, {}, 0.0, SLIDE / speed)
    return CardFilm((shot,), after, SLIDE / speed, (Cue(0.0, "slide", 0.0, "card-slide"),), forward=False)


def reveal(before: Table, after: Table, arrange: Arrange, speed: float) -> CardFilm:
    """Hidden hands are laid open: backs of `before` become the cards of `after`, hand by hand from the left."""
    was, will = arrange(before), arrange(after)
    legs = []
    met: dict[Target, int] = {}
    for target, tokens in after.items():
        if target in before:
            lying = zip(before[target], tokens, was[target], will[target], strict=False)
            legs += [Leg(old, new, start, end, 0.0, SLIDE / speed) for old, new, start, end in lying]
            continue
        pile = target.partition(":")[0]
        at = met.get(pile, 0)
        met[pile] = at + 1
        begin = 0.05 * at / speed
        start = was[pile][at] if at < len(was.get(pile, ())) else will[target][0]
        legs.append(Leg(Token("back"), tokens[0], start, will[target][0], begin, 1.6 * TURN / speed))
    seconds = max((leg.begin + leg.seconds for leg in legs), default=0.0)
    cue = Cue(0.05, "slide", 0.0, "turn-over")
    return CardFilm((Shot(tuple(legs), {}, 0.0, seconds, waiting=True),), after, seconds, (cue,))


def _came_from(before: Table, after: Table, was: Places, token: Token, end: Place) -> Place:
    """Where a card was that lies elsewhere now: one alike that is gone from there."""
    for target, tokens in before.items():
        left = after.get(target, ())
        if len(left) < len(tokens) and tokens[-1].look.partition("=")[0] == token.look.partition("=")[0]:
            return was[target][len(tokens) - 1]
    return end


def deal(
    pack: Place, table: Table, hands: Sequence[Sequence[tuple[Target, int]]], places: Places, speed: float
) -> CardFilm:
    """Cards dealt in arcs from the stock's place, round by round. `hands`: in the order of dealing, the targets of
    each seat's cards with the number of the token there; then the first discard is turned."""
    legs: list[Leg] = []
    cues: list[Cue] = []
    back = Token("back")
    most = max(map(len, hands), default=0)
    number = 0
    for lap in range(most):
        for cards in hands:
            if lap < len(cards):
                target, at = cards[lap]
                begin = number * BETWEEN / speed
                end = places[target][at]
                legs.append(Leg(back, table[target][at], pack, end, begin, DEAL / speed, arc=0.18))
                if number % 2 == 0:
                    cues.append(Cue(begin, "slide", end[0], "deal", 0.6))
                number += 1
    begin = (number * BETWEEN + DEAL) / speed
    if table.get("discard"):
        legs.append(Leg(back, table["discard"][-1], pack, places["discard"][-1], begin, 0.3 / speed))
        cues.append(Cue(begin, "slide", places["discard"][-1][0], "turn-over"))
    seconds = begin + 0.3 / speed
    shot = Shot(tuple(legs), {"stock": table.get("stock", ())}, 0.0, seconds)
    return CardFilm((shot,), table, seconds, tuple(cues))
