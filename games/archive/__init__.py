"""Past games: records, replays, reviews, shuffle proofs."""
