//! Certificates that are right are accepted; whatever is accepted is true, however a text was changed.

use grundy_checker::{Fault, Play, Refusal, Statement, Theorem};
use std::collections::{BTreeSet, HashMap};

/// Take one or two.
const BASH: &str = "grundy automaton 2\nplay grundy\ncomponents n\nmove 1; 1 -1 >= 1; -1 1 >= -2; to 1\n\
                    claim 1; 1 -3 = 0\nclaim 1 1 1; 1 -3 = 1\nclaim 1 2 2; 1 -3 = 2\nclaim 1; -1 1 = 3; to 1\n\
                    weights 1\nsystem 2\n0 0 1\n1 2 0\n2 1 2\n";
/// Two heaps.
const NIM: &str = "grundy automaton 2\nplay normal\ncomponents a b\nmove 1; 1 0 -1 >= 1; to 2 1\n\
                   move 1; 0 1 -1 >= 1; to 0 2\nclaim 0; 1 -1 = 0\nclaim 0 1 1; 1 -1 >= 1\n\
                   claim 0 1 1; -1 1 >= 1\nweights 1 1\nsystem 2\n0 0 1 1 0\n1 1 1 1 1\n";
/// Two heaps, the last stone loses.
const MISERE: &str = include_str!("misere_nim.certificate");
/// Wythoff's game.
const WYTHOFF: &str = include_str!("wythoff.certificate");
/// Kayles.
const KAYLES: &str = include_str!("kayles.certificate");
/// Fibonacci nim.
const FIBONACCI: &str = include_str!("fibonacci_nim.certificate");
/// Lasker's game, whose values have no bound.
const LASKER: &str = include_str!("lasker.certificate");
/// Euclid's game, whose moves are repeated steps.
const EUCLID: &str = include_str!("euclid.certificate");

/// Checks a certificate with so many steps.
fn check(text: &str, max_steps: u64) -> Result<Theorem, Refusal> {
    let mut left = max_steps;
    grundy_checker::check(text, &mut |steps, _| {
        left = left.saturating_sub(steps);
        left > 0
    })
}

/// What the automaton says of these numbers; `None` where it says nothing.
fn said(statement: &Statement, numbers: &[u128]) -> Option<i64> {
    let recurrence = &statement.system.recurrence;
    let base = recurrence[0] as usize + usize::from(recurrence.len() > 1);
    let mut terms: Vec<u128> = Vec::new();
    while terms.last().is_none_or(|term| numbers.iter().any(|number| term <= number)) {
        let products = recurrence.iter().zip(terms.iter().rev()).map(|(factor, term)| *factor as u128 * term);
        terms.push(products.sum::<u128>() + u128::from(terms.len() < recurrence.len()));
    }
    let mut left = numbers.to_vec();
    let mut state = 0;
    for term in terms.iter().rev() {
        let mut column = 0;
        for number in &mut left {
            column = column * base + (*number / term) as usize;
            *number %= term;
        }
        state = usize::try_from(statement.states[state][column + 1]).ok()?;
    }
    Some(statement.states[state][0]).filter(|said| *said >= 0)
}

/// The value that the automaton tells of a position.
fn value(statement: &Statement, position: &[u128]) -> Option<i64> {
    match statement.play {
        Play::Grundy => said(statement, position),
        Play::Normal | Play::Misere => said(statement, position).map(|said| said & 1),
        Play::Relation => {
            (0..300).find(|value| said(statement, &[position, &[*value]].concat()) == Some(1)).map(|v| v as i64)
        }
    }
}

/// Coefficients, how they compare, and the constant.
type Condition = (Vec<i64>, String, i64);

/// A line with conditions: how many more variables it has, its marks, conditions and parts.
#[derive(Clone)]
struct Rule {
    variables: usize,
    marks: [i64; 2],
    conditions: Vec<Condition>,
    parts: Vec<Vec<usize>>,
}

/// A game as the lines of a certificate say it, solved by trying everything.
struct Plain {
    components: usize,
    play: Play,
    domain: Vec<Condition>,
    moves: Vec<Rule>,
    claims: Vec<Rule>,
    values: HashMap<Vec<i64>, i64>,
}

