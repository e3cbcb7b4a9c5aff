"""Opens texts of matches and positions, as pasted or dropped."""

from scenes.app.app import App
from scenes.screens.open_match import open_text


def refused(app: App, text: str) -> str | None:
    said: list[str] = []
    open_text(app, text, said.append)
    return said[0] if said else None
