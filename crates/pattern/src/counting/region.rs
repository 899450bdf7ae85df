//! A box of positions: a range for each number, or `bag 3 of 1..100` for three of them whatever their order.
//!
//! In: text. Out: a [`Region`] that fits the game: one part or a sum of parts, each with a choice for its components.
//! What the rules say about ranges, and `valid if …`, is not looked at here: positions that break it are not counted.

use crate::limits;
use grundy_message::{Message, message, plural};
use grundy_rules::game::Type;
use grundy_rules::meaning::expected;
use grundy_rules::{Fault, Instance, Int, Value};
use std::fmt;

/// Whole numbers from one to another, both included; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The least.
    pub low: Int,
    /// The greatest.
    pub high: Int,
}

impl Interval {
    /// Returns how many numbers it has.
    pub fn len(&self) -> Int {
        let difference = self.high.subtract(&self.low).and_then(|difference| difference.add(&Int::ONE));
        difference.expect("both ends are shorter than the longest number by far")
    }

    /// Returns its ends, if they fit into a word.
    pub(super) fn words(&self) -> Option<std::ops::RangeInclusive<i64>> {
        Some(self.low.to_i64()?..=self.high.to_i64()?)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}..{}", self.low, self.high)
    }
}

/// What a component, or a part of a sum, runs over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The numbers of a range.
    Number(Interval),
    /// So many numbers of a range, whatever their order.
    Bag(usize, Interval),
}

impl fmt::Display for Choice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Number(range) => range.fmt(formatter),
            Choice::Bag(count, range) => write!(formatter, "bag {count} of {range}"),
        }
    }
}

/// Parts of a sum that run over the same box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What the first components run over; the others take their defaults.
    pub components: Vec<Choice>,
    /// The number of parts, whatever their order; one if it is not given.
    pub times: Option<usize>,
}

impl Group {
    /// Returns the range of a part of one number.
    pub(super) fn only(&self) -> Option<&Interval> {
        match self.components.as_slice() {
            [Choice::Number(range)] => Some(range),
            _ => None,
        }
    }

    /// Returns the ranges of a part made of numbers alone.
    pub(super) fn ranges(&self) -> Option<Vec<&Interval>> {
        let choices = self.components.iter();
        choices
            .map(|choice| match choice {
                Choice::Number(range) => Some(range),
                Choice::Bag(..) => None,
            })
            .collect()
    }
}

/// The positions to be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The parts of the sum.
    pub groups: Vec<Group>,
}

impl fmt::Display for Region {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, group) in self.groups.iter().enumerate() {
            if index > 0 {
                formatter.write_str(" ")?;
            }
            if let Some(count) = group.times {
                write!(formatter, "bag {count} of ")?;
            }
            for (index, choice) in group.components.iter().enumerate() {
                if index > 0 {
                    formatter.write_str(",")?;
                }
                choice.fmt(formatter)?;
            }
        }
        Ok(())
    }
}

impl Region {
    /// Parses a box of this game, given in one text or in several.
    ///
    /// # Errors
    /// Fails with what was expected and an example.
    pub fn parse(instance: &Instance, texts: &[&str]) -> Result<Region, Fault> {
        let game = instance.game();
        let example = || match game.components.as_slice() {
            [only] if matches!(only.ty, Type::Bag(_)) => message!("for example \"bag 3 of 1..5\""),
            [_] => message!("for example 1..10, or 1..10 1..10 for sums of two parts"),
            several => {
                let ranges = vec!["1..10"; several.len()].join(",");
                message!("for example {ranges}", ranges)
            }
        };
        let refused = |why: Message| Fault::refused(why).hint(example());
        let boxes = Reader::new(&texts.join(" ")).boxes().map_err(refused)?;
        if boxes.is_empty() {
            return Err(refused(message!("the box has no range")));
        }
        let count = game.components.len();
        let is_of_parts = count == 1 || boxes.iter().any(|choices| choices.len() > 1) && boxes.len() > 1;
        let parts: Vec<Vec<Choice>> = match is_of_parts {
            true if count == 1 => boxes.into_iter().flatten().map(|choice| vec![choice]).collect(),
            true => boxes,
            // Every range is an argument of its own.
            false => vec![boxes.into_iter().flatten().collect()],
        };
        let group = |choices: Vec<Choice>| {
            if choices.len() > count {
                let given = choices.len();
                return Err(refused(message!(
                    "{game} has {count} {components}, and the box has {given} ranges",
                    game = game.name,
                    count,
                    components = plural(&count, "component", "components"),
                    given
                )));
            }
            if let ([Choice::Bag(times, range)], [only]) = (choices.as_slice(), game.components.as_slice())
                && matches!(only.ty, Type::Int { .. })
            {
                return Ok(Group { components: vec![Choice::Number(range.clone())], times: Some(*times) });
            }
            for (choice, component) in choices.iter().zip(&game.components) {
                let fits = match (choice, &component.ty) {
                    (Choice::Number(_), Type::Int { .. }) => true,
                    (Choice::Bag(..), Type::Bag(element)) => matches!(**element, Type::Int { .. }),
                    _ => false,
                };
                if !fits {
                    let (name, kind) = (&component.name, expected(game, &component.ty));
                    let fault = Fault::refused(message!(
                        "`{choice}` does not fit `{name}`, which is {kind}",
                        choice = choice.to_string(),
                        name,
                        kind
                    ));
                    return Err(fault.hint(message!(
                        "a number runs over a range, as 1..10, and a bag of numbers over \"bag 3 of 1..10\"; others cannot be counted"
                    )));
                }
            }
            match game.components.get(choices.len()..).unwrap_or_default().iter().find(|more| more.default.is_none()) {
                Some(missing) => Err(refused(message!(
                    "`{name}` has no default, so it needs a range of its own",
                    name = missing.name
                ))),
                None => Ok(Group { components: choices, times: None }),
            }
        };
        Ok(Region { groups: parts.into_iter().map(group).collect::<Result<_, _>>()? })
    }

