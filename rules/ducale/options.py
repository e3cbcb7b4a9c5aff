"""The options of a match of Ducale, and their JSON in position texts and records (README.md, section 11)."""

from dataclasses import dataclass
from typing import Final, Literal

from rules.common.options import choices, option
from rules.common.quoting import make_printable


@dataclass(frozen=True, slots=True)
class Options:
    """Rules that groups of players vary. The defaults follow the leaflet, or else the commonest way to play."""

    target: Literal[100, 200, 500, 1000] = option(500, needs=("rounds", 0))
    """The total of points that ends the match. A position text may hold any number."""
    rounds: Literal[0, 3, 5, 7, 10] = option(0, preselected=(7, 7, 10, 10, 10))
    """The number of rounds after which the match ends; 0 for no limit. A position text may hold any number."""
    open_min: Literal[0, 30, 40, 51] = 0  # points that the new melds of the opening turn must show
    open_pure_run: bool = False  # whether the opening must hold a run without joker
    same_turn: bool = True  # whether laying off and swapping are allowed in the turn of opening
    go_out: Literal["any", "discard"] = "any"  # whether laying may empty the hand, or the last card must be discarded
    discard_from_lap: Literal[1, 2] = 1  # lap from which the discard may be taken
    last_card_draws: bool = False  # whether a player with one card must take from the stock
    rami_sec: Literal["nobody_opened", "one_turn", "off"] = "nobody_opened"  # when every loser scores 200
    blocked: Literal["score", "void"] = "score"  # scoring of a round in which the cards run out


_DEFAULTS: Final = Options()
_CHOICES: Final = choices(Options)
_MINIMA: Final = {"target": 1, "rounds": 0}  # least values of the options that may be any number in a position text
_ORDER: Final = ("go_out", *(name for name in _CHOICES if name != "go_out" and name not in _MINIMA), *_MINIMA)
"""Names in the order of section 11, in which a position text writes them."""
_MAXIMUM: Final = 1_000_000


def list_changed_options(options: Options) -> dict[str, object]:
    """Return the options that differ from their defaults, as JSON."""
    return {name: value for name in _ORDER if (value := getattr(options, name)) != getattr(_DEFAULTS, name)}


def read_options(data: object) -> Options:
    """Read options from JSON, with defaults for those left out. Raises ValueError that names the wrong option."""
    if not isinstance(data, dict):
        raise ValueError("opts must be an object.")
    for name, value in data.items():
        if name not in _ORDER:
            raise ValueError(f'opts: there is no option "{make_printable(name)}".')
        if name not in _MINIMA:
            if not any(value == choice and type(value) is type(choice) for choice in _CHOICES[name]):
                raise ValueError(f"opts: {name} is one of {_list_choices(name)}.")
        elif type(value) is not int or not _MINIMA[name] <= value <= _MAXIMUM:
            raise ValueError(f"opts: {name} is a whole number up to {_MAXIMUM}.")
    return Options(**data)


def _list_choices(name: str) -> str:
    """Return the values of an option as text, the default first."""
    default = getattr(_DEFAULTS, name)
    values = (default, *(value for value in _CHOICES[name] if value != default))
    return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)
