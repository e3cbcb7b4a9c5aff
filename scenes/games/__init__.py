"""The kinds of table that games are played on; which game lies on which is known here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from rules.common.dice import Sealed
    from scenes.app.looks import Looks
    from scenes.surfaces.view import TableView


def _double_draughts() -> TableView:
    from scenes.surfaces.squares import SquaresTable

    return SquaresTable("double_draughts", ("ebony", "ivory"), bottom=1)


def _duck_chess() -> TableView:
    from scenes.games.duck_chess.men import MenTable

    return MenTable("duck_chess", ("white", "black"), living="duck")


def _unstacked_draughts() -> TableView:
    from scenes.games.unstacked_draughts.points import PointsTable

    return PointsTable("unstacked_draughts", ("white", "black"), bottom=1)


def _ducart() -> TableView:
    from rules.ducart import marks, square_state
    from scenes.games.ducart.gnomes import GnomesTable

    return GnomesTable("ducart", ("gold", "blue"), marks, square_state)


def _ducale() -> TableView:
    from scenes.games.ducale.card_table import CardTable

    return CardTable("ducale")


TABLES: Final[dict[str, Callable[[], TableView]]] = {
    "double-draughts": _double_draughts,
    "duck-chess": _duck_chess,
    "unstacked-draughts": _unstacked_draughts,
    "ducart": _ducart,
    "ducale": _ducale,
}
"""Game key -> its table, new. A kind of table loads when one of it is first wanted."""

RATIOS: Final = {
    "double-draughts": 1.0,
    "duck-chess": 1.0,
    "unstacked-draughts": 1.76,
    "ducart": 1.0,
    "ducale": 1.42,
}
"""Width / height of what is shown of a game's table away from a match, known before it loads."""

COLUMNS: Final = {"double-draughts": 2, "duck-chess": 2, "unstacked-draughts": 1, "ducart": 2, "ducale": 1}
"""How many turns stand on a line of a game's score sheet, known before its table loads."""

BOARDS: Final = {
    "double-draughts": "maple",
    "duck-chess": "green",
    "unstacked-draughts": "",
    "ducart": "oak",
    "ducale": "",
}
"""The board of squares that a game looks best on; empty where it is played on none."""
FAMILIES: Final = {
    "double_draughts": "men",
    "duck_chess": "men",
    "ducart": "gnomes",
    "unstacked_draughts": "tablier",
    "ducale": "cards",
}
"""By the folder of its pictures: whose look a game shares."""
BOARD_SAMPLES: Final = {
    "men": (
        ("double-draughts", "double_draughts/ivory", "double_draughts/ebony"),
        ("duck-chess", "duck_chess/white-knight", "duck_chess/black-pawn"),
    ),
    "gnomes": (("ducart", "ducart/gold-sweeper", "ducart/blue-healer"),),
}
"""What a board is shown with where it is chosen: of each game of the family something of both sides."""
POINT_SAMPLES: Final = ("unstacked_draughts/tablier", "unstacked_draughts/white", "unstacked_draughts/black")
CARD_SAMPLES: Final = ("ducale/AH", "ducale/KS", "ducale/back")
"""The same for a tablier and a card table."""
POSES: Final = {
    "duck-chess": "rnbqkbnr/pppppppp/8/8/4*3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "unstacked-draughts": "UD1 d110122 d011212 w 0-0/3 [b 5- 2-]",
    "ducale": (
        '{"v":1,"opts":{},"round":1,"lap":1,"dealer":0,"turn":0,"phase":"draw","hands":[["3H","4H","5H","JH",'
        '"JS","3S","7C","AC","8D","2D","4D","8H","7C"],["9C","KD","QD","2C","9D","10C","8H","2H","KC","QS"],'
        '["6S","3D","2S","10D","9S","3D"],["7H","7D","7D","2D"]],"opened":[false,true,true,true],'
        '"table":[{"id":1,"by":1,"cards":["6S","JK=6H","6D","6C"]},{"id":2,"by":2,"cards":["QH","KH","AH"]},'
        '{"id":3,"by":2,"cards":["3C","4C","5C","6C"]},{"id":4,"by":3,"cards":["JS","JH","JD","JC"]},{"id":5,'
        '"by":3,"cards":["AH","2H","JK=3H","4H"]}],"stock":["5D","6H","KD","8C","5D","JK","5C","KS","10H","9C",'
        '"9D","6D","8S","3H","8D","10H","QC","7H","AD","KC","5H","6H","4C","QC","QD","4S","QH","2C","9H","3S",'
        '"10S","5S","9H","5S","JD","9S","AC","KS","10S","7S","3C","JK","10D","AD","KH","4D","AS","8C","JC","AS",'
        '"10C","4S","7S","2S","8S"],"discard":["QS"],"owed":[],"fresh":[],"next_id":6,"rebuilds":0,"scores":[]}'
    ),
    "ducart": "kczth1c1/www1ww1w/3z~4/5(kW)2/2l1C3/3W4/WWW2WWW/KCZHTZ1K b e4 g 0 12 -",
}
"""The position in which a game lies on the menu, where the first one would leave out what makes it what it is."""