fn holds(condition: &Condition, numbers: &[i64]) -> bool {
    let pairs = || condition.0.iter().zip(numbers);
    let sum: i64 = pairs().map(|(factor, number)| factor * number).sum();
    match condition.1.as_str() {
        "=" => sum == condition.2,
        ">=" => sum >= condition.2,
        _ => pairs().filter(|(factor, _)| *factor % 2 != 0).fold(0, |xor, (_, number)| xor ^ number) == condition.2,
    }
}

/// Calls with all numbers that continue these, each up to a greatest one.
fn each_continuation(start: &[i64], count: usize, most: i64, visit: &mut dyn FnMut(&[i64])) {
    for code in 0..(most + 1).pow(count as u32) {
        let more = (0..count).map(|at| code / (most + 1).pow(at as u32) % (most + 1));
        visit(&start.iter().copied().chain(more).collect::<Vec<i64>>());
    }
}

impl Plain {
    fn read(statement: &Statement) -> Plain {
        let (components, play) = (statement.components, statement.play);
        let (domain, moves, claims) = (vec![], vec![], vec![]);
        let mut plain = Plain { components, play, domain, moves, claims, values: HashMap::new() };
        let read = components + usize::from(play == Play::Relation);
        for line in statement.text.lines().skip(3) {
            let mut pieces = line.split("; ").map(|piece| piece.split(' ').collect::<Vec<&str>>());
            let head = pieces.next().unwrap();
            let mark = |at: usize| head.get(at).map_or(0, |mark| mark.parse().unwrap());
            let variables = read + mark(1) as usize;
            let mut rule = Rule { variables, marks: [mark(2), mark(3)], conditions: vec![], parts: vec![] };
            for piece in pieces {
                if piece[0] == "to" {
                    rule.parts.push(piece[1..].iter().map(|word| word.parse().unwrap()).collect());
                    continue;
                }
                let number = |word: &&str| word.parse().unwrap();
                let (last, left) = (piece.len() - 1, &piece[..piece.len() - 2]);
                let condition = (left.iter().map(number).collect(), piece[last - 1].to_owned(), number(&piece[last]));
                rule.conditions.push(condition);
            }
            match head[0] {
                "domain" => plain.domain.extend(rule.conditions),
                "move" => plain.moves.push(rule),
                _ => plain.claims.push(rule),
            }
        }
        plain
    }

    /// What a kind of move leaves, with the value that is read in a relation.
    fn options(&mut self, rule: &Rule, position: &[i64]) -> Vec<(Vec<Vec<i64>>, i64)> {
        let (components, most) = (self.components, position.iter().max().unwrap() * 2 + 4);
        let mut found = Vec::new();
        if self.play != Play::Relation {
            each_continuation(position, rule.variables - components, most, &mut |numbers| {
                if rule.conditions.iter().all(|condition| holds(condition, numbers)) {
                    let part = |part: &Vec<usize>| part.iter().map(|at| numbers[*at]).collect();
                    found.push((rule.parts.iter().map(part).collect(), 0));
                }
            });
            return found;
        }
        // Variables that are nothing but values of parts are those values; the others are tried.
        let parts = || rule.parts.iter();
        let is_value = |at: usize| {
            at > components
                && parts().any(|part| part[components] == at)
                && !parts().any(|part| part[..components].contains(&at))
        };
        let tried: Vec<usize> = (components..rule.variables).filter(|at| !is_value(*at)).collect();
        let mut solutions = Vec::new();
        each_continuation(&[], tried.len(), most, &mut |chosen| {
            let mut numbers = position.to_vec();
            numbers.resize(rule.variables, 0);
            tried.iter().zip(chosen).for_each(|(at, number)| numbers[*at] = *number);
            solutions.push(numbers);
        });
        for mut numbers in solutions {
            let lefts: Vec<Vec<i64>> =
                parts().map(|part| part[..components].iter().map(|at| numbers[*at]).collect()).collect();
            let linear = |condition: &&Condition| {
                (components + 1..rule.variables).all(|at| !is_value(at) || condition.0[at] == 0)
            };
            if !rule.conditions.iter().filter(linear).all(|condition| holds(condition, &numbers)) {
                continue;
            }
            let mut fits = true;
            let mut known = BTreeSet::new();
            for (part, left) in parts().zip(&lefts) {
                let (at, value) = (part[components], self.value(left));
                fits &= (is_value(at) && known.insert(at)) || numbers[at] == value;
                numbers[at] = value;
            }
            if fits && rule.conditions.iter().all(|condition| holds(condition, &numbers)) {
                found.push((lefts, numbers[components]));
            }
        }
        found
    }

