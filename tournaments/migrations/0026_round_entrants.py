from typing import Any

from django.db import migrations, models


def count(apps: Any, schema_editor: Any) -> None:
    """Fill `entrants` of each round with the number of entries in the draw of its report."""
    Round = apps.get_model("tournaments", "Round")
    for round in Round.objects.only("report").iterator(chunk_size=20):
        drawn = round.report.get("drawn", [])
        entrants = sum(len(sides) for _position, sides, *_rest in drawn)
        Round.objects.filter(pk=round.pk).update(entrants=entrants)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0025_job_slices")]

    operations = [
        migrations.AddField(
            model_name="round",
            name="entrants",
            field=models.PositiveSmallIntegerField(default=0, editable=False),
        ),
        migrations.RunPython(count, migrations.RunPython.noop, elidable=True),
    ]
