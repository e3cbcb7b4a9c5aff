"""Input at a card table: cards are selected one by one, and dropped together."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import Gesture, Position, Target
from rules.ducale import position as ducale
from rules.ducale.cards import TEXTS, read
from rules.ducale.effects import DISCARD, FELT, STOCK, alike
from rules.ducale.engine.solver import solve
from scenes.games.ducale.card_layout import face_of, is_in_hand, meld_of, sort_by_melds, sort_by_rank, sort_by_suit
from scenes.games.ducale.card_stage import CardStage
from scenes.surfaces.layout import neighbour
from scenes.table.events import Play, Refuse
from scenes.table.hand import Hand
from scenes.table.selection import Selection, is_drag
from scenes.ui.button import ARROWS

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.access import TableAccess


DOUBLE_CLICK: Final = 0.4  # maximum seconds between the clicks of a double click


class CardHand(Hand):
    """The selected and the held cards, and the gestures that they allow."""

    _stage: CardStage

    def __init__(self, app: AppContext, stage: CardStage, table: TableAccess) -> None:
        super().__init__(app, stage, table)
        self._position: Position | None = None
        self._pressed_on: Target | None = None
        self._picked: tuple[Target, ...] = ()
        self._clicked: tuple[Target, float] | None = None
        self.thrown: Mapping[Target, tuple[float, float]] = {}
        """Points where the cards of the current move were dropped."""

    def update_offer(self) -> None:
        """Take over the legal moves of a new position; selected cards remain selected if they are still there."""
        self._put_back()
        self._position = self._table.facts.match.position if self._table.facts.can_move else None
        there = self._stage.table
        self._pick([target for target in self._picked if target in there])

    @property
    def is_empty(self) -> bool:
        return self._stage.held is None and not self._picked

    @property
    def targets(self) -> Sequence[Target]:
        """The cards of the hand from the left, then all open cards and piles."""
        order, spots = list(self._stage.hand.order), self._stage.spots
        others = [one for one in spots if one != FELT and not (one.startswith("h") and ":" not in one)]
        return [*order, *(one for one in others if one not in order)]

    @property
    def find_meant_target(self) -> frozenset[Target]:
        if isinstance(self._position, ducale.Position) and self._picked:
            return alike(self._position, self._picked)
        return frozenset(self._picked)

    def drops(self) -> frozenset[Target]:
        pick = self.find_meant_target
        return frozenset(one.drop for one in self.gestures if one.pick == pick and one.drop is not None)

    def _rest(self) -> None:
        self._pick(())

    def _set_picked(self, targets: Sequence[Target]) -> None:
        self._picked = tuple(targets)
        self.selection = Selection(frozenset(targets))

    def _pick(self, targets: Sequence[Target]) -> None:
        self._set_picked(targets)
        self._stage.raise_cards(frozenset(targets))

    # --- events

    def _press(self, pos: tuple[int, int]) -> None:
        """Remember a press: it ends animations at once, and counts when the button is released."""
        self.begin_press(pos, pictured=False)
        self._pressed_on = self._stage.hit(pos)

    def _own(self, target: Target | None) -> bool:
        return target is not None and is_in_hand(target, self._stage.hand.seat) and target in self._stage.table

    def _motion(self, event: pygame.event.Event) -> None:
        stage = self._stage
        if stage.held is not None:
            stage.drag(event.pos)
            over = stage.hit(event.pos)
            home = over is not None and (self._own(over) or over == f"h{stage.hand.seat}")
            stage.open_gap(event.pos[0] if home else None)
            self._aim_at(over)
        elif self._pressed is not None and event.buttons[0]:
            far, target = is_drag(self._pressed, event.pos, self._app.theme.travel), self._pressed_on
            if far and target is not None and self._own(target):
                cards = self._picked if target in self._picked else (target,)
                self._set_picked(cards)
                stage.pick_up(cards, event.pos)
                self._app.sound.play("pick")
                self._app.cursor("grabbing")
                self._table.view.update_marks()
        else:
            self.set_pointer_shape(event.pos)

    def set_pointer_shape(self, pos: tuple[int, int]) -> None:
        target = self._stage.hit(pos)
        useful = target in self.drops() or Gesture(frozenset({target or ""})) in self.gestures
        self._app.cursor("grab" if self._own(target) else "hand" if useful else "arrow")
        self._stage.point_out(target)
        self._aim_at(target)

    def _aim_at(self, target: Target | None) -> None:
        aim = self._drop_at(target) if target is not None and self._picked else None
        if aim is None and target in (STOCK, DISCARD) and Gesture(frozenset({target})) in self.gestures:
            aim = target
        if aim != self.aim:
            self.aim = aim
            self._stage.aim(aim)

    def _drop_at(self, target: Target) -> Target | None:
        """Return the drop that a press or release on a target means: it, its meld, or the only place on that."""
        drops, meld = self.drops(), meld_of(target)
        on_meld = [one for one in drops if meld and meld_of(one) == meld]
        exact = next((one for one in (target, meld) if one in drops), None)
        return exact or (on_meld[0] if len(on_meld) == 1 else None)

    def _release(self, pos: tuple[int, int]) -> None:
        pressed, self._pressed = self._pressed, None
        stage = self._stage
        if stage.held is not None:
            self._app.cursor("arrow")
            self._drop(stage.hit(pos), pos)
        elif pressed is not None and self._pressed_on is not None:
            self.click(self._pressed_on)
        elif pressed is not None:
            self.let_go()

    def _drop(self, target: Target | None, pos: tuple[int, int]) -> None:
        stage = self._stage
        thrown, cards = stage.find_thrown(), stage.held_targets
        if target is None or self._own(target) or target.startswith("h"):
            gap = stage.hand.gap
            stage.let_go()
            if gap is not None:
                rest = [one for one in stage.hand.order if one not in cards]
                self._order([*rest[:gap], *cards, *rest[gap:]], stage.hand.group_starts - {*cards})
            self.let_go()
            return
        stage.let_go()
        self.thrown = thrown
        self._send(target)
        self.thrown = {}

    def click(self, target: Target) -> None:
        """Handle a click on a target: select or deselect a card, draw one, or drop the selected ones there."""
        alone = Gesture(frozenset((target,)))
        if self._own(target) and self._is_sent_by_double_click(target):
            return
        if self._own(target):
            kept = [one for one in self._picked if one != target]
            self._app.sound.play("pick")
            self._pick(kept if target in self._picked else [*kept, target])
            self._table.view.update_marks()
        elif alone in self.gestures:  # drawing a card comes first, regardless of the selection
            self._make(alone)
        elif self._picked and target != STOCK:
            self._send(target)
        elif target == STOCK or (target == DISCARD and self._position is not None):
            self._make(alone)
        elif self._position is None or target != FELT:
            self._table.send(Refuse(alone))

    def _is_sent_by_double_click(self, target: Target) -> bool:
        """Drop a double-clicked card on the only place that takes it; return whether there is one."""
        now = self._app.now()
        twice = self._clicked is not None and self._clicked[0] == target and now - self._clicked[1] < DOUBLE_CLICK
        self._clicked = (target, now)
        places = self.drops() - {DISCARD} if twice and self._picked == (target,) else frozenset()
        if len(places) == 1:
            self._send(min(places))
        return len(places) == 1

    def _send(self, target: Target) -> None:
        drop = self._drop_at(target) or (target if target in (FELT, DISCARD) else meld_of(target) or target)
        if meld_of(drop) and drop not in self.drops() and FELT in self.drops():
            drop = FELT  # cards that fit nowhere there but form a meld by themselves are meant as one
        self._make(Gesture(self.find_meant_target, drop))

    def _make(self, gesture: Gesture) -> None:
        moves = self.gestures.get(gesture)
        if not moves:
            self._pick(self._picked)
            self._table.send(Refuse(gesture))
            self._table.view.update_marks()
            return
        if gesture.drop is not None:  # drawing a card keeps the selection
            self._rename(gesture.pick)
            self._pick(sorted(gesture.pick) if len(moves) > 1 else ())
        if len(moves) > 1:
            self._table.view.choose(gesture, moves)
        else:
            self._table.send(Play(moves[0], {}))

    def _rename(self, pick: frozenset[Target]) -> None:
        """Swap the names of identical cards, so that the selected one is the one that moves."""
        stage = self._stage
        stays = [one for one in self._picked if one not in pick]
        goes = [one for one in pick if one not in self._picked and is_in_hand(one, stage.hand.seat)]
        names = dict(zip(sorted(stays), sorted(goes), strict=False))
        names |= {new: old for old, new in names.items()}
        if names:
            starts = [names.get(one, one) for one in stage.hand.group_starts]
            stage.order_hand([names.get(one, one) for one in stage.hand.order], starts)
            self.thrown = {names.get(one, one): at for one, at in self.thrown.items()}

    # --- keys, and what the keys beside the hand do

    def run_action(self, name: str) -> None:
        """Run an action of the buttons beside the hand: lay, discard, draw a card, or sort the hand."""
        stage = self._stage
        stage.finish()
        cards = stage.hand.order
        match name:
            case "lay" | "discard" if not self._picked:
                draws = Gesture(frozenset((STOCK,))) in self.gestures
                first = "refusal.ducale.no-draw" if draws else "cards.pick_first"
                stage.show_message(self._app.words(first), f"h{stage.hand.seat}")
            case "lay":  # as a meld, or to the only meld that takes it
                may = sorted(self.drops() - {DISCARD})
                if len(may) > 1 and FELT not in may:
                    stage.show_message(self._app.words("cards.several"), may[0])
                else:
                    self._send(may[0] if len(may) == 1 else FELT)
            case "discard":
                self._send(DISCARD)
            case "stock" | "take":
                self.click(STOCK if name == "stock" else DISCARD)
            case "by-suit" | "by-rank":
                self._order(sort_by_suit(cards) if name == "by-suit" else sort_by_rank(cards))
            case _:
                melds = solve([read(face_of(card)) for card in cards]).least()
                order = sort_by_melds(cards, [[TEXTS[card] for card in meld.cards] for meld in melds])
                ends = list(accumulate(len(meld.cards) for meld in melds))
                self._order(order, [order[end] for end in ends if end < len(order)])

    def _order(self, cards: Sequence[Target], group_starts: Collection[Target] = ()) -> None:
        self._stage.order_hand(cards, group_starts)
        self._app.sound.play("sort")
        if self._table.facts.match.outcome() is None:
            self._table.save_soon()

    def set_cursor(self, target: Target | None) -> None:
        self._cursor = target
        self._table.view.update_marks()

    def _first(self) -> Target:
        return next(iter(self._stage.hand.order), STOCK)

    def _enter(self) -> None:
        if self.cursor is not None:
            self._clicked = None  # two key presses are no double click
            self.click(self.cursor)

    def _arrow(self, event: pygame.event.Event) -> None:
        stage = self._stage
        order = list(stage.hand.order)
        dx, dy = ARROWS[event.key]
        if self.cursor is None:
            self.set_cursor(self._first())
        elif event.mod & pygame.KMOD_CTRL and self.cursor in order and dx:
            at = order.index(self.cursor)
            to = min(len(order) - 1, max(0, at + dx))
            order.insert(to, order.pop(at))
            self._order(order, stage.hand.group_starts - {self.cursor})
            self._table.view.update_marks()
        else:
            self.set_cursor(neighbour(stage.spots, self.cursor, dx, dy, self.targets))
