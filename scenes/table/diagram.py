"""The diagrams of the rulebook: pictures of a game's table with marked moves, and animations of turns."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from math import ceil
from typing import TYPE_CHECKING, Final, TypeAlias

import pygame

from rules.common.squares import INDEX
from rules.contract import NATURE, Move, Position, Target
from rules.errors import TurnError
from rules.game import Game
from rules.match import Match
from rules.record import Player, Record
from rules.series import Series
from rules.teaching.exercise import count_players
from scenes.app.theme import WALNUT_DARK
from scenes.app.words import Words
from scenes.surfaces.constants import SPEEDS
from scenes.surfaces.layout import Box
from scenes.surfaces.marks import Marks
from scenes.surfaces.timeline import Film, Frame, plan
from scenes.surfaces.view import Display, TableView, animations_of
from scenes.table import match_text, turn_text
from scenes.table.game_phrases import phrases_of
from scenes.table.session import Session

if TYPE_CHECKING:
    from scenes.app.stack import AppContext


MAX_TURN_WORDS: Final = 20  # the most words separated by spaces that one turn may have
_NEW_STOCK: Final = "~"  # stands in `plays` for a shuffled new stock, whose cards needn't be listed


@dataclass(frozen=True, slots=True)
class DiagramContent:
    """The content of a diagram: a position with marks, and the turns that its animation plays."""

    position: Position
    picked: frozenset[Target] = frozenset()
    moves: tuple[Move, ...] = ()  # the legal moves that are marked
    aim: Target | None = None
    corners: tuple[Target, Target] | None = None
    """The targets in opposite corners of the part that is shown; None for the part that is shown outside matches."""
    plays: tuple[tuple[Move, ...], ...] = ()


def read_diagram(game: Game, text: str) -> DiagramContent:
    """Return the content of a diagram from its text, lines of `name: value`. Raises PositionError and TurnError."""
    fields = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in text.splitlines())}
    compose_position = phrases_of(game.key).compose_position
    text = (
        compose_position(fields)
        if compose_position is not None and "position" not in fields
        else fields.get("position", "")
    )
    position = game.text.read(text)
    if "turns" in fields:
        moves = tuple(game.text.read_turn(position, turn)[0] for turn in fields["turns"].split())
    else:
        wanted = frozenset(fields.get("acts", "").split())
        moves = tuple(move for move in position.legal_moves() if wanted and position.gesture(move).pick == wanted)
    picked = frozenset(chain(*(position.gesture(move).pick for move in moves)))
    first, _, last = fields.get("cut", "").partition("-")
    plays = _read_turns(game, position, fields.get("plays", "").split())
    return DiagramContent(position, picked, moves, fields.get("aim"), (first, last) if last else None, plays)


def _read_turns(game: Game, position: Position, texts: Sequence[str]) -> tuple[tuple[Move, ...], ...]:
    """Return the moves of each turn. A turn's text may contain spaces; the longest text that can be read counts."""
    turns: list[tuple[Move, ...]] = []
    while texts:
        turn, count = _read_longest_turn(game, position, texts[:MAX_TURN_WORDS])
        for move in turn:
            position = position.play(move)
        turns.append(turn)
        texts = texts[count:]
    return tuple(turns)


def _read_longest_turn(game: Game, position: Position, texts: Sequence[str]) -> tuple[tuple[Move, ...], int]:
    """Return the moves of the longest turn that `texts` begin with, and its number of words."""
    compose_restock = phrases_of(game.key).compose_restock
    if texts[0] == _NEW_STOCK and compose_restock is not None:
        return tuple(game.text.read_turn(position, compose_restock(position.text()))), 1
    for count in range(len(texts), 1, -1):
        with suppress(TurnError):
            return tuple(game.text.read_turn(position, " ".join(texts[:count]))), count
    return tuple(game.text.read_turn(position, texts[0])), 1


def describe_pieces(words: Words, key: str, content: DiagramContent, shown: Collection[Target]) -> str:
    """Return the contents of the shown targets in sentences: one for each kind of piece, then one for each place."""
    table, squares_by_thing, places = content.position.table(), dict[str, list[Target]](), list[str]()
    for target in sorted(target for target in shown if table.get(target)):
        if target in INDEX and not words.has(f"line.{key}.place.{target}"):
            squares_by_thing.setdefault(match_text.thing_name(words, key, table[target]), []).append(target)
        else:
            places.append(match_text.contents_text(words, key, table, target))
    pieces = [
        words("line.standing", thing=match_text.capitalize(thing), places=words.join_items(squares))
        for thing, squares in squares_by_thing.items()
    ]
    return " ".join((*pieces, *places))


