"""How turns are seen at the card table: what all may see shows its face, a swap is a trade, turns keep apart."""

import json
from itertools import pairwise
from math import hypot
from typing import Any

import pygame
import pytest

from rules.contract import Token
from scenes.games.ducale.card_film import BACK
from scenes.games.ducale.card_layout import MeldOwner, find_melds, list_initials
from scenes.games.ducale.card_text import meld_owners
from scenes.games.ducale.meld_ribbons import owner_colour, owner_tab
from scenes.surfaces.clips import Clip, Sprite, tween
from scenes.table import events
from tests.colour_vision import distance, lab
from tests.rules.rami import position
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA
from tests.scenes.rummy import DUCALE, QUICK, alone, card_clips, hand_of, play_first_lap, play_own_turn
from tests.scenes.test_ducale_score_pad import before_the_end


def a_swap(holder: int) -> str:
    hands = [["5S", "3C", "9S", "4D"], ["5S", "2D", "4D", "8C"], ["QC", "KC"]]
    hands[holder][0] = "JH"
    state = json.loads(before_the_end(hands, [[0, 0, 0]], 2))
    for card in ("7C", "7D", "7H", "10H", "JK", "QH", "KH"):
        state["stock"].remove(card)
    melds = ((2, ["7C", "7D", "7H"]), (1, ["10H", "JK=JH", "QH", "KH"]))
    state |= {"table": [{"id": n, "by": by, "cards": cards} for n, (by, cards) in enumerate(melds, 1)], "next_id": 3}
    return json.dumps(state, separators=(",", ":"))


def before_a_swap(rummy: Tables, holder: int) -> Driver:
    driver = rummy.table(ANNA, QUICK, QUICK, game=DUCALE, position=a_swap(holder), animation="off")
    driver.click("stock")
    driver.settle()
    return driver


def swapping(rummy: Tables, holder: int, **settings: Any) -> Driver:
    driver = before_a_swap(rummy, holder)
    for name, value in {"animation": "normal", **settings}.items():
        setattr(driver.app.settings, name, value)
    if holder:
        driver.click(hand_of(driver)[-1], "discard")
        driver.until(lambda: any(str(ply.move)[0] == "X" for ply in driver.match.plies))
        driver.until(lambda: driver.stage.films and "m2:JH" in trade(driver))
    else:
        driver.click("h0:JH#1", "m2:JH")
    return driver


def trade(driver: Driver) -> dict[str, Clip]:
    found = {}
    for clip in card_clips(driver.stage.films[0]):
        x, y, _ = tween(clip.start, clip.end, 0.5)
        half = clip.pose(clip, 0.5)
        if hypot(half.x - x, half.y - y) < 1:
            continue  # it goes straight
        if clip.token.look == "JH":
            found["m2:JH"] = clip
        elif clip.former_token == Token("JK=JH"):
            found["joker"] = clip
    return found


def seen(clip: Clip, time: float) -> Sprite:
    sprite = clip.at(time)
    assert sprite is not None
    return sprite


def gleams(film: Any) -> set[str]:
    looks = {clip.token.look for segment in film.segments for clip in segment.clips}
    return {look for look in looks if look.startswith("effects/")}


@pytest.mark.parametrize("holder", [0, 1])
def test_swapped_card_and_joker_pass_each_other(rummy: Tables, holder: int) -> None:
    driver = swapping(rummy, holder)
    legs = trade(driver)
    card, joker = legs["m2:JH"], legs["joker"]
    assert 0.3 <= driver.stage.films[0].seconds <= 0.6 + 0.1, "with the rest before it"
    ends = min(card.begins + card.seconds, joker.seconds)
    both = [time / 100 for time in range(100) if card.begins < time / 100 < ends]
    assert len(both) > 20, "they are on their way together"
    ways = [(seen(card, time), seen(joker, time)) for time in both]
    assert min(hypot(one.x - other.x, one.y - other.y) for one, other in ways) > 0.4 * card.end[2], "side by side"
    assert (ways[0][0].y > ways[0][1].y) != (ways[-1][0].y > ways[-1][1].y), "past one another"
    assert joker.pose(joker, 0.5).token.look in ("JK", "JK=JH")
    assert card.pose(card, 0.6).token.look == "JH"
    driver.settle()
    assert driver.stage.table["m2:JH"][0].look == "JH"


def test_leaving_joker_gleams_except_with_reduced_motion(rummy: Tables) -> None:
    lit = swapping(rummy, 0).stage.films[0]
    assert gleams(lit) == {"effects/shine", "effects/glint"}
    calm = swapping(rummy, 0, reduced_motion=True).stage.films[0]
    assert not gleams(calm)
    assert calm.last == lit.last


