"""The page at which a person is any of several users, and its API."""
