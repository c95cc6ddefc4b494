"""Score pads as people see them: what is asked of a hand, what it brought, the sheet."""
