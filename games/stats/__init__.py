"""What is counted of games that are over, for players and for the site."""
