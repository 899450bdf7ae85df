//! `grundy verify`: checks that a certificate proves its claim.

use crate::budget::BudgetArguments;
use crate::failure::{Failure, Status};
use crate::file::{read_bytes, utf8};
use crate::interrupt::Interrupt;
use crate::io_limits;
use crate::progress::Progress;
use crate::screen::Screen;
use clap::Args;
use grundy::Budget;
use grundy::proof::letters;
use grundy::proof::linear::checker::{Fault, Play};
use grundy::proof::linear::{self, LinearTheorem};
use grundy::proof::{Cause, Certificate, Claim, Limits, Refusal, check_unless};
use grundy_message::{Message, message};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Check a certificate
///
/// A certificate is a small text that says what is true of a game for every size, and by which theorem. It is checked by code
/// that shares nothing with the solvers: all values it needs are computed anew.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy verify kayles.certificate
  grundy verify kayles.certificate --json
  grundy verify 104.certificate --max-seconds 3600

Exit codes: 0 proved; 1 refused, with the line and the reason, or stopped; 2 the file cannot be read, or is no certificate.")]
// Checking examines no positions and works in one thread.
#[command(mut_arg("max_positions", |argument| argument.hide(true)))]
#[command(mut_arg("threads", |argument| argument.hide(true)))]
pub struct Verify {
    /// The certificate
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    budget: BudgetArguments,
    /// One JSON object, on one line
    #[arg(long)]
    json: bool,
}

/// Describes what a certificate looks like and which commands write one.
fn begins_with() -> Message {
    message!(
        "a certificate begins with `grundy certificate 1`, `grundy automaton 2` or `grundy letters 1`; `grundy heap`, `find` and \
         `prove` write them with --certificate"
    )
}

/// Returns the limits of the checker, here and in `grundy heap`: what one writes the other accepts.
pub fn limits(budget: &Budget) -> Limits {
    Limits { max_bytes: budget.max_bytes, max_steps: io_limits::MAX_CHECKER_STEPS }
}

