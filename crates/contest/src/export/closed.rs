//! Closed forms: claims of the game that cover everything the judge may ask.
//!
//! In: a game with claims and a problem that asks for the winner, the Grundy value or the score. Out: the claims as an expression
//! of the input. A condition of a claim is dropped only if it follows from what the problem promises of its inputs, by the bounds
//! of [`super::entail`]; if claims leave something open, a table or search covers the rest ([`super::search`]). Proved and
//! catalogued claims are preferred to a table; unproved claims of a user's file are used only if there is no table and the user
//! allowed it, after [`super::trial`] has tried to prove and to refute them; the program's comments say so.

use super::Answer;
use super::allowed::Allowed;
use super::build::xor_limit;
use super::chosen_move::return_move_by_claims;
use super::entail::Formula;
use super::ground::{Ground, Support};
use super::lower::{Lower, Scene};
use super::program::{Ex, Form, Op, Range, St, Ty};
use super::promises::Promises;
use super::solve::{Finding, Task, each_part, first_if, givens, is_single, mover};
use super::trial::{Trial, proved_with, tried, with_givens};
use super::value::may_draw;
use grundy_message::{Message, message};
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, CompoundRule, Expr, Form as Rule, Game};
use grundy_rules::shape::{takes_any_number, why_parts_have_no_grundy};
use grundy_rules::{Compound, Instance, Value};
use grundy_solve::Budget;
use grundy_solve::claims::ClaimVerdict;
use grundy_value::Quantity;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum number of positions that claims are compared with.
const COMPARED: u64 = 5_000;

/// Which claims are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// Proved ones, and known rules of the catalogue.
    Known,
    /// Also those of a user's file that held wherever they were compared with a search.
    Compared,
}

/// How much claims must cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// Everything within the limits.
    Whole,
    /// Something.
    Part,
}

/// Kind of value that a claim states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claimed {
    Grundy,
    Wins,
    Score,
}

impl Claimed {
    const ALL: [Claimed; 3] = [Claimed::Grundy, Claimed::Wins, Claimed::Score];

    /// Returns whether it is what this problem asks for.
    fn answers(self, task: &Task) -> bool {
        let (game, wants) = (task.game, task.wants);
        match self {
            Claimed::Grundy => {
                let alone = task.variant.compound.is_none_or(|compound| compound == Compound::One)
                    && game.compound == CompoundRule::One;
                let impartial = alone && game.players.is_none() && why_parts_have_no_grundy(game).is_none();
                impartial && (wants.winner || wants.grundy || wants.count)
            }
            Claimed::Wins => {
                let only_winner = wants.winner && !wants.grundy && !wants.points && !wants.count;
                only_winner && is_single(task) && !may_draw(game)
            }
            Claimed::Score => is_single(task) && (wants.points || wants.winner) && game.points,
        }
    }

    fn of(self, kind: &ClaimKind) -> Option<&Expr> {
        match (self, kind) {
            (Claimed::Grundy, ClaimKind::Equals(Quantity::Grundy, value))
            | (Claimed::Wins, ClaimKind::Iff(ClaimedOutcome::Second | ClaimedOutcome::First, value))
            | (Claimed::Score, ClaimKind::Equals(Quantity::Score, value)) => Some(value),
            _ => None,
        }
    }
}

/// Returns the closed form, if claims cover everything.
pub(crate) fn closed<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, trust: Trust) -> Answer<Option<Finding>> {
    for claimed in Claimed::ALL.into_iter().filter(|claimed| claimed.answers(task)) {
        let Some(chosen) = choose(task, lower, claimed, trust, Extent::Whole)? else { continue };
        match claimed {
            Claimed::Grundy if task.wants.count && !is_nim(task.game, &chosen) => {}
            Claimed::Grundy => return by_grundy(task, lower, &chosen).map(Some),
            Claimed::Wins => return by_outcome(task, lower, &chosen).map(Some),
            Claimed::Score => return by_score(task, lower, &chosen).map(Some),
        }
    }
    Ok(None)
}

