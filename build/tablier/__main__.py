"""`python -m tablier`: the app."""

from tablier import app

app()
