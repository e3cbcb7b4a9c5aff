"""The boards of the menu, painted for the usual windows by `python -m tests.gallery boards`; not drawn, but kept."""
