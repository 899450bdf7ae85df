//! Results of a solution besides the winner: which moves win and how many, and the kernels of a graph.
//!
//! In: the result of a solver or a theorem. Out: values as a problem lists them, in ascending order.

use crate::adapter::{ExprId, Found};
use crate::problem::{MovesBy, Variant};
use crate::reply::Trouble;
use grundy_message::{Message, message, template};
use grundy_rules::game::{MoveRule, Over};
use grundy_rules::{Game, Instance, Int, Limit, Step, Value};
use grundy_solve::Budget;
use grundy_solve::digraph::Digraph;

/// Maximum number of kernels of a graph that are listed.
const KERNELS: Limit = Limit { name: template!("kernels of a graph"), usual: 1 << 16 };

impl Found {
    /// Returns whether everything that an expression uses is known.
    pub(crate) fn knows(&self, variant: &Variant, handle: ExprId) -> bool {
        let uses = |name: &str| variant.adapter.uses(handle, name);
        if variant.tells_move {
            return self.all_are_listed;
        }
        self.moves_are_known && (self.all_are_listed || !uses("least")) || !uses("winning_move_count") && !uses("least")
    }
}

/// The answer where no move wins.
pub(crate) const NO_MOVE: &str = "none";

/// Returns a move as problems print it: the number of its part from 1 where there may be several, its name where there are several
/// kinds of moves or nothing to choose, and the choices.
///
/// # Errors
/// Fails if a choice is a list.
pub(crate) fn move_text(instance: &Instance, is_single: bool, step: &Step) -> Result<String, Trouble> {
    let game = instance.game();
    let mut words = Vec::new();
    let Some((part, mv)) = step.moves.first() else { return Ok(NO_MOVE.to_owned()) };
    if !is_single {
        words.push((part + 1).to_string());
    }
    let rule = &game.moves[mv.rule];
    if is_named(game, rule) {
        words.push(rule.name.clone());
    }
    let each = rule.binders.iter().zip(&mv.choices).filter(|(binder, _)| matches!(binder.over, Over::Each(_)));
    for (binder, choice) in each {
        words.push(match choice {
            Value::Int(int) => int.to_string(),
            Value::Bool(truth) => u8::from(*truth).to_string(),
            Value::Symbol(symbol) => game.symbol_name(*symbol).to_owned(),
            Value::List(_) | Value::Set(_) => return Err(Trouble::Wrong(listed_choice(&rule.name, &binder.name))),
        });
    }
    Ok(words.join(" "))
}

/// Returns whether a move is printed with its name.
pub(crate) fn is_named(game: &Game, rule: &MoveRule) -> bool {
    let has_choice = rule.binders.iter().any(|binder| matches!(binder.over, Over::Each(_)));
    !has_choice || game.moves.iter().any(|other| other.name != rule.name)
}

/// Returns the message about a choice that is no word.
pub(crate) fn listed_choice(mv: &str, choice: &str) -> Message {
    message!("the choice `{choice}` of the move `{name}` is a list, which is not printed", choice, name = mv)
}

/// Returns the winning moves as the problem lists them, in ascending order.
pub(crate) fn winning_moves<'a>(
    instance: &Instance,
    by: &MovesBy,
    steps: impl Iterator<Item = &'a Step>,
) -> Vec<Value> {
    let game = instance.game();
    let mut listed: Vec<Value> = Vec::new();
    for step in steps {
        let Some((index, mv)) = step.moves.first() else { continue };
        listed.push(match by {
            MovesBy::Choice(name) => {
                let binders = &game.moves[mv.rule].binders;
                let at = binders.iter().position(|binder| binder.name == *name);
                match at.and_then(|at| mv.choices.get(at)) {
                    Some(choice) => choice.clone(),
                    None => continue,
                }
            }
            MovesBy::Position => {
                let part = step.to.in_play().next().map(|part| part.to_vec()).unwrap_or_default();
                Value::list(part)
            }
            MovesBy::Part => {
                let mut entries = vec![Value::Int(Int::from(*index))];
                entries.extend(mv.to.first().map(|part| part.to_vec()).unwrap_or_default());
                Value::list(entries)
            }
        });
    }
    listed.sort();
    listed
}

/// Returns all kernels of a graph given as the list of successors of each node, in ascending order.
pub(crate) fn kernels(graph: &Value, budget: &Budget) -> Result<Vec<Vec<usize>>, Trouble> {
    let no_graph = || Trouble::Wrong(message!("a graph is a list of nodes for each node, counted from 0"));
    let node = |value: &Value| value.as_int().and_then(Int::to_usize).and_then(|node| u32::try_from(node).ok());
    let mut starts = vec![0u32];
    let mut targets: Vec<u32> = Vec::new();
    for successors in graph.as_elements().ok_or_else(no_graph)? {
        for successor in successors.as_elements().ok_or_else(no_graph)? {
            targets.push(node(successor).ok_or_else(no_graph)?);
        }
        starts.push(u32::try_from(targets.len()).map_err(|_| no_graph())?);
    }
    let nodes = starts.len() as u32 - 1;
    if let Some(outside) = targets.iter().find(|target| **target >= nodes) {
        return Err(Trouble::Wrong(message!(
            "an edge leads to {node}, but the last node is {last}",
            node = outside,
            last = i64::from(nodes) - 1
        )));
    }
    let listed =
        Digraph::new(starts, targets).ok_or_else(no_graph)?.kernels(KERNELS.times(budget.factor()) as usize, budget);
    if listed.stop.is_some() || listed.count > listed.found.len() as u64 {
        return Err(Trouble::Unknown(message!("the kernels are not all known within the budget")));
    }
    let mut kernels: Vec<Vec<usize>> =
        listed.found.iter().map(|kernel| kernel.iter().map(|node| *node as usize).collect()).collect();
    kernels.sort();
    Ok(kernels)
}
