"""Tests of access to the site: roles, addresses, wrong tries and the second factor."""
