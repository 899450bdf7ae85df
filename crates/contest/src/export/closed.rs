//! Closed forms: claims of the game that say all that the judge may ask.
//!
//! In: a game with claims and a problem that asks for the winner, the Grundy value or the score. Out: the claims as an expression of
//! the input. A condition of a claim is dropped only where it follows from what the problem promises of its inputs, by the bounds
//! of [`super::entail`]; where claims leave something open, a table or search stands behind them ([`super::search`]). What is proved
//! and what the catalogue states comes before a table; what somebody's own file states is taken where there is no table, after
//! [`super::reliance`] has tried to prove and to refute it, and the program and whoever asked for it are told so.

use super::Answer;
use super::build::xor_limit;
use super::entail::Formula;
use super::lower::{Lower, Scene};
use super::program::{Ex, Form, Op, Range, St, Ty};
use super::promises::Promises;
use super::reliance::{Trial, tried, with_givens};
use super::solve::{Finding, Task, each_part, first_if, givens, is_single, mover};
use grundy_rules::ast::Quantity;
use grundy_rules::game::{Claim, ClaimKind, ClaimedOutcome, Compound, Expr, Form as Rule, Game};
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Instance, Join, Value};
use grundy_solve::Budget;
use grundy_solve::claims::ClaimVerdict;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How many positions a claim is compared with.
const COMPARED: u64 = 5_000;

/// Which claims are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// Those that are proved, and known rules of the catalogue.
    Known,
    /// Those of a file of one's own as well, which held wherever they were compared with a search.
    Compared,
}

/// How much claims must say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// Everything within the limits.
    Whole,
    /// Something.
    Part,
}

/// What a claim says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    Grundy,
    Wins,
    Score,
}

impl Said {
    const ALL: [Said; 3] = [Said::Grundy, Said::Wins, Said::Score];

    /// Whether it is what this problem asks for.
    fn answers(self, task: &Task) -> bool {
        let (game, wants) = (task.game, task.wants);
        match self {
            Said::Grundy => {
                let alone = task.variant.join.is_none_or(|join| join == Join::One) && game.compound == Compound::One;
                let impartial = alone && game.players.is_none() && why_parts_have_no_grundy(game).is_none();
                impartial && (wants.winner || wants.grundy || wants.count)
            }
            Said::Wins => {
                let only_winner = wants.winner && !wants.grundy && !wants.points && !wants.count;
                only_winner && is_single(task) && !may_draw(game)
            }
            Said::Score => is_single(task) && (wants.points || wants.winner) && game.points,
        }
    }

    fn of(self, kind: &ClaimKind) -> Option<&Expr> {
        match (self, kind) {
            (Said::Grundy, ClaimKind::Equals(Quantity::Grundy, value))
            | (Said::Wins, ClaimKind::Iff(ClaimedOutcome::Second | ClaimedOutcome::First, value))
            | (Said::Score, ClaimKind::Equals(Quantity::Score, value)) => Some(value),
            _ => None,
        }
    }
}

/// The closed form, where claims say everything.
pub(crate) fn closed<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, trust: Trust) -> Answer<Option<Finding>> {
    for said in Said::ALL.into_iter().filter(|said| said.answers(task)) {
        let Some(chosen) = choose(task, lower, said, trust, Extent::Whole)? else { continue };
        match said {
            Said::Grundy if task.wants.count && !takes_any_number(task.game, &chosen) => {}
            Said::Grundy => return by_grundy(task, lower, &chosen).map(Some),
            Said::Wins => return by_outcome(task, lower, &chosen).map(Some),
            Said::Score => return by_score(task, lower, &chosen).map(Some),
        }
    }
    Ok(None)
}

