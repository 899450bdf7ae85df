//! What is known about a heap game: its regularity, on what authority, and values.
//!
//! In: plain data from the engine, the checker and the arguments. Out: a page for people and one object for programs.
//! The object always has the same keys; unknown values are `null`.

use crate::document::{Block, Document, Sheet, TextStyle, View, Words};
use grundy_message::{Message, message};
use serde_json::{Value, json};

/// What is known about a heap game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeapReport {
    /// Its code.
    pub code: String,
    /// The rules it was recognised from and how their component is a heap, if it came from rules.
    pub recognised: Option<Message>,
    /// The engine that computed the values.
    pub engine: Message,
    /// How values repeat, if that was found.
    pub regularity: Option<Regularity>,
    /// The authority of the proof; `None` if it is not proved, or nothing was found.
    pub by: Option<Message>,
    /// Why it is not proved, or why nothing was found.
    pub but: Option<Message>,
    /// Number of computed values: those of the heaps from 0 on.
    pub computed: u64,
    /// The largest value among them and the first heap that has it.
    pub largest: Option<(u64, u64)>,
    /// The sparse space, if there is one.
    pub sparse: Option<SparseReport>,
    /// Heaps before the end of the preperiod whose values differ from the period extended backwards.
    pub exceptions: Option<Exceptions>,
    /// Values of a range of numbers, from the first.
    pub values: Option<(u64, Vec<u128>)>,
    /// Values that were requested one by one.
    pub at: Vec<ValueAt>,
    /// The time it took.
    pub seconds: f64,
}

/// The value of one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueAt {
    /// The requested number: the heap, or that of the rules that the game was recognised from.
    pub n: u64,
    /// The heap.
    pub heap: u64,
    /// Its value; `None` if unknown.
    pub value: Option<u128>,
}

/// g(n + period) = g(n) + saltus from the preperiod on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regularity {
    /// The period.
    pub period: u64,
    /// The first heap from which on it holds.
    pub preperiod: u64,
    /// What is added in every period.
    pub saltus: u64,
}

/// Values are common or rare by the parity of their bits under a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SparseReport {
    /// The mask.
    pub mask: u32,
    /// Whether the parity of the heap counts too.
    pub alternates: bool,
    /// Number of rare heaps.
    pub rare: u64,
    /// The last of them.
    pub last: Option<u64>,
}

/// Heaps that do not fit the period.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exceptions {
    /// Number of exceptions.
    pub count: u64,
    /// The last ones of them, ascending: the heap and its value.
    pub last: Vec<(u64, u64)>,
}

/// Number of columns of a table of values.
const COLUMNS: u64 = 20;

impl HeapReport {
    /// Returns whether the regularity is proved.
    pub fn is_proved(&self) -> bool {
        self.by.is_some() && self.regularity.is_some()
    }

    fn facts(&self) -> Vec<(Message, Vec<Words>)> {
        let mut facts: Vec<(Message, Vec<Words>)> = Vec::new();
        let mut tell = |label: Message, words: Words| facts.push((label, vec![words]));
        if let Some(recognised) = &self.recognised {
            tell(message!("recognised"), Words::plain(recognised));
        }
        let count = grouped(self.computed);
        match self.regularity {
            Some(Regularity { period, preperiod, saltus }) => {
                tell(message!("period"), Words::of(TextStyle::Strong, Message::text(grouped(period))));
                tell(message!("preperiod"), Words::name(grouped(preperiod)));
                if saltus > 0 {
                    tell(message!("saltus"), Words::name(grouped(saltus)));
                }
            }
            None => tell(message!("period"), Words::plain(message!("none found among {count} values", count))),
        }
        match (&self.by, &self.but) {
            (Some(by), _) => {
                tell(message!("proved"), Words::of(TextStyle::Good, message!("by {authority}", authority = by)))
            }
            (None, Some(but)) => tell(message!("not proved"), Words::plain(but)),
            (None, None) => {}
        }
        let engine = &self.engine;
        tell(message!("computed"), Words::plain(message!("{count} values by the {engine} engine", count, engine)));
        if let Some((value, at)) = self.largest {
            tell(message!("largest"), Words::plain(message!("{value} at n = {number}", value, number = grouped(at))));
        }
        if let Some(sparse) = self.sparse {
            let (mask, count) = (format!("{:#b}", sparse.mask), grouped(sparse.rare));
            let by_heap = match sparse.alternates {
                true => message!(", by the parity of n too"),
                false => Message::default(),
            };
            let words = match sparse.last.map(grouped) {
                Some(last) => {
                    message!("mask {mask}{by_heap}; {count} rare, the last at n = {last}", mask, by_heap, count, last)
                }
                None => message!("mask {mask}{by_heap}; {count} rare", mask, by_heap, count),
            };
            tell(message!("sparse space"), Words::plain(words));
        }
        if let Some(exceptions) = &self.exceptions {
            let shown: Vec<String> = exceptions.last.iter().map(|(n, value)| format!("{n}:{value}")).collect();
            let shown = shown.join(" ");
            let words = match exceptions.count {
                0 => message!("none"),
                count if count as usize > exceptions.last.len() => {
                    message!("{count}; the last: {exceptions}", count = grouped(count), exceptions = shown)
                }
                count => Message::text(format!("{count}: {shown}")),
            };
            tell(message!("exceptions"), Words::plain(words));
        }
        for ValueAt { n, heap, value } in &self.at {
            let mut words = Words::of(
                TextStyle::Strong,
                value.map_or_else(|| message!("not known"), |value| Message::text(value.to_string())),
            );
            if n != heap {
                words = words.then(TextStyle::Strong, message!(" (a heap of {size})", size = grouped(*heap)));
            }
            tell(Message::text(format!("g({})", grouped(*n))), words);
        }
        facts
    }
}

