"""A table's messages: lobby, board, hand, log, replay."""
