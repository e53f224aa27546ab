"""The core tree: the same rules with names bound, sugar gone and expansions applied. Knows neither text nor Lark."""
