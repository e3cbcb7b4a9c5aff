"""Draw Ducart's pieces, in SVG: gnomes of gold and of blue wood, each with the attribute of its action.

Gold has round bases and balls on its hats, Blue notched bases and blocks.
"""

from typing import Final

from sprites.studio.gnomes import creeper, healer, keeper, leaper, sleeper, stealer, sweeper
from sprites.studio.gnomes.carving import SIDES, picture
from sprites.studio.gnomes.gnome import zzz

GNOMES: Final = {
    "keeper": keeper.standing,
    "creeper": creeper.standing,
    "sleeper": sleeper.standing,
    "sweeper": sweeper.standing,
    "healer": healer.standing,
    "stealer": stealer.standing,
    "leaper": leaper.standing,
}
ASLEEP: Final = {
    "keeper": (keeper.asleep, (5.0, 17.0)),
    "creeper": (creeper.asleep, (68.0, 26.0)),
    "sleeper": (sleeper.asleep, (20.0, 18.0)),
    "sweeper": (sweeper.asleep, (20.0, 18.0)),
    "healer": (healer.asleep, (20.0, 18.0)),
    "stealer": (stealer.asleep, (20.0, 18.0)),
}
"""Pose of each sleeping gnome, and the place of its letters z; a Leaper can't be put to sleep."""


def pictures() -> dict[str, str]:
    made = {}
    for side in SIDES:
        title = side.capitalize()
        for name, carve in GNOMES.items():
            made[f"{side}-{name}"] = picture(f"{title} {name}", carve(side), side)
        for name, (lay, letters) in ASLEEP.items():
            made[f"{side}-{name}-asleep"] = picture(f"{title} {name}, asleep", lay(side), side, zzz(*letters))
        for name, gnome in (("stealer", stealer), ("sweeper", sweeper)):
            made[f"{side}-{name}-bare"] = picture(f"{title} {name}, empty-handed", gnome.bare(side), side)
        made[f"{side}-keeper-back"] = picture(f"{title} keeper, behind", keeper.back(side), side, (keeper.DIM,))
        made[f"{side}-keeper-on"] = picture(f"{title} keeper, before", keeper.front(side), side)
    return made
