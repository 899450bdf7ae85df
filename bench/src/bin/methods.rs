//! Every method of solving on random games, compared with the reference.
//!
//! In: how many positions each method is to be compared on, and where the seeds begin. Out: a line a method; exit code 1 and the
//! game where one differs.

use grundy::{Method, Running};
use grundy_tests::methods::{Ways, agreed, check_methods, check_theorems, compared};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|said| said.parse::<u64>());
    let (Some(Ok(wanted)), Some(Ok(first))) =
        (arguments.next().or(Some(Ok(100_000))), arguments.next().or(Some(Ok(0))))
    else {
        eprintln!("usage: methods [POSITIONS [FIRST_SEED]]");
        return ExitCode::from(2);
    };
    let enough = usize::try_from(wanted).unwrap_or(usize::MAX);
    let (mut ways, mut differences, mut seed) = (Ways::new(), 0, first);
    loop {
        let lacking: Vec<Method> = compared().filter(|method| agreed(&ways, *method) < enough).collect();
        if lacking.is_empty() {
            break;
        }
        // Mostly interpreted: to make native code of each small game would take longer than to play it.
        let running = if seed % 16 == 5 { Running::Native } else { Running::Interpreted };
        let by_search = lacking != [Method::Theorem];
        let games = by_search.then(|| check_methods(seed, running, enough, &mut ways));
        let theorems = lacking.contains(&Method::Theorem).then(|| check_theorems(seed, &mut ways));
        for why in [games, theorems].into_iter().flatten().filter_map(Result::err) {
            differences += 1;
            println!("DIFFERS {why}");
        }
        seed += 1;
        if seed.is_multiple_of(1000) {
            let counts: Vec<String> = compared().map(|method| format!("{method} {}", agreed(&ways, method))).collect();
            println!("seeds {first}..{seed}: {}", counts.join(", "));
        }
    }
    for method in compared() {
        println!("{method:<16}{:>10} positions agreed", agreed(&ways, method));
    }
    println!("{differences} differences in games {first}..{seed}");
    if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
