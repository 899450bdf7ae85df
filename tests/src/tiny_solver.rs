//! A second solver for tests: values of small games, by iterating over all positions until nothing changes.
//!
//! In: a game with its givens and a position. Out: who wins, the score, the Grundy value. It shares nothing with the
//! solver but the rules' own list of moves. Sums are whole positions, with their parts in the given order; no theorem
//! is used. Wrong tool for more than a few thousand positions.

use grundy_rules::game::{Loops, Ties};
use grundy_rules::{Compound, Fault, Instance, Meter, Position, Side, Standing, Terminal};
use grundy_solve::Winner;
use std::collections::HashMap;

/// The value of a position, computed from whole positions only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// Who wins.
    pub winner: Winner,
    /// Number of moves to the end, if the winner can force one.
    pub remoteness: Option<u64>,
    /// The best difference, in a game for points.
    pub score: Option<i64>,
    /// Number of moves that keep the best result.
    pub winning_move_count: u64,
}

/// Every position reachable from the first.
pub struct Graph {
    nodes: Vec<Node>,
    mover: Option<Side>,
    loops: Loops,
    ties: Ties,
    points: bool,
}

struct Node {
    mover: Option<Side>,
    ended: Option<Terminal>,
    options: Vec<Choice>,
}

/// An option: its target, its gain, and whether the same player moves again.
#[derive(Clone, Copy)]
struct Choice {
    to: usize,
    gain: i64,
    again: bool,
}

impl Graph {
    /// Lists the positions; returns `None` if there are more than `max`.
    ///
    /// # Errors
    /// Fails if a rule cannot be evaluated.
    pub fn explore(
        instance: &Instance,
        compound: Compound,
        start: &Position,
        max: usize,
    ) -> Result<Option<Graph>, Box<Fault>> {
        let mut known: HashMap<Position, usize> = HashMap::from([(start.clone(), 0)]);
        let mut queue = vec![start.clone()];
        let mut nodes = Vec::new();
        while nodes.len() < queue.len() {
            let position = queue[nodes.len()].clone();
            let mut node = Node { mover: position.mover, ended: None, options: Vec::new() };
            match instance.look(&position, compound, &Meter::steps(1 << 30)).map_err(Box::new)? {
                // The rule of `anti`: play is over if every part has the value 0, and the player to move wins.
                _ if compound == Compound::Anti && all_parts_are_zero(instance, &position)? => {
                    node.ended = Some(Terminal::Win);
                }
                Standing::Ended(ending) => node.ended = Some(ending),
                Standing::Open(steps) => {
                    for step in steps {
                        let to = *known.entry(step.to.clone()).or_insert_with(|| {
                            queue.push(step.to.clone());
                            queue.len() - 1
                        });
                        let gain = step.gain.to_i64().expect("the gains of small games are small");
                        node.options.push(Choice { to, gain, again: step.again });
                    }
                }
            }
            nodes.push(node);
            if queue.len() > max {
                return Ok(None);
            }
        }
        let game = instance.game();
        Ok(Some(Graph { nodes, mover: start.mover, loops: game.loops, ties: game.ties, points: game.points }))
    }

    /// Returns true if play can go on forever.
    pub fn is_loopy(&self) -> bool {
        let ends = self.settle(|_, _| None, ());
        ends.iter().any(Option::is_none)
    }

    /// Iterates over all positions until nothing changes. A position is settled if all its options are, or if `early`
    /// can settle it from those that are; `over` is `()` if only the settling matters.
    fn settle<T: Clone>(&self, early: impl Fn(&Node, &[(Choice, T)]) -> Option<T>, over: T) -> Vec<Option<T>> {
        let mut values: Vec<Option<T>> = vec![None; self.nodes.len()];
        loop {
            let mut changed = false;
            for index in (0..self.nodes.len()).rev().filter(|index| values[*index].is_none()).collect::<Vec<_>>() {
                let node = &self.nodes[index];
                let settled: Vec<(Choice, T)> =
                    node.options.iter().filter_map(|option| Some((*option, values[option.to].clone()?))).collect();
                let value = if settled.len() == node.options.len() {
                    early(node, &settled).or_else(|| Some(over.clone()))
                } else {
                    early(node, &settled)
                };
                changed |= value.is_some();
                values[index] = value;
            }
            if !changed {
                return values;
            }
        }
    }

