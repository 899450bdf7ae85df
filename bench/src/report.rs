//! Reports of a measurement: a line of a table for people, a JSON object for programs.

use serde_json::{Value, json};

/// One measurement.
#[derive(Default)]
pub struct Line {
    /// Name of the workload.
    pub work: &'static str,
    /// Which part of it, if it has several.
    pub part: Option<&'static str>,
    /// Wall-clock time of the program.
    pub seconds: Option<f64>,
    /// Processor time of all threads together.
    pub cpu_seconds: Option<f64>,
    /// What it is compared with.
    pub against: Option<&'static str>,
    /// What the figure is: the ratio to the speed of the other method, by default.
    pub quantity: Quantity,
    /// The main figure of the workload.
    pub figure: Option<f64>,
    /// Other measurements: a name and a number each.
    pub figures: Vec<(&'static str, f64)>,
    /// What the figure must be.
    pub bound: Bound,
    /// What went wrong, if anything did.
    pub trouble: Option<Trouble>,
}

/// What a figure is, and so whether it should be large or small.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quantity {
    /// Ratio to the speed of the other method: large.
    #[default]
    Ratio,
    /// Values per processor second: large.
    Rate,
    /// Wall-clock seconds: small.
    Seconds,
    /// Processor seconds: small.
    CpuSeconds,
    /// Relative loss of the rate of large heaps against that of small ones: small.
    Slowdown,
    /// Peak memory: small.
    Bytes,
}

impl Quantity {
    /// Returns its name for programs.
    fn name(self) -> &'static str {
        match self {
            Quantity::Ratio => "ratio",
            Quantity::Rate => "values per cpu second",
            Quantity::Seconds => "seconds",
            Quantity::CpuSeconds => "cpu seconds",
            Quantity::Slowdown => "slowdown",
            Quantity::Bytes => "bytes",
        }
    }

    /// Returns true if the requirement is a maximum, and not a minimum.
    fn is_limited(self) -> bool {
        !matches!(self, Quantity::Ratio | Quantity::Rate)
    }

    /// Formats a number of this quantity for people.
    fn text(self, number: f64) -> String {
        match self {
            Quantity::Ratio if number < 1.0 => format!("{number:.4}"),
            Quantity::Ratio => format!("{number:.2}"),
            Quantity::Rate if number >= 1e9 => format!("{:.2} G/s", number / 1e9),
            Quantity::Rate => format!("{:.2} M/s", number / 1e6),
            Quantity::Seconds | Quantity::CpuSeconds if number >= 1.0 => format!("{number:.1} s"),
            Quantity::Seconds | Quantity::CpuSeconds if number >= 1e-3 => format!("{:.1} ms", number * 1e3),
            Quantity::Seconds | Quantity::CpuSeconds if number >= 1e-6 => format!("{:.1} us", number * 1e6),
            Quantity::Seconds | Quantity::CpuSeconds => format!("{:.1} ns", number * 1e9),
            Quantity::Slowdown => format!("{:.1} %", number * 1e2),
            Quantity::Bytes => format!("{:.0} MiB", number / 1_048_576.0),
        }
    }
}

/// The requirement on a figure, if there is one.
#[derive(Clone, Copy, Default)]
pub struct Bound {
    /// The requirement: a minimum if the figure should be large, a maximum if it should be small.
    pub asked: Option<f64>,
    /// The goal beyond the requirement.
    pub aim: Option<f64>,
}

/// Why there is nothing to compare.
pub enum Trouble {
    /// The program did not finish.
    Unfinished(String),
    /// The program disagrees with the other method, or with a known result.
    Wrong(String),
}

/// Returns the heading of the table.
pub fn heading() -> String {
    format!(
        "{:<26}{:>11}{:>11}  {:<24}{:>12}{:>18}{:>12}  {:<5}",
        "work", "seconds", "cpu s", "against", "figure", "asked", "aim", "met"
    )
}

impl Line {
    /// Sets the name of the workload.
    pub fn of(self, work: &'static str) -> Line {
        Line { work, ..self }
    }

    /// Returns true if an answer was wrong.
    pub fn is_wrong(&self) -> bool {
        matches!(self.trouble, Some(Trouble::Wrong(_)))
    }

