//! The mathematics of games: outcomes, Grundy values, remoteness
