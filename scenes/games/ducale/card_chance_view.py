"""The view of chance at a card table: films of turns, undone turns, deals and replays."""

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
from scenes.games.ducale.card_hand import CardHand
from scenes.games.ducale.card_layout import CardPlace, is_in_hand
from scenes.games.ducale.card_stage import CardStage
from scenes.games.ducale.card_text import cards_of, lays_cards, meld_owners
from scenes.games.ducale.chance import CardRules, CoverCards, DealNextRound, has_ended
from scenes.surfaces.clips import Cue, part_of
from scenes.surfaces.constants import SPEEDS
from scenes.surfaces.timeline import Tempo, after_rest
from scenes.table.board_display import ChanceView
from scenes.table.state import HeldPlaces

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.access import TableAccess

COMMANDS: Final = pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT
LOOK: Final = 0.45
"""Seconds that another player's laid cards are shown before the turn's next step, at normal speed."""
HAND_ACTIONS: Final = ("lay", "discard", "stock", "take", "by-suit", "by-rank", "arrange")
MOVES: Final = ("stock", "take", "lay", "discard")


class CardView(ChanceView):
    """The view of chance at a card table: films of deals and turns, hands laid open."""

    def __init__(self, host: TableAccess, app: AppContext, stage: CardStage, hand: CardHand) -> None:
        self._host = host
        self._app = app
        self._stage = stage
        self._hand = hand
        stage.hand_orders = host.session.arranged
        self.actions: Mapping[str, Callable[[], object]] = {
            "score-sheet": self._show_scores,
            "next-round": lambda: host.send(DealNextRound()),
            **{name: partial(hand.run_action, name) for name in HAND_ACTIONS},
        }

    @property
    def _cards(self) -> CardRules:
        chance = self._host.facts.chance
        assert isinstance(chance, CardRules)
        return chance

    def _show_scores(self) -> None:
        from scenes.games.ducale.score_sheet import ScoreSheet

        host, between = self._host, self._cards.is_between_rounds
        self._app.stack.push(ScoreSheet(self._app, host.session, host.facts.cursor.position, between))

    def prepare_layout(self) -> None:
        self._stage.look_from(self._cards.state.below, self._host.facts.match.seats)

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a click after a round, which opens the score sheet again, and a minimized window.

        With several persons that covers the hands, since anyone may restore the window.
        """
        if event.type == pygame.WINDOWMINIMIZED and self._cards.state.open_for is not None:
            self._stage.finish()
            self._host.send(CoverCards())
            return True
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        entered = event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_SPACE)
        host = self._host
        if (pressed or entered) and self._cards.can_deal and host.facts.cursor.is_live and host.facts.view.is_idle:
            host.view.act("score-sheet")
            return True
        return False

    def key_action(self, event: pygame.event.Event) -> str | None:
        """Return the action of a card table's own shortcut: moves in one's own turn, others while one plays."""
        shortcuts = self._host.facts.ui.keys.shortcuts
        action = None if event.mod & COMMANDS or event.key > 127 else shortcuts.get(chr(event.key))
        if action is None or action == "score-sheet":
            return action
        allowed = self._host.session.persons and (self._host.facts.movers or action not in MOVES)
        return action if allowed else None

    # --- what is seen

    def film_again(self, change: Change, tempo: Tempo) -> CardFilm:
        dealt = cards_of(change.before).phase in ("deal", "end", "blocked")
        return self._dealt(change, tempo) if dealt else self._followed(change, {}, tempo)

    def film(self, change: Change, tempo: Tempo) -> CardFilm:
        stage = self._stage
        if cards_of(change.before).phase in ("deal", "end", "blocked"):
            stage.hand_orders.clear()
            dealt = self._dealt(change, tempo)
            if not dealt.segments or not has_ended(change.before):
                return dealt
            x, y = stage.zones.piles[0].centre
            pack = (x, y, stage.zones.piles[0].h, 0.0)
            return card_film.after_sweep(dealt, stage.table, stage.card_places, pack, tempo.speed)
        if change.forward and has_ended(change.after) and stage.score_pad is not None:
            stage.score_pad.draw(0.0)
        if not change.forward:
            return card_film.back(self._followed(change, {}, tempo), self._cards.redact_table(change.before))
        if abilities.is_undo_barred(change.after):
            stage.forget_gone()
        followed = self._followed(change, self._hand.thrown, tempo, {} if stage.films else stage.visible_places())
        earlier = cards_of(change.before).played
        looked_at = stage.moving and tempo.rest > 0 and earlier and lays_cards(earlier[-1])
        return after_rest(followed, stage.table, LOOK / tempo.speed) if looked_at and tempo.speed else followed

    def _followed(
        self,
        change: Change,
        held: HeldPlaces,
        tempo: Tempo,
        starts: Mapping[Target, CardPlace] | None = None,
    ) -> CardFilm:
        before, move = change.before, change.move
        view, final = self._cards.redact_position(before), self._cards.redact_table(change.after)
        if view is not before:
            move = abilities.redact(before, move, self._cards.viewer)
        arrange = self._stage.arrange_after
        self._stage.set_meld_owners(meld_owners(before) | meld_owners(change.after))
        return card_film.follow(view.table(), view.effects(move), arrange, held, tempo, final, starts)

    def _dealt(self, change: Change, tempo: Tempo) -> CardFilm:
        stage, after = self._stage, cards_of(self._cards.redact_position(change.after))
        table = after.table()
        if not change.forward:
            return CardFilm((), self._cards.redact_table(change.before), 0.0, ())
        if tempo.cut:
            return CardFilm((), table, 0.0, (Cue(0.0, "riffle", stage.zones.piles[0].x),))
        x, y = stage.zones.piles[0].centre
        places = stage.arrange_after(table)
        hands = []
        for n in range(after.seats):
            seat = (after.dealer + 1 + n) % after.seats
            cards = [(target, 0) for target in places if is_in_hand(target, seat)]
            hands.append(cards or [(f"h{seat}", at) for at in range(len(table.get(f"h{seat}", ())))])
        return card_film.deal((x, y, stage.zones.piles[0].h, 0.0), table, hands, places, tempo.speed)

    # --- time

    def update(self, now: float) -> None:
        """Reveal the hidden hands after a round, and draw a line below its points."""
        self._lay_open()
        stage, film = self._stage, self._stage.films[0] if self._stage.films else None
        if stage.score_pad is not None and isinstance(film, CardFilm) and film.ruled is not None:
            stage.score_pad.draw(stage.celebrates + part_of(stage.elapsed_seconds, *film.ruled))
        elif stage.score_pad is not None and film is None:
            stage.score_pad.draw(2.0)

    def _lay_open(self) -> None:
        stage, position = self._stage, self._host.facts.match.position
        if not self._host.facts.cursor.is_live or not self._host.facts.view.is_idle or not has_ended(position):
            return
        table = self._cards.redact_table(position)
        if stage.table == table:
            return
        speed = SPEEDS[self._app.settings.animation]
        if speed == 0 or self._app.settings.reduced_motion:
            self._app.sound.play("pencil")
            stage.show(table)
        else:
            stage.film(card_film.reveal(stage.table, table, stage.arrange_after, speed))
