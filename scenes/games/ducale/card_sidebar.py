"""The sidebar of a card table: status, score pad, last turns and buttons; and the buttons above the hand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import NATURE, Seat
from rules.match import Span
from scenes.app.words import Words
from scenes.games.ducale.arrangement import PlayerTexts
from scenes.games.ducale.card_hand import CardHand
from scenes.games.ducale.card_stage import CardStage
from scenes.games.ducale.chance import CardRules
from scenes.games.ducale.faces import sign as suit_sign
from scenes.games.ducale.saying import SUITS, cards_of, list_player_texts, meld_owners, top_card
from scenes.games.ducale.score_sheet import ScorePad
from scenes.surfaces.layout import Box
from scenes.table import match_text
from scenes.table.session import Session
from scenes.table.sidebar import Sidebar
from scenes.table.state import PlayerStrip, TableState
from scenes.ui.base import Group, Widget
from scenes.ui.button import Button
from scenes.ui.layout import Column, fixed_size, share, space
from scenes.ui.move_list import MoveList, wrapped_at

if TYPE_CHECKING:
    from scenes.table.access import TableAccess
    from scenes.ui.button_painting import Look
    from scenes.ui.form import Form


_CARD: Final = re.compile(r"(10|[A1-9JQK])([SHDC])")
SIGNS: Final = {sign: suit for suit, sign in SUITS.items()}


class CardTurns(MoveList):
    numbered, small = False, True
    _sign: Final = " · "
    """Separator of a turn's actions, where lines may be broken."""

    def lines_of(self, index: int) -> int:
        return len(self.wrap_lines(index))

    def wrap_lines(self, index: int) -> Sequence[str]:
        theme = self.theme
        room = self.scroll.view.width - self._numbers - theme.px(0.5) - 2 * theme.px(0.5)
        return wrapped_at(theme, self.cells[index], self._sign, "small", self.pictures(index), room)

    def pictures(self, index: int) -> Mapping[str, pygame.Surface]:
        app, side = self.form.scene.app, round(0.52 * self.theme.line("small"))
        return {sign: suit_sign(app.assets, suit, side, app.settings.four_colours) for sign, suit in SIGNS.items()}


def write_signs(words: Words, text: str) -> str:
    """Return a text with suit signs and the language's letters for cards."""

    def one(found: re.Match[str]) -> str:
        rank = "A" if found[1] == "1" else found[1]
        return f"{words(f'cards.rank.{rank}') if rank in 'AJQK' else rank}{SUITS[found[2]]}"

    text = re.sub(r"JK=(10|[A1-9JQK])([SHDC])", r"(\1\2)", text)
    return _CARD.sub(one, text.replace("JK", words("cards.joker_short")))


def describe_turn(words: Words, session: Session, span: Span) -> str:
    match = session.match
    if span.seat == NATURE:
        return words("cards.round", n=cards_of(match.positions[span.last]).round)
    parts = []
    for number in range(span.first, span.last):
        text = str(match.plies[number].move)
        cards = text.partition("[")[2].rstrip("]")
        if text == "+D":
            parts.append(f"← {top_card(match.positions[number])}")
        elif text[0] == "M":
            parts.append(cards)
        elif text[0] in "LX":
            parts.append(f"{'+' if text[0] == 'L' else '×'} {cards.strip('<>')}")
        elif text[0] == "-":
            parts.append(f"→ {text[1:]}")
    name = match_text.address_of(words, session, span.seat)
    return write_signs(words, words("cards.turn", name=name, acts=" · ".join(parts) or "…"))


HAND_KEYS: Final = ("lay", "discard", "by-suit", "by-rank", "arrange", "score-sheet")
LEFT_OUT: Final = ("by-rank", "by-suit", "arrange")
"""Actions that are left out, in this order, where space is short: keyboard shortcuts exist for them."""
PLATE: Final = 13.0  # minimum width of the person's nameplate, in u


