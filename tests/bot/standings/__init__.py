"""Tests of results: what tables and pads come to."""
