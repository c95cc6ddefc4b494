"""From a view to what people see: scenes, words, pictures, packs, layouts, emoji, rulebooks."""
