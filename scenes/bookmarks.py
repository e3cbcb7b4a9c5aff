"""The sheet on the menu's table: a bookmark for each match under way, and the keys to everything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from scenes.storage import Entry
from scenes.tables import COLUMNS
from scenes.theme import INK, LEATHER, PAPER, SHADE, SOFT_INK, STITCH, Theme, vector
from scenes.widgets.base import Group
from scenes.widgets.button import Button, IconButton, Pressable
from scenes.widgets.label import Label, Panel

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.heads import Head

MOST_BOOKMARKS: Final = 6


class BookmarkSheet(Panel):
    """What is under way, what is finished, what can be opened; `on_change` hears when it needs another height."""

    def __init__(self, parent: Group, only: str | None, on_change: Callable[[], object]) -> None:
        """`only` is the key of the game if there is just one: then a key sets that up."""
        super().__init__(parent)
        words = self.form.scene.app.words
        self._only = only
        self._on_change = on_change
        self._heading = Label(self, "", "heading")
        empty = words("menu.empty" if only is not None else "menu.empty_several")
        self._empty = Label(self, empty, "body", SOFT_INK, valign="top")
        self._list = Group(self)
        self._all = Button(self, "", lambda: self._open_archive("matches"), icon="list")
        self._new = Button(self, words("menu.new_match"), self._set_up, "primary", icon="new")
        self._new.visible = only is not None
        self._finished = Button(self, words("menu.finished"), lambda: self._open_archive("finished"), icon="book")
        self._open = Button(self, words("menu.open"), self._open_exchange, icon="open")
        self._bookmarks: list[Bookmark] = []
        self._under_way = 0
        self._rules: list[int] = []
        self.read(None)

    @property
    def newest(self) -> Bookmark | None:
        """The bookmark of the match last played."""
        return self._bookmarks[0] if self._bookmarks else None

    def read(self, result: object) -> None:
        """Look at the matches on file; a match that is the `result` of the question below is thrown away first.

        One that can't be read is set aside, with a notice.
        """
        storage = self.form.scene.app.storage
        if isinstance(result, Entry):
            storage.delete_match(result.id)
        self._list.clear()
        self._bookmarks = []
        entries = storage.list_matches()
        self._under_way = len(entries)
        for entry in entries:
            if len(self._bookmarks) == MOST_BOOKMARKS:
                break
            try:
                head = storage.read_match(entry.id, _head)
            except OSError:
                self._under_way -= 1
                continue
            self._bookmarks.append(Bookmark(self._list, entry, head, self._go_on, self._ask_delete))
        self._heading.text = self.form.scene.app.words("menu.under_way" if self._bookmarks else "menu.welcome")
        self._empty.visible = not self._bookmarks

    # --- where one goes from here

    def _go_on(self, bookmark: Bookmark) -> None:
        scene = self.form.scene
        resume(scene.app, bookmark.entry.id)
        if scene.app.stack.top is scene:
            scene.resumed(None)

    def ask_delete(self) -> bool:
        """Ask about the bookmark that has the focus; False when none has."""
        focused = next((mark for mark in self._bookmarks if mark.focused or mark.bin.focused), None)
        if focused is not None:
            self._ask_delete(focused)
        return focused is not None

    def _ask_delete(self, bookmark: Bookmark) -> None:
        from scenes.archive import delete_dialog

        app = self.form.scene.app
        app.stack.push(delete_dialog(app, bookmark.entry, bookmark.label))

    def _set_up(self) -> None:
        from scenes.setup import SetupScene

        app = self.form.scene.app
        if self._only is not None:
            app.stack.push(SetupScene(app, self._only))

    def _open_archive(self, shelf: str) -> None:
        from scenes.archive import ArchiveScene

        app = self.form.scene.app
        app.stack.push(ArchiveScene(app, shelf))

    def _open_exchange(self) -> None:
        from scenes.exchange import ExchangeScene

        app = self.form.scene.app
        app.stack.push(ExchangeScene(app))

    # --- layout

    def _line(self) -> int:
        """Height of a bookmark in pixels."""
        return max(self.theme.control, self.theme.px(7.2))

    def _pad(self) -> tuple[int, int]:
        """What the sheet leaves free at its sides, and above and below, in pixels."""
        return self.theme.px(2.8), self.theme.px(2.6)

    def _beside(self, width: int) -> bool:
        """Whether the two keys at the foot have room side by side in a column of `width` pixels."""
        half = (width - self.theme.px(1.4)) // 2
        return max(self._finished.natural_width(), self._open.natural_width()) <= half

    def _foot_height(self, width: int) -> int:
        """Height in pixels of the keys at the foot of the sheet, with the rule and the gap above them."""
        theme = self.theme
        rows = 1 if self._beside(width) else 2
        new = theme.control + theme.px(3) if self._new.visible else 0
        return theme.px(3) + new + rows * theme.control + (rows - 1) * theme.px(1.4)

    def natural_height(self, width: int) -> int:
        """Height in pixels that it needs for everything that it has to say."""
        theme, (side, high) = self.theme, self._pad()
        column = width - 2 * side
        body = len(self._bookmarks) * self._line() if self._bookmarks else self._empty.natural_height(column)
        if self._under_way > len(self._bookmarks):
            body += theme.control + theme.px(1.2)
        return 2 * high + theme.line("heading") + theme.px(2) + body + self._foot_height(column)

    def place(self, sheet: pygame.Rect) -> None:
        """Lie in `sheet`; where that is low, fewer bookmarks are shown."""
        theme, (side, high) = self.theme, self._pad()
        self.rect = sheet
        inner = sheet.inflate(-2 * side, -2 * high)
        self._heading.rect = pygame.Rect(inner.left, inner.top, inner.width, theme.line("heading"))
        top = self._heading.rect.bottom + theme.px(2)
        foot = inner.bottom - self._foot_height(inner.width) + theme.px(3)
        self._rules = [self._heading.rect.bottom + theme.px(0.8)]
        self._place_list(pygame.Rect(inner.left, top, inner.width, foot - theme.px(3) - top))
        if self._new.visible:
            self._new.rect = pygame.Rect(inner.left, foot, inner.width, theme.control)
            foot += theme.control + theme.px(3)
        self._rules.append(foot - theme.px(1.5))
        beside, half = self._beside(inner.width), (inner.width - theme.px(1.4)) // 2
        for number, button in enumerate((self._finished, self._open)):
            if beside:
                button.rect = pygame.Rect(inner.left + number * (inner.width - half), foot, half, theme.control)
            else:
                step = theme.control + theme.px(1.4)
                button.rect = pygame.Rect(inner.left, foot + number * step, inner.width, theme.control)

    def _place_list(self, room: pygame.Rect) -> None:
        """The bookmarks that fit, and a key for the others."""
        theme, line = self.theme, self._line()
        self._empty.rect = pygame.Rect(room.left, room.top, room.width, self._empty.natural_height(room.width))
        crowded = self._under_way > min(room.height // line, len(self._bookmarks))
        below = theme.control + theme.px(1.2) if crowded else 0
        shown = min(len(self._bookmarks), max(0, room.height - below) // line)
        self._list.rect = pygame.Rect(room.left, room.top, room.width, shown * line)
        for number, mark in enumerate(self._bookmarks):
            mark.place(pygame.Rect(room.left, room.top + number * line, room.width, line))
            mark.show(number < shown)
        self._all.visible = crowded
        self._all.text = self.form.scene.app.words("menu.all_matches", n=self._under_way)
        top = room.top + shown * line + theme.px(1.2)
        self._all.rect = pygame.Rect(room.left, top, room.width, theme.control)

    def paint(self, surface: pygame.Surface) -> None:
        super().paint(surface)
        inner = self.rect.inflate(-2 * self._pad()[0], 0)
        for top in self._rules:
            self.theme.rule(surface, (inner.left, top), inner.width)


class Bookmark(Pressable):
    """A match under way: a leather ribbon, who plays, which game, how far it is; and its bin."""

    def __init__(
        self,
        parent: Group,
        entry: Entry,
        head: Head,
        on_open: Callable[[Bookmark], object],
        on_delete: Callable[[Bookmark], object],
    ) -> None:
        words = parent.form.scene.app.words
        self.entry = entry
        super().__init__(parent, head.company(words), lambda: on_open(self))
        self._detail = words("menu.bookmark", game=head.game_name(words), turn=_number(head))
        self.bin = IconButton(parent, "bin", words("archive.delete"), lambda: on_delete(self), danger=True)

    def show(self, visible: bool) -> None:
        """Be there or not, with the bin."""
        self.visible = self.bin.visible = visible

    def place(self, rect: pygame.Rect) -> None:
        """Lie in `rect`, the bin at its right."""
        side = min(rect.height, self.theme.control)
        self.bin.rect = pygame.Rect(rect.right - side, rect.top + (rect.height - side) // 2, side, side)
        self.rect = pygame.Rect(rect.left, rect.top, rect.width - side - self.theme.px(0.6), rect.height)

    def paint(self, surface: pygame.Surface) -> None:
        theme, state, rect = self.theme, self.state(), self.rect
        if state in ("hover", "held"):
            tone = SHADE if state == "held" else SHADE.lerp(PAPER, 0.3)
            pygame.draw.rect(surface, tone, rect.inflate(0, -2), border_radius=theme.px(0.8))
        high = theme.line("strong") + theme.line("small")
        size = (theme.px(1.9), high)
        ribbon = theme.cache.get(("ribbon", size), lambda: _ribbon(theme, size))
        surface.blit(ribbon, ribbon.get_rect(midleft=(rect.left + theme.px(1), rect.centery)))
        words = pygame.Rect(rect.left + theme.px(4.2), rect.centery - high // 2, 0, high)
        words.width = rect.right - theme.px(0.8) - words.left
        theme.text(surface, self.label, "strong", INK, words, valign="top", ellipsis=True)
        theme.text(surface, self._detail, "small", SOFT_INK, words, valign="bottom", ellipsis=True)


def _ribbon(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    """A leather ribbon with a notch and a stitched edge."""
    w, h = size
    notch, inset, dash = w * 0.45, max(2.0, w * 0.22), theme.u * 0.45
    leather = f"#{LEATHER.r:02x}{LEATHER.g:02x}{LEATHER.b:02x}"
    stitch = f"#{STITCH.r:02x}{STITCH.g:02x}{STITCH.b:02x}"
    return vector(
        size,
        f'<path d="M0 0H{w}V{h}L{w / 2} {h - notch}L0 {h}Z" fill="#4A2519"/>'
        f'<path d="M0 0H{w - 0.8}V{h - 1.2}L{w / 2} {h - notch - 1}L0 {h - 1.2}Z" fill="{leather}"/>'
        f'<path d="M{inset} 0V{h - notch}M{w - inset} 0V{h - notch}" stroke="{stitch}" fill="none" '
        f'stroke-width="{max(0.8, theme.u * 0.1):.2f}" stroke-dasharray="{dash:.1f} {dash * 0.8:.1f}"/>',
    )


def resume(app: App, match_id: str) -> None:
    """Lay an unfinished match on the table again; one that was over all the same goes to the finished ones.

    When its file could not be read the table stays as it is, so that the notice is seen first.
    """
    from scenes.match import MatchScene
    from scenes.sitting import Sitting

    told = len(app.storage.notices)
    try:
        sitting = app.storage.read_match(match_id, lambda text: Sitting.load(match_id, text))
    except OSError:
        return
    if len(app.storage.notices) > told:
        return
    over = sitting.match.outcome() is not None
    if over:
        sitting.save(app.storage)
    app.stack.push(MatchScene(app, sitting, looking_back=over))


def _head(text: str) -> Head:
    """The head of a record. Raises RecordError. Records take a while to load, and who is new here has none."""
    from scenes.heads import Head

    return Head.read(text)


def _number(head: Head) -> int:
    """The number that the score sheet gives the turn to come."""
    return head.turns // COLUMNS.get(head.game, 1) + 1
