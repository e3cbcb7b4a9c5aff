"""The screens' part of Duck Chess: its table, animations, texts and gestures."""
