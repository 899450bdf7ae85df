//! Strategies: the claims about who wins that must be proved so that the move a strategy names wins wherever the
//! strategy applies.
//!
//! In: a strategy of the file, a proved claim that says which positions are lost, and a function that proves claims.
//! Out: that the strategy is right, if two claims about who wins are proved: by the first every position it applies to
//! is won, so that by the second the move it names is legal and leaves a lost position.

use super::inline::Inline;
use super::{Consequence, is_unconditional};
use grundy_message::message;
use grundy_rules::ast::Comparison;
use grundy_rules::game::{
    Claim, ClaimKind, ClaimedOutcome, Destination, Domain, Expr, Form, Kind, Over, Strategy, Term,
};
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Compound, Instance, Int, Meter};
use grundy_value::Quantity;

/// Maximum number of steps for substituting expressions.
const STEPS: u64 = 1_000_000;

/// Returns that a strategy is right, or `None` if that does not follow from what `prove` shows of the claims passed to
/// it.
///
/// `lost` is a proved claim about every position, as `lose iff …` or `grundy = …`; without it only moves that leave
/// nothing or two equal parts are supported. A strategy whose condition never holds is not a theorem.
pub fn of_strategy(
    instance: &Instance,
    strategy: &Strategy,
    lost: Option<&Consequence>,
    prove: &mut dyn FnMut(&Claim) -> Option<Consequence>,
) -> Option<Consequence> {
    let lost = match lost {
        Some(lost) => Some(lost.claim_about(instance)?),
        None => None,
    };
    for claim in &claims_of_strategy(instance, strategy, lost)? {
        let proved = prove(claim)?;
        if proved.claim_about(instance) != Some(claim) || !proved.speaks() {
            return None;
        }
    }
    let why = match lost {
        Some(lost) => {
            message!("the move is there and leaves a lost position, as `{claim}` is proved", claim = lost.text)
        }
        None => message!("the move is there and leaves two equal parts, or nothing"),
    };
    Some(Consequence::new(instance, None, Some(why), true))
}

/// Returns the claims that together state that a strategy is right, or `None` if they cannot be expressed.
fn claims_of_strategy(instance: &Instance, strategy: &Strategy, lost: Option<&Claim>) -> Option<[Claim; 2]> {
    let game = instance.game();
    let [rule] = strategy.moves[..] else { return None };
    let rule = &game.moves[rule];
    // Where play has ended there is no move, and points are not supported.
    if game.players.is_some() || !game.ends.is_empty() || game.points || rule.gain.is_some() {
        return None;
    }
    let meter = Meter::steps(STEPS);
    let inline = Inline::new(instance, &meter);
    let made = |form: Form| Expr { form, kind: Kind::Bool, span: rule.span };
    let mut conditions = Vec::new();
    let mut frame: Vec<Expr> = Vec::new();
    for binder in &rule.binders {
        let value = match &binder.over {
            Over::Is(expr) => inline.expr(expr, &frame)?,
            Over::If(condition) => {
                conditions.push(inline.expr(condition, &frame)?);
                made(Form::Bool(true))
            }
            Over::Each(domain) => {
                let (_, said) = strategy.arguments.iter().find(|(name, _)| *name == binder.name)?;
                let said = inline.expr(said, &[])?;
                conditions.push(made(match domain {
                    Domain::Range(low, Some(high)) => {
                        let ends = vec![inline.expr(low, &frame)?, said.clone(), inline.expr(high, &frame)?];
                        Form::Compare(ends, vec![Comparison::AtMost, Comparison::AtMost])
                    }
                    Domain::Range(_, None) => return None,
                    Domain::Of(list) => {
                        Form::In(Box::new(said.clone()), Box::new(Domain::Of(inline.expr(list, &frame)?)))
                    }
                }));
                said
            }
        };
        frame.push(value);
    }
    if let Some(guard) = &rule.guard {
        conditions.push(inline.expr(guard, &frame)?);
    }
    let is_normal = why_parts_have_no_grundy(game).is_none() && instance.compound().ok() == Some(Compound::One);
    let lost = lost.filter(|claim| is_unconditional(instance, claim));
    conditions.push(Left { inline, frame: &frame, instance, lost, is_normal }.is_lost(&rule.result)?);
    let claim = |said: Form, text: &str| Claim {
        kind: ClaimKind::Iff(ClaimedOutcome::First, made(said)),
        condition: strategy.condition.clone(),
        text: text.to_owned(),
        span: strategy.span,
    };
    Some([
        claim(Form::Bool(true), "win iff true"),
        claim(Form::And(conditions), "win iff the move is there and leaves a lost position"),
    ])
}

/// What a move leaves.
struct Left<'a> {
    inline: Inline<'a>,
    frame: &'a [Expr],
    instance: &'a Instance,
    lost: Option<&'a Claim>,
    /// True if a sum of two equal parts is lost, and so is the empty sum.
    is_normal: bool,
}

impl Left<'_> {
    /// Returns the condition that what is left is lost for the player to move next.
    fn is_lost(&self, result: &Destination) -> Option<Expr> {
        let (terms, again) = match result {
            Destination::If(condition, yes, no) => {
                let condition = self.inline.expr(condition, self.frame)?;
                let (yes, no) = (self.is_lost(yes)?, self.is_lost(no)?);
                return Some(boolean(Form::If(Box::new(condition), Box::new(yes), Box::new(no))));
            }
            Destination::Terms { terms, again } => (terms, again),
        };
        if again.is_some() {
            return None;
        }
        let parts = terms.iter().filter(|term| !matches!(term, Term::Nothing)).map(|term| self.part(term));
        match &parts.collect::<Option<Vec<Vec<Expr>>>>()?[..] {
            [] if self.is_normal => Some(boolean(Form::Bool(true))),
            [one, other] if self.is_normal => {
                let equal = |(one, other): (&Expr, &Expr)| {
                    boolean(Form::Compare(vec![one.clone(), other.clone()], vec![Comparison::Equal]))
                };
                Some(boolean(Form::And(one.iter().zip(other).map(equal).collect())))
            }
            [part] => {
                let inline = self.inline.with_components(part);
                match &self.lost?.kind {
                    ClaimKind::Iff(ClaimedOutcome::Second, lost) => inline.expr(lost, &[]),
                    ClaimKind::Equals(Quantity::Grundy, value) => {
                        let value = inline.expr(value, &[])?;
                        let zero = Expr { form: Form::Int(Int::ZERO), ..value.clone() };
                        Some(boolean(Form::Compare(vec![value, zero], vec![Comparison::Equal])))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns the components of a part that is left.
    fn part(&self, term: &Term) -> Option<Vec<Expr>> {
        match term {
            Term::Tuple(components, _) => components.iter().map(|expr| self.inline.expr(expr, self.frame)).collect(),
            Term::With(changes, span) => {
                let count = self.instance.game().components.len();
                let same = |index| Expr { form: Form::Component(index), kind: Kind::Int, span: *span };
                let mut part: Vec<Expr> = (0..count).map(same).collect();
                for change in changes {
                    if !change.indices.is_empty() || !change.binders.is_empty() || change.filter.is_some() {
                        return None;
                    }
                    part[change.component] = self.inline.expr(&change.value, self.frame)?;
                }
                Some(part)
            }
            Term::Nothing | Term::Group(_) | Term::Each { .. } => None,
        }
    }
}

fn boolean(form: Form) -> Expr {
    Expr { form, kind: Kind::Bool, span: grundy_rules::Span::default() }
}
