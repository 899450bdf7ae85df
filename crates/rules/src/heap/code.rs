//! Heap codes as text: parsing and printing.
//!
//! In: a code such as `.77`, `4.(3)` or `{1,3,4}`. Out: a [`TakeAndBreak`], or what is wrong, where, and what to write. The
//! digits are those of Guy and Smith (1956), extended beyond octal as in Winning Ways, chapter 4: each digit is one
//! character, `0`–`9` and then `a`–`z`, and its bits are the numbers of heaps that may be left.
//!
//! | text | game |
//! |---|---|
//! | `.77`, `0.77`, `·77` | digits after the point are places 1, 2, … |
//! | `4.007` | the digit before the point is place 0: breaking without taking |
//! | `.(17)`, `.0[3]`, `.3…` | digits that repeat forever; before an ellipsis it is the last one |
//! | `4!.0` | a break must leave heaps of different sizes (all breaks of the code, or none) |
//! | `{1,3,4}`, `{1..5, 9}`, `S(1,3,4)` | take as many as the set says, and leave at most one heap |
//! | `!{2,5}` | take any number but these |

use super::{MAX_PARTS, TakeAndBreak};
use crate::limits::MAX_PLACES;
use grundy_message::{Message, message};
use std::fmt;
use std::ops::Range;

/// Maximum base of digits that are one character each.
pub const GREATEST_BASE: u32 = 36;

/// The digit of a subtraction game: leave nothing or one heap.
const TAKE: u8 = 3;

/// What is wrong with a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeError {
    /// Byte range of the error in the text.
    pub range: Range<usize>,
    /// What is wrong.
    pub message: Message,
    /// What to write instead.
    pub hint: Message,
}

impl fmt::Display for CodeError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}; {}", self.message, self.hint)
    }
}

impl std::error::Error for CodeError {}

/// Parses a heap code.
///
/// ```
/// use grundy_rules::heap::parse_code;
/// let kayles = parse_code(".77").unwrap();
/// assert_eq!((kayles.digit(1), kayles.digit(2), kayles.digit(3)), (7, 7, 0));
/// assert_eq!(parse_code("{1,3,4}").unwrap(), parse_code("0.3033").unwrap());
/// ```
///
/// # Errors
/// The text is not a code; the error says where, why, and what to write.
pub fn parse_code(text: &str) -> Result<TakeAndBreak, CodeError> {
    parse_code_in_base(text, GREATEST_BASE)
}

/// Parses a heap code whose digits must all be below `base`.
///
/// # Errors
/// The text is not a code, or a digit is not below `base`.
pub fn parse_code_in_base(text: &str, base: u32) -> Result<TakeAndBreak, CodeError> {
    if !(2..=GREATEST_BASE).contains(&base) {
        return Err(CodeError {
            range: 0..text.len(),
            message: message!(
                "the base {number} is not between 2 and {number_most}",
                number = base,
                number_most = GREATEST_BASE
            ),
            hint: message!("octal games have base 8, hexadecimal games 16"),
        });
    }
    let mut reader = Reader { text, at: 0, base };
    reader.skip_spaces();
    let game = match reader.peek() {
        None => return Err(reader.error_to_end(message!("the code is empty"), examples())),
        Some('{') => reader.set()?.take_those(),
        Some('!') => {
            reader.advance('!');
            reader.skip_spaces();
            reader.set()?.take_all_others()
        }
        Some('s' | 'S') if reader.is_named_set() => {
            reader.advance('S');
            reader.skip_spaces();
            reader.set()?.take_those()
        }
        Some(_) => reader.digits()?,
    };
    reader.skip_spaces();
    match reader.peek() {
        None => game.map_err(|message| CodeError { range: 0..text.len(), message, hint: examples() }),
        Some(_) => Err(reader.error_to_end(message!("nothing may follow the code"), examples())),
    }
}

fn examples() -> Message {
    message!("codes are such as `.77`, `4.007`, `.(17)`, `{{1,3,4}}` or `!{{2,5}}`")
}

/// A set of numbers of tokens, as it is written.
struct Taken {
    /// Whether each place is in the set; place 0 never is.
    places: Vec<bool>,
}

impl Taken {
    fn take_those(self) -> Result<TakeAndBreak, Message> {
        let head = self.places.iter().map(|taken| if *taken { TAKE } else { 0 }).collect();
        TakeAndBreak::new(head, Vec::new(), false)
    }

