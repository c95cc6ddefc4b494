"""What people may ask about what is kept of them: to have it, and to have it taken out."""
