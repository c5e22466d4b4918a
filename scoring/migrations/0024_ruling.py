import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Points of penalty become one kind of ruling; those there are stay, as points."""

    dependencies = [
        ('scoring', '0023_versions'),
        ('tournaments', '0013_refereeing'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameModel('Penalty', 'Ruling'),
        migrations.RemoveConstraint('ruling', 'penalty_points_in_range'),
        migrations.AlterField(
            model_name='ruling',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='tournaments.stage'),
        ),
        migrations.AlterField(
            model_name='ruling',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='tournaments.entry'),
        ),
        migrations.AlterField(
            model_name='ruling',
            name='points',
            field=models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(100)], verbose_name='puntos de sanción'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='player',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rulings', to='tournaments.player'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='match',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rulings', to='tournaments.match'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='fault',
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name='ruling',
            name='article',
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.AddField(
            model_name='ruling',
            name='follows',
            field=models.CharField(choices=[('warning', 'Apercibimiento'), ('points', 'Puntos de sanción'), ('line', 'Línea del acta'), ('hand', 'Se apunta en la mano'), ('out', 'Descalificación')], default='points', max_length=8),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='ruling',
            name='lines',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='ruling',
            name='lifted_by',
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name='ruling',
            name='lift_reason',
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('follows', 'points'), ('points__gte', 1), ('points__lte', 100)), models.Q(models.Q(('follows', 'points'), _negated=True), ('points', 0)), _connector='OR'), name='points_where_they_follow'),
        ),
        migrations.CreateModel(
            name='RefereeCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField(null=True)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('author_name', models.CharField(blank=True, max_length=150)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answered_name', models.CharField(blank=True, max_length=150)),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='referee_calls', to='tournaments.match')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('answered_at', None)), fields=('match',), name='one_open_call_per_match')],
            },
        ),
    ]
