//! How much work a command may do, and how far it has come, for who watches.

use crate::screen::Screen;
use clap::Args;
use grundy::Budget;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// `--max-positions` and `--max-seconds`.
#[derive(Args)]
pub struct BudgetArguments {
    /// How many positions may be examined
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = positions)]
    max_positions: Option<u64>,
    /// How many seconds it may take
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds)]
    max_seconds: Option<f64>,
}

impl BudgetArguments {
    /// The budget that was asked for, else this one, its progress watched.
    pub fn budget(&self, usual: Budget, progress: &Progress) -> Budget {
        let mut budget = self.max_positions.map_or(usual, Budget::positions);
        if self.max_seconds.is_some() {
            budget.max_seconds = self.max_seconds;
        }
        budget.progress = progress.listener();
        budget
    }
}

fn positions(text: &str) -> Result<u64, String> {
    match text.parse::<u64>() {
        Ok(0) | Err(_) => Err("a number of positions from 1 up is expected, for example 1000000".to_owned()),
        Ok(positions) => Ok(positions),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Ok(seconds),
        Ok(seconds) if seconds < 0.0 => Err("a time cannot be negative".to_owned()),
        _ => Err("a number of seconds is expected, for example 10 or 0.5".to_owned()),
    }
}

/// How long work goes on before anything is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line on standard error that says how many positions have been examined. It is shown on a terminal only, when work
/// takes longer than a second, and is gone when work is done.
pub struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Nothing is shown yet.
    pub fn new() -> Progress {
        let bar = Screen::is_watched().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            let style = ProgressStyle::with_template("{spinner} {msg}{human_pos} positions, {elapsed}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        Progress { bar }
    }

    /// Says what is being worked on.
    pub fn about(&self, what: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{}: ", grundy::view::format::text::visible(what)));
        }
    }

    /// Hides the line while something else is written.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
    }

    fn listener(&self) -> Option<grundy::Progress> {
        let bar = self.bar.clone()?;
        let started = Instant::now();
        Some(Arc::new(move |positions| {
            if started.elapsed() < PATIENCE {
                return;
            }
            if bar.is_hidden() {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            bar.set_position(positions);
        }))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
