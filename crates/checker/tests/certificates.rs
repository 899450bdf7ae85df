//! Certificates that are right are accepted; whatever is accepted is true, however a text was changed.

use grundy_checker::{Fault, Limits, Play, Theorem, check};
use std::collections::{BTreeSet, HashMap};

const LIMITS: Limits = Limits { max_steps: 300_000 };

/// Take one or two.
const BASH: &str = "grundy automaton 1\nplay grundy\ncomponents n\nmove 1; 1 -1 >= 1; -1 1 >= -2; part 1\n\
                    claim 0 1; 1 -3 = 0\nclaim 1 1; 1 -3 = 1\nclaim 2 1; 1 -3 = 2\n\
                    weights 1\nsystem 2\n0 0 1\n1 2 0\n2 1 2\n";
/// Two heaps.
const NIM: &str = "grundy automaton 1\nplay normal\ncomponents a b\nmove 1; 1 0 -1 >= 1; part 2 1\n\
                   move 1; 0 1 -1 >= 1; part 0 2\nclaim lose 0; 1 -1 = 0\nclaim win 0; 1 -1 >= 1\n\
                   claim win 0; -1 1 >= 1\nweights 1 1\nsystem 2\n0 0 1 1 0\n1 1 1 1 1\n";
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

/// Coefficients, how they compare, and the constant.
type Condition = (Vec<i64>, String, i64);

/// A kind of move: how many variables it has, the step that may follow, conditions and parts.
#[derive(Clone)]
struct Rule {
    free: usize,
    step: u32,
    conditions: Vec<Condition>,
    parts: Vec<Vec<usize>>,
}

/// A game as the lines of a certificate say it, solved by trying everything.
struct Plain {
    components: usize,
    play: Play,
    domain: Vec<Condition>,
    moves: Vec<Rule>,
    steps: Vec<Rule>,
    values: HashMap<Vec<i64>, u32>,
}

fn holds(condition: &Condition, numbers: &[i64]) -> bool {
    let sum: i64 = condition.0.iter().zip(numbers).map(|(factor, number)| factor * number).sum();
    if condition.1 == "=" { sum == condition.2 } else { sum >= condition.2 }
}

/// What a kind of move leaves.
fn options(rule: &Rule, position: &[i64]) -> Vec<Vec<Vec<i64>>> {
    let most = position.iter().max().unwrap() * 2 + 4;
    let mut found = Vec::new();
    for code in 0..(most + 1).pow(rule.free as u32) {
        let mut numbers = position.to_vec();
        numbers.extend((0..rule.free).map(|at| code / (most + 1).pow(at as u32) % (most + 1)));
        if rule.conditions.iter().all(|condition| holds(condition, &numbers)) {
            found.push(rule.parts.iter().map(|part| part.iter().map(|at| numbers[*at]).collect()).collect());
        }
    }
    found
}

impl Plain {
    fn read(theorem: &Theorem) -> Plain {
        let mut plain = Plain {
            components: 0,
            play: theorem.play(),
            domain: vec![],
            moves: vec![],
            steps: vec![],
            values: HashMap::new(),
        };
        let condition = |words: &[&str]| {
            let (last, left) = (words.len() - 1, &words[..words.len() - 2]);
            let left = left.iter().map(|word| word.parse().unwrap()).collect();
            (left, words[last - 1].to_owned(), words[last].parse().unwrap())
        };
        for line in theorem.game().lines() {
            let mut pieces = line.split("; ").map(|piece| piece.split(' ').collect::<Vec<&str>>());
            let head = pieces.next().unwrap();
            match head[0] {
                "components" => plain.components = head.len() - 1,
                "domain" => plain.domain.push(condition(&head[1..])),
                "move" | "step" => {
                    let step = head.get(2).map_or(0, |step| step.parse().unwrap());
                    let mut rule = Rule { free: head[1].parse().unwrap(), step, conditions: vec![], parts: vec![] };
                    for piece in pieces {
                        match piece[0] {
                            "part" => rule.parts.push(piece[1..].iter().map(|word| word.parse().unwrap()).collect()),
                            _ => rule.conditions.push(condition(&piece)),
                        }
                    }
                    if head[0] == "move" { plain.moves.push(rule) } else { plain.steps.push(rule) }
                }
                _ => {}
            }
        }
        plain
    }

