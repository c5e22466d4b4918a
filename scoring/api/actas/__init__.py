"""Actas: written, corrected, mended, with their photos."""
