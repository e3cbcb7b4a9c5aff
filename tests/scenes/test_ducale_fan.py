"""The hand is a fan: how it is bent, and how its cards find their places."""

from itertools import pairwise
from typing import Any, Final

import pygame
import pytest

from rules.contract import Token
from scenes.app.game_card import card_of
from scenes.games.ducale import menu_picture
from scenes.games.ducale.card_film import CardPath, make_reveal
from scenes.games.ducale.card_layout import FAN_DEGREES, MAX_FAN_DEGREES, HandState, arrange_cards
from scenes.games.ducale.card_table import _narrow_picture
from scenes.games.ducale.hand_animation import GLIDE_SECONDS, HandAnimation
from scenes.games.ducale.table_zones import (
    CARD_RATIO,
    MAX_DROP,
    MAX_LEAN_DEGREES,
    RIM_WIDTH,
    TEXT_SHARE,
    TableZones,
    card_frame,
)
from scenes.screens.board_picture import BoardPicture
from scenes.surfaces.clips import Sprite
from scenes.surfaces.felt import rim_width
from scenes.surfaces.layout import Box
from tests.effort import by_night
from tests.scenes.driver import Driver, Tables
from tests.scenes.rummy import DUCALE, alone, card_clips, draw_card, hand_of


def table(rummy: Tables, **settings: Any) -> Driver:
    driver = draw_card(rummy, **{"animation": "normal", **settings})
    still(driver)
    return driver


def still(driver: Driver) -> None:
    driver.until(lambda: not driver.scene.stage.is_animating)


def seen(driver: Driver) -> dict[str, Any]:
    places: dict[str, Any] = driver.stage.visible_places()
    return places


@pytest.mark.parametrize("wide", [700, 980, 1800, 3000])
@pytest.mark.parametrize("share", [0.1, 0.5, 1.0])
def test_fan_leans_outwards_symmetrically_and_hangs_a_little(wide: float, share: float) -> None:
    ground = TableZones(Box(0, 0, wide, 800))
    zone = ground.hand
    half, middle = share * zone.w / 2, zone.centre[0]
    (up, none), (left, west), (right, east) = (ground.bend_at(middle + part * half, half) for part in (0, -1, 1))
    assert none == 0 and up < 0
    assert -west == pytest.approx(east) and 0 < east <= MAX_LEAN_DEGREES + 1e-9
    assert left == pytest.approx(right) and 0 < right - up <= MAX_DROP * ground.u + 1e-9


def test_glide_starts_where_the_card_is_shown_and_ends_at_its_place() -> None:
    glides = HandAnimation()
    glides.start({"a": (0.0, 0.0, 10.0, 0.0)}, {"a": (100.0, 50.0, 10.0, 4.0)}, 1.0)
    ways = [glides.places(1.0 + GLIDE_SECONDS * n / 10)["a"] for n in range(11)]
    assert ways[0] == (0.0, 0.0, 10.0, 0.0) and ways[10] == pytest.approx((100.0, 50.0, 10.0, 4.0))
    xs = [way[0] for way in ways]
    assert all(b > a for a, b in pairwise(xs))
    glides.start({}, {"a": (0.0, 0.0, 10.0, 0.0)}, 1.0 + GLIDE_SECONDS / 2)
    assert glides.places(1.0 + GLIDE_SECONDS / 2)["a"] == ways[5], "sent elsewhere it goes on from where it is"
    glides.drop_finished(1.0 + 2 * GLIDE_SECONDS)
    assert not glides


def test_card_rises_under_the_pointer_and_higher_when_picked(rummy: Tables) -> None:
    driver = table(rummy)
    card, bottom = hand_of(driver)[5], round(driver.stage.zones.hand.bottom)
    low, foot = seen(driver)[card][1], (round(driver.stage.spots[card].box.x + 6), bottom - 1)
    driver.move(foot)
    still(driver)
    assert driver.stage.hit(foot) == card == driver.stage.hand.pointed_card
    pointed = seen(driver)[card][1]
    driver.click(card)
    assert low > pointed == seen(driver)[card][1], "a pick doesn't make it jump"
    still(driver)
    assert seen(driver)[card][1] < pointed
    assert driver.stage.hit((round(seen(driver)[card][0]) - 20, bottom)) is not None, "the lower edge is hit"


