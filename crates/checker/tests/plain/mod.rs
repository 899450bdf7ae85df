//! The lines of a certificate with letters, evaluated by trying everything: written apart from the checker, to test it.

use std::collections::BTreeSet;
use std::rc::Rc;

/// What an expression is for numbers of its names; `None` if it divides by a number below 1.
pub type Meaning = Rc<dyn Fn(&[i64]) -> Option<i64>>;

/// Reads expressions, with conditions as 0 and 1, evaluated from the left and no further than needed.
struct Reader<'a> {
    words: Vec<String>,
    at: usize,
    names: &'a [String],
}

impl Reader<'_> {
    fn all(text: &str, names: &[String]) -> Vec<Meaning> {
        let mut words: Vec<String> = vec![];
        let mut before = ' ';
        for sign in text.chars() {
            let is_word = |sign: char| sign == '_' || sign.is_alphanumeric();
            let joins = (is_word(before) && is_word(sign)) || ("<>=!".contains(before) && sign == '=');
            match words.last_mut() {
                Some(word) if joins => word.push(sign),
                _ if sign != ' ' => words.push(sign.to_string()),
                _ => {}
            }
            before = sign;
        }
        let mut reader = Reader { words, at: 0, names };
        let mut all = vec![reader.read(0)];
        while reader.next_is(",") {
            all.push(reader.read(0));
        }
        assert_eq!(reader.at, reader.words.len(), "{text}");
        all
    }

    fn next_is(&mut self, word: &str) -> bool {
        let is_next = self.words.get(self.at).is_some_and(|next| next == word);
        self.at += usize::from(is_next);
        is_next
    }

    fn read(&mut self, level: usize) -> Meaning {
        let mut left = self.first();
        loop {
            let levels: [&[&str]; 6] =
                [&["or"], &["and"], &[], &["<", "<=", ">", ">=", "==", "!="], &["+", "-"], &["*", "/", "%"]];
            let word = self.words.get(self.at).cloned().unwrap_or_default();
            let Some(binds) = (level..6).find(|level| levels[*level].contains(&word.as_str())) else { return left };
            self.at += 1;
            let (first, second) = (left, self.read(binds + 1));
            left = Rc::new(move |numbers| {
                let a = first(numbers)?;
                if (word == "or" && a == 1) || (word == "and" && a == 0) {
                    return Some(a);
                }
                let b = second(numbers)?;
                Some(match word.as_str() {
                    "or" | "and" => b,
                    "<" => i64::from(a < b),
                    "<=" => i64::from(a <= b),
                    ">" => i64::from(a > b),
                    ">=" => i64::from(a >= b),
                    "==" => i64::from(a == b),
                    "!=" => i64::from(a != b),
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    _ if b < 1 => return None,
                    "/" => a.div_euclid(b),
                    _ => a.rem_euclid(b),
                })
            });
        }
    }

    fn first(&mut self) -> Meaning {
        self.at += 1;
        match self.words[self.at - 1].clone().as_str() {
            "(" => {
                let inner = self.read(0);
                assert!(self.next_is(")"));
                inner
            }
            "if" => {
                let condition = self.read(0);
                assert!(self.next_is("then"));
                let yes = self.read(0);
                assert!(self.next_is("else"));
                let no = self.read(0);
                Rc::new(move |numbers| if condition(numbers)? == 1 { yes(numbers) } else { no(numbers) })
            }
            word @ ("min" | "max") => {
                assert!(self.next_is("("));
                let (first, is_min) = (self.read(0), word == "min");
                assert!(self.next_is(","));
                let second = self.read(0);
                assert!(self.next_is(")"));
                Rc::new(move |numbers| {
                    let (a, b) = (first(numbers)?, second(numbers)?);
                    Some(if is_min { a.min(b) } else { a.max(b) })
                })
            }
            "not" => {
                let inner = self.read(2);
                Rc::new(move |numbers| Some(1 - inner(numbers)?))
            }
            "-" => {
                let inner = self.read(6);
                Rc::new(move |numbers| Some(-inner(numbers)?))
            }
            "true" => Rc::new(|_| Some(1)),
            "false" => Rc::new(|_| Some(0)),
            word => match self.names.iter().position(|name| name == word) {
                Some(at) => Rc::new(move |numbers| Some(numbers[at])),
                None => {
                    let number: i64 = word.parse().unwrap();
                    Rc::new(move |_| Some(number))
                }
            },
        }
    }
}

/// A game and a claim as the lines of a certificate say them.
pub struct Plain {
    /// Components and givens.
    pub names: usize,
    pub domain: Meaning,
    pub claim: Meaning,
    components: usize,
    /// The number of binders, the guard, and what is left, if anything.
    moves: Vec<(usize, Meaning, Option<Vec<Meaning>>)>,
}

/// Calls with all numbers that continue these.
pub fn each_continuation(start: &[i64], count: usize, from: i64, to: i64, visit: &mut dyn FnMut(&[i64])) {
    if count == 0 {
        return visit(start);
    }
    for number in from..=to {
        each_continuation(&[start, &[number]].concat(), count - 1, from, to, visit);
    }
}

impl Plain {
    pub fn read(statement: &str) -> Plain {
        let lines: Vec<&str> = statement.lines().collect();
        let words = |line: &str| line.split(' ').skip(1).map(str::to_owned).collect::<Vec<String>>();
        let (components, names) = (words(lines[2]).len(), [words(lines[2]), words(lines[3])].concat());
        let domain = Reader::all(lines[4].strip_prefix("domain").unwrap(), &names).remove(0);
        let moves = lines[5..lines.len() - 1].iter().map(|line| {
            let parts: Vec<&str> = line.strip_prefix("move").unwrap().split(';').collect();
            let binders = parts[0].split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
            let all = [names.clone(), binders.collect()].concat();
            let result = (parts[2].trim() != "nothing").then(|| Reader::all(parts[2], &all));
            (all.len() - names.len(), Reader::all(parts[1], &all).remove(0), result)
        });
        let claim = Reader::all(lines[lines.len() - 1].strip_prefix("claim").unwrap(), &names).remove(0);
        Plain { names: names.len(), domain, claim, components, moves: moves.collect() }
    }

    /// Returns what the moves leave, with the givens, by binders from -8 to 24; `None` if one divides by a number below 1.
    pub fn options(&self, numbers: &[i64]) -> Option<BTreeSet<Option<Vec<i64>>>> {
        let mut options = Some(BTreeSet::new());
        for (binders, guard, result) in &self.moves {
            each_continuation(numbers, *binders, -8, 24, &mut |all| {
                let left = guard(all).map(|legal| (legal == 1).then_some(result.as_ref()));
                let left = left.and_then(|left| match left {
                    Some(Some(result)) => {
                        let terms = result.iter().map(|term| term(all)).collect::<Option<Vec<i64>>>()?;
                        Some(Some(Some([&terms[..], &numbers[self.components..]].concat())))
                    }
                    Some(None) => Some(Some(None)),
                    None => Some(None),
                });
                match (&mut options, left) {
                    (Some(options), Some(left)) => options.extend(left),
                    _ => options = None,
                }
            });
        }
        options
    }
}
