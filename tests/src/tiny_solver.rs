//! A second opinion: values of small games found by going over all positions again and again until nothing changes.
//!
//! In: a game with its givens and a position. Out: who wins, the score, the Grundy value. It shares nothing with
//! the solver but the rules' own list of moves. Sums are whole positions, parts in the order they stand in; no theorem
//! is used. Wrong tool for anything but a few thousand positions.

use grundy_rules::game::{Loops, Ties};
use grundy_rules::{Ending, Fault, Instance, Join, Meter, Position, Side, Standing};
use grundy_solve::Winner;
use std::collections::HashMap;

/// What a position is worth, told by whole positions only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// Who wins.
    pub winner: Winner,
    /// The moves to the end, where the winner can force one.
    pub remoteness: Option<u64>,
    /// The best difference, in a game for points.
    pub score: Option<i64>,
    /// How many moves keep the best result.
    pub winning_move_count: u64,
}

/// Every position that can be reached from one, the first.
pub struct Graph {
    nodes: Vec<Node>,
    mover: Option<Side>,
    loops: Loops,
    ties: Ties,
    points: bool,
}

struct Node {
    mover: Option<Side>,
    ended: Option<Ending>,
    options: Vec<Choice>,
}

/// An option: where it leads, what it earns, whether the same player moves on.
#[derive(Clone, Copy)]
struct Choice {
    to: usize,
    gain: i64,
    again: bool,
}