    /// Returns the winner at the first position and all that goes with it; `None` if a game for points loops.
    pub fn opinion(&self) -> Option<Opinion> {
        if self.points { self.opinion_by_score() } else { Some(self.opinion_by_force()) }
    }

    fn opinion_by_score(&self) -> Option<Opinion> {
        if self.is_loopy() {
            return None;
        }
        let best = |node: &Node, settled: &[(Choice, i64)]| match &node.ended {
            Some(Terminal::Score(points)) => points.to_i64(),
            Some(other) => panic!("{other:?} ends a game for points"),
            None if settled.len() < node.options.len() => None,
            None => settled.iter().map(value_of_option).max(),
        };
        let values: Vec<i64> =
            self.settle(best, 0).into_iter().map(|value| value.expect("play ends, so all is settled")).collect();
        let score = values[0];
        let tie = match self.ties {
            Ties::Draw => Winner::Draw,
            Ties::First => Winner::First,
            Ties::Side(side) if self.mover == Some(side) => Winner::First,
            Ties::Side(_) => Winner::Second,
        };
        let winner = match score.signum() {
            1 => Winner::First,
            0 => tie,
            _ => Winner::Second,
        };
        let keeps = |option: &&Choice| value_of_option(&(**option, values[option.to])) == score;
        let count = self.nodes[0].options.iter().filter(keeps).count() as u64;
        let winning_move_count = if winner == Winner::Second { 0 } else { count };
        Some(Opinion { winner, remoteness: None, score: Some(score), winning_move_count })
    }

    fn opinion_by_force(&self) -> Opinion {
        let (wins, passes) = self.outcomes();
        let winner = wins[0];
        let keeps = |option: &&Choice| seen_by_mover(option, wins[option.to]) == winner;
        let count = self.nodes[0].options.iter().filter(keeps).count() as u64;
        let winning_move_count = if winner == Winner::Second { 0 } else { count };
        Opinion { winner, remoteness: passes[0], score: None, winning_move_count }
    }

    /// Returns who wins each position, and after how many moves if a win can be forced in finite time.
    fn outcomes(&self) -> (Vec<Winner>, Vec<Option<u64>>) {
        // Pass number k settles exactly what is decided in k moves, because it uses only what was settled before it.
        let mut decided: Vec<Option<(Winner, u64)>> = vec![None; self.nodes.len()];
        for pass in 0.. {
            let before = decided.clone();
            for (index, node) in self.nodes.iter().enumerate().filter(|(index, _)| before[*index].is_none()) {
                let mut seen = node
                    .options
                    .iter()
                    .map(|option| before[option.to].map(|(winner, _)| seen_by_mover(option, winner)));
                decided[index] = match &node.ended {
                    Some(Terminal::Win) => Some((Winner::First, pass)),
                    Some(Terminal::Lose) => Some((Winner::Second, pass)),
                    Some(_) => None,
                    None if seen.clone().any(|seen| seen == Some(Winner::First)) => Some((Winner::First, pass)),
                    None if seen.all(|seen| seen == Some(Winner::Second)) => Some((Winner::Second, pass)),
                    None => None,
                };
            }
            if decided == before {
                break;
            }
        }
        let mut wins: Vec<Winner> =
            decided.iter().map(|decided| decided.map_or(Winner::Draw, |(winner, _)| winner)).collect();
        let mut passes: Vec<Option<u64>> = decided.iter().map(|decided| decided.map(|(_, pass)| pass)).collect();
        if let Loops::Wins(side) = self.loops {
            // If the other side cannot end play with a win or a draw, it goes on forever or is lost for that side.
            let saved = self.can_end_well(side.other(), &decided);
            for (index, saved) in saved.iter().enumerate().filter(|(index, _)| decided[*index].is_none()) {
                if !saved {
                    wins[index] = if self.nodes[index].mover == Some(side) { Winner::First } else { Winner::Second };
                    passes[index] = None;
                }
            }
        }
        (wins, passes)
    }

