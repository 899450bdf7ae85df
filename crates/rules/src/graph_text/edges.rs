//! Edge lists: one line per arrow.
//!
//! `a b` is an arrow from a to b, as are `a -> b`, `a, b` and `a;b`; a name alone is a node; `#`, `%` and `//` begin comments.
//! Lists of numbers are parsed directly, without looking up names: they may be long.

use super::names::{Names, Register};
use super::{ARROW_BYTES, GraphMistake, NamedGraph, mistake, rows, take};
use crate::limits;
use crate::meter::Meter;
use grundy_message::{Message, message};
use std::borrow::Cow;

fn how() -> Message {
    message!("a line is `a b` for an arrow from a to b, or one name for a node")
}

/// Returns the names of one line, with their byte indices in the text.
fn words(text: &str, start: usize, end: usize) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let mut at = start;
    std::iter::from_fn(move || {
        loop {
            while at < end && matches!(bytes[at], b' ' | b'\t' | b'\r' | b',' | b';') {
                at += 1;
            }
            if at + 1 < end && &bytes[at..at + 2] == b"->" {
                at += 2;
                continue;
            }
            let is_comment = at < end && (matches!(bytes[at], b'#' | b'%') || bytes[at..end].starts_with(b"//"));
            if at >= end || is_comment {
                return None;
            }
            let begins = at;
            while at < end
                && !matches!(bytes[at], b' ' | b'\t' | b'\r' | b',' | b';')
                && !bytes[at..end].starts_with(b"->")
            {
                at += 1;
            }
            return Some((begins, &text[begins..at]));
        }
    })
}

/// Calls a function with the names of every non-empty line: one, or two.
fn each_line<'a>(
    text: &'a str,
    mut found: impl FnMut(usize, &'a str, Option<&'a str>) -> Result<(), GraphMistake>,
) -> Result<(), GraphMistake> {
    let mut start = 0;
    while start < text.len() {
        let end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        let mut line = words(text, start, end);
        if let Some((at, first)) = line.next() {
            let second = line.next();
            if let Some((at, third)) = line.next() {
                return Err(mistake(text, at, message!("a third name, `{name}`, in one line", name = third), how()));
            }
            found(at, first, second.map(|(_, word)| word))?;
        }
        start = end + 1;
    }
    Ok(())
}

/// Parses an edge list.
pub(super) fn parse(text: &str, meter: &Meter) -> Result<NamedGraph, GraphMistake> {
    match numbered(text, meter)? {
        Some(graph) => Ok(graph),
        None => named(text, meter),
    }
}

/// Parses a list whose names are all plain numbers not much larger than the list; `None` if they are not.
fn numbered(text: &str, meter: &Meter) -> Result<Option<NamedGraph>, GraphMistake> {
    // The largest number for which a row for each number below it is acceptable.
    let max = (text.len() as u64).saturating_mul(2) + 1024;
    let plain = |word: &str| {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit()) && word.len() <= 10;
        let canonical = word == "0" || !word.starts_with('0');
        (digits && canonical).then(|| word.parse::<u64>().ok()).flatten().filter(|number| *number < max)
    };
    let mut arrows: Vec<(u32, u32)> = Vec::new();
    let mut alone: Vec<u32> = Vec::new();
    let mut are_plain = true;
    each_line(text, |at, first, second| {
        if !are_plain {
            return Ok(());
        }
        take(meter, ARROW_BYTES)?;
        let second = second.map(plain);
        match (plain(first), second) {
            (Some(from), Some(Some(to))) => arrows.push((from as u32, to as u32)),
            (Some(node), None) => alone.push(node as u32),
            _ => are_plain = false,
        }
        if arrows.len() > limits::MAX_ARROWS {
            return Err(mistake(
                text,
                at,
                message!("there are too many arrows"),
                message!("at most 4294967294 can be read"),
            ));
        }
        Ok(())
    })?;
    if !are_plain || max >= u64::from(u32::MAX) {
        return Ok(None);
    }
    let ends = arrows.iter().flat_map(|(from, to)| [*from, *to]).chain(alone);
    let mut is_node = Vec::new();
    for node in ends {
        if node as usize >= is_node.len() {
            // A mark and a number for each; growing lists may have twice the capacity they need.
            take(meter, 8 * (node as usize + 1 - is_node.len()))?;
            is_node.resize(node as usize + 1, false);
        }
        is_node[node as usize] = true;
    }
    let mut becomes = vec![0u32; is_node.len()];
    let mut numbers = Vec::new();
    for (number, _) in is_node.iter().enumerate().filter(|(_, is_node)| **is_node) {
        becomes[number] = numbers.len() as u32;
        numbers.push(number as u64);
    }
    take(meter, 8 * numbers.len())?;
    for (from, to) in &mut arrows {
        (*from, *to) = (becomes[*from as usize], becomes[*to as usize]);
    }
    rows(Names::numbers(numbers), &arrows, meter).map(Some)
}

