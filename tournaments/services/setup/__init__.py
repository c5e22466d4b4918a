"""Setting a tournament up: its plan, its stages, and what can no longer change."""
