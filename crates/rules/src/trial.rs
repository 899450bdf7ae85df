//! Tries rules on small positions, to find moves that leave their component's range before solving.
//!
//! In: a checked game. Out: diagnostics with the smallest position at which a move fails. Only certain faults are reported:
//! the rule must fail at a position in the components' ranges, for a reason that involves one component alone. Several
//! components may be tied by a rule of the author's that the ranges do not express; [`doubts`] reports those too. After the
//! small positions those at the upper ends of the ranges are tried.

use crate::ast::BinaryOperator;
use crate::diagnostic::Diagnostic;
use crate::fault::{Fault, FaultClass};
use crate::game::{Binder, Change, Component, Destination, Domain, Expr, Form, Game, MoveRule, Over, Term, Type};
use crate::lex::Messages;
use crate::meaning::Instance;
use crate::meter::Meter;
use crate::value::{Part, Side};
use grundy_message::{Message, message};
use std::collections::HashSet;
use std::sync::Arc;

/// Number of positions that are tried, and their maximum weight.
const POSITIONS: usize = 120;
const LARGE_POSITIONS: usize = 24;
const HEAVIEST: usize = 40;
/// Maximum number of steps of all trials together: some milliseconds.
const STEPS: u64 = 400_000;
/// Maximum number of steps for the defaults and the start; if they take more, nothing is tried.
const SETUP_STEPS: u64 = 1_000_000;

/// Tries the rules on small positions with the givens at their defaults.
pub fn try_rules(game: &Arc<Game>) -> Vec<Diagnostic> {
    let meter = Meter::steps(SETUP_STEPS);
    let instance = match Instance::new_within(game.clone(), vec![None; game.givens.len()], &meter) {
        Ok(instance) => instance,
        Err(fault) => return fault.diagnostic().into_iter().collect(),
    };
    // A game without a start and without defaults has no start position, which is not a mistake.
    if let Err(fault) = instance.start_within(&meter)
        && let Some(diagnostic) = fault.diagnostic()
    {
        return vec![diagnostic];
    }
    if let Err(fault) = instance.compound() {
        return fault.diagnostic().into_iter().collect();
    }
    let mut found = try_moves(&instance, &instance.small_parts(POSITIONS, HEAVIEST), |rule, fault| {
        let at = fault.position.as_deref().unwrap_or("?");
        certain(
            game,
            rule,
            fault,
            message!("the smallest case: at {position}, move {move}", position = at, move = move_of(rule, fault)),
        )
    });
    // If there is a start, play may never reach such numbers; and large components are often tied to one another.
    let is_free = game.components.len() == 1 && game.start.is_none();
    let large_parts = if is_free { instance.large_parts(LARGE_POSITIONS) } else { Vec::new() };
    let large = try_moves(&instance, &large_parts, |rule, fault| {
        let at = fault.position.as_deref().unwrap_or("?");
        certain(
            game,
            rule,
            fault,
            message!("for example: at {position}, move {move}", position = at, move = move_of(rule, fault)),
        )
    });
    let known: HashSet<usize> = found.iter().map(|(index, _)| *index).collect();
    found.extend(large.into_iter().filter(|(index, _)| !known.contains(index)));
    messages(found)
}

/// Returns the diagnostics, up to the maximum number.
fn messages(found: Vec<(usize, Diagnostic)>) -> Vec<Diagnostic> {
    let mut messages = Messages::default();
    found.into_iter().for_each(|(_, diagnostic)| messages.push(diagnostic));
    messages.into_list()
}

