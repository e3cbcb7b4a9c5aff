"""Art of the effects that several games share: dust, light, letters and drops beside the pieces."""
