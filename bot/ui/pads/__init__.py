"""Score pads as people see them: the forms of a hand, its points and the sheet."""
