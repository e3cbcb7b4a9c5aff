"""What a match scene is made of, by the kind of table that its game is played on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scenes.playing import marking
from scenes.playing.choosing import Choosing
from scenes.playing.fate import Fate
from scenes.playing.hand import Hand
from scenes.playing.layout import TableFrame, table_frame
from scenes.playing.sidebar import Sidebar
from scenes.playing.stage import Stage
from scenes.tables import alike, at_cards
from scenes.tables.marks import Marks

if TYPE_CHECKING:
    from scenes.match import MatchScene


@dataclass(frozen=True, slots=True)
class Kit:
    """The parts of a match scene that differ between boards and card tables. They answer alike."""

    stage: Callable[..., Stage]
    hand: Callable[..., Any]
    choosing: Callable[[Any], Any]
    fate: Callable[[Any], Any]
    sidebar: Callable[..., Sidebar]
    marks: Callable[[MatchScene], Marks]
    frame: Callable[[tuple[int, int], float, float], TableFrame]
    """(window, width / height of the table, unit) -> table and paper."""


BOARD: Final = Kit(Stage, Hand, Choosing, Fate, Sidebar, marking.marks_of, table_frame)


def kit_of(key: str) -> Kit:
    """The parts for the game with this key."""
    if not at_cards(key):
        return BOARD
    from scenes.cards import marking as lighting
    from scenes.cards.choosing import CardChoosing
    from scenes.cards.dealer import Dealer
    from scenes.cards.ground import card_frame
    from scenes.cards.hand import CardHand
    from scenes.cards.sidebar import CardSidebar
    from scenes.cards.stage import CardStage

    def hand(app: Any, stage: Any, owner: Any) -> CardHand:
        return CardHand(app, stage, owner, alike(key))

    def frame(size: tuple[int, int], ratio: float, u: float) -> TableFrame:
        return card_frame(size, u)

    return Kit(CardStage, hand, CardChoosing, Dealer, CardSidebar, lighting.marks_of, frame)
