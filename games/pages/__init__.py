"""What pages show of games: boards, lists, people and labels."""
