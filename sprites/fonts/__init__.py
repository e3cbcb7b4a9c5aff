"""Typefaces, as Adobe publishes them."""
