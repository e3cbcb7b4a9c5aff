"""The app as `python -m tablier`."""

from tablier import app

app()
