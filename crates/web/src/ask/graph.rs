//! The positions that can be reached in so many moves, what each is worth, and the moves between them.
//!
//! The positions are listed by the meaning of the rules, level by level; what they are worth is asked of the solver in one
//! go. A position whose options are not all shown says so.

use super::board::end;
use super::number;
use crate::asked::Play;
use crate::bench::{Bench, Patience};
use crate::options::Limits;
use crate::problem::Problem;
use grundy::view::MadeMove;
use grundy::{Meter, Position, Standing, Wants};
use serde_json::{Value, json};
use std::collections::HashMap;

/// How deep and how large a graph is when nothing is said, and at most.
const USUAL_DEPTH: usize = 3;
const MOST_DEPTH: usize = 1000;
const USUAL_NODES: usize = 200;
const MOST_NODES: usize = 2000;
/// How many moves are told.
const MOST_EDGES: usize = 20_000;
/// How many moves one position may have, and how many steps of the rules a look may take.
const MOST_MOVES: u64 = 1 << 16;
const MOST_STEPS: u64 = 50_000_000;

struct Node {
    position: Position,
    depth: usize,
    ending: Option<Value>,
    /// Whether all its options are shown.
    whole: bool,
}

/// Makes the graph from the position down to the field `depth`, of at most `nodes` positions.
///
/// # Errors
/// What is wrong with the question or with the rules.
pub fn graph(asked: &Value, bench: &mut Bench, limits: &Limits) -> Result<Value, Problem> {
    let play = Play::read(asked, limits)?;
    let start = play.position(asked)?;
    let depth = number(asked, "depth", USUAL_DEPTH, MOST_DEPTH)?;
    let most = number(asked, "nodes", USUAL_NODES, MOST_NODES)?.max(1);
    let mut places: HashMap<Position, usize> = HashMap::from([(start.clone(), 0)]);
    let mut nodes = vec![Node { position: start, depth: 0, ending: None, whole: false }];
    let mut edges: Vec<Value> = Vec::new();
    let mut next = 0;
    while next < nodes.len() && !bench.is_cancelled() && edges.len() < MOST_EDGES {
        let position = nodes[next].position.clone();
        let meter = Meter::new(MOST_MOVES, |steps| steps < MOST_STEPS && !bench.is_cancelled());
        match play.instance.look(&position, play.join, &meter).map_err(|fault| play.problem(&fault))? {
            Standing::Ended(ending) => {
                nodes[next].ending = Some(end(&ending));
                nodes[next].whole = true;
            }
            Standing::Open(_) if nodes[next].depth >= depth => {}
            Standing::Open(steps) => {
                let mut whole = true;
                for step in &steps {
                    let level = nodes[next].depth + 1;
                    let room = nodes.len() < most;
                    let to = match places.get(&step.to) {
                        Some(to) => *to,
                        None if room => {
                            places.insert(step.to.clone(), nodes.len());
                            nodes.push(Node { position: step.to.clone(), depth: level, ending: None, whole: false });
                            nodes.len() - 1
                        }
                        None => {
                            whole = false;
                            continue;
                        }
                    };
                    let made = MadeMove::new(&play.instance, play.join, position.parts.len(), step);
                    edges.push(json!({"from": next, "to": to, "move": made.words(), "again": step.again}));
                }
                nodes[next].whole = whole;
            }
        }
        next += 1;
    }
    let positions: Vec<Position> = nodes.iter().map(|node| node.position.clone()).collect();
    let judged = bench.solver(&play, Patience::Whole)?.judge(&positions, Wants::All);
    let game = play.instance.game();
    let told = nodes.iter().zip(judged).map(|(node, judged)| {
        let judgement = judged.unwrap_or_default();
        json!({
            "position": play.instance.print_position(&node.position),
            "mover": node.position.mover.and_then(|side| game.side_name(side)),
            "depth": node.depth,
            "winner": judgement.winner.map(|winner| winner.to_string()),
            "grundy": judgement.grundy.map(|grundy| grundy.0),
            "remoteness": judgement.remoteness.map(|remoteness| remoteness.0),
            "score": judgement.score.as_ref().map(grundy::view::format::json::int),
            "ending": node.ending,
            "whole": node.whole,
        })
    });
    let told: Vec<Value> = told.collect();
    let complete = nodes.iter().all(|node| node.whole);
    Ok(json!({
        "game": game.name, "points": game.points, "nodes": told, "edges": edges, "complete": complete,
        "stopped": bench.is_cancelled().then_some("cancelled"),
    }))
}
