"""Tests of the games as people meet them; what holds for all of them is in `contract`."""
