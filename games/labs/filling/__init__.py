"""Games in bulk, to see how the site fares with very many: all that they would have left behind, written at once."""
