//! Automata that read words of Fibonacci's system, relations that read a value as well, and lines about xors and about periods that
//! do not come again.

use crate::brute::{Draw, Known, brute, compare, instance, refuted, speaks, values_are_right};
use crate::{line_claim, line_rules};
use grundy_checker::Play;
use grundy_proof::consequence::{Entailment, of_digits, of_period};
use grundy_proof::linear::{
    Limits, LinearGame, Says, claim_of, claim_of_no_period, claim_of_nothing, claim_of_period, claim_of_xor, prove,
    translate,
};
use grundy_rules::Instance;
use std::collections::BTreeMap;

/// Where a state leads by the digits read.
type Step<'a> = dyn Fn(&[i64], &[i64]) -> Vec<i64> + 'a;

/// The rows of an automaton that reads so many numbers: where a state leads by digits, and what it says. It begins with zeros.
fn rows(system: &System, start: Vec<i64>, step: &Step<'_>, tracks: u32, say: &mut dyn FnMut(&[i64]) -> i64) -> String {
    let digits = system.digits();
    let (mut numbers, mut states, mut text) = (BTreeMap::from([(start.clone(), 0)]), vec![start], String::new());
    let mut index = 0;
    while index < states.len() {
        let state = states[index].clone();
        let said = say(&state);
        text += &if said < 0 { "-".to_owned() } else { said.to_string() };
        for column in 0..digits.pow(tracks) {
            let read: Vec<i64> = (0..tracks).rev().map(|at| column / digits.pow(at) % digits).collect();
            let next = step(&state, &read);
            let number = *numbers.entry(next.clone()).or_insert(states.len());
            if number == states.len() {
                states.push(next);
            }
            text += &format!(" {number}");
        }
        text.push('\n');
        index += 1;
    }
    text
}

/// How numbers are written.
enum System {
    Base(i64),
    Fibonacci,
}

impl System {
    fn digits(&self) -> i64 {
        if let System::Base(base) = self { *base } else { 2 }
    }

    fn line(&self) -> String {
        match self {
            System::Base(base) => format!("system {base}\n"),
            System::Fibonacci => "system 1 1\n".into(),
        }
    }

    /// The number after a digit more, and the number that the digits are in the places before their own: in Fibonacci's system the
    /// next number is the sum of both.
    fn read(&self, (number, before): (i64, i64), digit: i64) -> (i64, i64) {
        match self {
            System::Base(base) => (base * number + digit, 0),
            System::Fibonacci => (number + before + digit, number + digit),
        }
    }
}

/// A number of which no more is known than where it is in a period that begins at a start.
fn reduced(number: i64, (start, period): (i64, i64)) -> i64 {
    if number < start { number } else { start + (number - start) % period }
}

/// What a random automaton about one number reads and says.
struct Drawn {
    play: Play,
    period: (i64, i64),
    greatest: i64,
    states: String,
}

