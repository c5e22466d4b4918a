"""Django's SQLite backend, still readable with a full disk."""
