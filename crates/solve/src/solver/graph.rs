//! A token on a given graph: the lists of the rules are the positions themselves, so nothing is searched or hashed.
//!
//! In: an instance whose only move is `move go(u in next[v]) -> u` on a list of lists that is given, under normal play
//! or misère. Out: for every node its Grundy value, or who wins and in how many moves. Idea: all lists in one row
//! (compressed sparse rows), nodes valued after their options; the mex is the first zero of a 64-bit mask. Where play
//! can loop, what reaches a loop is solved backwards from the ends. Wrong tool for lists that lead outside themselves:
//! those are refused, and interpreting the rules reports the error.

mod levels;
mod order;
mod sweep;

use crate::budget::Stop;
use crate::solver::network::order::{Parents, find_loop};
use crate::solver::network::{Edge, Network, NodeValue, Positions, retrograde};
use crate::work::Work;
use grundy_rules::game::{Binder, Change, Destination, Domain, Expr, Form, Loops, MoveRule, Over, Term, Type, Verdict};
use grundy_rules::{Instance, Int, Meter, Part, Side, Value};
use grundy_value::{Grundy, Outcome, Remoteness};
pub(crate) use order::Order;
use std::convert::Infallible;
use std::sync::atomic::AtomicU32;
use sweep::{Column, LengthRule, MexRule};

/// Maximum number of steps for evaluating the bounds of the component's range.
const STEPS_FOR_A_RANGE: u64 = 1_000_000;

/// The options of every node (compressed sparse rows).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    /// Start of the options of each node in `targets`, then the end of all.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Rows {
    /// Creates rows without nodes, with capacity for the given numbers.
    fn with_room(nodes: usize, edges: usize) -> Rows {
        let mut starts = Vec::with_capacity(nodes + 1);
        starts.push(0);
        Rows { starts, targets: Vec::with_capacity(edges) }
    }

    /// Creates rows from their starts, the end of all, and the targets. `None` if they are no rows of a graph: a start
    /// out of order, or a target that is no node.
    pub fn from_parts(starts: Vec<u32>, targets: Vec<u32>) -> Option<Rows> {
        let nodes = starts.len().checked_sub(1)?;
        let ends_well = starts[0] == 0 && starts[nodes] as usize == targets.len();
        let ascending = starts.windows(2).all(|pair| pair[0] <= pair[1]);
        let inside = targets.iter().all(|&target| (target as usize) < nodes);
        (ends_well && ascending && inside).then_some(Rows { starts, targets })
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the number of arrows.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// Returns the options of a node, in the order of the file.
    pub fn of(&self, node: usize) -> &[u32] {
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    fn bytes(nodes: usize, edges: usize) -> u64 {
        4 * (nodes as u64 + 1 + edges as u64)
    }
}

/// Whether the numbers of the nodes are a valid order already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbering {
    /// Every arrow leads to a smaller number.
    falls: bool,
    /// Every arrow leads to a greater number.
    rises: bool,
}

impl Numbering {
    /// Numbering of a graph without arrows.
    const ANY: Numbering = Numbering { falls: true, rises: true };

    fn see(&mut self, node: usize, target: u32) {
        self.falls &= (target as usize) < node;
        self.rises &= (target as usize) > node;
    }

    fn of(rows: &Rows) -> Numbering {
        let mut numbering = Numbering::ANY;
        for node in 0..rows.len() {
            rows.of(node).iter().for_each(|&target| numbering.see(node, target));
            if !numbering.falls && !numbering.rises {
                break;
            }
        }
        numbering
    }
}

impl Network for Rows {
    fn len(&self) -> usize {
        Rows::len(self)
    }

    fn edges(&self, node: u32) -> impl Iterator<Item = Edge> {
        self.of(node as usize).iter().map(|&to| Edge { to, again: false })
    }
}

/// The result for a player who cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Play {
    /// Lost: normal play.
    Normal,
    /// Won: misère play.
    Misere,
}

/// What is to be found of the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Grundy values, where play from a node cannot loop. Under misère play there are none.
    Grundy,
    /// The winner, and the moves to the end.
    Remoteness,
    /// Both.
    Both,
}

/// A game that is a token on a given graph.
#[derive(Clone, Debug)]
pub(crate) struct TokenGraph {
    rows: Rows,
    numbering: Numbering,
    play: Play,
    loops: Loops,
}

