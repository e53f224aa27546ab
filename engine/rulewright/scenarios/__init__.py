"""Worked examples: in, scenarios and the rules; out, whether they come out, and which rules they reach."""

from rulewright.scenarios.coverage import Coverage, Point
from rulewright.scenarios.running import Outcome, Report, ask, begin, run_all, run_scenario
from rulewright.scenarios.stage import Stage, stage

__all__ = ["Coverage", "Outcome", "Point", "Report", "Stage", "ask", "begin", "run_all", "run_scenario", "stage"]