    /// Returns the positions at which this side can bring play to an end that is not a loss.
    fn can_end_well(&self, side: Side, decided: &[Option<(Winner, u64)>]) -> Vec<bool> {
        let mut well: Vec<bool> = self
            .nodes
            .iter()
            .zip(decided)
            .map(|(node, decided)| match (decided, &node.ended) {
                (Some((winner, _)), _) => (*winner == Winner::First) == (node.mover == Some(side)),
                (None, ended) => *ended == Some(Terminal::Draw),
            })
            .collect();
        loop {
            let before = well.clone();
            for (index, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.ended.is_none()) {
                let mut options = node.options.iter().map(|option| before[option.to]);
                let reached =
                    if node.mover == Some(side) { options.any(|well| well) } else { options.all(|well| well) };
                well[index] |= reached;
            }
            if well == before {
                return well;
            }
        }
    }

    /// Returns the Grundy value of the first position by its definition on whole positions; `None` if play loops.
    pub fn grundy(&self) -> Option<u64> {
        let mex = |node: &Node, settled: &[(Choice, u64)]| {
            let complete = settled.len() == node.options.len();
            complete.then(|| (0..).find(|value| settled.iter().all(|(_, seen)| seen != value)).unwrap_or(0))
        };
        self.settle(mex, 0)[0]
    }

    /// Returns true if the first position together with a Nim heap is lost for the player to move: the meaning of a
    /// Grundy value.
    pub fn with_a_nim_heap_is_lost(&self, heap: usize) -> bool {
        // won[node][stones]; a position is settled when all its options are.
        let mut won: Vec<Vec<Option<bool>>> = vec![vec![None; heap + 1]; self.nodes.len()];
        loop {
            let mut changed = false;
            for index in (0..self.nodes.len()).rev() {
                for stones in 0..=heap {
                    if won[index][stones].is_some() {
                        continue;
                    }
                    let moves = self.nodes[index].options.iter().map(|option| won[option.to][stones]);
                    let all: Vec<Option<bool>> = moves.chain((0..stones).map(|fewer| won[index][fewer])).collect();
                    if all.contains(&Some(false)) {
                        won[index][stones] = Some(true);
                    } else if all.iter().all(Option::is_some) {
                        won[index][stones] = Some(false);
                    }
                    changed |= won[index][stones].is_some();
                }
            }
            if !changed {
                return won[0][heap] == Some(false);
            }
        }
    }
}

fn value_of_option((option, after): &(Choice, i64)) -> i64 {
    if option.again { option.gain + after } else { option.gain - after }
}

/// Returns the winner of the position that an option leads to, from the view of the player who chooses it.
fn seen_by_mover(option: &Choice, winner: Winner) -> Winner {
    match winner {
        same if option.again => same,
        Winner::First => Winner::Second,
        Winner::Draw => Winner::Draw,
        Winner::Second => Winner::First,
    }
}

fn all_parts_are_zero(instance: &Instance, position: &Position) -> Result<bool, Box<Fault>> {
    for part in position.in_play() {
        let alone = Position::alone(position.mover, part.clone());
        let graph = Graph::explore(instance, Compound::One, &alone, usize::MAX)?;
        if graph.and_then(|graph| graph.grundy()) != Some(0) {
            return Ok(false);
        }
    }
    Ok(true)
}