    fn take_all_others(self) -> Result<TakeAndBreak, Message> {
        let others = self.places.iter().skip(1).map(|taken| if *taken { 0 } else { TAKE });
        TakeAndBreak::new(std::iter::once(0).chain(others).collect(), vec![TAKE], false)
    }
}

/// The part of a code a digit is in: before the point, after it, or repeating.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    First,
    Head,
    Tail,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    base: u32,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn advance(&mut self, over: char) {
        // The letter of a named set may be lower case; both are one byte.
        self.at += over.len_utf8();
    }

    fn skip_spaces(&mut self) {
        while let Some(space) = self.peek().filter(|char| char.is_whitespace() || *char == '_') {
            self.advance(space);
        }
    }

    fn error(&self, range: Range<usize>, message: impl Into<Message>, hint: impl Into<Message>) -> CodeError {
        CodeError { range, message: message.into(), hint: hint.into() }
    }

    fn error_to_end(&self, message: impl Into<Message>, hint: impl Into<Message>) -> CodeError {
        self.error(self.at..self.text.len(), message, hint)
    }

    fn error_here(&self, message: impl Into<Message>, hint: impl Into<Message>) -> CodeError {
        let length = self.peek().map_or(0, char::len_utf8);
        self.error(self.at..self.at + length, message, hint)
    }

    /// Returns whether an S here begins a set and is not a digit: a bracket follows it.
    fn is_named_set(&self) -> bool {
        self.text[self.at + 1..].trim_start().starts_with(['(', '{'])
    }

    /// Parses `{1, 3..5}`, or the same in round brackets.
    fn set(&mut self) -> Result<Taken, CodeError> {
        let sets = || message!("write a set such as `{{1,3,4}}` or `{{1..5, 9}}`");
        let open = self.at;
        let close = match self.peek() {
            Some('{') => '}',
            Some('(') => ')',
            _ => return Err(self.error_here(message!("a set is expected here"), sets())),
        };
        self.advance('{');
        let mut places = vec![false];
        self.skip_spaces();
        if self.peek() == Some(close) {
            self.advance(close);
            return Ok(Taken { places });
        }
        loop {
            let start = self.at;
            let first = self.number()?;
            self.skip_spaces();
            let last = if self.text[self.at..].starts_with("..") {
                self.at += "..".len();
                self.skip_spaces();
                self.number()?
            } else {
                first
            };
            if last < first {
                let hint = message!("write `{number}..{number_last}`", number = last, number_last = first);
                return Err(self.error(
                    start..self.at,
                    message!("the range {number}..{number_last} is empty", number = first, number_last = last),
                    hint,
                ));
            }
            if places.len() <= last {
                places.resize(last + 1, false);
            }
            places[first..=last].fill(true);
            self.skip_spaces();
            match self.peek() {
                Some(end) if end == close => {
                    self.advance(close);
                    return Ok(Taken { places });
                }
                Some(',') => {
                    self.advance(',');
                    self.skip_spaces();
                }
                None => {
                    return Err(self.error_to_end_from(
                        open,
                        message!("the set is not closed"),
                        message!("add `{sign}`", sign = close),
                    ));
                }
                Some(_) => {
                    return Err(self.error_here(message!("a comma or the end of the set is expected here"), sets()));
                }
            }
        }
    }

    fn error_to_end_from(&self, start: usize, message: impl Into<Message>, hint: impl Into<Message>) -> CodeError {
        self.error(start..self.text.len(), message, hint)
    }

    /// Parses a number of tokens to take.
    fn number(&mut self) -> Result<usize, CodeError> {
        let start = self.at;
        while self.peek().is_some_and(|char| char.is_ascii_digit()) {
            self.at += 1;
        }
        let digits = &self.text[start..self.at];
        if digits.is_empty() {
            let message = if self.peek() == Some('-') {
                message!("a number of tokens to take cannot be negative")
            } else {
                message!("a number is expected here")
            };
            return Err(
                self.error_here(message, message!("write the numbers of tokens that may be taken: `{{1,3,4}}`"))
            );
        }
        match digits.parse() {
            Ok(0) => Err(self.error(
                start..self.at,
                message!("taking nothing leaves the heap as it is"),
                message!("numbers of tokens to take start at 1"),
            )),
            Ok(number) if number < MAX_PLACES => Ok(number),
            _ => Err(self.error(
                start..self.at,
                message!("{number} is too large for a code", number = digits),
                message!("numbers of tokens to take are below {count}", count = MAX_PLACES),
            )),
        }
    }

    /// Parses `d.ddd(ddd)`.
    fn digits(&mut self) -> Result<Result<TakeAndBreak, Message>, CodeError> {
        let (mut first, mut head, mut tail) = (None, vec![0], Vec::new());
        let mut part = Part::First;
        let mut bracket = None;
        // For the digits that break a heap: whether the heaps must differ, and where that was first determined.
        let mut differ: Option<(bool, Range<usize>)> = None;
        while let Some(char) = self.peek() {
            let start = self.at;
            match char {
                _ if char.is_whitespace() || char == '_' => self.skip_spaces(),
                '…' | '.' if part == Part::Head && (char == '…' || self.text[start..].starts_with("...")) => {
                    if head.len() < 2 {
                        let hint = message!("write the digit that repeats before the dots, such as `.3…`");
                        return Err(self.error_here(message!("nothing stands here that could repeat"), hint));
                    }
                    self.at += "...".len();
                    tail = head.pop().into_iter().collect();
                    part = Part::Tail;
                }
                '.' | '·' | '∙' | '•' if part == Part::First => {
                    self.advance(char);
                    part = Part::Head;
                }
                '.' | '·' | '∙' | '•' => {
                    return Err(self.error_here(message!("a code has one point"), examples()));
                }
                '(' | '[' if part == Part::Head => {
                    bracket = Some((if char == '(' { ')' } else { ']' }, start));
                    self.advance(char);
                    part = Part::Tail;
                }
                ')' | ']' if bracket.is_some_and(|(close, _)| close == char) => {
                    self.advance(char);
                    bracket = None;
                    if tail.is_empty() {
                        let hint = message!("write the digits that repeat in the brackets: `.(17)`");
                        return Err(self.error(start..self.at, message!("no digits repeat here"), hint));
                    }
                }
                _ if part == Part::Tail && bracket.is_none() => {
                    let hint = message!("digits that repeat for ever stand last");
                    return Err(self.error_to_end_from(
                        start,
                        message!("nothing may follow the digits that repeat"),
                        hint,
                    ));
                }
                _ => {
                    let digit = self.digit(part)?;
                    let marked = self.peek() == Some('!');
                    if marked {
                        self.advance('!');
                    }
                    self.note_mark(&mut differ, digit, marked, start..self.at)?;
                    match part {
                        Part::First if first.is_some() => {
                            let hint = message!("only place 0 stands before the point; write `.77`, not `77`");
                            return Err(self.error(
                                start..self.at,
                                message!("more than one digit before the point"),
                                hint,
                            ));
                        }
                        Part::First => first = Some(digit),
                        Part::Head => head.push(digit),
                        Part::Tail => tail.push(digit),
                    }
                    if head.len() + tail.len() > MAX_PLACES {
                        let hint = message!("a code has at most {count} places", count = MAX_PLACES);
                        return Err(self.error_to_end_from(start, message!("the code is too long"), &hint));
                    }
                }
            }
        }
        if let Some((close, open)) = bracket {
            return Err(self.error_to_end_from(
                open,
                message!("the digits that repeat are not closed"),
                message!("add `{sign}`", sign = close),
            ));
        }
        if part == Part::First {
            let hint = message!("{examples}; the point stands before place 1", examples = examples());
            return Err(self.error(0..self.text.len(), message!("a code has a point"), hint));
        }
        if first.is_none() && head.len() == 1 && tail.is_empty() {
            return Err(self.error(0..self.text.len(), message!("the code has no digits"), examples()));
        }
        head[0] = first.unwrap_or(0);
        Ok(TakeAndBreak::new(head, tail, differ.is_some_and(|(differ, _)| differ)))
    }

    /// Parses one digit, below the base and allowed in its part.
    fn digit(&mut self, part: Part) -> Result<u8, CodeError> {
        let char = self.peek().expect("the caller has seen a character here");
        let Some(digit) = char.to_digit(GREATEST_BASE) else {
            return Err(self.error_here(message!("`{letter}` is no digit", letter = char), examples()));
        };
        if digit >= self.base {
            let base = self.base;
            return Err(self.error_here(
                message!("the digit `{letter}` is {number}, out of base {number_base}", letter = char, number = digit, number_base = base),
                message!("digits of base {number} are below {number_again}; a digit of {number_digit} needs base {number_needed}", number = base, number_again = base, number_digit = digit, number_needed = digit + 1),
            ));
        }
        // Bits up to 2^MAX_PARTS are below 36.
        debug_assert!(digit < 1 << (MAX_PARTS + 1));
        if part == Part::First && digit & 3 != 0 {
            return Err(self.error_here(
                message!(
                    "the digit `{letter}` before the point would let a move take nothing and break nothing",
                    letter = char
                ),
                message!("before the point stands 0 or a multiple of 4; write `.77`, not `7.7`"),
            ));
        }
        self.advance(char);
        Ok(digit as u8)
    }

    /// Checks that all breaks of a code are marked `!`, or none.
    fn note_mark(
        &self,
        differ: &mut Option<(bool, Range<usize>)>,
        digit: u8,
        marked: bool,
        range: Range<usize>,
    ) -> Result<(), CodeError> {
        if digit < 4 {
            return match marked {
                true => Err(self.error(
                    range,
                    message!("this digit breaks no heap, so there is nothing to differ"),
                    message!("`!` follows a digit of 4 or more"),
                )),
                false => Ok(()),
            };
        }
        match differ {
            Some((known, _)) if *known != marked => Err(self.error(
                range,
                message!("some breaks of this code ask for different heaps and some do not"),
                message!(
                    "write `!` after every digit of 4 or more, or after none; other games can be written as rules"
                ),
            )),
            _ => {
                differ.get_or_insert((marked, range));
                Ok(())
            }
        }
    }
}

