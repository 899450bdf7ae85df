//! What is said of a measurement: a line of a table for people, a JSON object for programs.

use serde_json::{Value, json};

/// One measurement.
#[derive(Default)]
pub struct Line {
    /// What was done.
    pub work: &'static str,
    /// How long the program took, by the clock and by the processor.
    pub seconds: Option<f64>,
    /// All threads together.
    pub cpu_seconds: Option<f64>,
    /// What it is compared with.
    pub against: Option<&'static str>,
    /// How many times as fast as that the program is.
    pub ratio: Option<f64>,
    /// What else was measured: a name and a number each.
    pub figures: Vec<(&'static str, f64)>,
    /// What the ratio must be.
    pub bound: Bound,
    /// What went wrong, if anything did.
    pub trouble: Option<Trouble>,
}

/// What a ratio must reach, where something is asked for.
#[derive(Clone, Copy, Default)]
pub struct Bound {
    /// Below this it is too slow.
    pub at_least: Option<f64>,
    /// This is what is wished for.
    pub aim: Option<f64>,
}

/// Why there is nothing to compare.
pub enum Trouble {
    /// The program did not come to its end.
    Unfinished(String),
    /// The program says something else than the other way, or than what is known.
    Wrong(String),
}

/// The titles of the table.
pub fn heading() -> String {
    format!(
        "{:<24}{:>11}{:>11}  {:<24}{:>10}{:>10}{:>8}  {:<5}",
        "work", "seconds", "cpu s", "against", "ratio", "at least", "aim", "met"
    )
}

impl Line {
    /// The same for the work of this name.
    pub fn of(self, work: &'static str) -> Line {
        Line { work, ..self }
    }

    /// Whether an answer was wrong.
    pub fn is_wrong(&self) -> bool {
        matches!(self.trouble, Some(Trouble::Wrong(_)))
    }

    /// What went wrong.
    pub fn problem(&self) -> Option<&str> {
        match &self.trouble {
            Some(Trouble::Unfinished(why) | Trouble::Wrong(why)) => Some(why),
            None => None,
        }
    }

    /// Whether what is asked for is reached; not known where nothing is asked for.
    fn met(&self) -> Option<bool> {
        let least = self.bound.at_least?;
        Some(self.trouble.is_none() && self.ratio.is_some_and(|ratio| ratio >= least))
    }

    /// For people.
    pub fn text(&self) -> String {
        let number = |number: Option<f64>, decimals: usize| {
            number.map_or("-".to_owned(), |number| format!("{number:.decimals$}"))
        };
        let mut text = format!(
            "{:<24}{:>11}{:>11}  {:<24}{:>10}{:>10}{:>8}  {:<5}",
            self.work,
            number(self.seconds, 4),
            number(self.cpu_seconds, 4),
            self.against.unwrap_or("-"),
            number(self.ratio, if self.ratio.is_some_and(|ratio| ratio < 1.0) { 4 } else { 2 }),
            number(self.bound.at_least, 2),
            number(self.bound.aim, 2),
            self.met().map_or("-", |met| if met { "yes" } else { "no" }),
        );
        for (name, figure) in &self.figures {
            text += &format!("  {name} {}", shortened(*figure));
        }
        if let Some(problem) = self.problem() {
            text += &format!("  {problem}");
        }
        text.trim_end().to_owned()
    }

    /// For programs.
    pub fn data(&self) -> Value {
        let mut data = json!({
            "work": self.work,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "against": self.against,
            "ratio": self.ratio,
            "at_least": self.bound.at_least,
            "aim": self.bound.aim,
            "met": self.met(),
        });
        for (name, figure) in &self.figures {
            data[name.replace(' ', "_")] = json!(figure);
        }
        if let Some(problem) = self.problem() {
            data["problem"] = json!(problem);
        }
        data
    }
}

/// Few digits of a number of any size.
fn shortened(number: f64) -> String {
    if number >= 100.0 { format!("{number:.0}") } else { format!("{number:.4}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_every_key_in_order() {
        let bound = Bound { at_least: Some(2.0), aim: Some(4.0) };
        let line = Line {
            seconds: Some(0.5),
            cpu_seconds: Some(0.25),
            against: Some("by hand"),
            ratio: Some(3.0),
            bound,
            ..Line::default()
        };
        assert_eq!(
            line.of("nim").data().to_string(),
            r#"{"work":"nim","seconds":0.5,"cpu_seconds":0.25,"against":"by hand","ratio":3.0,"at_least":2.0,"aim":4.0,"met":true}"#
        );
    }

    #[test]
    fn what_is_wrong_meets_nothing() {
        let bound = Bound { at_least: Some(2.0), aim: None };
        let wrong = Some(Trouble::Wrong("7 is not 8".to_owned()));
        let line = Line { ratio: Some(3.0), bound, trouble: wrong, ..Line::default() };
        assert!(line.is_wrong());
        assert_eq!(line.data()["met"], json!(false));
        assert_eq!(Line::default().data()["met"], json!(null));
    }
}
