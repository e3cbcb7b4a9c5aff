"""The publisher and the changes, read from pyproject.toml and CHANGELOG.md for all builds.

Fields of the publisher may be empty in ordinary builds, but not in a release (`refusal`).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final, NamedTuple, Self

ROOT: Final = Path(__file__).resolve().parent.parent
_LINK: Final = r"https://[^\s<>\"']+"
FORMS: Final = {
    "name": (r"[^\s<>\"\\][^<>\"\\\n]*", 'a person or a group, "Anna Example"'),
    "address": (r"[^@\s<>\"\\]+@[^@\s<>\"\\]+\.[a-z]+", 'where mail reaches them, "anna@example.org"'),
    "homepage": (_LINK, '"https://example.org/tablier"'),
    "issues": (_LINK, 'where faults are told, "https://example.org/tablier/issues"'),
    "id": (r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*){2,}", 'reverse DNS of a domain of theirs, "org.example.tablier"'),
    "screenshots": (_LINK, "the address of the folder with the pictures of `build/make.py screenshots`"),
    "downloads": (_LINK, "the address of the folder with the files of a release; {version} stands for its version"),
}
"""Pattern and description of each field."""


@dataclass(frozen=True, slots=True)
class Publisher:
    """The `[tool.tablier.publisher]` of pyproject.toml; fields may be empty."""

    name: str = ""
    address: str = ""
    homepage: str = ""
    issues: str = ""
    id: str = ""
    screenshots: str = ""
    downloads: str = ""

    @classmethod
    def of(cls, root: Path = ROOT) -> Self:
        """Return the publisher of a checkout. Raises TypeError for an unknown field."""
        project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
        return cls(**project["tool"]["tablier"]["publisher"])

    @property
    def maker(self) -> str:
        return self.name or "The Tablier authors"

    @property
    def maintainer(self) -> str:
        return f"{self.maker} <{self.address or 'nobody@tablier.invalid'}>"

    @property
    def app_id(self) -> str:
        """The reverse-DNS name, or a local one."""
        return self.id or "local.tablier.tablier"

    def faults(self) -> list[str]:
        """Return a line for each field that must be filled in before a release."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return [
            f"{name}: {description}"
            for name, (pattern, description) in FORMS.items()
            if not re.fullmatch(pattern, values[name])
        ]

    @property
    def links(self) -> dict[str, str]:
        addresses = {"Homepage": self.homepage, "Issues": self.issues}
        return {name: address for name, address in addresses.items() if address}

    def readme(self) -> str:
        """Return the README for a package index, with pictures from `screenshots` and links to the homepage."""
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        if not self.homepage or not self.screenshots:
            return text
        text = re.sub(r"(!\[[^]]*\]\()build/pictures/", rf"\g<1>{self.screenshots.rstrip('/')}/", text)
        return re.sub(r"((?<!!)\[[^]]*\]\()(?!https?:|#)[^)]*", rf"\g<1>{self.homepage}", text)

    def module(self) -> str:
        """Return the contents of `scenes/app/project_links.py` in the wheel."""
        text = (ROOT / "scenes" / "app" / "project_links.py").read_text(encoding="utf-8")
        for name in ("homepage", "issues"):
            text = text.replace(
                f'{name.upper()}: Final[str] = ""', f"{name.upper()}: Final[str] = {getattr(self, name)!r}"
            )
        return text


class Changes(NamedTuple):
    """A section of CHANGELOG.md."""

    version: str
    date: str  # as 2026-11-21; empty before the release
    items: list[str]  # each in one line, without marks

    @classmethod
    def all(cls, root: Path = ROOT) -> list[Self]:
        """Return the sections, the latest first. Raises ValueError for an unknown heading."""
        sections = []
        for section in re.split(r"^## ", (root / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.M)[1:]:
            heading, _, text = section.partition("\n")
            match = re.fullmatch(r"(\S+)(?: \((\d{4}-\d\d-\d\d)\))?", heading.strip())
            if match is None:
                raise ValueError(f"CHANGELOG.md: {heading!r} is neither 'VERSION (YYYY-MM-DD)' nor 'Unreleased'")
            entries = re.findall(r"^- (.*(?:\n +.*)*)", text, flags=re.M)
            items = [" ".join(entry.replace("`", "").split()) for entry in entries]
            sections.append(cls(match[1], match[2] or "", items))
        return sections

    @classmethod
    def of(cls, version: str, date: str, root: Path = ROOT) -> list[Self]:
        """Return the sections; the unreleased one becomes `version` of `date`, or is omitted if `version` exists."""
        sections = cls.all(root)
        if any(section.version == version for section in sections):
            return [section for section in sections if section.date]
        return [section if section.date else section._replace(version=version, date=date) for section in sections]


def refusal(tag: str, version: str, publisher: Publisher, changes: list[Changes]) -> str:
    """Return the reasons against a release with `tag`, one a line; "" if everything is ready."""
    lines = []
    if tag != f"v{version}":
        lines.append(f"The tag is {tag}, and the version in pyproject.toml {version}: it must be v{version}.")
    if not any(section.version == version and section.date and section.items for section in changes):
        lines.append(f"CHANGELOG.md has no section '## {version} (YYYY-MM-DD)' that says what has changed.")
    if faults := publisher.faults():
        lines += [
            "[tool.tablier.publisher] in pyproject.toml is to be filled in:",
            *(f"  {fault}" for fault in faults),
        ]
    return "\n".join(lines)
