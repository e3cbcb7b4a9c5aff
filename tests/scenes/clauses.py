"""The contents that a game's rulebook must cover: clauses and rulings of its README, options, ends and refusals.

Section N of rules/<game>/README.md is clause N; the k-th list item or table row in it is N.k. Rulings are numbered
R1, R2 … After adding a clause, correct the citations of those after it and run `python -m tests.scenes.clauses`,
which saves the beginning of each clause.
"""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from rules import KEYS
from rules.game import Game
from scenes.app.assets import ROOT
from scenes.app.words import Words

UNTOLD: Final[dict[str, dict[str, str]]] = {
    "ducart": {
        "11.12": "which turns a list holds, for programs",
        "11.13": "numbers of turns, for programs",
        "11.15 11.16 11.17": "the position as text, for files",
        "13": "what is wrong with the text of a turn, for the console",
    },
    "duck-chess": {"11.5": "numbers of turns, for programs"},
    "double-draughts": {
        "10": "what grows too large to list, for whoever builds on the rules",
        "11.1": "how the computer searches",
        "11.2 11.3 11.4 11.5": "the table of endings, for programs",
    },
    "ducale": {
        "12.7 12.8 12.9 12.10 12.11 12.12 12.13 12.14 12.15 12.16 12.17": "the state as text, for files",
        "14.2": "what is wrong with the text of a turn, for the console",
        "14.22": "what the console doesn't list",
        "14.23": "what a simulation looks for",
        "15": "how a hand is solved",
        "16": "how the computer plays",
    },
    "unstacked-draughts": {"12": "how positions keep their rolls, for whoever builds on the rules"},
}
"""By game: clauses that the rulebook need not cover -> the reason. A section stands for all its items."""

TEXTS_ONLY: Final[dict[str, frozenset[str]]] = {
    "ducale": frozenset({"bad-shuffle", "stock-not-empty", "blocked"}),
}
"""By game: codes that occur only when reading records, not for gestures: in Ducale those of impossible shuffles."""

_SECTION: Final = re.compile(r"## (\d+)\. (.*)")
_ITEM: Final = re.compile(r"- |\d+\. ")
_DASHES: Final = re.compile(r"\|[-:| ]+\|")
_CODE: Final = re.compile(r"`([a-z]+(?:-[a-z]+)*)`")
_MAKERS: Final = frozenset({"Refusal", "Violation", "MeldError", "make_refusal"})
_MARKS: Final = re.compile(r"^(?:- |\d+\. |\| (?:\d+ \| )?)")
_CITING: Final = {".md": r"^@ (.*)", ".toml": r"^teaches = (.*)", ".py": r"\bsections? ((?:[\d.]+(?:, | and )?)+)"}
FILE: Final = ROOT / "tests" / "cases" / "clauses.json"


@dataclass(frozen=True, slots=True)
class Clause:
    name: str
    text: str

    @property
    def beginning(self) -> str:
        return _MARKS.sub("", self.text)[:50].strip()


def read_readme(key: str) -> str:
    return (_folder(key) / "README.md").read_text(encoding="utf-8")


def _folder(key: str) -> Path:
    return ROOT / "rules" / key.replace("-", "_")


def list_clauses(key: str) -> list[Clause]:
    """Return all clauses of a README, rulings as R1, R2 …, except the rows of refused gestures, which have codes."""
    found: list[Clause] = []
    section, count, rulings, refused = "", 0, False, False
    lines = read_readme(key).splitlines()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        head = _SECTION.fullmatch(line)
        if head is not None:
            section, count, rulings, refused = head[1], 0, head[2] == "Rulings", False
            found.append(Clause(section, head[2]))
        elif line.startswith("**Refused gestures**"):
            refused = True
        elif line and not line.startswith("|") and refused:
            refused = False
        row = line.startswith("|") and not _DASHES.fullmatch(line) and not _DASHES.fullmatch(following)
        if section and (row or _ITEM.match(line)):
            count += 1
            if not refused:
                found.append(Clause(f"R{count}" if rulings else f"{section}.{count}", line))
    return found


