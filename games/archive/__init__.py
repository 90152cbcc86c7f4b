"""Games that are over, or as they stood: records, replays, reviews, proofs."""
