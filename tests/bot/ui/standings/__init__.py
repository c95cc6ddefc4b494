"""The faces of standings: what the ranking, the pages and the pictures say."""
