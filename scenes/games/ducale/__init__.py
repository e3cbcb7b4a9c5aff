"""The screens' part of Ducale: its table, animations, texts and gestures."""
