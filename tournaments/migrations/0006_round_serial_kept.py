import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0005_round_serial")]

    operations = [
        migrations.AlterField(
            model_name='round',
            name='serial',
            field=models.PositiveSmallIntegerField(),
        ),
        migrations.AlterField(
            model_name='round',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.tournament'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('tournament', 'serial'), name='one_round_per_serial'),
        ),
    ]
