"""The desk of the hall: missing tables, where a competitor sits, sheets to print."""