def test_card_dropped_on_a_joker_lands_before_the_joker_reaches_the_hand(rummy: Tables) -> None:
    driver = before_a_swap(rummy, 0)
    driver.app.settings.animation = "normal"
    driver.drag("h0:JH#1", "m2:JH")
    clips = card_clips(driver.stage.films[0])
    card = next(clip for clip in clips if clip.former_token == clip.token == Token("JH"))
    joker = next(clip for clip in clips if clip.former_token == Token("JK=JH"))
    assert card.begins == 0.0 and card.seconds <= 0.5 * joker.seconds


def test_replayed_swap_has_the_same_animation(rummy: Tables) -> None:
    driver = swapping(rummy, 1)
    driver.until(lambda: driver.facts.can_move and not driver.stage.has_film)
    driver.strike(pygame.K_p)
    films = [film for film in driver.stage.films if gleams(film)]
    assert len(films) == 1 and films[0].replaying_seat == 1


def test_opponents_turns_show_only_public_faces(rummy: Tables) -> None:
    """And of a card from the stock nobody does."""
    driver = alone(rummy)
    driver.app.settings.animation = "normal"
    play_own_turn(driver)
    hidden = public = 0
    while not driver.facts.can_move or driver.stage.has_film:
        for film in driver.stage.films:
            piles = [place[:2] for pile in ("stock", "discard") for place in driver.stage.card_places[pile]]
            for clip in card_clips(film):
                middle = clip.pose(clip, 0.5).token.look
                if clip.start[2] == clip.end[2] or clip.start[1] > driver.stage.zones.buttons.y:
                    continue
                if clip.former_token == clip.token == BACK:
                    assert clip.start[:2] in piles and middle == "back"
                    hidden += 1
                elif BACK in (clip.former_token, clip.token):
                    assert middle != "back"
                    public += 1
        driver.step(0.05)
    assert hidden and public


def test_stock_count_changes_once_for_each_drawn_card(rummy: Tables) -> None:
    """Bug: between two steps of a turn the number was gone for a moment."""
    driver = play_first_lap(rummy)
    driver.app.settings.animation, driver.app.settings.card_pace = "normal", "slow"
    plies = len(driver.match.plies)
    play_own_turn(driver)
    seen = []
    while not driver.facts.can_move or driver.stage.has_film:
        badge = driver.stage.stock_count_rect(driver.stage.table)
        view, sprites = driver.stage.view, driver.stage.frame().sprites
        near = [sprite for sprite in sprites if view.sprite_area(sprite).colliderect(badge)]
        if not near:
            inner = badge.inflate(-4, -8)
            seen.append(pygame.image.tobytes(driver.app.surface.subsurface(inner.clip(inner)), "RGB"))
        driver.step(0.02)
    changes = sum(one != other for one, other in pairwise(seen))
    drawn = sum(str(ply.move)[:2] == "+P" for ply in driver.match.plies[plies:] if ply.move.seat)
    assert len(seen) > 50 and changes <= drawn + 1


@pytest.mark.parametrize(("pace", "rest"), [("slow", 1.2), ("normal", 0.35), ("quick", 0.1)])
def test_nothing_moves_for_a_while_between_turns_of_two_computers(rummy: Tables, pace: str, rest: float) -> None:
    """Bug: the next one drew in the frame in which the card before had come to rest."""
    driver = alone(rummy)
    driver.app.settings.animation, driver.app.settings.card_pace = "normal", pace
    play_own_turn(driver)
    since: float | None = None
    rests, last = list[float](), 0
    while not driver.facts.can_move:
        if not driver.stage.has_film and since is None:
            since, last = driver.app.moment, driver.match.plies[-1].move.seat
        elif driver.stage.has_film and since is not None:
            if 0 < last != driver.match.plies[-driver.stage.pending_count].move.seat:
                rests.append(driver.app.moment - since)
            since = None
        driver.step(0.02)
    assert len(rests) == 2 and min(rests) > rest - 0.05


@pytest.mark.parametrize("pace", ["slow", "normal", "quick", "instant"])
def test_your_turn_is_shown_once_the_last_card_has_landed(rummy: Tables, pace: str) -> None:
    driver = alone(rummy)
    driver.app.settings.animation, driver.app.settings.card_pace = "normal", pace
    play_own_turn(driver)
    driver.until(lambda: driver.facts.can_move)
    while driver.stage.has_film:
        assert driver.status != "Your turn"
        driver.step(0.02)
    driver.step(0.02)
    assert driver.status == "Your turn"