/// Claims that say something of what is asked, and leave something open.
pub(crate) fn partly<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, trust: Trust) -> Answer<Option<Chosen<'a>>> {
    for said in Said::ALL.into_iter().filter(|said| said.answers(task)) {
        if let Some(chosen) = choose(task, lower, said, trust, Extent::Part)? {
            return Ok(Some(chosen));
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
    let values = matches!(chosen.claims.as_slice(), [(_, value)] if value.form == Rule::Component(0));
    game.components.len() == 1 && rule.guard.is_none() && any && leads && values
}

/// Claims that are used, in the order of the file, and on what authority.
pub(crate) struct Chosen<'a> {
    pub said: Said,
    claims: Vec<(&'a Claim, &'a Expr)>,
    /// Where the claims leave something open: the ranges of the components there.
    pub left: Option<Vec<Range>>,
    pub authority: Vec<String>,
    /// What nobody has proved.
    pub warnings: Vec<String>,
}

/// The claims that are ever met within the limits, until everything is covered. `None` where they say less than is wanted.
fn choose<'a>(
    task: &Task<'a>,
    lower: &mut Lower<'_, 'a>,
    said: Said,
    trust: Trust,
    extent: Extent,
) -> Answer<Option<Chosen<'a>>> {
    let game: &'a Game = task.game;
    let all: Vec<(&Claim, &Expr)> =
        game.claims.iter().filter_map(|claim| Some((claim, said.of(&claim.kind)?))).collect();
    let is_enough = |used: &BTreeSet<usize>, left: &Option<Vec<Range>>| {
        !used.is_empty() && (extent == Extent::Part || left.is_none())
    };
    // To find out what claims rest on takes longer than to see that they say too little.
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
            Some(Standing::Known(_)) => true,
            Some(Standing::Compared(_) | Standing::Tried(_)) => trust == Trust::Compared,
            Some(Standing::Refuted(_)) | None => false,
        };
        let taken: Vec<(&Claim, &Expr)> = all.iter().copied().filter(|(claim, _)| is_taken(claim)).collect();
        let (used, left) = cover(task, lower, &taken)?;
        if !is_enough(&used, &left) {
            return Ok(None);
        }
        let claims: Vec<(&Claim, &Expr)> = used.into_iter().map(|place| taken[place]).collect();
        // What a program is to rest on is looked into first.
        let compared = claims.iter().find_map(|(claim, _)| match standing(claim) {
            Some(Standing::Compared(how)) => Some((*claim, how)),
            _ => None,
        });
        let Some((claim, how)) = compared else { break (claims, left) };
        let found = match tried(task, lower, claim) {
            Trial::Proved(with) => Standing::Known(format!("proved for every size{with}")),
            Trial::Refuted(place) => Standing::Refuted(place),
            Trial::Held(said) => Standing::Tried(said.unwrap_or(how)),
        };
        if let Some(all) = task.standings.borrow_mut().as_mut() {
            all.insert(claim.text.clone(), found);
        }
    };
    let (mut authority, mut warnings) = (Vec::new(), Vec::new());
    for (claim, _) in &claims {
        let text = plain_text(claim);
        match standing(claim) {
            Some(Standing::Known(how)) => authority.push(format!("{}: {text}, {how}.", game.name)),
            Some(Standing::Compared(how) | Standing::Tried(how)) => {
                authority.push(format!("{}: {text}, which is NOT proved, only {how}.", game.name));
                warnings
                    .push(format!("the program rests on a claim of {} that is NOT proved: `{text}`, {how}", game.name));
            }
            Some(Standing::Refuted(_)) | None => {}
        }
    }
    Ok(Some(Chosen { said, claims, left, authority, warnings }))
}

/// Which of these claims are ever met within the limits, and what the components can be where none of them is met; `None` where
/// one of them always is.
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
            // What is known of one part is not known of another.
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