/// An automaton of a game of one number whose values may repeat, in a numeration and of a kind that are drawn.
fn drawn(draw: &mut Draw, game: &LinearGame, known: &Known) -> Drawn {
    let play = match (game.misere, draw.below(6)) {
        (true, _) => Play::Misere,
        (false, 0) => Play::Normal,
        (false, 1) => Play::Grundy,
        _ => Play::Relation,
    };
    let is_value = matches!(play, Play::Grundy | Play::Relation);
    let period = (draw.below(7), 1 + draw.below(7));
    let of = |(value, wins): &(u64, bool)| if is_value { *value as i64 } else { i64::from(*wins) };
    let mut values = Vec::new();
    for number in 0..period.0 + period.1 {
        // Numbers that are no positions say what later ones do, or anything.
        let later = (number..).step_by(period.1 as usize).take(9).find_map(|later| known.get(&vec![later]));
        values.push(match known.get(&vec![number]).or(later.filter(|_| number >= period.0 && draw.below(3) > 0)) {
            Some(known) => of(known),
            None => draw.below(2),
        });
    }
    if draw.below(8) == 0 {
        let index = draw.below(values.len() as i64) as usize;
        values[index] = draw.below(3);
    }
    let greatest = values.iter().copied().max().unwrap_or(0);
    let system = match draw.below(5) {
        0 | 1 => System::Fibonacci,
        2 => System::Base(3),
        _ => System::Base(2),
    };
    let mut states = if play == Play::Relation {
        // Numbers beyond the greatest value are all too large.
        let beyond = (greatest + 1, 1);
        let step = |state: &[i64], digits: &[i64]| {
            let one = system.read((state[0], state[1]), digits[0]);
            let other = system.read((state[2], state[3]), digits[1]);
            vec![reduced(one.0, period), reduced(one.1, period), reduced(other.0, beyond), reduced(other.1, beyond)]
        };
        let mut wrong = |said: i64| if draw.below(600) == 0 { draw.below(4) - 1 } else { said };
        let mut say = |state: &[i64]| wrong(1 + (state[2] - values[state[0] as usize]).signum());
        rows(&system, vec![0; 4], &step, 2, &mut say)
    } else {
        let step = |state: &[i64], digits: &[i64]| {
            let one = system.read((state[0], state[1]), digits[0]);
            vec![reduced(one.0, period), reduced(one.1, period)]
        };
        rows(&system, vec![0; 2], &step, 1, &mut |state| values[state[0] as usize])
    };
    states.insert_str(0, &system.line());
    Drawn { play, period, greatest, states }
}

/// A relation of a game of one number whose values may grow with it: the number that is read less that number, as far as it matters.
fn growing(draw: &mut Draw, known: &Known) -> Drawn {
    const CLOSE: i64 = 9;
    let period = (draw.below(5), 1 + draw.below(4));
    let value = |number: i64| known.get(&vec![number]).map_or(0, |(value, _)| *value as i64);
    let values: Vec<i64> = (0..period.0 + period.1).map(value).collect();
    let step = |state: &[i64], digits: &[i64]| {
        let ahead = 2 * state[1] + digits[1] - digits[0];
        vec![reduced(2 * state[0] + digits[0], period), ahead.clamp(-CLOSE, CLOSE)]
    };
    let mut say = |state: &[i64]| {
        let said = 1 + (state[0] + state[1] - values[state[0] as usize]).signum();
        if draw.below(300) == 0 { draw.below(4) - 1 } else { said }
    };
    let states = format!("system 2\n{}", rows(&System::Base(2), vec![0; 2], &step, 2, &mut say));
    Drawn { play: Play::Relation, period, greatest: 0, states }
}

