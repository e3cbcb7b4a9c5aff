"""The films of cards: moves, deals, and hands that are revealed after a round; without pygame.

A card that everybody may see is turned face up as it leaves a hidden hand, and face down as it goes into one. A card
whose size changes is rendered at its larger size and scaled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import cos, hypot, pi
from typing import Final, TypeAlias

from rules.contract import Beat, Lift, Put, Slide, Table, Target, Token, Turn, apply
from rules.ducale.effects import DISCARD, STOCK
from scenes.games.ducale.card_layout import (
    CardPlace,
    CardPlaces,
    MeldSpan,
    find_melds,
    meld_of,
    span_of,
)
from scenes.games.ducale.table_zones import CARD_RATIO
from scenes.surfaces.clips import Clip, Cue, Sprite, arc, ease_out, fraction_of, smooth
from scenes.surfaces.timeline import Segment, Tempo, Timeline, after_rest

PILES: Final = (STOCK, DISCARD)
BACK: Final = Token("back")
SLIDE_SECONDS: Final = 0.24  # of a card's path
TURN_SECONDS: Final = 0.18  # of turning over a card in place
SHOWN_SECONDS: Final = 0.36  # of a path on which a card is turned over
STAGGER_SECONDS: Final = 0.06  # between two cards that are laid together
LEAVE_TIMES: Final = (0.0, 0.45)
ARRIVE_TIMES: Final = (0.55, 1.0)
"""Fractions of the duration between which a card that leaves a hidden hand, or goes to one, is turned over."""
JOKER_TAKEN_TIMES: Final = (0.0, 0.4)
JOKER_LAID_TIMES: Final = (0.6, 1.0)
"""Fractions of the duration between which the card that a joker stands for disappears, or appears."""
SWAP_SECONDS: Final = 0.54  # of a swapped joker's path
REPLACING_TIMES: Final = (0.06, 0.4)  # start and duration of the path of the card that replaces it, in seconds
SWAP_CURVE: Final = 0.14  # how far both paths curve to the left, as a fraction of their length
FADE_SECONDS: Final = 0.08  # of a card that fades out and in again elsewhere, with reduced motion
FELT_SECONDS: Final = 0.16  # until a card that goes to a pile or a meld is heard on the felt
RIFFLE_SECONDS: Final = 0.35  # before the first card is dealt
DEAL_SECONDS: Final = 0.09  # of a dealt card's path
DEAL_STAGGER_SECONDS: Final = 0.04  # between two dealt cards
GLINT_PLACES: Final = ((-0.36, -0.46), (0.36, -0.3), (-0.3, 0.4), (0.38, 0.44))
"""(dx, dy) of glints around a joker's centre, as fractions of its height."""
SWEEP_SECONDS: Final = 0.3  # between the starts of the first and the last card that are swept up before a deal
SWEEP_ARC: Final = 0.1  # height of the arc of a swept card's path, as a fraction of the path's length
NumberedTable: TypeAlias = dict[Target, list[tuple[int, Token]]]
"""By target, the (number, token) of each token there; a token keeps its number wherever it goes."""


