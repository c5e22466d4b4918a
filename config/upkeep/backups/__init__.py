"""Everything a Tapete keeps, in one file: database, photos and papers, secret key."""
