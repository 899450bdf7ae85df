//! The workloads on proofs: altered certificates, and proofs about random rules compared with tables.
//!
//! An altered certificate counts if its automaton differs from the true one at some small or some large position: none
//! of these may be accepted. It is read here by separate code, so that the checker is not trusted.

use super::{Setting, Work, alone};
use crate::measure::once;
use crate::random::below;
use crate::report::{Line, Trouble};
use grundy::pattern::prover::{Effort, Learned, Table, prove};
use grundy::proof::linear::checker::Play;
use grundy::proof::linear::{self, Limits};
use grundy::rules::{Instance, read};
use grundy::{Budget, Random};
use std::sync::Arc;
use std::time::Instant;

/// All workloads on proofs.
pub const WORKS: [Work; 2] = [
    Work { name: "proof-mutants", about: "10 000 certificates changed so that a value is wrong", run: run_mutants },
    Work { name: "proof-random", about: "200 random linear games: what is proved beside tables", run: run_random },
];

/// The certificates to alter, of each kind.
const GAMES: [&str; 7] = [
    "game bash(n) move take(k in 1..min(3, n)) -> n - k",
    "game nim(a, b) move l(k in 1..a) -> (a - k, b) move r(k in 1..b) -> (a, b - k)",
    "game misere(a, b) stuck wins move l(k in 1..a) -> (a - k, b) move r(k in 1..b) -> (a, b - k)",
    "game lasker(n) move take(k in 1..n) -> n - k move split(k in 1..n - 1) -> k plus n - k",
    "game wythoff(a, b) move l(k in 1..a) -> (a - k, b) move r(k in 1..b) -> (a, b - k) \
     move both(k in 1..min(a, b)) -> (a - k, b - k)",
    "game euclid(a, b) move l(k in 1..a / max(b, 1)) if 0 < b <= a -> (a - k * b, b) \
     move r(k in 1..b / max(a, 1)) if 0 < a < b -> (a, b - k * a)",
    "game kayles(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a",
];

/// Maximum number of steps of the checker for an altered certificate.
const MAX_STEPS: u64 = 300_000;

/// An automaton, as a certificate contains it: the recurrence, and the states with their values and transitions.
#[derive(PartialEq, Eq)]
struct Automaton {
    recurrence: Vec<u128>,
    states: Vec<Vec<Option<usize>>>,
}

impl Automaton {
    fn read(certificate: &str) -> Option<Automaton> {
        let proof = certificate.find("\nsystem ")? + 1;
        let mut lines = certificate[proof..].lines();
        let system = lines.next()?.strip_prefix("system ")?;
        let recurrence = system.split(' ').map(|word| word.parse().ok()).collect::<Option<Vec<u128>>>()?;
        // Only a growing sequence is a numeration: with a factor of 0 the terms of `1 0` would never exceed a number.
        let grows = recurrence.iter().all(|factor| (1..=36).contains(factor)) && recurrence != [1];
        let is_system = grows && recurrence.len() <= 4;
        let entry = |word: &str| match word {
            "-" | "-1" => Some(None),
            _ => word.parse().ok().map(Some),
        };
        let states = lines.map(|line| line.split(' ').map(entry).collect()).collect::<Option<_>>()?;
        is_system.then_some(Automaton { recurrence, states })
    }

    /// Returns the value of the automaton at these numbers.
    fn value(&self, numbers: &[u128]) -> Option<usize> {
        let mut terms: Vec<u128> = Vec::new();
        while terms.last().is_none_or(|term| numbers.iter().any(|number| term <= number)) {
            let products = self.recurrence.iter().zip(terms.iter().rev()).map(|(factor, term)| factor * term);
            terms.push(products.sum::<u128>() + u128::from(terms.len() < self.recurrence.len()));
        }
        let base = self.recurrence[0] as usize + usize::from(self.recurrence.len() > 1);
        let (mut left, mut state) = (numbers.to_vec(), 0);
        for term in terms.iter().rev() {
            let mut column = 0;
            for number in &mut left {
                column = column * base + (*number / term) as usize;
                *number %= term;
            }
            state = (*self.states.get(state)?.get(column + 1)?)?;
        }
        *self.states.get(state)?.first()?
    }
}

