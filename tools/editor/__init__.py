"""What editors need to show rules files, made from the language itself. `python tools/dev.py editor` writes it."""
