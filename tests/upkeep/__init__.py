"""Tests of the upkeep of a site: backups, the doctor, probes and mail."""
