"""Rename `replays` to `exchanges` in the reports of rounds, and drop their list `before`."""

from django.db import migrations


def rename(apps, old, new):
    rounds = apps.get_model("tournaments", "Round").objects
    for round in rounds.filter(report__has_key=old).iterator():
        round.report[new] = round.report.pop(old)
        round.report.pop("before", None)
        round.save(update_fields=["report"])


def forwards(apps, schema_editor):
    rename(apps, "replays", "exchanges")


def backwards(apps, schema_editor):
    rename(apps, "exchanges", "replays")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_job_upload")]

    operations = [migrations.RunPython(forwards, backwards)]
