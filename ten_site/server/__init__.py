"""The server: `python -m ten_site.server`."""
