"""The classes of the benchmarks do what their descriptions say."""
