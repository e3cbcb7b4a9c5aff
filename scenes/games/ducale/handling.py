"""What the keys beside the hand do: lay, discard, take a card, put the hand in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.contract import Target
from rules.ducale.cards import TEXTS, read
from rules.ducale.engine.solver import solve
from scenes.games.ducale.card_hand import CardHand
from scenes.games.ducale.card_stage import CardStage
from scenes.games.ducale.sorting import by_melds, by_rank, by_suit, face_of

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene


def do(scene: MatchScene, name: str) -> None:
    """Do what a key says."""
    stage, hand = scene.stage, scene.hand
    assert isinstance(stage, CardStage) and isinstance(hand, CardHand)
    stage.finish()
    cards = stage.sight.order
    match name:
        case "lay" | "discard" if not hand.selection.pick:
            scene.stage.say(scene.app.words("cards.pick_first"), f"h{stage.sight.seat}")
        case "lay":
            hand.lay()
        case "discard":
            hand.send("discard")
        case "stock":
            hand.click("stock")
        case "take":
            hand.click("discard")
        case "by-suit":
            _order(scene, by_suit(cards))
        case "by-rank":
            _order(scene, by_rank(cards))
        case _:
            faces = [face_of(card) for card in cards]
            _order(scene, by_melds(cards, _best_melds(faces)))


def _order(scene: MatchScene, cards: Sequence[Target]) -> None:
    assert isinstance(scene.stage, CardStage)
    scene.stage.order_hand(cards)
    scene.app.sound.play("sort")


def _best_melds(hand: Sequence[str]) -> list[list[str]]:
    """The melds with which most cards of a hand could be laid; cards by their texts."""
    return [[TEXTS[card] for card in meld.cards] for meld in solve([read(card) for card in hand]).most()]
