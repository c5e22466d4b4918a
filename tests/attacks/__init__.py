"""Tests of attacks, crowds and failures of the machine."""
