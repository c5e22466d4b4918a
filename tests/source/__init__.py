"""Tests that read the site's files: modules, templates, texts, typefaces."""
