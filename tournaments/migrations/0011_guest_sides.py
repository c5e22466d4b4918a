from django.db import migrations, models


class Migration(migrations.Migration):
    """Somebody who sits down again in his round, so that who rested may catch up."""

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
