"""Lists what is missing or wrong in the files of a language, compared with English: `python -m tests.translations
de`.

A file that a language doesn't have isn't missing: what would lie there is shown in English.
"""

from __future__ import annotations

import argparse
import re
import string
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import rules
import scenes
from scenes.app.game_files import game_file
from scenes.app.words import ENGLISH, LANGUAGES, UNSAFE_PLACEHOLDER
from scenes.screens.rulebook.pages import outline, read_pages

OWN: Final = "language"
"""The table in which a language says its name, how it writes numbers, and which forms of words go with them."""
OTHER: Final = "other"
FOLDER: Final = Path(scenes.__file__).parent
FACT: Final = re.compile(r'\b([a-z]\w*)=(?!=)|"([a-z]\w*)":')
"""A fact in the code: a keyword argument, or a key of a dictionary."""
CALL: Final = re.compile(r'\bwords\(\s*"([\w.-]+)"((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)')
"""A call for words with the key as a literal, and all its other arguments."""


def app_file(language: str) -> Path:
    return FOLDER / "app" / "words" / f"{language}.toml"


def words_files(language: str) -> list[Path]:
    """Return the paths of the words of a language, existing or not."""
    return [app_file(language), *(game_file(key, f"words.{language}.toml") for key in rules.KEYS)]


def sentences(text: str) -> dict[str, str]:
    """Return the words of a file by key. Raises ValueError if it can't be read."""
    return dict(_flat("", tomllib.loads(text)))


def _flat(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}{name}.", value)
        else:
            yield f"{prefix}{name}", str(value)


def forms(words: Mapping[str, str]) -> set[str]:
    start = f"{OWN}.number."
    return {OTHER, *(key.removeprefix(start) for key in words if key.startswith(start))}


def own_faults(words: Mapping[str, str]) -> Iterator[str]:
    for name in ("name", "thousands", "decimal", "percent", "time", "first"):
        if not words.get(f"{OWN}.{name}"):
            yield f"{OWN}.{name} is missing"
    for form in sorted(forms(words) - {OTHER}):
        try:
            re.compile(words[f"{OWN}.number.{form}"])
        except re.error as error:
            yield f"{OWN}.number.{form} is no pattern: {error}"


@cache
def _calls() -> tuple[frozenset[str], dict[str, frozenset[str]]]:
    """Return the names of all facts in the code, and by key the facts of every `words("key", name=…)`."""
    files = (path for folder in ("rules", "scenes") for path in (FOLDER.parent / folder).rglob("*.py"))
    sources = [path.read_text(encoding="utf-8") for path in files]
    names = frozenset(name for source in sources for found in FACT.findall(source) for name in found)
    by_key: dict[str, frozenset[str]] = {}
    for key, facts in (found for source in sources for found in CALL.findall(source)):
        if "**" not in facts:
            by_key[key] = by_key.get(key, names) & {name for name, _ in FACT.findall(facts)}
    return names, by_key


def unfilled(key: str, sentence: str) -> set[str]:
    names, by_key = _calls()
    return places(sentence) - by_key.get(key, by_key.get(key.rpartition(".")[0], names))


def english_faults(english: Mapping[str, str]) -> Iterator[str]:
    for key, sentence in english.items():
        for name in sorted(unfilled(key, sentence)) if not key.startswith(f"{OWN}.") else ():
            yield f"{key} in English has {{{name}}}, which the code doesn’t fill: “{sentence}”"


