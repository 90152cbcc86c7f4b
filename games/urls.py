"""The addresses of games. Those of a table are a promise to programs."""

from django.urls import path

from games.views import api, table

urlpatterns = [
    path("games/<slug:game_id>/", table.table, name="table"),
    path("games/<slug:game_id>/moves/", table.move, name="move"),
    path("games/<slug:game_id>/sit/", table.sit, name="sit"),
    path("games/<slug:game_id>/stand/", table.stand, name="stand"),
    path("games/<slug:game_id>/start/", table.start, name="start"),
    path("games/<slug:game_id>/call-off/", table.call_off, name="call-off"),
    path("games/<slug:game_id>/resign/", table.resign, name="resign"),
    path("games/<slug:game_id>/log/", table.log, name="log"),
    path("games/<slug:game_id>/state.json", api.state, name="state"),
    path("games/<slug:game_id>/record.json", api.game_record, name="record"),
]
