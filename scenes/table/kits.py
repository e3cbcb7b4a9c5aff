"""What a match scene is made of, by the kind of table that its game is played on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scenes.games import at_cards
from scenes.games.unstacked_draughts.dice_controller import Fate
from scenes.surfaces.layout import TableFrame, table_frame
from scenes.surfaces.marks import Marks
from scenes.surfaces.stage import Stage
from scenes.table import marking
from scenes.table.choosing import Choosing
from scenes.table.hand import Hand
from scenes.table.sidebar import Sidebar

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene


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
    from scenes.games.ducale import marking as lighting
    from scenes.games.ducale.card_controller import Dealer
    from scenes.games.ducale.card_hand import CardHand
    from scenes.games.ducale.card_sidebar import CardSidebar
    from scenes.games.ducale.card_stage import CardStage
    from scenes.games.ducale.choosing import CardChoosing
    from scenes.games.ducale.ground import card_frame

    def frame(size: tuple[int, int], ratio: float, u: float) -> TableFrame:
        return card_frame(size, u)

    return Kit(CardStage, CardHand, CardChoosing, Dealer, CardSidebar, lighting.marks_of, frame)
