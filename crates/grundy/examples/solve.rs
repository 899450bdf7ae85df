//! Who wins a position, and by which moves: `cargo run --release -p grundy --example solve -- wythoff 3,5`.

fn main() -> Result<(), grundy::Error> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "nim".into());
    let position: Vec<String> = arguments.collect();
    let game = grundy::game(&name)?;
    let position = game.position(&position.join(" "))?;
    let answer = position.solve()?;
    match answer.winner() {
        Some(winner) => println!("{position}: {winner}, by {}", answer.by()),
        None => println!("{position}: not known within the budget"),
    }
    for winning in answer.winning_moves() {
        println!("  {winning}");
    }
    Ok(())
}
