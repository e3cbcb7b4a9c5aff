"""The texts of Ducale: cards have names, and turns are described card by card."""

from __future__ import annotations

from typing import Final

from scenes.games.ducale import composing, saying
from scenes.table.game_phrases import HintText, Phrases, TurnList

PHRASES: Final = Phrases(
    spell_move=saying.spellings,
    describe_place=saying.told_place,
    name_thing=saying.card_name,
    describe_turn=saying.account_of,
    describe_better=saying.better_turn_text,
    hint=HintText(saying.has_choice, saying.lays_cards, saying.nudge_text, saying.describe_advice),
    turns=TurnList(write_turn=saying.write_turn),
    names_targets=False,
    scores_on_pad=True,
    judged_by="points",
    compose_position=composing.compose_position,
    compose_restock=composing.write_new_stock,
)
