"""Every clause of a digest, every ruling, option, end and refusal is on a page of the rulebook, in every language."""

from fnmatch import fnmatch

import pytest

from rules import GAMES
from rules.game import Game
from scenes.app.words import LANGUAGES, Words
from scenes.screens.rulebook.pages import RulePage, find_passage, page_text, pages_of
from scenes.table.diagram import read_diagram
from tests.checks import present
from tests.rows import cases_of
from tests.scenes.clauses import (
    UNTOLD,
    find_citations,
    list_clauses,
    listed_refusals,
    refusals_in_code,
    refusals_with_words,
    required_anchors,
    untold_clauses,
)

LONGEST = 2400
"""Letters on a page."""
SHOWN = 0.6
"""Share of the pages on which something can be played."""

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def sheets(game: Game, language: str) -> list[RulePage]:
    text = present(page_text(game.key, language), "rulebook")
    return pages_of(text, game.key)


def anchors(game: Game, language: str) -> list[str]:
    return [name for sheet in sheets(game, language) for block in sheet.blocks for name in block.anchors]


@every_game
def test_refusals_of_code_readme_and_words_agree(game: Game) -> None:
    told = listed_refusals(game.key)
    assert told
    made, patterns = refusals_in_code(game.key)
    assert made <= told
    assert {code for code in told - made if not any(fnmatch(code, one) for one in patterns)} == set()
    assert all(any(fnmatch(code, one) for code in told) for one in patterns)
    for language in LANGUAGES:
        assert refusals_with_words(game, Words(language)) == told


@every_game
def test_every_cited_clause_has_its_recorded_beginning(game: Game) -> None:
    before, now = cases_of("clauses")[game.key], {clause.name: clause.beginning for clause in list_clauses(game.key)}
    cited = find_citations(game.key)
    wrong = [f"there is no {name}: see {', '.join(cited[name])}" for name in cited.keys() - now.keys()]
    for name, text in before.items():
        if now.get(name) != text:
            new = " or ".join(other for other in now if now[other] == text) or "gone or worded otherwise"
            wrong.append(f"{name} was “{text}”, which is {new} now: see {', '.join(cited.get(name, ['nothing']))}")
    wrong += [f"{name} is new: “{now[name]}”" for name in now if name not in before]
    assert not wrong, "\n".join(
        [*wrong, "Correct what cites these clauses, then run: python -m tests.scenes.clauses"]
    )


@every_language
@every_game
def test_every_clause_has_a_passage_in_the_rulebook(game: Game, language: str) -> None:
    pages = sheets(game, language)
    missing = [name for name in sorted(required_anchors(game, Words(language))) if find_passage(pages, name) is None]
    assert not missing, f"no page of rules.{language}.md tells {', '.join(missing)}"


@every_language
@every_game
def test_rulebook_anchors_name_existing_clauses(game: Game, language: str) -> None:
    known = {clause.name for clause in list_clauses(game.key)} | required_anchors(game, Words(language))
    heads = {name.rpartition("-")[0] for name in known if name[0] in "!="}
    strange = {*anchors(game, language)} - known - heads
    assert not strange, f"rules.{language}.md names {strange}, which the rules don’t have"


@every_game
def test_rulebooks_of_all_languages_have_the_same_anchors(game: Game) -> None:
    def named(language: str) -> list[list[tuple[str, ...]]]:
        return [[block.anchors for block in sheet.blocks] for sheet in sheets(game, language)]

    assert all(named(language) == named("en") for language in LANGUAGES)


@every_language
@every_game
def test_every_line_of_anchors_has_a_text_below_it(game: Game, language: str) -> None:
    text = present(page_text(game.key, language), "rulebook")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    bare = [one for one, after in zip(lines, [*lines[1:], "#"], strict=True) if one[0] == "@" and after[0] in "@#"]
    assert bare == []


@every_language
@every_game
def test_every_refusal_has_a_passage_with_words(game: Game, language: str) -> None:
    pages = sheets(game, language)
    for code in listed_refusals(game.key):
        place = find_passage(pages, f"!{code}")
        assert place is not None and any(pages[place.page].blocks[number].words for number in place.blocks), code


@every_game
def test_untold_clauses_exist_and_have_reasons(game: Game) -> None:
    assert untold_clauses(game.key) <= {clause.name for clause in list_clauses(game.key)}
    assert all(UNTOLD.get(game.key, {}).values())


@every_language
@every_game
def test_rulebook_has_6_to_16_short_pages_mostly_with_playable_diagrams(game: Game, language: str) -> None:
    pages = sheets(game, language)
    assert 6 <= len(pages) <= 16
    assert all(sum(len(block.words) for block in sheet.blocks) < LONGEST for sheet in pages)
    shown = [[read_diagram(game, block.text) for block in sheet.blocks if block.kind == "diagram"] for sheet in pages]
    assert sum(any(scheme.plays for scheme in schemes) for schemes in shown) >= SHOWN * len(pages)


@every_language
@every_game
def test_own_rulings_are_marked_and_explained_on_the_last_page(game: Game, language: str) -> None:
    def marked(sheet: RulePage) -> bool:
        parts = [part for block in sheet.blocks for part in (block.pieces, *block.cells)]
        return any(piece.style == "ruling" for part in parts for piece in part)

    *others, source = sheets(game, language)
    assert marked(source) and sum(map(marked, others)) > 1
