//! Nim under misère play: the player who takes the last stone loses.
//!
//! In: rules and a position. Out: its heaps and its class, if the rules are those of Nim and a player who cannot move
//! wins. They are recognised by their form, whatever the names: heaps as the parts of a sum, or as one list of heaps;
//! `compound anti`, which ends when all heaps are gone, is the same play.
//!
//! The classes: T if the xor of the heaps is 0 and S if it is not, with the number of heaps of more than one stone: 0,
//! 1, or 2 for two and more. T1 is empty, as one large heap is never the xor of ones. *The theorem* (Bouton 1902): the
//! player to move loses exactly in S0 and in T2. In S0 and T0 only ones are left, and each move takes one of them. From
//! S1 the large heap is taken whole or down to 1, whichever leaves an odd number of ones, S0. A move from T2 makes the
//! xor nonzero and leaves at least one large heap, so S1 or S2; from S2 Nim's own move makes the xor 0 and leaves a
//! large heap, so T2.

use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Builtin, Destination, Domain, Expr, Form, Game, Over, Term, Type, Verdict};
use grundy_rules::shape::takes_any_number;
use grundy_rules::{Compound, Instance, Int, Position, Value};

/// A position of Nim under misère play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereNim {
    /// The heaps, in the order of the position.
    pub heaps: Vec<Int>,
    /// Their xor.
    pub xor: Int,
    /// Number of heaps of exactly one stone.
    pub ones: usize,
    /// Number of larger heaps.
    pub large: usize,
    /// Its class.
    pub class: NimClass,
}

/// The class of a position of misère Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NimClass {
    /// Only ones, an even number of them.
    T0,
    /// Xor 0, two or more large heaps.
    T2,
    /// Only ones, an odd number of them.
    S0,
    /// Exactly one large heap.
    S1,
    /// Xor not 0, two or more large heaps.
    S2,
}

impl NimClass {
    /// All classes.
    pub const ALL: [NimClass; 5] = [NimClass::T0, NimClass::T2, NimClass::S0, NimClass::S1, NimClass::S2];

    /// Returns `T0`, `T2`, `S0`, `S1` or `S2`.
    pub fn name(self) -> &'static str {
        match self {
            NimClass::T0 => "T0",
            NimClass::T2 => "T2",
            NimClass::S0 => "S0",
            NimClass::S1 => "S1",
            NimClass::S2 => "S2",
        }
    }
}

impl MisereNim {
    /// Classifies a position, or returns `None` if the rules are not those of misère Nim.
    pub fn of(instance: &Instance, compound: Compound, position: &Position) -> Option<MisereNim> {
        let game = instance.game();
        if game.players.is_some() || game.points || !game.ends.is_empty() || !game.stuck_if.is_empty() {
            return None;
        }
        if !game.valid.is_empty() {
            return None;
        }
        let is_misere = match compound {
            Compound::One => game.stuck == Verdict::Win,
            // With an end by values, only heaps as parts are known to be Nim: one list of heaps is one part.
            Compound::Anti => game.stuck == Verdict::Lose && takes_any_number(game),
            _ => false,
        };
        if !is_misere {
            return None;
        }
        let int = |value: &Value| value.as_int().cloned();
        let heaps: Vec<Int> = if takes_any_number(game) {
            position.in_play().map(|part| part.first().and_then(int)).collect::<Option<_>>()?
        } else if is_list_of_heaps(game) {
            let elements = position.in_play().flat_map(|part| part.first().and_then(Value::as_elements).unwrap_or(&[]));
            elements.map(int).collect::<Option<_>>()?
        } else {
            return None;
        };
        let xor = heaps.iter().fold(Int::ZERO, |xor, heap| xor.xor(heap));
        let ones = heaps.iter().filter(|heap| **heap == Int::ONE).count();
        let large = heaps.iter().filter(|heap| **heap > Int::ONE).count();
        let class = match (xor.is_zero(), large) {
            (true, 0) => NimClass::T0,
            (true, _) => NimClass::T2,
            (false, 0) => NimClass::S0,
            (false, 1) => NimClass::S1,
            (false, _) => NimClass::S2,
        };
        Some(MisereNim { heaps, xor, ones, large, class })
    }
}

fn is_int(expr: &Expr, number: i64) -> bool {
    expr.form == Form::Int(Int::Small(number))
}

/// Returns true for integers from 0 on without an upper bound.
fn is_count(ty: &Type) -> bool {
    matches!(ty, Type::Int { low: Some(low), high: None } if is_int(low, 0))
}

/// Returns the bounds of a binder's range.
fn range(over: &Over) -> Option<(&Expr, &Expr)> {
    match over {
        Over::Each(Domain::Range(low, Some(high))) => Some((low, high)),
        _ => None,
    }
}

/// Returns the only move of a game, if it has no condition and gains nothing: its binders' ranges and the single part
/// it leaves.
fn plain_move(game: &Game) -> Option<(Vec<(&Expr, &Expr)>, &Term)> {
    let [rule] = game.moves.as_slice() else { return None };
    let Destination::Terms { again: None, terms } = &rule.result else { return None };
    let [term] = terms.as_slice() else { return None };
    if rule.side.is_some() || rule.guard.is_some() || rule.gain.is_some() {
        return None;
    }
    Some((rule.binders.iter().map(|binder| range(&binder.over)).collect::<Option<_>>()?, term))
}

/// Recognises `game nim(heaps: bag int in 0..) move take(i in 0..len(heaps) - 1, k in 1..heaps[i]) -> with heaps[i] =
/// heaps[i] - k`.
fn is_list_of_heaps(game: &Game) -> bool {
    let ([heaps], Some((ranges, Term::With(changes, _)))) = (game.components.as_slice(), plain_move(game)) else {
        return false;
    };
    let ([(first, last), (min, max)], [change]) = (ranges.as_slice(), changes.as_slice()) else { return false };
    let is_list = match &heaps.ty {
        Type::Bag(element) => is_count(element),
        Type::List(element, _) => is_count(element),
        _ => false,
    };
    let is_length = |expr: &Expr| matches!(&expr.form, Form::Builtin(Builtin::Len, of) if matches!(of.as_slice(), [of] if of.form == Form::Component(0)));
    let is_last = matches!(&last.form, Form::Binary(BinaryOperator::Subtract, length, one)
        if is_length(length) && is_int(one, 1));
    let is_chosen = |expr: &Expr| matches!(&expr.form, Form::Index(of, at) if of.form == Form::Component(0) && at.form == Form::Local(0));
    let is_rest = matches!(&change.value.form, Form::Binary(BinaryOperator::Subtract, heap, taken)
        if is_chosen(heap) && taken.form == Form::Local(1));
    let is_plain = change.component == 0 && change.binders.is_empty() && change.filter.is_none();
    let is_there = matches!(change.indices.as_slice(), [at] if at.form == Form::Local(0));
    is_list && is_int(first, 0) && is_last && is_int(min, 1) && is_chosen(max) && is_plain && is_there && is_rest
}
