"""One module a command, imported when it is used. In: parsed arguments. Out: an exit code."""