impl View for HeapReport {
    fn document(&self) -> Document {
        let mut blocks =
            vec![Block::Line(Words::of(TextStyle::Strong, Message::text(&self.code))), Block::Facts(self.facts())];
        if let Some((from, values)) = &self.values {
            blocks.push(Block::Gap);
            blocks.push(grid(*from, values));
        }
        Document(blocks)
    }

    fn data(&self) -> Value {
        let text = |message: &Option<Message>| message.as_ref().map(ToString::to_string);
        let regularity = |part: fn(&Regularity) -> u64| self.regularity.as_ref().map(part);
        let mut data = json!({
            "code": self.code,
            "period": regularity(|regularity| regularity.period),
            "preperiod": regularity(|regularity| regularity.preperiod),
            "saltus": regularity(|regularity| regularity.saltus),
            "proved": self.is_proved(),
            "by": text(&self.by),
            "but": text(&self.but),
            "computed": self.computed,
            "max": self.largest.map(|(value, _)| value),
            "max_at": self.largest.map(|(_, at)| at),
            "rare": self.sparse.map(|sparse| sparse.rare),
            "mask": self.sparse.map(|sparse| sparse.mask),
            "engine": self.engine.to_string(),
            "exceptions": self.exceptions.as_ref().map(|exceptions| exceptions.count),
            "seconds": (self.seconds * 1000.0).round() / 1000.0,
        });
        if !self.at.is_empty() {
            let at = self.at.iter().map(|at| json!({"n": at.n, "heap": at.heap, "grundy": at.value.map(number)}));
            data["at"] = at.collect();
        }
        if let Some((from, values)) = &self.values {
            data["from"] = json!(from);
            data["values"] = values.iter().map(|value| number(*value)).collect();
        }
        data
    }

    fn sheet(&self) -> Option<Sheet<'_>> {
        let (from, values) = self.values.as_ref()?;
        let rows = values.iter().zip(*from..).map(|(value, n)| vec![n.to_string(), value.to_string()]);
        Some(Sheet { titles: vec!["n".into(), "grundy".into()], rows: Box::new(rows) })
    }
}

/// Converts a number of any size to a JSON number.
fn number(value: u128) -> Value {
    crate::format::json::int(&value.into())
}

/// Lays out values in rows of twenty, each led by its first heap.
fn grid(from: u64, values: &[u128]) -> Block {
    let start = from - from % COLUMNS;
    let before = usize::try_from(from - start).unwrap_or(0);
    let cells: Vec<String> =
        std::iter::repeat_n(String::new(), before).chain(values.iter().map(u128::to_string)).collect();
    let rows = cells
        .chunks(COLUMNS as usize)
        .zip(0u64..)
        .map(|(row, index)| (Message::text(grouped(start.saturating_add(index * COLUMNS))), row.to_vec()));
    Block::Grid { corner: "n".into(), columns: (0..COLUMNS).map(|n| format!("+{n}")).collect(), rows: rows.collect() }
}

/// Formats a number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// One line of a survey: what is known about one code.
#[derive(Clone, Debug, PartialEq)]
pub struct SurveyRow(pub HeapReport);

