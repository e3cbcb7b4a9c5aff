"""What the card table says and marks for whoever is to move: keys, prompts, hints, counts."""

import re
from typing import Any

import pygame
import pytest

from rules.contract import Gesture, Token
from rules.ducale.melds import read_meld
from rules.ducale.moves import Lay
from rules.record import Player
from scenes.app.words import Words
from scenes.games.ducale.card_faces import suit_picture
from scenes.games.ducale.card_sidebar import PlayerPlate
from scenes.games.ducale.card_table import CardTable
from scenes.games.ducale.card_text import better_turn_text
from scenes.games.ducale.hand_order import sort_by_suit
from scenes.games.ducale.score_sheet import ScorePad, ScoreSheet
from scenes.screens.pause import PauseScene
from scenes.table import match_text, result_text
from scenes.table.match_summary import MatchSummary
from tests.rules.rami import position
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, BERT
from tests.scenes.rummy import DUCALE, QUICK, alone, draw_card, hand_of, play_first_lap, play_own_turn


def with_a_meld(rummy: Tables) -> tuple[Driver, Any]:
    driver = draw_card(rummy)
    return driver, next(move for move in driver.match.position.legal_moves() if str(move).startswith("M"))


def hand_keys(driver: Driver) -> dict[str, Any]:
    sidebar: Any = driver.scene.sidebar
    keys: dict[str, Any] = sidebar.hand_buttons
    return keys


def test_lay_button_stands_out_when_the_picked_cards_make_a_meld(rummy: Tables) -> None:
    driver, move = with_a_meld(rummy)
    keys = hand_keys(driver)
    first, *rest = sorted(driver.match.position.gesture(move).pick)
    driver.click(first)
    assert (keys["lay"].look, keys["discard"].look) == ("plain", "primary")
    assert driver.note == "Choose the discard pile to end your turn with this card."
    driver.click(*rest)
    assert driver.note == "Choose the felt to lay them."
    assert (keys["lay"].look, keys["discard"].look) == ("primary", "plain")
    driver.right_click(None)
    assert (keys["lay"].look, keys["discard"].look) == ("plain", "plain")


def test_message_about_a_hand_card_covers_no_button(rummy: Tables) -> None:
    driver, move = with_a_meld(rummy)
    keys = [key.rect for key in hand_keys(driver).values() if key.visible]
    for card in driver.match.position.gesture(move).pick:
        driver.scene.stage.show_message("Begin with this.", card)
        assert driver.stage.toast_view.toast.rect.collidelist(keys) == -1


def test_card_that_must_be_laid_is_announced_with_instructions(rummy: Tables) -> None:
    driver = alone(rummy)
    while not driver.match.position.may_take():
        play_own_turn(driver)
        driver.until(lambda: driver.facts.can_move)
    driver.click("discard")
    driver.settle()
    assert not driver.scene.table.read_status().is_warning, "Bug: it stood there in red, as if something were wrong"
    assert "lay it in this turn" in driver.note and "Choose it and the cards that go with it" in driver.note


def test_dealt_hand_is_sorted_by_suit_and_a_drawn_card_lies_at_its_end(rummy: Tables) -> None:
    driver = alone(rummy)
    dealt = hand_of(driver)
    assert dealt == sort_by_suit(dealt)
    driver.click("stock")
    driver.settle()
    assert hand_of(driver)[:-1] == dealt
    assert driver.stage.highlights.new_cards == {hand_of(driver)[-1]}


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (2560, 1440)])
def test_card_count_badge_lies_on_the_stock(rummy: Tables, size: tuple[int, int]) -> None:
    driver = alone(rummy, size=size)
    stock, discard = (pygame.Rect(driver.stage.spots[pile].box.ints()) for pile in ("stock", "discard"))
    badge = driver.stage.stock_count_rect(driver.stage.table)
    assert stock.contains(badge) and not badge.colliderect(discard)


def test_frame_of_the_stock_surrounds_its_top_card(rummy: Tables) -> None:
    """Bug: it lay round the place of the lowest card, and so beside the pile."""
    driver = alone(rummy, size=(960, 600))
    x, y, high, _ = driver.stage.card_places["stock"][-1]
    frame = driver.stage.visible_rect("stock")
    assert abs(frame.centerx - x) <= 1 and abs(frame.centery - y) <= 1 and abs(frame.height - high) <= 1


