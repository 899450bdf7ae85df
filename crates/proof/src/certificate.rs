//! Certificates: evidence for a claim, as a small text with exactly one valid form.
//!
//! ```text
//! grundy certificate 1
//! kind window
//! head 0 1 0 4
//! tail
//! parts any
//! period 11770282
//! preperiod 197769598
//! saltus 0
//! mask 23 by size
//! window 4096
//! values 0123456789abcdef
//! seal 0123456789abcdef
//! ```
//!
//! The lines are in this order, without those that a kind does not have, and a text that is not exactly what
//! [`fmt::Display`] writes is refused. `values` is the checksum of the values of the preperiod and one period, `seal`
//! that of all lines above it.

use crate::checksum::{Checksum, seal};
use crate::claim::{Cause, Claim, Field, Refusal};
use grundy_message::{Message, message};
use grundy_rules::heap::TakeAndBreak;
use grundy_rules::limits::MAX_PLACES;
use std::fmt::{self, Write};
use std::str::FromStr;

/// Maximum period, preperiod, saltus and window.
pub(crate) const MOST: u64 = 1_000_000_000_000_000_000;
const VERSION: &str = "grundy certificate 1";

/// A claim and the evidence for it; nothing in it is trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The claim it is evidence for.
    pub claim: Claim,
    /// The theorem by which it is to be proved.
    pub evidence: Evidence,
    /// Checksum of the values of the preperiod and one period, in order.
    pub values: u64,
}

/// The theorem that proves a claim, and the parameters that the checker needs for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Guy and Smith's theorem, for finite codes: the values repeat for long enough.
    GuySmith {
        /// Makes checking fast.
        sparse: Option<Sparse>,
    },
    /// Finite codes that leave at most one heap: a window of values repeats.
    SubtractionWindow,
    /// Finite octal codes: from some size on, small parts decide every value, and a window of values repeats.
    Window {
        /// Maximum size of the parts that decide.
        window: u64,
        /// Which values are rare.
        sparse: Sparse,
    },
    /// Codes with repeating digits: values that grow by the saltus in every period.
    Arithmetic {
        /// Maximum size of the parts that reach what taking alone does not reach; 0 if no heap is split.
        window: u64,
    },
    /// Finite codes that may leave three heaps: values that grow by the saltus, a power of two, in every period.
    Hexadecimal,
    /// Sheets: the values repeat in a box that is large enough.
    Cutting,
}

/// A sparse space: the rule by which values are called rare or common.
///
/// A heap of n tokens is common if an odd number of the bits of its value are in the mask; if the rule goes by size as
/// well, that is inverted for every second n. Every rule is right for the checker, but a bad one is slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sparse {
    /// The bits that count.
    pub mask: u32,
    /// True if the size of the heap counts as well, which needs splits at places of one parity only.
    pub by_size: bool,
}

impl Evidence {
    /// Returns the name of the kind of theorem.
    pub fn kind(&self) -> &'static str {
        match self {
            Evidence::GuySmith { .. } => "guy_smith",
            Evidence::SubtractionWindow => "subtraction_window",
            Evidence::Window { .. } => "window",
            Evidence::Arithmetic { .. } => "arithmetic",
            Evidence::Hexadecimal => "hexadecimal",
            Evidence::Cutting => "cutting",
        }
    }
}

/// Returns the lines of a certificate of this kind, in order, or `None` for an unknown kind.
fn fields(kind: &str) -> Option<&'static [Field]> {
    use Field::{Head, Kind, Mask, Parts, Period, Preperiod, Saltus, Seal, Side, Tail, Values, Version, Window};
    Some(match kind {
        "guy_smith" => &[Version, Kind, Head, Tail, Parts, Period, Preperiod, Saltus, Mask, Values, Seal],
        "subtraction_window" | "hexadecimal" => {
            &[Version, Kind, Head, Tail, Parts, Period, Preperiod, Saltus, Values, Seal]
        }
        "window" => &[Version, Kind, Head, Tail, Parts, Period, Preperiod, Saltus, Mask, Window, Values, Seal],
        "arithmetic" => &[Version, Kind, Head, Tail, Parts, Period, Preperiod, Saltus, Window, Values, Seal],
        "cutting" => &[Version, Kind, Side, Period, Preperiod, Values, Seal],
        _ => return None,
    })
}