    fn value(&mut self, position: &[i64]) -> i64 {
        if let Some(value) = self.values.get(position) {
            return *value;
        }
        let mut found = BTreeSet::new();
        for rule in self.moves.clone().iter().filter(|rule| rule.marks[0] == 0) {
            for (parts, read) in self.options(rule, position) {
                if self.play == Play::Relation {
                    found.insert(read);
                    continue;
                }
                found.insert(parts.iter().fold(0, |sum, part| sum ^ self.value(part)));
                let mut waiting = if rule.marks[1] > 0 { parts } else { vec![] };
                while let Some(part) = waiting.pop() {
                    for step in self.moves.clone().iter().filter(|step| step.marks == [rule.marks[1]; 2]) {
                        for (parts, _) in self.options(step, &part) {
                            found.insert(self.value(&parts[0]));
                            waiting.extend(parts);
                        }
                    }
                }
            }
        }
        let value = match self.play {
            Play::Normal => i64::from(found.contains(&0)),
            Play::Misere => i64::from(found.is_empty() || found.contains(&0)),
            Play::Grundy | Play::Relation => (0..).find(|value| !found.contains(value)).unwrap(),
        };
        self.values.insert(position.to_vec(), value);
        value
    }
}

fn positions(components: usize, side: i64) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    each_continuation(&[], components, side - 1, &mut |position| all.push(position.to_vec()));
    all
}

fn large(numbers: &[i64]) -> Vec<u128> {
    numbers.iter().map(|number| *number as u128).collect()
}

/// A theorem is true of all small positions, and so is what it claims.
#[track_caller]
fn is_true(theorem: &Theorem, side: i64, text: &str) {
    let statement = theorem.statement();
    let mut plain = Plain::read(statement);
    let shown = |numbers: &[i64]| match statement.play {
        Play::Normal | Play::Misere => said(statement, &large(numbers)).map(|said| said & 1),
        Play::Grundy | Play::Relation => said(statement, &large(numbers)),
    };
    for position in positions(plain.components, side) {
        if !plain.domain.iter().all(|condition| holds(condition, &position)) {
            continue;
        }
        assert_eq!(value(statement, &large(&position)), Some(plain.value(&position)), "{position:?}\n{text}");
        for claim in plain.claims.clone() {
            each_continuation(&position, claim.variables - position.len(), side, &mut |numbers| {
                if claim.conditions.iter().all(|condition| holds(condition, numbers)) {
                    let own = shown(&numbers[..statement.tracks]);
                    let right = match claim.parts.first() {
                        Some(part) => own == shown(&part.iter().map(|at| numbers[*at]).collect::<Vec<i64>>()),
                        None => own.is_some_and(|own| (claim.marks[0]..=claim.marks[1]).contains(&own)),
                    };
                    assert!(right, "{numbers:?}\n{text}");
                }
            });
        }
    }
}

const ALL: [(&str, i64); 8] =
    [(BASH, 60), (NIM, 14), (MISERE, 14), (WYTHOFF, 16), (KAYLES, 90), (FIBONACCI, 14), (LASKER, 20), (EUCLID, 16)];

#[test]
fn right_certificates_are_accepted_and_true() {
    for (text, side) in ALL {
        let theorem = check(text, 30_000_000).unwrap_or_else(|refusal| panic!("{refusal:?}\n{text}"));
        is_true(&theorem, side, text);
    }
}

#[test]
fn large_positions_are_answered() {
    let theorem = check(WYTHOFF, 30_000_000).unwrap();
    let value = |a: u128, b: u128| value(theorem.statement(), &[a, b]);
    // ⌊kφ⌋ and ⌊kφ²⌋ for k = 10^18.
    let k = 1_000_000_000_000_000_000u128;
    let small = (k + (5 * k * k).isqrt()) / 2;
    assert_eq!(value(small, small + k), Some(0));
    assert_eq!(value(small + k, small), Some(0));
    assert_eq!(value(small, small + k + 1), Some(1));
}