fn named(text: &str, meter: &Meter) -> Result<NamedGraph, GraphMistake> {
    let mut register = Register::default();
    let mut arrows: Vec<(u32, u32)> = Vec::new();
    each_line(text, |at, first, second| {
        take(meter, ARROW_BYTES)?;
        let mut number = |word| {
            let found = register.number(Cow::Borrowed(word), meter)?;
            found.ok_or_else(|| {
                mistake(text, at, message!("there are too many nodes"), message!("at most 4294967294 can be read"))
            })
        };
        let from = number(first)?;
        if let Some(second) = second {
            arrows.push((from, number(second)?));
        }
        if arrows.len() > limits::MAX_ARROWS {
            return Err(mistake(
                text,
                at,
                message!("there are too many arrows"),
                message!("at most 4294967294 can be read"),
            ));
        }
        Ok(())
    })?;
    finish(register, arrows, meter)
}

/// Returns the graph of these arrows between registered names.
pub(super) fn finish(
    register: Register<'_>,
    mut arrows: Vec<(u32, u32)>,
    meter: &Meter,
) -> Result<NamedGraph, GraphMistake> {
    let (names, becomes) = register.finish();
    if let Some(becomes) = becomes {
        for (from, to) in &mut arrows {
            (*from, *to) = (becomes[*from as usize], becomes[*to as usize]);
        }
    }
    rows(names, &arrows, meter)
}

/// Parses an edge list whose first line gives the numbers of nodes and arrows. The nodes are numbered from 0, or from 1 if
/// the last number occurs.
pub(super) fn parse_counted(text: &str, meter: &Meter) -> Result<NamedGraph, GraphMistake> {
    let how_counted =
        || message!("the first line is `n m`: how many nodes and how many arrows; then a line for each arrow");
    let mut counts: Option<(usize, usize)> = None;
    let mut arrows: Vec<(u32, u32)> = Vec::new();
    let (mut is_zero_met, mut last_at) = (false, None);
    each_line(text, |at, first, second| {
        let number = |word: &str| {
            let number = word.parse::<u32>().ok().filter(|number| *number < u32::MAX);
            number.ok_or_else(|| mistake(text, at, message!("`{word}` is no number of a node", word), how_counted()))
        };
        let second = second.ok_or_else(|| mistake(text, at, message!("a number alone"), how_counted()))?;
        let (first, second) = (number(first)?, number(second)?);
        let Some((nodes, edges)) = counts else {
            counts = Some((first as usize, second as usize));
            return Ok(());
        };
        if arrows.len() == edges {
            return Err(mistake(
                text,
                at,
                message!("more than the {count} arrows of the first line", count = edges),
                how_counted(),
            ));
        }
        if let Some(&node) = [first, second].iter().find(|&&node| node as usize > nodes) {
            return Err(mistake(
                text,
                at,
                message!("{number} is no node: there are {count}", number = node, count = nodes),
                how_counted(),
            ));
        }
        take(meter, ARROW_BYTES)?;
        is_zero_met |= first == 0 || second == 0;
        if first as usize == nodes || second as usize == nodes {
            last_at = Some(at);
        }
        arrows.push((first, second));
        Ok(())
    })?;
    let Some((nodes, edges)) = counts else {
        return Err(mistake(text, 0, message!("there is nothing to read"), how_counted()));
    };
    if arrows.len() < edges {
        let message =
            message!("the text ends after {count} of {count_all} arrows", count = arrows.len(), count_all = edges);
        return Err(mistake(text, text.len(), message, how_counted()));
    }
    let first = match last_at {
        Some(at) if is_zero_met => {
            return Err(mistake(
                text,
                at,
                message!("both 0 and {number} are nodes, but there are only {count}", number = nodes, count = nodes),
                how_counted(),
            ));
        }
        Some(_) => 1,
        None => 0,
    };
    for (from, to) in &mut arrows {
        (*from, *to) = (*from - first, *to - first);
    }
    rows(Names::Counted { first: u64::from(first), count: nodes }, &arrows, meter)
}
