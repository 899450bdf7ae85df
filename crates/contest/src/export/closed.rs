//! Closed forms: a claim of the game that covers everything the judge may ask.
//!
//! In: a game with claims and a problem that asks for the winner, the Grundy value or the score. Out: the claim as an
//! expression of the input. A claim counts only where it held on every position that it was compared with, or is proved; one
//! that is restricted counts where every instance drawn within the judge's limits meets the restriction.

use super::Answer;
use super::build::xor_limit;
use super::lower::{Lower, Scene};
use super::program::{Ex, Op, Range, St, Ty};
use super::solve::{Finding, Task, each_part, first_if, givens, is_single, mover};
use crate::draw::Random;
use grundy_rules::ast::Quantity;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, Compound, Expr, Form as Rule, Game};
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Instance, Join, Meter, Value};
use grundy_solve::Budget;
use grundy_solve::claims::ClaimVerdict;
use std::sync::Arc;

/// How many instances are drawn to see whether restrictions are met.
const DRAWN: u32 = 160;
/// How many positions a claim is compared with.
const COMPARED: u64 = 5_000;

/// The closed form, where there is one.
pub(crate) fn closed<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>) -> Answer<Option<Finding>> {
    let game: &'a Game = task.game;
    let alone = task.variant.join.is_none_or(|join| join == Join::One) && game.compound == Compound::One;
    let single = is_single(task);
    let impartial = alone && game.players.is_none() && why_parts_have_no_grundy(game).is_none();
    if impartial && (task.wants.winner || task.wants.grundy || task.wants.count) {
        let chosen = covering(task, |kind| match kind {
            ClaimKind::Equals(Quantity::Grundy, value) => Some(value),
            _ => None,
        });
        if let Some(chosen) = chosen
            && (!task.wants.count || takes_any_number(game, &chosen))
        {
            return by_grundy(task, lower, &chosen).map(Some);
        }
    }
    let only_winner = task.wants.winner && !task.wants.grundy && !task.wants.points && !task.wants.count;
    if only_winner && single {
        let chosen = covering(task, |kind| match kind {
            ClaimKind::Iff(ClaimedOutcome::Second | ClaimedOutcome::First, value) => Some(value),
            _ => None,
        });
        if let Some(chosen) = chosen.filter(|_| !may_draw(game)) {
            return by_outcome(task, lower, &chosen).map(Some);
        }
    }
    if single && (task.wants.points || task.wants.winner) && game.points {
        let chosen = covering(task, |kind| match kind {
            ClaimKind::Equals(Quantity::Score, value) => Some(value),
            _ => None,
        });
        if let Some(chosen) = chosen {
            return by_score(task, lower, &chosen).map(Some);
        }
    }
    Ok(None)
}

fn may_draw(game: &Game) -> bool {
    let draws = |verdict: &grundy_rules::game::Verdict| *verdict == grundy_rules::game::Verdict::Draw;
    game.ends.iter().chain(&game.stuck_if).any(|(_, verdict)| draws(verdict)) || draws(&game.stuck)
}

/// Nim: the one move takes any number, and the value is the number.
fn takes_any_number(game: &Game, chosen: &Chosen) -> bool {
    use grundy_rules::ast::BinaryOperator;
    use grundy_rules::game::{Destination, Domain, Over, Term};
    let [rule] = game.moves.as_slice() else { return false };
    let [binder] = rule.binders.as_slice() else { return false };
    let one = |expr: &Expr| matches!(&expr.form, Rule::Int(number) if number.to_i64() == Some(1));
    let any = matches!(&binder.over, Over::Each(Domain::Range(low, Some(high))) if one(low) && high.form == Rule::Component(0));
    let less = |expr: &Expr| match &expr.form {
        Rule::Binary(BinaryOperator::Subtract, from, what) => {
            from.form == Rule::Component(0) && what.form == Rule::Local(0)
        }
        _ => false,
    };
    let leads = match &rule.result {
        Destination::Terms { again: None, terms } => matches!(terms.as_slice(), [Term::Tuple(all, _)] if less(&all[0])),
        _ => false,
    };
    let values = chosen.claims.first().is_some_and(|(_, value)| value.form == Rule::Component(0));
    game.components.len() == 1 && rule.guard.is_none() && any && leads && values
}

