//! `grundy fmt`: formats files in their canonical form.

use crate::failure::{Failure, Status};
use crate::file::{read_rules, read_standard_input, refuse_problem};
use crate::output_file::write_file;
use crate::screen::Screen;
use clap::Args;
use grundy::format;
use grundy::view::format::text::visible;
use serde_json::json;
use std::path::Path;

/// Print files of rules in their canonical form
///
/// A file is rewritten wholly or not at all; one with mistakes is not touched.
#[derive(Args)]
#[command(after_help = "Examples:
  grundy fmt my.game
  grundy fmt --check *.game
  grundy fmt - < my.game")]
pub struct Fmt {
    /// Files of rules, or - for standard input to standard output
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Write nothing: name the files that would change, with exit code 1
    #[arg(long, conflicts_with = "stdout")]
    check: bool,
    /// Write the canonical form to standard output
    #[arg(long)]
    stdout: bool,
    /// One JSON object a file, on one line
    #[arg(long)]
    json: bool,
}

impl Fmt {
    /// Runs the command and returns its exit status.
    ///
    /// # Errors
    /// Fails if standard output cannot be written. Errors in files are reported, and the next file is formatted.
    pub fn run(self, screen: &Screen) -> Result<Status, Failure> {
        let mut worst = Status::Fine;
        for file in &self.files {
            let ended = match self.format(file, screen) {
                Err(Failure::OutputClosed) => return Err(Failure::OutputClosed),
                Err(failure) => {
                    if self.json {
                        let mut data = failure.data();
                        data["file"] = json!(file);
                        screen.print_json_line(&data)?;
                    }
                    screen.report(&failure)
                }
                Ok(status) => status,
            };
            worst = worst.max(ended);
        }
        Ok(worst)
    }

    fn format(&self, file: &str, screen: &Screen) -> Result<Status, Failure> {
        let from_input = file == "-";
        refuse_problem(file)?;
        let source = if from_input { read_standard_input()? } else { read_rules(Path::new(file))? };
        let text = format(&source).map_err(|diagnostics| Failure::InFile {
            path: if from_input { "standard input".to_owned() } else { file.to_owned() },
            source: source.clone(),
            diagnostics,
        })?;
        let changed = text != source;
        if self.json {
            let shown = (self.stdout || from_input && !self.check).then_some(&text);
            screen.print_json_line(&json!({"file": file, "changed": changed, "text": shown}))?;
        } else if self.stdout || from_input && !self.check {
            screen.print(&text)?;
        } else if self.check && changed {
            screen.print(&std::format!("{}\n", visible(file)))?;
        }
        if self.check {
            return Ok(if changed { Status::No } else { Status::Fine });
        }
        if changed && !self.stdout && !from_input {
            write_file(Path::new(file), &text)?;
        }
        Ok(Status::Fine)
    }
}