#[test]
fn what_a_relation_says_can_be_claimed() {
    // n, but n - 1 where four divides n, and n + 1 below that.
    let cases = "claim 1 1 1; 1 -1 0 = 0; 1 0 -4 = 1\nclaim 1 1 1; 1 -1 0 = 0; 1 0 -4 = 2\n\
                 claim 1 1 1; 1 -1 0 = -1; 1 0 -4 = 3\nclaim 1 1 1; 1 -1 0 = 1; 1 0 -4 = 0; 1 0 0 >= 1\n\
                 claim 1; 0 1 0 = 0; 1 0 0 >= 1\n";
    let claimed = LASKER.replace("weights", &format!("{cases}weights"));
    let theorem = check(&claimed, 3_000_000).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    assert!(theorem.statement().text.ends_with(cases));
    is_true(&theorem, 20, &claimed);
    assert_eq!(said(theorem.statement(), &[(1 << 100) + 3, (1 << 100) + 4]), Some(1));
    assert_eq!(said(theorem.statement(), &[(1 << 100) + 3, (1 << 100) + 3]), Some(0));
    assert!(check(&claimed.replace("= -1; 1 0 -4 = 3", "= -1; 1 0 -4 = 2"), 3_000_000).is_err());
}

#[test]
fn wrong_certificates_are_refused_for_their_fault() {
    let fault = |text: &str| check(text, 300_000).err().map(|refusal| refusal.fault);
    assert_eq!(fault(&BASH.replace("weights 1", "weights 0")), Some(Fault::Moves));
    assert_eq!(fault(&BASH.replace("\n2 1 2", "\n2 1 1")), Some(Fault::Rule));
    assert_eq!(fault(&BASH.replace("claim 1 1 1; 1 -3 = 1", "claim 1 1 1; 1 -3 = 2")), Some(Fault::Claim));
    assert_eq!(fault(&BASH.replace("claim 1 1 1", "claim 1 2 2")), Some(Fault::Claim));
    assert_eq!(fault(&BASH.replace("-1 1 = 3", "-1 1 = 4")), Some(Fault::Claim));
    assert_eq!(fault(&BASH.replace("\n0 0 1", "\n0 1 1")), Some(Fault::Text));
    assert_eq!(fault(&BASH.replace("to 1\n", "to 1\nclaim 0 1 0; 1 >= 1000\n")), Some(Fault::Claim));
    // Moves that leave the domain.
    assert_eq!(fault(&BASH.replace("move 1;", "domain 0; 1 >= 1\nmove 1;")), Some(Fault::Moves));
    for cut in ["", "grundy automaton 2\n", "weights 1\n", "grundy automaton 1\nplay normal\ncomponents n\nweights 1\n"]
    {
        assert_eq!(fault(cut), Some(Fault::Text), "{cut}");
    }
    // A number that is said to be right and is not, and one that is not said to be.
    let changed = |from: &str, to: &str| {
        assert!(LASKER.contains(from));
        fault(&LASKER.replacen(from, to, 1))
    };
    assert_eq!(changed("\n1 0 ", "\n0 0 "), Some(Fault::Rule));
    // A step too many.
    assert_eq!(fault(&EUCLID.replace("\n7 8 - - -", "\n1 8 - - -")), Some(Fault::Rule));
    assert_eq!(check(KAYLES, 300).unwrap_err().fault, Fault::Limit);
    let refusal = check(&NIM.replace("\n0 0 1 1 0", "\n0 0 1 1 1"), 300_000).unwrap_err();
    assert_eq!(refusal.word, [[1, 1]]);
}

