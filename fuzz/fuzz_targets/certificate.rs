//! Any text as a certificate, for both checkers: refused with a reason or a theorem whose look-ups end; never a panic.
//!
//! Lines without a seal are sealed, as no change of a sealed text would be read.
#![no_main]

use grundy_proof::{Certificate, Limits};
use libfuzzer_sys::fuzz_target;

/// Steps that a check may take before it is called off.
const MAX_STEPS: u64 = 300_000;
/// Memory that the values of a check may take.
const MAX_BYTES: u64 = 1 << 20;

fuzz_target!(|text: &str| {
    let mut left = MAX_STEPS;
    let mut allow = |steps: u64, kept: usize| {
        left = left.saturating_sub(steps.max(1));
        left > 0 && kept < 1 << 20
    };
    match grundy_checker::check(text, &mut allow) {
        Ok(theorem) => assert!(theorem.statement().components > 0, "a theorem about nothing"),
        Err(refusal) => {
            assert!(refusal.line <= text.lines().count() + 1, "a line beyond the text");
        }
    }
    let sealed = if text.contains("\nseal ") { text.to_owned() } else { grundy_proof::seal(text) };
    if let Ok(certificate) = sealed.parse::<Certificate>() {
        let limits = Limits { max_bytes: MAX_BYTES, max_steps: MAX_STEPS };
        match grundy_proof::check(&certificate, &limits) {
            Ok(theorem) => assert!(theorem.claim() == &certificate.claim, "a theorem about something else"),
            Err(refusal) => {
                assert!(!refusal.reason.is_empty(), "refused without a reason");
                assert!(refusal.line <= sealed.lines().count(), "a line beyond the text");
            }
        }
        // What is read is written as it was read.
        let written = certificate.to_string();
        assert!(written.parse::<Certificate>().is_ok_and(|again| again.to_string() == written), "{written}");
    }
});
