"""The review of a match: the graph of the chances or points, the costliest decisions, and better moves."""

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
from scenes.screens.learn.mistakes import SavedMistake, collect_mistakes
from scenes.screens.requests import TryMistakes
from scenes.screens.review.review_text import ReviewText
from scenes.screens.review.reviewer import Reviewer
from scenes.surfaces.mark_rules import step_through
from scenes.surfaces.stage import Stage
from scenes.table import result_text
from scenes.table.events import Command, SetAdvice, ShowPly, ShowVariation
from scenes.table.game_parts import parts_of
from scenes.table.game_phrases import LuckStory
from scenes.table.screen_requests import OpenRulebook, OpenTryout
from scenes.table.sidebar import chance_of_seat, upper_and_lower_side, upper_seat
from scenes.table.table_access import TableAccess
from scenes.ui.bars import ProgressBar
from scenes.ui.button import Button, IconButton
from scenes.ui.form import Form
from scenes.ui.form_scene import FormScene
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Cell, Column, Fitting, Grid, Part, Row, filler, fixed_size, space, stretch
from scenes.ui.match_charts import Curves, Graph
from scenes.ui.scroll import Scrolled, ScrollGroup

STEPS: Final = {pygame.K_LEFT: "previous", pygame.K_RIGHT: "next", pygame.K_HOME: "first", pygame.K_END: "last"}