/// Returns claims that cover some of what is queried, and leave something open.
pub(crate) fn partly<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, trust: Trust) -> Answer<Option<Chosen<'a>>> {
    for claimed in Claimed::ALL.into_iter().filter(|claimed| claimed.answers(task)) {
        if let Some(chosen) = choose(task, lower, claimed, trust, Extent::Part)? {
            return Ok(Some(chosen));
        }
    }
    Ok(None)
}

/// Returns whether the game is Nim: its one move takes any number, and the value is the number.
fn is_nim(game: &Game, chosen: &Chosen) -> bool {
    let [(_, value)] = chosen.claims.as_slice() else { return false };
    takes_any_number(game) && value.form == Rule::Component(0)
}

/// The claims used, in the order of the file, and their support.
pub(crate) struct Chosen<'a> {
    pub claimed: Claimed,
    claims: Vec<(&'a Claim, &'a Expr)>,
    /// If the claims leave something open: the ranges of the components there.
    pub left: Option<Vec<Range>>,
    pub grounds: Vec<Ground>,
}

/// Chooses the claims that can apply within the limits, until everything is covered. `None` if they cover less than wanted.
fn choose<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    claimed: Claimed,
    trust: Trust,
    extent: Extent,
) -> Answer<Option<Chosen<'a>>> {
    let game: &'a Game = task.game;
    let all: Vec<(&Claim, &Expr)> =
        game.claims.iter().filter_map(|claim| Some((claim, claimed.of(&claim.kind)?))).collect();
    let is_enough = |used: &BTreeSet<usize>, left: &Option<Vec<Range>>| {
        !used.is_empty() && (extent == Extent::Part || left.is_none())
    };
    // Finding the support of claims takes longer than checking that they cover too little.
    let (used, left) = cover(task, lower, &all)?;
    if !is_enough(&used, &left) {
        return Ok(None);
    }
    if task.standings.borrow().is_none() {
        let found = standings(task, lower);
        task.standings.replace(Some(found));
    }
    let standing = |claim: &Claim| task.standings.borrow().as_ref().and_then(|all| all.get(&claim.text).cloned());
    let (claims, left) = loop {
        let is_taken = |claim: &Claim| match standing(claim) {
            Some(Standing::Known(..)) => true,
            Some(Standing::Compared(_) | Standing::Tried(_)) => trust == Trust::Compared,
            Some(Standing::Refuted(_)) | None => false,
        };
        let taken: Vec<(&Claim, &Expr)> = all.iter().copied().filter(|(claim, _)| is_taken(claim)).collect();
        let (used, left) = cover(task, lower, &taken)?;
        if !is_enough(&used, &left) {
            return Ok(None);
        }
        let claims: Vec<(&Claim, &Expr)> = used.into_iter().map(|index| taken[index]).collect();
        // The support of the claims used is checked first.
        let compared = claims.iter().find_map(|(claim, _)| match standing(claim) {
            Some(Standing::Compared(how)) => Some((*claim, how)),
            _ => None,
        });
        let Some((claim, how)) = compared else { break (claims, left) };
        let found = match tried(task, lower, claim) {
            Trial::Proved(how) => Standing::Known(Support::Proved, how),
            Trial::Refuted(index) => Standing::Refuted(index),
            Trial::Held(extent) => Standing::Tried(extent.unwrap_or(how)),
        };
        if let Some(all) = task.standings.borrow_mut().as_mut() {
            all.insert(claim.text.clone(), found);
        }
    };
    let mut grounds = Vec::new();
    for (claim, _) in &claims {
        let (support, extent) = match standing(claim) {
            Some(Standing::Known(support, how)) => (support, how),
            Some(Standing::Compared(how) | Standing::Tried(how)) => (Support::Unproved, how),
            Some(Standing::Refuted(_)) | None => continue,
        };
        grounds.push(Ground { game: game.name.clone(), claim: plain_text(claim), support, extent });
    }
    Ok(Some(Chosen { claimed, claims, left, grounds }))
}