ANTICS: Final = {
    "double-draughts": "checker",
    "duck-chess": "duck",
    "unstacked-draughts": "die",
    "ducart": "gnome",
    "ducale": "card",
}
"""What of a game that lies on the menu stirs now and then: a name of `scenes.screens.menu.idle_animations`."""
EMBLEMS: Final = {
    "double-draughts": "double_draughts/ivory",
    "duck-chess": "duck_chess/duck",
    "unstacked-draughts": "unstacked_draughts/die-5-15",
    "ducart": "ducart/gold-leaper",
    "ducale": "ducale/back",
}
"""The sprite that tells a game at a glance, as on its bookmarks."""


PRESELECTED: Final[dict[str, dict[str, Any]]] = {
    "unstacked-draughts": {"first": "priority"},
    "ducart": {"first": "toss", "hundred": "counted"},
}
"""What the set-up sheet offers first, where that isn't what the rules say."""


SAID_BY_TEXT: Final[dict[str, frozenset[str]]] = {
    "unstacked-draughts": frozenset({"goal", "first"}),
    "ducart": frozenset({"first", "hundred", "swap", "timed", "near_steal", "lenient_flank", "push_only"}),
}
"""The options of a game that don't matter where a match begins from a position's text; all of a game not named."""
RARE: Final[dict[str, frozenset[str]]] = {"ducart": frozenset({"near_steal", "lenient_flank", "push_only"})}
"""The options of a game that few players change."""
CLOCKED: Final = {"ducart": "timed"}
"""Games whose rules have clocks of their own, and the option that lets them run."""
UNCLOCKED: Final[dict[str, frozenset[str]]] = {"ducart": frozenset({"late"})}
"""The options of a game that make no difference while the clocks of its rules don't run."""
TRAINING: Final[dict[str, dict[str, Any]]] = {"unstacked-draughts": {"mode": "attentive"}}
"""The options of a game under which one has to see for oneself what is due."""


def table_of(key: str) -> TableView:
    """The table that the game with this key is played on."""
    return TABLES[key]()


def at_cards(key: str) -> bool:
    """Whether the game with this key is played at a card table."""
    return key == "ducale"


def shuffled(key: str, position: Any, sealed: Sealed) -> Any:
    """The deal or shuffle of a game of cards that comes next from the sealed pack."""
    from rules.ducale.dealing import sealed_move

    return sealed_move(position, sealed)


def board_of(key: str, looks: Looks) -> str:
    """The board of squares that a game is played on by somebody who likes things so; empty where it needs none."""
    wish = looks.gnomes if FAMILIES[key.replace("-", "_")] == "gnomes" else looks.board
    return BOARDS[key] if wish == "own" or not BOARDS[key] else wish


@dataclass(frozen=True, slots=True)
class Dice:
    """How dice are thrown in a match."""

    kind: Literal["valid", "real", "own"]
    """Always valid · real ones, which may fail · told by the players, who throw their own."""
    far: bool = False
    """Whether they have to touch the border that is far from the thrower."""


def dice_of(key: str, options: Any) -> Dice | None:
    """The dice of a match of the game with this key, if there are any."""
    return Dice(options.dice, options.far_border) if key == "unstacked-draughts" else None


def trained(key: str) -> bool:
    """Whether attention can be practised in the game with this key."""
    return key in TRAINING


def luck_of(key: str) -> tuple[ModuleType, type[Exception]] | None:
    """What tells of chances in the game with this key: `chances`, `luck`, `swings` and `missed` of a match.

    With it comes the error that all of them raise, with a sentence, where the chances can't be looked up.
    """
    if key != "unstacked-draughts":
        return None
    from rules.common.packed import TableError
    from rules.unstacked_draughts import luck

    return luck, TableError


def fortune_of(key: str) -> Callable[[Sequence[Any]], tuple[float, ...] | None] | None:
    """What weighs the luck of a whole match of the game with this key: positions -> luck by seat, in the game's unit.

    It answers None where the chances can't be looked up; there is none for games in which luck decides nothing.
    """
    if key == "ducale":
        from rules.ducale.luck import luck as jokers

        return jokers
    found = luck_of(key)
    if found is None:
        return None
    module, trouble = found

    def dice(positions: Sequence[Any]) -> tuple[float, ...] | None:
        try:
            known: tuple[float, ...] = module.luck(positions)
        except trouble:
            return None
        return known

    return dice