/// Claims that together cover the limits, and on what authority.
struct Chosen<'a> {
    claims: Vec<(&'a Claim, &'a Expr)>,
    authority: Vec<String>,
}

fn covering<'a>(task: &Task<'a>, pick: impl Fn(&'a ClaimKind) -> Option<&'a Expr>) -> Option<Chosen<'a>> {
    let game: &'a Game = task.game;
    let candidates: Vec<(&Claim, &Expr)> =
        game.claims.iter().filter_map(|claim| Some((claim, pick(&claim.kind)?))).collect();
    if candidates.is_empty() {
        return None;
    }
    let parts = drawn_parts(task);
    // The claims that are ever met, in the order of the file, until everything is covered.
    let mut open: Vec<&Met> = parts.iter().flatten().collect();
    let mut claims = Vec::new();
    for (claim, value) in candidates {
        let Some(condition) = &claim.condition else {
            claims.push((claim, value));
            open.clear();
            break;
        };
        parts.as_ref()?;
        let before = open.len();
        open.retain(|met| !met.holds(condition));
        if open.len() < before {
            claims.push((claim, value));
        }
        if open.is_empty() {
            break;
        }
    }
    if claims.is_empty() || !open.is_empty() {
        return None;
    }
    let reports = (task.authority.check_claims)(task.game, &Budget::positions(COMPARED));
    let proved = proved_claims(task);
    let mut authority = Vec::new();
    for (claim, _) in &claims {
        let report = reports.iter().find(|report| report.span == claim.span)?;
        let how = match &report.verdict {
            ClaimVerdict::Holds { .. } if proved.contains(&claim.text) => "proved for every size".to_owned(),
            ClaimVerdict::Proved { by } => format!("proved, {by}"),
            ClaimVerdict::Holds { positions, .. } => format!("checked against a search on {positions} positions"),
            _ => return None,
        };
        authority.push(format!(
            "{}: {}, {how}.",
            game.name,
            claim.text.split_whitespace().collect::<Vec<_>>().join(" ")
        ));
    }
    Some(Chosen { claims, authority })
}

/// The claims that are proved for every position. A proof is of one game: with other givens it would be another.
fn proved_claims(task: &Task) -> Vec<String> {
    if !task.game.givens.is_empty() {
        return Vec::new();
    }
    let Ok(instance) = Instance::new(task.game.clone(), Vec::new()) else { return Vec::new() };
    (task.authority.proved_claims)(&Arc::new(instance))
}

/// A part of a position that was drawn.
struct Met {
    asked: Arc<crate::session::Asked>,
    part: usize,
}

impl Met {
    fn holds(&self, condition: &Expr) -> bool {
        let position = &self.asked.position;
        let meter = Meter::steps(10_000_000);
        let Some(part) = &position.parts[self.part] else { return true };
        self.asked.instance.evaluate(condition, part, position.mover, &meter) == Ok(Value::Bool(true))
    }
}

/// Parts of positions within the limits; `None` where nothing can be drawn.
fn drawn_parts(task: &Task) -> Option<Vec<Met>> {
    let mut random = Random::new(20);
    let mut met = Vec::new();
    // Each variant is drawn as often as the others.
    let variants = task.problem.variants.len().max(1) as u32;
    for at in 0..DRAWN * variants {
        let input = task.problem.draw(at / (2 * variants), &mut random).ok()?;
        if input.variant != task.place {
            continue;
        }
        let Ok(Some(asked)) = task.problem.asked(&input) else { continue };
        if asked.instance.game() != &**task.game {
            continue;
        }
        let asked = Arc::new(asked);
        let few = asked.position.parts.len().min(20);
        met.extend((0..few).map(|part| Met { asked: asked.clone(), part }));
    }
    (!met.is_empty()).then_some(met)
}

/// What the claims say of a part: the first whose condition holds.
fn value_of<'a>(lower: &mut Lower<'_, 'a>, chosen: &Chosen<'a>, at: usize) -> Answer<Ex> {
    let (claim, value) = chosen.claims[at];
    let said = |lower: &mut Lower<'_, 'a>| -> Answer<Ex> {
        let value = lower.expr(value)?;
        Ok(match claim.kind {
            ClaimKind::Iff(ClaimedOutcome::Second, _) => value.not(),
            _ => value,
        })
    };
    let Some(condition) = claim.condition.as_ref().filter(|_| at + 1 < chosen.claims.len()) else { return said(lower) };
    let condition = lower.expr(condition)?;
    if condition.is_true() {
        return said(lower);
    }
    if condition.is_false() {
        return value_of(lower, chosen, at + 1);
    }
    lower.open();
    let yes = said(lower)?;
    let before_yes = lower.close();
    lower.open();
    let no = value_of(lower, chosen, at + 1)?;
    let before_no = lower.close();
    Ok(lower.branches(condition, (before_yes, yes), (before_no, no)))
}

