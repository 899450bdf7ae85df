//! Any text as a file of rules: reading ends, what is printed is read back as the same game, and the first moves can be asked for.
#![no_main]

use grundy_rules::{Instance, Meter};
use libfuzzer_sys::fuzz_target;

/// Steps of the rules that the first position may take.
const MAX_STEPS: u64 = 200_000;

fuzz_target!(|source: &str| {
    let (game, diagnostics) = grundy_rules::diagnose(source);
    for diagnostic in &diagnostics {
        assert!(source.get(diagnostic.span.range()).is_some(), "a mistake outside the text: {diagnostic:?}");
    }
    let Some(game) = game else {
        assert!(diagnostics.iter().any(|diagnostic| diagnostic.is_error()), "no game and no error");
        return;
    };
    let printed = grundy::format(source).expect("rules without errors can be printed");
    let again = grundy_rules::read(&printed).expect("what is printed can be read");
    assert!(game.moves == again.moves && game.claims.len() == again.claims.len(), "another game: {printed}");
    let givens = vec![None; game.givens.len()];
    let Ok(instance) = Instance::new(game, givens) else { return };
    let Ok(start) = instance.start() else { return };
    let meter = Meter::steps(MAX_STEPS);
    for part in start.in_play() {
        // A fault is an answer; a panic is not.
        let _ = instance.moves(part, start.mover, &meter);
    }
    let text = instance.print_position(&start);
    assert!(instance.parse_line(&text, start.mover).is_ok(), "`{text}` is printed and cannot be read");
});