/// The same at one position, whose components are the ones that the names of the game stand for now.
fn left_open<'a>(
    promises: &mut Promises,
    lower: &mut Lower<'_, 'a>,
    claims: &[(&'a Claim, &'a Expr)],
    components: &[Ex],
) -> (BTreeSet<usize>, Option<Vec<Range>>) {
    let sums: Vec<_> = components.iter().map(|component| promises.sum(lower, component)).collect();
    let (mut used, mut open) = (BTreeSet::new(), promises.facts.clone());
    for (place, (claim, _)) in claims.iter().enumerate() {
        let condition = match &claim.condition {
            Some(condition) => promises.formula(lower, condition),
            None => Formula::Is(true),
        };
        let met: Vec<Formula> = open.iter().cloned().chain([condition.clone()]).collect();
        if promises.reasoner.possible(&met, &[]).is_none() {
            continue;
        }
        used.insert(place);
        open.push(condition.not());
        if promises.reasoner.possible(&open, &[]).is_none() {
            return (used, None);
        }
    }
    let left = promises.reasoner.possible(&open, &sums);
    (used, left)
}

/// About how many of the positions whose components are in these ranges the claims do not speak of.
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
    // What is promised of an input is not promised of the positions after it.
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

/// What a claim rests on, in words.
#[derive(Clone)]
pub(crate) enum Standing {
    /// A proof, or the catalogue.
    Known(String),
    /// Nothing but that small positions agreed.
    Compared(String),
    /// Nothing but that it held wherever it was tried, up to the limits.
    Tried(String),
    /// It is false, there.
    Refuted(String),
}

/// The first claim that was found to be false, and where.
pub(crate) fn refuted(task: &Task) -> Option<(String, String)> {
    let standings = task.standings.borrow();
    task.game.claims.iter().find_map(|claim| match standings.as_ref()?.get(&claim.text)? {
        Standing::Refuted(place) => Some((plain_text(claim), place.clone())),
        _ => None,
    })
}

/// What each claim rests on; claims that nothing is known of are left out.
fn standings<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>) -> BTreeMap<String, Standing> {
    let few = Budget::positions(COMPARED);
    let (max_positions, max_moves, max_steps) = (few.max_positions, few.max_moves, few.max_steps);
    let budget = Budget { max_positions, max_moves, max_steps, ..task.budget.clone() };
    let reports = (task.authority.check_claims)(task.game, &budget);
    let proved = proved_claims(task, lower);
    let is_built_in = (task.authority.built_in)(task.game).is_some_and(|known| *known == **task.game);
    let mut found = BTreeMap::new();
    for claim in &task.game.claims {
        // By the text: all spans are equal.
        let text = format!("claim {}", claim.text);
        let Some(report) = reports.iter().find(|report| report.text == text) else { continue };
        let is_proved = proved.0.contains(&claim.text);
        let standing = match &report.verdict {
            ClaimVerdict::Holds { .. } if is_proved => Standing::Known(format!("proved for every size{}", proved.1)),
            ClaimVerdict::Proved { by } => Standing::Known(format!("proved, {by}")),
            ClaimVerdict::Holds { description, .. } if is_built_in => {
                Standing::Known(format!("a known rule of the catalogue, {description}, not proved here"))
            }
            ClaimVerdict::Holds { description, .. } => Standing::Compared(description.clone()),
            ClaimVerdict::Fails { counterexample, givens, .. } => {
                let with = if givens.0.is_empty() { String::new() } else { format!(" with {}", givens.as_arguments()) };
                Standing::Refuted(format!("{counterexample}{with}"))
            }
            _ => continue,
        };
        found.insert(claim.text.clone(), standing);
    }
    found
}

/// The claims that are proved for every position, and for which givens. A proof is of one game: where the givens differ between inputs
/// there is none.
fn proved_claims<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>) -> (Vec<String>, String) {
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
    let Some(instance) = instance.map(Arc::new) else { return (Vec::new(), String::new()) };
    ((task.authority.proved_claims)(&instance), with_givens(&instance))
}

impl Chosen<'_> {
    /// The claims as they are written, one after the other.
    pub fn text(&self) -> String {
        self.claims.iter().map(|(claim, _)| plain_text(claim)).collect::<Vec<_>>().join("; ")
    }
}

