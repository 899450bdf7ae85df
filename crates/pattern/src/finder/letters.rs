//! Claims proved for all values of the givens, and rules in which the givens are letters.
//!
//! In: a game with givens that are numbers. Out: findings with certificates that `grundy_proof::letters` accepted.

use super::claims::{Finding, Status};
use super::gate::with_claims;
use super::refute::position_of;
use crate::letters::{Claim as Rule, Problem, Work, prove, rules};
use grundy_message::{Message, message, template};
use grundy_proof::consequence::of_letters;
use grundy_proof::letters::{game_lines, prove as accept, statement};
use grundy_rules::game::Claim;
use grundy_rules::{Instance, Limit};
use std::sync::Arc;

/// Maximum number of steps of one proof, each a few nanoseconds; a search for rules has a quarter.
const STEPS: Limit = Limit { name: template!("steps of a proof with letters"), usual: 1 << 26 };
/// How many rules that fit are tried to be proved.
const RULES_PROVED: usize = 3;

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

/// Returns rules in the givens that are proved: of the Grundy values, else of the lost positions.
pub fn in_the_givens(instance: &Arc<Instance>, patience: &Patience) -> Option<Finding> {
    if instance.game().givens.is_empty() {
        return None;
    }
    [true, false].into_iter().find_map(|with_values| {
        let problem = Problem::parse(&game_lines(instance.game(), with_values).ok()?)?;
        let found = rules(&problem, &mut patience.work(4));
        found.iter().take(RULES_PROVED).find_map(|found| {
            let text = problem.spelled(&found.claim);
            let (claim, words) = match found.claim {
                Rule::Value(_) => (format!("grundy = {text}"), message!("the Grundy value is {value}", value = text)),
                Rule::Lost(_) => {
                    (format!("lose iff {text}"), message!("lost exactly if {condition}", condition = text))
                }
            };
            let extended = with_claims(instance, std::slice::from_ref(&claim))?;
            let game = extended.shared_game();
            let finding = by_letters(&extended, game.claims.last()?, patience)?;
            Some(Finding { claim, words, ..finding }).filter(|finding| finding.status == Status::Proved)
        })
    })
}
