"""What is seen and heard when gnomes act on one another."""

import pytest

from rules.contract import Effect, Lift, Slide, Token, Turn
from scenes.games.ducart.gnomes import INSIDE
from scenes.games.ducart.moving import LEAVE, OVERTURN, SWEEP
from scenes.surfaces.motion import Frame
from tests.scenes.gnomes import BUSY, HEALER, NEARLY, SPOTS, STEALER, VIEW, film, movers


def test_who_is_pushed_waits_for_the_shove() -> None:
    timeline = film(BUSY, "Cd4>e4-f4")
    early, late = movers(timeline, 0.25), movers(timeline, 0.9)
    assert early["gold-creeper"].x > SPOTS["d4"].x + 10 and early["blue-sweeper"].x == SPOTS["e4"].x
    assert late["blue-sweeper"].x > SPOTS["e4"].x + 40
    assert movers(timeline, 0.9999)["gold-creeper"].x == pytest.approx(SPOTS["d4"].x, abs=1)


def test_what_a_keeper_comes_over_shrinks_into_the_cage_and_out_of_it() -> None:
    timeline = film(BUSY, "Kg2^d2")
    assert movers(timeline, 0.1)["gold-sweeper-asleep"].size == pytest.approx(SPOTS["d2"].size)
    assert movers(timeline, 0.999)["gold-sweeper-asleep"].size == pytest.approx(INSIDE * SPOTS["d2"].size, rel=0.02)
    away = film(BUSY.replace(" g - g 0", " b - g 0"), "Ke6-h6")
    assert away.last["e6"] == (Token("gold-sweeper"),)
    last = {one.token.look: one for one in away.at(away.seconds * 0.999).movers}
    assert last["gold-sweeper"].size == pytest.approx(SPOTS["e6"].size)


def test_what_falls_asleep_topples_and_what_wakes_gets_up() -> None:
    timeline = film(BUSY, "Zd6~e5")
    assert movers(timeline, 0.3)["blue-stealer"].tilt > 5
    assert movers(timeline, 0.9)["blue-stealer-asleep"].tilt == 0
    woken = film(HEALER, "He5+")
    assert {"gold-sleeper-asleep", "gold-sweeper-asleep"} <= movers(woken, 0.2).keys()
    assert movers(woken, 0.7)["gold-sleeper"].tilt > 5


def test_two_who_change_places_pass_each_other_on_either_side() -> None:
    timeline = film(STEALER, "Te5<>c8")
    half = movers(timeline, 0.5)
    thief, victim = half["gold-stealer"], half["blue-sleeper"]
    assert abs(thief.x - victim.x) + abs(thief.y - victim.y) > 0.5 * SPOTS["e5"].size


def test_who_is_killed_stays_until_the_broom_comes_and_then_leaves_upwards() -> None:
    timeline = film(NEARLY.replace("4w3", "3ww3"), "Wc6xd7")
    assert movers(timeline, 0.2)["blue-sweeper"].alpha == 1
    assert movers(timeline, 0.9)["blue-sweeper"].alpha < 0.5
    assert movers(timeline, 0.9)["blue-sweeper"].y < SPOTS["d7"].y


def test_a_creeper_that_was_dragged_onto_its_victim_goes_home_from_there() -> None:
    timeline = film(BUSY, "Cd4>e4-f4", held={"d4": SPOTS["e4"].box.centre})
    assert movers(timeline, 0.0)["gold-creeper"].x == SPOTS["e4"].x
    assert timeline.at(timeline.seconds) == Frame(timeline.last)


def test_every_deed_has_its_sound_once() -> None:
    heard = {
        text: [VIEW.sound(cue.manner) for cue in film(position, text).cues]
        for position, text in (
            (BUSY, "Cd4>e4-f4"),
            (BUSY, "Zd6~e5"),
            (BUSY, "Kg2^d2"),
            (HEALER, "He5+"),
            (STEALER, "Te5<>c8"),
            (STEALER, "Te5<e6"),
            (NEARLY, "Wc6-d7"),
        )
    }
    assert list(heard.values()) == [["push"], ["sleep"], ["keep"], ["heal"], ["steal"], ["keep"], ["step"]]


def test_a_deed_done_by_dragging_is_heard_as_the_deed() -> None:
    timeline = film(STEALER, "Te5<>c8", held={"e5": SPOTS["c8"].box.centre})
    assert [VIEW.sound(cue.manner) for cue in timeline.cues] == ["steal"]


def test_a_deed_is_over_in_a_third_of_a_second() -> None:
    for position, text in ((BUSY, "Cd4>e4-f4"), (BUSY, "Zd6~e5"), (BUSY, "Kg2^d2"), (STEALER, "Te5<>c8")):
        assert 0.12 <= film(position, text).seconds <= 0.33


def test_promotion_turns_the_sweeper_over() -> None:
    assert VIEW.manner(Turn("d8", Token("gold-sweeper"), Token("gold-leaper")), (), {}) is OVERTURN
    kill: tuple[Effect, ...] = (Lift("d8", Token("blue-healer")), Slide("c7", "d8"))
    lying = {"c7": (Token("gold-sweeper"),), "d8": (Token("blue-healer"),)}
    assert [VIEW.manner(effect, kill, lying) for effect in kill] == [LEAVE, SWEEP]
