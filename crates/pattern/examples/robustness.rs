//! Compares what is proved with tables: all games of the catalogue, and 200 random linear games, to about 10^4 positions each.

use grundy_checker::Play;
use grundy_pattern::prover::{Effort, Learned, Table, prove};
use grundy_rules::{Instance, read};
use grundy_solve::Budget;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// How many positions are wrong; `None` where nothing is proved.
fn wrong(source: &str, seconds: f64) -> Option<u64> {
    let instance = Arc::new(Instance::new(read(source).ok()?, vec![]).ok()?);
    let start = Instant::now();
    let go_on = || start.elapsed().as_secs_f64() < seconds;
    let budget = Budget { max_seconds: Some(seconds), ..Budget::positions(1_000_000) };
    let proof = prove(&instance, &Effort { budget, wants: None, go_on: &go_on }).ok()?;
    let learned = if proof.play == Play::Grundy { Learned::Grundy } else { Learned::Outcome };
    let positions = if proof.automaton.relation { 1000 } else { 10_000 };
    let table = Table::new(&instance, &proof.game, learned, positions, &Budget::positions(10_000_000))?;
    let mut count = 0;
    for position in table.positions() {
        let large: Vec<u128> = position.iter().map(|number| *number as u128).collect();
        let value = table.value(&position);
        if value.is_some() && proof.theorem.value(&large) != value {
            println!("{position:?} of {source}");
            count += 1;
        }
    }
    Some(count)
}

fn main() {
    let (mut games, mut proved, mut mistakes) = (0, 0, 0);
    let mut look = |source: &str, name: &str, seconds: f64| {
        games += 1;
        if let Some(count) = wrong(source, seconds) {
            proved += 1;
            mistakes += count;
            println!("{name}: proved, {count} positions are wrong");
        }
    };
    let catalogue = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalogue");
    let folders = std::fs::read_dir(&catalogue).into_iter().flatten().flatten();
    let mut files: Vec<_> =
        folders.filter_map(|folder| std::fs::read_dir(folder.path()).ok()).flatten().flatten().collect();
    files.sort_by_key(std::fs::DirEntry::path);
    for file in files {
        let source = std::fs::read_to_string(file.path()).unwrap_or_default();
        look(&source, &file.file_name().to_string_lossy(), 3.0);
    }
    let mut seed = 11u64;
    let mut draw = move |most: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % most
    };
    for round in 0..200 {
        let source = match round % 4 {
            0 => {
                let [a, b, c, d] = [1 + draw(5), 1 + draw(4), draw(3), 2 + draw(3)];
                let high = ["min(9, n)", "n / 2", "n - 1"][draw(3) as usize];
                let stuck = ["", " stuck wins"][draw(2) as usize];
                format!("game g(n){stuck} move m(k in {b}..{high}) if n % {d} != {c} or k == {a} -> n - k")
            }
            1 => {
                let [a, b] = [1 + draw(3), 1 + draw(3)];
                let left = ["(a, b - k)", "(min(a, b - k), b - k)", "(a - min(a, k), b - k)"][draw(3) as usize];
                let guard = ["true", "a <= b", "(a + b) % 2 == 0", "k != a"][draw(4) as usize];
                format!(
                    "game g(a, b) move x(k in 1..min({a}, a)) -> (a - k, b) move y(k in {b}..b) if {guard} -> {left}"
                )
            }
            2 => {
                let [a, b, c] = [1 + draw(3), draw(3), 1 + draw(2)];
                format!(
                    "game g(n) move t(k in {c}..min({a}, n)) -> n - k move s(k in {c}..n - {b} - 1) -> k plus n - {b} - k"
                )
            }
            _ => {
                let [a, b] = [draw(3), draw(3)];
                let guard = ["0 < b <= a", "0 < b < a", "0 < b and a % 2 == 0"][draw(3) as usize];
                let other = ["move r(k in 1..b) -> (a, b - k)", "move r if b > a -> (a, b - a / 2 - 1)", ""];
                format!(
                    "game g(a, b) move l(k in 1..a / max(b + {a}, 1)) if {guard} -> (a - k * (b + {a}), b) {}",
                    other[b as usize]
                )
            }
        };
        look(&source, &source, 2.0);
    }
    println!("{games} games, {proved} proved, {mistakes} positions are wrong");
}
