"""Results, and the standings, ratings and seasons made of them."""