impl fmt::Display for TakeAndBreak {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.code())
    }
}

impl TakeAndBreak {
    /// Returns the shortest code of this game; digits unless a set is shorter.
    pub fn code(&self) -> String {
        let digits = self.code_in_digits();
        match self.code_as_set() {
            Some(set) if set.len() < digits.len() => set,
            _ => digits,
        }
    }

    fn code_in_digits(&self) -> String {
        let mut text = String::new();
        let write = |text: &mut String, digit: u8| {
            text.extend(char::from_digit(u32::from(digit), GREATEST_BASE));
            if self.parts_differ() && digit >= 4 {
                text.push('!');
            }
        };
        if self.digit(0) != 0 {
            write(&mut text, self.digit(0));
        }
        text.push('.');
        self.head().iter().skip(1).for_each(|digit| write(&mut text, *digit));
        let tail = self.tail();
        if !tail.is_empty() {
            text.push('(');
            // If place 0 repeats too, it is written before the point, and the repetition is rotated by one.
            let turn = usize::from(self.head().is_empty());
            tail.iter().cycle().skip(turn).take(tail.len()).for_each(|digit| write(&mut text, *digit));
            text.push(')');
        } else if self.head().len() <= 1 {
            text.push('0');
        }
        text
    }

    /// Returns the code as a set of numbers to take, or not to take, if it is one.
    fn code_as_set(&self) -> Option<String> {
        let member = match self.tail() {
            [] => TAKE,
            [TAKE] => 0,
            _ => return None,
        };
        if self.digit(0) != 0 || self.head().iter().any(|digit| *digit != 0 && *digit != TAKE) {
            return None;
        }
        let mut text = String::from(if member == TAKE { "{" } else { "!{" });
        let mut place = 1;
        while place < self.head().len() {
            if self.head()[place] != member {
                place += 1;
                continue;
            }
            let run = self.head()[place..].iter().take_while(|digit| **digit == member).count();
            if !text.ends_with('{') {
                text.push(',');
            }
            text.push_str(&place.to_string());
            if run > 1 {
                text.push_str(if run == 2 { "," } else { ".." });
                text.push_str(&(place + run - 1).to_string());
            }
            place += run;
        }
        text.push('}');
        Some(text).filter(|text| !text.ends_with("{}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::tests_random::random_game;
    use grundy_value::Random;

    #[track_caller]
    fn check(text: &str, head: &[u8], tail: &[u8]) {
        assert_eq!(
            parse_code(text).unwrap(),
            TakeAndBreak::new(head.to_vec(), tail.to_vec(), false).unwrap(),
            "{text}"
        );
    }

    #[test]
    fn codes_are_read_as_the_literature_writes_them() {
        check(".77", &[0, 7, 7], &[]);
        check("0.77", &[0, 7, 7], &[]);
        check(" · 7 7 ", &[0, 7, 7], &[]);
        check("4.007", &[4, 0, 0, 7], &[]);
        check("4·", &[4], &[]);
        check(".f", &[0, 15], &[]);
        check(".1Z", &[0, 1, 35], &[]);
        check("0.[3]", &[0], &[3]);
        check("4.(3)", &[4], &[3]);
        check(".0(7)", &[0, 0], &[7]);
        check(".(17)", &[0], &[1, 7]);
        check(".333…", &[0], &[3]);
        check("4.003...", &[4, 0, 0], &[3]);
        check(".0", &[], &[]);
        check("{1,3,4}", &[0, 3, 0, 3, 3], &[]);
        check("{ 1 .. 3 , 5 }", &[0, 3, 3, 3, 0, 3], &[]);
        check("S(1,2)", &[0, 3, 3], &[]);
        check("s{2}", &[0, 0, 3], &[]);
        check("{}", &[], &[]);
        check("!{2,5}", &[0, 3, 0, 3, 3, 0], &[3]);
        check("!{}", &[0], &[3]);
        let grundy = parse_code("4!.0").unwrap();
        assert_eq!(grundy, TakeAndBreak::new(vec![4], vec![], true).unwrap());
        assert_eq!(grundy.code(), "4!.0");
    }

    #[test]
    fn codes_are_written_as_short_as_can_be() {
        for (text, short) in [
            ("0.77", ".77"),
            ("{1,3,4}", ".3033"),
            ("{1..300}", "{1..300}"),
            ("{100,101,200}", "{100,101,200}"),
            ("!{2,5}", "!{2,5}"),
            ("!{}", ".(3)"),
            (".333…", ".(3)"),
            ("4.4…", "4.(4)"),
            ("4.8484…", "4.848(4)"),
            ("4.(84)", "4.(84)"),
            (".F", ".f"),
            (".000", ".0"),
            ("4.", "4.0"),
        ] {
            assert_eq!(parse_code(text).unwrap().to_string(), short, "{text}");
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let mut random = Random(7);
        for _ in 0..20_000 {
            let game = random_game(&mut random);
            let text = game.code();
            assert_eq!(parse_code(&text).as_ref(), Ok(&game), "{text}");
        }
    }

    #[track_caller]
    fn refuse(text: &str, wrong: &str, about: &str) {
        let error = parse_code(text).unwrap_err();
        assert_eq!(&text[error.range.clone()], wrong, "{text}: {error}");
        assert!(error.to_string().contains(about), "{text}: {error}");
    }

    #[test]
    fn mistakes_are_named_where_they_stand() {
        refuse("", "", "empty");
        refuse("   ", "", "empty");
        refuse(".", ".", "no digits");
        refuse("77", "7", "before the point");
        refuse("4", "4", "has a point");
        refuse("7.7", "7", "multiple of 4");
        refuse(".7,7", ",", "no digit");
        refuse(".7.7", ".", "one point");
        refuse(".7(7", "(7", "not closed");
        refuse(".7()", ")", "no digits repeat");
        refuse(".7(7)7", "7", "stand last");
        refuse(".é", "é", "no digit");
        refuse(".(…)", "…", "no digit");
        refuse("{1,3", "{1,3", "not closed");
        refuse("{1,-3}", "-", "negative");
        refuse("{0}", "0", "start at 1");
        refuse("{5..3}", "5..3", "empty");
        refuse("{1000000000000}", "1000000000000", "too large");
        refuse("{99999999999999999999999999}", "99999999999999999999999999", "too large");
        refuse("{1..99999999}", "99999999", "too large");
        refuse("!7", "7", "a set");
        refuse("{1} x", "x", "follow");
        refuse(".7!7", "7", "or after none");
        refuse(".3!", "3!", "breaks no heap");
        refuse(".…", "…", "could repeat");
    }

    #[test]
    fn digits_out_of_base_are_refused() {
        assert!(parse_code_in_base(".77", 8).is_ok());
        let error = parse_code_in_base(".79", 8).unwrap_err();
        assert_eq!((error.range, &*error.message.to_string()), (2..3, "the digit `9` is 9, out of base 8"));
        assert!(parse_code_in_base(".1", 1).is_err() && parse_code_in_base(".1", 37).is_err());
    }

    #[test]
    fn no_text_makes_it_panic() {
        let alphabet: Vec<char> = ".·{}()[]!0134789fzS,.…- é _".chars().collect();
        let mut random = Random(3);
        for _ in 0..50_000 {
            let text: String = (0..random.index(9)).map(|_| alphabet[random.index(alphabet.len())]).collect();
            if let Err(error) = parse_code(&text) {
                assert!(text.get(error.range.clone()).is_some(), "{text:?} {error:?}");
            }
        }
    }
}
