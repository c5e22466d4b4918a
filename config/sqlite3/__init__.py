"""Django's SQLite, which is still read when the disk is full."""
