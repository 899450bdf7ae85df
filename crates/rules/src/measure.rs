//! A number that falls with every move: a proof that play ends.
//!
//! In: a checked game. Out: a measure in words, if one is found. Candidates are each number component, the sum of all of
//! them, and the sum of a list of numbers; all must be bounded below. A fall is proved by linear bounds: in `n - k` with `k
//! in 1..m` the change is `-k`, which is at most -1. A measure found is correct; if none is found, play may still end, and
//! loops are detected while solving.

use crate::game::{Change, Destination, Expr, Form, Game, Kind, MoveRule, Term, Type};
use crate::linear::{Facts, Sum};
use crate::span::Span;
use grundy_message::{Message, message};

/// Describes why play must end: a number that is bounded below and falls with every move, in every part.
pub fn falling_measure(game: &Game) -> Option<Message> {
    let found = measure(game)?;
    let name = |index: &usize| game.components[*index].name.as_str();
    Some(match found.list {
        Some(index) => message!("the sum of {names} falls with every move", names = name(&index)),
        None => {
            let names: Vec<&str> = found.numbers.iter().map(name).collect();
            message!("{names} falls with every move", names = names.join(" + "))
        }
    })
}

/// Returns the number components whose sum is known to fall with every move, in every part.
pub fn falling_numbers(game: &Game) -> Vec<usize> {
    measure(game).map(|found| found.numbers).unwrap_or_default()
}

fn measure(game: &Game) -> Option<Measure> {
    let mut measures: Vec<Measure> = Vec::new();
    let numbers: Vec<usize> =
        (0..game.components.len()).filter(|index| is_bounded(&game.components[*index].ty)).collect();
    measures.extend(numbers.iter().map(|index| Measure { numbers: vec![*index], list: None }));
    if numbers.len() > 1 {
        measures.push(Measure { numbers, list: None });
    }
    for (index, component) in game.components.iter().enumerate() {
        if let Type::List(element, _) | Type::Bag(element) = &component.ty
            && is_bounded(element)
        {
            measures.push(Measure { numbers: Vec::new(), list: Some(index) });
        }
    }
    measures.into_iter().find(|measure| game.moves.iter().all(|rule| measure.falls(game, rule)))
}

/// Returns the number components in an order in which positions can be enumerated from below: of those that a move changes,
/// the first one falls, in every part. `None` if no such order is found.
///
/// Components that no move needs for that come last, and may change in any direction.
pub fn falling_order(game: &Game) -> Option<Vec<usize>> {
    let mut left: Vec<usize> = (0..game.components.len()).collect();
    let mut order = Vec::new();
    let mut rules: Vec<&MoveRule> = game.moves.iter().collect();
    while !rules.is_empty() {
        let never_grows =
            |index: &usize| is_bounded(&game.components[*index].ty) && stays_at_most(game, *index, &rules);
        let falls = |index: usize, rule: &MoveRule| {
            Measure { numbers: vec![index], list: None }.changes_by_at_most(game, rule, -1)
        };
        // A component that no rule is known to lower does not help.
        let helps = |index: &&usize| never_grows(index) && rules.iter().any(|rule| falls(**index, rule));
        let index = *left.iter().find(helps)?;
        rules.retain(|rule| !falls(index, rule));
        left.retain(|other| *other != index);
        order.push(index);
    }
    order.extend(left);
    Some(order)
}

/// Returns whether no move increases this number component.
pub fn never_grows(game: &Game, index: usize) -> bool {
    stays_at_most(game, index, &game.moves.iter().collect::<Vec<_>>())
}

fn stays_at_most(game: &Game, index: usize, rules: &[&MoveRule]) -> bool {
    let measure = Measure { numbers: vec![index], list: None };
    matches!(game.components[index].ty, Type::Int { .. })
        && rules.iter().all(|rule| measure.changes_by_at_most(game, rule, 0))
}

fn is_bounded(ty: &Type) -> bool {
    matches!(ty, Type::Int { low: Some(low), .. } if matches!(low.form, Form::Int(_)))
}

/// A sum of number components, or of the elements of a list.
struct Measure {
    numbers: Vec<usize>,
    list: Option<usize>,
}

impl Measure {
    fn falls(&self, game: &Game, rule: &MoveRule) -> bool {
        self.changes_by_at_most(game, rule, -1)
    }

    fn changes_by_at_most(&self, game: &Game, rule: &MoveRule, max: i128) -> bool {
        let mut facts = Facts::default();
        rule.binders.iter().for_each(|binder| facts.choose(binder));
        rule.guard.iter().for_each(|guard| facts.assume(guard));
        self.falls_to(game, rule, &rule.result, (&facts, max))
    }

