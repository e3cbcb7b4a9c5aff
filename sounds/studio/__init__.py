"""The programs that made the sounds; no part of the app. `python -m sounds.studio.synth` runs them all."""
