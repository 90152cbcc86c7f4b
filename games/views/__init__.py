"""The views of games: pages, forms and JSON."""
