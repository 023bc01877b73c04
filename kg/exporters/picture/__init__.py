"""What the view shows: `selection` chooses the nodes, `layout` places them, `details` is what a click opens."""