#[test]
fn there_is_one_way_to_write_a_certificate() {
    #[track_caller]
    fn check_line(text: &str, line: usize) {
        let refusal = check(text, 300_000).unwrap_err();
        assert_eq!((refusal.fault, refusal.line), (Fault::Text, line), "{text}");
    }
    assert!(BASH.lines().nth(3).unwrap().starts_with("move"));
    // Numbers with a plus, with zeros in front, and `-` where no state is left out.
    for (from, to, line) in [
        ("1 -1 >= 1", "+1 -1 >= 1", 4),
        ("1 -1 >= 1", "1 -1 >= 01", 4),
        ("1 -1 >= 1", "1 - >= 1", 4),
        ("1 -1 >= 1", "1 -1 >= -", 4),
        ("1 -3 = 0", "1 -3 = -0", 5),
        ("weights 1", "weights +1", 9),
        ("system 2", "system 02", 10),
        ("\n0 0 1", "\n0 0 -1", 11),
        ("\n2 1 2", "\n02 1 2", 13),
        // States that are not there, and rows with a column too many.
        ("\n0 0 1", "\n0 0 3", 11),
        ("\n2 1 2", "\n2 1 3", 13),
        ("\n1 2 0", "\n1 2 0 0", 12),
        // Marks that are nothing, too few and too many, and where they do not belong.
        ("claim 1; 1 -3 = 0", "claim 1 0 0; 1 -3 = 0", 5),
        ("claim 1; 1 -3 = 0", "claim 1 0; 1 -3 = 0", 5),
        ("claim 1; 1 -3 = 0", "claim 1 0 1 0; 1 -3 = 0", 5),
        ("claim 1 2 2", "claim 1 2 1", 7),
        ("claim 1; -1 1 = 3; to 1", "claim 1 0 1; -1 1 = 3; to 1", 8),
        ("move 1;", "move 1 0 1;", 4),
        ("move 1;", "domain 0 0 1; 1 >= 0\nmove 1;", 4),
        ("move 1;", "domain 1; 1 >= 0\nmove 1;", 4),
        // What is left has a number for each component, and each is a variable.
        ("1 -1 >= 1; -1 1 >= -2; to 1", "1 -1 >= 1; -1 1 >= -2; to 2", 4),
        ("1 -1 >= 1; -1 1 >= -2; to 1", "1 -1 >= 1; -1 1 >= -2; to 1 1", 4),
        ("claim 1; -1 1 = 3; to 1", "claim 1; -1 1 = 3; to 2", 8),
        // The order of lines and of what is in them.
        ("move 1;", "domain 0; 1 >= 0\ndomain 0; 1 >= 0\nmove 1;", 5),
        ("weights 1", "domain 0; 1 >= 0\nweights 1", 9),
        ("weights 1", "move 1; 1 -1 >= 1; -1 1 >= -2; to 1\nweights 1", 9),
        ("1 -1 >= 1; -1 1 >= -2; to 1", "1 -1 >= 1; to 1; -1 1 >= -2", 4),
        // Spaces, empty lines, and names that are none.
        ("move 1;", "move  1;", 4),
        ("1 -1 >= 1;", "1 -1  >= 1;", 4),
        ("\nmove", "\n\nmove", 4),
        ("components n", "components n ", 3),
        ("components n", "components ", 3),
        ("\n0 0 1", "\n\n0 0 1", 11),
        ("\n2 1 2\n", "\n2 1 2\n\n", 14),
        ("\n2 1 2\n", "\r\n2 1 2\r\n", 12),
    ] {
        assert!(BASH.contains(from), "{from}");
        check_line(&BASH.replacen(from, to, 1), line);
    }
    assert!(check(BASH.trim_end(), 300_000).is_err());
    assert!(check(&format!("{BASH} "), 300_000).is_err());
    // The variables of a xor are there or not.
    assert!(check(&LASKER.replacen(" 1 1 ^ 0", " 3 1 ^ 0", 1), 300_000).is_err());
    // The step that follows a move and the step that is made are the same.
    assert!(EUCLID.contains("move 1 1 1;"));
    check_line(
        &EUCLID.replacen("move 1 1 1;", "move 1 1 0;", 1),
        EUCLID.lines().position(|line| line.starts_with("move 1 1 1;")).unwrap() + 1,
    );
}

#[test]
fn only_systems_whose_words_are_known_to_be_canonical_are_taken() {
    // No move, so that every position is lost, whatever the system.
    let text = |system: &str, digits: usize| {
        let columns = vec!["0"; digits].join(" ");
        format!("grundy automaton 2\nplay normal\ncomponents n\nweights 1\nsystem {system}\n0 {columns}\n")
    };
    for (system, digits) in [("2", 2), ("36", 36), ("1 1", 2), ("1 1 1 1", 2), ("3 3 2 1", 4), ("36 36", 37)] {
        assert!(check(&text(system, digits), 300_000).is_ok(), "{system}");
    }
    // Those that rise, those that are too long, those of one digit, and digits beyond the last.
    let wrong = [("1 2", 2), ("3 2 3", 4), ("1 1 1 1 1", 2), ("1", 1), ("37", 37), ("37 1", 38), ("2 0", 3), ("0", 1)];
    for (system, digits) in wrong {
        let refusal = check(&text(system, digits), 300_000).unwrap_err();
        assert_eq!((refusal.fault, refusal.line), (Fault::Text, 5), "{system}");
    }
}