/// Returns which of these claims can apply within the limits, and the ranges of the components where none applies; `None` if one
/// always does.
fn cover<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    claims: &[(&'a Claim, &'a Expr)],
) -> Answer<(BTreeSet<usize>, Option<Vec<Range>>)> {
    let game: &'a Game = task.game;
    let (mut used, mut left): (BTreeSet<usize>, Option<Vec<Range>>) = (BTreeSet::new(), None);
    if claims.is_empty() {
        return Ok((used, left));
    }
    lower.tried(|lower| {
        let promises = Promises::new(task, lower);
        let givens = givens(task, lower)?;
        let side = mover(task, lower)?;
        each_part(task, lower, &givens, &mut |lower, components| {
            // Facts about one part do not hold for another.
            let mut promises = promises.clone();
            [components.as_slice(), &givens, side.as_slice()].iter().for_each(|values| promises.trust(lower, values));
            let scene = Scene { game, components: components.clone(), givens: givens.clone(), mover: side.clone() };
            lower.with_scene(scene, |lower| {
                let (here, open) = left_open(&mut promises, lower, claims, &components);
                used.extend(here);
                left = match (left.take(), open) {
                    (Some(known), Some(here)) => {
                        Some(known.into_iter().zip(here).map(|(one, other)| one.union(other)).collect())
                    }
                    (known, open) => known.or(open),
                };
                Ok(())
            })
        })
    })?;
    Ok((used, left))
}

/// Like [`cover`], at one position, whose components are those currently in scope.
fn left_open<'a>(
    promises: &mut Promises,
    lower: &mut Lower<'_, 'a>,
    claims: &[(&'a Claim, &'a Expr)],
    components: &[Ex],
) -> (BTreeSet<usize>, Option<Vec<Range>>) {
    let sums: Vec<_> = components.iter().map(|component| promises.sum(lower, component)).collect();
    let (mut used, mut open) = (BTreeSet::new(), promises.facts.clone());
    for (index, (claim, _)) in claims.iter().enumerate() {
        let condition = match &claim.condition {
            Some(condition) => promises.formula(lower, condition),
            None => Formula::Is(true),
        };
        let met: Vec<Formula> = open.iter().cloned().chain([condition.clone()]).collect();
        if promises.reasoner.possible(&met, &[]).is_none() {
            continue;
        }
        used.insert(index);
        open.push(condition.not());
        if promises.reasoner.possible(&open, &[]).is_none() {
            return (used, None);
        }
    }
    let left = promises.reasoner.possible(&open, &sums);
    (used, left)
}

/// Estimates the number of positions with components in these ranges that the claims do not cover.
pub(crate) fn open_count<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    chosen: &Chosen<'a>,
    givens: &[Ex],
    ranges: &[Range],
) -> f64 {
    let game: &'a Game = task.game;
    let named = |(at, range): (usize, &Range)| Ex::var(format!("reached {at}"), Ty::Int).ranged(*range);
    let components: Vec<Ex> = ranges.iter().enumerate().map(named).collect();
    let mut promises = Promises::new(task, lower);
    // Guarantees about an input do not hold for later positions.
    promises.facts.clear();
    promises.trust(lower, &components);
    let side = game.players.map(|_| Ex::var("mover", Ty::Int).ranged(Range::new(0, 1)));
    let scene = Scene { game, components: components.clone(), givens: givens.to_vec(), mover: side };
    let open = lower.tried(|lower| {
        lower.with_scene(scene, |lower| Ok(left_open(&mut promises, lower, &chosen.claims, &components).1))
    });
    let size = |range: Range| range.high.saturating_sub(range.low).max(0) as f64 + 1.0;
    match open {
        Ok(None) => 0.0,
        Ok(Some(open)) => open.iter().zip(ranges).map(|(open, all)| size(open.within(*all)).min(size(*all))).product(),
        Err(_) => ranges.iter().map(|range| size(*range)).product(),
    }
}

