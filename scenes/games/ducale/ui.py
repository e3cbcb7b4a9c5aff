"""Ducale on the screen: a card table."""

from __future__ import annotations

from functools import partial
from typing import Final

from scenes.table.game_ui import LOOK, GameUI, HintText, KeySets, Later

PLAY: Final = ("undo", "redo", "again", "hint", "score-sheet", "menu")
KEYS: Final = KeySets(
    play=PLAY,
    look=(*LOOK[:6], "score-sheet", "menu"),
    watch=("pause-play", "again", "score-sheet", "menu"),
    tries=(*PLAY, "leave"),
    shortcuts={
        "n": "stock",
        "t": "take",
        "l": "lay",
        "x": "discard",
        "s": "by-suit",
        "r": "by-rank",
        "a": "arrange",
        "c": "score-sheet",
    },
    icons={"score-sheet": "list"},
)
"""The table isn't turned, and there is a score pad."""
HERE: Final = "scenes.games.ducale"

UI: Final = GameUI(
    view=partial(Later(f"{HERE}.card_table.CardTable"), "ducale"),
    stage=Later(f"{HERE}.card_stage.CardStage"),
    hand=Later(f"{HERE}.card_hand.CardHand"),
    choosing=Later(f"{HERE}.choosing.CardChoosing"),
    chance=Later(f"{HERE}.card_controller.CardController"),
    chance_view=Later(f"{HERE}.card_view.CardView"),
    sidebar=Later(f"{HERE}.card_sidebar.CardSidebar"),
    marks=Later(f"{HERE}.marking.marks_of"),
    letters={"h": "^h", "d": "^(stock|discard)", "b": "^m[^:]*$"},
    ending=Later(f"{HERE}.ending.ending"),
    frame=Later(f"{HERE}.ground.card_frame"),
    keys=KEYS,
    flips=False,
    offers_draw=False,
    tries_deals=True,
    spellings=Later(f"{HERE}.saying.spellings"),
    place_told=Later(f"{HERE}.saying.told_place"),
    thing_name=Later(f"{HERE}.saying.card_name"),
    account=Later(f"{HERE}.saying.account_of"),
    better=Later(f"{HERE}.saying.amends"),
    hint=HintText(Later(f"{HERE}.saying.lays"), Later(f"{HERE}.saying.nudge"), Later(f"{HERE}.saying.advised")),
    names_targets=False,
    seats_by_name=True,
    judged_by="points",
    score_pad=Later(f"{HERE}.score_sheet.score_pad"),
    luck=Later("rules.ducale.luck.luck"),
    idle=Later(f"{HERE}.idle.idle_animation"),
    diagram=Later(f"{HERE}.example.CardDiagram"),
    diagram_position=Later(f"{HERE}.composing.composed"),
    diagram_restock=Later(f"{HERE}.composing.restocked"),
    editor_board=Later(f"{HERE}.card_editor.CardEditor"),
)