def test_sorting_glides_cards_to_their_places(rummy: Tables) -> None:
    driver = table(rummy)
    before = seen(driver)
    driver.scene.act("by-rank")
    assert seen(driver) == before
    driver.step(0.04)
    assert seen(driver) != before
    still(driver)
    xs = [seen(driver)[card][0] for card in hand_of(driver)]
    assert xs == sorted(xs)


def test_released_card_glides_home_from_its_place(rummy: Tables) -> None:
    driver = table(rummy)
    card = hand_of(driver)[5]
    home = seen(driver)[card]
    driver.lift(card)
    driver.run(0.1)
    driver.move(driver.at("stock"), down=True)
    still(driver)
    driver.post(pygame.WINDOWFOCUSLOST)
    assert abs(seen(driver)[card][0] - driver.at("stock")[0]) < 2
    still(driver)
    assert seen(driver)[card] == pytest.approx(home)


@pytest.mark.parametrize("setting", [{"animation": "off"}, {"reduced_motion": True}])
def test_cards_do_not_move_without_animation_or_with_reduced_motion(rummy: Tables, setting: dict[str, Any]) -> None:
    driver = table(rummy, **setting)
    driver.move(driver.at(hand_of(driver)[5]))
    driver.click(hand_of(driver)[2])
    driver.scene.act("by-rank")
    assert not driver.stage.is_animating and driver.stage.hand.pointed_card is None


def test_reduced_motion_fades_cards_in_80_ms_without_travel(rummy: Tables) -> None:
    driver = table(rummy, reduced_motion=True)
    card = hand_of(driver)[5]
    driver.click(card)
    driver.press("discard")
    driver.release("discard")
    film = driver.stage.films[0]
    assert film.seconds == pytest.approx(0.08)
    for clip in card_clips(film):
        ways = [clip.pose(clip, n / 20) for n in range(21)]
        assert {(sprite.x, sprite.y) for sprite in ways} <= {clip.start[:2], clip.end[:2]}
        assert clip.start == clip.end or min(sprite.alpha for sprite in ways) < 0.1
    driver.settle()
    assert not driver.stage.has_film


def test_leaning_card_fades_equally(rummy: Tables) -> None:
    driver = table(rummy)
    mean = []
    for lean in (0.0, 4.0):
        picture = pygame.Surface((400, 400))
        picture.fill((40, 90, 70))
        sprite = Sprite(Token("7H"), 200, 200, 200, tilt=lean, alpha=0.5)
        driver.stage.view.paint_sprite(picture, driver.app.assets, sprite)
        mean.append(pygame.transform.average_color(picture, pygame.Rect(150, 120, 100, 160))[:3])
    assert all(abs(a - b) < 6 for a, b in zip(*mean, strict=True)) and 100 < mean[0][0] < 190


def test_discarded_card_starts_from_its_raised_place(rummy: Tables) -> None:
    driver = table(rummy)
    card = hand_of(driver)[5]
    driver.click(card)
    still(driver)
    place = seen(driver)[card]
    driver.press("discard")
    driver.release("discard")
    first = driver.stage.films[0].at(0.0)
    assert min(abs(sprite.x - place[0]) + abs(sprite.y - place[1]) for sprite in first.sprites) < 1


def test_card_turned_over_narrows_and_its_edge_is_lit() -> None:
    leg = CardPath(Token("back"), Token("7H"), (0.0, 0.0, 90.0, 0.0), (0.0, 0.0, 90.0, 0.0), 0.0, 0.18)
    widths = [leg.at(n / 10).width_fraction for n in range(11)]
    assert widths[0] == widths[10] == pytest.approx(1) and min(widths) < 0.1
    assert [leg.at(n / 10).token.look for n in (2, 8)] == ["back", "7H"]
    card = pygame.Surface((60, 84), pygame.SRCALPHA)
    card.fill((120, 110, 100))
    turned = _narrow_picture(card, 0.5)
    assert turned.get_width() == 30 and turned.get_height() > 84
    middle = turned.get_height() // 2
    assert turned.get_at((0, middle)).r > 240 > 120 > turned.get_at((15, middle)).r


