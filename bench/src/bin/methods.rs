//! Compares every method of solving with the reference on random games.
//!
//! In: the number of positions to compare per method, and the first seed. Out: a line per method; exit code 1 and the
//! game if one differs.

use grundy::{Backend, MethodName};
use grundy_tests::methods::{MethodTallies, agreed, check_methods, check_theorems, compared};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let (Some(Ok(wanted)), Some(Ok(first))) =
        (arguments.next().or(Some(Ok(100_000))), arguments.next().or(Some(Ok(0))))
    else {
        eprintln!("usage: methods [POSITIONS [FIRST_SEED]]");
        return ExitCode::from(2);
    };
    let enough = usize::try_from(wanted).unwrap_or(usize::MAX);
    let (mut tallies, mut differences, mut seed) = (MethodTallies::new(), 0, first);
    loop {
        let lacking: Vec<MethodName> = compared().filter(|method| agreed(&tallies, *method) < enough).collect();
        if lacking.is_empty() {
            break;
        }
        // Mostly interpreted: generating native code for each small game would take longer than playing it.
        let running = if seed % 16 == 5 { Backend::Native } else { Backend::Interpreted };
        let by_search = lacking != [MethodName::Theorem];
        let games = by_search.then(|| check_methods(seed, running, enough, &mut tallies));
        let theorems = lacking.contains(&MethodName::Theorem).then(|| check_theorems(seed, &mut tallies));
        for why in [games, theorems].into_iter().flatten().filter_map(Result::err) {
            differences += 1;
            println!("DIFFERS {why}");
        }
        seed += 1;
        if seed.is_multiple_of(1000) {
            let counts: Vec<String> =
                compared().map(|method| format!("{method} {}", agreed(&tallies, method))).collect();
            println!("seeds {first}..{seed}: {}", counts.join(", "));
        }
    }
    for method in compared() {
        println!("{method:<16}{:>10} positions agreed", agreed(&tallies, method));
    }
    println!("{differences} differences in games {first}..{seed}");
    if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
