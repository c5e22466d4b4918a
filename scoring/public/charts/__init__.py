"""Pictures of numbers: positions of lines, bars and labels. Pure: no words and no HTML.

Horizontal positions are in hundredths of the width, so that a picture fills its page and its
letters keep their size; vertical positions are in px.
"""
