"""Positions and sizes of boxes, letters and stamps on a sheet."""