fn plain_text(claim: &Claim) -> String {
    claim.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Which positions the claims are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Those of the input, of which the limits say something.
    Input,
    /// Any that play may come to.
    Reached,
}

/// What is done where no claim speaks of a part.
pub(crate) type Otherwise<'o, 's, 'a> = &'o mut dyn FnMut(&mut Lower<'s, 'a>) -> Answer<Ex>;

/// What one claim says of a part.
fn said<'a>(lower: &mut Lower<'_, 'a>, (claim, value): (&'a Claim, &'a Expr)) -> Answer<Ex> {
    let value = lower.expr(value)?;
    Ok(match claim.kind {
        ClaimKind::Iff(ClaimedOutcome::Second, _) => value.not(),
        _ => value,
    })
}

/// Returns from a function of a position what the claims say of it, where one of them speaks.
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
        let known = said(lower, (*claim, *value))?;
        lower.put(St::Return(known));
        let block = lower.close();
        lower.put(St::If(condition, block, Vec::new()));
    }
    Ok(())
}

/// What the claims say of a part: the first whose condition holds. Of the input the last needs none where together they say
/// everything.
pub(crate) fn value_of<'s, 'a>(
    lower: &mut Lower<'s, 'a>,
    chosen: &Chosen<'a>,
    (at, asked): (usize, Asked),
    otherwise: Otherwise<'_, 's, 'a>,
) -> Answer<Ex> {
    let Some((claim, value)) = chosen.claims.get(at).copied() else { return otherwise(lower) };
    let said = |lower: &mut Lower<'s, 'a>| said(lower, (claim, value));
    let is_last = asked == Asked::Input && chosen.left.is_none() && at + 1 == chosen.claims.len();
    let Some(condition) = claim.condition.as_ref().filter(|_| !is_last) else { return said(lower) };
    let condition = lower.expr(condition)?;
    if condition.is_true() {
        return said(lower);
    }
    if condition.is_false() {
        return value_of(lower, chosen, (at + 1, asked), otherwise);
    }
    lower.open();
    let yes = said(lower)?;
    let before_yes = lower.close();
    lower.open();
    let no = value_of(lower, chosen, (at + 1, asked), otherwise)?;
    let before_no = lower.close();
    Ok(lower.branches(condition, (before_yes, yes), (before_no, no)))
}

/// The same where claims say everything.
fn whole<'a>(lower: &mut Lower<'_, 'a>, chosen: &Chosen<'a>) -> Answer<Ex> {
    value_of(lower, chosen, (0, Asked::Input), &mut |_| Err(super::refused("claims leave something open")))
}

fn by_grundy<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, chosen: &Chosen<'a>) -> Answer<Finding> {
    let game: &'a Game = task.game;
    let givens = givens(task, lower)?;
    let mut comments = chosen.authority.clone();
    if is_single(task) && !task.wants.count {
        let mut found = Ex::int(0);
        each_part(task, lower, &givens, &mut |lower, components| {
            let scene = Scene { game, components, givens: givens.clone(), mover: None };
            found = lower.with_scene(scene, |lower| whole(lower, chosen))?;
            Ok(())
        })?;
        let wins = found.clone().op(Op::Unequal, Ex::int(0));
        return Ok(Finding {
            winner: Some(first_if(wins)),
            grundy: Some(found),
            comments,
            warnings: chosen.warnings.clone(),
            ..Finding::default()
        });
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
    Ok(Finding {
        winner: Some(first_if(wins)),
        grundy: Some(total),
        count,
        comments,
        warnings: chosen.warnings.clone(),
        ..Finding::default()
    })
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
    Ok(Finding {
        winner: Some(first_if(wins)),
        comments: chosen.authority.clone(),
        warnings: chosen.warnings.clone(),
        ..Finding::default()
    })
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
    Ok(Finding {
        winner: Some(winner),
        points: Some(score),
        comments: chosen.authority.clone(),
        warnings: chosen.warnings.clone(),
        ..Finding::default()
    })
}
