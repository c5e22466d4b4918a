"""Who is let in: accounts, tokens, invitations and roles."""
