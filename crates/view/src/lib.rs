//! Solution -> plain data -> characters
