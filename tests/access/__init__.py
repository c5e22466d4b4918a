"""Access to the site: roles, addresses, tries and the second factor."""
