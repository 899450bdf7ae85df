//! Who wins a two-player game, how, and why: the library
