//! What a good programmer writes by hand for one game, one file per game.
//!
//! Plain safe Rust with the tables that the game suggests, not optimised further; `contest` is the version of contest
//! notes: recursion with a memo, and a set for the mex. They share nothing with the program, so that equal answers mean
//! something.

pub mod cat_and_mouse;
pub mod connect_four;
pub mod cram;
pub mod cutting;
pub mod heap;
pub mod lasker;
pub mod subtraction;
pub mod token;
pub mod wythoff;

use std::collections::BTreeSet;

/// Returns the least number that is not in the set.
fn mex(seen: &BTreeSet<u32>) -> u32 {
    let mut value = 0;
    while seen.contains(&value) {
        value += 1;
    }
    value
}