    fn value(&mut self, position: &[i64]) -> u32 {
        if let Some(value) = self.values.get(position) {
            return *value;
        }
        let mut found = BTreeSet::new();
        for rule in self.moves.clone() {
            for parts in options(&rule, position) {
                found.insert(parts.iter().fold(0, |sum, part| sum ^ self.value(part)));
                let mut waiting = if rule.step > 0 { parts } else { vec![] };
                while let Some(part) = waiting.pop() {
                    for step in self.steps.clone().iter().filter(|step| step.step == rule.step) {
                        for parts in options(step, &part) {
                            found.insert(self.value(&parts[0]));
                            waiting.extend(parts);
                        }
                    }
                }
            }
        }
        let value = match self.play {
            Play::Normal => u32::from(found.contains(&0)),
            Play::Misere => u32::from(found.is_empty() || found.contains(&0)),
            Play::Grundy => (0..).find(|value| !found.contains(value)).unwrap(),
        };
        self.values.insert(position.to_vec(), value);
        value
    }
}

/// A theorem is true of all small positions.
#[track_caller]
fn is_true(theorem: &Theorem, side: i64, text: &str) {
    let mut plain = Plain::read(theorem);
    let components = plain.components as u32;
    for place in 0..side.pow(components) {
        let position: Vec<i64> = (0..components).map(|at| place / side.pow(at) % side).collect();
        if plain.domain.iter().all(|condition| holds(condition, &position)) {
            let large: Vec<u128> = position.iter().map(|number| *number as u128).collect();
            assert_eq!(theorem.value(&large), Some(plain.value(&position)), "{position:?}\n{text}");
        }
    }
}

#[test]
fn right_certificates_are_accepted_and_true() {
    let certificates = [
        (BASH, 60),
        (NIM, 14),
        (MISERE, 14),
        (WYTHOFF, 16),
        (KAYLES, 100),
        (FIBONACCI, 14),
        (LASKER, 40),
        (EUCLID, 16),
    ];
    for (text, side) in certificates {
        let theorem = check(text, &Limits::default()).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
        is_true(&theorem, side, text);
    }
}

#[test]
fn large_positions_are_answered() {
    let theorem = check(WYTHOFF, &Limits::default()).unwrap();
    // Successive Fibonacci numbers at even places are a lost pair shifted by one: ⌊kφ⌋ and ⌊kφ²⌋ for k = 10^18.
    let k = 1_000_000_000_000_000_000u128;
    let root = |square: u128| {
        let mut root = (square as f64).sqrt() as u128;
        while root * root > square {
            root -= 1;
        }
        while (root + 1) * (root + 1) <= square {
            root += 1;
        }
        root
    };
    let small = (k + root(5 * k * k)) / 2;
    assert_eq!(theorem.value(&[small, small + k]), Some(0));
    assert_eq!(theorem.value(&[small + k, small]), Some(0));
    assert_eq!(theorem.value(&[small, small + k + 1]), Some(1));
}

#[test]
fn what_a_relation_says_can_be_claimed() {
    // n, but n - 1 where four divides n, and n + 1 below that.
    let cases = "is 2; 1 -1 0 = 0; 1 0 -4 = 1\nis 2; 1 -1 0 = 0; 1 0 -4 = 2\nis 2; 1 -1 0 = -1; 1 0 -4 = 3\n\
                 is 2; 1 -1 0 = 1; 1 0 -4 = 0\nclaim lose 0; 1 = 0\n";
    let claimed = LASKER.replace("weights", &format!("{cases}weights"));
    let theorem = check(&claimed, &LIMITS).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(theorem.claim(), cases);
    assert_eq!(theorem.number(&[(1 << 100) + 3]), Some((1 << 100) + 4));
    assert!(check(&claimed.replace("= -1; 1 0 -4 = 3", "= -1; 1 0 -4 = 2"), &LIMITS).is_err());
}

