"""Lines of Action on the screen: men on squares, without trays for captured men."""

from typing import Final

from scenes.surfaces.squares import TraylessTable
from scenes.table.game_ui import GameUI

UI: Final = GameUI(view=lambda: TraylessTable("lines_of_action", ("black-man", "white-man"), bottom_seat=0))
