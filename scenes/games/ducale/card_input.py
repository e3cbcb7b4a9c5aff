"""Mouse and keyboard input at a card table: cards are selected one by one, and dropped together."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import Gesture, Position, Target
from rules.ducale import position as ducale
from rules.ducale.cards import TEXTS, read
from rules.ducale.effects import DISCARD, FELT, STOCK, replace_by_last_copies
from rules.ducale.engine.solver import solve
from scenes.games.ducale.card_layout import meld_of
from scenes.games.ducale.card_stage import CardStage
from scenes.games.ducale.hand_order import face_of, is_in_hand, sort_by_melds, sort_by_rank, sort_by_suit
from scenes.surfaces.drag import is_drag
from scenes.surfaces.layout import neighbour
from scenes.table.board_input import BoardInput
from scenes.table.events import Play, RefuseGesture
from scenes.table.selection import Selection
from scenes.ui.button import ARROWS

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.table_access import TableAccess


DOUBLE_CLICK_SECONDS: Final = 0.4  # maximum time between the clicks of a double click


class CardHand(BoardInput):
    """The selected and the held cards, and the gestures that they allow."""

    _stage: CardStage

    def __init__(self, app: AppContext, stage: CardStage, table: TableAccess) -> None:
        super().__init__(app, stage, table)
        self._position: Position | None = None  # None while no person here may move
        self._pressed_on: Target | None = None
        self._picked: tuple[Target, ...] = ()
        self._last_click: tuple[Target, float] | None = None
        self.drop_points: Mapping[Target, tuple[float, float]] = {}
        """The points where the cards of the current move were dropped; their animation starts there."""

    def update_offer(self) -> None:
        """Put held cards back, store the position if a person here may move, and deselect cards that are gone."""
        self._put_back()
        self._position = self._table.facts.match.position if self._table.facts.can_move else None
        table = self._stage.table
        self._select_and_raise_cards([target for target in self._picked if target in table])

    @property
    def holds_nothing(self) -> bool:
        return self._stage.held is None and not self._picked

    @property
    def targets(self) -> Sequence[Target]:
        """The cards of the hand from left to right, then the jokers in melds, the melds, and the piles."""
        own_cards, spots = list(self._stage.hand.order), self._stage.spots
        others = [target for target in spots if target != FELT and not (target.startswith("h") and ":" not in target)]
        return [*own_cards, *(target for target in others if target not in own_cards)]

    @property
    def meant_cards(self) -> frozenset[Target]:
        """The selected cards as gestures name them: among equal cards of a hand, the last ones stand for any."""
        if isinstance(self._position, ducale.Position) and self._picked:
            return replace_by_last_copies(self._position, self._picked)
        return frozenset(self._picked)

    def drops(self) -> frozenset[Target]:
        """Return the targets on which the selected cards may be dropped."""
        pick = self.meant_cards
        matching = [gesture for gesture in self.gestures if gesture.pick == pick]
        return frozenset(gesture.drop for gesture in matching if gesture.drop is not None)

    def _reset_selection(self) -> None:
        self._select_and_raise_cards(())

    def _select_cards(self, targets: Sequence[Target]) -> None:
        self._picked = tuple(targets)
        self.selection = Selection(frozenset(targets))

    def _select_and_raise_cards(self, targets: Sequence[Target]) -> None:
        self._select_cards(targets)
        self._stage.raise_cards(frozenset(targets))

    # --- events

    def _press(self, pos: tuple[int, int]) -> None:
        """Begin a press and end animations at once; without a drag, the press becomes a click at the release."""
        self.note_press(pos, is_on_picture=False)
        self._pressed_on = self._stage.hit(pos)

    def _is_own_card(self, target: Target | None) -> bool:
        return target is not None and is_in_hand(target, self._stage.hand.seat) and target in self._stage.table

    def _handle_motion(self, event: pygame.event.Event) -> None:
        stage = self._stage
        if stage.held is not None:
            stage.drag(event.pos)
            target = stage.hit(event.pos)
            is_over_hand = target is not None and (self._is_own_card(target) or target == f"h{stage.hand.seat}")
            stage.move_gap(event.pos[0] if is_over_hand else None)
            self._aim_at(target)
        elif self._pressed is not None and event.buttons[0]:
            is_far, target = is_drag(self._pressed, event.pos, self._app.theme.travel), self._pressed_on
            if is_far and target is not None and self._is_own_card(target):
                cards = self._picked if target in self._picked else (target,)
                self._select_cards(cards)
                stage.pick_up_cards(cards, event.pos)
                self._app.sound.play("pick")
                self._app.set_cursor("grabbing")
                self._table.view.update_marks()
        else:
            self.set_pointer_shape(event.pos)

    def set_pointer_shape(self, pos: tuple[int, int]) -> None:
        """Set the pointer's shape for the target below it; lift that card of the hand, or aim at another target."""
        target = self._stage.hit(pos)
        is_useful = target in self.drops() or Gesture(frozenset({target or ""})) in self.gestures
        self._app.set_cursor("grab" if self._is_own_card(target) else "hand" if is_useful else "arrow")
        self._stage.lift_hovered(target)
        self._aim_at(target)

    def _aim_at(self, target: Target | None) -> None:
        aim = self._drop_at(target) if target is not None and self._picked else None
        if aim is None and target in (STOCK, DISCARD) and Gesture(frozenset({target})) in self.gestures:
            aim = target
        if aim != self.aim:
            self.aim = aim
            self._stage.aim(aim)

    def _drop_at(self, target: Target) -> Target | None:
        """Return the drop that a target stands for: itself, its meld, or the meld's only drop; None without one."""
        drops, meld = self.drops(), meld_of(target)
        on_meld = [drop for drop in drops if meld and meld_of(drop) == meld]
        exact = next((drop for drop in (target, meld) if drop in drops), None)
        return exact or (on_meld[0] if len(on_meld) == 1 else None)

    def _release(self, pos: tuple[int, int]) -> None:
        pressed, self._pressed = self._pressed, None
        stage = self._stage
        if stage.held is not None:
            self._app.set_cursor("arrow")
            self._drop_held(stage.hit(pos))
        elif pressed is not None and self._pressed_on is not None:
            self.click(self._pressed_on)
        elif pressed is not None:
            self.release_held()

    def _drop_held(self, target: Target | None) -> None:
        """Play the held cards on a target; over the hand or outside all targets, put them into the gap, if any."""
        stage = self._stage
        drop_points, cards = stage.held_positions(), stage.held_targets
        if target is None or self._is_own_card(target) or target.startswith("h"):
            gap_index = stage.hand.gap_index
            stage.release_held()
            if gap_index is not None:
                others = [card for card in stage.hand.order if card not in cards]
                order = [*others[:gap_index], *cards, *others[gap_index:]]
                self._reorder_hand(order, stage.hand.group_starts - {*cards})
            self.release_held()
            return
        stage.release_held()
        self.drop_points = drop_points
        self._drop_picked(target)
        self.drop_points = {}

    def click(self, target: Target) -> None:
        """Do what a click on a target means: select or deselect it, draw from it, or drop the selected cards."""
        gesture = Gesture(frozenset((target,)))
        if self._is_own_card(target) and self._drop_by_double_click(target):
            return
        if self._is_own_card(target):
            others = [card for card in self._picked if card != target]
            self._app.sound.play("pick")
            self._select_and_raise_cards(others if target in self._picked else [*others, target])
            self._table.view.update_marks()
        elif gesture in self.gestures:  # drawing a card comes first, whatever is selected
            self._play_gesture(gesture)
        elif self._picked and target != STOCK:
            self._drop_picked(target)
        elif target == STOCK or (target == DISCARD and self._position is not None):
            self._play_gesture(gesture)
        elif self._position is None or target != FELT:
            self._table.send(RefuseGesture(gesture))

    def _drop_by_double_click(self, target: Target) -> bool:
        """Drop a double-clicked card if exactly one place takes it; return whether the card was dropped.

        The discard pile doesn't count as such a place.
        """
        now, (last_target, last_time) = self._app.now(), self._last_click or (None, 0.0)
        is_double_click = last_target == target and now - last_time < DOUBLE_CLICK_SECONDS
        self._last_click = (target, now)
        drops = self.drops() - {DISCARD} if is_double_click and self._picked == (target,) else frozenset()
        if len(drops) == 1:
            self._drop_picked(min(drops))
        return len(drops) == 1

    def _drop_picked(self, target: Target) -> None:
        drop = self._drop_at(target) or (target if target in (FELT, DISCARD) else meld_of(target) or target)
        if meld_of(drop) and drop not in self.drops() and FELT in self.drops():
            drop = FELT  # the cards don't fit there, but are a meld of their own
        self._play_gesture(Gesture(self.meant_cards, drop))

    def _play_gesture(self, gesture: Gesture) -> None:
        """Play the move of a gesture, ask which of several is meant, or refuse the gesture."""
        moves = self.gestures.get(gesture)
        if not moves:
            self._select_and_raise_cards(self._picked)
            self._table.send(RefuseGesture(gesture))
            self._table.view.update_marks()
            return
        if gesture.drop is not None:  # drawing a card keeps the selection
            self._swap_names(gesture.pick)
            self._select_and_raise_cards(sorted(gesture.pick) if len(moves) > 1 else ())
        if len(moves) > 1:
            self._table.view.choose(gesture, moves)
        else:
            self._table.send(Play(moves[0], {}))

    def _swap_names(self, pick: frozenset[Target]) -> None:
        """Swap the targets of equal cards in the hand, so that the selected cards are those that move."""
        stage = self._stage
        staying = [card for card in self._picked if card not in pick]
        leaving = [card for card in pick if card not in self._picked and is_in_hand(card, stage.hand.seat)]
        names = dict(zip(sorted(staying), sorted(leaving), strict=False))
        names |= {new: old for old, new in names.items()}
        if names:
            group_starts = [names.get(card, card) for card in stage.hand.group_starts]
            stage.set_hand_order([names.get(card, card) for card in stage.hand.order], group_starts)
            self.drop_points = {names.get(card, card): point for card, point in self.drop_points.items()}

    # --- keys, and the buttons above the hand

    def run_action(self, name: str) -> None:
        """Run an action of the buttons above the hand: lay, discard, draw a card, or sort the hand."""
        stage = self._stage
        stage.finish()
        cards = stage.hand.order
        match name:
            case "lay" | "discard" if not self._picked:
                can_draw = Gesture(frozenset((STOCK,))) in self.gestures
                key = "refusal.ducale.no-draw" if can_draw else "cards.pick_first"
                stage.show_message(self._app.words(key), f"h{stage.hand.seat}")
            case "lay":  # as a meld, or on the only meld that takes the cards
                drops = sorted(self.drops() - {DISCARD})
                if len(drops) > 1 and FELT not in drops:
                    stage.show_message(self._app.words("cards.several"), drops[0])
                else:
                    self._drop_picked(drops[0] if len(drops) == 1 else FELT)
            case "discard":
                self._drop_picked(DISCARD)
            case "stock" | "take":
                self.click(STOCK if name == "stock" else DISCARD)
            case "by-suit" | "by-rank":
                self._reorder_hand(sort_by_suit(cards) if name == "by-suit" else sort_by_rank(cards))
            case _:  # "arrange": the melds that leave the fewest points come first
                melds = solve([read(face_of(card)) for card in cards]).list_costliest_melds()
                order = sort_by_melds(cards, [[TEXTS[card] for card in meld.cards] for meld in melds])
                meld_ends = list(accumulate(len(meld.cards) for meld in melds))
                self._reorder_hand(order, [order[end] for end in meld_ends if end < len(order)])

    def _reorder_hand(self, cards: Sequence[Target], group_starts: Collection[Target] = ()) -> None:
        """Set the order of the hand, with a sound, and save it soon while the match goes on."""
        self._stage.set_hand_order(cards, group_starts)
        self._app.sound.play("sort")
        if self._table.facts.match.outcome() is None:
            self._table.save_soon()

    def set_cursor(self, target: Target | None) -> None:
        self._cursor = target
        self._table.view.update_marks()

    def _find_useful_target(self) -> Target:
        return next(iter(self._stage.hand.order), STOCK)

    def _press_cursor(self) -> None:
        if self.cursor is not None:
            self._last_click = None  # two key presses are no double click
            self.click(self.cursor)

    def _move_cursor_by_arrow(self, event: pygame.event.Event) -> None:
        """Move the cursor to the next target; with Ctrl, move the card under it within the hand."""
        stage = self._stage
        order = list(stage.hand.order)
        dx, dy = ARROWS[event.key]
        if self.cursor is None:
            self.set_cursor(self._find_useful_target())
        elif event.mod & pygame.KMOD_CTRL and self.cursor in order and dx:
            index = order.index(self.cursor)
            new_index = min(len(order) - 1, max(0, index + dx))
            order.insert(new_index, order.pop(index))
            self._reorder_hand(order, stage.hand.group_starts - {self.cursor})
            self._table.view.update_marks()
        else:
            self.set_cursor(neighbour(stage.spots, self.cursor, dx, dy, self.targets))
