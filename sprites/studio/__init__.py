"""The programs that draw the pictures; no part of the app. `python -m sprites.studio` runs them all."""
