"""Positions of Ducart, tables with them, and animations of single turns."""

from typing import Any, Final

from rules import get
from rules.contract import Target
from scenes.surfaces.clips import Sprite
from scenes.surfaces.layout import Box
from scenes.surfaces.timeline import Timeline, plan
from scenes.table.game_ui import ui_of
from tests.scenes.driver import Driver, Tables

DUCART: Final = get("ducart")

BUSY: Final = "2z1h1c1/1ww1w1w1/3Z(kW)3/2wlt3/3Cw3/2Z4W/WW1W~2K1/K3H1T1 g - g 0 10 -"
"""d4 may push e4, d6 put e6, c5 or e5 to sleep, e1 wake nobody; g2 may cage the sleeper on d2, or g7."""
HEALER: Final = "2z1h1c1/1ww1w1w1/3Z~(kW~)3/2w1H3/6W1/2T2(Kt)2/WW1W~4/K1Z5 g - g 0 10 -"
"""The Healer on e5 wakes d6 and, in its cage, e6; the Gold Keeper on f3 can't leave the Stealer."""
STEALER: Final = "2z1h1c1/1ww1w1w1/4(kW)3/2w1T3/8/2C4W/WW1W~2K1/K3H3 g - g 0 10 -"
"""The Stealer on e5 can take anything but the cage on e6, whose Keeper it may call over."""
FRESH: Final = "2z1h3/1ww1w1w1/5c2/8/5C2/7W/WW1W~4/K3H3 g f6 g 0 10 -"
"""Blue's Creeper on f6 has just moved."""
BANNED: Final = "2z1h3/1ww1w3/8/4l1W1/8/7W/WW1W~4/K3H3 g - g 0 10 -"
"""The Sweepers on g5 may go to g6 and h6, and to f6 too: the Leaper on e5 bans d5 and f5 for others."""
NEARLY: Final = "2z1h3/4w3/2W5/8/6Wl/5W2/WW1W~4/K3H3 g - g 0 10 -"
"""f3 may not come to g4, where its own man stands beside a Leaper; c6 may go on to be promoted."""
LEAPS: Final = "2z1h3/1ww1w3/8/8/3L4/8/WW1W~4/K3H3 g - g 0 10 -"
PUSHED_OUT: Final = "2z1h3/1ww1w3/8/3C(kW)3/8/8/WW1W4/K3H3 g - g 0 10 -"
"""d5 may push its own man out of the cage on e5."""
VIEW: Final = ui_of("ducart").view()
SPOTS: Final = VIEW.spots(Box(0, 0, 920, 920), False)


def table(tables: Tables, position: str | None = None, **settings: Any) -> Driver:
    return tables.table(*settings.pop("players", ()), position=position, game=DUCART, **settings)


def film(position: str, text: str, held: dict[Target, tuple[float, float]] | None = None) -> Timeline:
    start: Any = DUCART.text.read(position)
    (move,) = (one for one in start.legal_moves() if str(one) == text)
    return plan(
        start.table(),
        start.effects(move),
        SPOTS,
        VIEW.animations,
        held=held,
        in_place=VIEW.animations.list_in_place_motions(start, move),
    )


def sprites(timeline: Timeline, part: float) -> dict[str, Sprite]:
    return {one.token.look: one for one in timeline.at(part * timeline.segments[0].seconds).sprites}
