"""Tapete on one's own machine: `./dev run`, and `./dev run --hall` for the phones of a hall.

One program sets everything up with a single start of Django, says where to go, and looks after the
web, the worker and its clock (`config.home.parts`). What it says is for people: in Spanish, or
in English where the machine speaks it, and never a traceback.
"""
