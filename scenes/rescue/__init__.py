"""When the app fails all the same: the match is kept, the log has the fault, and a sheet says so and goes on."""