/// Support of a claim, in words.
#[derive(Clone)]
pub(crate) enum Standing {
    /// A proof, or a publication named by the catalogue.
    Known(Support, Message),
    /// Only that small positions agreed.
    Compared(Message),
    /// Only that it held wherever it was tried, up to the limits.
    Tried(Message),
    /// It is false at this position.
    Refuted(Message),
}

/// Returns the first claim found to be false, and where.
pub(crate) fn refuted(task: &Task) -> Option<(String, Message)> {
    let standings = task.standings.borrow();
    task.game.claims.iter().find_map(|claim| match standings.as_ref()?.get(&claim.text)? {
        Standing::Refuted(index) => Some((plain_text(claim), index.clone())),
        _ => None,
    })
}

/// Returns the support of each claim; claims of which nothing is known are left out.
fn standings<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>) -> BTreeMap<String, Standing> {
    let few = Budget::positions(COMPARED);
    let (max_positions, max_moves, max_steps) = (few.max_positions, few.max_moves, few.max_steps);
    let budget = Budget { max_positions, max_moves, max_steps, ..task.means.budget.clone() };
    let reports = (task.means.authority.check_claims)(task.game, &budget);
    let proved = proved_claims(task, lower);
    let built_in = (task.means.authority.built_in)(task.game).filter(|known| **known == **task.game);
    let published = built_in.and_then(|known| known.origin.clone());
    let mut allowed = None;
    let mut found = BTreeMap::new();
    for claim in &task.game.claims {
        // By the text: all spans are equal.
        let text = format!("claim {}", claim.text);
        let Some(report) = reports.iter().find(|report| report.text == text) else { continue };
        let is_proved = proved.0.contains(&claim.text);
        let standing = match &report.verdict {
            ClaimVerdict::Holds { .. } if is_proved => Standing::Known(Support::Proved, proved.1.clone()),
            ClaimVerdict::Proved { by } => Standing::Known(Support::Proved, message!("proved, {by}", by)),
            ClaimVerdict::Holds { description, .. } => match &published {
                Some(source) => {
                    let source = source.split_whitespace().collect::<Vec<_>>().join(" ");
                    let how = message!("published ({source}), not proved here, {description}", source, description);
                    Standing::Known(Support::Published, how)
                }
                None => Standing::Compared(description.clone()),
            },
            ClaimVerdict::Fails { counterexample, givens, .. } => {
                let allowed = allowed.get_or_insert_with(|| Allowed::new(task, lower));
                if allowed.excludes_printed(givens) {
                    // Inputs that cannot occur refute nothing; the trial tests those that can.
                    Standing::Compared(message!("compared with nothing within the limits"))
                } else {
                    Standing::Refuted(with_givens(counterexample.clone(), &givens.as_arguments()))
                }
            }
            _ => continue,
        };
        found.insert(claim.text.clone(), standing);
    }
    found
}

/// Returns the claims proved for every position, and a message that says for which givens. A proof is about one instance: if the givens differ
/// between inputs there is none.
fn proved_claims<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>) -> (Vec<String>, Message) {
    let values = lower.tried(|lower| givens(task, lower)).unwrap_or_default();
    let fixed: Option<Vec<Option<Value>>> = values
        .iter()
        .map(|value| match &value.form {
            Form::Int(number) => Some(Some(Value::from(i64::try_from(*number).ok()?))),
            Form::Bool(truth) => Some(Some(Value::Bool(*truth))),
            _ => None,
        })
        .collect();
    let instance = fixed.and_then(|fixed| Instance::new(task.game.clone(), fixed).ok());
    let Some(instance) = instance.map(Arc::new) else { return (Vec::new(), Message::default()) };
    ((task.means.authority.proved_claims)(&instance), proved_with(&instance))
}

