"""The screens' part of Double Draughts: its table, animations, texts and gestures."""
