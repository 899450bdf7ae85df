//! Times the equilibria of random matrix games, exact: all of them in n × n games, and the value of a large zero-sum game.
//!
//! `cargo run --release -p grundy-matrix --example random_games [-- --games FILE]` prints processor-free wall times of one thread; with `--games` the
//! matrices are written as JSON lines, for `bench/matrix_peer.py`, which times Gambit on the same games.

use grundy_matrix::Table;
use grundy_matrix::equilibria::equilibria;
use grundy_matrix::zero_sum::{Wanted, solve};
use grundy_rules::Meter;
use grundy_value::{Random, Rational};
use std::time::Instant;

const SIZES: [usize; 6] = [7, 8, 9, 10, 11, 12];
const GAMES: usize = 5;

fn matrix(random: &mut Random, size: usize) -> Vec<Vec<i64>> {
    (0..size).map(|_| (0..size).map(|_| random.within(0, 99)).collect()).collect()
}

fn rational(matrix: &[Vec<i64>]) -> Vec<Vec<Rational>> {
    matrix.iter().map(|row| row.iter().map(|entry| Rational::from(*entry)).collect()).collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let path = arguments.iter().position(|argument| argument == "--games").and_then(|at| arguments.get(at + 1));
    let mut lines = String::new();
    let mut random = Random(19);
    println!("all equilibria of random games, payoffs 0..99, mean of {GAMES}");
    for size in SIZES {
        let (mut seconds, mut found) = (0.0, Vec::new());
        for _ in 0..GAMES {
            let (first, second) = (matrix(&mut random, size), matrix(&mut random, size));
            lines += &format!("{{\"n\":{size},\"A\":{first:?},\"B\":{second:?}}}\n");
            let table = Table::of_matrices(rational(&first), Some(rational(&second))).expect("the matrices are square");
            let start = Instant::now();
            found.push(equilibria(&table, &Meter::steps(u64::MAX)).expect("there is no limit").extreme.len());
            seconds += start.elapsed().as_secs_f64();
        }
        println!("{size:3} × {size:<3} {:9.4} s   equilibria {found:?}", seconds / GAMES as f64);
    }
    for size in [50, 100, 200] {
        let table = Table::of_matrices(rational(&matrix(&mut random, size)), None).expect("the matrix is square");
        let start = Instant::now();
        let solved = solve(&table, Wanted::All, &Meter::steps(u64::MAX)).expect("there is no limit");
        let bits = solved.value.denominator().to_string().len();
        println!("zero-sum {size} × {size}: {:.2} s, denominator of {bits} digits", start.elapsed().as_secs_f64());
    }
    if let Some(path) = path {
        std::fs::write(path, lines).expect("the file can be written");
    }
}