def describe_moves(words: Words, content: DiagramContent) -> str:
    """Return where the picked pieces can move, in a sentence; empty if no piece on a square is picked."""
    places = sorted(content.picked & INDEX.keys())
    drops = {content.position.gesture(move).drop for move in content.moves}
    squares = sorted(drop for drop in drops if drop in INDEX)
    if not places:
        return ""
    place = words.join_items(places)
    if not squares:
        return words("line.acts", place=place)
    return words("line.may", place=place, places=words.join_items(squares))


def describe_turns(words: Words, game: Game, content: DiagramContent, person_count: int = 2) -> str:
    """Return the turns of the animation in sentences; the first `person_count` seats are those of persons."""
    if not content.plays:
        return ""
    match = Match(game.play, seats=count_players(content.position), position=content.position)
    for move in (move for turn in content.plays for move in turn):
        if move.seat == NATURE:
            match.play_chance(move)
        else:
            match.play(move)
    players = [Player("person" if seat < person_count else "computer") for seat in range(match.seats)]
    session = Session("", Record(match, tuple(players)), Series.begin(match.seats), is_kept=False)
    turns = (turn_text.describe_turn(words, session, number) for number in range(len(match.turns())))
    return words("line.played", turns=" ".join(turn if turn.endswith(".") else f"{turn}." for turn in turns))


REST_SECONDS: Final = 0.45  # the rest between two turns, and after a throw of the dice

Paint: TypeAlias = Callable[[int, Frame], pygame.Surface]  # (number of moves played, animation frame) -> picture


@dataclass(frozen=True, slots=True)
class MoveFilm:
    """The animation of a move, and the seconds of rest after it."""

    film: Film
    rest: float = 0.0


class DiagramAnimation:
    """The running animation of a diagram: films one after the other, of which the first starts at once."""

    def __init__(self, app: AppContext, clips: Sequence[MoveFilm], paint: Paint, x: int) -> None:
        """Prepare the animation. `paint`: paints a frame; `x`: where in the window sounds come from, in pixels."""
        self._app, self._clips, self._paint, self._x = app, clips, paint, x
        self._clip_starts: list[float] = []
        self._seconds = 0.0
        for clip in clips:
            self._clip_starts.append(self._seconds)
            self._seconds += clip.film.seconds + clip.rest
        self._seconds -= clips[-1].rest
        self._started_at = app.now()
        self._elapsed = -1.0  # seconds since the start; -1 before the first update

    def update(self) -> bool:
        """Advance to the present time and play the sounds that are due; return whether the animation goes on."""
        before, self._elapsed = self._elapsed, min(self._seconds, self._app.now() - self._started_at)
        for start, clip in zip(self._clip_starts, self._clips, strict=True):
            for cue in clip.film.cues:
                if before < start + cue.time <= self._elapsed:
                    pan = self._app.pan_at(self._x)
                    self._app.sound.play(cue.sound, pan=pan, volume=cue.volume)
        return self._elapsed < self._seconds

    def finish(self) -> None:
        self._started_at = self._app.now() - self._seconds - 1

    def picture(self) -> pygame.Surface:
        if self._elapsed >= self._seconds:
            return self._paint(len(self._clips), Frame(self._clips[-1].film.last))
        number = max(0, bisect_right(self._clip_starts, self._elapsed) - 1)
        film, time = self._clips[number].film, self._elapsed - self._clip_starts[number]
        if time >= film.seconds:
            return self._paint(number + 1, Frame(film.last))
        return self._paint(number, film.at(time))


def changed_targets(view: TableView, positions: Sequence[Position], moves: Sequence[Move]) -> frozenset[Target]:
    """Return the targets that are marked after a turn, given its moves and the position before each of them."""
    found: set[Target] = set()
    for position, move in zip(positions, moves, strict=True):
        for beat in position.effects(move):
            found |= {target for slide in view.move_marks.board_slides(beat) for target in (slide.start, slide.end)}
        found |= view.move_marks.other_targets(position, move)
    return frozenset(found)


