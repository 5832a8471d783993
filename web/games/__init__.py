"""Games: the list of them, starting one, deleting one."""