impl Chosen<'_> {
    /// Returns the lines of the program's comment.
    pub fn comments(&self) -> Vec<String> {
        self.grounds.iter().map(Ground::comment).collect()
    }

    /// Returns the text of the claims, one after the other.
    pub fn text(&self) -> String {
        self.claims.iter().map(|(claim, _)| plain_text(claim)).collect::<Vec<_>>().join("; ")
    }
}

fn plain_text(claim: &Claim) -> String {
    claim.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Which positions the claims are applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Those of the input, to which the limits apply.
    Input,
    /// Any reachable one.
    Reached,
}

/// Handles a part that no claim covers.
pub(crate) type Otherwise<'o, 's, 'a> = &'o mut dyn FnMut(&mut Lower<'s, 'a>) -> Answer<Ex>;

/// Lowers the value of one claim for a part.
fn claim_value<'a>(lower: &mut Lower<'_, 'a>, (claim, value): (&'a Claim, &'a Expr)) -> Answer<Ex> {
    let value = lower.expr(value)?;
    Ok(match claim.kind {
        ClaimKind::Iff(ClaimedOutcome::Second, _) => value.not(),
        _ => value,
    })
}

/// Returns early, from a function of a position, with the value of the first claim that applies.
pub(crate) fn return_known<'a>(lower: &mut Lower<'_, 'a>, chosen: &Chosen<'a>) -> Answer<()> {
    for (claim, value) in &chosen.claims {
        let condition = match &claim.condition {
            Some(condition) => lower.expr(condition)?,
            None => Ex::bool(true),
        };
        if condition.is_false() {
            continue;
        }
        lower.open();
        let known = claim_value(lower, (*claim, *value))?;
        lower.put(St::Return(known));
        let block = lower.close();
        lower.put(St::If(condition, block, Vec::new()));
    }
    Ok(())
}

/// Lowers the value of a part by the claims: the first whose condition holds. For the input, the last needs no condition if
/// together they cover everything.
pub(crate) fn value_of<'s, 'a>(
    lower: &mut Lower<'s, 'a>,
    chosen: &Chosen<'a>,
    (at, scope): (usize, Asked),
    otherwise: Otherwise<'_, 's, 'a>,
) -> Answer<Ex> {
    let Some((claim, value)) = chosen.claims.get(at).copied() else { return otherwise(lower) };
    let this_value = |lower: &mut Lower<'s, 'a>| claim_value(lower, (claim, value));
    let is_last = scope == Asked::Input && chosen.left.is_none() && at + 1 == chosen.claims.len();
    let Some(condition) = claim.condition.as_ref().filter(|_| !is_last) else { return this_value(lower) };
    let condition = lower.expr(condition)?;
    if condition.is_true() {
        return this_value(lower);
    }
    if condition.is_false() {
        return value_of(lower, chosen, (at + 1, scope), otherwise);
    }
    lower.open();
    let yes = this_value(lower)?;
    let before_yes = lower.close();
    lower.open();
    let no = value_of(lower, chosen, (at + 1, scope), otherwise)?;
    let before_no = lower.close();
    Ok(lower.branches(condition, (before_yes, yes), (before_no, no)))
}

/// Like [`value_of`], if claims cover everything.
fn whole<'a>(lower: &mut Lower<'_, 'a>, chosen: &Chosen<'a>) -> Answer<Ex> {
    value_of(lower, chosen, (0, Asked::Input), &mut |_| Err(super::refused(message!("claims leave something open"))))
}

