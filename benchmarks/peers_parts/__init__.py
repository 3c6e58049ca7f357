"""The parts of `benchmarks/peers.py`: the questions, one module per tool, table and plots."""
