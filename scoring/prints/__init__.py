"""Contexts of printed sheets. `sheets` lists them; the other modules have one subject each."""
