"""French is spaced as French printers do it, in files and in what is composed: the Imprimerie nationale's Lexique."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from rules import KEYS
from scenes.app.app import App
from scenes.app.game_files import game_file
from scenes.app.words import Words
from tests.scenes.catalogue import SCENES
from tests.scenes.driver import form_of
from tests.scenes.shared_app import paint_screen, reset_app, shared_app

FRENCH: Final = Words("fr")
MISPRINTS: Final = re.compile(
    r"""(?<![\u202f!?])[;!?](?=\W|$)      # a sign without its narrow space
    | (?<!\u202f)%                        # 50%, 50 %
    | (?<!\u00a0)(?<!\dg)(?<!\d\d):(?=\W|$)  # a colon without its space; but 1g: of a letter, 41: 4↓ of a throw
    | «(?!\u00a0) | (?<!\u00a0)»          # quotation marks without theirs
    | ['"] | \.\.\.                       # typewriter's signs
    | \d[ ](?:Mo|ko|min|h|s)\b            # a number that may be torn from its unit
    | \d[ \u00a0]\d{3}(?!\d)              # 10 000 with a broad space
    | \b1[ \u00a0](?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)
    """,
    re.VERBOSE,
)
CLICKED: Final = re.compile(
    r"cliqu(?:ez|er|e)(?:-l| (?:l[ea]s? |l’|une? |des |votre |vos |cette |ce |sa ))", re.IGNORECASE
)
CLUMSY: Final = re.compile(
    r"""(?:^|[.:;]\s|\*\*)[Qq]ui\s(?!commence\b|joue\b|peut\ssubir)[^.?]*[.*!]  # a relative clause without antecedent
    | \b(?:de|par|pour|[Ss]i|vers)\squi\b(?!\sque)
    | qu’ils?\sne\spourr  # what he couldn't, without its pronoun
    | \bde\sreste\b | \(encore\s | même\sà\svous | coup\sfaux | [Vv]ous\sêtes\s(?:\{|Blanc|Noir|Or\b|Bleu)
    | ^Joker\spour | aucune\sde\svos\sautres | avec\srien\sde\sce | un\scourrier | lâchez\sle\sbouton
    | sont\sle\smaximum | (?:Presser|pressi?ez)\b | tapez\s(?:Espace|Entrée|Suppr) | \btalon\b | \b1er\b
    """,
    re.VERBOSE | re.MULTILINE,
)
"""What an editor would mark."""
CODE: Final = re.compile(r"^```.*?^```|`[^`]*`|!\[\]\([^)]*\)|^@ .*$", re.MULTILINE | re.DOTALL)
"""What isn't French on a page of rules: diagrams, code, pictures and anchors."""


OTHERS: Final = (
    *("licences", "keys", "exchange that said no"),
    *("setting up ducale", "chance report, seal", "rules, searched"),
)
"""Screens, by how their names begin, that show English, a position or a command as well, or words in pieces."""


def printed() -> Iterator[tuple[str, str]]:
    for key in sorted(FRENCH.keys()):
        yield key, FRENCH.pattern(key)
    for key in KEYS:
        yield f"rules of {key}", CODE.sub("", game_file(key, "rules.fr.md").read_text(encoding="utf-8"))
    folder = Path(__file__).parents[2] / "build"
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".xml", ".desktop", ".yaml", ".json"):
            for text in re.findall(r'="fr">([^<]*)<|(?:Name|Comment)\[fr\]=(.*)', file.read_text(encoding="utf-8")):
                yield file.name, "".join(text)
    for text in re.findall(r'", "([^"]*)"\),', (folder / "metainfo.py").read_text(encoding="utf-8")):
        yield "metainfo.py", text


def test_french_files_use_french_spaces_and_signs() -> None:
    texts = [*printed()]
    assert len(texts) > 2000 and {"lesson.ducart.sweep.say", "tablier.desktop", "metainfo.py"} <= {
        at for at, _ in texts
    }
    assert [
        (at, text[max(0, it.start() - 20) : it.end() + 9]) for at, text in texts for it in MISPRINTS.finditer(text)
    ] == []


def test_french_says_cliquer_sur() -> None:
    """Bug: "cliquez une pièce" beside "cliquez sur une pièce"."""
    assert [(at, found[0]) for at, text in printed() for found in CLICKED.finditer(text)] == []


def test_french_has_no_known_clumsy_phrases() -> None:
    """Faults: "1 sur 44 est résolu", "qui a lancé gagne", "talon" beside "pioche". Looks for what it names alone."""
    assert [(at, found[0]) for at, text in printed() for found in CLUMSY.finditer(text)] == []


def test_french_card_texts_say_tour_and_not_coup() -> None:
    cards = [
        key
        for key in sorted(FRENCH.keys())
        if {"ducale", "cards", "card_pace", "card_pace_about"} & {*key.split(".")}
    ]
    assert len(cards) > 300
    assert [key for key in cards if re.search(r"\bcoups?\b", FRENCH.pattern(key))] == []


def test_composed_french_texts_use_french_spaces() -> None:
    told = [
        FRENCH.format_percent(51.6),
        FRENCH.format_number(1_234_567.5),
        FRENCH.format_time(9, 5),
        FRENCH.format_date(1, 12),
        FRENCH.format_date(2, 12, 2026),
        FRENCH.label_value("Volume", FRENCH.format_percent(70)),
    ]
    assert [one.replace("\u202f", "_").replace("\u00a0", "~") for one in told] == [
        "51,6_%",
        "1_234_567,5",
        "9~h~05",
        "1ᵉʳ~décembre",
        "2~décembre~2026",
        "Volume~: 70_%",
    ]
    english = Words("en")
    assert (english.format_time(9, 5), english.format_date(1, 12)) == ("09:05", "1 December")
    assert (
        english.label_value("Volume", "70%") == "Volume: 70%"
        and english.label_value("", "a") == english.label_value("a", "") == "a"
    )


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    with shared_app(tmp_path_factory.mktemp("french"), window=(1280, 800), language="fr") as app:
        yield app


@pytest.mark.parametrize("name", [name for name in SCENES if not name.startswith(OTHERS)])
def test_every_french_screen_uses_french_spaces(
    window: App, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: "Volume: 70 %" in the line of words."""
    reset_app(window, tmp_path, monkeypatch, window=(1280, 800), language="fr")
    scene, told = paint_screen(window, name, monkeypatch)
    told.update(widget.describe() for widget in form_of(scene).iter_widgets())
    without_drives = {re.sub(r"\b[A-Z]:\\", "", line) for line in told}
    assert {line for line in without_drives if MISPRINTS.search(line)} == set()