#[test]
fn what_follows_from_relations_and_other_systems_is_so() {
    let mut draw = Draw::new(31);
    let (mut accepted, mut held, mut lines_held, mut none_held) = (BTreeMap::new(), 0, 0, 0);
    for at in 0..1_000 {
        let grows = at % 5 == 0;
        let rules = if grows { growing_rules(&mut draw) } else { line_rules(&mut draw) };
        let written: String = (0..6).map(|_| format!("claim {}\n", line_claim(&mut draw))).collect();
        let more = "claim grundy = n\nclaim grundy = n - 3 if n >= 3\nclaim lose iff n == 0\n";
        let written = if grows { format!("{written}{more}") } else { written };
        let Some(instance) = instance(&format!("{rules}{written}")) else { continue };
        let (Some(known), Ok(game)) = (brute(&instance), translate(&instance)) else { continue };
        let drawn = if grows && !game.misere { growing(&mut draw, &known) } else { drawn(&mut draw, &game, &known) };
        let (start, period) = drawn.period;
        let says = match drawn.play {
            Play::Relation => Says::Relation,
            _ => Says::Values(drawn.greatest as u32),
        };
        let claimed = match draw.below(3) {
            0 => (draw.below(9) as u64, draw.below(16) as u64),
            _ => (period as u64, start as u64),
        };
        let head = game.text(drawn.play);
        let proved = |claims: &str| {
            let certificate = format!("{head}{claims}weights 1\n{}", drawn.states);
            prove(&instance, &certificate, &Limits::default()).ok()
        };
        let line = claim_of_period(&game, claimed.0, claimed.1, says).unwrap();
        let Some(theorem) = proved(&line).or_else(|| proved("")) else { continue };
        let is_fibonacci = drawn.states.starts_with("system 1 1");
        *accepted.entry((format!("{:?}", drawn.play), is_fibonacci, grows)).or_insert(0) += 1;
        values_are_right(&theorem, &known);
        // Two positions that are so far from each other are there or are not.
        let (far, from) = (draw.below(20), draw.below(30));
        if proved(&claim_of_no_period(&game, far as u64, from as u64, says).unwrap()).is_some() {
            let pair = known.keys().find(|n| n[0] >= from && known.contains_key(&vec![n[0] + far]));
            assert_eq!(pair, None, "{rules}no two positions differ by {far} from {from} on");
            none_held += 1;
        }
        if proved(&claim_of_xor(1, &[0], says)).is_some() {
            assert!(known.iter().all(|(numbers, (_, wins))| *wins == (numbers[0] != 0)), "{rules}lost exactly at 0");
            none_held += 1;
        }
        for claim in &instance.game().claims {
            let asked = if draw.below(4) == 0 { (draw.below(5) as u64, draw.below(9) as u64) } else { claimed };
            let told = of_period(&instance, claim, &theorem, asked, &|| false);
            held += usize::from(compare(&instance, claim, told, &known));
            let digits = of_digits(&instance, claim, &theorem, &|| false).map(Entailment::Holds);
            held += usize::from(compare(&instance, claim, digits, &known));
            if !matches!(claim.kind, grundy_rules::game::ClaimKind::Iff(..)) && theorem.play() != Play::Grundy {
                continue;
            }
            if let Ok(lines) = claim_of(&instance, claim, says)
                && proved(&lines).is_some()
            {
                assert_eq!(refuted(&instance, claim, &known), None, "{rules}{}", claim.text);
                lines_held += 1;
            }
            if let Some(lines) = claim_of_nothing(&instance, claim, says)
                && proved(&lines).is_some()
            {
                assert!(!speaks(&instance, claim, &known), "{rules}{}", claim.text);
            }
        }
    }
    assert!(accepted.len() >= 6 && accepted.values().all(|count| *count >= 4), "{accepted:?}");
    assert!(held > 100 && lines_held > 100 && none_held > 20, "{held} {lines_held} {none_held}");
}

/// Rules of one number whose values grow, with an end or without one.
fn growing_rules(draw: &mut Draw) -> String {
    let low = [0, 0, 1, 3][draw.below(4) as usize];
    let high = if draw.below(4) == 0 { (low + draw.below(12)).to_string() } else { String::new() };
    let moves = match draw.below(5) {
        0 => format!("move t(k in 2..n - {low}) -> n - k\n"),
        1 => format!("move t(k in 1..n - {low}) if k != n - {low} or n % 2 == 0 -> n - k\n"),
        2 => format!("move t(k in 1..n - {low}) -> n - k\nmove h if n > {} -> n / 2\n", 2 * low + 1),
        _ => format!("move t(k in 1..n - {low}) -> n - k\n"),
    };
    format!("game g(n in {low}..{high})\n{moves}")
}

