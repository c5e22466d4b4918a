"""Contexts of printed sheets. `sheets` lists them; every other module has one subject."""