#[test]
fn only_digits_that_are_groups_of_bits_have_an_xor() {
    // No move, so that every position is lost.
    for (system, digits, is_taken) in [("2", 2, true), ("4", 4, true), ("3", 3, false), ("1 1", 2, false)] {
        let columns = vec!["0"; digits * digits].join(" ");
        let head = "grundy automaton 2\nplay normal\ncomponents a b\nclaim 0; 1 1 ^ 0\n";
        let checked = check(&format!("{head}weights 1 1\nsystem {system}\n0 {columns}\n"), 300_000);
        assert_eq!(checked.err().map(|refusal| (refusal.fault, refusal.line)), (!is_taken).then_some((Fault::Text, 4)));
    }
}

#[test]
fn a_line_takes_a_bounded_time() {
    let faulty = |text: &str| check(text, 300_000).err().map(|refusal| (refusal.fault, refusal.line));
    // With the part that is left, a hundred.
    let repeated = |more: usize| BASH.replacen("1 -1 >= 1; ", &"1 -1 >= 1; ".repeat(1 + more), 1);
    assert_eq!(faulty(&repeated(97)), None);
    assert_eq!(faulty(&repeated(98)), Some((Fault::Text, 4)));
    // Columns of 22 bits, and of 23: whatever these variables are.
    let wide =
        |more: usize| BASH.replacen("claim 1; 1 -3 = 0", &format!("claim {more} 0 2; 1{} >= 0", " 0".repeat(more)), 1);
    assert_eq!(faulty(&wide(21)).map(|(fault, _)| fault), Some(Fault::Limit));
    assert_eq!(faulty(&wide(22)), Some((Fault::Text, 5)));
}

/// What cannot hold any more, or holds whatever follows, is seen at once: else walks grow long.
#[test]
fn walks_are_short() {
    let steps = |text: &str| {
        let mut made = 0;
        grundy_checker::check(text, &mut |steps, _| {
            made += steps;
            true
        })
        .unwrap();
        made
    };
    let most = [500, 650, 900, 150_000, 80_000, 400_000, 140_000, 15_000];
    for ((text, _), most) in ALL.iter().zip(most) {
        assert!(steps(text) <= most, "{} steps, not {most}\n{text}", steps(text));
    }
}

#[test]
fn what_a_claim_leads_to_is_a_position() {
    // Below 5 the automaton says something, but that is no position.
    let bounded = BASH.replace("move 1;", "domain 0; -1 >= -5\nmove 1;");
    let bounded = bounded.replace("claim 1; -1 1 = 3; to 1", "claim 1; -1 1 = 3; 0 -1 >= -5; to 1");
    let theorem = check(&bounded, 300_000).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    is_true(&theorem, 9, &bounded);
    let refusal = check(&bounded.replace("; 0 -1 >= -5; to 1", "; to 1"), 300_000).unwrap_err();
    assert_eq!((refusal.fault, refusal.line), (Fault::Claim, 9));
}

#[test]
fn memory_is_asked_for_before_it_is_taken() {
    // A number more than is allowed, and nothing is proved.
    for (text, _) in ALL {
        let with_numbers = |most: usize| {
            let mut kept = 0;
            let checked = grundy_checker::check(text, &mut |_, numbers| {
                kept += numbers;
                kept <= most
            });
            (checked.map_err(|refusal| refusal.fault).map(|_| ()), kept)
        };
        let (_, kept) = with_numbers(usize::MAX);
        assert_eq!(with_numbers(kept).0, Ok(()), "{text}");
        assert_eq!(with_numbers(kept - 1).0, Err(Fault::Limit), "{text}");
        assert_eq!(with_numbers(0).0, Err(Fault::Limit), "{text}");
    }
}

