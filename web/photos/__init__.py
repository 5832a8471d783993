"""People's photos: read two at a time, and kept as files beside the database."""