impl TokenGraph {
    /// Returns the graph of an instance, if its rules are of this kind and every list stays within the component's
    /// range.
    pub fn recognise(instance: &Instance) -> Option<TokenGraph> {
        let game = instance.game();
        let [component] = &game.components[..] else { return None };
        let [rule] = &game.moves[..] else { return None };
        let Type::Int { low, high } = &component.ty else { return None };
        let plain = game.players.is_none() && game.ends.is_empty() && game.stuck_if.is_empty() && !game.points;
        let play = match game.stuck {
            Verdict::Lose => Play::Normal,
            Verdict::Win => Play::Misere,
            _ => return None,
        };
        if !plain || matches!(game.loops, Loops::Wins(_)) || !game.valid.is_empty() {
            return None;
        }
        let lists = instance.givens().get(followed_list(rule)?)?.as_elements()?;
        let end = |expr: &Option<Expr>, none: Int| match expr {
            None => Some(none),
            Some(expr) => {
                let value = instance.evaluate(expr, &Part::default(), None, &Meter::steps(STEPS_FOR_A_RANGE)).ok()?;
                value.as_int().cloned()
            }
        };
        // A list entry outside the component's range is no position, and its targets do not matter.
        let low = end(low, Int::ZERO)?.max(Int::ZERO).to_usize()?;
        let last = Int::from(lists.len() as i64 - 1);
        let high = end(high, last.clone())?.min(last);
        let (rows, numbering) = read_rows(lists, low, high.to_i64()?)?;
        Some(TokenGraph { rows, numbering, play, loops: game.loops })
    }

    /// Creates a token game on these rows.
    pub fn new(rows: Rows, play: Play, loops: Loops) -> TokenGraph {
        TokenGraph { numbering: Numbering::of(&rows), rows, play, loops }
    }

    /// Returns the node of a part; `None` if it is outside the lists.
    pub fn node_of(&self, part: &Part) -> Option<u32> {
        let [Value::Int(node)] = &part[..] else { return None };
        node.to_usize().filter(|&node| node < self.rows.len()).map(|node| node as u32)
    }

    /// Returns the options of every node.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Returns the result for a player who cannot move.
    pub fn play(&self) -> Play {
        self.play
    }

    /// Returns the meaning of infinite play.
    pub fn loops(&self) -> Loops {
        self.loops
    }

    /// Returns the order in which its nodes can be valued.
    ///
    /// # Errors
    /// Fails if the budget ended.
    pub fn order(&self, work: &Work) -> Result<Order, Stop> {
        Order::of(&self.rows, self.numbering, work)
    }

    /// Values all nodes in an order found before.
    ///
    /// # Errors
    /// Fails if the budget ended.
    pub(crate) fn solve_in(&self, order: &Order, wanted: Wanted, work: &Work) -> Result<TokenValues, Stop> {
        let mex = self.play == Play::Normal && wanted != Wanted::Remoteness;
        let lengths = wanted != Wanted::Grundy || !mex;
        let grundy = if mex { Some(order.sweep(&self.rows, &MexRule, work)?) } else { None };
        let Order::Loopy { loopy, .. } = order else {
            let rule = LengthRule { lost: self.parity_of_loss() };
            let lengths = if lengths { Some(order.sweep(&self.rows, &rule, work)?) } else { None };
            return Ok(TokenValues { play: self.play, grundy, lengths, loopy: None });
        };
        // With loops the winner does not follow from Grundy values, so it is always found.
        let lengths = Some(Column::Wide(self.lengths_with_loops(work)?));
        Ok(TokenValues { play: self.play, grundy, lengths, loopy: Some(loopy.clone()) })
    }

    /// Returns the moves to the end from each node; a draw has none and keeps the greatest number.
    fn lengths_with_loops(&self, work: &Work) -> Result<Vec<AtomicU32>, Stop> {
        let len = self.rows.len();
        work.room(2 * Rows::bytes(len, self.rows.edges()) + 28 * len as u64)?;
        let parents = Parents::new(&self.rows, 0);
        let mut values = Vec::new();
        values.resize_with(len, || NodeValue::Unknown);
        retrograde::settle(self, &parents, &mut values, || work.pass(0))?;
        let length = |worth| match worth {
            NodeValue::Win(moves) | NodeValue::Lose(moves) => moves,
            NodeValue::Unknown | NodeValue::Draw | NodeValue::Score(_) => u32::MAX,
        };
        Ok(values.into_iter().map(|worth| AtomicU32::new(length(worth))).collect())
    }

    /// Returns a loop that play from this node, which must be loopy, can reach: its nodes in the order of play, each
    /// once.
    pub fn loop_from(&self, node: u32, values: &TokenValues) -> Vec<u32> {
        find_loop(&self.rows, node, |node| values.is_loopy(node))
    }

    /// Returns the parity of the lengths of all plays that end in a loss; wins have the other parity. After an even
    /// number of moves, the player to move at the end is the one to move now.
    fn parity_of_loss(&self) -> u32 {
        match self.play {
            Play::Normal => 0,
            Play::Misere => 1,
        }
    }
}

