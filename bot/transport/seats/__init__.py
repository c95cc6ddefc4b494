"""Seats of people who are gone: asked of Discord, and shown there."""