def test_pile_casts_one_shadow(rummy: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = alone(rummy)
    shaded: list[bool] = []

    def paint_card(self: Any, surface: Any, assets: Any, token: Token, place: Any, has_shadow: bool = True) -> None:
        shaded.append(has_shadow)

    surface = driver.app.surface
    monkeypatch.setattr(CardTable, "paint_card", paint_card)
    pile = {"stock": driver.stage.table["stock"]}
    driver.stage.view.paint_piles(surface, driver.app.assets, pile, driver.stage.card_places)
    assert len(shaded) > 3 and shaded.count(True) == 1


@pytest.mark.parametrize(("language", "articles"), [("en", "[Aa]|[Tt]he|only"), ("fr", "[Uu]ne?|[Ll]e|du|au")])
def test_no_lesson_breaks_a_line_between_an_article_and_a_number(language: str, articles: str) -> None:
    torn = re.compile(rf"\b(?:{articles}) \d+\b")
    assert not {key: told for key, told in Words(language).words_below("lesson.ducale").items() if torn.search(told)}


def test_french_card_table_says_tour_and_not_coup(rummy: Tables) -> None:
    driver = play_first_lap(rummy, language="fr")
    tips = [key.tip for key in driver.scene.sidebar.buttons.values()]
    said = [driver.words(), *tips]
    assert not [one for one in said if re.search(r"\bcoups?\b", one, re.IGNORECASE)]


def test_suit_signs_follow_the_four_colours(rummy: Tables) -> None:
    assets = rummy.app().assets
    for suit, differs in (("S", False), ("H", True), ("D", True), ("C", True)):
        plain, coloured = (suit_picture(assets, suit, 24, four) for four in (False, True))
        same = pygame.image.tobytes(plain, "RGBA") == pygame.image.tobytes(coloured, "RGBA")
        assert same is not differs


def test_hand_buttons_and_focus_mark_need_an_open_hand(rummy: Tables) -> None:
    driver = rummy.table(ANNA, BERT, game=DUCALE, animation="off")
    driver.until(lambda: driver.scene.board_cover.visible)
    assert not any(key.visible for key in hand_keys(driver).values())
    assert not driver.key("again").enabled
    driver.strike(pygame.K_LEFT)
    assert driver.stage.highlights.focus is None
    driver.click(driver.scene.board_cover.button)
    assert all(key.visible for name, key in hand_keys(driver).items() if name != "score-sheet")
    driver.strike(pygame.K_HOME)
    assert driver.status == "Looking back: the beginning"
    assert not any(key.visible for key in hand_keys(driver).values())


def test_pause_menu_at_cards_has_no_draw_offer_and_no_flip(rummy: Tables) -> None:
    driver = alone(rummy)
    driver.scene.act("menu")
    pause: Any = driver.above
    assert isinstance(pause, PauseScene)
    assert not {"offer", "flip"} & set(pause.buttons)
    driver.click(pause.buttons["resign"])
    driver.settle()
    asked = driver.above
    assert "all the others win" in asked.detail.text
    driver.click("Resign")
    driver.settle()
    outcome = driver.match.outcome()
    assert outcome is not None and (outcome.reason, outcome.winners) == ("resigned", (1, 2, 3))


@pytest.mark.parametrize("others", [(QUICK,), (Player("computer", "Novice", 1), QUICK, QUICK)])
def test_computers_are_named_by_seat_and_the_only_person_you(rummy: Tables, others: tuple[Player]) -> None:
    """Bug: the only opponent was called by his level, of several each by his seat."""
    driver = rummy.table(ANNA, *others, game=DUCALE, animation="off")
    driver.step()
    names = ["You", *(["North"] if len(others) == 1 else ["West", "North", "East"])]
    assert driver.the(ScorePad).tip == "" and list(driver.the(ScorePad)._names) == names
    assert {sitter.name for sitter in driver.stage.player_texts.values()} == set(names)
    session = driver.scene.session
    assert [match_text.you_or_name(driver.app.words, session, seat) for seat in range(len(names))] == names


def test_nameplates_have_tooltips(rummy: Tables) -> None:
    driver = play_first_lap(rummy)
    plates = driver.all_of(PlayerPlate)
    assert [plate.label for plate in plates] == ["You", "West", "North", "East"]
    driver.move(plates[2].rect.center)
    driver.run(1)
    held = len(driver.match.position.hands[2])
    assert driver.tip().startswith(f"Computer player: Quick. {held} cards in hand. Points in all: 0.")
    dealer = driver.match.position.dealer
    assert [seat for seat in range(4) if "dealer" in plates[seat].tip] == [dealer]
    driver.move((2, 2))
    while driver.form.marked not in plates:
        driver.strike(pygame.K_TAB)
    driver.run(1)
    assert "Points in all: 0." in driver.tip()


def test_computer_without_a_level_is_named_by_its_seat(rummy: Tables) -> None:
    """Bug: at a puzzle, whose other players have no level, it was "Computer player: ."."""
    driver = rummy.table(ANNA, Player("computer", "", 2), game=DUCALE, animation="off")
    driver.until(lambda: driver.facts.can_move)
    assert driver.all_of(PlayerPlate)[1].tip.startswith("North (computer). 13 cards in hand.")


def test_score_pad_has_no_number_column_before_the_first_round(rummy: Tables) -> None:
    driver = alone(rummy)
    driver.scene.act("score-sheet")
    assert isinstance(driver.above, ScoreSheet) and driver.above._pad._number_width() == 0


def test_question_lies_on_the_felt_off_its_meld_and_cards_stay_picked(rummy: Tables) -> None:
    """Bug: it lay over the side panel and half the meld, and the picked cards went back."""
    table = ["5S 5H 5D 5C", "10S 10H 10D 10C", "AS 2S 3S 4S 5S 6S", "6C 7C 8C 9C"]
    begun = position("JK 2D KD", opened=[0], table=table, stock="JS", top="KS")
    driver = rummy.table(ANNA, QUICK, game=DUCALE, position=begun.text(), animation="off", size=(960, 600))
    driver.click("stock", "h0:JK#1", "m4")
    strip: Any = driver.strip
    felt, meld = (pygame.Rect(box.ints()) for box in (driver.stage.area, driver.stage.spots["m4"].box))
    assert felt.contains(strip.rect) and not meld.colliderect(strip.rect)
    assert driver.scene.board_input.selection.pick == {"h0:JK#1"}
    strip._close(0)
    assert str(driver.match.plies[-1].move).startswith("L4[JK=") and not driver.scene.board_input.selection.pick


def test_joker_choices_are_shown_with_the_letters_of_the_language(rummy: Tables) -> None:
    driver = alone(rummy, language="fr")
    seat = driver.match.position.to_move
    moves = [Lay(seat, read_meld(text)) for text in ("JK=8H 9H 10H", "9H 10H JK=JH")]
    driver.scene.chooser.ask(Gesture(frozenset({f"h{seat}:JK#1"}), "felt"), moves)
    strip: Any = driver.strip
    look = strip.options[1][2]
    french, english = strip._picture(look, 60), driver.scene.app.assets.sprite(look, 60)
    assert look == "ducale/JH" and strip.label.startswith("Quelle carte le joker doit-il remplacer")
    assert pygame.image.tobytes(french, "RGBA") != pygame.image.tobytes(english, "RGBA")
    driver.step()
    driver.escape()
    assert driver.strip is None


def test_deal_is_not_counted_as_a_turn(rummy: Tables) -> None:
    """Bug: "2 turns" after the deal and one turn, in the result and in the list of matches."""
    driver = alone(rummy)
    play_own_turn(driver)
    session = driver.scene.session
    turns = len(session.match.turns()) - 1
    assert driver.explain(0) == ""
    assert result_text.length_text(driver.app.words, session).startswith(f"{turns} turn")
    text = session.text()
    assert MatchSummary.read(text).turns == MatchSummary.read(re.sub(r"Turns: .*\n", "", text)).turns == turns


def test_better_turn_is_described_whole_and_says_when_it_lays_nothing(rummy: Tables) -> None:
    """Bug: "You laid … You discarded the 7 of hearts. Better: discard the 7 of hearts" meant to lay nothing."""
    words = rummy.app().words
    moves: Any = ["+P", "M[4S 4D 4C]", "-7H"]  # their texts are all that counts
    draw, discard = moves[0], moves[2]
    assert (
        better_turn_text(words, (draw, discard), moves)
        == "take the stock’s card, lay nothing, discard the 7 of hearts"
    )
    assert "nothing" not in better_turn_text(words, (draw, discard), (draw, discard)) + better_turn_text(
        words, moves, moves
    )
