"""Entries: registered, checked, paired, seeded, changed."""
