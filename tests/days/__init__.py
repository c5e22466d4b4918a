"""Tests that play whole tournaments through the services, and check their draws and standings."""
