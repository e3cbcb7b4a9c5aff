"""Programs that draw the pictures; not part of the app. `python -m sprites.studio` runs them all."""
