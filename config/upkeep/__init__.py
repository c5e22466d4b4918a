"""The machine under the site: probes, system checks and backup."""
