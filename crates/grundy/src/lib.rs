//! Who wins a two-player game, how, and why: the library.
//!
//! The rules of a game are a few lines of text; [`read`] makes a [`Game`] of them, or [`find`] takes one from the
//! built-in [`catalogue()`]. An [`Instance`] is a game with its givens fixed; a [`Solver`] says who wins its positions.
//! [`view`] turns what is found into text, JSON or CSV. Nothing here reads files or prints.
//!
//! ```
//! use grundy::{Budget, Instance, Solver, Winner, find};
//! use std::sync::Arc;
//!
//! let game = find("nim").expect("nim is built in").game().expect("its rules are right");
//! let nim = Arc::new(Instance::new(game, vec![]).unwrap());
//! let position = nim.parse_position(&["3", "4", "5"], None).unwrap();
//!
//! let mut solver = Solver::new(nim.clone(), nim.join().unwrap(), Budget::default()).unwrap();
//! let solution = solver.solve_one(&position).unwrap();
//! assert_eq!(solution.winner, Some(Winner::First));
//! let winning: Vec<String> = solution.winning().map(|valued| nim.print_position(&valued.step.to)).collect();
//! assert_eq!(winning, ["1 4 5"]);
//! ```
//!
//! Rules of one's own are read from text:
//!
//! ```
//! let mistakes = grundy::read("game g(n) move take(k in 1..m) -> n - k").unwrap_err();
//! assert!(mistakes[0].message.contains("`m`"));
//! ```

mod catalogue;

pub use catalogue::{Entry, ProblemEntry, catalogue, find, find_problem, problems, with_rules_of};
/// Contest problems: inputs in, answers out.
pub use grundy_contest as contest;
pub use grundy_rules::diagnostic::{Fix, edits, nearest};
pub use grundy_rules::print::format;
pub use grundy_rules::text::{parse_given, print_value};
pub use grundy_rules::{
    Colour, Diagnostic, Ending, Fault, FaultClass, Game, Instance, Int, Join, Meter, Move, Part, Position, Severity,
    Side, Span, Standing, Step, Value, diagnose, read,
};
/// What an argument about a position rests on: values, best play, proof trees.
pub use grundy_solve::argument;
pub use grundy_solve::claims::{ClaimReport, ClaimVerdict};
/// Directed graphs by themselves: who wins where, and kernels.
pub use grundy_solve::digraph;
/// Heap games: values, periods, checkpoints, surveys.
pub use grundy_solve::heap;
pub use grundy_solve::{
    Authority, Budget, Deadline, Explanation, Judgement, Lookahead, LookaheadLimits, Method, Only, Plan, Progress,
    Question, Report, Road, Running, Solution, Solver, Stop, ValuedMove, Values, Wants, Winner, solve,
};
pub use grundy_value::{Grundy, Outcome, Remoteness};

/// Regularities found in values, and certificates for them.
pub use grundy_pattern as pattern;
pub use grundy_pattern::check_claims;
/// A solver for this game, its sums played like this, that knows what is proved about it and what the catalogue states.
///
/// ```
/// use grundy::{Budget, Instance, find, solver};
/// use std::sync::Arc;
/// let game = find("wythoff").expect("it is built in").game().expect("its rules are right");
/// let wythoff = Arc::new(Instance::new(game, vec![]).unwrap());
/// let huge = wythoff.parse_position(&["1000000000000,2000000000000"], None).unwrap();
/// let mut solver = solver(&wythoff, wythoff.join().unwrap(), Budget::default()).unwrap();
/// let solution = solver.solve_one(&huge).unwrap();
/// assert_eq!(solution.by.to_string(), "theorem wythoff.lose, proved");
/// assert_eq!(solution.winning_move_count, 1);
/// ```
///
/// # Errors
/// As [`Solver::new`].
pub fn solver(instance: &std::sync::Arc<Instance>, join: Join, budget: Budget) -> Result<Solver, Fault> {
    grundy_pattern::solver_knowing(instance, join, budget, with_rules_of)
}

/// The same solver for those who tell answers and never on what grounds, as [`contest`] does: whether what the catalogue states is
/// proved for these givens is not looked into.
///
/// ```
/// use grundy::{Budget, Instance, answering_solver, find};
/// use std::sync::Arc;
/// let game = find("wythoff").expect("it is built in").game().expect("its rules are right");
/// let wythoff = Arc::new(Instance::new(game, vec![]).unwrap());
/// let huge = wythoff.parse_position(&["1000000000000,2000000000000"], None).unwrap();
/// let mut solver = answering_solver(&wythoff, wythoff.join().unwrap(), Budget::default()).unwrap();
/// assert_eq!(solver.solve_one(&huge).unwrap().winning_move_count, 1);
/// ```
///
/// # Errors
/// As [`Solver::new`].
pub fn answering_solver(instance: &std::sync::Arc<Instance>, join: Join, budget: Budget) -> Result<Solver, Fault> {
    grundy_pattern::solver_without_grounds(instance, join, budget, with_rules_of)
}

/// Somebody who knows the theorems about a game, without a solver: at hand at once, as the rules are not looked
/// over first, and without a word on what grounds a theorem is trusted.
///
/// ```
/// use grundy::{Instance, Meter, Winner, find, scholar};
/// use std::sync::Arc;
/// let game = find("anti_nim").expect("it is built in").game().expect("its rules are right");
/// let heaps = Arc::new(Instance::new(game, vec![]).unwrap());
/// let position = heaps.parse_position(&["[3,5,1]"], None).unwrap();
/// let judged = scholar(&heaps, heaps.join().unwrap()).judge(&position, &Meter::steps(1_000_000)).unwrap();
/// assert_eq!(judged.winner, Winner::First);
/// ```
pub fn scholar(instance: &std::sync::Arc<Instance>, join: Join) -> std::sync::Arc<dyn grundy_solve::Knows> {
    let knowledge = grundy_pattern::theorems::Knowledge::new(instance.clone(), join, with_rules_of);
    std::sync::Arc::new(knowledge.without_grounds())
}

/// A contest problem as a program, which says of its closed forms what is proved about them.
///
/// ```
/// use grundy::contest::Language;
/// let matches = grundy::find_problem("poj2234").unwrap().problem().unwrap();
/// let program = grundy::exported(&matches, &grundy::Budget::default()).unwrap().text(Language::Python).unwrap();
/// assert!(program.contains("total ^= h"));
/// ```
///
/// # Errors
/// Why there is no program that is right and fast enough at the judge's limits.
pub fn exported(problem: &contest::Problem, budget: &Budget) -> Result<contest::Exported, contest::Refused> {
    use grundy_pattern::finder::{Status, rely};
    let authority = contest::Authority {
        check_claims,
        proved_claims: grundy_pattern::theorems::proved_claims,
        examine: |instance, claim, parts, to, budget| {
            let found = rely(instance, claim, parts, to, budget);
            match found.status {
                Status::Proved => contest::Examined::Proved,
                Status::Refuted => contest::Examined::Refuted(found.counterexample.unwrap_or_default()),
                _ => contest::Examined::Held { to: found.to, points: found.points, last: found.last },
            }
        },
        built_in: with_rules_of,
        same_rules: grundy_pattern::theorems::same_rules,
    };
    contest::Exported::new(problem, &authority, budget)
}

/// Certificates, their checker, and what is proved.
pub use grundy_proof as proof;
/// The rule language: trees, checked games, what they mean.
pub use grundy_rules as rules;
/// What is found as plain data, and as text, JSON or CSV.
pub use grundy_view as view;
