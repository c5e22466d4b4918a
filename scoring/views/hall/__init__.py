"""The desk of the hall: its tables, their links, and sheets to print."""
