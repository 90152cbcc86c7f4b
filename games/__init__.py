"""The games: rules, bots and, around them, what is stored and shown."""
