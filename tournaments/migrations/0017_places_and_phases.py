import re

from django.db import migrations, models


def _source(place, stages):
    """Return the stage with whose number the place's group begins («1A»); else the first stage."""
    named = [number for number in stages if place.group.startswith(str(number))]
    return max(named, key=lambda number: len(str(number)), default=stages[0])


def places_as_they_were_told(apps, schema_editor):
    """Fill the former stage, group and place of each place, from its group and its text `source`.

    The place among all entries of the stage is known only without groups.
    """
    places = apps.get_model("tournaments", "Place").objects.using(schema_editor.connection.alias)
    for place in places.select_related("stage"):
        stages = sorted({quota["stage"] for quota in place.stage.intake})
        if not stages:
            continue
        place.from_stage = _source(place, stages)
        place.from_group = place.group.removeprefix(str(place.from_stage))
        told = re.search(r"\d+", place.source)
        place.from_place = int(told[0]) if told else 0
        place.from_overall = 0 if place.group else place.from_place
        place.save(
            update_fields=["from_stage", "from_group", "from_place", "from_overall"]
        )


def phases(apps, schema_editor):
    """Fill the phase of existing bracket rounds with the word that `Format.phase` gives new rounds."""
    sides = {"": "main", "final": "main", "second_final": "consolation"}
    rounds = apps.get_model("tournaments", "Round").objects.using(schema_editor.connection.alias)
    for round in rounds.select_related("stage").filter(stage__format__in=["knockout", "lives"]):
        ties = dict(round.matches.order_by().values_list("position", "purpose"))
        found = [one.partition(" ")[0] for one in ties.values()]
        sections = [sides.get(one, one) for one in found]
        double = round.stage.format_options.get("repesca") == "double"
        if round.stage.format == "lives":
            round.phase = "main 1" if "final" in found else ""
        elif double or "main" not in sections:
            alone = set(sections) - {"main", "losers"} if double else set(sections)
            one = sections[0] if len(set(sections)) == 1 and alone else ""
            round.phase = "previous" if "previous" in sections else one
        else:
            round.phase = f"main {sections.count('main')}"
        round.save(update_fields=["phase"])


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0016_player_apart"),
    ]

    operations = [
        migrations.AddField(
            model_name="place",
            name="from_stage",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="place",
            name="from_group",
            field=models.CharField(blank=True, max_length=8),
        ),
        migrations.AddField(
            model_name="place",
            name="from_place",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="place",
            name="from_overall",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="round",
            name="phase",
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.RunPython(phases, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(
            places_as_they_were_told, migrations.RunPython.noop, elidable=True
        ),
    ]
