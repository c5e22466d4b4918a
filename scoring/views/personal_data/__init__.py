"""People's data: handed over, or deleted."""
