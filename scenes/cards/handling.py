"""What the keys beside the hand do: lay, discard, take a card, put the hand in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rules.contract import Target
from scenes.cards.hand import CardHand
from scenes.cards.stage import CardStage
from scenes.tables import best_melds

if TYPE_CHECKING:
    from scenes.match import MatchScene

SUITS: Final = "SHCD"
"""Black and red in turn."""
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def face_of(target: Target) -> str:
    """The card of a target in a hand: "7H", "JK"."""
    return target.partition(":")[2].partition("#")[0]


def _rank(face: str) -> int:
    return len(RANKS) if face == "JK" else RANKS.index(face[:-1])


def _suit(face: str) -> int:
    return len(SUITS) if face == "JK" else SUITS.index(face[-1])


def by_suit(cards: Sequence[Target]) -> list[Target]:
    """Suit after suit, each from the ace up; jokers last."""
    return sorted(cards, key=lambda card: (_suit(face_of(card)), _rank(face_of(card)), card))


def by_rank(cards: Sequence[Target]) -> list[Target]:
    """Rank after rank; jokers last."""
    return sorted(cards, key=lambda card: (_rank(face_of(card)), _suit(face_of(card)), card))


def by_melds(cards: Sequence[Target], melds: Sequence[Sequence[str]]) -> list[Target]:
    """The melds that can be made of them, then the rest by suit."""
    left = by_suit(cards)
    found = []
    for meld in melds:
        for face in meld:
            card = next(one for one in left if face_of(one) == face)
            left.remove(card)
            found.append(card)
    return [*found, *left]


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
            _order(scene, by_melds(cards, best_melds(scene.match.game.key, faces)))


def _order(scene: MatchScene, cards: Sequence[Target]) -> None:
    assert isinstance(scene.stage, CardStage)
    scene.stage.order_hand(cards)
    scene.app.sound.play("sort")
