//! What an expression sees of the other players: `total(fee)`, `count(fee > 3 for others)`, replaced by components.
//!
//! In: expressions as written. Out: the same with a name in place of each sum over players, and what is summed. In `… for others` the
//! name of one's own choice stands for that of another player. What is no sum, as `max(fee for others)`, goes over the list `others`.

use grundy_rules::ast::{Binder, BinderOver, DomainExpr, Expr, ExprKind, RangeExpr};

/// The name of the list of the others' choices.
pub(crate) const OTHERS: &str = "others";

/// Sums over players found so far.
#[derive(Default)]
pub(crate) struct Sums {
    /// What is summed: an expression in a choice, and whether it is a condition whose holding is counted.
    pub summands: Vec<(Expr, bool)>,
    /// The components: an index into `summands`, and whether the player itself counts.
    pub components: Vec<(usize, bool)>,
}

/// Returns the name of the component of that index.
pub(crate) fn component_name(index: usize) -> String {
    // No name of a file has a space.
    format!("sum {index}")
}

impl Sums {
    fn component(&mut self, summand: Expr, is_condition: bool, whole: bool) -> ExprKind {
        let entry = (summand, is_condition);
        let summand = self.summands.iter().position(|known| *known == entry).unwrap_or_else(|| {
            self.summands.push(entry);
            self.summands.len() - 1
        });
        let wanted = (summand, whole);
        let index = self.components.iter().position(|known| *known == wanted).unwrap_or_else(|| {
            self.components.push(wanted);
            self.components.len() - 1
        });
        ExprKind::Name(component_name(index))
    }

    /// Replaces the sums in an expression; `own` is the name of one's own choice.
    pub fn replace(&mut self, expr: &mut Expr, own: &str) {
        let kind = std::mem::replace(&mut expr.kind, ExprKind::Bool(true));
        expr.kind = match kind {
            ExprKind::Call(name, mut arguments) if name.text == "total" && arguments.len() == 1 => {
                let summand = arguments.remove(0);
                self.component(summand, false, true)
            }
            ExprKind::Fold { function, body, binders, filter: None }
                if goes_over_others(&binders) && ["sum", "count"].contains(&function.text.as_str()) =>
            {
                self.component(*body, function.text == "count", false)
            }
            ExprKind::Fold { function, mut body, mut binders, mut filter } if goes_over_others(&binders) => {
                let another = format!("{own} of another");
                for inner in [&mut *body].into_iter().chain(filter.as_deref_mut()) {
                    rename(inner, own, &another);
                }
                binders[0].name.text = another;
                ExprKind::Fold { function, body, binders, filter }
            }
            other => other,
        };
        children(expr, &mut |inner| self.replace(inner, own));
    }
}

fn goes_over_others(binders: &[Binder]) -> bool {
    matches!(binders, [Binder { name, over: BinderOver::Each(DomainExpr::Of(list)), .. }]
        if name.text == OTHERS && list.kind == ExprKind::Name(OTHERS.to_owned()))
}

fn rename(expr: &mut Expr, from: &str, to: &str) {
    if matches!(&expr.kind, ExprKind::Name(name) if name == from) {
        expr.kind = ExprKind::Name(to.to_owned());
    }
    children(expr, &mut |inner| rename(inner, from, to));
}

/// Calls a function with every expression right inside another.
fn children(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    match &mut expr.kind {
        ExprKind::If(condition, then, other) => {
            [condition, then, other].into_iter().for_each(|inner| visit(inner));
        }
        ExprKind::Or(all)
        | ExprKind::And(all)
        | ExprKind::Compare(all, _)
        | ExprKind::Call(_, all)
        | ExprKind::List(all)
        | ExprKind::Set(all) => all.iter_mut().for_each(visit),
        ExprKind::Not(inner) | ExprKind::Negate(inner) => visit(inner),
        ExprKind::Binary(_, left, right) => {
            visit(left);
            visit(right);
        }
        ExprKind::In(element, domain) => {
            visit(element);
            each_of(domain, visit);
        }
        ExprKind::Index(list, indices) => {
            visit(list);
            indices.iter_mut().for_each(visit);
        }
        ExprKind::Slice(list, from, to) => {
            visit(list);
            visit(from);
            to.as_deref_mut().into_iter().for_each(visit);
        }
        ExprKind::Fold { body, binders, filter, .. } | ExprKind::Comprehension { body, binders, filter } => {
            visit(body);
            for binder in binders {
                match &mut binder.over {
                    BinderOver::Each(domain) => each_of(domain, visit),
                    BinderOver::Is(value) => visit(value),
                }
                binder.condition.iter_mut().for_each(&mut *visit);
            }
            filter.as_deref_mut().into_iter().for_each(visit);
        }
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Symbol(_)
        | ExprKind::Text(_)
        | ExprKind::Name(_)
        | ExprKind::Mover
        | ExprKind::Other => {}
    }
}

fn each_of(domain: &mut DomainExpr, visit: &mut dyn FnMut(&mut Expr)) {
    match domain {
        DomainExpr::Of(list) => visit(list),
        DomainExpr::Range(RangeExpr { low, high }) => {
            visit(low);
            high.iter_mut().for_each(visit);
        }
    }
}
