"""The windows of earlier tests are thrown away here, too."""

from tests.scenes.conftest import _tidy  # noqa: F401 - a fixture