    /// Returns the number of parts of the sum.
    pub fn parts(&self) -> usize {
        self.groups.iter().map(|group| group.times.unwrap_or(1)).sum()
    }
}

/// A text of boxes, read from the left.
struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        Reader { rest: text }
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, mark: char) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Takes this word, if it is next.
    fn take_word(&mut self, word: &str) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(word).filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Takes what stands before the next white space or comma.
    fn piece(&mut self) -> &'t str {
        self.skip();
        let end = self.rest.find(|char: char| char.is_whitespace() || char == ',').unwrap_or(self.rest.len());
        let (piece, rest) = self.rest.split_at(end);
        self.rest = rest;
        piece
    }

    fn boxes(&mut self) -> Result<Vec<Vec<Choice>>, Message> {
        let mut boxes = Vec::new();
        loop {
            self.skip();
            if self.rest.is_empty() {
                return Ok(boxes);
            }
            if !boxes.is_empty() {
                self.take_word("plus");
            }
            if boxes.len() >= limits::MAX_BOXES {
                return Err(message!("the box has more than {max} parts", max = limits::MAX_BOXES));
            }
            let mut choices = vec![self.choice()?];
            while self.take(',') {
                choices.push(self.choice()?);
            }
            boxes.push(choices);
        }
    }

    fn choice(&mut self) -> Result<Choice, Message> {
        if !self.take_word("bag") {
            return Ok(Choice::Number(self.interval()?));
        }
        let count = self.piece();
        let max = limits::MAX_BAG;
        let count = count.parse::<usize>().ok().filter(|count| *count <= max).ok_or_else(|| {
            message!("a bag has a number of elements from 0 to {max}, as in \"bag 3 of 1..100\"", max)
        })?;
        if !self.take_word("of") {
            return Err(message!("`of` and a range are expected after `bag {count}`", count));
        }
        Ok(Choice::Bag(count, self.interval()?))
    }

    fn interval(&mut self) -> Result<Interval, Message> {
        let piece = self.piece();
        if piece.is_empty() {
            return Err(message!("a range is missing"));
        }
        let (low, high) = piece.split_once("..").unwrap_or((piece, piece));
        let (low, high) = (number(low, piece)?, number(high, piece)?);
        if high < low {
            return Err(message!("the range is empty: {high} is below {low}", high, low));
        }
        Ok(Interval { low, high })
    }
}

/// Parses an end of a range: a number, or a power as `10**18`.
fn number(text: &str, piece: &str) -> Result<Int, Message> {
    let shown: String = piece.chars().take(limits::MAX_SHOWN_CHARS).collect();
    let wrong =
        || message!("`{piece}` is no range; a range is two whole numbers and two dots, as 1..100", piece = shown);
    if text.is_empty() {
        return Err(message!("the range `{piece}` needs both ends, as 0..20", piece = shown));
    }
    let plain = |text: &str| match text.len() <= limits::MAX_END_DIGITS {
        true => text.parse::<Int>().map_err(|_| wrong()),
        false => Err(message!("a number of a box has at most {max} digits", max = limits::MAX_END_DIGITS)),
    };
    let Some((base, exponent)) = text.split_once("**") else { return plain(text) };
    let power = plain(base)?.power(&plain(exponent)?).ok();
    let is_short = |power: &Int| power.bits() <= limits::MAX_END_BITS;
    power
        .filter(is_short)
        .ok_or_else(|| message!("a number of a box has at most {max} digits", max = limits::MAX_END_DIGITS))
}

/// Returns the number of ways to choose `count` of the numbers of a set with repetition, whatever their order.
pub(super) fn bags(of: &Int, count: usize) -> Option<Int> {
    let mut ways = Int::ONE;
    for index in 0..count {
        let factor = of.add(&Int::from(index)).ok()?;
        ways = ways.multiply(&factor).ok()?.divide(&Int::from(index + 1))?;
    }
    Some(ways)
}

/// Returns the smallest bag of so many numbers of a range.
pub(super) fn first_bag(count: usize, range: &Interval) -> Vec<Int> {
    vec![range.low.clone(); count]
}

/// Changes a bag in ascending order to the next one; false if it was the last.
pub(super) fn next_bag(bag: &mut [Int], range: &Interval) -> bool {
    let Some(index) = (0..bag.len()).rev().find(|index| bag[*index] < range.high) else { return false };
    let Ok(next) = bag[index].add(&Int::ONE) else { return false };
    bag[index..].fill(next);
    true
}

/// Returns a bag as the value of a component.
pub(super) fn bag_value(bag: &[Int]) -> Value {
    Value::bag(bag.iter().cloned().map(Value::Int).collect())
}
