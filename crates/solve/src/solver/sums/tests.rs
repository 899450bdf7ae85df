//! Whole sums on packed parts compared with the reference: on random rules, on games of the catalogue, on budgets that
//! end.

use super::*;
use crate::budget::Budget;
use crate::solver::Solver;
use crate::solver::network::INFINITE;
use crate::work::Work;
use grundy_kernel::{Expansion, Head, Options, Traits};
use grundy_rules::{FaultClass, Part, Value, read};
use grundy_value::{QuantitySet, Winner};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

#[allow(dead_code)]
#[path = "../../../../../tests/src/random_rules.rs"]
mod random_rules;

/// The number of each part, and the parts by their numbers.
type Names = (HashMap<Part, u64>, Vec<Part>);

/// The interpreted rules as a machine: parts are numbered as they come.
#[derive(Clone)]
pub(crate) struct RuleMachine {
    instance: Arc<Instance>,
    names: Arc<Mutex<Names>>,
}

impl RuleMachine {
    pub fn new(instance: Arc<Instance>) -> RuleMachine {
        RuleMachine { instance, names: Arc::default() }
    }

    fn players(&self) -> bool {
        self.instance.game().players.is_some()
    }

    pub fn key(&self, part: &Part, mover: Option<Side>) -> u64 {
        let mut names = self.names.lock().unwrap();
        let new = names.1.len() as u64;
        let name = *names.0.entry(part.clone()).or_insert(new);
        if name == new {
            names.1.push(part.clone());
        }
        if self.players() { name << 1 | mover.map_or(0, |side| side.index() as u64) } else { name }
    }

    fn part(&self, key: u64) -> (Part, Option<Side>) {
        let names = self.names.lock().unwrap();
        if self.players() {
            (names.1[key as usize >> 1].clone(), Some([Side::Left, Side::Right][key as usize & 1]))
        } else {
            (names.1[key as usize].clone(), None)
        }
    }

    fn end_of(&self, verdict: &Verdict, part: &Part, mover: Option<Side>, meter: &Meter) -> Option<End> {
        Some(match verdict {
            Verdict::Win => End::Win,
            Verdict::Lose => End::Lose,
            Verdict::Draw => End::Draw,
            Verdict::Wins(side) if mover == Some(*side) => End::Win,
            Verdict::Wins(_) => End::Lose,
            Verdict::Score(points) => {
                End::Score(self.instance.evaluate(points, part, mover, meter).ok()?.as_int()?.to_i64()?)
            }
        })
    }

    fn try_look(&self, key: u64, options: &mut Options) -> Option<Expansion> {
        let (part, mover) = self.part(key);
        let meter = Meter::steps(1 << 30);
        for (clause, (condition, verdict)) in self.instance.game().ends.iter().enumerate() {
            if self.instance.evaluate(condition, &part, mover, &meter).ok()? == Value::Bool(true) {
                return Some(Expansion::Ended(clause as u32, self.end_of(verdict, &part, mover, &meter)?));
            }
        }
        let moves = self.instance.moves(&part, mover, &meter).ok()?;
        for mv in &moves {
            let next = if mv.again { mover } else { mover.map(Side::other) };
            options.words.extend(mv.to.iter().map(|part| self.key(part, next)));
            let parts_end = options.words.len() as u32;
            let gain = mv.gain.to_i64()?;
            options.heads.push(Head { parts_end, rule: 0, again: u16::from(mv.again), gain });
        }
        if !moves.is_empty() {
            return Some(Expansion::Open);
        }
        Some(Expansion::Stuck(match self.instance.stuck(&Position::alone(mover, part), &meter).ok()? {
            Terminal::Win => End::Win,
            Terminal::Lose => End::Lose,
            Terminal::Draw => End::Draw,
            Terminal::Score(points) => End::Score(points.to_i64()?),
        }))
    }
}

impl Machine<u64> for RuleMachine {
    fn traits(&self) -> Traits {
        Traits { plain: false, players: self.players(), bits: 64 }
    }

    fn look(&mut self, key: u64, options: &mut Options) -> Expansion {
        options.clear();
        self.try_look(key, options).unwrap_or(Expansion::Unsupported)
    }

    fn ended(&mut self, _: u64) -> Option<Expansion> {
        None
    }
}

