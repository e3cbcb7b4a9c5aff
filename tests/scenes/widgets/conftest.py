"""An app with a form of widgets on top."""

import pytest

from scenes.app.app import App
from scenes.ui.form import Form
from tests.scenes.widgets.bench import Bench


@pytest.fixture
def bench(app: App) -> Bench:
    scene = Bench(app)
    app.stack.push(scene)
    return scene


@pytest.fixture
def form(bench: Bench) -> Form:
    return bench.form
