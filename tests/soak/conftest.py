"""Closes the windows of earlier tests here, too."""

from tests.scenes.conftest import _tidy  # noqa: F401 - a fixture
