"""The behaviour of a card table apart from gestures: films of turns and deals, its own shortcuts, the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from rules import abilities
from rules.contract import Target
from rules.match import Change
from scenes.games.ducale import card_film
from scenes.games.ducale.card_film import CardFilm
from scenes.games.ducale.card_input import CardHand
from scenes.games.ducale.card_layout import CardPlace
from scenes.games.ducale.card_stage import CardStage
from scenes.games.ducale.card_text import cards_of, lays_cards, meld_owners
from scenes.games.ducale.chance import CardRules, CoverCards, DealNextRound, card_rules_of, has_ended
from scenes.games.ducale.hand_order import is_in_hand
from scenes.surfaces.clips import Cue, fraction_of
from scenes.surfaces.constants import SPEEDS
from scenes.surfaces.timeline import Tempo, after_rest
from scenes.table.match_parts import ChanceView
from scenes.table.state import HeldPlaces

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.table_access import TableAccess

COMMAND_MODIFIERS: Final = pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT
LOOK_SECONDS: Final = 0.45
"""Seconds that another player's laid cards are shown before the next move of the turn, at normal speed."""
HAND_ACTIONS: Final = ("lay", "discard", "stock", "take", "by-suit", "by-rank", "arrange")
MOVE_ACTIONS: Final = ("stock", "take", "lay", "discard")


