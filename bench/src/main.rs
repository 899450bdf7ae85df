//! Timed workloads, each beside what one would write by hand for that one game.
//!
//! In: which works, and how large. Out: one line a work: seconds, seconds of the processor, and how many times as fast as
//! the other way, both measured in the same run. Answers are compared, and a difference is an error: a fast wrong answer is
//! worth nothing.

mod baseline;
mod measure;
mod ours;
mod random;
mod report;
mod work;

use clap::Parser;
use std::process::ExitCode;

/// Timed workloads, each beside what one would write by hand.
#[derive(Parser)]
#[command(name = "grundy-bench", max_term_width = 100)]
#[command(after_help = "Examples:
  cargo run --release -p grundy-bench
  cargo run --release -p grundy-bench -- --only lasker --json
  cargo run --release -p grundy-bench -- --quick --max-seconds 5")]
struct Arguments {
    /// Only the works whose name contains NAME
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Smaller sizes, a few seconds in all once every work is fast
    #[arg(long)]
    quick: bool,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// The names of the works, and nothing else
    #[arg(long)]
    list: bool,
    /// How many seconds the program may take for one work; what is written by hand takes what it takes
    #[arg(long, value_name = "S", default_value_t = 120.0)]
    max_seconds: f64,
    /// How many bytes tables of the program may take
    #[arg(long, value_name = "BYTES", default_value_t = 8 << 30)]
    max_bytes: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let size = if arguments.quick { work::Size::Quick } else { work::Size::Full };
    let setting = work::Setting { size, max_seconds: arguments.max_seconds, max_bytes: arguments.max_bytes };
    let wanted =
        |name: &str| arguments.only.is_empty() || arguments.only.iter().any(|only| name.contains(only.as_str()));
    let works: Vec<&work::Work> = work::WORKS.iter().filter(|work| wanted(work.name)).collect();
    if arguments.list || works.is_empty() {
        for work in &work::WORKS {
            println!("{:<24}{}", work.name, work.about);
        }
        return if works.is_empty() { ExitCode::from(2) } else { ExitCode::SUCCESS };
    }
    if !arguments.json {
        println!("{}", report::heading());
    }
    let mut right = true;
    for work in works {
        for line in (work.run)(&setting) {
            let line = line.of(work.name);
            right &= !line.is_wrong();
            if arguments.json {
                println!("{}", line.data());
            } else {
                println!("{}", line.text());
            }
            if line.is_wrong() {
                eprintln!("error: {}: {}", work.name, line.problem().unwrap_or_default());
            }
        }
    }
    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
