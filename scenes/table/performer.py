"""The performer of a table: it carries outputs out on the stage, as animations, marks of attention and messages."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from rules.contract import NATURE, Target
from scenes.surfaces.motion import Timeline, after_rest, tempo_of
from scenes.table import events, match_text
from scenes.table.board_display import film_of
from scenes.table.chance import chance_of
from scenes.table.events import Output
from scenes.table.hint_text import message_text

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.surfaces.stage import Stage
    from scenes.table.access import TableAccess
    from scenes.table.chance_view import ChanceView
    from scenes.table.hand import Hand


class Performer:
    """Carries the outputs of one match out on its stage."""

    def __init__(
        self, app: AppContext, table: TableAccess, stage: Stage, hand: Hand, chance_view: ChanceView
    ) -> None:
        self._app = app
        self._table = table
        self._stage = stage
        self._hand = hand
        self._chance_view = chance_view

    def perform(self, output: Output) -> None:
        """Carry out an output that concerns tokens, the hand or messages."""
        stage = self._stage
        match output:
            case events.Animate():
                self._animate(output)
            case events.AnimateAgain():
                self._animate_again(output)
            case events.ShowTable(table):
                stage.show(table)
            case events.ShowOutcome(change):
                stage.show(self._table.facts.chance.see_table(change.after))
                self._chance_view.show_outcome(change)
            case events.FinishAnimations():
                stage.finish()
                stage.let_go()
            case events.CancelAnimations():
                self._chance_view.forget()
                stage.finish()
            case events.CallForToken():
                stage.call()
            case events.PickTargets(targets):
                self._hand.pick(targets)
            case events.ReleaseHeld():
                self._hand.let_go()
            case events.ShakeTokens(targets):
                self._shake(targets)
            case _:
                self._perform_message(output)

    def show_text(self, text: str, targets: Collection[Target] = (), code: str = "") -> None:
        """Show a text on the board, beside one of `targets`. `code`: the refusal that it explains."""
        self._stage.show_message(text, next(iter(targets), None), code, list(targets)[1:])

    def _perform_message(self, output: Output) -> None:
        match output:
            case events.ShowMessage(message):
                self.show_text(message_text(self._table, message))
            case events.ShowRefusal(remark, counted):
                words, key = self._app.words, self._table.facts.match.game.key
                named = chance_of(self._table.facts).name_facts(self._table, remark)
                texts = [match_text.refusal(words, key, named)]
                texts += [match_text.remark(words, key, one) for one in counted]
                self.show_text(" ".join(texts), remark.targets, remark.code)
            case events.ClearMessage():
                self._stage.clear_message()

    def _shake(self, targets: Collection[Target]) -> None:
        self._app.sound.play(self._stage.protest(targets))
        for target in targets:
            self._stage.shake(target)

    def _animate(self, output: events.Animate) -> None:
        change, stage = output.change, self._stage
        if stage.again is not None:
            stage.finish()
        own = change.move.seat in self._table.facts.persons or change.move.seat == NATURE
        tempo = tempo_of(self._app.settings, "back" if not change.forward else "own" if own else "other")
        film = self._chance_view.film(change, tempo) or film_of(stage, tempo, change, output.held)
        if tempo.rest and stage.moving and isinstance(film, Timeline):
            film = after_rest(film, stage.table, tempo.rest)
        stage.film(film)

    def _animate_again(self, output: events.AnimateAgain) -> None:
        stage, chance = self._stage, self._table.facts.chance
        changes, kind, tempo = output.changes, output.kind, tempo_of(self._app.settings, output.kind)
        stage.finish()
        for number, change in enumerate(changes, 1):
            film = self._chance_view.again(change, tempo) or film_of(stage, tempo, change, {})
            if tempo.rest and (stage.moving or kind == "again"):
                film = after_rest(film, chance.see_table(change.before), tempo.rest)
            last = chance.see_table(change.after) if number == len(changes) else film.last
            cues = () if output.is_silent else film.cues
            stage.film(replace(film, again=change.move.seat, last=last, cues=cues))
