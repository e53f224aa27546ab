"""The command line of Rulewright, built on the engine."""
