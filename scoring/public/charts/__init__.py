"""Pictures of numbers: where their lines, bars and labels go. Pure: no words and no HTML.

Across, everything is in hundredths of the width, so that a picture is as wide as its page and its
letters stay as large as any; down, in px.
"""
