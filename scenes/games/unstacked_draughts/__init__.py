"""The screens' part of Unstacked Draughts: its table, animations, texts and gestures."""
