"""The golden days: real tournaments played whole through the services, and what must come out."""