impl Verify {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if the file cannot be read or the certificate is refused.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let shown = self.file.display().to_string();
        let bytes = read_bytes(&self.file, io_limits::MAX_CERTIFICATE_BYTES)?;
        let text = utf8(bytes, &shown)?;
        // The content of a certificate is printed, and terminals obey some control characters.
        if let Some(c) = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
            return Err(Failure::wrong(message!(
                "`{shown}` is no certificate: it holds the letter {letter}",
                shown,
                letter = format!("{c:?}")
            )));
        }
        if text.trim().is_empty() {
            return Err(Failure::wrong(message!("`{shown}` is no certificate: it is empty", shown)).hint(begins_with()));
        }
        let first = text.lines().next().unwrap_or_default();
        if !["grundy certificate ", "grundy automaton ", "grundy letters "].iter().any(|kind| first.starts_with(kind)) {
            let first: String = first.chars().take(io_limits::MAX_CERTIFICATE_CHARS_SHOWN).collect();
            let message = match first.trim().is_empty() {
                true => message!("`{shown}` is no certificate: line 1 is empty", shown),
                false => message!("`{shown}` is no certificate: line 1 is `{first}`", shown, first),
            };
            return Err(Failure::wrong(message).hint(begins_with()));
        }
        if first.starts_with("grundy automaton") {
            return self.verify_automaton(&shown, &text, screen);
        }
        if first.starts_with("grundy letters") {
            return self.verify_letters(&shown, &text, screen);
        }
        // Ctrl-C is handled from here on; without a handler it ends the program at once.
        let progress = Progress::new();
        let interrupt = Interrupt::listen();
        let budget = Budget { cancelled: Some(interrupt.flag()), ..self.budget.budget(Budget::default(), &progress) };
        let certificate = text.parse::<Certificate>();
        let called_off = || budget.is_cancelled();
        let verdict = certificate
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|certificate| check_unless(certificate, &limits(&budget), &called_off));
        drop(progress);
        if self.json {
            screen.print_json(&data(&shown, certificate.as_ref().ok(), verdict.as_ref().err()))?;
        }
        match verdict {
            Ok(theorem) if self.json => drop(theorem),
            Ok(theorem) => screen.say(&message!("proved: {claim}", claim = theorem.claim().message()))?,
            Err(Refusal { cause: Cause::CalledOff, reason, .. }) => {
                return Err(Failure::unanswered(message!(
                    "`{shown}` is neither proved nor refused: {reason}",
                    shown,
                    reason
                )));
            }
            Err(refusal) => {
                return Err(Failure::unanswered(message!(
                    "`{shown}` proves nothing: {refusal}",
                    shown,
                    refusal = refusal.message()
                )));
            }
        }
        Ok(Status::Fine)
    }

    /// Verifies a certificate about a game whose moves are linear.
    fn verify_automaton(&self, shown: &str, text: &str, screen: &Screen) -> Result<Status, Failure> {
        let progress = Progress::new();
        let interrupt = Interrupt::listen();
        let budget = Budget { cancelled: Some(interrupt.flag()), ..self.budget.budget(Budget::default(), &progress) };
        let called_off = || budget.is_cancelled();
        let verdict = linear::verify(text, &linear::Limits { max_steps: io_limits::MAX_CHECKER_STEPS }, &called_off);
        drop(progress);
        let words = verdict.as_ref().ok().map(|theorem| {
            let what = match theorem.play() {
                Play::Grundy | Play::Relation => message!("Grundy value"),
                Play::Normal | Play::Misere => message!("winner"),
            };
            let (claims, count) = (theorem.text().lines().any(|line| line.starts_with("claim ")), theorem.states());
            match claims {
                true => message!(
                    "an automaton with {count} states gives the {what} of every position, and what is claimed of it is true",
                    count,
                    what
                ),
                false => message!("an automaton with {count} states gives the {what} of every position", count, what),
            }
        });
        if self.json {
            screen.print_json(&json!({
                "file": shown,
                "ok": verdict.is_ok(),
                "kind": "automaton",
                "claim": words.as_ref().map(ToString::to_string),
                "states": verdict.as_ref().ok().map(LinearTheorem::states),
                "line": verdict.as_ref().err().map(|refusal| refusal.line),
                "reason": verdict.as_ref().err().map(|refusal| refusal.reason.to_string()),
            }))?;
        }
        self.conclude(shown, verdict.map(|theorem| theorem.text().to_owned()), words, screen)
    }

    /// Verifies a certificate about all values of a game's givens.
    fn verify_letters(&self, shown: &str, text: &str, screen: &Screen) -> Result<Status, Failure> {
        let verdict = letters::verify(text);
        let words = verdict.as_ref().ok().map(|theorem| match theorem.play() {
            Play::Grundy | Play::Relation => {
                message!("the Grundy value of every position is as claimed, for all values of the givens")
            }
            Play::Normal | Play::Misere => {
                message!("the lost positions are those that are claimed, for all values of the givens")
            }
        });
        if self.json {
            screen.print_json(&json!({
                "file": shown,
                "ok": verdict.is_ok(),
                "kind": "letters",
                "claim": words.as_ref().map(ToString::to_string),
                "line": verdict.as_ref().err().map(|refusal| refusal.line),
                "reason": verdict.as_ref().err().map(|refusal| refusal.reason.to_string()),
            }))?;
        }
        self.conclude(shown, verdict.map(|theorem| theorem.statement().to_owned()), words, screen)
    }

    /// Says that a statement is proved, in words and with its lines, or why it is not.
    fn conclude(
        &self,
        shown: &str,
        verdict: Result<String, linear::Refusal>,
        words: Option<Message>,
        screen: &Screen,
    ) -> Result<Status, Failure> {
        match (verdict, words) {
            (Ok(statement), Some(words)) if !self.json => {
                screen.say(&message!("proved: {claim}", claim = words))?;
                screen.print(&statement)?;
            }
            (Err(refusal), _) if refusal.fault == Fault::Limit => {
                return Err(Failure::unanswered(message!(
                    "`{shown}` is neither proved nor refused: {reason}",
                    shown,
                    reason = refusal.reason
                )));
            }
            (Err(refusal), _) => {
                return Err(Failure::unanswered(message!(
                    "`{shown}` proves nothing: {refusal}",
                    shown,
                    refusal = refusal.message()
                )));
            }
            _ => {}
        }
        Ok(Status::Fine)
    }
}

/// Returns the verdict as JSON; what could not be read is null.
fn data(file: &str, certificate: Option<&Certificate>, refusal: Option<&Refusal>) -> Value {
    let claim = certificate.map(|certificate| &certificate.claim);
    let saltus = claim.and_then(|claim| match claim {
        Claim::HeapPeriod { saltus, .. } => Some(*saltus),
        Claim::CuttingPeriod { .. } => None,
    });
    json!({
        "file": file,
        "ok": refusal.is_none(),
        "kind": certificate.map(|certificate| certificate.evidence.kind()),
        "claim": claim.map(ToString::to_string),
        "period": claim.map(|claim| claim.period().0),
        "preperiod": claim.map(|claim| claim.period().1),
        "saltus": saltus,
        "line": refusal.map(|refusal| refusal.line),
        "reason": refusal.map(|refusal| refusal.reason.to_string()),
    })
}
