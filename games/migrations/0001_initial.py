"""The tables of games."""

import django.db.models.deletion
import django.utils.timezone
import games.models.game
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('name', models.CharField(max_length=16, primary_key=True, serialize=False)),
                ('last_beat_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='NotificationSettings',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notification_settings', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('wants_mail', models.BooleanField(default=True, verbose_name="e-mail when it's your turn")),
                ('mail_delay_minutes', models.PositiveIntegerField(default=30, help_text='minutes', verbose_name='how long to wait before e-mailing')),
                ('wants_push', models.BooleanField(default=True, verbose_name='push notifications on your devices')),
                ('wants_reminders', models.BooleanField(default=True, verbose_name="reminders when you're running low on time")),
                ('wants_chat', models.BooleanField(default=False, verbose_name='chat messages at your tables')),
                ('wants_while_at_table', models.BooleanField(default=False, verbose_name="even while you're looking at the table")),
                ('wants_digest', models.BooleanField(default=False, verbose_name='a daily e-mail with all your games')),
                ('digest_hour', models.PositiveSmallIntegerField(default=8, verbose_name='hour of the daily e-mail')),
                ('last_digest_on', models.DateField(help_text="the day of the last daily e-mail, in the user's time zone", null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Downtime',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('started_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['ended_at'], name='downtime_end')],
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.CharField(default=games.models.game.new_id, editable=False, max_length=32, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=16)),
                ('rules_version', models.PositiveSmallIntegerField()),
                ('options', models.JSONField(encoder=games.models.game.CompactJSONEncoder)),
                ('seat_count', models.PositiveSmallIntegerField(help_text='the number of seats')),
                ('pace', models.CharField(choices=[('live', 'live'), ('fast', 'fast'), ('daily', 'daily'), ('relaxed', 'relaxed'), ('untimed', 'untimed')], default='daily', max_length=8)),
                ('is_public', models.BooleanField(default=True)),
                ('is_rated', models.BooleanField(default=False)),
                ('has_public_odds', models.BooleanField(default=False, help_text='everyone sees the odds during the game')),
                ('status', models.CharField(choices=[('open', 'open'), ('playing', 'in progress'), ('finished', 'finished'), ('aborted', 'canceled')], default='open', max_length=8)),
                ('version', models.PositiveIntegerField(default=0, help_text='the number of moves so far')),
                ('state', models.TextField(default='', editable=False)),
                ('result', models.JSONField(encoder=games.models.game.CompactJSONEncoder, null=True)),
                ('server_seed', models.CharField(editable=False, max_length=64)),
                ('commitment', models.CharField(editable=False, max_length=64)),
                ('chain_head', models.CharField(editable=False, max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('started_at', models.DateTimeField(null=True)),
                ('moved_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('deadline_at', models.DateTimeField(help_text='the earliest time the clock may have to act', null=True)),
                ('warnings_sent', models.PositiveSmallIntegerField(default=0, help_text='how many warnings about inactivity were sent')),
                ('revision', models.PositiveIntegerField(default=0, help_text="counts changes that aren't moves: clocks, seats")),
                ('min_reliability', models.PositiveSmallIntegerField(default=0, help_text='the reliability, in percent, required to join')),
                ('auto_move_due_at', models.DateTimeField(help_text='when a bot, or a plan, should have moved', null=True)),
                ('has_statistics', models.BooleanField(default=False, help_text='whether the finished game has been counted in the statistics')),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('rematch_of', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematches', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_version', models.PositiveIntegerField(help_text='of the board that it was begun on')),
                ('data', models.JSONField(encoder=games.models.game.CompactJSONEncoder)),
                ('saved_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='ChatMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('audience', models.CharField(choices=[('players', 'players'), ('watchers', 'spectators')], max_length=8)),
                ('number', models.PositiveIntegerField(help_text="from 1, by game and audience, so players can't tell whether spectators wrote")),
                ('text', models.CharField(help_text='at most 500 characters, as people count them', max_length=2000)),
                ('sent_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('is_hidden', models.BooleanField(default=False, help_text='hidden by a moderator')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chat_messages', to='games.game')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='HeadToHead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=16)),
                ('games', models.PositiveIntegerField(default=0)),
                ('wins', models.PositiveIntegerField(default=0)),
                ('ties', models.PositiveIntegerField(default=0)),
                ('balance', models.IntegerField(default=0, help_text='won minus lost')),
                ('last_game_at', models.DateTimeField()),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='head_to_heads', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('is_declined', models.BooleanField(default=False)),
                ('expires_at', models.DateTimeField(help_text='when the invitation expires; null once answered', null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.game')),
                ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='LeaderboardBucket',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('leaderboard', models.CharField(help_text='a pool, or a pool and a period such as 2026-11', max_length=24)),
                ('height', models.IntegerField()),
                ('count', models.IntegerField(default=0)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('leaderboard', 'height'), name='leaderboard_bucket_height')],
            },
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(help_text='from 1')),
                ('seat', models.PositiveSmallIntegerField()),
                ('move', models.JSONField(encoder=games.models.game.CompactJSONEncoder)),
                ('events', models.JSONField(encoder=games.models.game.CompactJSONEncoder)),
                ('made_at', models.DateTimeField()),
                ('made_by', models.CharField(default='', max_length=8)),
                ('ticket', models.CharField(max_length=64, null=True)),
                ('request_digest', models.CharField(default='', help_text='digest of the request that used the ticket', max_length=16)),
                ('spent_ms', models.BigIntegerField(help_text='milliseconds the decision took, if a clock was running', null=True)),
                ('chain_link', models.CharField(max_length=64)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='games.game')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Outcome',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(max_length=16)),
                ('option_key', models.CharField(help_text='the options in a word or two', max_length=32)),
                ('seat_count', models.PositiveSmallIntegerField()),
                ('pace', models.CharField(max_length=8)),
                ('is_public', models.BooleanField()),
                ('is_rated', models.BooleanField(help_text="whether it changed the player's rating")),
                ('has_bots', models.BooleanField(help_text='a bot had a seat from the start, or it was a solo game')),
                ('ended_at', models.DateTimeField()),
                ('result', models.CharField(choices=[('won', 'won'), ('shared', 'shared'), ('lost', 'lost')], max_length=6)),
                ('rank', models.PositiveSmallIntegerField()),
                ('points', models.SmallIntegerField(null=True)),
                ('margin', models.SmallIntegerField(help_text='points ahead of the best other player', null=True)),
                ('leave_reason', models.CharField(choices=[('resigned', 'resigned'), ('clock', 'ran out of time')], default='', help_text='how this player left', max_length=8)),
                ('is_substitute', models.BooleanField(default=False, help_text='took over the seat of a player who left')),
                ('pool', models.CharField(default='', max_length=8)),
                ('mu_before', models.FloatField(null=True)),
                ('sigma_before', models.FloatField(null=True)),
                ('mu_after', models.FloatField(null=True)),
                ('sigma_after', models.FloatField(null=True)),
                ('luck', models.FloatField(help_text='how much of the result came from cards', null=True)),
                ('skill', models.FloatField(help_text="how much came from this player's decisions", null=True)),
                ('facts', models.JSONField(encoder=games.models.game.CompactJSONEncoder, help_text='statistics of this player in this game', null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='outcomes', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='outcomes', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='PastSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('last_move_number', models.PositiveIntegerField(help_text='the last move before another player took the seat')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='past_seats', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['last_move_number', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Plan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('data', models.JSONField(encoder=games.models.game.CompactJSONEncoder, help_text='the plan as its kind stores it (docs/plans.md)')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('game_version', models.PositiveIntegerField(help_text='of the game when it was made')),
                ('status', models.CharField(choices=[('active', 'waiting'), ('done', 'played'), ('lapsed', 'no longer possible'), ('withdrawn', 'withdrawn')], default='active', max_length=10)),
                ('last_move_number', models.PositiveIntegerField(help_text='the number of the last move it made', null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('lapse_reason', models.CharField(default='', help_text='the code of the reason it lapsed', max_length=32)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plans', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='PlayerTotals',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=16)),
                ('seat_count', models.PositiveSmallIntegerField()),
                ('option_key', models.CharField(max_length=32)),
                ('has_bots', models.BooleanField(default=False)),
                ('games', models.PositiveIntegerField(default=0)),
                ('wins', models.PositiveIntegerField(default=0)),
                ('shared_wins', models.PositiveIntegerField(default=0)),
                ('facts', models.JSONField(default=dict, encoder=games.models.game.CompactJSONEncoder)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='totals', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='PushDevice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('p256dh', models.CharField(max_length=128)),
                ('auth', models.CharField(max_length=64)),
                ('name', models.CharField(default='', help_text='the name of the browser', max_length=80)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('last_used_at', models.DateTimeField(help_text='when a notification was last accepted', null=True)),
                ('failure_count', models.PositiveSmallIntegerField(default=0)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('game_version', models.PositiveIntegerField(default=0, help_text='of the game, when it was made')),
                ('topic', models.CharField(help_text='turn, half, most, hour, grace, lost, over, invited, rematch ...', max_length=16)),
                ('facts', models.JSONField(default=dict, encoder=games.models.game.CompactJSONEncoder)),
                ('channel', models.CharField(blank=True, choices=[('', 'not decided yet'), ('mail', 'e-mail'), ('push', 'push'), ('site', 'on the site only')], default='', max_length=4)),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('sending', 'sending'), ('sent', 'sent'), ('skipped', 'not sent'), ('failed', "couldn't be sent")], default='waiting', max_length=8)),
                ('status_detail', models.CharField(default='', help_text="the code of the reason it wasn't sent, or the server's response", max_length=200)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('due_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('claimed_at', models.DateTimeField(null=True)),
                ('sent_at', models.DateTimeField(null=True)),
                ('batch_key', models.CharField(default='', help_text='notifications with the same batch went out in one message', max_length=32)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL)),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.pushdevice')),
            ],
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(max_length=8)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('games', models.PositiveIntegerField(default=0)),
                ('last_game_at', models.DateTimeField(help_text='of the last rated game')),
                ('peak_mu', models.FloatField(help_text='the highest mu, once it was no longer provisional')),
                ('leaderboard_value', models.FloatField(help_text="the leaderboard's order: mu - 2 sigma, decaying while the player is inactive")),
                ('is_ranked', models.BooleanField(default=False, help_text="no longer provisional, so it's on the leaderboard")),
                ('fades_at', models.DateTimeField(help_text='when the value has to be recomputed', null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='RatingPeriod',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(max_length=8)),
                ('period', models.CharField(max_length=8)),
                ('games', models.PositiveIntegerField(default=0)),
                ('wins', models.PositiveIntegerField(default=0)),
                ('gain', models.FloatField(default=0, help_text='how much mu rose in all')),
                ('mu', models.FloatField(help_text='at the end of it, or now')),
                ('sigma', models.FloatField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_periods', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Reliability',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='reliability', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('started', models.PositiveIntegerField(default=0)),
                ('finished', models.PositiveIntegerField(default=0)),
            ],
            options={
                'indexes': [models.Index(fields=['-finished', 'user'], name='reliable_board')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_version', models.PositiveIntegerField(default=0)),
                ('message_text', models.CharField(default='', help_text='the message, as it was', max_length=2000)),
                ('text', models.CharField(help_text='what is wrong', max_length=1000)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('status', models.CharField(choices=[('open', 'open'), ('settled', 'resolved')], default='open', max_length=8)),
                ('answer', models.TextField(blank=True, default='', help_text='what the moderator did; only moderators see it')),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='games.game')),
                ('message', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.chatmessage')),
                ('reported_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('reported_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('bot', models.CharField(default='', max_length=32)),
                ('shuffle_seed', models.CharField(default='', help_text="the seat's shuffle seed", max_length=32)),
                ('is_to_move', models.BooleanField(default=False, help_text='the game waits for this seat')),
                ('has_left', models.BooleanField(default=False, help_text='the player has left and a bot is playing')),
                ('leave_reason', models.CharField(choices=[('resigned', 'resigned'), ('clock', 'ran out of time')], default='', help_text='how the first player left', max_length=8)),
                ('is_in_reliability', models.BooleanField(default=False, help_text="already counted in the player's reliability")),
                ('agrees_to_abort', models.BooleanField(default=False, help_text='agrees to cancel the game')),
                ('has_plans', models.BooleanField(default=False, help_text='has active plans')),
                ('time_bank_ms', models.BigIntegerField(default=0, help_text='milliseconds left after the last decision')),
                ('asked_at', models.DateTimeField(help_text='since when the game waits for this decision', null=True)),
                ('deadline_at', models.DateTimeField(help_text='when the clock decides, the time bank is empty or grace is over', null=True)),
                ('clock_stage', models.CharField(default='', help_text='the stage of the clock for this decision', max_length=8)),
                ('is_notified', models.BooleanField(default=True, help_text='the player has been notified of everything new')),
                ('rank', models.PositiveSmallIntegerField(help_text='at the end; 1 is best', null=True)),
                ('points', models.SmallIntegerField(null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                ('leaver', models.ForeignKey(help_text='the first player, if another has taken the seat', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='SiteCounter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('key', models.CharField(max_length=16)),
                ('count', models.BigIntegerField(default=0)),
                ('wins', models.BigIntegerField(default=0)),
                ('total', models.FloatField(default=0, help_text='a related sum, such as the predicted odds')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('name', 'key'), name='site_counter_key')],
            },
        ),
        migrations.CreateModel(
            name='SoloProgress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('edition', models.CharField(max_length=16)),
                ('games', models.PositiveIntegerField(default=0)),
                ('best_level', models.PositiveSmallIntegerField(default=0, help_text='the highest level beaten')),
                ('best_margin', models.SmallIntegerField(default=0, help_text='the best margin at that level')),
                ('streak', models.PositiveIntegerField(default=0, help_text='games won in a row, now')),
                ('best_streak', models.PositiveIntegerField(default=0, help_text='the longest streak')),
                ('last_game_at', models.DateTimeField(help_text='of the last game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='solo_progress', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='TimeGift',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('given_at', models.DateTimeField()),
                ('amount_ms', models.BigIntegerField(help_text='milliseconds')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='time_gifts', to='games.game')),
                ('given_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Visit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seen_move_number', models.PositiveIntegerField(default=0, help_text='the last move that was seen')),
                ('caught_up_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('looking_until', models.DateTimeField(help_text='until when we assume the user is looking at the table', null=True)),
                ('read_message_id', models.BigIntegerField(default=0, help_text='the last message that was read')),
                ('is_chat_muted', models.BooleanField(default=False, help_text='the chat of this table is muted')),
                ('notify_about', models.CharField(blank=True, choices=[('', 'about everything in my notification settings'), ('clock', "only when I'm running low on time"), ('none', 'never')], default='', max_length=8)),
                ('note', models.TextField(blank=True, default='', help_text='private', max_length=2000)),
                ('is_dismissed', models.BooleanField(default=False, help_text='dismissed from the list of recently finished games')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='visits', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='visits', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('is_public', True), ('status', 'open')), fields=['-created_at', '-id'], name='game_lobby'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('is_public', True), ('status', 'playing')), fields=['-moved_at'], name='game_playing'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('auto_move_due_at__isnull', False)), fields=['auto_move_due_at'], name='game_due'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('has_statistics', False), ('status', 'finished')), fields=['ended_at', 'id'], name='game_undigested'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('deadline_at__isnull', False)), fields=['deadline_at'], name='game_deadline'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('status', 'open'), models.Q(('state', ''), _negated=True), ('status', 'aborted'), _connector='OR'), name='game_dealt'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'aborted'), _negated=True), fields=('rematch_of',), name='game_rematch'),
        ),
        migrations.AddConstraint(
            model_name='draft',
            constraint=models.UniqueConstraint(fields=('game', 'user'), name='draft_user'),
        ),
        migrations.AddIndex(
            model_name='chatmessage',
            index=models.Index(fields=['user', 'sent_at'], name='chat_message_rate'),
        ),
        migrations.AddConstraint(
            model_name='chatmessage',
            constraint=models.UniqueConstraint(fields=('game', 'audience', 'number'), name='chat_message_number'),
        ),
        migrations.AddIndex(
            model_name='headtohead',
            index=models.Index(fields=['user', '-games'], name='head_to_head_often'),
        ),
        migrations.AddIndex(
            model_name='headtohead',
            index=models.Index(fields=['user', 'balance'], name='head_to_head_hard'),
        ),
        migrations.AddConstraint(
            model_name='headtohead',
            constraint=models.UniqueConstraint(fields=('user', 'other', 'kind'), name='head_to_head_user'),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(condition=models.Q(('is_declined', False)), fields=['expires_at'], name='invitation_expires'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(fields=('game', 'user'), name='invitation_user'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='move_number'),
        ),
        migrations.AddConstraint(
            model_name='move',
            constraint=models.UniqueConstraint(fields=('game', 'ticket'), name='move_ticket'),
        ),
        migrations.AddIndex(
            model_name='outcome',
            index=models.Index(fields=['user', '-ended_at', '-id'], name='outcome_history'),
        ),
        migrations.AddIndex(
            model_name='outcome',
            index=models.Index(fields=['user', 'kind', '-ended_at', '-id'], name='outcome_kind'),
        ),
        migrations.AddIndex(
            model_name='outcome',
            index=models.Index(condition=models.Q(('is_rated', True)), fields=['user', 'pool', '-id'], name='outcome_rated'),
        ),
        migrations.AddConstraint(
            model_name='outcome',
            constraint=models.UniqueConstraint(fields=('game', 'user'), name='outcome_user'),
        ),
        migrations.AddConstraint(
            model_name='pastseat',
            constraint=models.UniqueConstraint(fields=('game', 'user'), name='past_seat_user'),
        ),
        migrations.AddIndex(
            model_name='plan',
            index=models.Index(condition=models.Q(('status', 'active')), fields=['game', 'seat'], name='plan_active'),
        ),
        migrations.AddConstraint(
            model_name='playertotals',
            constraint=models.UniqueConstraint(fields=('user', 'kind', 'seat_count', 'option_key', 'has_bots'), name='player_totals_user'),
        ),
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(condition=models.Q(('status__in', ('waiting', 'sending'))), fields=['due_at', 'id'], name='notification_due'),
        ),
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(fields=['user', '-id'], name='notification_log'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(condition=models.Q(('is_ranked', True)), fields=['pool', '-leaderboard_value', 'user'], name='rating_board'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(condition=models.Q(('fades_at__isnull', False)), fields=['fades_at'], name='rating_fades'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('user', 'pool'), name='rating_user'),
        ),
        migrations.AddIndex(
            model_name='ratingperiod',
            index=models.Index(fields=['pool', 'period', '-gain', 'user'], name='rating_period_board'),
        ),
        migrations.AddConstraint(
            model_name='ratingperiod',
            constraint=models.UniqueConstraint(fields=('user', 'pool', 'period'), name='rating_period_user'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['-created_at'], name='report_open'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('is_to_move', True)), fields=['user', 'deadline_at'], name='seat_waiting'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('is_notified', False)), fields=['id'], name='seat_untold'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('rank__isnull', True)), fields=['user'], name='seat_unplaced'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='seat_number'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'user'), name='seat_user'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('user__isnull', True), ('bot', ''), _connector='OR'), name='seat_person_or_bot'),
        ),
        migrations.AddIndex(
            model_name='soloprogress',
            index=models.Index(condition=models.Q(('best_level__gt', 0)), fields=['edition', '-best_level', '-best_margin', 'user'], name='solo_progress_ladder'),
        ),
        migrations.AddConstraint(
            model_name='soloprogress',
            constraint=models.UniqueConstraint(fields=('user', 'edition'), name='solo_progress_user'),
        ),
        migrations.AddConstraint(
            model_name='visit',
            constraint=models.UniqueConstraint(fields=('game', 'user'), name='visit_user'),
        ),
    ]