/// Returns numbers to test: all small ones, and some large ones.
fn numbers(tracks: usize, random: &mut Random) -> Vec<Vec<u128>> {
    let side = [300u128, 18, 8][tracks.clamp(1, 3) - 1];
    let mut all: Vec<Vec<u128>> = (0..side.pow(tracks as u32))
        .map(|index| (0..tracks as u32).map(|track| index / side.pow(track) % side).collect())
        .collect();
    for _ in 0..200 {
        let first = u128::from(random.next() >> below(random, 60));
        // Numbers close to each other are those at which a wrong value is least likely to be seen elsewhere.
        let near = |random: &mut Random| first.saturating_add(u128::from(below(random, 5))).saturating_sub(2);
        all.push((0..tracks).map(|track| if track == 0 { first } else { near(random) }).collect());
    }
    all
}

/// Alters a certificate in one or two places of its proof.
fn changed(certificate: &str, random: &mut Random) -> String {
    let (claim, proof) = certificate.split_at(certificate.find("weights ").unwrap_or(0));
    let mut lines: Vec<Vec<String>> = proof.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    for _ in 0..1 + below(random, 2) {
        let at = below(random, lines.len() as u64) as usize;
        let word = below(random, lines[at].len() as u64) as usize;
        let states = lines.len() as u64;
        match below(random, 10) {
            0 if lines.len() > 3 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => lines[at][word] = "-".to_owned(),
            3 => lines[at][word] = below(random, states).to_string(),
            _ => {
                let number = lines[at][word].parse::<i64>().ok();
                let change = [1, -1, 2, -2][below(random, 4) as usize];
                lines[at][word] = number.map_or("0".to_owned(), |number| (number + change).to_string());
            }
        }
    }
    claim.to_owned() + &lines.iter().map(|words| words.join(" ") + "\n").collect::<String>()
}

/// Numbers of altered certificates, of those with a wrong value, and of those that were accepted.
struct Mutants {
    tried: u64,
    wrong: u64,
    accepted: u64,
    right_accepted: u64,
}

fn mutants(wanted: u64) -> Result<Mutants, String> {
    let mut random = Random(20_260_110);
    let mut count = Mutants { tried: 0, wrong: 0, accepted: 0, right_accepted: 0 };
    for (index, source) in GAMES.iter().enumerate() {
        let game = read(source).map_err(|mistakes| mistakes[0].message.to_string())?;
        let instance = Arc::new(Instance::new(game, vec![]).map_err(|fault| fault.sentence().to_string())?);
        let effort = Effort { budget: Budget::positions(1_000_000), wants: None, go_on: &|| true };
        let proof = prove(&instance, &effort).map_err(|_| format!("not proved: {source}"))?;
        let truth = Automaton::read(&proof.certificate).ok_or("the certificate cannot be read")?;
        let tracks = proof.game.components.len() + usize::from(proof.automaton.relation);
        let looked_at: Vec<(Vec<u128>, Option<usize>)> =
            numbers(tracks, &mut random).into_iter().map(|at| (at.clone(), truth.value(&at))).collect();
        let share = wanted * (index as u64 + 1) / GAMES.len() as u64;
        while count.wrong < share {
            let text = changed(&proof.certificate, &mut random);
            let Some(automaton) = Automaton::read(&text) else { continue };
            count.tried += 1;
            let is_wrong = looked_at.iter().any(|(at, claim)| automaton.value(at) != *claim);
            let is_accepted = linear::prove(&instance, &text, &Limits { max_steps: MAX_STEPS }).is_ok();
            match (is_wrong, is_accepted) {
                (true, accepted) => {
                    count.wrong += 1;
                    count.accepted += u64::from(accepted);
                }
                (false, accepted) => count.right_accepted += u64::from(accepted),
            }
        }
    }
    Ok(count)
}

fn run_mutants(setting: &Setting) -> Vec<Line> {
    let wanted = setting.pick(10_000, 500);
    let timed = once(|| mutants(wanted));
    let mut line = alone(&timed, |count| {
        (count.accepted > 0).then(|| format!("{} certificates with a wrong value were accepted", count.accepted))
    });
    if let Ok(count) = &timed.result {
        line.figures = vec![
            ("changed", count.tried as f64),
            ("with a wrong value", count.wrong as f64),
            ("of these accepted", count.accepted as f64),
            ("right and accepted", count.right_accepted as f64),
        ];
    }
    vec![line]
}