struct Pair {
    instance: Arc<Instance>,
    compound: Compound,
    solver: Solver,
    machine: RuleMachine,
    sums: Sums<u64, RuleMachine>,
}

#[derive(Default, Debug)]
struct Tally {
    compared: usize,
    several: usize,
    loopy: usize,
    endless: usize,
    for_points: usize,
    troubled: usize,
    joint: usize,
}

impl Pair {
    fn new(text: &str, compound: Option<Compound>) -> Option<Pair> {
        let instance = Arc::new(Instance::new(read(text).expect(text), Vec::new()).unwrap());
        let compound = compound.unwrap_or(instance.compound().unwrap());
        let manner = Manner::of(&instance, compound)?;
        let solver = Solver::reference(instance.clone(), compound, Budget::positions(1 << 12)).ok()?;
        let machine = RuleMachine::new(instance.clone());
        let sums = Sums::new(machine.clone(), manner);
        Some(Pair { instance, compound, solver, machine, sums })
    }

    fn packed(&self, position: &Position) -> (u32, Vec<SumPart<u64>>) {
        let mover = position.mover.map_or(0, |side| side.index() as u32);
        let key = |part: &Option<Part>| part.as_ref().map(|part| self.machine.key(part, position.mover));
        (mover, position.parts.iter().map(key).collect())
    }

    fn compare(&mut self, at: &str, tally: &mut Tally) -> Result<(), String> {
        let position = self.instance.parse_line(at, None).map_err(|fault| fault.sentence().to_string())?;
        let (mover, parts) = self.packed(&position);
        let budget = Budget::positions(1 << 14);
        let searched = self.sums.reach(mover, &parts, &Work::start(&budget));
        if let Searched::Stopped(_) = searched {
            return Ok(());
        }
        let expected = self.solver.evaluate(std::slice::from_ref(&position), QuantitySet::ALL).remove(0);
        if searched == Searched::Unsupported {
            tally.troubled += 1;
            return match expected {
                Err(fault) if fault.class != FaultClass::Loop => Ok(()),
                other => Err(format!("trouble where the reference says {other:?}")),
            };
        }
        let loopy = self.sums.is_loopy(mover, &parts);
        tally.loopy += usize::from(loopy);
        let expected = match expected {
            Ok(expected) => expected,
            Err(fault) if fault.class == FaultClass::Loop && loopy => {
                let cycle = self.sums.loop_from(mover, &parts);
                return if cycle.is_empty() { Err("no loop is shown".into()) } else { Ok(()) };
            }
            Err(fault) => return Err(fault.sentence().to_string()),
        };
        // Where the reference met a limit there is nothing to compare with.
        if expected.winner.is_none() && self.solver.unevaluated().is_some() {
            return Ok(());
        }
        let value = self.sums.value(mover, &parts);
        let (winner, moves) = match value {
            NodeValue::Unknown => return Err("unknown".into()),
            NodeValue::Win(moves) => (Winner::First, Some(moves)),
            NodeValue::Lose(moves) => (Winner::Second, Some(moves)),
            NodeValue::Draw => (Winner::Draw, None),
            NodeValue::Score(ref score) => {
                tally.for_points += 1;
                tally.compared += 1;
                return if expected.score.as_ref() == Some(score) {
                    Ok(())
                } else {
                    Err(format!("{value:?}, {expected:?}"))
                };
            }
        };
        tally.compared += 1;
        tally.several += usize::from(parts.len() > 1);
        tally.joint += usize::from(parts.len() > 1 && self.compound != Compound::One);
        tally.endless += usize::from(moves == Some(INFINITE));
        let moves = moves.filter(|&moves| moves != INFINITE).map(u64::from);
        let remote = expected.remoteness.map(|moves| moves.0);
        // Grundy values of sums come without remoteness, and so does a reference that met its limit.
        let agrees = expected.winner == Some(winner) && (moves == remote || remote.is_none());
        if agrees { Ok(()) } else { Err(format!("{value:?} where the reference says {expected:?}")) }
    }
}

