//! `grundy prove`: claims proved for every position, or a rule found and proved.

use crate::failure::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::play::PlayArguments;
use crate::screen::Screen;
use clap::Args;
use grundy::Budget;
use grundy::pattern::finder::{self, Finding, findings};
use grundy::pattern::prover::Effort;
use grundy::proof::linear::checker::Limits;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Instant;

/// Prove claims for every position
///
/// Proves what the file claims of every position, or, where it claims nothing that can be proved, finds a rule and proves it. A rule
/// is an automaton that reads the numbers of a position digit by digit; it is learned from a table, and a checker that
/// shares no code with the search shows that every value follows from those of the options. What cannot be proved is checked
/// on small positions, and a false claim is shown with a counterexample.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy prove bash
  grundy prove wythoff --certificate wythoff.certificate
  grundy prove ./my.game --given m=4 --json

Exit codes: 0 all is proved; 1 something is not; 2 the input is wrong.")]
pub struct Prove {
    #[command(flatten)]
    play: PlayArguments,
    /// How many seconds to search; what is being tried then is finished
    #[arg(long, value_name = "S", default_value_t = 20.0)]
    max_seconds: f64,
    /// Write the certificate of the first thing that is proved to this file
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// One JSON object, on one line
    #[arg(long)]
    json: bool,
}

impl Prove {
    /// Proves.
    ///
    /// # Errors
    /// The input is wrong, or the certificate cannot be written.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let play = self.play.load()?;
        let interrupt = Interrupt::listen();
        let start = Instant::now();
        let go_on = || start.elapsed().as_secs_f64() < self.max_seconds && !interrupt.came();
        let budget = Budget {
            cancelled: Some(interrupt.flag()),
            max_seconds: Some(self.max_seconds),
            ..Budget::positions(1_000_000)
        };
        let effort = Effort { budget, wants: None, go_on: &go_on };
        let (found, tried) = findings(&play.instance, &effort, &Limits::default());
        let seconds = start.elapsed().as_secs_f64();
        if self.json {
            let claims: Vec<Value> = found.iter().map(|finding| data(finding, seconds)).collect();
            screen.print_json(&json!({"game": play.instance.game().name, "claims": claims, "tried": tried}))?;
        } else {
            screen.print(&text(&found, &tried))?;
        }
        // After the report, so that it is there even where there is nothing to write.
        if let Some(path) = &self.certificate {
            let certificate = found.iter().find_map(|finding| finding.certificate.as_ref());
            let certificate =
                certificate.ok_or_else(|| Failure::wrong("nothing was proved, so there is no certificate"))?;
            std::fs::write(path, certificate)
                .map_err(|error| Failure::wrong(format!("cannot write `{}`: {error}", path.display())))?;
        }
        let proved = found.iter().all(|finding| finding.status == finder::Status::Proved);
        Ok(if proved && !found.is_empty() { Status::Fine } else { Status::No })
    }
}

fn data(finding: &Finding, seconds: f64) -> Value {
    json!({
        "claim": finding.claim,
        "words": finding.words,
        "status": finding.status.word(),
        "bound": finding.bound,
        "counterexample": finding.counterexample,
        "system": finding.system,
        "states": finding.states,
        "certificate": finding.certificate,
        "seconds": seconds,
    })
}

fn text(found: &[Finding], tried: &[String]) -> String {
    let mut text = String::new();
    for finding in found {
        let said = if finding.words.is_empty() { &finding.claim } else { &finding.words };
        text += &format!("{}: {said}\n", finding.status.word());
        if !finding.claim.is_empty() && finding.claim != *said {
            text += &format!("  claim {}\n", finding.claim);
        }
        if let (Some(system), Some(states)) = (&finding.system, finding.states) {
            text += &format!("  by an automaton with {states} states in {system}\n");
        }
        if let Some(bound) = finding.bound {
            text += &format!("  on {bound} positions\n");
        }
        if let Some(position) = &finding.counterexample {
            text += &format!("  counterexample: {position}\n");
        }
    }
    if found.is_empty() {
        text += "unknown: nothing was proved\n";
    }
    for line in tried {
        text += &format!("tried: {line}\n");
    }
    text
}
