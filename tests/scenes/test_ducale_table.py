"""The card table: dealt from the sealed pack, played by mouse, covered between two people; what may be seen when."""

from itertools import pairwise
from typing import Any
from unittest.mock import call, patch

import pygame
import pytest

from rules.ai.questions import ChooseByEngine
from rules.common.dice import DiceSeed
from rules.contract import NATURE, Token
from rules.ducale import GAME
from rules.ducale.cards import HIDDEN
from rules.ducale.dealing import sealed_move
from rules.record import Player
from scenes.games.ducale.card_layout import HandState, arrange_cards
from scenes.games.ducale.score_sheet import ScoreSheet, list_causes
from scenes.games.ducale.table_zones import CARD_RATIO, TableZones, card_frame
from scenes.table import sealed_chance
from scenes.table.session import Session
from tests.rules.rami import position
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, BERT
from tests.scenes.rummy import DUCALE, QUICK, alone, draw_card, hand_of, play_own_turn, play_round
from tests.scenes.test_ducale_score_pad import play_out


def test_whole_round_is_played_by_mouse_and_counted(rummy: Tables) -> None:
    driver = alone(rummy)
    play_round(driver)
    driver.run(5.0)
    ended = driver.match.position
    assert ended.to_move == NATURE
    assert all(token.look != "back" for target, (token, *_) in driver.scene.stage.table.items() if target[0] == "h")
    driver.strike(pygame.K_RETURN)
    assert isinstance(driver.above, ScoreSheet)
    why = list_causes(driver.match)[0]
    assert [cause == "won" for cause in why] == [points == 0 for points in ended.row()]
    driver.strike(pygame.K_RETURN)
    assert driver.match.position.round == 2
    assert driver.match.position.rows == (ended.row(),)


def test_drag_within_the_hand_changes_its_order_permanently(rummy: Tables) -> None:
    driver = alone(rummy)
    before = hand_of(driver)
    driver.lift(before[0])
    x, y = driver.at(before[5])
    driver.move((x + 40, y), down=True)
    driver.release(before[5])
    after = hand_of(driver)
    assert after != before and sorted(after) == sorted(before)
    assert after.index(before[0]) in (5, 6)
    driver.click("stock")
    assert hand_of(driver)[:-1] == after


def test_sort_keys_reorder_the_hand(rummy: Tables) -> None:
    driver = alone(rummy)
    before = hand_of(driver)
    for key in (pygame.K_r, pygame.K_a, pygame.K_s):
        driver.strike(key)
        assert sorted(hand_of(driver)) == sorted(before)
    suits = [card.partition(":")[2].partition("#")[0][-1] for card in hand_of(driver)]
    assert "".join(dict.fromkeys(suits)) in "SHCDK"


