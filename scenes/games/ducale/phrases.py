"""The texts of Ducale that differ from other games: names of cards, turns, hints, and diagrams."""

from __future__ import annotations

from typing import Final

from scenes.games.ducale import card_text, diagram_position
from scenes.table.game_phrases import HintText, Phrases, TurnList

PHRASES: Final = Phrases(
    spell_move=card_text.list_spellings,
    describe_place=card_text.describe_place,
    name_thing=card_text.card_name,
    describe_turn=card_text.describe_turn,
    describe_better=card_text.better_turn_text,
    hint=HintText(card_text.has_choice, card_text.lays_cards, card_text.nudge_text, card_text.describe_advice),
    turns=TurnList(write_turn=card_text.write_turn),
    names_targets=False,
    scores_on_pad=True,
    judged_by="points",
    compose_position=diagram_position.compose_position,
    compose_restock=diagram_position.write_restock_turn,
)
