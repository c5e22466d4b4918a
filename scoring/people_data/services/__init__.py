"""People's data: forgotten, and accounts and tournaments deleted."""
