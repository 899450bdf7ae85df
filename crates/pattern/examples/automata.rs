//! Measures what is proved of classical games from their rules alone: system, states, bytes and seconds.

use grundy_pattern::{finder, prover};
use std::sync::Arc;
use std::time::Instant;
/// The processor time of this thread, where the system tells it.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: f64 = text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
    nanoseconds / 1e9
}

fn main() {
    let mut only: Vec<String> = std::env::args().skip(1).collect();
    // `values` asks for Grundy values even where who wins would do.
    let wants = only.first().is_some_and(|word| word == "values").then_some(prover::Learned::Grundy);
    if wants.is_some() {
        only.remove(0);
    }
    let games: &[(&str, &str)] = &[
        ("bash3", "game bash(n) move take(k in 1..min(3, n)) -> n - k"),
        ("bash50", "game bash(n) move take(k in 1..min(50, n)) -> n - k"),
        ("sub134", "game s(n) move take(k in [1,3,4]) if k <= n -> n - k"),
        ("sub2 5 7", "game s(n) move take(k in [2,5,7]) if k <= n -> n - k"),
        ("half", "game half(n) move take(k in 1..n/2) -> n - k"),
        ("nim2", "game nim(a, b) move l(k in 1..a) -> (a - k, b) move r(k in 1..b) -> (a, b - k)"),
        (
            "nim3",
            "game nim(a, b, c) move l(k in 1..a) -> (a - k, b, c) move r(k in 1..b) -> (a, b - k, c) move t(k in 1..c) -> (a, b, c - k)",
        ),
        (
            "nim4",
            "game nim(a, b, c, d) move l(k in 1..a) -> (a - k, b, c, d) move r(k in 1..b) -> (a, b - k, c, d) move t(k in 1..c) -> (a, b, c - k, d) move u(k in 1..d) -> (a, b, c, d - k)",
        ),
        ("misere nim2", "game nim(a, b) stuck wins move l(k in 1..a) -> (a - k, b) move r(k in 1..b) -> (a, b - k)"),
        (
            "misere nim3",
            "game nim(a, b, c) stuck wins move l(k in 1..a) -> (a - k, b, c) move r(k in 1..b) -> (a, b - k, c) move t(k in 1..c) -> (a, b, c - k)",
        ),
        (
            "wythoff",
            "game w(a, b) move l(k in 1..a) -> (a - k, b) move r(k in 1..b) -> (a, b - k) move both(k in 1..min(a, b)) -> (a - k, b - k)",
        ),
        (
            "misere wythoff",
            "game w(a, b) stuck wins move l(k in 1..a) -> (a - k, b) move r(k in 1..b) -> (a, b - k) move both(k in 1..min(a, b)) -> (a - k, b - k)",
        ),
        (
            "2-wythoff",
            "game w(a, b) move l(k in 1..a) -> (a - k, b) move r(k in 1..b) -> (a, b - k) move both(k in 1..a, j in max(1, k - 1)..min(b, k + 1)) -> (a - k, b - j)",
        ),
        ("kayles", "game k(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a"),
        ("dawson kayles", "game k(n) move knock(a in 0..n - 2) -> a plus n - 2 - a"),
        (
            "staircase3",
            "game st(a, b, c) move x(k in 1..a) -> (a - k, b, c) move y(k in 1..b) -> (a + k, b - k, c) move z(k in 1..c) -> (a, b + k, c - k)",
        ),
        (
            "chomp2",
            "game ch(a, b: int in 0..a) stuck wins move top(k in 0..b - 1) -> (a, k) move low(k in 1..a - 1) -> (k, min(b, k))",
        ),
        ("fibonacci nim", "game f(n, most) move take(k in 1..min(n, most)) -> (n - k, 2 * k)"),
        (
            "euclid steps",
            "game e(a, b) move x if b >= 1 and a >= b -> (a - b, b) move y if a >= 1 and b > a -> (a, b - a)",
        ),
        (
            "moore2 nim3",
            "game m(a, b, c) move x(i in 0..a, j in 0..b) if i + j >= 1 -> (a - i, b - j, c) move y(i in 0..a, j in 0..c) if i + j >= 1 -> (a - i, b, c - j) move z(i in 0..b, j in 0..c) if i + j >= 1 -> (a, b - i, c - j)",
        ),
        (
            "nim with pass 2",
            "game np(a, b, p: int in 0..1) move l(k in 1..a) -> (a - k, b, p) move r(k in 1..b) -> (a, b - k, p) move pass if p == 1 and a + b >= 1 -> (a, b, 0)",
        ),
        (
            "slow nim2",
            "game sn(a, b) move l if a >= 1 -> (a - 1, b) move r if b >= 1 -> (a, b - 1) move both if a >= 1 and b >= 1 -> (a - 1, b - 1)",
        ),
        ("multiplication", "game mu(n: int in 1..) move div(k in 2..9) if n >= 2 -> (n + k - 1) / k"),
        ("third", "game t(n) move take(k in 1..n/3) -> n - k"),
        (
            "dawson chess",
            "game dc(n) move x(a in 0..n - 3) -> a plus n - 3 - a move y if n >= 2 -> n - 2 move z if n == 1 -> 0",
        ),
        ("lasker", "game lasker(n) move take(k in 1..n) -> n - k move split(k in 1..n - 1) -> k plus n - k"),
        (
            "euclid",
            "game euclid(a, b) move left(k in 1..a / max(b, 1)) if 0 < b <= a -> (a - k * b, b) move right(k in 1..b / max(a, 1)) if 0 < a < b -> (a, b - k * a)",
        ),
        (
            "nim5",
            "game nim(a, b, c, d, e) move l(k in 1..a) -> (a - k, b, c, d, e) move r(k in 1..b) -> (a, b - k, c, d, e) move t(k in 1..c) -> (a, b, c - k, d, e) move u(k in 1..d) -> (a, b, c, d - k, e) move v(k in 1..e) -> (a, b, c, d, e - k)",
        ),
        ("nim1", "game nim(n) move take(k in 1..n) -> n - k"),
        (
            "3-wythoff",
            "game w(a, b) move l(k in 1..a) -> (a - k, b) move r(k in 1..b) -> (a, b - k) move both(k in 1..a, j in max(1, k - 2)..min(b, k + 2)) -> (a - k, b - j)",
        ),
        ("subtract squares below 30", "game s(n) move take(k in [1, 4, 9, 16, 25]) if k <= n -> n - k"),
        ("take or halve", "game h(n) move one if n >= 1 -> n - 1 move half if n >= 1 -> n / 2"),
        ("misere bash4", "game bash(n) stuck wins move take(k in 1..min(4, n)) -> n - k"),
        ("james", "game j(n) move x(a in 0..n - 1) -> a plus n - 1 - a"),
        ("divide by 2 or 3", "game d(n: int in 1..) move div(k in 2..3) if n >= 2 -> (n + k - 1) / k"),
        ("even nim", "game e(n) move even(k in 1..n / 2) -> n - 2 * k move all if n % 2 == 1 -> 0"),
        ("one or split", "game o(n) move take if n >= 1 -> n - 1 move split(k in 1..n - 1) -> k plus n - k"),
        (
            "odd split",
            "game o(n) move take(k in 1..n) -> n - k move split(k in 1..n - 1) if n % 2 == 0 -> k plus n - k",
        ),
        (
            "queen corner",
            "game q(a, b) move l(k in 1..min(3, a)) -> (a - k, b) move r(k in 1..min(3, b)) -> (a, b - k)",
        ),
        (
            "rook and king",
            "game q(a, b) move l(k in 1..a) -> (a - k, b) move r(k in 1..b) -> (a, b - k) move d if a >= 1 and b >= 1 -> (a - 1, b - 1)",
        ),
        (
            "knight",
            "game q(a, b) move l if a >= 2 and b >= 1 -> (a - 2, b - 1) move r if a >= 1 and b >= 2 -> (a - 1, b - 2)",
        ),
        (
            "nimble move",
            "game m(a, b: int in 0..a) move x(k in 1..a - b) -> (a - k, b) move y(k in 1..b) -> (a, b - k)",
        ),
    ];
    for (name, source) in games {
        if !only.is_empty() && !only.iter().any(|o| o == name) {
            continue;
        }
        let game = match grundy_rules::read(source) {
            Ok(game) => game,
            Err(errors) => {
                println!("{name}: bad rules {}", errors[0].message);
                continue;
            }
        };
        let instance = Arc::new(grundy_rules::Instance::new(game, vec![]).unwrap());
        let start = Instant::now();
        let before = cpu_seconds();
        let go_on = || start.elapsed().as_secs() < 20;
        let effort = prover::Effort {
            budget: grundy_solve::Budget { max_seconds: Some(5.0), ..Default::default() },
            wants,
            go_on: &go_on,
        };
        match prover::prove(&instance, &effort) {
            Ok(proof) => {
                let seconds = cpu_seconds() - before;
                let words = finder::words(
                    &instance,
                    &proof,
                    &prover::Patience { limits: &Default::default(), go_on: &|| true },
                );
                let again = cpu_seconds();
                let checked = grundy_proof::linear::verify(&words.certificate, &Default::default(), &|| false);
                println!(
                    "{name}: {:?} {} {} states {seconds:.2}s, {} bytes ({} with words), check {:.3}s {} | {} | {:?}",
                    proof.play,
                    proof.system,
                    proof.automaton.states.len(),
                    proof.certificate.len(),
                    words.certificate.len(),
                    cpu_seconds() - again,
                    checked.is_ok(),
                    words.sentence,
                    words.claim
                );
                if !only.is_empty() {
                    println!("{}", words.certificate);
                }
            }
            Err(prover::Unproved::Stopped(stopped)) => println!("{name}: not linear: {stopped}"),
            Err(prover::Unproved::Useless(why)) => {
                println!("{name}: useless: {why} {:.2}s", cpu_seconds() - before)
            }
            Err(prover::Unproved::Tried(tried)) => {
                println!("{name}: unproved {:.2}s", cpu_seconds() - before);
                for line in tried.iter().take(60) {
                    println!("    {line}");
                }
            }
        }
    }
}
