"""Deals that many people play, with one try each: their terms and secrets, tries, results."""