impl Network for TokenGraph {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn edges(&self, node: u32) -> impl Iterator<Item = Edge> {
        Network::edges(&self.rows, node)
    }
}

impl Positions for TokenGraph {
    type Score = Infallible;

    fn ending(&self, node: u32) -> Option<NodeValue<Infallible>> {
        self.rows.of(node as usize).is_empty().then_some(match self.play {
            Play::Normal => NodeValue::Lose(0),
            Play::Misere => NodeValue::Win(0),
        })
    }

    fn mover(&self, _: u32) -> Option<Side> {
        None
    }

    fn gains(&self, _: u32) -> impl Iterator<Item = (Edge, &Infallible)> {
        std::iter::empty()
    }
}

/// The values of every node.
#[derive(Debug)]
pub(crate) struct TokenValues {
    play: Play,
    grundy: Option<Column>,
    lengths: Option<Column>,
    /// For each node whether play from it can loop; `None` if there is no loop at all.
    loopy: Option<Vec<bool>>,
}

impl TokenValues {
    /// Returns true if play from a node can go on forever.
    pub fn is_loopy(&self, node: u32) -> bool {
        self.loopy.as_ref().is_some_and(|loopy| loopy[node as usize])
    }

    /// Returns the Grundy value of a node; `None` if it was not requested, under misère play, or if play can loop.
    pub fn grundy(&self, node: u32) -> Option<Grundy> {
        self.grundy.as_ref()?.value(node).map(|value| Grundy(u64::from(value)))
    }

    /// Returns the moves to the end; `None` in a draw or if they were not requested.
    pub fn remoteness(&self, node: u32) -> Option<Remoteness> {
        self.lengths.as_ref()?.value(node).map(|length| Remoteness(u64::from(length)))
    }

    /// Returns the winner from a node; infinite play is a draw.
    pub fn outcome(&self, node: u32) -> Outcome {
        match (&self.lengths, self.grundy(node)) {
            (_, Some(grundy)) => grundy.outcome(),
            (Some(lengths), None) => match lengths.value(node) {
                None => Outcome::Draw,
                Some(length) if (length % 2 == 0) == (self.play == Play::Normal) => Outcome::Previous,
                Some(_) => Outcome::Next,
            },
            (None, None) => unreachable!("a node has a Grundy value, or the lengths of play were found"),
        }
    }
}

/// Returns the index of the given whose lists a move follows, if that is all the move does.
fn followed_list(rule: &MoveRule) -> Option<usize> {
    let [Binder { over: Over::Each(Domain::Of(list)), .. }] = &rule.binders[..] else { return None };
    let Form::Index(lists, at) = &list.form else { return None };
    let (Form::Given(given), Form::Component(0)) = (&lists.form, &at.form) else { return None };
    let Destination::Terms { again: None, terms } = &rule.result else { return None };
    let to = match &terms[..] {
        [Term::Tuple(values, _)] => match &values[..] {
            [value] => value,
            _ => return None,
        },
        [Term::With(changes, _)] => match &changes[..] {
            [Change { component: 0, indices, value, binders, filter: None, .. }]
                if indices.is_empty() && binders.is_empty() =>
            {
                value
            }
            _ => return None,
        },
        _ => return None,
    };
    let plain = rule.side.is_none() && rule.guard.is_none() && rule.gain.is_none();
    (plain && to.form == Form::Local(0)).then_some(*given)
}

/// Returns the lists as rows, and whether they are in order; `None` if a node from `low` to `high` leads outside these
/// bounds, or if there are too many.
fn read_rows(lists: &[Value], low: usize, high: i64) -> Option<(Rows, Numbering)> {
    let is_node = |node: usize| node >= low && i64::try_from(node).is_ok_and(|node| node <= high);
    let mut edges = 0;
    for (_, list) in lists.iter().enumerate().filter(|(node, _)| is_node(*node)) {
        edges += list.as_elements()?.len();
    }
    u32::try_from(edges).ok()?;
    u32::try_from(lists.len()).ok().filter(|&nodes| nodes < u32::MAX)?;
    let mut rows = Rows::with_room(lists.len(), edges);
    let mut numbering = Numbering::ANY;
    for (node, list) in lists.iter().enumerate() {
        if is_node(node) {
            for target in list.as_elements()? {
                let target = target.as_int()?.to_usize().filter(|&target| is_node(target))?;
                numbering.see(node, target as u32);
                rows.targets.push(target as u32);
            }
        }
        rows.starts.push(rows.targets.len() as u32);
    }
    Some((rows, numbering))
}

#[cfg(test)]
mod tests;
