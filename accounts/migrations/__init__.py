"""How the tables of people came about."""
