from django.db import migrations, models
from django.db.models import F


def announce_published(apps, schema_editor):
    """Mark published rounds as announced when they were published, because everybody saw them then."""
    rounds = apps.get_model('tournaments', 'Round').objects.using(schema_editor.connection.alias)
    rounds.filter(state='published').update(announced_at=F('published_at'))


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0026_round_entrants'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='announced_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='announcing',
            field=models.CharField(choices=[('at_once', 'Al publicarla, como siempre'), ('by_hand', 'A mano, o a la hora que se diga: publicada, la ven solo el equipo y las hojas que se impriman')], default='at_once', max_length=8, verbose_name='cuándo se enseña una ronda'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='announcement_hours',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='tournament',
            name='public_names',
            field=models.CharField(choices=[('names', 'Con sus nombres'), ('numbers', 'Solo con su número: «Pareja 12»')], default='names', max_length=8, verbose_name='cómo sale la gente en público'),
        ),
        migrations.RunPython(announce_published, migrations.RunPython.noop),
    ]
