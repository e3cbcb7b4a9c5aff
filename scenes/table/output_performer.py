"""Carrying out the outputs of the update on the stage of a match: animations of changes, messages, picked tokens."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules.contract import NATURE, Target
from rules.match import Change
from scenes.surfaces.timeline import Tempo, Timeline, after_rest, plan, tempo_of
from scenes.surfaces.view import animations_of
from scenes.table import events, match_text
from scenes.table.chance import chance_of
from scenes.table.events import Output
from scenes.table.shown_state import message_text
from scenes.table.state import HeldPlaces

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.surfaces.stage import Stage
    from scenes.table.board_input import BoardInput
    from scenes.table.match_parts import ChanceView
    from scenes.table.table_access import TableAccess


MAX_REST_SECONDS: Final = 0.1  # the longest rest between two steps of one move


def film_of(stage: Stage, tempo: Tempo, change: Change, held: HeldPlaces) -> Timeline:
    """Return the animation of a change. `held`: where, in pixels, the pointer released tokens."""
    before = change.before
    return plan(
        before.table(),
        before.effects(change.move),
        stage.spots,
        animations_of(stage.view, tempo.is_still),
        forward=change.forward,
        speed=tempo.speed,
        held=held,
        in_place=() if tempo.is_still else stage.view.animations.list_in_place_motions(before, change.move),
        rest_seconds=min(tempo.rest_seconds, MAX_REST_SECONDS),
    )


class OutputPerformer:
    """The part of the view that carries out the outputs of one match on its stage."""

    def __init__(
        self, app: AppContext, table: TableAccess, stage: Stage, board_input: BoardInput, chance_view: ChanceView
    ) -> None:
        self._app = app
        self._table = table
        self._stage = stage
        self._board_input = board_input
        self._chance_view = chance_view

    def perform(self, output: Output) -> None:
        """Carry out an output about tokens, the person's selection or messages."""
        stage = self._stage
        match output:
            case events.Animate():
                self._animate(output)
            case events.AnimateAgain():
                self._animate_again(output)
            case events.ShowTable(table):
                stage.show(table)
            case events.ShowOutcome(change):
                stage.show(self._table.facts.chance.redact_table(change.after))
                self._chance_view.show_outcome(change)
            case events.Order.FINISH_ANIMATIONS:
                stage.finish()
                stage.release_held()
            case events.Order.CANCEL_ANIMATIONS:
                self._chance_view.clear_flights()
                stage.finish()
            case events.Order.CALL_FOR_TOKEN:
                stage.schedule_hop()
            case events.PickTargets(targets):
                self._board_input.pick(targets)
            case events.Order.RELEASE_HELD:
                self._board_input.release_held()
            case events.ShakeTokens(targets):
                self._shake_tokens(targets)
            case _:
                self._perform_message(output)

    def show_text(self, text: str, targets: Collection[Target] = (), code: str = "") -> None:
        self._stage.show_message(text, next(iter(targets), None), code, list(targets)[1:])

    def _perform_message(self, output: Output) -> None:
        match output:
            case events.ShowMessage(message):
                self.show_text(message_text(self._table, message))
            case events.ShowRefusal(remark, penalties):
                words, key = self._app.words, self._table.facts.match.game.key
                named = chance_of(self._table.facts).name_facts(self._table, remark)
                texts = [match_text.refusal_text(words, key, named)]
                texts += [match_text.remark_text(words, key, penalty) for penalty in penalties]
                self.show_text(" ".join(texts), remark.targets, remark.code)
            case events.Order.CLEAR_MESSAGE:
                self._stage.clear_message()

    def _shake_tokens(self, targets: Collection[Target]) -> None:
        self._app.sound.play(self._stage.refusal_sound(targets))
        for target in targets:
            self._stage.shake(target)

    def _animate(self, output: events.Animate) -> None:
        """Queue the animation of a change, at the pace of whoever made it."""
        change, stage = output.change, self._stage
        if stage.replaying_seat is not None:
            stage.finish()
        is_own = change.move.seat in self._table.facts.persons or change.move.seat == NATURE
        tempo = tempo_of(self._app.settings, "back" if not change.forward else "own" if is_own else "other")
        film = self._chance_view.make_film(change, tempo) or film_of(stage, tempo, change, output.held)
        if tempo.rest_seconds and stage.has_film and isinstance(film, Timeline):
            film = after_rest(film, stage.table, tempo.rest_seconds)
        stage.queue_film(film)

    def _animate_again(self, output: events.AnimateAgain) -> None:
        """Queue animations of earlier changes, in place of those that are running."""
        stage, chance = self._stage, self._table.facts.chance
        changes, kind, tempo = output.changes, output.kind, tempo_of(self._app.settings, output.kind)
        stage.finish()
        for number, change in enumerate(changes, 1):
            film = self._chance_view.make_replay_film(change, tempo) or film_of(stage, tempo, change, {})
            if tempo.rest_seconds and (stage.has_film or kind == "again"):
                film = after_rest(film, chance.redact_table(change.before), tempo.rest_seconds)
            end = chance.redact_table(change.after) if number == len(changes) else film.last
            cues = () if output.is_silent else film.cues
            stage.queue_film(replace(film, replaying_seat=change.move.seat, last=end, cues=cues))
