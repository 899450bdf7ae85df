//! Compiled rules against their meaning: compares every option of every visited position, with both backends.
//!
//! In: games of the catalogue and random games. Out: the first position at which the kernel lists other options than
//! the meaning, or ends otherwise. Games that are not compiled, and positions at which the machine fails, are counted.

use crate::random_rules::Dice;
use grundy_kernel::{End, Engine, Expansion, Kernel, Key, Machine, Options, Runner, Wishes};
use grundy_rules::{Compound, Instance, Int, Meter, Part, Position, Side, Standing, Terminal};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::Arc;

/// Number of positions compared per game.
const POSITIONS: usize = 150;
/// Maximum number of steps of the meaning per position.
const STEPS: u64 = 3_000_000;

/// Counts of what was compared.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games compiled.
    pub games: usize,
    /// Positions compared.
    pub positions: usize,
    /// Of these, those at which the machine failed and the meaning did not.
    pub troubled: usize,
    /// Why games were not compiled, and how many for each reason.
    pub refused: BTreeMap<String, usize>,
}

/// Compares a game at the positions reachable from these.
///
/// # Errors
/// Fails with what differs.
pub fn check(instance: &Arc<Instance>, starts: &[Position], tally: &mut Tally) -> Result<(), String> {
    let parts: Vec<Part> = starts.iter().flat_map(|position| position.in_play().cloned()).collect();
    let kernel = match Kernel::new(instance, &parts, &Wishes { widening: 1, ..Wishes::default() }) {
        Ok(kernel) => kernel,
        Err(why) => {
            *tally.refused.entry(why.to_string()).or_default() += 1;
            return Ok(());
        }
    };
    tally.games += 1;
    for engine in [Engine::Interpreter, Engine::Native] {
        let runner = kernel.runner(engine).map_err(|why| why.to_string())?;
        match kernel.layout().words {
            1 => walk::<u64>(instance, &kernel, runner, &parts, tally),
            2 => walk::<[u64; 2]>(instance, &kernel, runner, &parts, tally),
            _ => walk::<[u64; 4]>(instance, &kernel, runner, &parts, tally),
        }
        .map_err(|why| format!("{engine:?}: {why}"))?;
    }
    Ok(())
}

fn walk<K: Key>(
    instance: &Arc<Instance>,
    kernel: &Kernel,
    mut machine: Runner,
    starts: &[Part],
    tally: &mut Tally,
) -> Result<(), String> {
    let movers: &[Option<Side>] =
        if instance.game().players.is_some() { &[Some(Side::Left), Some(Side::Right)] } else { &[None] };
    let mut queue: VecDeque<Part> = starts.iter().cloned().collect();
    let mut seen: HashSet<Part> = queue.iter().cloned().collect();
    let mut dice = Dice::new(7);
    let mut options = Options::default();
    for _ in 0..POSITIONS {
        // Alternates between positions near the start and far from it.
        let next = if dice.once_in(2) { queue.pop_front() } else { queue.pop_back() };
        let Some(part) = next else { break };
        for &mover in movers {
            let meter = Meter::steps(STEPS);
            let alone = Position::alone(mover, part.clone());
            let meant = instance.look(&alone, Compound::One, &meter);
            let shown = instance.print_position(&alone);
            if let Ok(Standing::Open(steps)) = &meant {
                for result in steps.iter().flat_map(|step| step.to.in_play()) {
                    if seen.insert(result.clone()) {
                        queue.push_back(result.clone());
                    }
                }
            }
            let Some(key) = kernel.encode::<K>(&part, mover) else {
                tally.troubled += 1;
                continue;
            };
            if kernel.decode(key) != (part.clone(), mover) {
                return Err(format!("{shown} is not decoded as it was encoded"));
            }
            tally.positions += 1;
            let look = machine.look(key, &mut options);
            match (look, meant) {
                (Expansion::Unsupported, Ok(_)) => tally.troubled += 1,
                (Expansion::Unsupported, Err(_)) => {}
                (_, Err(fault)) => {
                    if fault.class != grundy_rules::FaultClass::Budget {
                        return Err(format!("{shown}: {look:?}, but the meaning says {}", fault.sentence()));
                    }
                }
                (Expansion::Ended(_, end) | Expansion::Stuck(end), Ok(Standing::Ended(ending))) => {
                    let same = match (end, &ending) {
                        (End::Win, Terminal::Win) | (End::Lose, Terminal::Lose) | (End::Draw, Terminal::Draw) => true,
                        (End::Score(a), Terminal::Score(b)) => Int::Small(a) == *b,
                        _ => false,
                    };
                    if !same {
                        return Err(format!("{shown}: {look:?}, but the meaning says {ending:?}"));
                    }
                    let by_clause = matches!(look, Expansion::Ended(..));
                    if Machine::<K>::ended(&mut machine, key) != by_clause.then_some(look) {
                        return Err(format!("{shown}: looked at {look:?}, asked for its end otherwise"));
                    }
                }
                (Expansion::Open, Ok(Standing::Open(steps))) => {
                    let mut meant: Vec<Listed> = steps
                        .iter()
                        .map(|step| {
                            (step.moves[0].1.rule, step.again, step.gain.clone(), step.to.in_play().cloned().collect())
                        })
                        .collect();
                    let mut listed = options_of::<K>(kernel, &options, mover)?;
                    if kernel.traits().plain {
                        meant.iter_mut().for_each(|option| option.0 = 0);
                    }
                    if meant != listed {
                        meant.sort();
                        listed.sort();
                        return Err(format!("{shown}: listed {listed:?}\nmeant {meant:?}"));
                    }
                }
                (look, Ok(standing)) => return Err(format!("{shown}: {look:?}, but the meaning says {standing:?}")),
            }
        }
    }
    Ok(())
}