class CardChanceView(ChanceView):
    """The chance view of a card table: it makes the films of deals and turns, and reveals hands."""

    def __init__(self, host: TableAccess, app: AppContext, stage: CardStage, card_input: CardHand) -> None:
        self._host = host
        self._app = app
        self._stage = stage
        self._card_input = card_input
        stage.hand_orders = host.session.hand_orders  # the stage changes these orders, and the session saves them
        self.actions: Mapping[str, Callable[[], object]] = {
            "score-sheet": self._open_score_sheet,
            "next-round": lambda: host.send(DealNextRound()),
            **{name: partial(card_input.run_action, name) for name in HAND_ACTIONS},
        }

    @property
    def _rules(self) -> CardRules:
        return card_rules_of(self._host.facts)

    @property
    def _pack_place(self) -> CardPlace:
        """The place of the pack from which cards are dealt: where the stock lies."""
        box = self._stage.zones.piles[0]
        return (*box.centre, box.h, 0.0)

    def _open_score_sheet(self) -> None:
        from scenes.games.ducale.score_sheet import ScoreSheet

        host, is_between_rounds = self._host, self._rules.is_between_rounds
        self._app.stack.push(ScoreSheet(self._app, host.session, host.facts.cursor.position, is_between_rounds))

    def prepare_layout(self) -> None:
        self._stage.set_viewer(self._rules.state.bottom_seat, self._host.facts.match.seats)

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Open the score sheet on a click, Enter or Space after a round; cover the hands if the window is minimized.

        The hands are covered only if several persons play, because any of them may restore the window.
        """
        if event.type == pygame.WINDOWMINIMIZED and self._rules.state.open_seat is not None:
            self._stage.finish()
            self._host.send(CoverCards())
            return True
        is_click = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        is_enter = event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_SPACE)
        host = self._host
        if (is_click or is_enter) and self._rules.can_deal and host.facts.cursor.is_live and host.facts.view.is_idle:
            host.view.act("score-sheet")
            return True
        return False

    def key_action(self, event: pygame.event.Event) -> str | None:
        """Return the action that a key is the shortcut for; None if there is none, or if no person may run it now."""
        shortcuts = self._host.facts.ui.shortcuts
        action = None if event.mod & COMMAND_MODIFIERS or event.key > 127 else shortcuts.get(chr(event.key))
        if action is None or action == "score-sheet":
            return action
        is_allowed = self._host.session.persons and (self._host.facts.movers or action not in MOVE_ACTIONS)
        return action if is_allowed else None

    # --- films

    def make_replay_film(self, change: Change, tempo: Tempo) -> CardFilm:
        is_deal = cards_of(change.before).phase in ("deal", "end", "blocked")
        return self._make_deal_film(change, tempo) if is_deal else self._make_turn_film(change, {}, tempo)

    def make_film(self, change: Change, tempo: Tempo) -> CardFilm:
        """Return the animation of a change; update the saved orders of hands and the lines of the score pad."""
        stage = self._stage
        if cards_of(change.before).phase in ("deal", "end", "blocked"):
            stage.hand_orders.clear()
            deal = self._make_deal_film(change, tempo)
            if not deal.segments or not has_ended(change.before):
                return deal
            return card_film.sweep_before(deal, stage.table, stage.card_places, self._pack_place, tempo.speed)
        if change.forward and has_ended(change.after) and stage.score_pad is not None:
            stage.score_pad.set_line_count(0.0)
        if not change.forward:
            turn_film = self._make_turn_film(change, {}, tempo)
            return card_film.reverse_film(turn_film, self._rules.redact_table(change.before))
        if abilities.is_undo_barred(change.after):
            stage.forget_played_cards()
        starts = {} if stage.films else stage.visible_places()
        film = self._make_turn_film(change, self._card_input.drop_points, tempo, starts)
        earlier_moves = cards_of(change.before).played
        must_rest = stage.has_film and tempo.rest_seconds > 0 and earlier_moves and lays_cards(earlier_moves[-1])
        return after_rest(film, stage.table, LOOK_SECONDS / tempo.speed) if must_rest and tempo.speed else film

    def _make_turn_film(
        self, change: Change, held: HeldPlaces, tempo: Tempo, starts: Mapping[Target, CardPlace] | None = None
    ) -> CardFilm:
        """Set the owners of the melds before and after a player's move; return its film as the viewer may see it."""
        before, move = change.before, change.move
        seen_before, final_table = self._rules.redact_position(before), self._rules.redact_table(change.after)
        if seen_before is not before:
            move = abilities.redact(before, move, self._rules.viewer)
        self._stage.set_meld_owners(meld_owners(before) | meld_owners(change.after))
        table, beats, arrange = seen_before.table(), seen_before.effects(move), self._stage.arrange_table
        return card_film.make_film(table, beats, arrange, held, tempo, final_table, starts)

    def _make_deal_film(self, change: Change, tempo: Tempo) -> CardFilm:
        stage, after = self._stage, cards_of(self._rules.redact_position(change.after))
        table = after.table()
        if not change.forward:
            return CardFilm((), self._rules.redact_table(change.before), 0.0, ())
        if tempo.is_instant:
            return CardFilm((), table, 0.0, (Cue(0.0, "riffle", stage.zones.piles[0].x),))
        places = stage.arrange_table(table)
        hands = []
        for offset in range(after.seats):
            seat = (after.dealer + 1 + offset) % after.seats
            cards = [(target, 0) for target in places if is_in_hand(target, seat)]
            hands.append(cards or [(f"h{seat}", number) for number in range(len(table.get(f"h{seat}", ())))])
        return card_film.make_deal(self._pack_place, table, hands, places, tempo.speed)

    # --- time

    def update(self, now: float) -> None:
        """Reveal the hidden hands after a round, and draw the lines on the score pad in time with the film."""
        self._reveal_hands()
        stage, film = self._stage, self._stage.films[0] if self._stage.films else None
        if stage.score_pad is not None and isinstance(film, CardFilm) and film.line_times is not None:
            first_lines = int(stage.is_end_animation_running)  # then the line below the rounds is complete
            stage.score_pad.set_line_count(first_lines + fraction_of(stage.elapsed_seconds, *film.line_times))
        elif stage.score_pad is not None and film is None:
            stage.score_pad.set_line_count(2.0)

    def _reveal_hands(self) -> None:
        stage, position = self._stage, self._host.facts.match.position
        if not self._host.facts.cursor.is_live or not self._host.facts.view.is_idle or not has_ended(position):
            return
        table = self._rules.redact_table(position)
        if stage.table == table:
            return
        speed = SPEEDS[self._app.settings.animation]
        if speed == 0 or self._app.settings.reduced_motion:
            self._app.sound.play("pencil")
            stage.show(table)
        else:
            stage.queue_film(card_film.make_reveal(stage.table, table, stage.arrange_table, speed))
