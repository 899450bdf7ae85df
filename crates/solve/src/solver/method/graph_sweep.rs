//! A token on a given graph: all nodes are valued at once.

use super::{BoxOf, Method, MethodError};
use crate::budget::Stop;
use crate::method::MethodName;
use crate::solution::Authority;
use crate::solver::graph::{Order, Play, TokenGraph, TokenValues, Wanted};
use crate::solver::grundy_search::sum_of_parts;
use crate::solver::loop_fault;
use crate::values::Values;
use crate::work::Work;
use grundy_message::{Message, Template, message, plural, template};
use grundy_rules::game::Loops;
use grundy_rules::{Instance, Part, Position, Value};
use grundy_value::{Evaluation, Quantity, QuantitySet, Winner};
use std::sync::Arc;

/// Values each node once; the value of a sum of tokens is the nim-sum of its nodes.
pub(crate) struct GraphSweep {
    instance: Arc<Instance>,
    graph: TokenGraph,
    /// The order of nodes that all sweeps follow, once found.
    order: Option<Order>,
    values: Option<(Wanted, Arc<TokenValues>)>,
}

impl GraphSweep {
    /// Creates the method for this game, if it is a token on a graph.
    pub fn new(instance: &Arc<Instance>) -> Option<GraphSweep> {
        Some(GraphSweep {
            instance: instance.clone(),
            graph: TokenGraph::recognise(instance)?,
            order: None,
            values: None,
        })
    }

    fn value(&mut self, wanted: Wanted, work: &Work) -> Result<TokenValues, Stop> {
        let order = match &mut self.order {
            Some(order) => order,
            unknown => unknown.insert(self.graph.order(work)?),
        };
        self.graph.solve_in(order, wanted, work)
    }

    fn nodes(&self, positions: &[Position]) -> Result<Vec<u32>, Message> {
        let parts = positions.iter().flat_map(Position::in_play);
        let node = |part: &Part| self.graph.node_of(part).ok_or_else(|| message!("a token stands outside the lists"));
        parts.map(node).collect()
    }
}

impl Method for GraphSweep {
    fn name(&self) -> &'static Template {
        template!("graph")
    }

    fn method(&self) -> MethodName {
        MethodName::Graph
    }

    fn accepts(&mut self, positions: &[Position], _: QuantitySet) -> Result<Message, Message> {
        self.nodes(positions)?;
        if self.graph.play() == Play::Misere && positions.iter().any(|position| position.only().is_none()) {
            return Err(message!("under misère play it takes one token"));
        }
        let rows = self.graph.rows();
        let (count, edges) = (rows.len(), rows.edges());
        Ok(message!(
            "it is a token on a given graph of {count} {nodes} and {edges} {arrows}",
            count,
            nodes = plural(&count, "node", "nodes"),
            edges,
            arrows = plural(&edges, "arrow", "arrows")
        ))
    }

    fn reach(&mut self, positions: &[Position], wants: QuantitySet, work: &Work) -> Result<Option<Stop>, MethodError> {
        self.accepts(positions, wants)?;
        let wanted = match wants {
            wants if wants == Quantity::Grundy => Wanted::Grundy,
            wants if wants == Quantity::Remoteness => Wanted::Remoteness,
            _ => Wanted::Both,
        };
        let known = |(had, _): &(Wanted, Arc<TokenValues>)| *had == wanted || *had == Wanted::Both;
        if !self.values.as_ref().is_some_and(known) {
            let part = work.part();
            match self.value(wanted, &part) {
                Ok(values) => self.values = Some((wanted, Arc::new(values))),
                Err(stop) => return Ok(Some(stop)),
            }
        }
        let Some((_, values)) = &self.values else { return Err(message!("no node was valued").into()) };
        let loopy = self.nodes(positions)?.into_iter().find(|node| values.is_loopy(*node));
        match loopy {
            Some(node) if self.graph.loops() == Loops::None => {
                let alone = |node: u32| {
                    let part = Arc::new(vec![Value::from(i64::from(node))]);
                    Position::alone(None, part)
                };
                let cycle: Vec<Position> = self.graph.loop_from(node, values).into_iter().map(alone).collect();
                Err(loop_fault(&self.instance, &cycle, message!("the rules say `loops none`")).into())
            }
            // Tokens that can go round forever are not added up by Grundy values.
            Some(_) if positions.iter().any(|position| position.only().is_none()) => {
                Err(message!("play can go on for ever").into())
            }
            _ => Ok(None),
        }
    }

    fn evaluation(&self, position: &Position) -> Evaluation {
        let Some((_, values)) = &self.values else { return Evaluation::default() };
        if let Some(part) = position.only()
            && let Some(node) = self.graph.node_of(part)
            && (values.is_loopy(node) || self.graph.play() == Play::Misere)
        {
            let winner = Winner::from(values.outcome(node));
            return Evaluation { winner: Some(winner), remoteness: values.remoteness(node), ..Evaluation::default() };
        }
        sum_of_parts(position, |part| {
            let node = self.graph.node_of(part)?;
            Some((values.grundy(node)?, values.remoteness(node)))
        })
    }

    fn authority(&mut self, position: &Position) -> Authority {
        let positions = self.visited();
        let is_loopy = |(_, values): &(Wanted, Arc<TokenValues>)| {
            position.in_play().filter_map(|part| self.graph.node_of(part)).any(|node| values.is_loopy(node))
        };
        match (&self.values, self.graph.play()) {
            (Some(values), _) if is_loopy(values) => Authority::Retrograde { positions },
            (_, Play::Misere) => Authority::Search { positions },
            _ => Authority::Grundy { positions },
        }
    }

    fn clear(&mut self) {
        self.order = None;
        self.values = None;
    }

    fn visited(&self) -> u64 {
        if self.values.is_some() { self.graph.rows().len() as u64 } else { 0 }
    }

    fn tabulate(&mut self, box_of: &BoxOf, wants: QuantitySet, work: &Work) -> Result<Option<Values>, MethodError> {
        if wants != Quantity::Grundy || self.reach(&box_of.corners, wants, work)?.is_some() {
            return Ok(None);
        }
        let Some((_, values)) = &self.values else { return Ok(None) };
        let values = values.clone();
        let nodes = self.visited();
        let lookup = move |numbers: &[i64], _| match numbers {
            [node] if (0..nodes as i64).contains(node) => Some(values.grundy(*node as u32)?.0 as i64),
            _ => None,
        };
        Ok(Some(Values::other(Arc::new(lookup), nodes)))
    }
}