impl SurveyRow {
    /// Returns the titles of [`SurveyRow::row`].
    pub fn titles() -> Vec<Message> {
        vec![
            message!("code"),
            message!("period"),
            message!("preperiod"),
            message!("max"),
            message!("rare"),
            message!("mask"),
            message!("computed"),
            message!("proved"),
        ]
    }

    /// Its line in a table.
    pub fn row(&self) -> Vec<Words> {
        let report = &self.0;
        let shown = |value: Option<u64>| Words::name(value.map_or_else(|| "-".to_owned(), grouped));
        let period = report.regularity.map(|regularity| match regularity.saltus {
            0 => grouped(regularity.period),
            saltus => format!("{} +{saltus}", grouped(regularity.period)),
        });
        vec![
            Words::of(TextStyle::Strong, Message::text(&report.code)),
            Words::name(period.unwrap_or_else(|| "-".to_owned())),
            shown(report.regularity.map(|regularity| regularity.preperiod)),
            shown(report.largest.map(|(value, _)| value)),
            shown(report.sparse.map(|sparse| sparse.rare)),
            shown(report.sparse.map(|sparse| u64::from(sparse.mask))),
            shown(Some(report.computed)),
            match (report.is_proved(), report.regularity) {
                (true, _) => Words::of(TextStyle::Good, message!("yes")),
                (false, Some(_)) => Words::plain(message!("no")),
                (false, None) => Words::of(TextStyle::Faint, message!("open")),
            },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::{Page, write};
    use crate::words::Language;
    use grundy_rules::Colour;

    fn kayles() -> HeapReport {
        HeapReport {
            code: ".77".into(),
            engine: Message::text("plain"),
            regularity: Some(Regularity { period: 12, preperiod: 71, saltus: 0 }),
            by: Some(Message::text("Guy–Smith, 168 values")),
            computed: 168,
            largest: Some((9, 82)),
            exceptions: Some(Exceptions { count: 14, last: vec![(57, 4), (70, 6)] }),
            values: Some((18, vec![4, 3, 2, 1, 4])),
            at: vec![
                ValueAt { n: 1_000_000_000_000_000_000, heap: 1_000_000_000_000_000_000, value: Some(1) },
                ValueAt { n: 7, heap: 8, value: None },
            ],
            seconds: 0.01234,
            ..HeapReport::default()
        }
    }

    #[test]
    fn a_page_shows_what_is_known() {
        let page = Page { width: 100, colour: Colour::Never, language: Language::English };
        let shown = write(&kayles().document(), page);
        for line in [
            "  period                        12\n",
            "  proved                        by Guy–Smith, 168 values\n",
            "  largest                       9 at n = 82\n",
            "  exceptions                    14; the last: 57:4 70:6\n",
            "  g(1 000 000 000 000 000 000)  1\n",
            "  g(7)                          not known (a heap of 8)\n",
        ] {
            assert!(shown.contains(line), "{shown}");
        }
        let grid = shown.lines().rev().take(2).collect::<Vec<_>>();
        assert_eq!(grid[0].split_whitespace().collect::<Vec<_>>(), ["20", "2", "1", "4"]);
        assert_eq!(grid[1].split_whitespace().collect::<Vec<_>>(), ["0", "4", "3"]);
    }

    #[test]
    fn the_object_always_has_its_keys() {
        let data = kayles().data();
        assert_eq!((&data["period"], &data["proved"], &data["mask"]), (&json!(12), &json!(true), &Value::Null));
        assert_eq!(data["at"][1], json!({"n": 7, "heap": 8, "grundy": null}));
        let unknown = HeapReport { code: ".6".into(), computed: 10, ..HeapReport::default() };
        assert_eq!((&unknown.data()["period"], &unknown.data()["proved"]), (&Value::Null, &json!(false)));
        assert!(unknown.data().get("values").is_none());
        assert!(
            write(&unknown.document(), Page { width: 80, colour: Colour::Never, language: Language::English })
                .contains("none found among 10")
        );
    }

    #[test]
    fn what_is_not_checked_is_not_called_proved() {
        let report = HeapReport { by: None, but: Some(Message::text("the checker refused")), ..kayles() };
        assert_eq!(report.data()["proved"], json!(false));
        let shown = write(&report.document(), Page { width: 80, colour: Colour::Never, language: Language::English });
        assert!(shown.contains("not proved") && !shown.contains("proved  by"), "{shown}");
    }

    #[test]
    fn digits_are_in_groups_of_three() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1 000", "1 234 567"]);
    }
}
