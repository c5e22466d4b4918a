"""Pictures of numbers: the positions of lines, bars and labels, without words and HTML.

Horizontal positions are in hundredths of the width, so that a picture fills its page and its
letters keep their size; vertical positions are in px.
"""