fn by_grundy<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, chosen: &Chosen<'a>) -> Answer<Finding> {
    let game: &'a Game = task.game;
    let givens = givens(task, lower)?;
    let mut comments = chosen.comments();
    if is_single(task) && !task.wants.count {
        let mut found = Ex::int(0);
        each_part(task, lower, &givens, &mut |lower, components| {
            let scene = Scene { game, components, givens: givens.clone(), mover: None };
            found = lower.with_scene(scene, |lower| whole(lower, chosen))?;
            Ok(())
        })?;
        let wins = found.clone().op(Op::Unequal, Ex::int(0));
        let found = if task.wants.a_move { lower.name_it("value", found) } else { found };
        let wins = if task.wants.a_move { found.clone().op(Op::Unequal, Ex::int(0)) } else { wins };
        let found = Finding {
            winner: Some(first_if(wins)),
            grundy: Some(found),
            comments,
            grounds: chosen.grounds.clone(),
            ..Finding::default()
        };
        return with_move(task, lower, chosen, (&givens, None), found);
    }
    comments.push("Sprague and Grundy: the value of a sum is the xor of the values of its parts.".to_owned());
    let name = lower.fresh("total");
    let total = Ex::var(&name, Ty::Int);
    lower.put(St::Let(name, Ex::int(0)));
    let mut values = Range::new(0, 0);
    each_part(task, lower, &givens, &mut |lower, components| {
        let scene = Scene { game, components, givens: givens.clone(), mover: None };
        let value = lower.with_scene(scene, |lower| whole(lower, chosen))?;
        values = values.union(value.range);
        lower.put(St::Set(total.clone(), total.clone().plain(Op::Xor, value)));
        Ok(())
    })?;
    let mut count = None;
    let total = total.ranged(Range::by([values], |[values]| Range::new(0, xor_limit(values.high))));
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
    let found = Finding {
        winner: Some(first_if(wins)),
        grundy: Some(total),
        count,
        comments,
        grounds: chosen.grounds.clone(),
        ..Finding::default()
    };
    with_move(task, lower, chosen, (&givens, None), found)
}

/// Emits the return of the first winning move, if that is asked for.
fn with_move<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    chosen: &Chosen<'a>,
    givens_and_side: (&[Ex], Option<&Ex>),
    mut found: Finding,
) -> Answer<Finding> {
    if task.wants.a_move {
        found.steps = return_move_by_claims(task, lower, chosen, givens_and_side, &found)?;
    }
    Ok(found)
}

fn by_outcome<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, chosen: &Chosen<'a>) -> Answer<Finding> {
    let game: &'a Game = task.game;
    let givens = givens(task, lower)?;
    let side = mover(task, lower)?;
    let mut wins = Ex::bool(false);
    each_part(task, lower, &givens, &mut |lower, components| {
        let scene = Scene { game, components, givens: givens.clone(), mover: side.clone() };
        wins = lower.with_scene(scene, |lower| whole(lower, chosen))?;
        Ok(())
    })?;
    let found = Finding {
        winner: Some(first_if(wins)),
        comments: chosen.comments(),
        grounds: chosen.grounds.clone(),
        ..Finding::default()
    };
    with_move(task, lower, chosen, (&givens, side.as_ref()), found)
}

fn by_score<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, chosen: &Chosen<'a>) -> Answer<Finding> {
    let game: &'a Game = task.game;
    let givens = givens(task, lower)?;
    let side = mover(task, lower)?;
    let mut score = Ex::int(0);
    each_part(task, lower, &givens, &mut |lower, components| {
        let scene = Scene { game, components, givens: givens.clone(), mover: side.clone() };
        let value = lower.with_scene(scene, |lower| whole(lower, chosen))?;
        score = lower.name_it("score", value);
        Ok(())
    })?;
    let winner = super::value::winner_by_points(game, &score, side.as_ref());
    let found = Finding {
        winner: Some(winner),
        points: Some(score),
        comments: chosen.comments(),
        grounds: chosen.grounds.clone(),
        ..Finding::default()
    };
    with_move(task, lower, chosen, (&givens, side.as_ref()), found)
}
