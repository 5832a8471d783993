"""What other programs import from `referee`."""

import inspect

import pytest

import referee


@pytest.mark.parametrize("name", referee.__all__)
def test_what_is_public_says_what_it_is(name: str) -> None:
    public = getattr(referee, name)
    if inspect.isclass(public) or inspect.isfunction(public):
        assert public.__module__.startswith("referee.")
        assert public.__doc__
        assert not public.__doc__.startswith(f"{name}(")  # what a class without a docstring has
