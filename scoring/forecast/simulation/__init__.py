"""Days that play themselves: the demonstration, and the rehearsal in a database of its own."""
