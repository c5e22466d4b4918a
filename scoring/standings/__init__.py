"""The order of merit: results in, ordered lines out, each with what placed it. Plain Python."""
