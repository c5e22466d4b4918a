"""Tests that read the site's files without running them: modules, templates, texts, typefaces."""
