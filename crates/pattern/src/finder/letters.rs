//! Claims proved for all values of the givens, and rules in which the givens are letters.
//!
//! In: a game with givens that are numbers. Out: findings with certificates that `grundy_proof::letters` accepted, or rules that
//! hold in the tables of many givens.

use super::claims::{Finding, Status};
use super::gate::{Candidate, test, with_claims};
use super::given_tables::{GivenTables, Reach};
use super::prover::Prover;
use super::refute::position_of;
use super::scope::Scope;
use super::survey::{Plan, Survey};
use super::tables::modest;
use crate::letters::{Cell, Claim as Rule, Play, Problem, Shape, Work, prove, reach, rules, rules_of_cells, spelled};
use grundy_message::{Message, message, template};
use grundy_proof::consequence::of_letters;
use grundy_proof::letters::{game_lines, prove as accept, statement};
use grundy_rules::game::{Claim, Game};
use grundy_rules::{Instance, Limit};
use grundy_value::Quantity;
use std::sync::Arc;

/// Maximum number of steps of one proof, each a few nanoseconds; a search for rules has a quarter.
const STEPS: Limit = Limit { name: template!("steps of a proof with letters"), usual: 1 << 26 };
/// How many rules that fit are tried to be proved.
const RULES_PROVED: usize = 3;
/// How many positions a rule is compared with for the givens that were asked for.
const POSITIONS_CHECKED: u64 = 1000;

/// The work allowed for a proof.
pub struct Patience<'a> {
    /// The budget as a multiple of the default.
    pub factor: u64,
    /// Returns whether to stop.
    pub is_over: &'a dyn Fn() -> bool,
}

impl Patience<'_> {
    fn work(&self, share: u64) -> Work<'_> {
        Work::new(STEPS.times(self.factor) / share, self.is_over)
    }
}

/// Proves a claim for all values of the givens; `None` if there are none or no proof is found.
pub fn by_letters(instance: &Instance, claim: &Claim, patience: &Patience) -> Option<Finding> {
    let game = instance.game();
    if game.givens.is_empty() {
        return None;
    }
    let text = statement(game, claim).ok()?;
    let (lines, said) = text.trim_end().rsplit_once("\nclaim ")?;
    let problem = Problem::parse(lines)?;
    let rule = problem.claim(said)?;
    let certificate = prove(&problem, &rule, &mut patience.work(1)).ok()?;
    // The claim is the same tree, but the statement is compared to the letter.
    let line = format!("\nclaim {}\n", problem.spelled(&rule));
    let certificate = certificate.replacen(&line, &format!("\nclaim {said}\n"), 1);
    let theorem = accept(game, claim, &certificate).ok()?;
    let consequence = of_letters(instance, claim, &theorem, &position_of(instance, claim)?)?;
    let (claim, words) = (claim.text.clone(), Message::text(&claim.text));
    Some(Finding { claim, words, certificate: Some(certificate), ..Finding::default() }.proved(consequence))
}

/// Returns rules in which the givens are letters: those proved for all givens, else one that holds for all that were tried.
pub fn in_the_givens(instance: &Arc<Instance>, plan: &Plan, prover: &Prover, patience: &Patience) -> Vec<Finding> {
    let game = instance.game();
    if game.givens.is_empty() {
        return vec![];
    }
    let mut findings: Vec<Finding> = Vec::new();
    for with_values in [true, false] {
        let lines = if plan.is_whole(instance) { game_lines(game, with_values).ok() } else { None };
        let Some(problem) = lines.and_then(|lines| Problem::parse(&lines)) else { continue };
        let found = rules(&problem, &mut patience.work(4));
        let proved = found.iter().take(RULES_PROVED).find_map(|rule| {
            let candidate = candidate(&rule.claim, problem.spelled(&rule.claim), Quantity::Grundy);
            let extended = with_claims(instance, std::slice::from_ref(&candidate.claim))?;
            let finding = by_letters(&extended, extended.game().claims.last()?, patience)?;
            Some(Finding { claim: candidate.claim, words: candidate.words, ..finding })
                .filter(|finding| finding.status == Status::Proved)
        });
        if let Some(finding) = proved {
            findings.push(finding);
            break;
        }
        if let Some(rule) = found.first() {
            let candidate = candidate(&rule.claim, problem.spelled(&rule.claim), Quantity::Grundy);
            let names: Vec<String> = [&plan.names[..], &given_names(game)].concat();
            let (component, givens) = reach(&problem);
            let reach = Reach { component, givens };
            findings.extend(checked(instance, plan, &candidate, &names, &reach, prover));
        }
    }
    if findings.is_empty() {
        findings.extend(in_tables(instance, plan, prover, patience));
    }
    // What is proved about who wins comes before values that are only checked.
    findings.sort_by_key(|finding| finding.status != Status::Proved);
    findings
}