def faults(english: Mapping[str, str], own: Mapping[str, str], known: set[str]) -> Iterator[str]:
    """Yield what is missing, unknown or wrong in the words of a file, whose language knows the forms `known`.

    Places that English itself has wrong are passed over: `english_faults` has them.
    """
    like = {key: [key] for key in english if not key.startswith(f"{OWN}.")}
    stems = {key.removesuffix(f".{OTHER}") for key in like if key.endswith(f".{OTHER}")}
    for stem in stems:
        numbered = [key for key in like if key.rpartition(".")[0] == stem]
        like = {key: keys for key, keys in like.items() if key not in numbered}
        like |= {f"{stem}.{form}": [f"{stem}.{OTHER}", *numbered] for form in sorted(known)}
    for key, (pattern, *_) in like.items():
        if not own.get(key, "").strip() and english[pattern].strip():
            yield f"{key} is missing: “{english.get(key, english[pattern])}”"
    for key, said in own.items():
        stem, _, form = key.rpartition(".")
        if key.startswith(f"{OWN}."):
            continue
        if key not in like:
            yield f"{key} is unused: the language has no form “{form}”" if stem in stems else f"{key} is unknown"
        elif any(unfilled(one, english[one]) for one in like[key]):
            continue
        elif UNSAFE_PLACEHOLDER.search(said):
            yield f"{key} has a place that is more than a name in braces: “{said}”"
        else:
            given = [places(english[one]) for one in like[key]]
            for name in sorted(places(said).difference(*given)):
                yield f"{key} has {{{name}}}, which isn’t in the English “{english[like[key][0]]}”: “{said}”"
            for name in sorted(given[0].intersection(*given) - places(said) - ({"n"} if stem in stems else set())):
                yield f"{key} lacks {{{name}}} of the English “{english[like[key][0]]}”: “{said}”"


def places(pattern: str) -> set[str]:
    try:
        return {name for _, name, _, _ in string.Formatter().parse(pattern) if name is not None}
    except ValueError:
        return {"{"}


def page_faults(english: Sequence[str], own: Sequence[str]) -> Iterator[str]:
    """Yield what is missing in the rules, or is on none of their pages."""
    there, wanted = [outline(sheet) for sheet in own], [outline(sheet) for sheet in english]
    for sheet, name in zip(english, wanted, strict=True):
        if name not in there:
            yield f"the page “{_title(sheet)}” is missing, or its anchors and diagrams are others"
    for sheet, name in zip(own, there, strict=True):
        if name not in wanted:
            yield f"the page “{_title(sheet)}” isn’t shown: no English one has its anchors and diagrams"


def _title(sheet: str) -> str:
    return sheet.partition("\n")[0].removeprefix("# ")


def faults_by_file(language: str) -> dict[str, list[str]]:
    """Return the faults by file; a file without faults has an empty list, a missing file no entry."""
    found: dict[str, list[str]] = {}
    known = {OTHER}
    for file, original in zip(words_files(language), words_files(ENGLISH), strict=True):
        if not file.is_file():
            continue
        try:
            own = sentences(file.read_text(encoding="utf-8"))
        except ValueError as error:
            found[_shown(file)] = [f"it can’t be read: {error}"]
            continue
        told: list[str] = []
        if file == app_file(language):
            known = forms(own)
            told += own_faults(own)
        found[_shown(file)] = [*told, *faults(sentences(original.read_text(encoding="utf-8")), own, known)]
    for key in rules.KEYS:
        if own_pages := read_pages(key, language):
            found[_shown(game_file(key, f"rules.{language}.md"))] = [
                *page_faults(read_pages(key, ENGLISH), own_pages)
            ]
    return found


def _shown(file: Path) -> str:
    return file.relative_to(FOLDER.parent).as_posix()


def main(arguments: Sequence[str]) -> int:
    """Print the faults of a language; return 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tests.translations", description=__doc__)
    parser.add_argument("languages", nargs="*", default=LANGUAGES[1:], help="codes of languages, as de; else all")
    wrong = 0
    for language in parser.parse_args(arguments).languages:
        found = faults_by_file(language)
        for file, told in found.items():
            print(f"{file}: {len(told) or 'nothing'} to do")
            print("".join(f"  {fault}\n" for fault in told), end="")
        everything = [*words_files(language), *(game_file(key, f"rules.{language}.md") for key in rules.KEYS)]
        for name in map(_shown, everything):
            if name not in found:
                print(f"{name}: not there, so it is shown in English")
        wrong += sum(map(len, found.values()))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
