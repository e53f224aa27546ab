"""The running game: board, state, machine, decisions, views. Knows neither text nor Lark."""
