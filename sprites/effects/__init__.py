"""Art of acts that several games share: what rises, glows and flies beside the pieces."""
