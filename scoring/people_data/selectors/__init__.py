"""People's data: what is stored about a person, handed over or deleted."""
