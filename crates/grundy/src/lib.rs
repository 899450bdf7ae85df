//! Finds who wins a two-player game, how, and why: the library.
//!
//! The rules of a game are a few lines of text. [`game`] takes one from the built-in [`catalogue()`], [`Game::from_text`] reads rules of
//! your own. Nothing here reads files or prints.
//!
//! ```
//! let nim = grundy::game("nim")?;
//! let answer = nim.position("3 4 5")?.solve()?;
//! assert_eq!(answer.winner(), Some(grundy::Winner::First));
//! for m in answer.winning_moves() {
//!     println!("{m}"); // part 1: take(k=2) → 1 4 5
//! }
//! let rules = nim.find()?; // proved, checked or refuted, with certificates
//! assert!(rules.iter().any(|rule| rule.is_proved()));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! Below that: [`rules`] reads text to an [`Instance`], a game with its givens fixed; a [`Solver`] finds who wins its positions, within a
//! [`Budget`]; [`view`] turns results into text, JSON or CSV; [`pattern`] finds rules and [`proof`] checks certificates; [`contest`] answers
//! contest problems.
//!
//! ```
//! let mistakes = grundy::read("game g(n) move take(k in 1..m) -> n - k").unwrap_err();
//! assert!(mistakes[0].message.to_string().contains("`m`"));
//! ```

mod catalogue;
mod error;
mod face;
pub mod request;

pub use catalogue::{
    Entry, MatrixEntry, ProblemEntry, catalogue, find, find_matrix, find_problem, matrices, problems, similar,
    with_rules_of,
};
pub use error::{Error, WRONG_REQUEST};
pub use face::{Answer, AnsweredMove, Game, GameBuilder, Position, Rule, Rules, game};
/// Contest problems: inputs in, answers out.
pub use grundy_contest as contest;
/// Games in which all choose at once.
pub use grundy_matrix as matrix;
pub use grundy_rules::diagnostic::{Fix, edits, nearest};
pub use grundy_rules::print::format;
pub use grundy_rules::text::{parse_given, print_value};
pub use grundy_rules::{
    Colour, Compound, Diagnostic, Fault, FaultClass, Instance, Int, Meter, Move, Part, Severity, Side, Span, Standing,
    Step, Terminal, Value, diagnose, read,
};
/// The evidence for an argument about a position: values, best play, proof trees.
pub use grundy_solve::argument;
pub use grundy_solve::claims::{ClaimReport, ClaimVerdict};
/// Directed graphs: outcomes of their nodes, and kernels.
pub use grundy_solve::digraph;
/// Heap games: values, periods, checkpoints, surveys.
pub use grundy_solve::heap;
pub use grundy_solve::{
    Ask, AskMoves, Authority, Backend, Budget, Deadline, Evaluation, Explanation, Grounds, Listed, Lookahead,
    LookaheadLimits, MethodName, Plan, Progress, Question, Report, Solution, Solver, Stop, Theory, ValuedMove, Values,
    Winner, check_quantity, default_quantity, solve,
};
pub use grundy_value::{Grundy, Outcome, Quantity, QuantitySet, Random, Remoteness};

/// Regularities found in values, and certificates for them.
pub use grundy_pattern as pattern;
pub use grundy_pattern::check_claims;
/// Creates a solver for this game under this compound rule, with the theorems proved about it and the claims of the
/// catalogue.
///
/// ```
/// use grundy::{Budget, Instance, find, solver};
/// use std::sync::Arc;
/// let game = find("wythoff").expect("it is built in").game().expect("its rules are right");
/// let wythoff = Arc::new(Instance::new(game, vec![]).unwrap());
/// let huge = wythoff.parse_position(&["1000000000000,2000000000000"], None).unwrap();
/// let mut solver = solver(&wythoff, wythoff.compound().unwrap(), Budget::default()).unwrap();
/// let solution = solver.solve_one(&huge).unwrap();
/// assert_eq!(solution.by.to_string(), "theorem wythoff.lose, proved");
/// assert_eq!(solution.winning_move_count, Some(grundy::Int::ONE));
/// ```
///
/// # Errors
/// As [`Solver::new`].
pub fn solver(instance: &std::sync::Arc<Instance>, compound: Compound, budget: Budget) -> Result<Solver, Fault> {
    grundy_pattern::solver_knowing(instance, compound, budget, with_rules_of)
}

/// Like [`solver`], but for callers that report answers and never their grounds, as [`contest`] does: it does not
/// determine whether the claims of the catalogue are proved for these givens.
///
/// ```
/// use grundy::{Budget, Instance, answering_solver, find};
/// use std::sync::Arc;
/// let game = find("wythoff").expect("it is built in").game().expect("its rules are right");
/// let wythoff = Arc::new(Instance::new(game, vec![]).unwrap());
/// let huge = wythoff.parse_position(&["1000000000000,2000000000000"], None).unwrap();
/// let mut solver = answering_solver(&wythoff, wythoff.compound().unwrap(), Budget::default()).unwrap();
/// assert_eq!(solver.solve_one(&huge).unwrap().winning_move_count, Some(grundy::Int::ONE));
/// ```
///
/// # Errors
/// As [`Solver::new`].
pub fn answering_solver(
    instance: &std::sync::Arc<Instance>,
    compound: Compound,
    budget: Budget,
) -> Result<Solver, Fault> {
    grundy_pattern::solver_without_grounds(instance, compound, budget, with_rules_of)
}

/// Exports a contest problem as a program, whose comments state what is proved about its closed forms.
///
/// ```
/// use grundy::contest::Language;
/// let matches = grundy::find_problem("poj2234").unwrap().problem().unwrap();
/// let exported = grundy::exported(&matches, grundy::contest::Unproved::Refused, &grundy::Budget::default()).unwrap();
/// let program = exported.text(Language::Python).unwrap();
/// assert!(program.contains("total ^= h"));
/// ```
///
/// # Errors
/// Fails with the reason if there is no program that is correct and fast enough at the judge's limits.
pub fn exported(
    problem: &contest::Problem,
    unproved: contest::Unproved,
    budget: &Budget,
) -> Result<contest::Exported, contest::Refused> {
    use grundy_pattern::finder::{Status, rely};
    let authority = contest::Authority {
        check_claims,
        proved_claims: grundy_pattern::theorems::proved_claims,
        examine: |instance, claim, parts, to, budget| {
            let found = rely(instance, claim, parts, to, budget);
            match found.status {
                Status::Proved if found.for_all_givens => contest::Examined::ProvedForAllGivens,
                Status::Proved => contest::Examined::Proved,
                Status::Refuted => contest::Examined::Refuted(found.counterexample.unwrap_or_default()),
                _ => contest::Examined::Held { to: found.to, points: found.points, last: found.last },
            }
        },
        built_in: with_rules_of,
    };
    contest::Exported::new(problem, &authority, unproved, budget)
}

/// Certificates, their checker, and theorems.
pub use grundy_proof as proof;
/// The rule language: trees, checked games, their meaning.
pub use grundy_rules as rules;
/// Results as plain data, and as text, JSON or CSV.
pub use grundy_view as view;
