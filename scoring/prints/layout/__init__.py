"""Where boxes, letters and stamps go on a sheet: millimetres in, millimetres out."""
