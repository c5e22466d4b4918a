"""Tapete on a local machine: `./dev run`, and `./dev run --hall` for the phones of a hall.

One program sets everything up with a single start of Django, prints the address, and supervises the
web server, the worker and its clock (`config.home.parts`). Its messages are for people: in Spanish,
or in English if the machine's language is English, and never a traceback.
"""