/// An option: (kind of move, again, gain, parts).
type Listed = (usize, bool, Int, Vec<Part>);

/// Returns the listed options.
fn options_of<K: Key>(kernel: &Kernel, options: &Options, mover: Option<Side>) -> Result<Vec<Listed>, String> {
    let parts: Vec<(Part, Option<Side>)> = options.parts::<K>().map(|key| kernel.decode(key)).collect();
    let after = |again: bool| if again { mover } else { mover.map(Side::other) };
    if kernel.traits().plain {
        if parts.iter().any(|(_, next)| *next != after(false)) {
            return Err("the wrong player moves next".to_owned());
        }
        return Ok(parts.into_iter().map(|(part, _)| (0, false, Int::ZERO, vec![part])).collect());
    }
    let mut start = 0;
    let mut listed = Vec::new();
    for head in &options.heads {
        let mine = &parts[start..head.parts_end as usize];
        start = head.parts_end as usize;
        if mine.iter().any(|(_, next)| *next != after(head.again == 1)) {
            return Err("the wrong player moves next".to_owned());
        }
        let parts = mine.iter().map(|(part, _)| part.clone()).collect();
        listed.push((usize::from(head.rule), head.again == 1, Int::Small(head.gain), parts));
    }
    Ok(listed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_rules::random_game;
    use crate::{files_of, root, text_of};
    use grundy_rules::read;

    #[test]
    fn compiled_catalogue_games_have_the_moves_of_their_meaning() {
        let mut tally = Tally::default();
        let mut wrong = Vec::new();
        for folder in ["heap", "strip", "grid", "graph"] {
            for path in files_of(&root().join("catalogue").join(folder), ".game") {
                let game = read(&text_of(&path)).expect("the catalogue is read without mistakes");
                let instance = Arc::new(Instance::new(game, Vec::new()).expect("the catalogue has defaults"));
                let start = instance.start().expect("the catalogue has starts");
                if let Err(why) = check(&instance, &[start], &mut tally) {
                    wrong.push(format!("{}: {why}", instance.game().name));
                }
            }
        }
        println!("{tally:#?}");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(tally.games >= 75 && tally.positions > 5_000, "{tally:?}");
    }

    #[test]
    fn compiled_random_games_have_the_moves_of_their_meaning() {
        let mut tally = Tally::default();
        for seed in 0..400 {
            let random = random_game(seed);
            let game = read(&random.text).expect("random games are read without mistakes");
            let instance = Arc::new(Instance::new(game, Vec::new()).expect("random games have no missing givens"));
            let starts: Vec<Position> =
                random.positions.iter().filter_map(|text| instance.parse_line(text, None).ok()).collect();
            if let Err(why) = check(&instance, &starts, &mut tally) {
                panic!("seed {seed}: {why}\n{}", random.text);
            }
        }
        println!("{tally:#?}");
        assert!(tally.games > 300 && tally.positions > 10_000, "{tally:?}");
    }
}