impl Certificate {
    /// Returns the number of the line with this field, counted from 1, or the line of the kind if there is none.
    pub fn line_of(&self, field: Field) -> usize {
        let index = fields(self.evidence.kind()).and_then(|fields| fields.iter().position(|other| *other == field));
        index.map_or(2, |index| index + 1)
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = format!("{VERSION}\nkind {}\n", self.evidence.kind());
        let digits = |digits: &[u8]| digits.iter().fold(String::new(), |text, digit| text + " " + &digit.to_string());
        let (period, preperiod) = self.claim.period();
        match &self.claim {
            Claim::HeapPeriod { game, .. } => {
                let parts = if game.parts_differ() { "differ" } else { "any" };
                write!(lines, "head{}\ntail{}\nparts {parts}\n", digits(game.head()), digits(game.tail()))?;
            }
            Claim::CuttingPeriod { least_side, .. } => writeln!(lines, "side {least_side}")?,
        }
        write!(lines, "period {period}\npreperiod {preperiod}\n")?;
        if let Claim::HeapPeriod { saltus, .. } = &self.claim {
            writeln!(lines, "saltus {saltus}")?;
        }
        let mask = |sparse: &Sparse| format!("mask {}{}\n", sparse.mask, if sparse.by_size { " by size" } else { "" });
        match &self.evidence {
            Evidence::GuySmith { sparse } => lines += &sparse.as_ref().map_or("mask none\n".to_owned(), mask),
            Evidence::Window { window, sparse } => writeln!(lines, "{}window {window}", mask(sparse))?,
            Evidence::Arithmetic { window } => writeln!(lines, "window {window}")?,
            Evidence::SubtractionWindow | Evidence::Hexadecimal | Evidence::Cutting => {}
        }
        writeln!(lines, "values {:016x}", self.values)?;
        formatter.write_str(&seal(&lines))
    }
}

impl FromStr for Certificate {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Certificate, Refusal> {
        Reader::read(text)
    }
}

/// The lines of a text, read one after the other.
struct Reader<'a> {
    lines: Vec<&'a str>,
    fields: &'static [Field],
}

impl<'a> Reader<'a> {
    fn read(text: &'a str) -> Result<Certificate, Refusal> {
        let lines: Vec<&str> = text.split('\n').collect();
        if lines[0] != VERSION {
            return Err(refusal(1, message!("a certificate begins with `{text}`", text = VERSION)));
        }
        let kind = lines.get(1).and_then(|line| line.strip_prefix("kind "));
        let kind = kind.ok_or_else(|| refusal(2, message!("here stands `kind` and the kind of theorem")))?;
        let fields = fields(kind)
            .ok_or_else(|| refusal(2, message!("there is no kind of theorem `{name}`", name = short(kind))))?;
        let reader = Reader { lines, fields };
        reader.check_order()?;
        let certificate = reader.certificate(kind)?;
        reader.check_form(text, &certificate)?;
        Ok(certificate)
    }

    /// Checks that every line begins with its word, none is missing, and nothing follows the last.
    fn check_order(&self) -> Result<(), Refusal> {
        for (index, field) in self.fields.iter().enumerate() {
            let word = field.word();
            if self.lines.get(index).is_some_and(|line| line.split(' ').next() == Some(word)) {
                continue;
            }
            // The last line of a properly terminated text is empty.
            let is_cut_off = index + 1 >= self.lines.len();
            let reason = match is_cut_off {
                true => message!("the text is cut off: here stands `{word}`", word),
                false => message!("here stands `{word}`", word),
            };
            return Err(refusal(index + 1, reason));
        }
        let end = self.fields.len();
        match (self.lines.get(end), self.lines.len()) {
            (None, _) => Err(refusal(end, message!("the text is cut off: the last line is not ended"))),
            (Some(&""), length) if length == end + 1 => Ok(()),
            _ => Err(refusal(end + 1, message!("nothing may follow the seal"))),
        }
    }

    fn certificate(&self, kind: &str) -> Result<Certificate, Refusal> {
        let period = self.number(Field::Period, 1)?;
        let preperiod = self.number(Field::Preperiod, 0)?;
        let claim = if kind == "cutting" {
            Claim::CuttingPeriod { least_side: self.number(Field::Side, 1)?, period, preperiod }
        } else {
            let parts_differ = match self.rest(Field::Parts).1 {
                "any" => false,
                "differ" => true,
                _ => return Err(self.wrong(Field::Parts, message!("parts are `any` or `differ`"))),
            };
            let game = TakeAndBreak::new(self.digits(Field::Head)?, self.digits(Field::Tail)?, parts_differ)
                .map_err(|reason| self.wrong(Field::Head, reason))?;
            Claim::HeapPeriod { game, period, preperiod, saltus: self.number(Field::Saltus, 0)? }
        };
        let evidence = match kind {
            "guy_smith" => Evidence::GuySmith { sparse: self.sparse()? },
            "subtraction_window" => Evidence::SubtractionWindow,
            "window" => Evidence::Window {
                window: self.number(Field::Window, 1)?,
                sparse: self
                    .sparse()?
                    .ok_or_else(|| self.wrong(Field::Mask, message!("this kind of theorem needs a mask")))?,
            },
            "arithmetic" => Evidence::Arithmetic { window: self.number(Field::Window, 0)? },
            "hexadecimal" => Evidence::Hexadecimal,
            _ => Evidence::Cutting,
        };
        Ok(Certificate { claim, evidence, values: self.checksum(Field::Values)? })
    }