#[test]
fn what_is_said_of_xors_is_so() {
    let mut draw = Draw::new(41);
    let (mut accepted, mut held) = (0, 0);
    for _ in 0..600 {
        let components = 2 + draw.below(2) as usize;
        let names = &["a", "b", "c"][..components];
        // Of each number so many can be taken, or as many as one likes, or none.
        let max: Vec<i64> = (0..components).map(|_| [0, 1, 3, 3, 9, 9, 9][draw.below(7) as usize]).collect();
        let mut text = format!("game g({})\n", names.join(", "));
        for (at, name) in names.iter().enumerate().filter(|(at, _)| max[*at] > 0) {
            let few = if max[at] == 9 { (*name).to_owned() } else { format!("min({}, {name})", max[at]) };
            let to: Vec<String> =
                names.iter().map(|other| if other == name { format!("{name} - k") } else { (*other).into() }).collect();
            text += &format!("move m{at}(k in 1..{few}) -> ({})\n", to.join(", "));
        }
        if draw.below(6) == 0 {
            text += "stuck wins\n";
        }
        let Some(instance) = instance(&text) else { continue };
        let (Some(known), Ok(game)) = (brute(&instance), translate(&instance)) else { continue };
        let play = match (game.misere, draw.below(2)) {
            (true, _) => Play::Misere,
            (false, 0) => Play::Normal,
            _ => Play::Grundy,
        };
        // Who wins is the xor of what is left of each number after its period; of those that matter, or of others.
        let counts: Vec<bool> = max.iter().map(|max| (*max > 0) != (draw.below(9) == 0)).collect();
        let is_bounded = max.iter().all(|max| *max != 9);
        if play == Play::Grundy && !is_bounded {
            continue;
        }
        let rest = |number: i64, at: usize| if max[at] == 9 { number } else { number % (max[at] + 1) };
        let step = |state: &[i64], digits: &[i64]| {
            // Whether the numbers without a bound differ, and the others after their periods.
            let xor = (0..components).filter(|at| counts[*at] && max[*at] == 9).fold(0, |xor, at| xor ^ digits[at]);
            let differ = i64::from(state[0] == 1 || xor != 0);
            let now = (0..components).map(|at| if max[at] == 9 { digits[at] } else { 2 * state[at + 1] + digits[at] });
            [differ]
                .into_iter()
                .chain(now.enumerate().map(|(at, now)| if max[at] == 9 { now } else { rest(now, at) }))
                .collect()
        };
        let mut wrong = draw.below(40);
        let mut say = |state: &[i64]| {
            wrong -= 1;
            let small = (0..components).filter(|at| counts[*at] && max[*at] != 9);
            let xor = small.fold(0, |xor, at| xor ^ state[at + 1]);
            // Where a number without a bound counts, its last digits do beside those of the others.
            let value = if play == Play::Grundy { xor } else { i64::from(state[0] != 0 || xor != 0) };
            if wrong == 0 { 1 - value.min(1) } else { value }
        };
        let states = rows(&System::Base(2), vec![0; components + 1], &step, components as u32, &mut say);
        let weights = vec!["1"; components].join(" ");
        let proved = |claims: &str| {
            let certificate = format!("{}{claims}weights {weights}\nsystem 2\n{states}", game.text(play));
            prove(&instance, &certificate, &Limits::default()).ok()
        };
        let Some(theorem) = proved("") else { continue };
        accepted += 1;
        values_are_right(&theorem, &known);
        let greatest = if play == Play::Grundy { 3 } else { 1 };
        for subset in 0..1 << components {
            let counted: Vec<usize> = (0..components).filter(|at| subset >> at & 1 == 1).collect();
            if proved(&claim_of_xor(components, &counted, Says::Values(greatest))).is_none() {
                continue;
            }
            for (numbers, (_, wins)) in &known {
                let xor = counted.iter().fold(0, |xor, at| xor ^ numbers[*at]);
                assert_eq!(*wins, xor != 0, "{text}the xor of {counted:?} at {numbers:?}");
            }
            held += 1;
        }
    }
    assert!(accepted > 60 && held > 20, "{accepted} {held}");
}

/// What a certificate says after its lines about the game.
fn automaton(certificate: &str) -> (&str, Vec<Vec<String>>) {
    let (_, proof) = certificate.split_once("system 1 1\n").unwrap();
    let weights = certificate.lines().find(|line| line.starts_with("weights ")).unwrap();
    (weights, proof.lines().map(|row| row.split(' ').map(str::to_owned).collect()).collect())
}

