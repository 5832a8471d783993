"""From read tiles to a table: which tiles touch, and which trains they make."""
