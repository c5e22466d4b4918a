from django.db import migrations, models


class Migration(migrations.Migration):
    """Allow a guest: an entry that plays a second match in a round, so that a resting entry can
    catch up.
    """

    dependencies = [("tournaments", "0010_order_by_keys")]

    operations = [
        migrations.AddField(
            model_name="matchside",
            name="guest",
            field=models.BooleanField(default=False),
        ),
        migrations.RemoveConstraint(
            model_name="matchside",
            name="an_entry_once_a_round",
        ),
        migrations.AddConstraint(
            model_name="matchside",
            constraint=models.UniqueConstraint(
                condition=models.Q(("guest", False)),
                fields=("round", "entry", "board"),
                name="an_entry_once_a_round",
            ),
        ),
    ]