#[test]
fn what_is_said_with_the_golden_ratio_is_so() {
    const WYTHOFF: &str = include_str!("../../../checker/tests/wythoff.certificate");
    const NIM: &str = include_str!("../../../checker/tests/fibonacci_nim.certificate");
    let mut draw = Draw::new(53);
    let (mut accepted, mut held) = ([0; 2], [0; 2]);
    for at in 0..600 {
        let is_nim = at % 2;
        let (certificate, rules, conditions): (&str, &str, &[&str]) = match is_nim {
            0 => (
                WYTHOFF,
                draw.of(&[
                    "a, b)\nmove l(k in 1..a) -> (a - k, b)\nmove r(k in 1..b) -> (a, b - k)\n\
                     move both(k in 1..min(a, b)) -> (a - k, b - k)\n",
                    "a, b)\nmove both(k in 1..min(a, b)) -> (a - k, b - k)\nmove l(k in 1..a) -> (a - k, b)\n\
                     move r(k in 1..b) -> (a, b - k)\nmove one if a > 0 and b > 1 -> (a - 1, b - 2)\n",
                    "a, b in 0..9)\nmove l(k in 1..a) -> (a - k, b)\nmove r(k in 1..b) -> (a, b - k)\n\
                     move both(k in 1..min(a, b)) -> (a - k, b - k)\n",
                    "a in 1.., b)\nmove l(k in 1..a - 1) -> (a - k, b)\nmove r(k in 1..b) -> (a, b - k)\n\
                     move both(k in 1..min(a - 1, b)) -> (a - k, b - k)\n",
                ]),
                &[
                    "min(a, b) == floor_phi(abs(a - b))",
                    "a == floor_phi(b - a)",
                    "b == floor_phi(a)",
                    "b == floor_phi(a) + 1",
                    "floor_phi(b - a) == a and b >= a",
                    "a == floor_phi(a - b) or b == floor_phi(a - b)",
                    "a == floor_phi(b) - b",
                    "is_fibonacci(a + b)",
                    "a == 0 and b == 0",
                ],
            ),
            _ => (
                NIM,
                draw.of(&[
                    "a, b)\nmove t(k in 1..min(a, b)) -> (a - k, 2 * k)\n",
                    "a, b in 1..)\nmove t(k in 1..min(a, b)) -> (a - k, 2 * k)\n",
                    "a, b)\nmove t(k in 1..min(a, b)) -> (a - k, 2 * k + 1)\n",
                ]),
                &[
                    "is_fibonacci(a)",
                    "is_fibonacci(a) or a == 0",
                    "is_fibonacci(a + 1)",
                    "a == 0",
                    "b == 0",
                    "is_fibonacci(a) and b < a",
                ],
            ),
        };
        let whens: &[&str] = match is_nim {
            0 => &["", "", " if b >= a", " if a > b", " if b > a + 3"],
            _ => &[" if b == a - 1", " if b == max(a - 1, 0)", " if b == a - 1 and a > 2", " if b == a", ""],
        };
        let written: String = (0..4)
            .map(|_| format!("claim {} iff {}{}\n", draw.of(&["lose", "win"]), draw.of(conditions), draw.of(whens)))
            .collect();
        let Some(instance) = instance(&format!("game g({rules}{written}")) else { continue };
        let (Some(known), Ok(game)) = (brute(&instance), translate(&instance)) else { continue };
        let (weights, mut states) = automaton(certificate);
        if draw.below(3) == 0 {
            let row = draw.below(states.len() as i64) as usize;
            let column = draw.below(states[row].len() as i64) as usize;
            let said = if column == 0 { draw.below(2) } else { draw.below(states.len() as i64) };
            states[row][column] = said.to_string();
        }
        let states: String = states.iter().map(|row| row.join(" ") + "\n").collect();
        let proved = |claims: &str| {
            let certificate = format!("{}{claims}{weights}\nsystem 1 1\n{states}", game.text(Play::Normal));
            prove(&instance, &certificate, &Limits::default()).ok()
        };
        let Some(theorem) = proved("") else { continue };
        accepted[is_nim] += 1;
        values_are_right(&theorem, &known);
        held[is_nim] += followed(&instance, &theorem, &known);
    }
    assert!(accepted.iter().all(|count| *count > 30) && held.iter().all(|count| *count > 10), "{accepted:?} {held:?}");
}

/// How many claims follow by their digits; all that do are so.
fn followed(instance: &Instance, theorem: &grundy_proof::LinearTheorem, known: &Known) -> usize {
    let follows = |claim| {
        let digits = of_digits(instance, claim, theorem, &|| false).map(Entailment::Holds);
        compare(instance, claim, digits, known)
    };
    instance.game().claims.iter().filter(|claim| follows(claim)).count()
}
