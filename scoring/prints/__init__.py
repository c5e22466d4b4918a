"""Contexts of printed sheets. `sheets` lists all sheets; each other module is about one subject."""
