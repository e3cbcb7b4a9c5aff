"""Tips go with what they are about: with the focus, and when a sheet is laid over the screen."""

import pygame

from tests.scenes.driver import Tables
from tests.scenes.matches import ANNA, BERT


def test_a_tip_goes_with_the_keyboards_focus(tables: Tables) -> None:
    drive = tables.table(ANNA, BERT)
    drive.form.focus(drive.key("flip"))
    drive.strike(pygame.K_LSHIFT)
    drive.until(lambda: bool(drive.tip()))
    drive.form.focus(None)
    drive.strike(pygame.K_LSHIFT)
    assert drive.tip() == ""


def test_a_tip_goes_when_a_sheet_is_laid_over_the_table(tables: Tables) -> None:
    drive = tables.table(ANNA, BERT)
    drive.move(drive.key("flip").rect.center)
    drive.run(1.0)
    below = drive.form
    assert below.tip_out == "Turn the board (F)"
    drive.scene.act("menu")
    drive.step()
    assert drive.above is not None and below.tip_out == ""
