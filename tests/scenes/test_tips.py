"""Tips go when a sheet is laid over the screen. Not covered: that they go with the keyboard's focus."""

from tests.scenes.driver import Tables
from tests.scenes.matches import ANNA, BERT


def test_a_tip_goes_when_a_sheet_is_laid_over_the_table(tables: Tables) -> None:
    drive = tables.table(ANNA, BERT)
    drive.move(drive.key("flip").rect.center)
    drive.run(1.0)
    below = drive.form
    assert below.tip_out == "Turn the board (F)"
    drive.scene.act("menu")
    drive.step()
    assert drive.above is not None and below.tip_out == ""
