//! A game of your own, played against the best replies: `cargo run --release -p grundy --example play`.
//!
//! Type the number of a move; the program answers with a winning move where there is one.

use std::io::{BufRead, stdin};

const RULES: &str = "game squares(n)
start 30
move take(k in 1..isqrt(n)) -> n - k * k";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = grundy::Game::from_text(RULES)?;
    let mut position = game.position("")?.to_string();
    let mut lines = stdin().lock().lines();
    loop {
        let answer = game.position(&position)?.solve()?;
        let moves: Vec<_> = answer.moves().collect();
        if moves.is_empty() {
            println!("{position}: you cannot move, so you lose");
            return Ok(());
        }
        println!("{position}: your moves");
        for (index, listed) in moves.iter().enumerate() {
            println!("  {}. {listed}", index + 1);
        }
        let Some(line) = lines.next() else { return Ok(()) };
        let chosen = line?.trim().parse::<usize>().ok().and_then(|number| moves.get(number.checked_sub(1)?));
        let Some(chosen) = chosen else {
            println!("type a number from 1 to {}", moves.len());
            continue;
        };
        position = chosen.to();
        let reply = game.position(&position)?.solve()?;
        let Some(best) = reply.winning_moves().next().or_else(|| reply.moves().next()) else {
            println!("{position}: I cannot move, so you win");
            return Ok(());
        };
        println!("I play {best}");
        position = best.to();
    }
}