impl Graph {
    /// Lists the positions; nothing when there are more than so many.
    ///
    /// # Errors
    /// A rule that cannot be carried out.
    pub fn explore(
        instance: &Instance,
        join: Join,
        start: &Position,
        most: usize,
    ) -> Result<Option<Graph>, Box<Fault>> {
        let mut known: HashMap<Position, usize> = HashMap::from([(start.clone(), 0)]);
        let mut queue = vec![start.clone()];
        let mut nodes = Vec::new();
        while nodes.len() < queue.len() {
            let position = queue[nodes.len()].clone();
            let mut node = Node { mover: position.mover, ended: None, options: Vec::new() };
            match instance.look(&position, join, &Meter::steps(1 << 30)).map_err(Box::new)? {
                // The rule of `anti`: play is over where no part is worth anything, and the player to move wins.
                _ if join == Join::Anti && all_parts_are_worthless(instance, &position)? => {
                    node.ended = Some(Ending::Win);
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
            if queue.len() > most {
                return Ok(None);
            }
        }
        let game = instance.game();
        Ok(Some(Graph { nodes, mover: start.mover, loops: game.loops, ties: game.ties, points: game.points }))
    }

    /// Whether play can go on for ever.
    pub fn is_loopy(&self) -> bool {
        let ends = self.settle(|_, _| None, ());
        ends.iter().any(Option::is_none)
    }

    /// Goes over all positions until nothing changes. A position with all its options settled, or one that `early` can
    /// settle from those that are, is settled; `()` is put where only the settling matters.
    fn settle<T: Clone>(&self, early: impl Fn(&Node, &[(Choice, T)]) -> Option<T>, over: T) -> Vec<Option<T>> {
        let mut values: Vec<Option<T>> = vec![None; self.nodes.len()];
        loop {
            let mut changed = false;
            for place in (0..self.nodes.len()).rev().filter(|place| values[*place].is_none()).collect::<Vec<_>>() {
                let node = &self.nodes[place];
                let settled: Vec<(Choice, T)> =
                    node.options.iter().filter_map(|option| Some((*option, values[option.to].clone()?))).collect();
                let value = if settled.len() == node.options.len() {
                    early(node, &settled).or_else(|| Some(over.clone()))
                } else {
                    early(node, &settled)
                };
                changed |= value.is_some();
                values[place] = value;
            }
            if !changed {
                return values;
            }
        }
    }

    /// The winner at the first position and all that goes with it; nothing where a game for points loops.
    pub fn opinion(&self) -> Option<Opinion> {
        if self.points { self.opinion_by_score() } else { Some(self.opinion_by_force()) }
    }

    fn opinion_by_score(&self) -> Option<Opinion> {
        if self.is_loopy() {
            return None;
        }
        let best = |node: &Node, settled: &[(Choice, i64)]| match &node.ended {
            Some(Ending::Score(points)) => points.to_i64(),
            Some(other) => panic!("{other:?} ends a game for points"),
            None if settled.len() < node.options.len() => None,
            None => settled.iter().map(worth_of_option).max(),
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
        let keeps = |option: &&Choice| worth_of_option(&(**option, values[option.to])) == score;
        let kept = self.nodes[0].options.iter().filter(keeps).count() as u64;
        let winning_move_count = if winner == Winner::Second { 0 } else { kept };
        Some(Opinion { winner, remoteness: None, score: Some(score), winning_move_count })
    }

    fn opinion_by_force(&self) -> Opinion {
        let (wins, passes) = self.outcomes();
        let winner = wins[0];
        let keeps = |option: &&Choice| seen_by_mover(option, wins[option.to]) == winner;
        let kept = self.nodes[0].options.iter().filter(keeps).count() as u64;
        let winning_move_count = if winner == Winner::Second { 0 } else { kept };
        Opinion { winner, remoteness: passes[0], score: None, winning_move_count }
    }

    /// Who wins each position, and after how many moves where a win can be forced in finite time.
    fn outcomes(&self) -> (Vec<Winner>, Vec<Option<u64>>) {
        // Pass number k settles exactly what is decided in k moves, for it looks only at what was settled before it.
        let mut decided: Vec<Option<(Winner, u64)>> = vec![None; self.nodes.len()];
        for pass in 0.. {
            let before = decided.clone();
            for (place, node) in self.nodes.iter().enumerate().filter(|(place, _)| before[*place].is_none()) {
                let mut seen = node
                    .options
                    .iter()
                    .map(|option| before[option.to].map(|(winner, _)| seen_by_mover(option, winner)));
                decided[place] = match &node.ended {
                    Some(Ending::Win) => Some((Winner::First, pass)),
                    Some(Ending::Lose) => Some((Winner::Second, pass)),
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
            // What the other side cannot end, as a win or as a draw, goes on for ever or is lost for him.
            let saved = self.can_end_well(side.other(), &decided);
            for (place, saved) in saved.iter().enumerate().filter(|(place, _)| decided[*place].is_none()) {
                if !saved {
                    wins[place] = if self.nodes[place].mover == Some(side) { Winner::First } else { Winner::Second };
                    passes[place] = None;
                }
            }
        }
        (wins, passes)
    }

    /// Where this side can bring play to an end that is not a loss.
    fn can_end_well(&self, side: Side, decided: &[Option<(Winner, u64)>]) -> Vec<bool> {
        let mut well: Vec<bool> = self
            .nodes
            .iter()
            .zip(decided)
            .map(|(node, decided)| match (decided, &node.ended) {
                (Some((winner, _)), _) => (*winner == Winner::First) == (node.mover == Some(side)),
                (None, ended) => *ended == Some(Ending::Draw),
            })
            .collect();
        loop {
            let before = well.clone();
            for (place, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.ended.is_none()) {
                let mut options = node.options.iter().map(|option| before[option.to]);
                let reached =
                    if node.mover == Some(side) { options.any(|well| well) } else { options.all(|well| well) };
                well[place] |= reached;
            }
            if well == before {
                return well;
            }
        }
    }

    /// The Grundy value of the first position by its definition on whole positions; nothing where play loops.
    pub fn grundy(&self) -> Option<u64> {
        let mex = |node: &Node, settled: &[(Choice, u64)]| {
            let complete = settled.len() == node.options.len();
            complete.then(|| (0..).find(|value| settled.iter().all(|(_, seen)| seen != value)).unwrap_or(0))
        };
        self.settle(mex, 0)[0]
    }

    /// Whether the first position together with a Nim heap is lost for the player to move: the meaning of a Grundy value.
    pub fn with_a_nim_heap_is_lost(&self, heap: usize) -> bool {
        // won[node][stones]; positions are settled when all they lead to is.
        let mut won: Vec<Vec<Option<bool>>> = vec![vec![None; heap + 1]; self.nodes.len()];
        loop {
            let mut changed = false;
            for place in (0..self.nodes.len()).rev() {
                for stones in 0..=heap {
                    if won[place][stones].is_some() {
                        continue;
                    }
                    let moves = self.nodes[place].options.iter().map(|option| won[option.to][stones]);
                    let all: Vec<Option<bool>> = moves.chain((0..stones).map(|fewer| won[place][fewer])).collect();
                    if all.contains(&Some(false)) {
                        won[place][stones] = Some(true);
                    } else if all.iter().all(Option::is_some) {
                        won[place][stones] = Some(false);
                    }
                    changed |= won[place][stones].is_some();
                }
            }
            if !changed {
                return won[0][heap] == Some(false);
            }
        }
    }
}

fn worth_of_option((option, after): &(Choice, i64)) -> i64 {
    if option.again { option.gain + after } else { option.gain - after }
}

/// The winner of the position that an option leads to, as the player who chooses it sees him.
fn seen_by_mover(option: &Choice, winner: Winner) -> Winner {
    match winner {
        same if option.again => same,
        Winner::First => Winner::Second,
        Winner::Draw => Winner::Draw,
        Winner::Second => Winner::First,
    }
}

fn all_parts_are_worthless(instance: &Instance, position: &Position) -> Result<bool, Box<Fault>> {
    for part in position.in_play() {
        let alone = Position::alone(position.mover, part.clone());
        let graph = Graph::explore(instance, Join::One, &alone, usize::MAX)?;
        if graph.and_then(|graph| graph.grundy()) != Some(0) {
            return Ok(false);
        }
    }
    Ok(true)
}
