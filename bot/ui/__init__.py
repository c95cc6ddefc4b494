"""The interface, made from views: scenes, words, pictures, packs, layouts, emoji, rulebooks."""