    /// Returns what went wrong.
    pub fn problem(&self) -> Option<&str> {
        match &self.trouble {
            Some(Trouble::Unfinished(why) | Trouble::Wrong(why)) => Some(why),
            None => None,
        }
    }

    /// Returns true if the requirement is met; `None` if there is no requirement.
    fn met(&self) -> Option<bool> {
        let asked = self.bound.asked?;
        let within = |figure: f64| if self.quantity.is_limited() { figure <= asked } else { figure >= asked };
        Some(self.trouble.is_none() && self.figure.is_some_and(within))
    }

    /// Formats the line for people.
    pub fn text(&self) -> String {
        let seconds = |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:.4}"));
        let quantity = |number: Option<f64>| number.map_or("-".to_owned(), |number| self.quantity.text(number));
        let sign = if self.quantity.is_limited() { "at most" } else { "at least" };
        let mut text = format!(
            "{:<26}{:>11}{:>11}  {:<24}{:>12}{:>18}{:>12}  {:<5}",
            self.part.map_or(self.work.to_owned(), |part| format!("{} {part}", self.work)),
            seconds(self.seconds),
            seconds(self.cpu_seconds),
            self.against.unwrap_or("-"),
            quantity(self.figure),
            self.bound.asked.map_or("-".to_owned(), |asked| format!("{sign} {}", self.quantity.text(asked))),
            quantity(self.bound.aim),
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

    /// Returns the line as JSON.
    pub fn data(&self) -> Value {
        let (limited, ratio) = (self.quantity.is_limited(), self.quantity == Quantity::Ratio);
        let mut data = json!({
            "work": self.work,
            "part": self.part,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "against": self.against,
            "ratio": self.figure.filter(|_| ratio),
            "quantity": self.quantity.name().replace(' ', "_"),
            "figure": self.figure,
            "at_least": self.bound.asked.filter(|_| !limited),
            "at_most": self.bound.asked.filter(|_| limited),
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

/// Formats a number of any size with few digits.
fn shortened(number: f64) -> String {
    if number >= 100.0 { format!("{number:.0}") } else { format!("{number:.4}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_every_key_in_order() {
        let bound = Bound { asked: Some(2.0), aim: Some(4.0) };
        let line = Line {
            seconds: Some(0.5),
            cpu_seconds: Some(0.25),
            against: Some("by hand"),
            figure: Some(3.0),
            bound,
            ..Line::default()
        };
        assert_eq!(
            line.of("nim").data().to_string(),
            r#"{"work":"nim","part":null,"seconds":0.5,"cpu_seconds":0.25,"against":"by hand","ratio":3.0,"quantity":"ratio","figure":3.0,"at_least":2.0,"at_most":null,"aim":4.0,"met":true}"#
        );
    }

    #[test]
    fn a_rate_is_to_be_large_and_a_time_small() {
        let bound = Bound { asked: Some(2.0), aim: None };
        let met = |quantity, figure| Line { quantity, figure: Some(figure), bound, ..Line::default() }.met();
        assert_eq!((met(Quantity::Rate, 3.0), met(Quantity::Rate, 1.0)), (Some(true), Some(false)));
        for small in [Quantity::Seconds, Quantity::CpuSeconds, Quantity::Slowdown, Quantity::Bytes] {
            assert_eq!((met(small, 3.0), met(small, 1.0)), (Some(false), Some(true)), "{small:?}");
        }
        let line = Line { quantity: Quantity::CpuSeconds, figure: Some(3.0), bound, ..Line::default() };
        assert_eq!((&line.data()["at_most"], &line.data()["met"]), (&json!(2.0), &json!(false)));
        assert!(line.text().contains("at most 2.0 s"), "{}", line.text());
    }

    #[test]
    fn what_is_wrong_meets_nothing() {
        let bound = Bound { asked: Some(2.0), aim: None };
        let wrong = Some(Trouble::Wrong("7 is not 8".to_owned()));
        let line = Line { figure: Some(3.0), bound, trouble: wrong, ..Line::default() };
        assert!(line.is_wrong());
        assert_eq!(line.data()["met"], json!(false));
        assert_eq!(Line::default().data()["met"], json!(null));
    }
}