/// What is asked for is what is kept. The items of this walk: the position with a state of its canonical word and one of the automaton
/// (numbers: its query, two states, a column of two digits), seen as a sequence of sets of items.
#[test]
fn the_memory_that_is_asked_for_is_counted() {
    let asked = |text: &str| {
        let mut asked = Vec::new();
        grundy_checker::check(text, &mut |_, numbers| {
            asked.extend(Some(numbers).filter(|numbers| *numbers > 0));
            true
        })
        .unwrap();
        asked
    };
    // No move, so that every position is lost: one item and where each of two digits leads, but no further set of items.
    let none = "grundy automaton 2\nplay normal\ncomponents n\nweights 1\nsystem 2\n0 0 0\n";
    assert_eq!(asked(none), [2 * (3 + 2), 1, 1]);
    // A second state: each item and each set of items is kept twice, as what it is and where it is found.
    let two = none.replace("0 0 0\n", "0 0 1\n0 1 1\n");
    assert_eq!(asked(&two), [2 * (3 + 2), 1, 2 * (3 + 2), 1, 2, 1, 1]);
    // Take one: sets of up to three items, as the number that is left is guessed; then what is asked of the move alone.
    let one =
        "grundy automaton 2\nplay normal\ncomponents n\nmove 1; 1 -1 = 1; to 1\nweights 1\nsystem 2\n0 0 1\n1 0 1\n";
    let automaton = [10, 12, 1, 1, 10, 1, 12, 12, 2, 6, 1, 12, 1, 1, 6, 1, 2, 1];
    let clause = [16, 12, 1, 1, 16, 1, 12, 1, 4, 1, 1, 1, 1];
    assert_eq!(asked(one), [&automaton[..], &clause].concat());
}

/// In a relation what a move leaves must be worth the number that is read: with another variable for its value every number would
/// be below that of a position with a move.
#[test]
fn a_relation_ties_the_value_of_what_is_left() {
    let forged = "grundy automaton 2\nplay relation\ncomponents n\nmove 2; 1 0 -1 0 = 1; to 2 3\nweights 1\nsystem 2\n\
                  1 0 1 2 3\n2 1 1 3 3\n0 0 1 2 3\n0 1 1 3 3\n";
    assert!(check(forged, 1 << 20).is_err());
    // Values of several parts are added where there is an xor.
    let sum = "grundy automaton 2\nplay relation\ncomponents n\nmove 4; 1 0 -1 -1 0 0 = 1; to 2 4; to 3 5\nweights 1\nsystem 3\n";
    let refusal = check(&format!("{sum}1 0 1 1 1 1 1 1 1 1\n2 1 1 1 1 1 1 1 1 1\n"), 1 << 20).unwrap_err();
    assert_eq!((refusal.fault, refusal.line), (Fault::Text, 4));
}

/// Of the number that is read and of the values of parts a move says nothing else: it would hide options.
#[test]
fn a_relation_hides_no_option() {
    let take_one = "move 1; 1 0 -1 = 1; to 2 1";
    let certificate = |line: &str, base: &str, states: &str| {
        format!("grundy automaton 2\nplay relation\ncomponents n\n{line}\nweights 1\nsystem {base}\n{states}")
    };
    // It says 0 of every n.
    let zero = "1 0 1 0 1\n2 1 1 1 1\n";
    let line = |line: &str| check(&certificate(line, "2", zero), 1 << 20).unwrap_err().line;
    assert_ne!(line(take_one), 4);
    for hiding in [
        "move 1; 1 0 -1 = 1; to 2 0",
        "move 1; 0 1 0 >= 7; 1 0 -1 = 1; to 2 1",
        "move 1; 0 1 -1 = 0; 1 0 -1 = 1; to 2 1",
        "move 1; 1 0 -1 = 1; to 1 1",
        "move 0; 1 0 >= 1",
        "move 0; 1 0 >= 1; 0 1 = 1",
        "move 0; 0 1 = 0; 0 1 >= 0",
        "move 4; 1 0 -1 0 0 0 = 1; 0 0 0 1 0 0 = 0; 0 0 0 0 1 0 >= 5; 0 1 0 0 1 1 ^ 0; to 2 4; to 3 5",
        "move 3; 1 0 -1 0 0 = 1; 0 0 0 1 0 = 0; 0 1 0 0 1 ^ 0; to 2 4; to 3 4",
        "move 4; 1 0 -1 0 0 0 = 1; 0 0 0 1 0 0 = 0; 0 1 0 0 1 0 ^ 0; to 2 4; to 3 5",
        "move 4; 1 0 -1 0 0 0 = 1; 0 0 0 1 0 0 = 0; 0 1 0 1 1 1 ^ 0; to 2 4; to 3 5",
    ] {
        assert_eq!(line(hiding), 4, "{hiding}");
    }
    for right in
        ["move 0; 1 0 >= 1; 0 1 = 0", "move 4; 1 0 -1 0 0 0 = 1; 0 0 0 1 0 0 = 0; 0 1 0 0 1 1 ^ 0; to 2 4; to 3 5"]
    {
        assert_ne!(line(right), 4, "{right}");
    }
}

