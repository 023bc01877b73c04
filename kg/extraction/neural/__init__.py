"""The trained reader of abstracts: a small transformer and the plain arithmetic that turns its rows into entities."""
