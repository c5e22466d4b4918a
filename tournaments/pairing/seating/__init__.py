"""Tables of two to five people: table sizes, seating, chairs, and the bounds."""
