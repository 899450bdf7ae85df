//! Any text as a `.problem` file, and the rest of it as the judge's input: mistakes are told, nothing panics.
//!
//! The first line `----` ends the file; what follows is the input.
#![no_main]

use grundy::{Budget, Solver, find};
use grundy_contest::{Problem, Session, judge, read_json};
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

/// Positions that an answer may examine: enough for small inputs, few enough for thousands of runs a second.
const MAX_POSITIONS: u64 = 300;

fuzz_target!(|text: &str| {
    let (file, input) = text.split_once("\n----\n").unwrap_or((text, ""));
    let game = |name: &str| find(name)?.game().ok();
    let problem = match Problem::read(file, &game) {
        Ok(problem) => Arc::new(problem),
        Err(mistakes) => {
            assert!(!mistakes.is_empty(), "no problem and no mistake");
            return;
        }
    };
    let budget = Budget { max_seconds: Some(0.2), max_bytes: 8 << 20, ..Budget::positions(MAX_POSITIONS) };
    // By the meaning of the rules alone: compiling them would be most of the time.
    let mut session =
        Session::new(problem, budget, |game, join, budget| Solver::reference(game.clone(), join, budget));
    let _ = judge(&mut session, input.as_bytes(), &mut |_| Ok(()));
    if let Ok(json) = read_json(input) {
        let _ = session.ask(&json);
    }
});