#[test]
fn wrong_certificates_are_refused_for_their_fault() {
    let fault = |text: &str| check(text, &LIMITS).err().map(|refusal| refusal.fault);
    assert_eq!(fault(&BASH.replace("weights 1", "weights 0")), Some(Fault::Moves));
    assert_eq!(fault(&BASH.replace("\n2 1 2", "\n2 1 1")), Some(Fault::Rule));
    assert_eq!(fault(&BASH.replace("claim 1 1; 1 -3 = 1", "claim 1 1; 1 -3 = 4")), Some(Fault::Claim));
    assert_eq!(fault(&BASH.replace("claim 1 1", "claim 2 1")), Some(Fault::Claim));
    assert_eq!(fault(&BASH.replace("\n0 0 1", "\n0 1 1")), Some(Fault::Text));
    assert_eq!(fault(&BASH.replace("part 1\n", "part 1\nnever 0; 1 >= 1000\n")), Some(Fault::Moves));
    // Moves that leave the domain.
    assert_eq!(fault(&BASH.replace("move 1;", "domain 1 >= 1\nmove 1;")), Some(Fault::Moves));
    assert_eq!(fault("grundy automaton 1\n"), Some(Fault::Text));
    // A value of the relation that is not there, and one too many.
    assert_eq!(fault(&LASKER.replace("\n1 - 9 - -", "\n- - 9 - -")), Some(Fault::Rule));
    assert_eq!(fault(&LASKER.replace("\n- 6 1 2 7", "\n1 6 1 2 7")), Some(Fault::Rule));
    // A step too many, and one that is not said to be reached.
    assert_eq!(fault(&EUCLID.replace("\n7 8 - - -", "\n1 8 - - -")), Some(Fault::Rule));
    assert_eq!(fault(&LASKER.replace("weights", "is 1; 1 -1 = 0\nweights")), Some(Fault::Claim));
    let called_off = grundy_checker::check_unless(KAYLES, &LIMITS, &|| true).unwrap_err();
    assert_eq!(called_off.fault, Fault::CalledOff);
    let refusal = check(&NIM.replace("\n0 0 1 1 0", "\n0 0 1 1 1"), &LIMITS).unwrap_err();
    assert_eq!(refusal.position, Some(vec![1, 1]));
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
        (LASKER, 20, 2500),
        (EUCLID, 9, 800),
        (WYTHOFF, 9, 300),
        (FIBONACCI, 9, 300),
    ] {
        for _ in 0..times {
            let mut lines: Vec<Vec<String>> =
                text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
            for _ in 0..1 + draw(2) {
                let at = draw(lines.len());
                let word = draw(lines[at].len());
                match draw(8) {
                    0 => drop(lines.remove(at)),
                    1 => {
                        let copy = lines[at].clone();
                        lines.insert(at, copy);
                    }
                    2 => lines[at][word] = ["-", "0", "1", ">=", "=", "any", "lose", "win"][draw(8)].to_owned(),
                    _ => {
                        let numbers: Vec<usize> =
                            (0..lines[at].len()).filter(|at_word| lines[at][*at_word].parse::<i64>().is_ok()).collect();
                        if !numbers.is_empty() {
                            let chosen = numbers[draw(numbers.len())];
                            let number: i64 = lines[at][chosen].parse().unwrap();
                            lines[at][chosen] = (number + [1, -1, 2, -2][draw(4)]).to_string();
                        }
                    }
                }
                if lines.is_empty() {
                    break;
                }
            }
            let changed: String = lines.iter().map(|words| words.join(" ") + "\n").collect();
            match check(&changed, &LIMITS) {
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