@dataclass(frozen=True, slots=True)
class CardPath:
    """The path of a card from `start` to `end`, which begins `begin` seconds after the start of the segment."""

    before: Token
    after: Token
    start: CardPlace
    end: CardPlace
    begin: float = 0.0
    seconds: float = SLIDE_SECONDS
    arc_height: float = 0.0  # as a fraction of the path's length
    is_fading: bool = False  # whether the card fades out at `start` and in at `end` instead of moving
    is_hidden_before: bool = False
    turn_times: tuple[float, float] | None = None
    """Fractions of the duration between which the card changes from `before` to `after`; None: from start to end."""
    easing: Callable[[float], float] = ease_out
    sideways: float = 0.0  # curve to the left, in pixels

    def clip(self) -> Clip:
        places = self.start[:3], self.end[:3]
        clip = Clip(self.after, *places, lambda clip, progress: self.at(progress), self.begin, self.seconds)
        return replace(clip, former_token=self.before, is_hidden_before=self.is_hidden_before)

    def at(self, progress: float) -> Sprite:
        """Return the card at `progress`, the elapsed fraction of its path's duration."""
        if self.is_fading:
            return self._fade(progress)
        share = self.easing(progress)
        x, y, height, lean = (a + (b - a) * share for a, b in zip(self.start, self.end, strict=True))
        dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        length, bend = hypot(dx, dy), arc(share)
        if self.sideways and length > 1:
            x, y = x + dy / length * self.sideways * bend, y - dx / length * self.sideways * bend
        picture_size = max(self.start[2], self.end[2]) if self.start[2] != height != self.end[2] else 0.0
        lift = 0.6 * bend if length > height / 2 else 0.0  # cards that only make room stay on the table
        y -= self.arc_height * length * bend
        return self._turn_over(
            Sprite(self.after, x, y, height, lift=lift, tilt=lean, picture_size=picture_size), progress
        )

    def _turn_over(self, card: Sprite, progress: float) -> Sprite:
        if self.before == self.after:
            return card
        turned = fraction_of(progress, *(self.turn_times or (0.0, 1.0)))
        before = replace(card, token=self.before)
        if BACK in (self.before, self.after):
            return replace(before if turned < 0.5 else card, width_fraction=max(0.04, abs(cos(pi * turned))))
        return replace(card, former_token=before, alpha=turned) if 0.0 < turned < 1.0 else card if turned else before

    def _fade(self, progress: float) -> Sprite:
        is_still = (self.before, self.start) == (self.after, self.end)
        token, (x, y, height, lean) = (self.before, self.start) if progress < 0.5 else (self.after, self.end)
        return Sprite(token, x, y, height, tilt=lean, alpha=1.0 if is_still else abs(1 - 2 * progress))


def make_gleam(
    look: str, path: CardPath, begins: float, ends: float, dx: float, dy: float, size: float, resolution: float = 1.0
) -> Clip:
    """Make a light that accompanies a card from the fraction `begins` to the fraction `ends` of its path's duration.

    `dx`, `dy` (the offset from the card's centre) and `size` are fractions of the card's height. The picture is
    rendered at `resolution` times its largest size and scaled up: soft light doesn't need full resolution.
    """
    picture_size = resolution * size * max(path.start[2], path.end[2])

    def pose(clip: Clip, progress: float) -> Sprite:
        card, brightness = path.at(begins + progress * (ends - begins)), arc(progress)
        x, y = card.x + dx * card.size, card.y + dy * card.size
        visible_size = size * card.size * (0.5 + 0.5 * brightness)
        return Sprite(clip.token, x, y, visible_size, alpha=brightness, picture_size=picture_size)

    begin, seconds = path.begin + begins * path.seconds, (ends - begins) * path.seconds
    clip = Clip(Token(look), path.start[:3], path.end[:3], pose, begin, seconds)
    return replace(clip, is_hidden_before=True, is_hidden_after=True)


def make_ribbon(
    meld: str, start: MeldSpan | None, end: MeldSpan, begin: float, seconds: float, is_fading: bool = False
) -> Clip:
    """Make the ribbon below the cards of a meld; `start` is None if the meld is new.

    In its sprites, `width_fraction` is the ribbon's width / the cards' height.
    """
    left, _, bottom, height = end
    begin_span = start or (left, left + height / CARD_RATIO, bottom, height)

    def pose(clip: Clip, progress: float) -> Sprite:
        progress = float(progress >= 0.5) if is_fading else progress
        left, right, y, size = (a + (b - a) * ease_out(progress) for a, b in zip(begin_span, end, strict=True))
        alpha = 1.0 if start else min(1.0, 2 * progress)
        return Sprite(clip.token, (left + right) / 2, y, size, alpha=alpha, width_fraction=(right - left) / size)

    begin_place, end_place = (((left + right) / 2, y, size) for left, right, y, size in (begin_span, end))
    return Clip(Token(meld), begin_place, end_place, pose, begin, seconds, is_under=True)