/// Returns a warning for each move that fails at a position of the declared ranges; only the author knows whether such a
/// position can occur. For games that have neither a start nor a claim, so that nothing else in them is played.
pub fn doubts(game: &Arc<Game>) -> Vec<Diagnostic> {
    let Ok(instance) = Instance::new(game.clone(), vec![None; game.givens.len()]) else { return Vec::new() };
    let mut parts = instance.small_parts(POSITIONS, HEAVIEST);
    parts.extend(instance.large_parts(LARGE_POSITIONS));
    let found = try_moves(&instance, &parts, |rule, fault| {
        let at = fault.position.as_deref().unwrap_or("?");
        let doubt = Diagnostic::warning(in_general(fault), fault.span.unwrap_or(rule.span))
            .because(message!("for example: at {position}, move {move}", position = at, move = move_of(rule, fault)));
        Some(doubt.hint(message!("restrict the move, narrow the ranges, or say with `start` where play begins")))
    });
    messages(found)
}

fn move_of<'a>(rule: &'a MoveRule, fault: &'a Fault) -> &'a str {
    fault.mv.as_deref().unwrap_or(&rule.name)
}

/// Lists the moves of these parts, and returns for each rule its index and the first diagnostic that `tell` makes of a fault.
fn try_moves(
    instance: &Instance,
    parts: &[Part],
    tell: impl Fn(&MoveRule, &Fault) -> Option<Diagnostic>,
) -> Vec<(usize, Diagnostic)> {
    let game = instance.game();
    let meter = Meter::steps(STEPS);
    let movers: Vec<Option<Side>> =
        if game.players.is_some() { vec![Some(Side::Left), Some(Side::Right)] } else { vec![None] };
    let mut found: Vec<(usize, Diagnostic)> = Vec::new();
    let mut is_reported = vec![false; game.moves.len()];
    for part in parts {
        for mover in &movers {
            // Finished parts have no moves; if that cannot be decided, nothing is certain.
            if !matches!(instance.is_over(part, *mover, &meter), Ok(false)) {
                continue;
            }
            for (index, is_reported) in is_reported.iter_mut().enumerate() {
                if *is_reported {
                    continue;
                }
                match instance.moves_by(index, part, *mover, &meter) {
                    Err(fault) if fault.class == FaultClass::Budget => return found,
                    Err(fault) => {
                        // The blamed expression is searched in every function.
                        if meter.charge(game.functions.len()).is_err() {
                            return found;
                        }
                        let diagnostic = tell(&game.moves[index], &fault).map(|diagnostic| (index, diagnostic));
                        *is_reported = diagnostic.is_some();
                        found.extend(diagnostic);
                    }
                    Ok(_) => {}
                }
            }
        }
    }
    found
}

/// Returns what a fault at one position says of the move at every position.
fn in_general(fault: &Fault) -> Message {
    match (fault.class, fault.message.arg("name"), fault.message.arg("why")) {
        (FaultClass::Range, Some(name), Some(why)) => {
            message!("this move may leave `{name}` outside its range: {why}", name, why)
        }
        _ => fault.message.clone(),
    }
}

/// Returns the message about a fault, if it is certainly the file's.
fn certain(game: &Game, rule: &MoveRule, fault: &Fault, case: Message) -> Option<Diagnostic> {
    if !matches!(fault.class, FaultClass::Range | FaultClass::Arithmetic | FaultClass::Twice) {
        return None;
    }
    let mut involved: Vec<&Expr> = choices(rule);
    let blamed = blamed(rule, fault)?;
    involved.extend(&blamed);
    if fault.class == FaultClass::Range {
        involved.extend(&game.valid);
    }
    if game.depends(involved).components.len() > 1 {
        return None;
    }
    let mut diagnostic = Diagnostic::error(in_general(fault), fault.span?).because(case);
    match blamed.first().and_then(|blamed| repair(game, rule, blamed)) {
        Some((title, span, text)) => diagnostic = diagnostic.fix(title, span, text),
        None => {
            for hint in &fault.hints {
                diagnostic = diagnostic.hint(hint.clone());
            }
        }
    }
    Some(diagnostic)
}

/// Returns the expressions that decide which moves of a kind there are: its binders and its guard.
fn choices(rule: &MoveRule) -> Vec<&Expr> {
    let mut found = expressions_of(&rule.binders);
    found.extend(&rule.guard);
    found
}

