"""Options of a match, and their JSON (README.md, section 11)."""

from dataclasses import dataclass
from typing import Final, Literal

from rules.common.options import choices, option
from rules.common.quoting import make_printable


@dataclass(frozen=True, slots=True)
class Options:
    """The rules that groups play differently; defaults are those of the source, or the commonest."""

    target: Literal[100, 200, 500, 1000] = option(500, needs=("rounds", 0))
    """Points that end the match; a position text may name any other number."""
    rounds: Literal[0, 3, 5, 7, 10] = option(0, preselected=(7, 7, 10, 10, 10))
    """If not 0, number that ends the match; a position text may name any other."""
    open_min: Literal[0, 30, 40, 51] = 0  # points that the new melds of the opening turn must show
    open_pure_run: bool = False  # whether the opening must hold a run without joker
    same_turn: bool = True  # whether laying off and swapping are allowed in the turn of opening
    go_out: Literal["any", "discard"] = "any"  # whether laying may empty the hand, or the last card must be discarded
    discard_from_lap: Literal[1, 2] = 1  # lap from which the discard may be taken
    last_card_draws: bool = False  # whether a player with one card must take from the stock
    rami_sec: Literal["nobody_opened", "one_turn", "off"] = "nobody_opened"  # case in which every loser scores 200
    blocked: Literal["score", "void"] = "score"  # scoring of a round in which the cards run out


_USUAL: Final = Options()
_CHOICES: Final = choices(Options)
_LEAST: Final = {"target": 1, "rounds": 0}  # options of which a position text may name any number -> the least
_ORDER: Final = ("go_out", *(name for name in _CHOICES if name != "go_out" and name not in _LEAST), *_LEAST)
"""Names in the order of a position text: that of section 11."""
_MOST: Final = 1_000_000


def differing(options: Options) -> dict[str, object]:
    """Return the options with other than usual values, as JSON."""
    return {name: value for name in _ORDER if (value := getattr(options, name)) != getattr(_USUAL, name)}


def read_options(data: object) -> Options:
    """Read options from JSON; the others are as usual. Raises ValueError with a sentence that names the option."""
    if not isinstance(data, dict):
        raise ValueError("opts must be an object.")
    for name, value in data.items():
        if name not in _ORDER:
            raise ValueError(f'opts: there is no option "{make_printable(name)}".')
        if name not in _LEAST:
            if not any(value == choice and type(value) is type(choice) for choice in _CHOICES[name]):
                raise ValueError(f"opts: {name} is one of {_listed(name)}.")
        elif type(value) is not int or not _LEAST[name] <= value <= _MOST:
            raise ValueError(f"opts: {name} is a whole number up to {_MOST}.")
    return Options(**data)


def _listed(name: str) -> str:
    usual = getattr(_USUAL, name)
    values = (usual, *(value for value in _CHOICES[name] if value != usual))
    return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)