@dataclass(frozen=True, slots=True)
class CardFilm(Timeline):
    """The animation of a change at a card table; all cards that don't rest on piles are in its clips."""

    is_above: bool = True
    line_times: tuple[float, float] | None = None  # seconds between which a line is drawn on the score pad


ArrangeCards: TypeAlias = Callable[[Table], CardPlaces]


def make_film(
    table: Table,
    beats: Sequence[Beat],
    arrange: ArrangeCards,
    held: Mapping[Target, tuple[float, float]],
    tempo: Tempo,
    final_table: Table,
    starts: Mapping[Target, CardPlace] | None = None,
) -> CardFilm:
    """Return the film of the beats of a move on `table`.

    `held` has the points at which the pointer released cards, `starts` the places of cards that are still gliding.
    `final_table` is the table afterwards, with the cards of each hand in their final order.
    """
    segments: list[Segment] = []
    cues: list[Cue] = []
    time = 0.0
    for number, beat in enumerate(beats):
        places, applied = arrange(table), apply(table, (beat,))
        after = final_table if applied == final_table else applied  # the same, but in the final order
        places_after = arrange(after)
        if not number and starts:
            places = {**places, **{target: [starts[target]] for target in places if target in starts}}
        cues += _make_cues(table, beat, places_after, time, held, tempo)
        if tempo.speed:
            paths = _make_paths(table, beat, places, places_after, held if number == 0 else {}, tempo.speed)
            if tempo.is_still:
                fade = FADE_SECONDS / tempo.speed
                paths = tuple(replace(path, begin=0.0, seconds=fade, is_fading=True) for path in paths)
            seconds = max((path.begin + path.seconds for path in paths), default=0.0)
            ribbons = _make_ribbons(table, after, places, places_after, paths, seconds)
            clips = [*ribbons, *_make_clips(beat, paths)]
            segments.append(Segment(_resting_piles(table, beat), clips, time, seconds))
            time += seconds
        table = after
    return CardFilm(tuple(segments), table, time, tuple(cues))


def reverse_film(film: CardFilm, table: Table) -> CardFilm:
    """Return the film played backwards; its last table is `table`."""
    cues = tuple(Cue(film.seconds - cue.time, "card-slide", cue.x) for cue in reversed(film.cues[-1:]))
    return replace(film, last=table, cues=cues, forward=False)


def _resting_piles(table: Table, beat: Beat) -> dict[Target, tuple[Token, ...]]:
    """Return the piles without the cards that leave them in a beat."""
    piles = {pile: list(table.get(pile, ())) for pile in PILES}
    for effect in beat:
        if isinstance(effect, Slide) and effect.start in piles:
            tokens = piles[effect.start]
            upper = len(tokens) - effect.below
            piles[effect.start] = [*tokens[: upper - effect.count], *tokens[upper:]]
    return {pile: tuple(tokens) for pile, tokens in piles.items() if tokens}


def _make_cues(
    table: Table,
    beat: Beat,
    places: CardPlaces,
    time: float,
    held: Mapping[Target, tuple[float, float]],
    tempo: Tempo,
) -> list[Cue]:
    """Return the sounds of cards that slide and land, or that are shuffled for a new stock."""
    slides = [effect for effect in beat if isinstance(effect, Slide)]
    if not slides:
        return []
    end = slides[0].end
    x = places[end][-1][0] if places.get(end) else 0.0
    if end == "stock":
        return [Cue(time, "riffle", x)]
    if not (meld_of(end) or end == "discard"):
        return [Cue(time, "card-slide", x)]
    if tempo.is_instant or held:
        return [Cue(time, "felt", x)]
    if _is_swap(beat):
        joker_cue = Cue(time, "card-slide", x, 0.6)
        return [joker_cue, Cue(time + sum(REPLACING_TIMES) / tempo.speed, "felt", x)]
    count = sum(bool(meld_of(effect.end)) for effect in slides) or 1
    volumes = [1.0, *[0.6] * (count - 1)]
    felt_delay = FELT_SECONDS + (SHOWN_SECONDS - SLIDE_SECONDS) * (BACK in table.get(slides[0].start, ()))
    times = [time + (felt_delay + n * STAGGER_SECONDS) / tempo.speed for n in range(count)]
    return [Cue(at, "felt", x, volume) for at, volume in zip(times, volumes, strict=True)]


