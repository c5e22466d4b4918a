"""Tables of two to five people: table sizes, seating and chairs."""
