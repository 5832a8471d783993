"""Lets the tests of the referee import the helpers that lie beside them, such as `brute_force`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
