"""The addresses of games. Those of a table are a promise to programs."""

from django.urls import path

from games.views import api, clocks, drafts, home, lobby, new, notes, people, reports, rules, table, talking

urlpatterns = [
    path("", home.home, name="home"),
    path("next/", home.next_game, name="next"),
    path("play-now/", new.play_now, name="play-now"),
    path("players/<str:name>/", people.player, name="player"),
    path("rules/", rules.index, name="rules-index"),
    path("rules/time/", clocks.rules, name="rules-time"),
    path("rules/<str:kind>/", rules.rules, name="rules"),
    path("games/", lobby.lobby, name="lobby"),
    path("games/new/", new.new_game, name="new-game"),
    path("games/<slug:game_id>/join/", lobby.join, name="join"),
    path("games/<slug:game_id>/invite/", lobby.ask, name="invite"),
    path("invitations/<int:pk>/accept/", lobby.accept, name="accept"),
    path("invitations/<int:pk>/decline/", lobby.decline, name="decline"),
    path("invitations/<int:pk>/withdraw/", lobby.withdraw, name="withdraw"),
    path("games/<slug:game_id>/", table.table, name="table"),
    path("games/<slug:game_id>/moves/", table.move, name="move"),
    path("games/<slug:game_id>/sit/", table.sit, name="sit"),
    path("games/<slug:game_id>/stand/", table.stand, name="stand"),
    path("games/<slug:game_id>/start/", table.start, name="start"),
    path("games/<slug:game_id>/call-off/", table.call_off, name="call-off"),
    path("games/<slug:game_id>/resign/", table.resign, name="resign"),
    path("games/<slug:game_id>/draft/", drafts.draft, name="draft"),
    path("games/<slug:game_id>/note/", notes.note, name="note"),
    path("report/", reports.report, name="report"),
    path("report/thanks/", reports.reported, name="reported"),
    path("games/<slug:game_id>/talk/", talking.messages, name="talk"),
    path("games/<slug:game_id>/talk/read/", talking.read, name="talk-read"),
    path("games/<slug:game_id>/talk/quiet/", talking.quiet, name="talk-quiet"),
    path("games/<slug:game_id>/time/", clocks.give_time, name="give-time"),
    path("games/<slug:game_id>/off/", clocks.agree_off, name="agree-off"),
    path("games/<slug:game_id>/substitute/", clocks.substitute, name="substitute"),
    path("accounts/vacation/", clocks.vacation, name="vacation"),
    path("games/<slug:game_id>/log/", table.log, name="log"),
    path("games/<slug:game_id>/state.json", api.state, name="state"),
    path("games/<slug:game_id>/record.json", api.game_record, name="record"),
]
