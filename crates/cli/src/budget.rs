//! Limits on the work of a command.
//!
//! In: `--max-positions`, `--max-seconds`, `--memory` and `--threads`. Out: a [`Budget`]. Limits that are not given
//! depend on the machine, so that an answer too large for it is refused before the machine begins to swap.

use crate::io_limits;
use crate::limits;
use crate::progress::Progress;
use clap::Args;
use grundy::Budget;
use grundy_message::{Message, message};

/// `--max-positions`, `--max-seconds`, `--memory` and `--threads`.
#[derive(Args)]
pub struct BudgetArguments {
    /// How many positions may be examined
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = positions)]
    max_positions: Option<u64>,
    /// How many seconds it may take
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds)]
    max_seconds: Option<f64>,
    /// How much memory tables may take, as 512MiB or 4GiB [default: half of what is free, at most 8GiB]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = memory)]
    memory: Option<u64>,
    /// How many threads may work at once [default: one a core]; the answer is the same with any number
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    threads: Option<usize>,
}

impl BudgetArguments {
    /// Returns the requested budget, with `default` for what was not given, and with progress reports.
    pub fn budget(&self, default: Budget, progress: &Progress) -> Budget {
        let mut budget = self.max_positions.map_or(default, Budget::positions);
        if self.max_seconds.is_some() {
            budget.max_seconds = self.max_seconds;
        }
        budget.max_bytes = self.memory.unwrap_or_else(default_bytes);
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        budget.threads = self.threads.unwrap_or_else(cores).min(io_limits::MAX_THREADS);
        budget.progress = progress.listener();
        limits::within(budget)
    }
}

fn positions(text: &str) -> Result<u64, Message> {
    match text.parse::<u64>() {
        Ok(0) | Err(_) => Err(message!("a number of positions from 1 up is expected, for example 1000000")),
        Ok(positions) => Ok(positions),
    }
}

fn seconds(text: &str) -> Result<f64, Message> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Ok(seconds),
        Ok(seconds) if seconds < 0.0 => Err(message!("a time cannot be negative")),
        _ => Err(message!("a number of seconds is expected, for example 10 or 0.5")),
    }
}

fn threads(text: &str) -> Result<usize, Message> {
    match text.parse::<usize>() {
        Ok(0) | Err(_) => Err(message!("a number of threads from 1 up is expected, for example 2")),
        Ok(threads) => Ok(threads),
    }
}

/// Parses a number of bytes: `512MiB`, `4GiB`, `1.5G`, `2000MB` or plain bytes. As elsewhere on the command line, a
/// single letter counts in powers of 1024, and so does `iB`; `MB` counts in powers of 1000.
pub fn memory(text: &str) -> Result<u64, Message> {
    let wrong = || message!("an amount of memory is expected, for example 512MiB, 4GiB or 2G");
    let text = text.trim();
    let unit_at = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let bytes_a_unit: u64 = match unit.trim_start().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => return Err(wrong()),
    };
    let bytes = match number.parse::<u64>() {
        Ok(count) => {
            count.checked_mul(bytes_a_unit).ok_or_else(|| message!("{text} is more than any machine has", text))?
        }
        // Half a byte is not an amount, half a kilobyte is. The rounding is invisible at the size of any machine.
        Err(_) if bytes_a_unit > 1 => match number.parse::<f64>() {
            Ok(count) if count * (bytes_a_unit as f64) < u64::MAX as f64 => (count * bytes_a_unit as f64) as u64,
            _ => return Err(wrong()),
        },
        Err(_) => return Err(wrong()),
    };
    if bytes == 0 { Err(wrong()) } else { Ok(bytes) }
}

/// Returns half of the memory that is free now, within bounds.
pub fn default_bytes() -> u64 {
    let described = std::fs::read_to_string("/proc/meminfo").ok();
    match described.as_deref().and_then(available_bytes) {
        Some(available) => (available / 2).min(io_limits::MAX_DEFAULT_MEMORY),
        None => io_limits::DEFAULT_MEMORY,
    }
}

/// Parses the memory that new programs can use without swapping: the line `MemAvailable:   24012345 kB`.
fn available_bytes(described: &str) -> Option<u64> {
    let line = described.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_memory_are_read_in_their_usual_forms() {
        for (text, bytes) in [
            ("512MiB", 512 << 20),
            ("2G", 2 << 30),
            ("4GiB", 4 << 30),
            ("1.5GiB", 3 << 29),
            ("4 gib", 4 << 30),
            ("0.5k", 512),
            ("123456789", 123_456_789),
            ("64b", 64),
            ("2000MB", 2_000_000_000),
            ("1T", 1 << 40),
        ] {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn what_is_no_amount_of_memory_is_refused_with_an_example() {
        for text in
            ["", "GiB", "4 GiBs", "-1G", "1.5", "1.2.3G", ".", "0", "0G", "nanG", "infG", "1e3M", "99999999999T"]
        {
            assert!(
                memory(text).is_err_and(|message| {
                    let message = message.to_string();
                    message.contains("memory") || message.contains("machine")
                }),
                "{text}"
            );
        }
        assert!(memory("4 GiBs").is_err_and(|message| message.to_string().contains("4GiB")));
    }

    #[test]
    fn free_memory_is_what_the_kernel_calls_available() {
        let described = "MemTotal:       24000000 kB\nMemFree:          1000000 kB\nMemAvailable:   12000000 kB\n";
        assert_eq!(available_bytes(described), Some(12_000_000 * 1024));
        assert_eq!(available_bytes("MemTotal: 24000000 kB\n"), None);
        assert_eq!(available_bytes("MemAvailable: many kB\n"), None);
    }
}
