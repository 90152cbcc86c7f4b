"""How the tables of games came to be."""
