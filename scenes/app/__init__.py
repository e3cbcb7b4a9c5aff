"""The window and what every screen shares: loop, scene stack, settings, storage, assets, theme, words, sound."""