def _is_swap(beat: Beat) -> bool:
    return any(isinstance(effect, Slide) and meld_of(effect.start) for effect in beat)


def _find_spans(table: Table, places: CardPlaces) -> dict[str, MeldSpan]:
    return {meld: span_of([places[card][-1] for card in cards]) for meld, cards in find_melds(table).items()}


def _make_ribbons(
    table: Table,
    after: Table,
    places: CardPlaces,
    places_after: CardPlaces,
    paths: Sequence[CardPath],
    seconds: float,
) -> list[Clip]:
    """Return the ribbons of the melds after a beat; a new one appears as its first card arrives."""
    spans_before, spans_after = _find_spans(table, places), _find_spans(after, places_after)
    is_fading = any(path.is_fading for path in paths)
    ribbons = []
    for meld, end in spans_after.items():
        cards = {places_after[card][-1] for card in find_melds(after)[meld]}
        arriving = [path for path in paths if path.end in cards]
        begin = min((path.begin + 0.7 * path.seconds for path in arriving), default=0.0) * (meld not in spans_before)
        ends = max((path.begin + path.seconds for path in arriving), default=seconds)
        duration = max(ends - begin, FADE_SECONDS / 2)
        ribbons.append(make_ribbon(meld, spans_before.get(meld), end, begin, duration, is_fading))
    return ribbons


def _make_clips(beat: Beat, paths: Sequence[CardPath]) -> list[Clip]:
    """Return the clips of the cards on `paths`, and of the light around a swapped joker."""
    clips = []
    for path in paths:
        is_joker = path.before.look.startswith("JK=") and path.sideways
        if not _is_swap(beat) or not is_joker or path.is_fading:
            clips.append(path.clip())
            continue
        clips += [make_gleam("effects/shine", path, 0.0, 0.8, 0.0, 0.0, 1.7, resolution=0.3), path.clip()]
        for n, (dx, dy) in enumerate(GLINT_PLACES):
            clips.append(make_gleam("effects/glint", path, 0.1 * n, 0.45 + 0.1 * n, dx, dy, 0.3))
    return clips


def _find_first_laid_x(ends: Iterable[tuple[CardPlace, Token, Target]]) -> dict[str, float]:
    """Return, by meld, the x of the leftmost of the cards that come to it; the key "" stands for all other places."""
    found: dict[str, float] = {}
    for place, _, target in ends:
        found[meld_of(target)] = min(place[0], found.get(meld_of(target), place[0]))
    return found


def _make_paths(
    table: Table,
    beat: Beat,
    places: CardPlaces,
    places_after: CardPlaces,
    held: Mapping[Target, tuple[float, float]],
    speed: float,
) -> tuple[CardPath, ...]:
    """Return the paths of all cards but those that stay on piles, from bottom to top.

    `held` has the points at which the pointer released cards: those cards start there. If there are any, all sliding
    cards start at once; otherwise they start one after another.
    """
    before, after, sliding = _number_tokens(table, beat)
    ends = {
        number: (places_after[target][index], token, target)
        for target, tokens in after.items()
        for index, (number, token) in enumerate(tokens)
    }
    first_laid_x = _find_first_laid_x(ends[number] for number in sliding)
    paths = []
    for target in places:  # in this order they cover one another
        for index, (number, token) in enumerate(before.get(target, ())):
            end, token_after, target_after = ends[number]
            if target_after == target and target in PILES:
                continue
            seconds = TURN_SECONDS if token != token_after else SLIDE_SECONDS
            path = CardPath(token, token_after, places[target][index], end, seconds=seconds)
            meld = meld_of(target_after)
            rank = (
                2 if meld and end[0] > first_laid_x.get(meld, end[0]) else 0
            )  # sliding cards, with rank 1, are painted between the others
            if number in sliding:
                rank = 1
                path = _time_slide(path, target, target_after, _is_swap(beat))
                path = path if held else replace(path, begin=max(path.begin, sliding.index(number) * STAGGER_SECONDS))
            if target in held:
                start = (*held[target], *path.start[2:])
                path = replace(path, start=start, begin=0.0, seconds=SLIDE_SECONDS, easing=ease_out, sideways=0.0)
            path = replace(path, begin=path.begin / speed, seconds=path.seconds / speed)
            paths.append((rank, path.begin, path))
    return tuple(path for *_, path in sorted(paths, key=lambda ranked: ranked[:2]))