    fn falls_to(&self, game: &Game, rule: &MoveRule, result: &Destination, (facts, max): (&Facts, i128)) -> bool {
        let falls = |change: Option<Sum>| change.is_some_and(|sum| facts.is_at_most(&sum, max, game, &rule.binders));
        match result {
            Destination::If(condition, yes, no) => {
                self.falls_to(game, rule, yes, (&facts.with(condition), max))
                    && self.falls_to(game, rule, no, (facts, max))
            }
            Destination::Terms { terms, .. } => terms.iter().all(|term| match term {
                Term::Nothing => true,
                Term::Group(inner) => self.falls_to(game, rule, inner, (facts, max)),
                Term::Tuple(exprs, span) => falls(self.change_of_tuple(game, exprs, *span)),
                Term::With(changes, span) => falls(self.change_of_with(game, changes, *span)),
            }),
        }
    }

    fn change_of_tuple(&self, game: &Game, exprs: &[Expr], span: Span) -> Option<Sum> {
        if let Some(index) = self.list {
            // Only a list that does not change can be handled here.
            return (exprs[index].form == Form::Component(index)).then(|| Sum::number(0));
        }
        let change = |sum: Sum, index: &usize| sum.plus(&exprs[*index], 1).plus(&component(game, *index, span), -1);
        Some(self.numbers.iter().fold(Sum::number(0), change))
    }

    fn change_of_with(&self, game: &Game, changes: &[Change], span: Span) -> Option<Sum> {
        let mut change = Sum::number(0);
        for item in changes {
            let counts = self.list == Some(item.component) || self.numbers.contains(&item.component);
            if !counts {
                continue;
            }
            if !item.binders.is_empty() || item.indices.is_empty() != self.list.is_none() {
                return None;
            }
            let mut cell = component(game, item.component, span);
            for index in &item.indices {
                let kind = match &cell.kind {
                    Kind::List(element) | Kind::Bag(element) => (**element).clone(),
                    _ => return None,
                };
                cell = Expr { form: Form::Index(Box::new(cell), Box::new(index.clone())), kind, span };
            }
            change = change.plus(&item.value, 1).plus(&cell, -1);
        }
        Some(change)
    }
}

fn component(game: &Game, index: usize, span: Span) -> Expr {
    Expr { form: Form::Component(index), kind: game.components[index].ty.kind(), span }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rules: &str, expect: Option<&str>) {
        let game = crate::read(rules).unwrap();
        assert_eq!(falling_measure(&game).map(|measure| measure.to_string()).as_deref(), expect);
    }

    #[test]
    fn heaps_fall_by_what_is_taken() {
        check("game nim(n) move take(k in 1..n) -> n - k", Some("n falls with every move"));
        check(
            "game kayles(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a",
            Some("n falls with every move"),
        );
        check(
            "game s(n) given S: set int in 1.. = {1, 3} move take(k in S) if k <= n -> n - k",
            Some("n falls with every move"),
        );
    }

    #[test]
    fn several_heaps_fall_together() {
        check(
            "game w(a, b) move left(k in 1..a) -> (a - k, b) move right(k in 1..b) -> (a, b - k)",
            Some("a + b falls with every move"),
        );
        check(
            "game h(heaps: bag int in 0..) move take(i in 0..len(heaps)-1, k in 1..heaps[i]) -> with heaps[i] = heaps[i] - k",
            Some("the sum of heaps falls with every move"),
        );
    }

    #[test]
    fn a_guard_helps_where_it_must() {
        check("game g(n) move clear if n > 0 -> 0", Some("n falls with every move"));
        check("game g(n) move clear -> 0", None);
    }

    #[track_caller]
    fn check_order(rules: &str, expect: Option<&[usize]>) {
        let game = crate::read(rules).unwrap();
        assert_eq!(falling_order(&game).as_deref(), expect);
    }

    #[test]
    fn an_order_of_components_is_one_of_play() {
        check_order(
            "game cut(w in 2.., h in 2..) move across(i in 2..w - 2) -> (i, h) plus (w - i, h)
             move down(j in 2..h - 2) -> (w, j) plus (w, h - j)",
            Some(&[0, 1]),
        );
        // The turn is cyclic; the stones decide.
        check_order(
            "game team(turn in 0..2 = 0, stones) move take(k in 1..min(3, stones)) -> ((turn + 1) % 3, stones - k)",
            Some(&[1, 0]),
        );
        // Taking a coin may add any number of smaller ones.
        check_order(
            "game change(small in 0..9, large) move spend if small > 0 -> (small - 1, large)
             move break(k in 0..9) if large > 0 -> (k, large - 1)",
            Some(&[1, 0]),
        );
        check_order("game swap(a, b) move over if a > 0 -> (a - 1, b + 1) move back if b > 0 -> (a + 1, b - 1)", None);
        check_order(
            "game knight(x, y) move jump if y > 1 -> (x + 1, y - 2) move turn if x > 1 -> (x - 2, y + 1)",
            None,
        );
    }

    #[test]
    fn what_may_grow_or_stay_does_not_fall() {
        check("game g(n) move stay(k in 0..n) -> n - k", None);
        check("game g(n) move up -> n + 1 move down if n > 0 -> n - 1", None);
        check("game g(n: int) move down -> n - 1", None);
    }
}
