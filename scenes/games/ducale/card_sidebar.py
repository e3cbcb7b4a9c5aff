"""The sidebar of a card table: status, score pad, last turns and buttons; and the row of buttons above the hand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import NATURE, Seat
from rules.match import Span
from scenes.app.words import Words
from scenes.games.ducale.card_faces import suit_picture
from scenes.games.ducale.card_input import CardHand
from scenes.games.ducale.card_layout import PlayerTexts
from scenes.games.ducale.card_stage import CardStage
from scenes.games.ducale.card_text import SUITS, cards_of, list_player_texts, meld_owners, top_discard
from scenes.games.ducale.chance import card_rules_of
from scenes.games.ducale.score_sheet import ScorePad
from scenes.surfaces.layout import Box
from scenes.table import match_text
from scenes.table.session import Session
from scenes.table.sidebar import Sidebar
from scenes.table.state import PlayerStrip, TableState
from scenes.ui.base import Group, Widget
from scenes.ui.button import Button
from scenes.ui.layout import Column, fixed_size, space, stretch
from scenes.ui.move_list import MoveList, wrap_at_sign

if TYPE_CHECKING:
    from scenes.table.table_access import TableAccess
    from scenes.ui.button_painting import Look
    from scenes.ui.form import Form


_CARD_PATTERN: Final = re.compile(r"(10|[A1-9JQK])([SHDC])")


class CardTurns(MoveList):
    has_numbers, is_small = False, True
    _separator: Final = " · "  # between two actions of a turn, where lines may be broken

    def count_lines(self, index: int) -> int:
        return len(self.cell_lines(index))

    def cell_lines(self, index: int) -> Sequence[str]:
        theme = self.theme
        room = self.scroll.view.width - self._numbers_width - theme.px(0.5) - 2 * theme.px(0.5)
        return wrap_at_sign(theme, self.cells[index], self._separator, "small", self.pictures(index), room)

    def pictures(self, index: int) -> Mapping[str, pygame.Surface]:
        app, side = self.form.scene.app, round(0.52 * self.theme.line("small"))
        is_four_colour = app.settings.four_colours
        return {sign: suit_picture(app.assets, suit, side, is_four_colour) for suit, sign in SUITS.items()}


def write_suit_signs(words: Words, text: str) -> str:
    """Return a text with its card codes replaced by suit signs and the language's letters for courts and jokers."""

    def write_card(card_match: re.Match[str]) -> str:
        rank = "A" if card_match[1] == "1" else card_match[1]
        return f"{words(f'cards.rank.{rank}') if rank in 'AJQK' else rank}{SUITS[card_match[2]]}"

    text = re.sub(r"JK=(10|[A1-9JQK])([SHDC])", r"(\1\2)", text)
    return _CARD_PATTERN.sub(write_card, text.replace("JK", words("cards.joker_short")))


def write_list_entry(words: Words, session: Session, span: Span) -> str:
    """Return a turn as the list of turns shows it."""
    match = session.match
    if span.seat == NATURE:
        return words("cards.round", n=cards_of(match.positions[span.last]).round)
    parts = []
    for number in range(span.first, span.last):
        text = str(match.plies[number].move)
        cards = text.partition("[")[2].rstrip("]")
        if text == "+D":
            parts.append(f"← {top_discard(match.positions[number])}")
        elif text[0] == "M":
            parts.append(cards)
        elif text[0] in "LX":
            parts.append(f"{'+' if text[0] == 'L' else '×'} {cards.strip('<>')}")
        elif text[0] == "-":
            parts.append(f"→ {text[1:]}")
    name = match_text.you_or_name(words, session, span.seat)
    return write_suit_signs(words, words("cards.turn", name=name, acts=" · ".join(parts) or "…"))


BUTTON_ACTIONS: Final = ("lay", "discard", "by-suit", "by-rank", "arrange", "score-sheet")
DROPPABLE_ACTIONS: Final = ("by-rank", "by-suit", "arrange")
"""Actions that lose their buttons where space is short, in this order; keyboard shortcuts exist for them."""
MIN_PLATE_WIDTH: Final = 13.0  # minimum width of the person's nameplate, in u


