"""The screens' part of Ducart: its table, animations, texts and gestures."""
