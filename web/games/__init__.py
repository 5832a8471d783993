"""Games: the list of all, starting one, saying whose phone this is, deleting one."""
