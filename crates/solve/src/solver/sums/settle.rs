//! The values of the positions of a graph.
//!
//! In: a graph whose first positions are settled. Out: the rest. Without loops positions are valued after their options; with
//! loops they are solved backwards from the ends (Thompson 1986), and infinite play is what the rules say. In a graph
//! that is not complete a win or a loss that is found is right whatever lies outside, and nothing else is concluded.

use super::{Graph, Manner};
use crate::solver::reference::explore::OUTSIDE;
use crate::solver::reference::worth::{ENDLESS, Worth};
use grundy_kernel::End;
use grundy_rules::game::Loops;
use grundy_rules::{Int, Side};

/// Result of settling.
pub(super) enum Settled {
    /// Everything that can be known is known.
    Done,
    /// A score does not fit into a machine word.
    TooWide,
}

/// The value of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Unknown,
    Win(u32),
    Lose(u32),
    /// Neither player wins; in a game for points, the score is known.
    Even,
}

/// The values of the positions.
#[derive(Default)]
pub(super) struct Sheet {
    values: Vec<Value>,
    scores: Vec<i64>,
    loopy: Vec<bool>,
}

impl Sheet {
    pub fn value_at(&self, node: usize, points: bool) -> Worth {
        match self.values[node] {
            Value::Unknown => Worth::Unknown,
            Value::Win(moves) => Worth::Win(moves),
            Value::Lose(moves) => Worth::Lose(moves),
            Value::Even if points => Worth::Score(Int::from(self.scores[node])),
            Value::Even => Worth::Draw,
        }
    }

    pub fn is_loopy(&self, node: usize) -> bool {
        self.loopy[node]
    }

    pub fn truncate(&mut self, len: usize) {
        self.values.truncate(len);
        self.scores.truncate(len);
        self.loopy.truncate(len);
    }

    /// Settles the positions from `base` on.
    pub fn settle(&mut self, graph: &Graph, base: usize, manner: &Manner, is_complete: bool) -> Settled {
        let len = graph.len();
        self.values.resize(len, Value::Unknown);
        self.scores.resize(if manner.points { len } else { 0 }, 0);
        self.loopy.resize(len, false);
        if len == base {
            return Settled::Done;
        }
        if let Some(order) = self.positions_first(graph, base) {
            return match manner.points {
                true => self.score(graph, order.iter().rev().copied()),
                false => {
                    order.iter().rev().for_each(|&node| self.value(graph, node as usize));
                    Settled::Done
                }
            };
        }
        let parents = Parents::new(graph, base);
        let order = self.options_first(graph, base, &parents);
        self.loopy[base..].fill(true);
        for &node in &order {
            self.loopy[node as usize] = false;
        }
        if manner.points {
            return self.score(graph, order.into_iter());
        }
        self.retrograde(graph, base, &parents);
        match manner.loops {
            _ if !is_complete => {}
            Loops::Draw | Loops::None => {
                let unknown = self.values[base..].iter_mut().filter(|value| **value == Value::Unknown);
                unknown.for_each(|value| *value = Value::Even);
            }
            Loops::Wins(side) => self.endless(graph, base, &parents, side),
        }
        Settled::Done
    }

    /// Returns the new positions, each before its options; `None` if a loop is reached.
    fn positions_first(&self, graph: &Graph, base: usize) -> Option<Vec<u32>> {
        let mut leading_here = vec![0u32; graph.len() - base];
        for &to in &graph.edges[graph.first_edge(base)..] {
            if to as usize >= base && to != OUTSIDE {
                leading_here[to as usize - base] += 1;
            } else if to != OUTSIDE && self.loopy[to as usize] {
                return None;
            }
        }
        let mut order: Vec<u32> = Vec::with_capacity(leading_here.len());
        order.extend((base..graph.len()).filter(|node| leading_here[node - base] == 0).map(|node| node as u32));
        let mut done = 0;
        while let Some(&node) = order.get(done) {
            done += 1;
            for &to in &graph.edges[graph.edges_of(node as usize)] {
                if to as usize >= base && to != OUTSIDE {
                    let count = &mut leading_here[to as usize - base];
                    *count -= 1;
                    if *count == 0 {
                        order.push(to);
                    }
                }
            }
        }
        (order.len() == leading_here.len()).then_some(order)
    }

