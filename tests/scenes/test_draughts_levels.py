"""What the set-up says of the levels of Double Draughts, against what they are."""

from typing import Final

import pytest

from rules.ai.opponents import levels_of
from scenes.app.words import LANGUAGES, Words
from scenes.screens.setup.scene import SetupScene
from tests.scenes.driver import SIZE as SMALL
from tests.scenes.driver import visit

KEY: Final = "double-draughts"
DEPTHS: Final = {
    "en": {"its own move alone": 1, "its move and your answer": 2, "three turns": 3},
    "de": {"nur den eigenen Zug": 1, "den eigenen Zug und Ihre Antwort": 2, "drei Züge": 3},
    "fr": {"son propre coup": 1, "son coup et à votre réponse": 2, "trois coups": 3},
}
"""How far a level looks, in words."""
SHARES: Final = {
    "en": {"Mostly": 3 / 4, "every second time": 0.43, "time in four": 1 / 4, "time in five": 1 / 5, "Rarely": 0.08},
    "de": {"meistens": 3 / 4, "jedes zweite": 0.43, "jedes vierte": 1 / 4, "jedes fünfte": 1 / 5, "selten": 0.08},
    "fr": {"le plus souvent": 3 / 4, "sur deux": 0.43, "sur quatre": 1 / 4, "sur cinq": 1 / 5, "rarement": 0.08},
}
"""How much it overlooks."""
NODES: Final = {
    "en": {"three thousand": 3000, "ten thousand": 10_000, "sixty thousand": 60_000},
    "de": {"dreitausend": 3000, "zehntausend": 10_000, "sechzigtausend": 60_000},
    "fr": {"trois mille": 3000, "dix mille": 10_000, "soixante mille": 60_000},
}
"""How many positions it weighs."""
SECONDS: Final = {"en": "two seconds", "de": "zwei Sekunden", "fr": "deux secondes"}


@pytest.mark.parametrize("language", SECONDS)
def test_what_is_said_of_the_levels_is_true(language: str) -> None:
    words, levels = Words(language), levels_of(KEY)
    for level in levels[:5]:
        about = words(f"level.{KEY}.{level.number}.about")
        assert {depth for told, depth in DEPTHS[language].items() if told in about} == {level.depth}
        (share,) = (share for told, share in SHARES[language].items() if told in about)
        assert level.blind / 256 == pytest.approx(share, abs=0.04)
    for level in levels[5:8]:
        about = words(f"level.{KEY}.{level.number}.about")
        assert {nodes for told, nodes in NODES[language].items() if told in about} == {level.nodes}
        assert level.blind == 0
    assert SECONDS[language] in words(f"level.{KEY}.9.about") and levels[8].seconds == 2.0


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_level_has_room_in_the_smallest_window(language: str) -> None:
    person = visit(SMALL, language=language)
    cut: list[str] = []
    person.app.theme.report_overflow = lambda text, role, rect: cut.append(text)
    for level in levels_of(KEY):
        person.app.settings.setups[KEY] = {"seats": ["computer 1", f"computer {level.number}"]}
        person.open(SetupScene(person.app, KEY))
        person.frames()
        assert person.app.words(f"level.{KEY}.{level.number}.about") in person.words()
    person.app.close()
    assert cut == []
