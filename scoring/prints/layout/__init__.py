"""Positions of boxes, letters and stamps on a sheet: millimetres in, millimetres out."""
