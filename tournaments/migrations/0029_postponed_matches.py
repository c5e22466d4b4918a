from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0028_names_typed_otherwise'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='postponed_to',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='match',
            name='state',
            field=models.CharField(choices=[('planned', 'Sin publicar'), ('waiting', 'En espera de mesa'), ('postponed', 'Aplazado'), ('playing', 'En juego'), ('finished', 'Terminada'), ('bye', 'Descansa')], default='planned', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('state', 'postponed'), ('postponed_to__isnull', True), _connector='OR'), name='only_a_postponed_match_has_a_date'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'postponed'), _negated=True), ('table__isnull', True), _connector='OR'), name='a_postponed_match_has_no_table'),
        ),
    ]
