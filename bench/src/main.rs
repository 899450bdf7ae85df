//! Timed workloads, each compared with code written by hand for that one game.
//!
//! In: which workloads, and their size. Out: one line per workload: seconds, processor seconds, and the ratio to the
//! speed of the other method, both measured in the same run, or values per second. Every workload has a process of its
//! own. Answers are compared, and a difference is an error: a fast wrong answer is useless.

mod baseline;
mod measure;
mod ours;
mod random;
mod report;
mod work;

use clap::Parser;
use std::process::{Command, ExitCode};

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
    /// This work in this very process
    #[arg(long, hide = true, value_name = "NAME")]
    alone: Option<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let size = if arguments.quick { work::Size::Quick } else { work::Size::Full };
    let setting = work::Setting { size, max_seconds: arguments.max_seconds, max_bytes: arguments.max_bytes };
    if let Some(name) = &arguments.alone {
        return match work::all().find(|work| work.name == name) {
            Some(work) => run(work, &setting, &arguments),
            None => ExitCode::from(2),
        };
    }
    let wanted =
        |name: &str| arguments.only.is_empty() || arguments.only.iter().any(|only| name.contains(only.as_str()));
    let works: Vec<&work::Work> = work::all().filter(|work| wanted(work.name)).collect();
    if arguments.list || works.is_empty() {
        for work in work::all() {
            println!("{:<24}{}", work.name, work.about);
        }
        return if works.is_empty() { ExitCode::from(2) } else { ExitCode::SUCCESS };
    }
    if !arguments.json {
        println!("{}", report::heading());
    }
    let mut right = true;
    for work in works {
        right &= run_apart(work, &setting, &arguments);
    }
    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs one workload and prints its lines.
fn run(work: &work::Work, setting: &work::Setting, arguments: &Arguments) -> ExitCode {
    let mut right = true;
    for line in (work.run)(setting) {
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
    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Like [`run`], but in a process of its own; returns whether all was right. Memory left behind by earlier workloads
/// would hide how much this one takes, and the state of the allocator would disturb its times.
fn run_apart(work: &work::Work, setting: &work::Setting, arguments: &Arguments) -> bool {
    let Ok(program) = std::env::current_exe() else {
        return run(work, setting, arguments) == ExitCode::SUCCESS;
    };
    let mut command = Command::new(program);
    command.args(["--alone", work.name]);
    command.args(["--max-seconds", &setting.max_seconds.to_string(), "--max-bytes", &setting.max_bytes.to_string()]);
    command.args(arguments.quick.then_some("--quick"));
    command.args(arguments.json.then_some("--json"));
    match command.status() {
        Ok(status) => {
            if status.code() != Some(0) && status.code() != Some(1) {
                eprintln!("error: {}: ended with {status}", work.name);
            }
            status.success()
        }
        Err(error) => {
            eprintln!("error: {}: cannot be started: {error}", work.name);
            false
        }
    }
}