fn by_grundy<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, chosen: &Chosen<'a>) -> Answer<Finding> {
    let game: &'a Game = task.game;
    let givens = givens(task, lower)?;
    let mut comments = chosen.authority.clone();
    if is_single(task) && !task.wants.count {
        let mut found = Ex::int(0);
        each_part(task, lower, &givens, &mut |lower, components| {
            let scene = Scene { game, components, givens: givens.clone(), mover: None };
            found = lower.with_scene(scene, |lower| value_of(lower, chosen, 0))?;
            Ok(())
        })?;
        let wins = found.clone().op(Op::Unequal, Ex::int(0));
        return Ok(Finding { winner: Some(first_if(wins)), grundy: Some(found), comments, ..Finding::default() });
    }
    comments.push("Sprague and Grundy: the value of a sum is the xor of the values of its parts.".to_owned());
    let name = lower.fresh("total");
    let total = Ex::var(&name, Ty::Int);
    lower.put(St::Let(name, Ex::int(0)));
    let mut high = 0;
    each_part(task, lower, &givens, &mut |lower, components| {
        let scene = Scene { game, components, givens: givens.clone(), mover: None };
        let value = lower.with_scene(scene, |lower| value_of(lower, chosen, 0))?;
        high = high.max(value.range.high);
        lower.put(St::Set(total.clone(), total.clone().plain(Op::Xor, value)));
        Ok(())
    })?;
    let mut count = None;
    let total = total.ranged(Range::new(0, xor_limit(high)));
    if task.wants.count {
        comments.push("A heap h has a winning move, one, where h xor the total is less than h.".to_owned());
        let name = lower.fresh("number");
        let number = Ex::var(&name, Ty::Int).ranged(Range::new(0, 1 << 40));
        lower.put(St::Let(name, Ex::int(0)));
        each_part(task, lower, &givens, &mut |lower, components| {
            let heap = components[0].clone();
            let less = heap.clone().op(Op::Xor, total.clone()).op(Op::Less, heap);
            let more = St::Set(number.clone(), number.clone().plain(Op::Add, Ex::int(1)));
            lower.put(St::If(less, vec![more], Vec::new()));
            Ok(())
        })?;
        count = Some(number);
    }
    let wins = total.clone().op(Op::Unequal, Ex::int(0));
    Ok(Finding { winner: Some(first_if(wins)), grundy: Some(total), count, comments, ..Finding::default() })
}

fn by_outcome<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, chosen: &Chosen<'a>) -> Answer<Finding> {
    let game: &'a Game = task.game;
    let givens = givens(task, lower)?;
    let side = mover(task, lower)?;
    let mut wins = Ex::bool(false);
    each_part(task, lower, &givens, &mut |lower, components| {
        let scene = Scene { game, components, givens: givens.clone(), mover: side.clone() };
        wins = lower.with_scene(scene, |lower| value_of(lower, chosen, 0))?;
        Ok(())
    })?;
    Ok(Finding { winner: Some(first_if(wins)), comments: chosen.authority.clone(), ..Finding::default() })
}

fn by_score<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, chosen: &Chosen<'a>) -> Answer<Finding> {
    let game: &'a Game = task.game;
    let givens = givens(task, lower)?;
    let side = mover(task, lower)?;
    let mut score = Ex::int(0);
    each_part(task, lower, &givens, &mut |lower, components| {
        let scene = Scene { game, components, givens: givens.clone(), mover: side.clone() };
        let value = lower.with_scene(scene, |lower| value_of(lower, chosen, 0))?;
        score = lower.name_it("score", value);
        Ok(())
    })?;
    let winner = super::value::winner_by_points(game, &score, side.as_ref());
    Ok(Finding { winner: Some(winner), points: Some(score), comments: chosen.authority.clone(), ..Finding::default() })
}