class CardSidebar(Sidebar):
    def __init__(self, form: Form, stage: CardStage, card_input: CardHand, table: TableAccess) -> None:
        super().__init__(form, table)
        self._table = table
        self._stage, self._card_input = stage, card_input
        for clock_face in self._faces:  # there are no clocks, and names are on the plates
            clock_face.visible = False
        self._pad = ScorePad(self.panel, lambda: table.view.act("score-sheet"))
        self._stage.score_pad = self._pad
        self.panel.children.remove(self._turns)  # the list that the base class has made
        self._turns = CardTurns(self.panel, self._show_turn, columns=1, tip_of=self._explain_turn)
        self._turns.label, self._turns.text_of = table.words("table.moves"), self._describe_turn
        words = table.words
        self._own_plate = PlayerPlate(self.form, stage)
        self._other_plates = [PlayerPlate(self.form) for _ in range(table.facts.match.seats - 1)]
        self._fitting_actions: set[str] = set()
        self.hand_buttons = {
            name: Button(self.form, words(f"cards.key.{name}"), partial(table.view.act, name), "plain")
            for name in BUTTON_ACTIONS
        }
        for name, button in self.hand_buttons.items():
            button.tip = words(f"cards.tip.{name}")

    def place(self, box: Box, bottom_seat: Seat) -> None:
        self._box, self._bottom_seat = box, bottom_seat
        theme = self.panel.theme
        self.panel.rect = pygame.Rect(box.ints())
        inner, gap = self.panel.rect.inflate(-2 * theme.px(1.6), -2 * theme.px(1.2)), space(theme.gap)
        back_height, status_height = self._back_height(), 2 * theme.line("strong")
        note_height = max(back_height, self._note_height(inner.width, 2 if theme.tight else 4))
        free_height = inner.height - status_height - note_height - theme.control - 2 * theme.gap
        pad_height = min(self._pad.natural_height(inner.width), round(0.56 * free_height))
        # the button "back" lies over the lower end of the note
        note = Column(fixed_size(self._note, note_height), space(-back_height), fixed_size(self.back, back_height))
        Column(
            *(fixed_size(self._status, status_height), fixed_size(note, note_height), gap),
            *(fixed_size(self._pad, pad_height), gap, stretch(self.make_turn_list_cell()), gap, self.result, gap),
            fixed_size(self.make_button_row(inner.width), theme.control),
        ).place(inner)
        self._place_hand_buttons()

    def _place_hand_buttons(self) -> None:
        """Place the players' plates and the buttons that fit; wider gaps set off "discard", which ends the turn."""
        theme, row, buttons = self.panel.theme, pygame.Rect(self._stage.zones.buttons.ints()), self.hand_buttons
        actions, droppable = list(BUTTON_ACTIONS[:-1]), list(DROPPABLE_ACTIONS)
        player_boxes = self._stage.zones.player_zones(len(self._other_plates))
        for plate, player_box in zip(self._other_plates, player_boxes, strict=True):
            plate.rect = pygame.Rect(player_box.ints())

        def gaps() -> list[int]:
            pairs = pairwise(("", *actions))  # each button with the one on its left
            return [theme.gap * (2 if "discard" in pair else 1) for pair in pairs]

        def total_width() -> int:
            return sum(buttons[action].natural_width() for action in actions) + sum(gaps())

        while total_width() > row.width - theme.px(MIN_PLATE_WIDTH) - theme.gap and droppable:
            actions.remove(droppable.pop(0))
        self._fitting_actions = {*actions, "score-sheet"}
        left = row.right - total_width()
        plate_width = max(0, min(theme.px(30), left - theme.gap - row.left))
        self._own_plate.rect = pygame.Rect(row.left, row.top, plate_width, row.h)
        for action, gap in zip(actions, gaps(), strict=True):
            buttons[action].rect = pygame.Rect(left + gap, row.top, buttons[action].natural_width(), row.height)
            left = buttons[action].rect.right
        score_sheet = buttons["score-sheet"]
        score_sheet.look = "primary"
        score_sheet.rect = pygame.Rect(0, row.top, score_sheet.natural_width(), row.height)
        score_sheet.rect.right = row.right

    def show_strips(self, strips: Sequence[PlayerStrip]) -> None:
        """Show the players on the table and on the score pad, and the buttons that are of use now."""
        table, stage = self._table, self._stage
        cursor, chance = table.facts.cursor, table.facts.chance
        shown_position = cursor.position_before(table.facts.view.pending_moves)
        players = list_player_texts(table.words, table.session, shown_position)
        stage.set_player_texts(players)
        stage.set_meld_owners(meld_owners(shown_position))
        seats = (stage.hand.seat, *stage.hand.other_seats)
        for plate, seat in zip((self._own_plate, *self._other_plates), seats, strict=True):
            plate.show(players[seat])
        self._pad.show([players[seat].name for seat in range(table.facts.match.seats)], shown_position)
        is_live = cursor.is_live and table.facts.match.outcome() is None and not chance.is_covered
        is_playing = is_live and bool(table.session.persons) and bool(stage.hand.order or chance.is_between_rounds)
        can_deal = card_rules_of(table.facts).can_deal
        for name, button in self.hand_buttons.items():
            is_wanted = is_playing and (can_deal if name == "score-sheet" else not chance.is_between_rounds)
            button.visible = is_wanted and name in self._fitting_actions
        self._highlight_useful_buttons()

    def show_status_line(self, state: TableState) -> None:
        super().show_status_line(state)
        self._highlight_useful_buttons()

    def _highlight_useful_buttons(self) -> None:
        drops = self._card_input.drops()
        for name, is_useful in (("lay", bool(drops - {"discard"})), ("discard", drops == {"discard"})):
            look: Look = "primary" if is_useful else "plain"
            if self.hand_buttons[name].look != look:
                self.hand_buttons[name].look = look
                self.hand_buttons[name].dirty()

    def _describe_turn(self, cell: int) -> str:
        """Return the turn of a cell in words; an empty text for a deal, which the list itself tells in words."""
        return "" if self._table.facts.match.turns()[cell].seat == NATURE else super()._describe_turn(cell)

    def show_turns(self, turns: Sequence[str], current: int | None) -> None:
        table = self._table
        spans = table.facts.match.turns()[: len(turns)]
        super().show_turns([write_list_entry(table.words, table.session, span) for span in spans], current)


class PlayerPlate(Widget):
    """The texts and the tooltip of a player, in the tab order."""

    focusable = True

    def __init__(self, parent: Group, stage: CardStage | None = None) -> None:
        """Make the plate; the view of `stage` paints it. Without `stage` it is invisible, over the player's zone."""
        super().__init__(parent)
        self._player, self._stage = PlayerTexts(""), stage

    def show(self, player: PlayerTexts) -> None:
        if player != self._player:
            self._player, self.label, self.tip = player, player.name, player.tip
            self.form.renew_tip(self)
            self.dirty()

    def paint(self, surface: pygame.Surface) -> None:
        if self._stage is not None:
            box = Box(*map(float, self.rect))
            self._stage.view.paint_player(surface, self.assets, self.theme, box, self._player, is_beside_fan=False)
