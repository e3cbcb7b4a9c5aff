"""The menu's boards at common window sizes, rendered once by `python -m tests.gallery boards`."""