fn given_names(game: &Game) -> Vec<String> {
    game.givens.iter().map(|given| given.name.clone()).collect()
}

/// Returns a rule that holds in the tables of many givens: of the values, else of the lost positions.
fn in_tables(instance: &Arc<Instance>, plan: &Plan, prover: &Prover, patience: &Patience) -> Option<Finding> {
    let tables = GivenTables::new(instance, plan)?;
    let budget = prover.share(4.0);
    let near = tables.cells(false, &budget, prover)?;
    let (names, components) = (tables.names(), plan.names.len());
    let far = tables.cells(true, &prover.share(4.0), prover).filter(|far| far.quantity == near.quantity)?;
    let plays: &[Play] = match near.quantity {
        Quantity::Grundy => &[Play::Grundy, Play::Normal],
        Quantity::Score => &[Play::Grundy],
        _ => &[Play::Normal],
    };
    plays.iter().find_map(|play| {
        let shape = Shape { components, givens: tables.givens.len(), play: *play };
        let cells = |cells: &[Cell]| -> Vec<Cell> {
            let value = |cell: &Cell| if *play == Play::Grundy { cell.value } else { cell.value.min(1) };
            cells.iter().map(|cell| Cell { value: value(cell), ..cell.clone() }).collect()
        };
        let found = rules_of_cells(shape, &cells(&near.cells), &mut |_| Some(cells(&far.cells)), &mut patience.work(2));
        found.iter().take(RULES_PROVED).find_map(|rule| {
            let candidate = candidate(&rule.claim, spelled(&rule.claim, &names), near.quantity);
            checked(instance, plan, &candidate, &names, &far.reach, prover)
        })
    })
}

fn candidate(rule: &Rule, text: String, quantity: Quantity) -> Candidate {
    match (rule, quantity) {
        (Rule::Value(_), Quantity::Score) => {
            Candidate::new(format!("score = {text}"), message!("the score is {value}", value = text))
        }
        (Rule::Value(_), _) => {
            Candidate::new(format!("grundy = {text}"), message!("the Grundy value is {value}", value = text))
        }
        (Rule::Lost(_), _) => {
            Candidate::new(format!("lose iff {text}"), message!("lost exactly if {condition}", condition = text))
        }
    }
}

/// Returns a rule that held on a grid as a finding, if it holds in a table for the givens that were asked for.
fn checked(
    instance: &Arc<Instance>,
    plan: &Plan,
    candidate: &Candidate,
    names: &[String],
    reach: &Reach,
    prover: &Prover,
) -> Option<Finding> {
    let scope = Scope::for_all_numbers(instance, Some(plan));
    let survey = Survey::new(instance, plan, POSITIONS_CHECKED, &modest(&prover.share(4.0))).ok()?;
    let called_off = || prover.is_called_off();
    let tested = test(instance, &survey, &scope.conditions, std::slice::from_ref(candidate), &called_off);
    if tested.first().is_none_or(|tested| tested.compared.fails.is_some()) || !scope.is_said {
        return None;
    }
    Some(Finding {
        claim: candidate.text(&scope.conditions),
        words: scope.sentence(&candidate.words),
        status: Status::Checked,
        extent: Some(reach.message(names)),
        ..Finding::default()
    })
}
