"""The scene with the review of a match: the graph of the chances and the costliest decisions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from rules.match import Change
from rules.teaching.review import Cost, Review
from scenes.app.navigation import open_screen
from scenes.app.stack import AppContext
from scenes.app.theme import INK, SOFT_INK
from scenes.screens.constants import REVIEW_POLL_SECONDS
from scenes.screens.review.review_text import ReviewText
from scenes.screens.review.reviewing import Reviewer
from scenes.surfaces.move_marks import steps
from scenes.surfaces.stage import Stage
from scenes.table import match_text
from scenes.table.access import TableAccess
from scenes.table.events import Command, Look, SetAdvice, ShowAside
from scenes.table.parts import parts_of
from scenes.table.phrases import LuckStory
from scenes.table.requests import OpenRulebook, OpenTryout
from scenes.table.sidebar import chance_of, upper_and_lower_side, upper_seat
from scenes.ui.bars import TimeBar
from scenes.ui.button import Button, IconButton
from scenes.ui.form import Form
from scenes.ui.form_scene import FormScene
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Cell, Column, Fitting, Grid, Part, Row, fixed_size, share, space, spring
from scenes.ui.match_charts import Curves, Graph
from scenes.ui.scroll import Scrolled, ScrollGroup

STEPS: Final = {pygame.K_LEFT: "previous", pygame.K_RIGHT: "next", pygame.K_HOME: "first", pygame.K_END: "last"}


class ReviewScene(FormScene):
    opaque = False  # the match that it is about is below

    def __init__(self, app: AppContext, table: TableAccess, stage: Stage) -> None:
        super().__init__(app)
        self._table = table
        self._stage = stage
        self.reviewer = Reviewer(app, table.session)
        self.says = ReviewText(app.words, table)
        self.picked: Cost | None = None
        self._asked = False
        self._story: LuckStory | None = None

    # --- the scene

    def enter(self) -> None:
        words = self.app.words
        self.says = ReviewText(words, self._table)
        tells = self._table.facts.phrases.tell_luck
        self._story = None if tells is None else tells(words, self._table.session)
        self.form = Form(self, arrows=False)
        self._table.view.make_board_stop(self.form)
        self._sheet = Panel(self.form, words("review.title"), lifted=True)
        self._head = Label(self._sheet, words("review.title"), "heading")
        self._close = IconButton(self._sheet, "close", words("review.close"), self.close)
        self._told = Label(self._sheet, "", "small", SOFT_INK, valign="top")
        self._told.noted = True
        self.graph = (Graph if self.says.by_chance else Curves)(
            self._sheet, words("review.graph"), self.show_turn_start
        )
        self.graph.led, self.graph.told = self.says.number_turn, self.says.describe_turn
        self._bar = TimeBar(self._sheet)
        self.stop = Button(
            self._sheet, words("review.cancel"), partial(self._renew_after, self.reviewer.cancel), icon="stop"
        )
        self._strip = ScrollGroup(self._sheet)
        self.entries: list[Button] = []
        self.show_better = Button(self._sheet, words("review.show_better"), self._play, icon="play")
        self.try_better = Button(self._sheet, words("review.try_better"), self._try, icon="branch")
        if not self._asked:
            self._asked = True
            if self._table.facts.cursor.is_live:
                self._table.send(Look(len(self._table.facts.match.plies)))
            if not self.reviewer.open():
                self.reviewer.start()
        self._fill()

    def leave(self) -> None:
        self.reviewer.close()
        self._table.send(SetAdvice())

    def close(self) -> None:
        self._table.send(Look(None if self._table.facts.match.outcome() is None else self._table.facts.cursor.ply))
        self.app.stack.pop()

    # --- what is on it

    def _fill(self) -> None:
        self._strip.clear()
        self.entries = []
        words, reviewer = self.app.words, self.reviewer
        review = reviewer.review
        if self._story is not None:
            self._say(self._story.about)
        if not reviewer.is_running and not reviewer.whole:
            self._say(words("review.failed" if reviewer.failed else "review.stopped"))
            Button(self._strip, words("review.again"), partial(self._renew_after, reviewer.start), icon="rematch")
        if reviewer.whole and not review.costs and self._story is None:
            self._say(words("review.nothing"))
        elif not reviewer.is_running and review.turns:
            up, seats = upper_seat(self._table.session) if self.says.by_chance else 0, self._table.facts.match.seats
            for number in range(seats if review.costs else 0):
                self._say(self.says.accuracy_text(review, (up + number) % seats), INK)
            self._fill_dearest(review)
        if self._story is not None:
            self._fill_story(self._story)
        self._refresh()

    def _fill_story(self, story: LuckStory) -> None:
        if story.moments:
            Label(self._strip, story.head, "subheading")
        for moment in story.moments:
            Button(self._strip, moment.text, partial(self._show, range(moment.ply, moment.ply)), align="left")
            self._say(moment.told)
        for told in story.told:
            self._say(told)

    def _fill_dearest(self, review: Review) -> None:
        words, dearest = self.app.words, review.dearest()
        if not dearest:
            self._say(words("review.no_decisions" if not review.costs else "review.none_dear"))
            return
        Label(self._strip, words("review.dearest"), "subheading")
        for cost in dearest:
            text = f"{self.says.better_turn_text(cost)}  {self.says.loss_text(review, cost.loss)}"
            button = Button(self._strip, text, partial(self._pick, cost), align="left")
            button.tip = self.says.explain_cost(cost)
            self.entries.append(button)
            for told in self.says.told_of(cost):
                self._say(told)
        self._say(words(f"review.about_{review.unit}"))

    def _say(self, text: str, colour: pygame.Color = SOFT_INK) -> None:
        Label(self._strip, text, "small", colour, valign="top")

    # --- what is shown of it

    def _refresh(self) -> None:
        reviewer, review = self.reviewer, self.reviewer.review
        places = reviewer.turns + 1
        dear = {cost.ply for cost in review.dearest()} if not reviewer.is_running else set()
        turns = [one for one in review.turns if any(cost.ply in dear for cost in one.costs)]
        if isinstance(self.graph, Graph):
            session = self._table.session
            values, marks, ends = [one.value for one in review.turns], [one.turn for one in turns], list[int]()
            if self._story is not None:
                values, ends = list(self._story.course), list(self._story.ends)
                marks += [moment.turn for moment in self._story.moments]
            course = [chance_of(upper_seat(session), one) for one in values]
            self.graph.show(course, marks, ends, upper_and_lower_side(self.app, session), places)
        else:
            seats = range(self._table.facts.match.seats)
            lines = [[(one.turn, one.value) for one in review.turns if one.seat == seat] for seat in seats]
            self.graph.show(lines, [one.turn for one in turns], places, self.app.words("review.fewer"))
        self._bar.visible = self.stop.visible = reviewer.is_running
        self._bar.show(reviewer.progress)
        playable = self.picked is not None and bool(self.says.moves(self.picked))
        luck = not self.says.by_chance or self._table.facts.ui.has_dice  # cards and dice have films of their own
        self.show_better.visible = playable and not luck
        self.try_better.visible = playable
        for button, cost in zip(self.entries, review.dearest(), strict=False):
            button.look = "primary" if cost == self.picked else "plain"
            button.dirty()
        self._tell()

    def _tell(self) -> None:
        words, table = self.app.words, self._table
        spans = table.facts.match.turns()
        here = next((number for number, span in enumerate(spans) if table.facts.cursor.ply < span.last), len(spans))
        self.graph.here = here
        told = self.says.place(here)
        value = next((one for one in self.reviewer.review.turns if one.turn == here), None)
        outcome = table.facts.match.outcome()
        if here == len(spans) and outcome is not None:
            told += f" {match_text.winner_text(words, table.session, outcome)}."
        elif self._story is not None:
            told += " " + self.says.chance_text("chance_game", self._story.course[here])
        elif value is not None:
            told += " " + self.says.describe_expectation(value)
        if table.facts.cursor.aside:
            told = words("review.shows_better")
        elif self.picked is not None and self.picked not in self.reviewer.review.dearest():
            told = " ".join((told, *self.says.told_of(self.picked)))
        self._told.text = words("review.working") if self.reviewer.is_running and not self.reviewer.progress else told

    # --- what is done

    def show_turn_start(self, place: int) -> None:
        """Show the board at the start of the turn `place`; the last place is the end."""
        turns, end = self._table.facts.match.turns(), len(self._table.facts.match.plies)
        decided = range(turns[place].first, turns[place].last) if place < len(turns) else range(end, end)
        self.form.focus(None)  # arrows go on from there
        self._show(decided)

    def _step(self, action: str) -> None:
        """Step through the match without the arrow, which belongs to the position that it was shown in."""
        self._table.send(SetAdvice())
        self._table.view.act(action)
        self._advise(range(self._table.facts.cursor.ply, self._table.facts.cursor.ply + 1))

    def _show(self, decided: range) -> None:
        dear = self.reviewer.review.dearest(1, decided)
        self._table.send(Look(dear[0].ply if dear else decided.start))
        self._advise(decided)

    def _advise(self, decided: range) -> None:
        self.picked = next(iter(self.reviewer.review.dearest(1, decided)), None)
        self._table.send(SetAdvice(() if self.picked is None else tuple(self.says.moves(self.picked))))
        self._renew()
        self._reveal_picked()

    def _reveal_picked(self) -> None:
        """Scroll to the text on the picked decision: buttons below the list may have covered it."""
        dearest, children = self.reviewer.review.dearest(), self._strip.children
        for entry, cost in zip(self.entries, dearest, strict=False):
            if cost == self.picked:
                first = children.index(entry)
                for widget in reversed(children[first : first + 1 + len(self.says.told_of(cost))]):
                    self._strip.scroll_to(widget)

    def _pick(self, cost: Cost) -> None:
        self._show(range(cost.ply, cost.ply + 1))

    def _play(self) -> None:
        assert self.picked is not None
        self._pick(self.picked)
        way = steps(self._table.facts.cursor.position, self._table.facts.model.advice)
        self._table.send(ShowAside(tuple(Change(at, at.play(move), move) for at, move in way)))
        self._renew()

    def _try(self) -> None:
        assert self.picked is not None
        open_screen(self.app, OpenTryout(self._table.session, self.picked.ply, self.says.moves(self.picked)))

    def _renew(self, anew: bool = False) -> None:
        (self._fill if anew else self._refresh)()
        self.resize(self.app.size)

    def _renew_after(self, action: Callable[[], object]) -> None:
        action()
        self._renew(anew=True)

    # --- events and time

    def on_resume(self, result: object) -> None:
        self._table.send(Command.ADVANCE)
        if self.picked is not None:
            self._pick(self.picked)
        self.dirty()

    def handle(self, event: pygame.event.Event) -> bool:
        if self.form.handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.close()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
            open_screen(self.app, OpenRulebook(self._table.facts.match.game.key))
        elif event.type == pygame.KEYDOWN and event.key in STEPS:
            self._step(STEPS[event.key])
        return True

    def update(self, dt: float) -> None:
        self.form.update(dt)
        coming = self._stage.pending_count
        self._stage.update()
        if self._stage.pending_count != coming:
            self._table.view.update_marks()
        if self.reviewer.is_waiting and self.reviewer.poll():
            if self.reviewer.is_running:
                self._refresh()
            else:
                self._renew(anew=True)

    def pace(self) -> float | None:
        looks = REVIEW_POLL_SECONDS if self.reviewer.is_waiting else None
        wanted = (looks, self._stage.pace(), self.form.pace())
        return min((pause for pause in wanted if pause is not None), default=None)

    # --- layout

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        panel = parts_of(self._table.facts.match.game.key).frame(size, self._stage.view.ratio, theme.u).panel
        self._sheet.rect = pygame.Rect(panel.ints())
        inner = self._sheet.rect.inflate(-2 * theme.px(1.6), -2 * theme.px(1.4))
        if panel.w > 1.5 * panel.h:  # below the table
            left = Column(*self._course(inner.width // 2 - theme.gap, inner.height))
            Row(share(left), space(2 * theme.gap), share(self._findings())).place(inner)
        else:
            course = self._course(inner.width, round(0.5 * inner.height))
            Column(*course, space(theme.gap), share(self._findings())).place(inner)
        self.dirty()

    def _course(self, wide: int, high: int) -> tuple[Part, ...]:
        theme = self.app.theme
        head = Row(share(self._head), self._close, gap=theme.gap)
        lines = max(2 * theme.line("small"), self._told.natural_height(wide))
        told = Column(head, fixed_size(self._told, lines), gap=theme.px(0.4))
        bar = Column(spring(), fixed_size(self._bar, theme.px(1.8)), spring())
        progress = Row(share(bar), self.stop, gap=theme.gap)
        rest = high - told.natural_height(wide) - theme.px(0.4)
        rest -= theme.control + theme.gap if progress.visible else 0
        graph = fixed_size(self.graph, max(theme.px(10), min(theme.px(26), rest)))
        return told, space(theme.px(0.4)), graph, space(theme.gap), progress

    def _findings(self) -> Cell:
        theme, gap = self.app.theme, self.app.theme.gap
        parts: list[Part] = []
        for widget in self._strip.children:
            is_head = isinstance(widget, Label) and widget.role == "subheading"
            parts += [space(theme.px(1.6)), widget] if is_head else [widget]
        keys = (self.show_better, self.try_better)
        beside = Column(space(gap), Grid(keys, 2, (gap, 0), alone=True))
        below = Column(space(gap // 2), *keys, gap=gap // 2)
        return Column(share(Scrolled(self._strip, Column(*parts, gap=theme.px(0.6)))), Fitting((beside, below)))
