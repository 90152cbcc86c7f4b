"""Users: accounts, guests and settings. Knows nothing about games."""
