"""The window and the services of all screens: loop, scene stack, settings, storage, assets, theme, words, sound."""
