"""The players across evenings: everybody's record over all games that are kept here."""