def test_each_meld_has_its_owners_ribbon_even_while_cards_move(rummy: Tables) -> None:
    driver = alone(rummy)
    driver.app.settings.animation = "normal"
    play_own_turn(driver)
    while not driver.facts.can_move or driver.stage.has_film:
        frame = driver.stage.frame()
        if frame.sprites:
            hung = {sprite.token.look for sprite in frame.under}
            lying = set(find_melds(driver.stage.films[0].last)) - {""}
            assert hung <= lying and lying - hung <= {max(lying, key=lambda name: int(name[1:]))}
        driver.step(0.02)
    whose = meld_owners(driver.match.position)
    assert whose and len(set(whose.values())) > 1, "several have laid"
    for meld, cards in find_melds(driver.stage.table).items():
        x, y, high, _ = driver.stage.card_places[cards[-1]][0]
        line = pygame.Vector3(driver.app.surface.get_at((round(x), round(y + high / 2 + 0.02 * high)))[:3])
        colours = [pygame.Vector3(owner_colour(MeldOwner(seat))[:3]) for seat in range(4)]
        assert min(range(4), key=lambda seat: line.angle_to(colours[seat])) == whose[meld], "in the card's shadow"


def test_owner_tabs_differ_in_colour_and_shape(rummy: Tables) -> None:
    theme = alone(rummy).app.theme
    tabs = [owner_tab(theme, MeldOwner(seat), 40) for seat in range(6)]
    tones = [(colour.r, colour.g, colour.b) for colour in (owner_colour(MeldOwner(seat)) for seat in range(6))]
    shapes = [pygame.mask.from_surface(one, 127) for one in tabs]
    for one in range(6):
        for other in range(one):
            unlike = shapes[one].count() + shapes[other].count() - 2 * shapes[one].overlap_area(shapes[other], (0, 0))
            assert unlike > 0.04 * shapes[one].count(), (one, other)
            assert distance(lab(tones[one]), lab(tones[other])) > 15, (one, other)


def test_initials_are_the_shortest_distinct_beginnings_of_names() -> None:
    assert list_initials(["You", "West", "North"]) == ["Y", "W", "N"]
    assert list_initials(["You", "South", "Sixth"]) == ["Y", "So", "Si"]
    assert list_initials(["Émile", "Anna", "anton"]) == ["É", "An", "an"]


def test_long_turn_in_the_list_is_wrapped(rummy: Tables) -> None:
    """Bug: a turn with several melds was cut at its discard even on a large screen."""
    driver = alone(rummy, size=(1366, 768))
    turns = driver.scene.sidebar._turns
    turns.show(["West: ← Q♥ · 9♠ 9♦ 9♣ · + Q♥ · 4♠ 4♦ 4♣ 4♥ · × 9♦ · → K♦", "You: → 2♣"], 1)
    driver.step()
    lines = turns.cell_lines(0)
    assert len(lines) > 1 and " · ".join(lines) == turns.cells[0]
    assert turns.place_of(0).height >= len(lines) * driver.app.theme.line("small")
    assert turns.place_of(1).top == turns.place_of(0).bottom and len(turns.cell_lines(1)) == 1


def test_pointing_at_a_turn_in_the_list_lights_its_cards(rummy: Tables) -> None:
    begun = position("7H 4S 4D 4C KD", opened=[0], table=["4H 5H 6H", "8D JK=9D 10D"], stock="9D", top="KS")
    driver = rummy.table(ANNA, QUICK, game=DUCALE, position=begun.text(), animation="off")
    driver.click("stock")
    for text in ("M[4S 4D 4C]", "L1[7H]", "-KD"):
        move = next(one for one in driver.match.position.legal_moves() if str(one) == text)
        driver.send(events.Play(move, {}))
    driver.settle()
    turns = driver.scene.sidebar._turns
    box = pygame.Rect(driver.stage.spots["m3"].box.ints())
    before = driver.app.surface.subsurface(box).copy()
    driver.move(turns.place_of(0).center)
    driver.step()
    assert driver.app.surface.subsurface(box).get_buffer().raw != before.get_buffer().raw
    lit = driver.stage.highlights.turn_cards
    assert {"m3:4S", "m3:4D", "m3:4C", "m1:7H"} <= lit and not any(one.startswith("m2:") for one in lit)
    assert "discard" not in lit, "another card lies on the discards by now"
    driver.move(turns.place_of(1).center)
    driver.step()
    assert "discard" in driver.stage.highlights.turn_cards