#[test]
fn the_checker_is_small_and_stands_alone() {
    let files = [
        include_str!("../src/lib.rs"),
        include_str!("../src/limits.rs"),
        include_str!("../src/numeration.rs"),
        include_str!("../src/text.rs"),
        include_str!("../src/walk.rs"),
    ];
    let letters = [
        include_str!("../src/letters/limits.rs"),
        include_str!("../src/letters/mod.rs"),
        include_str!("../src/letters/obligation.rs"),
        include_str!("../src/letters/polynomial.rs"),
        include_str!("../src/letters/refute.rs"),
        include_str!("../src/letters/term.rs"),
    ];
    let count = |folder: &str| std::fs::read_dir(format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"))).unwrap().count();
    assert_eq!((count("src"), count("src/letters")), (files.len() + 1, letters.len()));
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let lines = |files: &[&str]| files.iter().map(|file| file.lines().filter(is_code).count()).sum::<usize>();
    assert!(lines(&files) <= 424, "{} lines of code", lines(&files));
    assert!(lines(&letters) <= 710, "{} lines of code", lines(&letters));
    let manifest = include_str!("../Cargo.toml");
    let (_, dependencies) = manifest.split_once("[dependencies]\n").unwrap();
    assert_eq!(dependencies.trim(), "");
}

/// A certificate changed in a place or two.
fn changed(text: &str, draw: &mut dyn FnMut(usize) -> usize) -> String {
    let mut lines: Vec<Vec<String>> = text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    for _ in 0..1 + draw(2) {
        let at = draw(lines.len());
        let word = draw(lines[at].len());
        match draw(8) {
            0 => drop(lines.remove(at)),
            1 => {
                let copy = lines[at].clone();
                lines.insert(at, copy);
            }
            2 => lines[at][word] = ["-", "0", "1", ">=", "=", "^", "to", "claim"][draw(8)].to_owned(),
            _ => {
                let number = |word: &String| word.trim_end_matches(';').parse::<i64>().ok();
                let numbers: Vec<usize> =
                    (0..lines[at].len()).filter(|at_word| number(&lines[at][*at_word]).is_some()).collect();
                if !numbers.is_empty() {
                    let word = &mut lines[at][numbers[draw(numbers.len())]];
                    let end = if word.ends_with(';') { ";" } else { "" };
                    *word = format!("{}{end}", number(word).unwrap() + [1, -1, 2, -2][draw(4)]);
                }
            }
        }
        if lines.is_empty() {
            break;
        }
    }
    lines.iter().map(|words| words.join(" ") + "\n").collect()
}

#[test]
fn changed_certificates_prove_nothing_false() {
    let mut seed = 1u64;
    let mut draw = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most
    };
    let (mut accepted, mut refused) = (0, 0);
    for (text, side, times) in [
        (BASH, 40, 4000),
        (NIM, 9, 3000),
        (MISERE, 9, 2000),
        (LASKER, 12, 1200),
        (EUCLID, 9, 800),
        (WYTHOFF, 9, 300),
        (FIBONACCI, 9, 300),
    ] {
        for _ in 0..times {
            let changed = changed(text, &mut draw);
            match check(&changed, 300_000) {
                Ok(theorem) => {
                    accepted += 1;
                    is_true(&theorem, side, &changed);
                }
                Err(_) => refused += 1,
            }
        }
    }
    // Some changes change nothing, or change the game and its values alike.
    assert!(refused > 5 * accepted, "{accepted} accepted, {refused} refused");
}
