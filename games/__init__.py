"""Games: the rules, the bots, and everything that stores and shows them."""
