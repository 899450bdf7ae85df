//! The proof tree of a position, unfolded so many moves deep.
//!
//! In: a solver, a position, a depth. Out: rows in the order in which they are read, each with its depth, so that nobody
//! recurses. A won position shows one winning move, a lost one every move, for the answer to each is the proof. A drawn one shows
//! every move, and goes on below one that keeps the draw and below those that lose; a game for points shows every move and
//! goes on below the best. A position that was shown already is not unfolded again.
//!
//! Wrong tool for proofs that are to be checked: certificates are `proof`'s business.

use super::{best_move, count_lengths, is_over};
use crate::solution::{Judgement, Solution, ValuedMove, Winner};
use crate::solver::Solver;
use grundy_rules::{Fault, Position};
use std::collections::HashMap;

/// A proof tree as rows.
#[derive(Clone, Debug)]
pub struct ProofTree {
    /// The rows: each stands below the nearest row above it that is one less deep.
    pub rows: Vec<TreeRow>,
    /// Whether rows were left out because there were too many.
    pub is_cut: bool,
}

/// One position of the tree.
#[derive(Clone, Debug)]
pub struct TreeRow {
    /// How many moves it is below the top.
    pub depth: usize,
    /// The row it stands below.
    pub parent: Option<usize>,
    /// The move that leads here; none at the top.
    pub by: Option<ValuedMove>,
    /// The position.
    pub position: Position,
    /// What it is worth to the player to move in it.
    pub worth: Judgement,
    /// What stands below it.
    pub node: TreeNode,
}

/// What stands below a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeNode {
    /// Nothing: play is over.
    Over,
    /// One winning move.
    Won,
    /// Every move, with the answer to it.
    Lost,
    /// Every move; one that keeps the draw, and those that lose, are unfolded.
    Drawn,
    /// Every move; the best is unfolded.
    Points,
    /// Nothing, as it was to be unfolded no further.
    Deep,
    /// Nothing, as another move is followed.
    Aside,
    /// Nothing, as it stands in this row already.
    Above(usize),
    /// Nothing, as play is back where it was in this row.
    Repeats(usize),
    /// Nothing, as its moves are too many to be listed.
    Unlisted,
    /// Nothing, as it is not known who wins.
    Unknown,
}

/// Something that is to become a row.
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
    /// Unfolds a position so many moves deep, into so many rows at most.
    ///
    /// # Errors
    /// The rules could not be carried out at the position itself; further down, what is not known says so.
    pub fn unfold(
        solver: &mut Solver,
        position: &Position,
        depth: usize,
        most_rows: usize,
    ) -> Result<ProofTree, Fault> {
        let mut tree = ProofTree { rows: Vec::new(), is_cut: false };
        let mut unfolded: HashMap<Position, usize> = HashMap::new();
        let mut counted = None;
        let top = Waiting { depth: 0, parent: None, by: None, position: position.clone(), follow: Follow::Yes };
        let mut waiting = vec![top];
        while let Some(next) = waiting.pop() {
            let is_cancelled = solver.budget().is_cancelled();
            if tree.rows.len() >= most_rows || is_cancelled && !tree.rows.is_empty() {
                tree.is_cut = true;
                break;
            }
            let place = tree.rows.len();
            let mut row = TreeRow {
                depth: next.depth,
                parent: next.parent,
                by: next.by,
                position: next.position,
                worth: Judgement::default(),
                node: TreeNode::Unknown,
            };
            if next.follow == Follow::No {
                row.worth = row.by.as_ref().map(seen_by_the_other).unwrap_or_default();
                row.node = TreeNode::Aside;
                tree.rows.push(row);
                continue;
            }
            let mut solution = match solver.solve_one(&row.position) {
                Ok(solution) => solution,
                Err(fault) if place == 0 => return Err(fault),
                Err(_) => {
                    tree.rows.push(row);
                    continue;
                }
            };
            count_lengths(solver, &mut solution, &mut counted);
            row.worth = solution.judgement();
            row.node = match (tree.ancestor(row.parent, &row.position), unfolded.get(&row.position)) {
                _ if is_over(&solution) => TreeNode::Over,
                _ if solution.winner.is_none() => TreeNode::Unknown,
                (Some(above), _) => TreeNode::Repeats(above),
                // What was unfolded from as high up shows as much as would stand here.
                (None, Some(above)) if tree.rows[*above].depth <= row.depth => TreeNode::Above(*above),
                _ if row.depth >= depth => TreeNode::Deep,
                _ if solution.moves.is_empty() => TreeNode::Unlisted,
                _ if solution.score.is_some() => TreeNode::Points,
                _ => match solution.winner {
                    Some(Winner::First) => TreeNode::Won,
                    Some(Winner::Draw) => TreeNode::Drawn,
                    _ => TreeNode::Lost,
                },
            };
            if matches!(row.node, TreeNode::Won | TreeNode::Lost | TreeNode::Drawn | TreeNode::Points) {
                unfolded.insert(row.position.clone(), place);
                let below = row.depth + 1;
                let shown = shown_below(&solution, row.node);
                waiting.extend(shown.into_iter().rev().map(|(valued, follow)| Waiting {
                    depth: below,
                    parent: Some(place),
                    position: valued.step.to.clone(),
                    by: Some(valued.clone()),
                    follow,
                }));
            }
            tree.rows.push(row);
        }
        Ok(tree)
    }

    /// The row of this position among a row and those it stands below.
    fn ancestor(&self, mut row: Option<usize>, position: &Position) -> Option<usize> {
        while let Some(place) = row {
            if self.rows[place].position == *position {
                return Some(place);
            }
            row = self.rows[place].parent;
        }
        None
    }
}

/// The moves that stand below a row.
fn shown_below(solution: &Solution, node: TreeNode) -> Vec<(&ValuedMove, Follow)> {
    let best = best_move(solution);
    let is_best = |valued: &ValuedMove| best.is_some_and(|best| std::ptr::eq(best, valued));
    match node {
        TreeNode::Won => best.map(|best| (best, Follow::Yes)).into_iter().collect(),
        TreeNode::Lost => solution.moves.iter().map(|valued| (valued, Follow::Yes)).collect(),
        _ => {
            let loses = |valued: &ValuedMove| node == TreeNode::Drawn && valued.worth.winner == Some(Winner::Second);
            let follow = |valued: &ValuedMove| if is_best(valued) || loses(valued) { Follow::Yes } else { Follow::No };
            solution.moves.iter().map(|valued| (valued, follow(valued))).collect()
        }
    }
}

/// What a move is worth to whoever moves next.
fn seen_by_the_other(valued: &ValuedMove) -> Judgement {
    let winner = valued.worth.winner.map(|winner| match (winner, valued.step.again) {
        (winner, true) | (winner @ Winner::Draw, false) => winner,
        (Winner::First, false) => Winner::Second,
        (Winner::Second, false) => Winner::First,
    });
    // What a score and its winner tell includes the gain of the move, so they are left to the move.
    if valued.worth.score.is_some() {
        return Judgement::default();
    }
    Judgement { winner, ..valued.worth.clone() }
}
