//! The proof tree of a position, unfolded to a given depth.
//!
//! In: a solver, a position, a depth. Out: rows in reading order, each with its depth, so that callers need not
//! recurse. A won position shows one winning move, a lost one every move, as the replies to all of them are the proof.
//! A drawn one shows every move, and goes on below one that keeps the draw and below those that lose; a game for points
//! shows every move and goes on below the best. A position shown before is not unfolded again.
//!
//! Wrong tool for proofs that are to be checked: certificates are in the crate `proof`.

use super::{best_move, count_lengths, is_over};
use crate::solution::{Solution, ValuedMove};
use crate::solver::Solver;
use grundy_rules::{Fault, Position};
use grundy_value::{Evaluation, Winner};
use std::collections::HashMap;

/// A proof tree as rows.
#[derive(Clone, Debug)]
pub struct ProofTree {
    /// The rows; the parent of a row is the nearest row above it that is one less deep.
    pub rows: Vec<TreeRow>,
    /// True if rows were left out because there were too many.
    pub is_cut: bool,
}

/// One position of the tree.
#[derive(Clone, Debug)]
pub struct TreeRow {
    /// Number of moves below the root.
    pub depth: usize,
    /// Index of the parent row.
    pub parent: Option<usize>,
    /// The move that leads here; `None` at the root.
    pub by: Option<ValuedMove>,
    /// The position.
    pub position: Position,
    /// Value for the player to move.
    pub value: Evaluation,
    /// What is below it.
    pub node: TreeNode,
}

/// What is below a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeNode {
    /// Nothing: play is over.
    Over,
    /// One winning move.
    Won,
    /// Every move, with the reply to it.
    Lost,
    /// Every move; one that keeps the draw, and those that lose, are unfolded.
    Drawn,
    /// Every move; the best is unfolded.
    Points,
    /// Nothing: the maximum depth is reached.
    Deep,
    /// Nothing: another move is followed.
    Aside,
    /// Nothing: the position is in this row already.
    Above(usize),
    /// Nothing: play is back at the position of this row.
    Repeats(usize),
    /// Nothing: there are too many moves to list.
    Unlisted,
    /// Nothing: the winner is not known.
    Unknown,
}

/// A row to be added.
struct Waiting {
    depth: usize,
    parent: Option<usize>,
    by: Option<ValuedMove>,
    position: Position,
    follow: Follow,
}

/// Whether a row is unfolded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follow {
    Yes,
    No,
}

impl ProofTree {
    /// Unfolds a position to a depth of `depth` moves, into at most `max_rows` rows.
    ///
    /// # Errors
    /// The rules could not be evaluated at the position itself; further down, unknown values are marked as such.
    pub fn unfold(solver: &mut Solver, position: &Position, depth: usize, max_rows: usize) -> Result<ProofTree, Fault> {
        let mut tree = ProofTree { rows: Vec::new(), is_cut: false };
        let mut unfolded: HashMap<Position, usize> = HashMap::new();
        let mut counted = None;
        let top = Waiting { depth: 0, parent: None, by: None, position: position.clone(), follow: Follow::Yes };
        let mut waiting = vec![top];
        while let Some(next) = waiting.pop() {
            let is_cancelled = solver.budget().is_cancelled();
            if tree.rows.len() >= max_rows || is_cancelled && !tree.rows.is_empty() {
                tree.is_cut = true;
                break;
            }
            let index = tree.rows.len();
            let mut row = TreeRow {
                depth: next.depth,
                parent: next.parent,
                by: next.by,
                position: next.position,
                value: Evaluation::default(),
                node: TreeNode::Unknown,
            };
            if next.follow == Follow::No {
                row.value = row.by.as_ref().map(seen_by_the_other).unwrap_or_default();
                row.node = TreeNode::Aside;
                tree.rows.push(row);
                continue;
            }
            let mut solution = match solver.solve_one(&row.position) {
                Ok(solution) => solution,
                Err(fault) if index == 0 => return Err(fault),
                Err(_) => {
                    tree.rows.push(row);
                    continue;
                }
            };
            count_lengths(solver, &mut solution, &mut counted);
            row.value = solution.value.clone();
            row.node = match (tree.ancestor(row.parent, &row.position), unfolded.get(&row.position)) {
                _ if is_over(&solution) => TreeNode::Over,
                _ if solution.value.winner.is_none() => TreeNode::Unknown,
                (Some(above), _) => TreeNode::Repeats(above),
                // A position unfolded from the same depth or higher up shows at least as much.
                (None, Some(above)) if tree.rows[*above].depth <= row.depth => TreeNode::Above(*above),
                _ if row.depth >= depth => TreeNode::Deep,
                _ if solution.moves.is_empty() => TreeNode::Unlisted,
                _ if solution.value.score.is_some() => TreeNode::Points,
                _ => match solution.value.winner {
                    Some(Winner::First) => TreeNode::Won,
                    Some(Winner::Draw) => TreeNode::Drawn,
                    _ => TreeNode::Lost,
                },
            };
            if matches!(row.node, TreeNode::Won | TreeNode::Lost | TreeNode::Drawn | TreeNode::Points) {
                unfolded.insert(row.position.clone(), index);
                let below = row.depth + 1;
                let shown = shown_below(&solution, row.node);
                waiting.extend(shown.into_iter().rev().map(|(valued, follow)| Waiting {
                    depth: below,
                    parent: Some(index),
                    position: valued.step.to.clone(),
                    by: Some(valued.clone()),
                    follow,
                }));
            }
            tree.rows.push(row);
        }
        Ok(tree)
    }

    /// Returns the row with this position among a row and its ancestors.
    fn ancestor(&self, mut row: Option<usize>, position: &Position) -> Option<usize> {
        while let Some(index) = row {
            if self.rows[index].position == *position {
                return Some(index);
            }
            row = self.rows[index].parent;
        }
        None
    }
}

/// Returns the moves shown below a row.
fn shown_below(solution: &Solution, node: TreeNode) -> Vec<(&ValuedMove, Follow)> {
    let best = best_move(solution);
    let is_best = |valued: &ValuedMove| best.is_some_and(|best| std::ptr::eq(best, valued));
    match node {
        TreeNode::Won => best.map(|best| (best, Follow::Yes)).into_iter().collect(),
        TreeNode::Lost => solution.moves.iter().map(|valued| (valued, Follow::Yes)).collect(),
        _ => {
            let loses = |valued: &ValuedMove| node == TreeNode::Drawn && valued.value.winner == Some(Winner::Second);
            let follow = |valued: &ValuedMove| if is_best(valued) || loses(valued) { Follow::Yes } else { Follow::No };
            solution.moves.iter().map(|valued| (valued, follow(valued))).collect()
        }
    }
}

/// Returns the value of a move for the player who moves next.
fn seen_by_the_other(valued: &ValuedMove) -> Evaluation {
    let winner = valued.value.winner.map(|winner| match (winner, valued.step.again) {
        (winner, true) | (winner @ Winner::Draw, false) => winner,
        (Winner::First, false) => Winner::Second,
        (Winner::Second, false) => Winner::First,
    });
    // A score and its winner include the gain of the move, so they are left to the move.
    if valued.value.score.is_some() {
        return Evaluation::default();
    }
    Evaluation { winner, ..valued.value.clone() }
}
