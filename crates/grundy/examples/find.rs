//! The rule behind a game, with its proof: `cargo run --release -p grundy --example find -- bash`.

fn main() -> Result<(), grundy::Error> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "bash".into());
    let rules = grundy::game(&name)?.find()?;
    for rule in rules.iter() {
        println!("{:?}: {rule}", rule.status());
        if let Some(claim) = rule.claim() {
            println!("    claim {claim}");
        }
        if let Some(certificate) = rule.certificate() {
            println!("    a certificate of {} bytes", certificate.len());
        }
    }
    for tried in rules.tried() {
        println!("tried: {tried}");
    }
    Ok(())
}
