//! A take-and-break game written in the rule language.
//!
//! In: a [`TakeAndBreak`] and a name. Out: the text of a `.game` file with the same moves, so that the meaning of the rules
//! can be compared with engines that compute from digits. Each number of heaps that may be left is one move: heaps are listed
//! in ascending order, so that each way to leave them is one choice of the binders.

use super::{MAX_PARTS, TakeAndBreak};
use std::fmt::Write;

impl TakeAndBreak {
    /// Returns the rules of this game in the rule language; `name` must be a valid name.
    ///
    /// ```
    /// use grundy_rules::{heap::parse_code, read};
    /// let rules = parse_code(".77").unwrap().rules("kayles");
    /// assert!(read(&rules).is_ok(), "{rules}");
    /// ```
    pub fn rules(&self, name: &str) -> String {
        let mut text = format!("game {name}(n)\nabout \"The heap game {}.\"\n", self.code());
        let mut any = false;
        for parts in 0..=MAX_PARTS {
            let allowed = |digit: &u8| digit >> parts & 1 == 1;
            let places: Vec<usize> = (0..self.head().len()).filter(|place| allowed(&self.head()[*place])).collect();
            if !places.is_empty() {
                self.write_move(&mut text, parts, "", &Taking::Listed(&places));
                any = true;
            }
            let (start, period) = (self.head().len(), self.tail().len());
            let remainders: Vec<usize> = (0..period).filter(|place| allowed(&self.tail()[*place])).collect();
            if !remainders.is_empty() {
                self.write_move(
                    &mut text,
                    parts,
                    "_more",
                    &Taking::Repeating { start, period, remainders: &remainders },
                );
                any = true;
            }
        }
        if !any {
            text.push_str("move none if n < 0 -> nothing\n");
        }
        text
    }

    /// Writes one move: take some number of tokens and leave exactly `parts` heaps.
    fn write_move(&self, text: &mut String, parts: u32, suffix: &str, taking: &Taking) {
        let mut conditions = Vec::new();
        let mut binders = vec![taking.binder(parts, &mut conditions)];
        let mut rest = String::from("n - t");
        let mut results: Vec<String> = Vec::new();
        // The heaps in ascending order: each leaves enough for as many of its size as are still to come.
        for (index, heap) in ["a", "b", "c", "d"].into_iter().take(parts.saturating_sub(1) as usize).enumerate() {
            let to_come = parts as usize - index;
            let apart = usize::from(self.parts_differ());
            let low = match (index, apart) {
                (0, _) => "1".to_string(),
                (_, 0) => results[index - 1].clone(),
                _ => format!("{} + 1", results[index - 1]),
            };
            // If heaps must differ, those to come are larger by 1, 2, …, in all by 1 + 2 + ….
            let larger = apart * to_come * (to_come - 1) / 2;
            let high =
                if larger == 0 { format!("({rest}) / {to_come}") } else { format!("({rest} - {larger}) / {to_come}") };
            binders.push(format!("{heap} in {low}..{high}"));
            let _ = write!(rest, " - {heap}");
            results.push(heap.to_string());
        }
        let verb = match parts {
            0 => {
                conditions.push("t == n".to_string());
                results.push("nothing".to_string());
                "clear"
            }
            1 => {
                conditions.push("t < n".to_string());
                results.push(rest);
                "take"
            }
            _ => {
                results.push(rest);
                ["break_in_two", "break_in_three", "break_in_four", "break_in_five"][parts as usize - 2]
            }
        };
        let condition = if conditions.is_empty() { String::new() } else { format!(" if {}", conditions.join(" and ")) };
        let _ = writeln!(text, "move {verb}{suffix}({}){condition} -> {}", binders.join(", "), results.join(" plus "));
    }
}

/// The numbers of tokens that a move takes.
enum Taking<'p> {
    /// These, ascending; at least one.
    Listed(&'p [usize]),
    /// `start + remainder`, plus any number of periods.
    Repeating { start: usize, period: usize, remainders: &'p [usize] },
}

impl Taking<'_> {
    /// Returns the binder `t`, and adds the conditions on it.
    fn binder(&self, parts: u32, conditions: &mut Vec<String>) -> String {
        match self {
            Taking::Listed(places) => {
                let (first, last) = (places[0], places[places.len() - 1]);
                if last - first + 1 == places.len() {
                    format!("t in {first}..{last}")
                } else {
                    format!("t in {}", braced(places))
                }
            }
            Taking::Repeating { start, period, remainders } => {
                if remainders.len() < *period {
                    conditions.push(format!("(t - {start}) % {period} in {}", braced(remainders)));
                }
                // Every heap that is left has at least one token, which bounds the number taken.
                if parts == 0 { format!("t in {start}..n") } else { format!("t in {start}..n - {parts}") }
            }
        }
    }
}

fn braced(numbers: &[usize]) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    format!("{{{}}}", numbers.join(", "))
}
