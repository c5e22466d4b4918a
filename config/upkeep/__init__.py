"""The machine under the site: what it answers to probes, what ails it, its backup."""
