"""A month of play over days, simulated by the rules, the judgement of bots, the clocks and the plans of the site."""