def test_card_moving_to_the_hand_is_painted_over_the_buttons_above_it(rummy: Tables) -> None:
    driver = alone(rummy, animation="normal", size=(1280, 800))
    sidebar: Any = driver.scene.sidebar
    keys = [key.rect for key in sidebar.hand_buttons.values() if key.visible]
    row = keys[0].unionall(keys[1:])
    driver.click("stock")
    looks = set()
    while driver.scene.stage.has_film:
        looks.add(pygame.image.tobytes(driver.app.surface.subsurface(row), "RGB"))
        driver.step(0.01)
    assert len(looks) > 3


def test_focus_mark_leans_and_rises_with_its_card_in_every_frame(
    rummy: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = table(rummy)
    driver.app.paint_each_frame()
    framed: list[tuple[int, tuple[int, int]]] = []
    blit = "scenes.games.ducale.card_stage.blit_leaning"
    monkeypatch.setattr(blit, lambda s, p, k, lean, at: framed.append((lean, at)))
    driver.strike(pygame.K_LEFT)
    still(driver)
    card = driver.stage.highlights.focus
    low = seen(driver)[card][1]
    assert card == hand_of(driver)[0] and framed[-1][0] < -4
    driver.strike(pygame.K_RETURN)
    heights = set()
    for _ in range(40):
        framed.clear()
        driver.step()
        x, y, _, lean = seen(driver)[card]
        if framed:
            assert framed.pop() == (round(lean / 0.5), (round(x), round(y)))
            heights.add(round(y))
    assert driver.stage.highlights.focus == card and len(heights) > 3 and seen(driver)[card][1] < low


def test_revealing_hands_leaves_the_stock_at_rest() -> None:
    table = {"stock": (Token("back"),) * 60, "discard": (Token("5H"),), "h1": (Token("back"),) * 2}
    after = {
        "stock": table["stock"],
        "discard": table["discard"],
        "h1:KD#1": (Token("KD"),),
        "h1:QH#1": (Token("QH"),),
    }
    ground = TableZones(Box(0, 0, 980, 800))
    film = make_reveal(table, after, lambda lying: arrange_cards(ground, lying, HandState(0, 3)), 1.0)
    for part in (0.0, 0.5, 0.99):
        frame = film.at(part * film.seconds)
        assert frame.resting == {"stock": table["stock"], "discard": table["discard"]}
        assert len(frame.sprites) == 2
    assert film.last == after


MORE_SIZES: Final = [(1366, 768), (2560, 1440), (960, 960), (1000, 1300)]


@pytest.mark.parametrize("size", [(960, 600), (640, 960), *by_night([], MORE_SIZES)])
@pytest.mark.parametrize("scale", [100, 150])
def test_hand_cards_lean_outwards_within_the_rim_and_show_their_left_part(
    rummy: Tables, size: tuple[int, int], scale: int
) -> None:
    driver = table(rummy, size=size, text_scale=scale)
    cards, stage, places = hand_of(driver), driver.stage, seen(driver)
    assert all(within_the_rim(driver, place) for place in places.values())
    leans = [places[card][3] for card in cards]
    assert leans == sorted(leans) and leans[0] < -2 and leans[-1] > 2
    for card, after in pairwise(cards):
        assert stage.visible_rect(card).width == round(stage.card_places[after][0][0] - stage.card_places[card][0][0])
    assert stage.visible_rect(cards[-1]).width == round(stage.zones.hand.h / 1.4)


# --- the others' hands


def within_the_rim(driver: Driver, place: tuple[float, float, float, float]) -> bool:
    rim = rim_width(driver.stage.zones.u)
    inside = pygame.Rect((0, 0), driver.app.size).inflate(-2 * rim, -2 * rim)
    return all(inside.collidepoint(corner) for corner in corners(place))


def corners(place: tuple[float, float, float, float]) -> list[pygame.Vector2]:
    x, y, high, lean = place
    ways = [pygame.Vector2(right * high / CARD_RATIO, down * high) / 2 for right in (-1, 1) for down in (-1, 1)]
    return [pygame.Vector2(x, y) + way.rotate(lean) for way in ways]


@pytest.mark.parametrize("size", [(1280, 800), (960, 600), (2560, 1440), (1000, 1300)])
@pytest.mark.parametrize("scale", [100, 150])
@pytest.mark.parametrize("seats", range(2, 7))
def test_opponents_fans_lie_within_their_zones(tables: Tables, size: tuple[int, int], scale: int, seats: int) -> None:
    theme = tables.app(size, text_scale=scale).theme
    ground = TableZones(card_frame(size, 1.0, theme.u).area, theme.control)
    for count in (1, 2, 3, 13, 14, 26):
        table = {f"h{seat}": (Token("back"),) * count for seat in range(1, seats)}
        places = arrange_cards(ground, table, HandState(0, seats))
        for seat, cell in enumerate(ground.player_zones(seats - 1), 1):
            fan = places[f"h{seat}"]
            xs, leans = [place[0] for place in fan], [place[3] for place in fan]
            assert xs == sorted(xs) and leans == sorted(leans, reverse=True)
            assert (
                leans == pytest.approx([-lean for lean in reversed(leans)]) and leans[0] <= MAX_FAN_DEGREES / 2 + 1e-9
            )
            assert leans[0] >= 0.9 * min(FAN_DEGREES / 2 * (count - 1), MAX_FAN_DEGREES / 2)
            ys = [place[1] for place in fan]
            assert ys[: count // 2] == sorted(ys[: count // 2]), "the outermost hang highest"
            everything = [corner for place in fan for corner in corners(place)]
            assert min(corner.x for corner in everything) > cell.x
            assert max(corner.y for corner in everything) <= cell.bottom
            words = ground.control * TEXT_SHARE - 0.7 * ground.u
            assert min(corner.y for corner in everything) > cell.y + min(words, 1.9 * ground.u)
            assert max(corner.x for corner in everything) < cell.right - theme.width("26", "heading") - theme.px(0.6)


def test_open_hand_of_an_opponent_lies_in_a_row() -> None:
    table = {f"h1:{face}#1": (Token(face),) for face in ("KD", "QH", "7S")}
    places = arrange_cards(TableZones(Box(0, 0, 980, 800), 44), table, HandState(0, 3))
    row = [place for target in table for place in places[target]]
    assert len(row) == 3 and {place[3] for place in row} == {0.0} and len({place[1] for place in row}) == 1


def test_fan_closes_without_a_jump_when_a_card_leaves_it(rummy: Tables) -> None:
    driver = table(rummy)
    driver.click(hand_of(driver)[-1], "discard")
    driver.until(lambda: driver.match.plies[-1].move.seat != 0 and driver.stage.has_film)
    before: list[Any] = []
    while driver.stage.has_film:
        sprites = [sprite for sprite in driver.stage.frame().sprites if sprite.y < driver.stage.zones.players.bottom]
        if sprites and len(sprites) == len(before):
            assert max(abs(a.tilt - b.tilt) for a, b in zip(sprites, before, strict=True)) < 3
        before = sprites
        driver.step(1 / 60)


# --- the hand opens under the pointer


def topmost(driver: Driver, at: tuple[int, int]) -> str | None:
    for card in reversed(hand_of(driver)):
        x, y, high, lean = seen(driver)[card]
        way = (pygame.Vector2(at) - (x, y)).rotate(-lean)
        if abs(way.x) <= high / CARD_RATIO / 2 and abs(way.y) <= high / 2:
            return card
    return None


def test_neighbours_of_the_pointed_card_give_way(rummy: Tables) -> None:
    driver = table(rummy)
    cards = hand_of(driver)
    before = seen(driver)
    driver.move(driver.at(cards[6]))
    assert seen(driver) == before, "it begins where they lie"
    driver.step(0.04)
    half, (x, _, high, _) = driver.stage.visible_rect(cards[7]).left, seen(driver)[cards[7]]
    assert half == pytest.approx(x - high / CARD_RATIO / 2, abs=1), "marks go with their card"
    still(driver)
    assert driver.stage.visible_rect(cards[7]).left > half
    ways = [seen(driver)[card][0] - before[card][0] for card in cards]
    assert ways[6] == 0.0 and seen(driver)[cards[6]][1] < before[cards[6]][1]
    assert ways[:6] == sorted(ways[:6], reverse=True) and ways[5] < -5 and ways[0] == 0.0
    assert ways[7:] == sorted(ways[7:], reverse=True) and ways[7] > 10 and min(ways[7:]) >= 0.0
    driver.move(driver.at("felt"))
    still(driver)
    assert seen(driver) == before, "it closes"


@pytest.mark.parametrize("size", [(1280, 800), (960, 600)])
def test_pointer_on_the_hand_always_hits_the_raised_card(rummy: Tables, size: tuple[int, int]) -> None:
    """So nothing flickers: what is meant doesn't depend on how far the hand has opened."""
    driver = table(rummy, size=size)
    zone, meant = driver.stage.zones.hand, {}
    for x in range(round(zone.x) + 12, round(zone.right) - 12, 5):
        at = (x, round(zone.centre[1]))
        meant[at] = driver.stage.hit(at)
    for at, card in meant.items():
        driver.move(at)
        assert driver.stage.hit(at) == card == driver.stage.hand.pointed_card or not card.startswith("h0:")
        driver.step(0.05)
        assert driver.stage.hit(at) == card
    for at in list(meant)[::7]:
        driver.move(at)
        still(driver)
        near = {topmost(driver, (at[0] + aside, at[1])) for aside in (-4, 0, 4)}
        assert driver.stage.hit(at) in near or not meant[at].startswith("h0:"), at


@pytest.mark.parametrize("size", [(1280, 800), (960, 600), (1000, 1300)])
def test_opened_fan_keeps_its_order_and_stays_within_the_rim(rummy: Tables, size: tuple[int, int]) -> None:
    driver = table(rummy, size=size)
    cards = hand_of(driver)
    for card in cards:
        driver.move((round(driver.stage.spots[card].box.x + 6), round(driver.stage.spots[card].y)))
        still(driver)
        places = [seen(driver)[one] for one in cards]
        xs = [place[0] for place in places]
        assert xs == sorted(xs) and min(b - a for a, b in pairwise(xs)) > 0.1 * places[0][2] / CARD_RATIO
        assert all(within_the_rim(driver, place) for place in places)


def test_fan_closes_and_opens_without_a_jump_when_cards_move(rummy: Tables) -> None:
    driver = table(rummy)
    cards = hand_of(driver)
    driver.move(driver.at(cards[4]))
    still(driver)
    open_at = seen(driver)[cards[5]]
    driver.strike(pygame.K_n)  # a second card can't be drawn: a word about it, and the hand stays open
    assert seen(driver)[cards[5]] == open_at
    driver.click(cards[-1])
    driver.strike(pygame.K_x)
    first = min(
        driver.stage.frame().sprites, key=lambda sprite: abs(sprite.x - open_at[0]) + abs(sprite.y - open_at[1])
    )
    assert (first.x, first.y) == pytest.approx(open_at[:2], abs=40)
    driver.until(lambda: not driver.stage.has_film)
    assert driver.stage.hand.pointed_card is None or driver.stage.is_animating


def pose() -> Any:
    return DUCALE.text.read(card_of("ducale").pose)


def test_menu_cards_lie_within_the_rim_and_are_a_quarter_of_the_table_high() -> None:
    cards = menu_picture.pose_cards(pose().table())
    edge = RIM_WIDTH / 100
    for card in cards:
        for corner in corners((card.x, card.y, card.height, card.angle)):
            assert edge <= corner.x <= menu_picture.TABLE_WIDTH - edge and edge <= corner.y <= 1 - edge
    assert min(card.height for card in cards) > 0.25
    assert {"back", "QS", "JK=6H"} <= {card.token.look for card in cards}
    assert sum(card.angle != 0 for card in cards) == menu_picture.MAX_FAN_CARDS


@pytest.mark.parametrize("change", [{"language": "fr"}, {"four_colours": True}])
def test_menu_picture_follows_language_and_four_colours(tables: Tables, change: dict[str, Any]) -> None:
    pictures = []
    for settings in ({}, change):
        still = BoardPicture(tables.app(**settings), "ducale", pose())
        still.place(pygame.Rect(0, 0, 400, 300))
        still.update()
        assert still._picture is not None
        pictures.append(pygame.image.tobytes(still._picture, "RGBA"))
    assert pictures[0] != pictures[1]
