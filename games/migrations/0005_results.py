"""What is read of games that are over: results, ratings, and what they add up to."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models.game


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_running"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Count",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("what", models.CharField(max_length=40)),
                ("key", models.CharField(max_length=16)),
                ("n", models.BigIntegerField(default=0)),
                ("won", models.BigIntegerField(default=0)),
                (
                    "total",
                    models.FloatField(default=0, help_text="a sum that belongs to it, such as what the odds said"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Outcome",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=16)),
                (
                    "option",
                    models.CharField(help_text="the options in a word: aeg, aeg bust, open, ask", max_length=32),
                ),
                ("size", models.PositiveSmallIntegerField()),
                ("pace", models.CharField(max_length=8)),
                ("public", models.BooleanField()),
                ("rated", models.BooleanField(help_text="it changed this player's rating")),
                ("bots", models.BooleanField(help_text="a bot had a seat from the start, or it was a solo game")),
                ("ended", models.DateTimeField()),
                (
                    "result",
                    models.CharField(choices=[("won", "won"), ("shared", "shared"), ("lost", "lost")], max_length=6),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("points", models.SmallIntegerField(null=True)),
                ("margin", models.SmallIntegerField(help_text="points more than the best of the others", null=True)),
                (
                    "lost",
                    models.CharField(
                        choices=[("resigned", "resigned"), ("clock", "ran out of time")],
                        default="",
                        help_text="how this player left",
                        max_length=8,
                    ),
                ),
                ("substitute", models.BooleanField(default=False, help_text="sat down for somebody who left")),
                ("pool", models.CharField(default="", max_length=8)),
                ("mu_before", models.FloatField(null=True)),
                ("sigma_before", models.FloatField(null=True)),
                ("mu", models.FloatField(null=True)),
                ("sigma", models.FloatField(null=True)),
                ("luck", models.FloatField(help_text="how much of the result came from cards", null=True)),
                ("skill", models.FloatField(help_text="how much came from this player's decisions", null=True)),
                (
                    "facts",
                    models.JSONField(
                        encoder=games.models.game.Compact,
                        help_text="what is counted of this player in this game",
                        null=True,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=8)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("games", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField(help_text="of the last rated game")),
                ("peak", models.FloatField(help_text="the highest mu, once it was no longer provisional")),
                (
                    "value",
                    models.FloatField(
                        help_text="what the leaderboard goes by: mu - 2 sigma, fading while nothing is played"
                    ),
                ),
                (
                    "ranked",
                    models.BooleanField(default=False, help_text="no longer provisional: stands on the leaderboard"),
                ),
                ("fades", models.DateTimeField(help_text="when the value has to be reckoned again", null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Rung",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("board", models.CharField(help_text="a pool, or a pool and a period: push2 2026-11", max_length=24)),
                ("height", models.IntegerField()),
                ("count", models.IntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Solo",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("edition", models.CharField(max_length=16)),
                ("games", models.PositiveIntegerField(default=0)),
                ("level", models.PositiveSmallIntegerField(default=0, help_text="the highest that was beaten")),
                ("margin", models.SmallIntegerField(default=0, help_text="the best margin at that level")),
                ("streak", models.PositiveIntegerField(default=0, help_text="games won in a row, now")),
                ("best", models.PositiveIntegerField(default=0, help_text="the longest streak")),
                ("at", models.DateTimeField(help_text="of the last game")),
            ],
        ),
        migrations.CreateModel(
            name="Span",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=8)),
                ("period", models.CharField(max_length=8)),
                ("games", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("gain", models.FloatField(default=0, help_text="how much mu rose in all")),
                ("mu", models.FloatField(help_text="at the end of it, or now")),
                ("sigma", models.FloatField()),
            ],
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=16)),
                ("size", models.PositiveSmallIntegerField()),
                ("option", models.CharField(max_length=32)),
                ("bots", models.BooleanField(default=False)),
                ("games", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("shared", models.PositiveIntegerField(default=0)),
                ("facts", models.JSONField(default=dict, encoder=games.models.game.Compact)),
            ],
        ),
        migrations.CreateModel(
            name="Versus",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=16)),
                ("games", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("level", models.PositiveIntegerField(default=0)),
                ("balance", models.IntegerField(default=0, help_text="won minus lost")),
                ("last", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="digested",
            field=models.BooleanField(default=False, help_text="statistics have been made of it, now that it is over"),
        ),
        migrations.AddField(
            model_name="game",
            name="odds",
            field=models.BooleanField(default=False, help_text="what the odds are is shown to all while it goes on"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("public", True), ("status", "playing")), fields=["-moved"], name="game_playing"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("digested", False), ("status", "finished")),
                fields=["ended", "id"],
                name="game_undigested",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(condition=models.Q(("place__isnull", True)), fields=["user"], name="seat_unplaced"),
        ),
        migrations.AddConstraint(
            model_name="count",
            constraint=models.UniqueConstraint(fields=("what", "key"), name="count_key"),
        ),
        migrations.AddField(
            model_name="outcome",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="outcomes", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="outcome",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="outcomes", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="rating",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="ratings", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddConstraint(
            model_name="rung",
            constraint=models.UniqueConstraint(fields=("board", "height"), name="rung_height"),
        ),
        migrations.AddField(
            model_name="solo",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="solos", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="span",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="spans", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="tally",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="tallies", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="versus",
            name="other",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="versus",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="versus", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddIndex(
            model_name="outcome",
            index=models.Index(fields=["user", "-ended", "-id"], name="outcome_history"),
        ),
        migrations.AddIndex(
            model_name="outcome",
            index=models.Index(fields=["user", "kind", "-ended", "-id"], name="outcome_kind"),
        ),
        migrations.AddIndex(
            model_name="outcome",
            index=models.Index(
                condition=models.Q(("rated", True)), fields=["user", "pool", "-id"], name="outcome_rated"
            ),
        ),
        migrations.AddConstraint(
            model_name="outcome",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="outcome_user"),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                condition=models.Q(("ranked", True)), fields=["pool", "-value", "user"], name="rating_board"
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(condition=models.Q(("fades__isnull", False)), fields=["fades"], name="rating_fades"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("user", "pool"), name="rating_user"),
        ),
        migrations.AddIndex(
            model_name="solo",
            index=models.Index(
                condition=models.Q(("level__gt", 0)),
                fields=["edition", "-level", "-margin", "user"],
                name="solo_ladder",
            ),
        ),
        migrations.AddConstraint(
            model_name="solo",
            constraint=models.UniqueConstraint(fields=("user", "edition"), name="solo_user"),
        ),
        migrations.AddIndex(
            model_name="span",
            index=models.Index(fields=["pool", "period", "-gain", "user"], name="span_board"),
        ),
        migrations.AddConstraint(
            model_name="span",
            constraint=models.UniqueConstraint(fields=("user", "pool", "period"), name="span_user"),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(fields=("user", "kind", "size", "option", "bots"), name="tally_user"),
        ),
        migrations.AddIndex(
            model_name="versus",
            index=models.Index(fields=["user", "-games"], name="versus_often"),
        ),
        migrations.AddIndex(
            model_name="versus",
            index=models.Index(fields=["user", "balance"], name="versus_hard"),
        ),
        migrations.AddConstraint(
            model_name="versus",
            constraint=models.UniqueConstraint(fields=("user", "other", "kind"), name="versus_user"),
        ),
    ]
