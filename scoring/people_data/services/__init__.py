"""Services on people's data: anonymisation, and deletion of accounts and tournaments."""