class Diagram:
    """A diagram of the rulebook; the class of its view is also used for the game's matches."""

    def __init__(self, app: AppContext, game: Game, view: TableView, text: str) -> None:
        """Read `text`. All diagrams of a page share `view`, which caches the picture of the empty table."""
        self._app, self._game, self._key, self._view = app, game, game.key, view
        self.content = read_diagram(game, text)
        spots = view.spots(Box(0, 0, view.ratio, 1), False)
        self._unit = spots[view.targets[0]].size  # size of a cell, as a fraction of the table's height
        self._visible_box = self._find_visible_box()
        self.cells = (self._visible_box.w / self._unit, self._visible_box.h / self._unit)

    def _find_visible_box(self) -> Box:
        """Return the visible part of the table, in table heights, with the frame beside the outermost targets."""
        view, visible_part = self._view, self._view.visible_part()
        if self.content.corners is None:
            return visible_part
        spots = view.spots(Box(0, 0, view.ratio, 1), False)
        edges = Box.around([spots[target].box for target in view.targets])
        part = Box.around([spots[target].box for target in self.content.corners])
        left = visible_part.x if part.x == edges.x else part.x
        top = visible_part.y if part.y == edges.y else part.y
        right = visible_part.right if part.right == edges.right else part.right
        bottom = visible_part.bottom if part.bottom == edges.bottom else part.bottom
        return Box(left, top, right - left, bottom - top)

    @property
    def can_play(self) -> bool:
        return bool(self.content.plays)

    def describe(self) -> str:
        """Return everything that the diagram shows, in sentences."""
        words, view = self._app.words, self._view
        spots, cut = view.spots(Box(0, 0, view.ratio, 1), False), pygame.FRect(self._visible_box)
        shown = [target for target, spot in spots.items() if cut.collidepoint(spot.box.centre)]
        texts = (
            describe_pieces(words, self._key, self.content, shown),
            describe_moves(words, self.content),
            describe_turns(words, self._game, self.content),
        )
        return " ".join(filter(None, texts))

    def picture(self, cell: int) -> pygame.Surface:
        """Return the picture of the diagram with cells of `cell` pixels; this takes some milliseconds."""
        return self._paint(cell, Frame(self.content.position.table()), self._marks())

    def play(self, cell: int, x: int) -> DiagramAnimation:
        """Start and return the animation of the turns, with cells of `cell` pixels and sounds from `x`, in pixels."""
        app, view, turns = self._app, self._view, self.content.plays
        speed, still = SPEEDS[app.settings.animation], app.settings.reduced_motion
        moves = [move for turn in turns for move in turn]
        positions = list(accumulate(moves, lambda position, move: position.play(move), initial=self.content.position))
        spots, animations = view.spots(self._area(cell), False), animations_of(view, still)
        clips, rests = [], [move is turn[-1] or move.seat == NATURE for turn in turns for move in turn]
        for before, move, has_rest in zip(positions, moves, rests, strict=False):
            in_place = () if still else view.animations.list_in_place_motions(before, move)
            film = plan(before.table(), before.effects(move), spots, animations, speed=speed, in_place=in_place)
            clips.append(MoveFilm(film, REST_SECONDS if has_rest and speed > 0 else 0.0))
        last = changed_targets(view, positions[-len(turns[-1]) - 1 : -1], turns[-1])

        def paint(number: int, frame: Frame) -> pygame.Surface:
            states = view.move_marks.state_signs(positions[number])
            return self._paint(cell, frame, Marks(last=last if number == len(moves) else frozenset(), states=states))

        return DiagramAnimation(app, clips, paint, x)

    def _area(self, cell: int) -> Box:
        height = cell / self._unit
        return Box(0, 0, self._view.ratio * height, height)

    def _paint(self, cell: int, frame: Frame, marks: Marks) -> pygame.Surface:
        app, view, area = self._app, self._view, self._area(cell)
        left, top, width, height = (side * area.h for side in self._visible_box)
        cut = pygame.Rect(Box(left, top, width, height).ints())
        canvas = pygame.Surface((ceil(area.w), ceil(area.h)), pygame.SRCALPHA)
        canvas.fill(WALNUT_DARK)
        canvas.set_clip(cut)
        frame = replace(frame, hidden_objects=frame.hidden_objects | frozenset(view.cups))
        board = app.assets.looks.board_of(self._key)
        display = Display(area, view.spots(area, False), frame, marks)
        view.paint(canvas, app.assets, app.theme, board, display)
        picture = canvas.subsurface(cut.clip(canvas.get_rect())).copy()
        pygame.draw.rect(picture, WALNUT_DARK, picture.get_rect(), max(1, cell // 24))
        return picture.convert()

    def _marks(self) -> Marks:
        """Return the marks of the picture that isn't animated."""
        view, position, content = self._view, self.content.position, self.content
        drops = {position.gesture(move).drop for move in content.moves}
        victims = (view.move_marks.victims(beat) for move in content.moves for beat in position.effects(move))
        return Marks(
            picked=content.picked,
            drops=frozenset(drop for drop in drops if drop is not None),
            victims=frozenset(chain(*victims)),
            aim=content.aim,
            signs=view.move_marks.signs(position, content.picked, content.moves),
            states=view.move_marks.state_signs(position),
        )
