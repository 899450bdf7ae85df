//! Grundy values of heaps of your own game: `cargo run --release -p grundy --example table`.

const RULES: &str = "game thirds(n)
move take(k in 1..n / 3) -> n - k
move one if n > 0 -> n - 1";

fn main() -> Result<(), grundy::Error> {
    let game = grundy::Game::from_text(RULES)?;
    for n in 0..=20 {
        let answer = game.position(&n.to_string())?.solve()?;
        println!("{n:>3} {}", answer.grundy().map_or("?".into(), |grundy| grundy.to_string()));
    }
    Ok(())
}
