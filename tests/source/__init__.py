"""The files of the site, read and not run: modules, templates, texts, styles and typefaces."""