    /// Checks that the text is the only valid form of this certificate.
    fn check_form(&self, text: &str, certificate: &Certificate) -> Result<(), Refusal> {
        let said = self.checksum(Field::Seal)?;
        let last = self.rest(Field::Seal).0;
        let sealed = text.len() - self.lines[last - 1].len() - 1;
        if Checksum::new().bytes(&text.as_bytes()[..sealed]).number() != said {
            return Err(refusal(last, message!("the seal does not fit the lines above it: the text was changed")));
        }
        let written = certificate.to_string();
        if written != text {
            let differs = written.split('\n').zip(&self.lines).position(|(one, other)| one != *other);
            let line = differs.map_or(last, |index| index + 1);
            return Err(refusal(line, message!("this is not the shortest way to write the line")));
        }
        Ok(())
    }

    /// Returns the number of a line and what follows its word.
    fn rest(&self, field: Field) -> (usize, &'a str) {
        let index =
            self.fields.iter().position(|other| *other == field).expect("only the lines of the kind are asked for");
        let line = self.lines[index];
        (index + 1, line[field.word().len()..].trim_start_matches(' '))
    }

    fn wrong(&self, field: Field, reason: impl Into<Message>) -> Refusal {
        refusal(self.rest(field).0, reason)
    }

    fn number(&self, field: Field, min: u64) -> Result<u64, Refusal> {
        let (line, text) = self.rest(field);
        plain_number(text).filter(|number| (min..=MOST).contains(number)).ok_or_else(|| {
            refusal(
                line,
                message!(
                    "`{word}` is followed by a whole number from {number} to {number_most}",
                    word = field.word(),
                    number = min,
                    number_most = MOST
                ),
            )
        })
    }

    fn digits(&self, field: Field) -> Result<Vec<u8>, Refusal> {
        let (line, text) = self.rest(field);
        if text.is_empty() {
            return Ok(Vec::new());
        }
        if text.bytes().filter(|byte| *byte == b' ').count() >= MAX_PLACES {
            return Err(refusal(line, message!("there are more than {count} digits", count = MAX_PLACES)));
        }
        let digit = |word: &str| plain_number(word).and_then(|number| u8::try_from(number).ok());
        let read: Option<Vec<u8>> = text.split(' ').map(digit).collect();
        read.ok_or_else(|| refusal(line, message!("digits are whole numbers with one space before each")))
    }

    fn sparse(&self) -> Result<Option<Sparse>, Refusal> {
        let (line, text) = self.rest(Field::Mask);
        if text == "none" {
            return Ok(None);
        }
        let (mask, by_size) = match text.strip_suffix(" by size") {
            Some(mask) => (mask, true),
            None => (text, false),
        };
        let mask = plain_number(mask).and_then(|mask| u32::try_from(mask).ok());
        let mask = mask
            .ok_or_else(|| refusal(line, message!("a mask is `none`, a number below 2^32, or that and `by size`")))?;
        Ok(Some(Sparse { mask, by_size }))
    }

    fn checksum(&self, field: Field) -> Result<u64, Refusal> {
        let (line, text) = self.rest(field);
        let is_plain = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let number = is_plain.then(|| u64::from_str_radix(text, 16).ok()).flatten();
        number.ok_or_else(|| refusal(line, message!("a checksum has sixteen digits 0 to 9 and a to f")))
    }
}

/// Parses a number without sign or leading zeros.
fn plain_number(text: &str) -> Option<u64> {
    let plain =
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().ok()).flatten()
}

fn refusal(line: usize, reason: impl Into<Message>) -> Refusal {
    Refusal { line, reason: reason.into(), cause: Cause::NotShown }
}

/// Returns the beginning of a word that may be of any length.
fn short(word: &str) -> String {
    word.chars().take(40).collect()
}