class ReviewScene(FormScene):
    opaque = False

    def __init__(self, app: AppContext, table: TableAccess, stage: Stage) -> None:
        super().__init__(app)
        self._table = table
        self._stage = stage
        self.reviewer = Reviewer(app, table.session)
        self.texts = ReviewText(app.words, table)
        self.shown_cost: Cost | None = None  # the decision whose position is shown, with a better move marked
        self._is_started = False  # `enter` is called again when the language changes
        self._story: LuckStory | None = None
        self._mistakes: tuple[SavedMistake, ...] = ()

    # --- the scene

    def enter(self) -> None:
        words = self.app.words
        self.texts = ReviewText(words, self._table)
        tell_luck = self._table.facts.phrases.tell_luck
        self._story = None if tell_luck is None else tell_luck(words, self._table.session)
        self.form = Form(self, has_arrow_keys=False)
        self._table.view.make_board_focus(self.form)
        self._sheet = Panel(self.form, words("review.title"), is_lifted=True)
        self._heading = Label(self._sheet, words("review.title"), "heading")
        self._close_button = IconButton(self._sheet, "close", words("review.close"), self.close)
        self._status = Label(self._sheet, "", "small", SOFT_INK, valign="top")
        self._status.is_announced = True
        self.graph = (Graph if self.texts.states_chances else Curves)(
            self._sheet, words("review.graph"), self.show_turn_start
        )
        self.graph.notation_of, self.graph.text_of = self.texts.number_turn, self.texts.describe_turn
        self._bar = ProgressBar(self._sheet)
        self.stop_button = Button(
            self._sheet, words("review.cancel"), partial(self._do_and_fill, self.reviewer.cancel), icon="stop"
        )
        self._scroll_group = ScrollGroup(self._sheet)
        self.decision_buttons: list[Button] = []
        show_label, try_label = words("review.show_better"), words("review.try_better")
        self.show_better_button = Button(self._sheet, show_label, self._show_better_moves, icon="play")
        self.try_better_button = Button(self._sheet, try_label, self._open_tryout, icon="branch")
        self.mistakes_button = Button(self._sheet, words("review.try_mistakes"), self._try_mistakes, icon="puzzle")
        if not self._is_started:
            self._is_started = True
            if self._table.facts.cursor.is_live:
                self._table.send(ShowPly(len(self._table.facts.match.plies)))
            if not self.reviewer.load_stored():
                self.reviewer.start()
        self._fill_list()

    def leave(self) -> None:
        self.reviewer.close()
        self._table.send(SetAdvice())

    def close(self) -> None:
        """Leave the review; an unfinished match is shown as it is now, a finished one at the same ply as before."""
        self._table.send(ShowPly(None if self._table.facts.match.outcome() is None else self._table.facts.cursor.ply))
        self.app.stack.pop()

    # --- the list

    def _fill_list(self) -> None:
        self._scroll_group.clear()
        self.decision_buttons = []
        words, reviewer = self.app.words, self.reviewer
        review = reviewer.review
        self._mistakes = collect_mistakes(words, self._table.session, review) if reviewer.is_complete else ()
        if self._story is not None:
            self._add_text(self._story.about)
        if not reviewer.is_running and not reviewer.is_complete:
            self._add_text(words("review.failed" if reviewer.has_failed else "review.stopped"))
            start_again = partial(self._do_and_fill, reviewer.start)
            Button(self._scroll_group, words("review.again"), start_again, icon="rematch")
        if reviewer.is_complete and not review.costs and self._story is None:
            self._add_text(words("review.nothing"))
        elif not reviewer.is_running and review.turns:
            seats = self._table.facts.match.seats
            first_seat = upper_seat(self._table.session) if self.texts.states_chances else 0
            for number in range(seats if review.costs else 0):
                self._add_text(self.texts.accuracy_text(review, (first_seat + number) % seats), INK)
            self._fill_costliest(review)
        if self._story is not None:
            self._fill_story(self._story)
        self._refresh()

    def _fill_story(self, story: LuckStory) -> None:
        if story.moments:
            Label(self._scroll_group, story.heading, "subheading")
        for moment in story.moments:
            show = partial(self._show_position, range(moment.ply, moment.ply))
            Button(self._scroll_group, moment.text, show, align="left")
            self._add_text(moment.sentence)
        for text in story.sentences:
            self._add_text(text)

    def _fill_costliest(self, review: Review) -> None:
        words, costliest = self.app.words, review.costliest()
        if not costliest:
            self._add_text(words("review.no_decisions" if not review.costs else "review.none_dear"))
            return
        Label(self._scroll_group, words("review.dearest"), "subheading")
        for cost in costliest:
            text = f"{self.texts.better_turn_text(cost)}  {self.texts.loss_text(review, cost.loss)}"
            button = Button(self._scroll_group, text, partial(self._show_decision, cost), align="left")
            button.tip = self.texts.explain_cost(cost)
            self.decision_buttons.append(button)
            for detail in self.texts.decision_texts(cost):
                self._add_text(detail)
        self._add_text(words(f"review.about_{review.unit}"))

    def _add_text(self, text: str, colour: pygame.Color = SOFT_INK) -> None:
        Label(self._scroll_group, text, "small", colour, valign="top")

    # --- graph and status

    def _refresh(self) -> None:
        reviewer, review = self.reviewer, self.reviewer.review
        place_count = reviewer.turn_count + 1  # the end of the match is the last
        costly_plies = {cost.ply for cost in review.costliest()} if not reviewer.is_running else set()
        costly_turns = [
            judged.turn for judged in review.turns if any(cost.ply in costly_plies for cost in judged.costs)
        ]
        if isinstance(self.graph, Graph):
            session = self._table.session
            values, marks, ends = [judged.value for judged in review.turns], costly_turns, list[int]()
            if self._story is not None:
                values, ends = list(self._story.chances), list(self._story.game_ends)
                marks = [*costly_turns, *(moment.turn for moment in self._story.moments)]
            chances = [chance_of_seat(upper_seat(session), value) for value in values]
            self.graph.show(chances, marks, ends, upper_and_lower_side(self.app, session), place_count)
        else:
            seats = range(self._table.facts.match.seats)
            lines = [
                [(judged.turn, judged.value) for judged in review.turns if judged.seat == seat] for seat in seats
            ]
            self.graph.show(lines, costly_turns, place_count, self.app.words("review.fewer"))
        self._bar.visible = self.stop_button.visible = reviewer.is_running
        self._bar.show(reviewer.progress)
        is_playable = self.shown_cost is not None and bool(self.texts.better_moves(self.shown_cost))
        # Better moves at cards and dice can't be shown on the board: what was drawn or thrown would have to be known.
        can_show_on_board = self.texts.states_chances and not self._table.facts.ui.has_dice
        self.show_better_button.visible = is_playable and can_show_on_board
        self.try_better_button.visible = is_playable
        self.mistakes_button.visible = bool(self._mistakes)
        for button, cost in zip(self.decision_buttons, review.costliest(), strict=False):
            button.look = "primary" if cost == self.shown_cost else "plain"
            button.dirty()
        self._show_current_turn()

    def _show_current_turn(self) -> None:
        words, table = self.app.words, self._table
        spans = table.facts.match.turns()
        turn = next((number for number, span in enumerate(spans) if table.facts.cursor.ply < span.last), len(spans))
        self.graph.here = turn
        status = self.texts.shown_turn_text(turn)
        judged_turn = next((judged for judged in self.reviewer.review.turns if judged.turn == turn), None)
        outcome = table.facts.match.outcome()
        if turn == len(spans) and outcome is not None:
            status += f" {result_text.winner_text(words, table.session, outcome)}."
        elif self._story is not None:
            status += " " + self.texts.chance_text("chance_game", self._story.chances[turn])
        elif judged_turn is not None:
            status += " " + self.texts.describe_expectation(judged_turn)
        if table.facts.cursor.variation:
            status = words("review.shows_better")
        elif self.shown_cost is not None and self.shown_cost not in self.reviewer.review.costliest():
            status = " ".join((status, *self.texts.decision_texts(self.shown_cost)))
        self._status.text = (
            words("review.working") if self.reviewer.is_running and not self.reviewer.progress else status
        )

    # --- actions

    def show_turn_start(self, place: int) -> None:
        """Show the board before the turn `place` of the graph; the last place is the end of the match."""
        turns, end = self._table.facts.match.turns(), len(self._table.facts.match.plies)
        decided_plies = range(turns[place].first, turns[place].last) if place < len(turns) else range(end, end)
        self.form.focus(None)  # so that arrow keys step on from this turn
        self._show_position(decided_plies)

    def _step(self, action: str) -> None:
        """Step through the match, and mark the better moves, if any, in the new position instead of the old one."""
        self._table.send(SetAdvice())
        self._table.view.act(action)
        self._show_advice(range(self._table.facts.cursor.ply, self._table.facts.cursor.ply + 1))

    def _show_position(self, decided_plies: range) -> None:
        """Show the position before the costliest of the decided plies, or before the first, and mark a better move.

        An empty range shows the position alone.
        """
        costliest = self.reviewer.review.costliest(1, decided_plies)
        self._table.send(ShowPly(costliest[0].ply if costliest else decided_plies.start))
        self._show_advice(decided_plies)

    def _show_advice(self, decided_plies: range) -> None:
        """Mark the better moves of the costliest mistake at these plies, if any, and scroll to its button."""
        self.shown_cost = next(iter(self.reviewer.review.costliest(1, decided_plies)), None)
        self._table.send(
            SetAdvice(() if self.shown_cost is None else tuple(self.texts.better_moves(self.shown_cost)))
        )
        self._update_and_lay_out()
        self._reveal_shown_decision()

    def _reveal_shown_decision(self) -> None:
        """Scroll to the shown decision and its texts, which the buttons below the list may have covered."""
        costliest, children = self.reviewer.review.costliest(), self._scroll_group.children
        for entry, cost in zip(self.decision_buttons, costliest, strict=False):
            if cost == self.shown_cost:
                first = children.index(entry)
                for widget in reversed(children[first : first + 1 + len(self.texts.decision_texts(cost))]):
                    self._scroll_group.scroll_to(widget)

    def _show_decision(self, cost: Cost) -> None:
        self._show_position(range(cost.ply, cost.ply + 1))

    def _show_better_moves(self) -> None:
        assert self.shown_cost is not None
        self._show_decision(self.shown_cost)
        better = step_through(self._table.facts.cursor.position, self._table.facts.model.advice)
        changes = (Change(position, position.play(move), move) for position, move in better)
        self._table.send(ShowVariation(tuple(changes)))
        self._update_and_lay_out()

    def _open_tryout(self) -> None:
        assert self.shown_cost is not None
        open_screen(
            self.app, OpenTryout(self._table.session, self.shown_cost.ply, self.texts.better_moves(self.shown_cost))
        )

    def _try_mistakes(self) -> None:
        open_screen(self.app, TryMistakes(self._mistakes))

    def _update_and_lay_out(self, is_list_outdated: bool = False) -> None:
        (self._fill_list if is_list_outdated else self._refresh)()
        self.resize(self.app.size)

    def _do_and_fill(self, action: Callable[[], object]) -> None:
        action()
        self._update_and_lay_out(is_list_outdated=True)

    # --- events and time

    def on_resume(self, result: object) -> None:
        self._table.send(Command.ADVANCE)
        if self.shown_cost is not None:
            self._show_decision(self.shown_cost)
        self.dirty()

    def handle(self, event: pygame.event.Event) -> bool:
        if self.form.handle(event) or self._table.view.draw(event):
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
        pending_count = self._stage.pending_count
        self._stage.update()
        if self._stage.pending_count != pending_count:
            self._table.view.update_marks()
        if self.reviewer.is_waiting and self.reviewer.poll():
            if self.reviewer.is_running:
                self._refresh()
            else:
                self._update_and_lay_out(is_list_outdated=True)

    def wait_seconds(self) -> float | None:
        poll_seconds = REVIEW_POLL_SECONDS if self.reviewer.is_waiting else None
        waits = (poll_seconds, self._stage.wait_seconds(), self.form.wait_seconds())
        return min((wait for wait in waits if wait is not None), default=None)

    # --- layout

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        panel = parts_of(self._table.facts.match.game.key).frame(size, self._stage.view.ratio, theme.u).panel
        self._sheet.rect = pygame.Rect(panel.ints())
        inner = self._sheet.rect.inflate(-2 * theme.px(1.6), -2 * theme.px(1.4))
        if panel.w > 1.5 * panel.h:  # below the table
            left = Column(*self._graph_layout(inner.width // 2 - theme.gap, inner.height))
            Row(stretch(left), space(2 * theme.gap), stretch(self._list_layout())).place(inner)
        else:
            upper = self._graph_layout(inner.width, round(0.5 * inner.height))
            Column(*upper, space(theme.gap), stretch(self._list_layout())).place(inner)
        self.dirty()

    def _graph_layout(self, width: int, height: int) -> tuple[Part, ...]:
        theme = self.app.theme
        head = Row(stretch(self._heading), self._close_button, gap=theme.gap)
        lines = max(2 * theme.line("small"), self._status.natural_height(width))
        upper = Column(head, fixed_size(self._status, lines), gap=theme.px(0.4))
        bar = Column(filler(), fixed_size(self._bar, theme.px(1.8)), filler())
        progress = Row(stretch(bar), self.stop_button, gap=theme.gap)
        rest_height = height - upper.natural_height(width) - theme.px(0.4)
        rest_height -= theme.control + theme.gap if progress.visible else 0
        graph = fixed_size(self.graph, max(theme.px(10), min(theme.px(26), rest_height)))
        return upper, space(theme.px(0.4)), graph, space(theme.gap), progress

    def _list_layout(self) -> Cell:
        theme, gap = self.app.theme, self.app.theme.gap
        parts: list[Part] = []
        for widget in self._scroll_group.children:
            is_head = isinstance(widget, Label) and widget.role == "subheading"
            parts += [space(theme.px(1.6)), widget] if is_head else [widget]
        buttons = (self.show_better_button, self.try_better_button, self.mistakes_button)
        beside = Column(space(gap), Grid(buttons, 2, (gap, 0), is_last_widened=True))
        below = Column(space(gap // 2), *buttons, gap=gap // 2)
        return Column(
            stretch(Scrolled(self._scroll_group, Column(*parts, gap=theme.px(0.6)))), Fitting((beside, below))
        )
