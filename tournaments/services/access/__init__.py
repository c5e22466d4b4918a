"""Access: accounts, tokens, invitations and roles."""