    /// Returns the new positions that do not reach a loop, each after its options.
    fn options_first(&self, graph: &Graph, base: usize, parents: &Parents) -> Vec<u32> {
        let is_open = |to: &u32| *to != OUTSIDE && (*to as usize >= base || self.loopy[*to as usize]);
        let open = |node| graph.edges[graph.edges_of(node)].iter().filter(|to| is_open(to)).count() as u32;
        let mut waiting: Vec<u32> = (base..graph.len()).map(open).collect();
        let mut order: Vec<u32> =
            (base..graph.len()).filter(|node| waiting[node - base] == 0).map(|node| node as u32).collect();
        let mut done = 0;
        while let Some(&node) = order.get(done) {
            done += 1;
            for &(parent, _) in parents.of(node as usize) {
                let left = &mut waiting[parent as usize - base];
                *left -= 1;
                if *left == 0 {
                    order.push(parent);
                }
            }
        }
        order
    }

    /// Values a position whose options are valued.
    fn value(&mut self, graph: &Graph, node: usize) {
        self.values[node] = match graph.ending(node) {
            Some(end) => ended(end),
            None => {
                let (mut quickest, mut slowest) = (ENDLESS, 0);
                let (mut even, mut unknown) = (false, graph.is_open_end(node));
                for index in graph.edges_of(node) {
                    let (to, again, _) = graph.edge(index);
                    match self.values.get(to).copied().unwrap_or(Value::Unknown) {
                        Value::Unknown => unknown = true,
                        Value::Even => even = true,
                        Value::Win(moves) if again => quickest = quickest.min(moves),
                        Value::Lose(moves) if !again => quickest = quickest.min(moves),
                        Value::Win(moves) | Value::Lose(moves) => slowest = slowest.max(moves),
                    }
                }
                if quickest != ENDLESS {
                    Value::Win(quickest + 1)
                } else if unknown {
                    Value::Unknown
                } else if even {
                    Value::Even
                } else {
                    Value::Lose(slowest + 1)
                }
            }
        };
    }

    /// Scores positions that come after their options.
    fn score(&mut self, graph: &Graph, order: impl Iterator<Item = u32>) -> Settled {
        for node in order.map(|node| node as usize) {
            match graph.ending(node) {
                Some(End::Score(points)) => {
                    self.scores[node] = points;
                    self.values[node] = Value::Even;
                    continue;
                }
                Some(_) => return Settled::TooWide,
                None if graph.is_open_end(node) => continue,
                None => {}
            }
            let mut best: Option<i64> = None;
            let mut known = true;
            for index in graph.edges_of(node) {
                let (to, again, gain) = graph.edge(index);
                if self.values.get(to) != Some(&Value::Even) {
                    known = false;
                    break;
                }
                let after = self.scores[to];
                let score = if again { gain.checked_add(after) } else { gain.checked_sub(after) };
                let Some(score) = score else { return Settled::TooWide };
                best = best.max(Some(score));
            }
            if let (true, Some(best)) = (known, best) {
                self.scores[node] = best;
                self.values[node] = Value::Even;
            }
        }
        Settled::Done
    }

    /// Settles wins and losses, the quickest ends first, so that a win is first seen from its quickest move and a loss is
    /// last seen from its slowest.
    fn retrograde(&mut self, graph: &Graph, base: usize, parents: &Parents) {
        let mut unsettled: Vec<u32> = Vec::with_capacity(graph.len() - base);
        let mut level: Vec<u32> = Vec::new();
        // Moves to positions settled before: (their remoteness, the position moved from, whether the move wins).
        let mut news: Vec<(u32, u32, bool)> = Vec::new();
        for node in base..graph.len() {
            unsettled.push(graph.edges_of(node).len() as u32);
            self.values[node] = graph.ending(node).map_or(Value::Unknown, ended);
            if matches!(self.values[node], Value::Win(_) | Value::Lose(_)) {
                level.push(node as u32);
            }
            for index in graph.edges_of(node) {
                let (to, again, _) = graph.edge(index);
                if to < base {
                    match self.values[to] {
                        Value::Win(moves) if moves != ENDLESS => news.push((moves, node as u32, again)),
                        Value::Lose(moves) if moves != ENDLESS => news.push((moves, node as u32, !again)),
                        _ => {}
                    }
                }
            }
        }
        news.sort_unstable();
        let mut news = news.into_iter().peekable();
        let mut moves = 0;
        loop {
            if level.is_empty() {
                match news.peek() {
                    Some(item) => moves = item.0,
                    None => return,
                }
            }
            let mut settled = Vec::new();
            let mut tell = |values: &mut [Value], node: u32, wins: bool| {
                if values[node as usize] != Value::Unknown {
                    return;
                }
                let left = &mut unsettled[node as usize - base];
                *left -= u32::from(!wins);
                if wins {
                    values[node as usize] = Value::Win(moves + 1);
                } else if *left == 0 {
                    values[node as usize] = Value::Lose(moves + 1);
                } else {
                    return;
                }
                settled.push(node);
            };
            while let Some((_, node, wins)) = news.next_if(|item| item.0 == moves) {
                tell(&mut self.values, node, wins);
            }
            for node in level {
                let won = matches!(self.values[node as usize], Value::Win(_));
                for &(parent, again) in parents.of(node as usize) {
                    // A lost position is won by the player who moves there; after `again` that player is still to move.
                    tell(&mut self.values, parent, won == again);
                }
            }
            level = settled;
            moves += 1;
        }
    }

