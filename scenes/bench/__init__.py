"""How fast and how quiet the app is on this machine: `python -m scenes.bench`."""