class CardSidebar(Sidebar):
    def __init__(self, form: Form, stage: CardStage, hand: CardHand, table: TableAccess) -> None:
        super().__init__(form, table)
        self._table = table
        self._stage, self._hand = stage, hand
        for face in self._plates:
            face.visible = False
        self._pad = ScorePad(self.panel, lambda: table.view.act("score-sheet"))
        self._stage.pad = self._pad
        self.panel.children.remove(self._turns)
        self._turns = CardTurns(self.panel, self._show_turn, columns=1, tell=self._explain)
        self._turns.label, self._turns.says = table.words("table.moves"), self._describe
        words = table.words
        self._mine = Nameplate(self.form, stage)
        self._others = [Nameplate(self.form) for _ in range(table.facts.match.seats - 1)]
        self._offered: set[str] = set()
        self.hand_keys = {
            name: Button(self.form, words(f"cards.key.{name}"), partial(table.view.act, name), "plain")
            for name in HAND_KEYS
        }
        for name, key in self.hand_keys.items():
            key.tip = words(f"cards.tip.{name}")

    def place(self, box: Box, bottom: Seat) -> None:
        self._box, self._bottom = box, bottom
        theme = self.panel.theme
        self.panel.rect = pygame.Rect(box.ints())
        inner, gap = self.panel.rect.inflate(-2 * theme.px(1.6), -2 * theme.px(1.2)), space(theme.gap)
        back, status = self._back_height(), 2 * theme.line("strong")
        high = max(back, self._note_height(inner.width, 2 if theme.tight else 4))
        room = inner.height - status - high - theme.control - 2 * theme.gap
        pad = min(self._pad.natural_height(inner.width), round(0.56 * room))
        said = Column(fixed_size(self._note, high), space(-back), fixed_size(self.back, back))
        Column(
            *(fixed_size(self._status, status), fixed_size(said, high), gap, fixed_size(self._pad, pad), gap),
            *(share(self.list_of_turns()), gap, self.result, gap),
            fixed_size(self.row_of_keys(inner.width), theme.control),
        ).place(inner)
        self._place_hand_keys()

    def _place_hand_keys(self) -> None:
        """Place the buttons above the hand, right-aligned; "discard", which ends the turn, has wider gaps."""
        theme, row, keys = self.panel.theme, pygame.Rect(self._stage.ground.keys.ints()), self.hand_keys
        names, left_out = list(HAND_KEYS[:-1]), list(LEFT_OUT)
        for plate, cell in zip(self._others, self._stage.ground.seats(len(self._others)), strict=True):
            plate.rect = pygame.Rect(cell.ints())

        def gaps() -> list[int]:
            near = [names[max(0, at - 1) :][:2] for at in range(len(names))]
            return [theme.gap * (2 if "discard" in pair else 1) for pair in near]

        def wide() -> int:
            return sum(keys[name].natural_width() for name in names) + sum(gaps())

        while wide() > row.width - theme.px(PLATE) - theme.gap and left_out:
            names.remove(left_out.pop(0))
        self._offered = {*names, "score-sheet"}
        left = row.right - wide()
        self._mine.rect = pygame.Rect(
            row.left, row.top, max(0, min(theme.px(30), left - theme.gap - row.left)), row.h
        )
        for name, gap in zip(names, gaps(), strict=True):
            keys[name].rect = pygame.Rect(left + gap, row.top, keys[name].natural_width(), row.height)
            left = keys[name].rect.right
        score_sheet = keys["score-sheet"]
        score_sheet.look = "primary"
        score_sheet.rect = pygame.Rect(0, row.top, score_sheet.natural_width(), row.height)
        score_sheet.rect.right = row.right

    def show_plates(self, plates: Sequence[PlayerStrip]) -> None:
        table, stage = self._table, self._stage
        cursor, chance = table.facts.cursor, table.facts.chance
        shown = cursor.position_before(table.facts.view.pending_moves)
        people = list_player_texts(table.words, table.session, shown)
        stage.seat_people(people)
        stage.set_meld_owners(meld_owners(shown))
        for plate, seat in zip((self._mine, *self._others), (stage.sight.seat, *stage.sight.others), strict=True):
            plate.show(people[seat])
        self._pad.show([people[seat].name for seat in range(table.facts.match.seats)], shown)
        live = cursor.is_live and table.facts.match.outcome() is None and not chance.is_covered
        playing = live and bool(table.session.persons) and bool(stage.sight.order or chance.is_between_rounds)
        for name, key in self.hand_keys.items():
            wanted = playing and (_can_deal(table) if name == "score-sheet" else not chance.is_between_rounds)
            key.visible = wanted and name in self._offered
        self.light_keys()

    def show_words(self, state: TableState) -> None:
        super().show_words(state)
        self.light_keys()

    def light_keys(self) -> None:
        drops = self._hand.drops()
        for name, useful in (("lay", bool(drops - {"discard"})), ("discard", drops == {"discard"})):
            look: Look = "primary" if useful else "plain"
            if self.hand_keys[name].look != look:
                self.hand_keys[name].look = look
                self.hand_keys[name].dirty()

    def _describe(self, cell: int) -> str:
        """Return a turn in a sentence; empty for a deal, for which the list has the round in words."""
        return "" if self._table.facts.match.turns()[cell].seat == NATURE else super()._describe(cell)

    def show_turns(self, turns: Sequence[str], current: int | None) -> None:
        table = self._table
        spans = table.facts.match.turns()[: len(turns)]
        super().show_turns([describe_turn(table.words, table.session, span) for span in spans], current)


def _can_deal(table: TableAccess) -> bool:
    chance = table.facts.chance
    assert isinstance(chance, CardRules)
    return chance.can_deal


class Nameplate(Widget):
    focusable = True

    def __init__(self, parent: Group, stage: CardStage | None = None) -> None:
        """`stage` paints the player; None where it does so itself, with the player's cards."""
        super().__init__(parent)
        self._sitter, self._stage = PlayerTexts(""), stage

    def show(self, sitter: PlayerTexts) -> None:
        if sitter != self._sitter:
            self._sitter, self.label, self.tip = sitter, sitter.name, sitter.tip
            self.form.renew_tip(self)
            self.dirty()

    def paint(self, surface: pygame.Surface) -> None:
        if self._stage is not None:
            box = Box(*map(float, self.rect))
            self._stage.view.paint_sitter(surface, self.assets, self.theme, box, self._sitter, beside=False)