def _time_slide(path: CardPath, source: Target, target: Target, is_swap: bool) -> CardPath:
    """Return a path with the timing of a slide; a card that everybody may see shows its face on most of the path."""
    is_revealed, is_hidden = path.before == BACK != path.after, path.before != BACK == path.after
    seconds, turn_times = SLIDE_SECONDS, None
    if is_revealed and source != STOCK:
        seconds, turn_times = SHOWN_SECONDS, LEAVE_TIMES
    elif is_hidden and target != STOCK:
        seconds, turn_times = SHOWN_SECONDS, ARRIVE_TIMES
    easing = ease_out if turn_times is None else smooth
    if BACK not in (path.before, path.after):  # a joker begins or ceases to stand for a card
        turn_times = JOKER_TAKEN_TIMES if meld_of(source) else JOKER_LAID_TIMES
    path = replace(path, seconds=seconds, turn_times=turn_times, easing=easing)
    if not is_swap:
        return path
    sideways = max(SWAP_CURVE * hypot(path.end[0] - path.start[0], path.end[1] - path.start[1]), 0.3 * path.end[2])
    begin, seconds = (0.0, SWAP_SECONDS) if meld_of(source) else REPLACING_TIMES
    return replace(path, begin=begin, seconds=seconds, sideways=sideways, easing=smooth)


def _number_tokens(table: Table, beat: Beat) -> tuple[NumberedTable, NumberedTable, list[int]]:
    """Return the numbered tokens before and after a beat, and the numbers of the sliding tokens."""
    numbers = iter(range(10_000))
    before: NumberedTable = {target: [(next(numbers), token) for token in tokens] for target, tokens in table.items()}
    after: NumberedTable = {target: list(tokens) for target, tokens in before.items()}
    sliding = []
    for effect in beat:
        match effect:
            case Slide(start, end, count, below):
                tokens = after.get(start, [])
                upper = len(tokens) - below
                after[start] = [*tokens[: upper - count], *tokens[upper:]]
                after.setdefault(end, []).extend(tokens[upper - count : upper])
                sliding += [number for number, _ in tokens[upper - count : upper]]
            case Turn(at, _, token, below):
                index = len(after[at]) - 1 - below
                after[at][index] = (after[at][index][0], token)
            case Put() | Lift():
                raise ValueError("cards neither come nor go")
    return before, after, sliding


