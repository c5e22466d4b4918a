from django.db import migrations


def number_them(apps, schema_editor):
    """Set each round's serial to its number, because every tournament still has one stage."""
    Round = apps.get_model("tournaments", "Round")
    rounds = Round.objects.using(schema_editor.connection.alias)
    for round in rounds.select_related("stage").iterator():
        round.serial, round.tournament_id = round.number, round.stage.tournament_id
        round.save(update_fields=["serial", "tournament"])


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0004_formats")]

    operations = [migrations.RunPython(number_them, migrations.RunPython.noop)]
