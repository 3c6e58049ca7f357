"""What the benchmarks compute, without the tools that they compare."""