def make_deal(
    pack: CardPlace, table: Table, hands: Sequence[Sequence[tuple[Target, int]]], places: CardPlaces, speed: float
) -> CardFilm:
    """Return the film of a deal from `pack`: a card for each hand in turn, and finally the first discard.

    `hands` has the (target, index of the token there) of each seat's cards, in the order of dealing.
    """
    paths: list[CardPath] = []
    cues = [Cue(0.0, "riffle", pack[0])]
    order = [card for round_ in zip_longest(*hands) for card in round_ if card is not None]
    for number, (target, index) in enumerate(order):
        begin, end = (RIFFLE_SECONDS + number * DEAL_STAGGER_SECONDS) / speed, places[target][index]
        path = CardPath(BACK, table[target][index], pack, end, begin, DEAL_SECONDS / speed, arc_height=0.18)
        paths.append(replace(path, is_hidden_before=True))
        if number % 2 == 0:  # every other card is heard
            cues.append(Cue(begin, "deal", end[0], 0.6))
    begin = (RIFFLE_SECONDS + len(order) * DEAL_STAGGER_SECONDS + DEAL_SECONDS) / speed
    if table.get("discard"):
        end = places["discard"][-1]
        paths.append(CardPath(BACK, table["discard"][-1], pack, end, begin, 0.3 / speed, is_hidden_before=True))
        cues.append(Cue(begin, "turn-over", end[0]))
    seconds = begin + 0.3 / speed
    segment = Segment({"stock": table.get("stock", ())}, [path.clip() for path in paths], 0.0, seconds)
    return CardFilm((segment,), table, seconds, tuple(cues))


def gather_cards(
    table: Table, places: CardPlaces, pack: Mapping[tuple[Target, int], CardPlace], seconds: float, spread: float
) -> list[CardPath]:
    """Return the paths of cards to their places in `pack`, whose keys are the cards' (target, index).

    Each path takes `seconds`. They start one after another, the last one `spread` seconds after the first.
    """
    stagger = spread / max(1, len(pack) - 1)
    return [
        CardPath(token, token, places[target][index], place, number * stagger, seconds, SWEEP_ARC)
        for number, ((target, index), place) in enumerate(pack.items())
        for token in (table[target][index],)
    ]


def sweep_before(deal: CardFilm, table: Table, places: CardPlaces, pack: CardPlace, speed: float) -> CardFilm:
    """Return the film `deal`, preceded by the sweep of the previous round's cards into the pack."""
    ends = {(target, index): pack for target in places if target != STOCK for index in range(len(places[target]))}
    *paths, last = gather_cards(table, places, ends, SLIDE_SECONDS / speed, SWEEP_SECONDS / speed)
    paths.append(replace(last, after=BACK))
    film = after_rest(deal, table, (SLIDE_SECONDS + SWEEP_SECONDS) / speed)  # its first segment is the pause
    resting, clips = {STOCK: table[STOCK]} if table.get(STOCK) else {}, [path.clip() for path in paths]
    sweep = replace(film.segments[0], resting=resting, clips=clips)
    return replace(film, segments=(sweep, *film.segments[1:]), cues=(Cue(0.0, "sort", pack[0]), *film.cues))


def make_reveal(before: Table, after: Table, arrange: ArrangeCards, speed: float) -> CardFilm:
    """Return the film in which the hidden hands of `before` are turned over, each from the left, as in `after`."""
    places_before, places_after = arrange(before), arrange(after)
    paths = []
    turned_counts = Counter[Target]()
    for target, tokens in after.items():
        if target in before and target not in PILES:
            cards = zip(before[target], tokens, places_before[target], places_after[target], strict=False)
            paths += [CardPath(*card, 0.0, SLIDE_SECONDS / speed) for card in cards]
        elif target not in PILES:
            hand, end = target.partition(":")[0], places_after[target][0]
            backs, number = places_before.get(hand, ()), turned_counts[hand]
            start = backs[number] if number < len(backs) else end
            begin, turn_seconds = 0.05 * number / speed, 1.6 * TURN_SECONDS / speed
            paths.append(CardPath(BACK, tokens[0], start, end, begin, turn_seconds))
            turned_counts[hand] += 1
    piles = {pile: after[pile] for pile in PILES if pile in after}
    seconds = max((path.begin + path.seconds for path in paths), default=0.0)
    cues = (Cue(0.05, "turn-over", 0.0), Cue(0.1 / speed, "pencil", 0.0))
    segment = Segment(piles, [path.clip() for path in paths], 0.0, seconds)
    return CardFilm((segment,), after, seconds, cues, line_times=(0.1 / speed, min(seconds, 0.55 / speed)))
