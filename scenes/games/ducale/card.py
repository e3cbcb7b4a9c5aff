"""The menu's entry for Ducale, known before the game is loaded."""

from __future__ import annotations

from typing import Final

from scenes.app.game_card import GameCard, LookFamily

ROUND_TURNS: Final = (20.5, 22.1, 20.9, 21.1, 19.8)  # turns of a round with two, three … six players

CARD: Final = GameCard(
    ratio=1.42,
    columns=1,
    board="",
    family=LookFamily("back", variants=frozenset({"back"})),
    samples=("ducale/AH", "ducale/KS", "ducale/back"),
    pose=(
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
    posed_at_setup=True,
    emblem="ducale/back",
    sides="seats",
    clock=False,
    turns={  # NOTES.md: how long a match takes
        "rounds": {count: tuple(round(count * turns) for turns in ROUND_TURNS) for count in (3, 5, 7, 10)},
        "target": {
            100: (226, 144, 97, 71, 57),
            200: (416, 292, 202, 153, 126),
            500: (975, 748, 530, 404, 333),
            1000: (1904, 1536, 1095, 839, 697),
        },
    },
    hidden_hands=True,
)
