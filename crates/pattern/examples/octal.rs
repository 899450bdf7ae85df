//! Counts the octal games of up to three digits whose period is at most 200, and how many of them are proved.

use grundy_pattern::run::certificate_of;
use grundy_proof::{Limits, check};
use grundy_rules::heap::TakeAndBreak;
use grundy_solve::Budget;
use grundy_solve::heap::solve_heap;

fn main() {
    let (mut short, mut proved, mut others) = (0, 0, 0);
    for code in 1..512_u16 {
        let digits = vec![0, (code / 64) as u8, (code / 8 % 8) as u8, (code % 8) as u8];
        let Ok(game) = TakeAndBreak::new(digits, Vec::new(), false) else { continue };
        let (run, _) = solve_heap(&game, 60_000, &Budget { max_seconds: Some(5.0), ..Budget::default() });
        let Some(period) = run.period() else {
            others += 1;
            continue;
        };
        if period.period > 200 {
            others += 1;
            continue;
        }
        short += 1;
        match certificate_of(&run).map(|certificate| check(&certificate, &Limits::default())) {
            Some(Ok(_)) => proved += 1,
            Some(Err(refusal)) => println!(".{code:03o}: {refusal}"),
            None => println!(".{code:03o}: no theorem applies"),
        }
    }
    println!("period at most 200: {short}, proved: {proved}; longer or unknown: {others}");
}
