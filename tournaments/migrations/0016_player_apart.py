"""Add the town that distinguishes two people of the same name, and fill it for existing people."""

from collections import Counter

from django.db import migrations, models


def tell_apart(apps, schema_editor):
    Player = apps.get_model("tournaments", "Player")
    players = Player.objects.using(schema_editor.connection.alias)
    people = players.only("pk", "tournament_id", "identity", "town")
    keys = {one.pk: (one.tournament_id, one.identity.partition("|")[0]) for one in people}
    times = Counter(keys.values())
    named = [one for one in people if times[keys[one.pk]] > 1 and one.town]
    for one in named:
        one.apart = one.town
    players.bulk_update(named, ["apart"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_byes_and_finals")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="apart",
            field=models.CharField(blank=True, default="", max_length=60),
        ),
        migrations.RunPython(tell_apart, migrations.RunPython.noop),
    ]
