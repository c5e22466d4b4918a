"""Tables of two to five people: how many, who sits with whom, in which chair, and the bounds."""
