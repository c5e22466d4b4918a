"""What strangers, crowds and bad days do to the site."""