def find_citations(key: str) -> dict[str, list[str]]:
    """Return where each clause is cited ("file:line"): in rulebooks, lessons, and sources that name a section."""
    found: dict[str, list[str]] = {}
    folder = ROOT / "scenes" / "games" / _folder(key).name
    for file in (*sorted(folder.glob("rules.*.md")), folder / "lessons.toml", *sorted(_folder(key).rglob("*.py"))):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for cited in re.findall(_CITING[file.suffix], line):
                for name in re.findall(r"(?<![\w.=!%-])(?:R\d+|\d+(?:\.\d+)?)(?![\w-])", cited):
                    found.setdefault(name, []).append(f"{file.relative_to(ROOT).as_posix()}:{number}")
    return found


def listed_refusals(key: str) -> set[str]:
    table = read_readme(key).partition("**Refused gestures**")[2].partition("\n\n")[2].partition("\n\n")[0]
    return {code for row in table.splitlines()[2:] for code in _CODE.findall(row)}


def end_reasons(game: Game, words: Words) -> set[str]:
    return _keys(words, f"outcome.{game.key}.")


def refusals_with_words(game: Game, words: Words) -> set[str]:
    return _keys(words, f"refusal.{game.key}.")


def _keys(words: Words, head: str) -> set[str]:
    return {key.removeprefix(head).partition(".")[0] for key in sorted(words.keys()) if key.startswith(head)}


def option_names(game: Game) -> set[str]:
    return {field.name for field in fields(game.play.options)}


def untold_clauses(key: str) -> set[str]:
    return {name for names in UNTOLD.get(key, {}) for name in names.split()}


def required_anchors(game: Game, words: Words) -> set[str]:
    left_out = untold_clauses(game.key)
    told = {one.name for one in list_clauses(game.key)}
    needed = {name for name in told if name not in left_out and name.partition(".")[0] not in left_out}
    needed |= {f"={reason}" for reason in end_reasons(game, words)} | {f"%{name}" for name in option_names(game)}
    return needed | {f"!{code}" for code in listed_refusals(game.key)}


# --- refusals in the code


def refusals_in_code(key: str) -> tuple[set[str], set[str]]:
    """Return the codes with which the rules refuse gestures, and patterns of composed codes ("pattern-*")."""
    whole: set[str] = set()
    patterns: set[str] = set()
    for file in sorted(_folder(key).glob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for code in _codes(tree):
            code = code.lower().replace("_", "-")
            (patterns if "*" in code else whole).add(code)
    return whole - TEXTS_ONLY.get(key, frozenset()), patterns


def _codes(tree: ast.Module) -> Iterator[str]:
    makers, tables = _makers(tree), _tables(tree)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            locals_ = {
                target.id: node.value
                for node in ast.walk(function)
                if isinstance(node, ast.Assign)
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and call.args and _name(call.func) in makers:
                    yield from _said(call.args[0], locals_, tables)


def _makers(tree: ast.Module) -> frozenset[str]:
    """Return the names that make refusals in a module: classes, and functions that pass their first argument on."""
    helpers = {
        function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and function.args.args
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and call.args and _name(call.func) in _MAKERS
        if isinstance(call.args[0], ast.Name) and call.args[0].id == function.args.args[0].arg
    }
    return _MAKERS | helpers


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else ""


def _tables(tree: ast.Module) -> dict[str, list[ast.expr]]:
    return {
        node.target.id: node.value.values
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and isinstance(node.value, ast.Dict)
    }


def _said(expr: ast.expr, locals_: dict[str, ast.expr], tables: dict[str, list[ast.expr]]) -> Iterator[str]:
    match expr:
        case ast.Constant(value=str(code)):
            yield code
        case ast.IfExp(body=one, orelse=other):
            yield from _said(one, locals_, tables)
            yield from _said(other, locals_, tables)
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts)
        case ast.Subscript(value=ast.Name(id=name)):
            for value in tables.get(name, ()):
                yield from _said(value, locals_, tables)
        case ast.Name(id=name) if name in locals_ and not isinstance(locals_[name], ast.Name):
            yield from _said(locals_[name], locals_, tables)


if __name__ == "__main__":
    begin = {key: {clause.name: clause.beginning for clause in list_clauses(key)} for key in KEYS}
    FILE.write_text(json.dumps(begin, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