#[test]
fn the_reference_agrees_on_random_rules() {
    let mut tally = Tally::default();
    let joins = [
        None,
        Some(Compound::Every),
        Some(Compound::Short),
        Some(Compound::Some),
        Some(Compound::Upto(2)),
        Some(Compound::One),
    ];
    for seed in 0..900 {
        let random = random_rules::random_game(seed);
        let compound = joins[seed as usize % joins.len()];
        let Some(mut pair) = Pair::new(&random.text, compound) else { continue };
        for at in &random.positions {
            if let Err(why) = pair.compare(at, &mut tally) {
                panic!("seed {seed} {compound:?} at {at}: {why}\n{}", random.text);
            }
        }
    }
    let Tally { compared, several, loopy, endless, for_points, troubled, joint } = tally;
    let min = (compared / 20).min(several / 2).min(loopy).min(endless * 15).min(for_points / 4).min(joint);
    // Sums that both refuse: a finished part beside one that an end for the stuck player speaks of.
    assert!(min > 100 && troubled * 40 < compared, "{tally:?}");
}

#[test]
fn the_reference_agrees_on_sums_of_known_games() {
    let kayles = "game k(n) move take(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a";
    let northcott = "game n(t in 1..m, j in 1..m) given m: int = 5 players tom, jerry
        tom move slide(x in 1..m) if x != t and (x - j) * (t - j) > 0 -> with t = x
        jerry move slide(x in 1..m) if x != j and (x - t) * (j - t) > 0 -> with j = x";
    let mut tally = Tally::default();
    for (text, positions) in [
        (format!("{kayles} stuck wins"), vec!["7 4 3", "9", "5 5 5", "nothing", "2 3 4 1"]),
        (format!("{kayles} compound short"), vec!["5 4", "3 3 2"]),
        (format!("{kayles} compound some"), vec!["4 3", "3 3 2"]),
        (northcott.to_owned(), vec!["1,3 2,5", "2,4 5,1 1,2", "jerry: 1,3 2,5"]),
    ] {
        let mut pair = Pair::new(&text, None).unwrap();
        for at in positions {
            pair.compare(at, &mut tally).unwrap_or_else(|why| panic!("{text} at {at}: {why}"));
        }
    }
    assert!(tally.compared > 10 && tally.loopy > 0, "{tally:?}");
}

/// If sums of several parts are refused, or a rule cannot be carried out, the reference must report it.
#[test]
fn what_only_the_reference_can_say_is_trouble() {
    let mut tally = Tally::default();
    let refused = "game g(n) move take(k in 1..n) -> n - k stuck win if n == 0";
    for (text, at) in
        [(refused, "3 2"), (refused, "3"), ("game g(n) move take(k in 1..n) -> n - k stuck scores n", "1 2")]
    {
        if let Some(mut pair) = Pair::new(text, None) {
            pair.compare(at, &mut tally).unwrap_or_else(|why| panic!("{text} at {at}: {why}"));
        }
    }
    assert!(tally.troubled >= 1 && tally.for_points == 1, "{tally:?}");
}

/// A stopped search has no wrong results, and continues correctly when queried again.
#[test]
fn what_a_stopped_search_knows_is_right() {
    let text = "game n(n) move take(k in 1..n) -> n - k lose if n == 0";
    let mut pair = Pair::new(text, None).unwrap();
    let position = pair.instance.parse_line("80 80", None).unwrap();
    let (mover, parts) = pair.packed(&position);
    let small = Budget::positions(1 << 11);
    let searched = pair.sums.reach(mover, &parts, &Work::start(&small));
    assert!(matches!(searched, Searched::Stopped(Stop::PositionLimit(_))), "{searched:?}");
    let mut whole = Sums::new(pair.machine.clone(), Manner::of(&pair.instance, Compound::One).unwrap());
    let large = Budget::default();
    assert_eq!(whole.reach(mover, &parts, &Work::start(&large)), Searched::Whole);
    let mut known = 0;
    for node in 0..pair.sums.graph.len() {
        let words = pair.sums.graph.words_of(node);
        let parts: Vec<_> = words[1..].iter().map(|&part| pair.sums.parts.key(part, words[0])).collect();
        let value = pair.sums.value(0, &parts);
        if let NodeValue::Win(_) | NodeValue::Lose(_) = value {
            known += 1;
            let right = whole.value(0, &parts);
            assert_eq!(matches!(value, NodeValue::Win(_)), matches!(right, NodeValue::Win(_)));
        }
    }
    assert!(known > 100, "{known}");
    pair.sums.rollback();
    pair.compare("6 5", &mut Tally::default()).unwrap();
}
