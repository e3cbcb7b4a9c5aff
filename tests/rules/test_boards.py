"""Effects, refusals and remarks of the board games, as rows of positions."""

from dataclasses import fields
from typing import Any

from rules import abilities, get
from rules.contract import Position, Token
from tests.rows import rows
from tests.rules.play import refusal_of


def played(key: str, text: str, moves: list[str]) -> Position:
    position: Position = get(key).text.read(text)
    for text in moves:
        (move,) = (move for move in position.legal_moves() if str(move) == text)
        position = position.play(move)
    return position


@rows
def test_gestures_are_refused_as_the_case_says(
    law: str, key: str, position: str, begun: list[str], gestures: list[tuple[str, str | None, str | None, Any]]
) -> None:
    """`gestures`: what is picked and dropped, the code, and what is asked of the targets and facts of the refusal."""
    now = played(key, position, begun)
    for pick, drop, code, about in gestures:
        refusal = refusal_of(now, pick, drop)
        assert (refusal and refusal.code) == code, (law, pick, drop)
        found = {"targets": list(refusal.targets), **refusal.facts} if refusal is not None else {}
        assert {name: found.get(name) for name in about} == about, (law, pick, drop)


@rows
def test_a_move_has_the_effects_of_the_case(
    law: str, key: str, position: str, begun: list[str], move: str, gesture: list[str | None], beats: list[list[Any]]
) -> None:
    """`beats`: what is seen at once, one after the other, each by its name and its values."""
    now = played(key, position, begun)
    (chosen,) = (one for one in now.legal_moves() if str(one) == move)
    assert [[plain(effect) for effect in beat] for beat in now.effects(chosen)] == beats, law
    assert [*now.gesture(chosen).pick, now.gesture(chosen).drop] == gesture, law


@rows
def test_remarks_are_those_of_the_case(
    law: str, key: str, position: str, begun: list[str], remarks: list[Any]
) -> None:
    """`remarks`: code, targets, facts, and whether it is an aid."""
    now = played(key, position, begun)
    found = [[one.code, list(one.targets), dict(one.facts), one.aid] for one in abilities.remarks(now)]
    assert found == remarks, law


def plain(effect: Any) -> list[Any]:
    """Return the name and the values of an effect, a token by its look."""
    values = [getattr(effect, field.name) for field in fields(effect)]
    return [type(effect).__name__, *(value.look if isinstance(value, Token) else value for value in values)]