    /// Settles infinite play as a win for one side: it wins unless its opponent can force an end that is not a loss.
    fn endless(&mut self, graph: &Graph, base: usize, parents: &Parents, patient: Side) {
        let patient = patient.index() as u32;
        let mut unsafe_options = vec![0u32; graph.len() - base];
        let mut drawn: Vec<u32> = Vec::new();
        for node in base..graph.len() {
            match self.values[node] {
                Value::Even => drawn.push(node as u32),
                Value::Unknown => {
                    let is_drawn = |to: usize| to < base && self.values[to] == Value::Even;
                    let is_safe = |to: usize| is_drawn(to) || self.is_won_by(graph, to, 1 - patient);
                    let options = || graph.edges_of(node).map(|index| graph.edge(index).0);
                    let left = options().filter(|&to| !is_safe(to)).count() as u32;
                    unsafe_options[node - base] = left;
                    let is_patient = graph.mover(node) == patient;
                    if is_patient && left == 0 || !is_patient && options().any(is_drawn) {
                        drawn.push(node as u32);
                    }
                }
                _ => {}
            }
        }
        for &node in &drawn {
            self.values[node as usize] = Value::Even;
        }
        while let Some(node) = drawn.pop() {
            for &(parent, _) in parents.of(node as usize) {
                if self.values[parent as usize] != Value::Unknown {
                    continue;
                }
                if graph.mover(parent as usize) == patient {
                    let left = &mut unsafe_options[parent as usize - base];
                    *left -= 1;
                    if *left > 0 {
                        continue;
                    }
                }
                self.values[parent as usize] = Value::Even;
                drawn.push(parent);
            }
        }
        for node in base..graph.len() {
            if self.values[node] == Value::Unknown {
                let is_patient = graph.mover(node) == patient;
                self.values[node] = if is_patient { Value::Win(ENDLESS) } else { Value::Lose(ENDLESS) };
            }
        }
    }

    fn is_won_by(&self, graph: &Graph, node: usize, side: u32) -> bool {
        match self.values[node] {
            Value::Win(_) => graph.mover(node) == side,
            Value::Lose(_) => graph.mover(node) != side,
            Value::Unknown | Value::Even => false,
        }
    }
}

fn ended(end: End) -> Value {
    match end {
        End::Win => Value::Win(0),
        End::Lose => Value::Lose(0),
        End::Draw => Value::Even,
        End::Score(_) => Value::Unknown,
    }
}

/// The reversed moves among the new positions: (the position moved from, whether the same player moves once more).
struct Parents {
    base: usize,
    starts: Vec<usize>,
    list: Vec<(u32, bool)>,
}

impl Parents {
    fn new(graph: &Graph, base: usize) -> Parents {
        let first = graph.first_edge(base);
        let is_new = |to: u32| to as usize >= base && to != OUTSIDE;
        let mut starts = vec![0usize; graph.len() - base + 1];
        for &to in graph.edges[first..].iter().filter(|&&to| is_new(to)) {
            starts[to as usize - base + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut free = starts.clone();
        let mut list = vec![(0, false); starts[starts.len() - 1]];
        for node in base..graph.len() {
            for index in graph.edges_of(node) {
                let to = graph.edges[index];
                if is_new(to) {
                    let at = &mut free[to as usize - base];
                    list[*at] = (node as u32, graph.edge(index).1);
                    *at += 1;
                }
            }
        }
        Parents { base, starts, list }
    }

    fn of(&self, node: usize) -> &[(u32, bool)] {
        let index = node - self.base;
        &self.list[self.starts[index]..self.starts[index + 1]]
    }
}