/// Returns the expressions that binders run over, and the conditions between them.
fn expressions_of(binders: &[Binder]) -> Vec<&Expr> {
    let mut found = Vec::new();
    for binder in binders {
        match &binder.over {
            Over::Is(expr) | Over::If(expr) => found.push(expr),
            Over::Each(Domain::Of(list)) => found.push(list),
            Over::Each(Domain::Range(low, high)) => found.extend([Some(low), high.as_ref()].into_iter().flatten()),
        }
    }
    found
}

/// Returns the expressions of a move that the fault points into; several if one cell is changed twice.
fn blamed<'g>(rule: &'g MoveRule, fault: &Fault) -> Option<Vec<&'g Expr>> {
    let span = fault.span?;
    let holds = |expr: &&Expr| expr.span.start <= span.start && span.end <= expr.span.end;
    if let Some(choice) = choices(rule).into_iter().chain(&rule.gain).find(holds) {
        return Some(vec![choice]);
    }
    blamed_in(&rule.result, fault)
}

fn blamed_in<'g>(result: &'g Destination, fault: &Fault) -> Option<Vec<&'g Expr>> {
    let span = fault.span?;
    let within = |whole: crate::span::Span| whole.start <= span.start && span.end <= whole.end;
    match result {
        Destination::If(condition, yes, no) => {
            if within(condition.span) {
                return Some(vec![condition]);
            }
            // Which branch was taken depends on the condition too.
            let mut found = blamed_in(yes, fault).or_else(|| blamed_in(no, fault))?;
            found.push(condition);
            Some(found)
        }
        Destination::Terms { terms, .. } => terms.iter().find_map(|term| blamed_in_term(term, fault)),
    }
}

fn blamed_in_term<'g>(term: &'g Term, fault: &Fault) -> Option<Vec<&'g Expr>> {
    let span = fault.span?;
    let within = |whole: crate::span::Span| whole.start <= span.start && span.end <= whole.end;
    match term {
        Term::Tuple(exprs, _) => exprs.iter().find(|expr| within(expr.span)).map(|expr| vec![expr]),
        Term::With(changes, whole) if within(*whole) => {
            let change = changes.iter().find(|change| within(change.span));
            let several: Vec<&Change> = change.map_or_else(|| changes.iter().collect(), |change| vec![change]);
            Some(several.iter().flat_map(|change| std::iter::once(&change.value).chain(&change.indices)).collect())
        }
        Term::With(..) | Term::Nothing => None,
        Term::Group(inner) => blamed_in(inner, fault),
        // Which parts are left depends on the binders too.
        Term::Each { term, binders, filter } => {
            let mut found = blamed_in_term(term, fault)?;
            found.extend(filter);
            found.extend(expressions_of(binders));
            Some(found)
        }
    }
}

/// Returns, for `n - k` with `k in a..b`, the range `a..min(b, n)`.
fn repair(game: &Game, rule: &MoveRule, blamed: &Expr) -> Option<(Message, crate::span::Span, String)> {
    let Form::Binary(BinaryOperator::Subtract, left, right) = &blamed.form else { return None };
    let (Form::Component(component), Form::Local(local)) = (&left.form, &right.form) else { return None };
    let Over::Each(Domain::Range(_, Some(high))) = &rule.binders.get(*local)?.over else { return None };
    let Component { name, ty: Type::Int { low: Some(low), .. }, .. } = &game.components[*component] else {
        return None;
    };
    let source = &game.source.0;
    let written = source.get(high.span.range())?;
    let room = match &low.form {
        Form::Int(low) if low.is_zero() => name.clone(),
        Form::Int(low) => format!("{name} - {low}"),
        _ => return None,
    };
    let text = if matches!(high.form, Form::Component(_)) { room } else { format!("min({written}, {room})") };
    Some((message!("let it take no more than there is"), high.span, text))
}