/// Returns rules whose moves are linear.
fn random_rules(round: u64, random: &mut Random) -> String {
    let mut draw = |max: u64| below(random, max);
    match round % 4 {
        0 => {
            let [a, b, c, d] = [1 + draw(5), 1 + draw(4), draw(3), 2 + draw(3)];
            let high = ["min(9, n)", "n / 2", "n - 1"][draw(3) as usize];
            let stuck = ["", " stuck wins"][draw(2) as usize];
            format!("game g(n){stuck} move m(k in {b}..{high}) if n % {d} != {c} or k == {a} -> n - k")
        }
        1 => {
            let [a, b] = [1 + draw(3), 1 + draw(3)];
            let left = ["(a, b - k)", "(min(a, b - k), b - k)", "(a - min(a, k), b - k)"][draw(3) as usize];
            let guard = ["true", "a <= b", "(a + b) % 2 == 0", "k != a"][draw(4) as usize];
            format!("game g(a, b) move x(k in 1..min({a}, a)) -> (a - k, b) move y(k in {b}..b) if {guard} -> {left}")
        }
        2 => {
            let [a, b, c] = [1 + draw(3), draw(3), 1 + draw(2)];
            format!(
                "game g(n) move t(k in {c}..min({a}, n)) -> n - k move s(k in {c}..n - {b} - 1) -> k plus n - {b} - k"
            )
        }
        _ => {
            let [a, b] = [draw(3), draw(3)];
            let guard = ["0 < b <= a", "0 < b < a", "0 < b and a % 2 == 0"][draw(3) as usize];
            let other = ["move r(k in 1..b) -> (a, b - k)", "move r if b > a -> (a, b - a / 2 - 1)", ""][b as usize];
            format!("game g(a, b) move l(k in 1..a / max(b + {a}, 1)) if {guard} -> (a - k * (b + {a}), b) {other}")
        }
    }
}

/// Time limit for each random game.
const SECONDS_EACH: f64 = 2.0;

/// Returns the number of positions of a table at which the theorem is wrong; `None` if nothing is proved.
fn compared(source: &str) -> Option<u64> {
    let instance = Arc::new(Instance::new(read(source).ok()?, vec![]).ok()?);
    let start = Instant::now();
    let go_on = || start.elapsed().as_secs_f64() < SECONDS_EACH;
    let budget = Budget { max_seconds: Some(SECONDS_EACH), ..Budget::positions(1_000_000) };
    let proof = prove(&instance, &Effort { budget, wants: None, go_on: &go_on }).ok()?;
    let learned = if proof.play == Play::Grundy { Learned::Grundy } else { Learned::Outcome };
    let positions = if proof.automaton.relation { 1000 } else { 10_000 };
    let table = Table::new(&instance, &proof.game, learned, positions, &Budget::positions(10_000_000))?;
    let wrong = |position: &&Vec<i64>| {
        let large: Vec<u128> = position.iter().map(|number| number.unsigned_abs().into()).collect();
        table.value(position).is_some_and(|value| proof.theorem.value(&large) != Some(value))
    };
    Some(table.positions().iter().filter(wrong).count() as u64)
}

fn run_random(setting: &Setting) -> Vec<Line> {
    let (games, mut random) = (setting.pick(200, 20), Random(20_260_111));
    let sources: Vec<String> = (0..games).map(|round| random_rules(round, &mut random)).collect();
    let timed = once(|| sources.iter().map(|source| compared(source)).collect::<Vec<Option<u64>>>());
    let proved = timed.result.iter().flatten().count();
    let wrong: u64 = timed.result.iter().flatten().sum();
    let trouble = (wrong > 0).then(|| Trouble::Wrong(format!("{wrong} positions are not what was proved of them")));
    vec![Line {
        seconds: Some(timed.seconds),
        cpu_seconds: Some(timed.cpu_seconds),
        figures: vec![("games", games as f64), ("proved", proved as f64), ("wrong positions", wrong as f64)],
        trouble,
        ..Line::default()
    }]
}
