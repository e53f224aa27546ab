"""`python -m rulewright_tools` is `rulewright`."""

import sys

from rulewright_tools.cli import main

if __name__ == "__main__":
    sys.exit(main())