@pytest.mark.parametrize("size", [(960, 600), (1366, 768), (2560, 1440), (1000, 1300)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_message_covers_a_lit_pile(rummy: Tables, size: tuple[int, int], language: str) -> None:
    driver = alone(rummy, size=size, language=language, text_scale=150)
    driver.click(hand_of(driver)[0])
    for target in ("discard", "felt", "stock", "m1"):
        driver.drag(hand_of(driver)[0], target)
        piles = [pygame.Rect(driver.stage.spots[pile].box.ints()) for pile in ("stock", "discard")]
        assert driver.stage.toast_view.toast.rect.collidelist(piles) < 0, target
    assert driver.match.position.phase == "draw"


@pytest.mark.parametrize("way", ["drop", "click", "double click"])
@pytest.mark.parametrize(
    ("held", "meld", "done"),
    [("9D", "8D JK=9D 10D", "X1[9D]"), ("JD", "8D 9D 10D", "L1[JD]"), ("KD", "8D 9D 10D", "+P")],
)
def test_card_with_one_legal_place_goes_there_from_anywhere_on_its_meld(
    rummy: Tables, held: str, meld: str, done: str, way: str
) -> None:
    begun = position(f"{held} 3C 3S 5H", opened=[0], table=[meld, "2S 2H 2C"], stock="7S")
    driver = rummy.table(ANNA, QUICK, game=DUCALE, position=begun.text(), animation="off")
    driver.click("stock")
    card, end = f"h0:{held}#1", pygame.Rect(driver.stage.spots["m1"].box.ints())
    at = (end.right - 12, end.centery)
    if way == "drop":
        driver.drag_at(driver.at(card), at)
    else:
        driver.click(card)
        driver.click(card) if way == "double click" else driver.click_at(at)
    assert driver.played()[-1] == done, driver.toast


@pytest.mark.parametrize("size", [(960, 600), (1000, 1300), (1920, 1080)])
def test_melds_keep_their_rows_when_another_grows(size: tuple[int, int]) -> None:
    ground = TableZones(card_frame(size, 1.0, min(size) / 100).area, 30)

    def laid(runs: list[int]) -> dict[str, tuple[Token, ...]]:
        looks = [[f"{rank}H" for rank in range(2, 2 + many)] for many in runs] + [["7S", "7H", "JK=7D"]]
        return {f"m{n}:{look}": (Token(look),) for n, row in enumerate(looks, 1) for look in row}

    before, melds = arrange_cards(ground, laid([3] * 11), HandState(0, 2)), laid([3] * 11)
    for grown in range(11):
        runs = [9 if at == grown else 3 for at in range(11)]
        after = arrange_cards(ground, laid(runs), HandState(0, 2))
        assert all(after[card][0][1:] == before[card][0][1:] for card in melds), f"meld {grown + 1} grew"
        lefts = [after[card][0][0] for card in laid(runs)]
        half = before["m1:2H"][0][2] / CARD_RATIO / 2
        assert max(lefts) + half <= ground.melds.right + 1, f"meld {grown + 1} grew"


def test_arrange_leaves_a_gap_after_each_finished_meld(rummy: Tables) -> None:
    begun = position("7H 7S 7D 4C 5C 6C KD 2S 9H", stock="8S")
    driver = rummy.table(ANNA, QUICK, game=DUCALE, position=begun.text(), animation="off")
    driver.click("stock")

    def gaps() -> list[int]:
        lefts = [driver.stage.card_places[card][0][0] for card in hand_of(driver)]
        steps = [after - before for before, after in pairwise(lefts)]
        return [at for at, step in enumerate(steps, 1) if step > min(steps) + 5]

    assert not gaps()
    driver.click("Arrange")
    driver.settle()
    assert gaps() == [3, 6]
    driver.click("By suit")
    driver.settle()
    assert not gaps()


def has_twins(seed: str) -> bool:
    start: Any = DUCALE.play.start(DUCALE.play.options(), 4)
    hand = start.play(sealed_move(start, DiceSeed(seed))).hands[0]
    return len(set(hand)) < len(hand)


def test_picked_card_is_discarded_and_not_its_twin(rummy: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = next(seed for n in range(100) if has_twins(seed := f"{n:02x}" * 16))
    monkeypatch.setattr("scenes.table.sealed_chance.secrets.token_bytes", lambda count: bytes.fromhex(seed))
    driver = draw_card(rummy)
    before = hand_of(driver)
    twin = next(card for card in before if card.endswith("#2"))
    first = before.index(twin.replace("#2", "#1"))
    driver.click(before[first], "discard")
    faces = [card.partition("#")[0] for card in before]
    assert [card.partition("#")[0] for card in hand_of(driver)] == faces[:first] + faces[first + 1 :]


@pytest.mark.parametrize("size", [(960, 600), (1000, 700), (1920, 1080)])
def test_refusal_at_a_meld_hides_no_meld(rummy: Tables, size: tuple[int, int]) -> None:
    table = ["8D JK=9D 10D", "2S 2H 2C", "4S 5S 6S", "KS KH KD", "4H 5H 6H", "JS JH JD", "7C 8C 9C", "AS AH AD"]
    begun = position("QD 3C 3S 5D", opened=[0], table=table, stock="7S")
    driver = rummy.table(ANNA, QUICK, game=DUCALE, position=begun.text(), animation="off", size=size)
    driver.click("stock")
    melds = {f"m{n}": pygame.Rect(driver.stage.spots[f"m{n}"].box.ints()) for n in range(1, 9)}
    for meld in melds:
        driver.drag("h0:QD#1", meld)
        toast = driver.stage.toast_view.toast
        for name, rect in melds.items():
            part = rect.clip(toast.rect)
            assert part.width * part.height <= 0.25 * rect.width * rect.height, f"{toast.text!r} hides {name}"


def test_drag_never_repaints_the_whole_table(rummy: Tables) -> None:
    driver = draw_card(rummy)
    driver.lift(hand_of(driver)[3])
    targets = ("discard", "felt", hand_of(driver)[8], hand_of(driver)[0], "stock")
    with patch.object(driver.app, "dirty", wraps=driver.app.dirty) as dirty:
        for target in targets:
            driver.move(driver.at(target), down=True)
    assert dirty.called and call() not in dirty.call_args_list and call(None) not in dirty.call_args_list


def test_moving_gap_repaints_no_distant_card(rummy: Tables) -> None:
    driver = alone(rummy, animation="normal")
    driver.settle()
    hand = hand_of(driver)
    driver.lift(hand[1])
    driver.move(driver.at(hand[2]), down=True)
    driver.step(1.0)
    assert not driver.stage.is_animating
    gap, far = driver.stage.hand.gap_index, driver.stage.spots[hand[-1]]
    with patch.object(driver.app, "dirty", wraps=driver.app.dirty) as dirty:
        driver.move(driver.at(hand[3]), down=True)
        driver.step(0.05)
        driver.step(1.0)
    assert driver.stage.hand.gap_index != gap
    asked = [one.args[0] for one in dirty.call_args_list]
    assert asked and not any(rect is None or rect.collidepoint(far.x, far.y) for rect in asked)


def open_hands(driver: Driver) -> set[str]:
    table = driver.scene.stage.table
    return {target.partition(":")[0] for target in table if target[0] == "h" and ":" in target}


def test_looking_back_after_the_match_shows_all_hands(rummy: Tables) -> None:
    driver = play_out(rummy, (ANNA, QUICK, QUICK), [[0, 30, 131]])
    driver.escape()
    driver.strike(pygame.K_HOME)
    driver.settle()
    assert open_hands(driver) == {"h0", "h1", "h2"}
    driver.strike(pygame.K_PAGEDOWN)
    driver.settle()
    assert open_hands(driver) == {"h1", "h2"}


def test_looking_back_between_two_persons_shows_no_hand(rummy: Tables) -> None:
    driver = rummy.table(ANNA, BERT, game=DUCALE, animation="off")
    driver.until(lambda: driver.scene.board_cover.visible)
    driver.click(driver.scene.board_cover.button)
    play_own_turn(driver)
    driver.strike(pygame.K_PAGEUP)
    assert open_hands(driver) == set()
    driver.escape()
    driver.until(lambda: driver.scene.board_cover.visible)
    assert open_hands(driver) == set()


@pytest.mark.parametrize("action", ["copy-position", "copy-record", "copy-ducale-record", "save-file"])
def test_match_text_is_not_copied_while_a_round_goes_on(
    rummy: Tables, action: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr("pygame.scrap.put_text", copied.append)
    driver = alone(rummy)
    driver.scene.actions[action]()
    assert not copied and driver.above is None
    assert driver.toast == "While the round goes on, the match as text would show everybody’s cards."


def test_match_text_may_be_copied_between_rounds(rummy: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr("pygame.scrap.put_text", copied.append)
    driver = alone(rummy)
    play_round(driver)
    driver.settle()
    for action in ("copy-record", "copy-ducale-record", "copy-position"):
        driver.scene.actions[action]()
    hands = driver.match.position.hands
    shown: list[Any] = [GAME.text.read(copied[2]), Session.load("given", copied[0]).match.position]
    assert len(copied) == 3 and all(position.hands == hands for position in shown)
    assert sealed_chance.SCRAMBLED not in copied[0], "the deals to come are not in it"


def test_engine_at_cards_gets_only_what_its_seat_sees(rummy: Tables) -> None:
    """Bug: a record can seat one there, and all that was dealt went to its process."""
    driver = rummy.table(ANNA, Player("engine", "Nosy"), game=DUCALE, animation="off", engine="/usr/bin/false")
    driver.until(lambda: bool(driver.mind.asked) or driver.facts.can_move)
    if driver.facts.can_move:
        play_own_turn(driver)
        driver.until(lambda: bool(driver.mind.asked))
    question = driver.mind.asked[-1]
    assert isinstance(question, ChooseByEngine) and question.moves
    dealt: Any = question.moves[0]
    assert len([card for card in dealt.pack if card != HIDDEN]) == 14, "its own hand, and the first discard"
    assert question.position == driver.match.position.seen_by(1)


def test_each_person_finds_the_hand_in_the_order_left(rummy: Tables) -> None:
    driver = rummy.table(ANNA, BERT, game=DUCALE, animation="off")
    left: dict[int, list[str]] = {}
    for _ in range(4):
        driver.until(lambda: driver.scene.board_cover.visible)
        driver.click(driver.scene.board_cover.button)
        seat = driver.match.position.to_move
        cards = [card for card in driver.stage.hand.order if card in left.get(seat, driver.stage.hand.order)]
        assert cards == [card for card in left.get(seat, cards) if card in cards]
        driver.strike(pygame.K_r)
        play_own_turn(driver)
        left[seat] = [card for card in driver.stage.hand_orders[seat] if card in driver.stage.hand.order]
    assert left[0] and left[1]
