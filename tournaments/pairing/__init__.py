"""The maths that formats share: a draw from a seed, matchings, byes. Plain numbers in and out."""
