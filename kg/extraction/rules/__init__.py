"""The rules of extraction: one file a component, each to be read, judged and replaced by itself."""
