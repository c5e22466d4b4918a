"""All data of a Tapete in one file: database, photos and prints, secret key."""
