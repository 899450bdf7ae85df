//! Walks over a checked game's trees: the parts of an expression, its dependencies, the possible results of a move.

use crate::game::{Destination, Domain, Expr, Form, Game, Over, Term, Type};
use std::collections::BTreeSet;

impl Game {
    /// Returns the components that expressions depend on, also through `let`s.
    pub fn components_of<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> BTreeSet<usize> {
        // A function calls only functions before it, so each is walked once.
        let mut of_functions: Vec<BTreeSet<usize>> = Vec::new();
        for function in &self.functions {
            let mut found = BTreeSet::new();
            function.body.gather_components(&of_functions, &mut found);
            of_functions.push(found);
        }
        let mut found = BTreeSet::new();
        for expr in exprs {
            expr.gather_components(&of_functions, &mut found);
        }
        found
    }
}

impl Expr {
    fn gather_components(&self, of_functions: &[BTreeSet<usize>], found: &mut BTreeSet<usize>) {
        match &self.form {
            Form::Component(index) => {
                found.insert(*index);
            }
            Form::Apply(function, _) => found.extend(of_functions[*function].iter().copied()),
            _ => {}
        }
        self.each_child(&mut |child| child.gather_components(of_functions, found));
    }

    /// Returns the depth of nesting; `functions` holds the depths of the `let`s it may call.
    pub fn depth(&self, functions: &[usize]) -> usize {
        let mut deepest = match &self.form {
            Form::Apply(function, _) => functions.get(*function).copied().unwrap_or(0),
            _ => 0,
        };
        self.each_child(&mut |child| deepest = deepest.max(child.depth(functions)));
        deepest + 1
    }

    /// Visits the direct subexpressions.
    pub fn each_child(&self, visit: &mut dyn FnMut(&Expr)) {
        match &self.form {
            Form::Int(_)
            | Form::Bool(_)
            | Form::Symbol(_)
            | Form::Component(_)
            | Form::Given(_)
            | Form::Local(_)
            | Form::Mover
            | Form::Other => {}
            Form::If(a, b, c) => [a, b, c].into_iter().for_each(|child| visit(child)),
            Form::Or(all)
            | Form::And(all)
            | Form::List(all)
            | Form::Set(all)
            | Form::Builtin(_, all)
            | Form::Apply(_, all)
            | Form::Compare(all, _) => all.iter().for_each(visit),
            Form::Not(inner) | Form::Negate(inner) => visit(inner),
            Form::In(inner, domain) => {
                visit(inner);
                domain.each_child(visit);
            }
            Form::Binary(_, a, b) | Form::Index(a, b) => {
                visit(a);
                visit(b);
            }
            Form::Slice(a, b, c) => {
                visit(a);
                visit(b);
                if let Some(c) = c {
                    visit(c);
                }
            }
            Form::Fold { body, binders, filter, .. } => {
                for binder in binders {
                    match &binder.over {
                        Over::Is(expr) => visit(expr),
                        Over::Each(domain) => domain.each_child(visit),
                    }
                }
                if let Some(filter) = filter {
                    visit(filter);
                }
                visit(body);
            }
        }
    }
}

impl Domain {
    /// Visits the direct subexpressions.
    pub fn each_child(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Domain::Range(low, high) => {
                visit(low);
                if let Some(high) = high {
                    visit(high);
                }
            }
            Domain::Of(list) => visit(list),
        }
    }
}

impl Destination {
    /// Returns whether the same player may move again.
    pub fn has_again(&self) -> bool {
        match self {
            Destination::If(_, yes, no) => yes.has_again() || no.has_again(),
            Destination::Terms { again, terms } => {
                again.is_some() || terms.iter().any(|term| matches!(term, Term::Group(inner) if inner.has_again()))
            }
        }
    }

    /// Returns the maximum number of parts it can leave.
    pub fn most_parts(&self) -> usize {
        match self {
            Destination::If(_, yes, no) => yes.most_parts().max(no.most_parts()),
            Destination::Terms { terms, .. } => terms.iter().map(Term::most_parts).sum(),
        }
    }

    /// Adds the components that it can change.
    fn gather_changed(&self, changed: &mut BTreeSet<usize>) {
        match self {
            Destination::If(_, yes, no) => {
                yes.gather_changed(changed);
                no.gather_changed(changed);
            }
            Destination::Terms { terms, .. } => terms.iter().for_each(|term| match term {
                Term::Tuple(exprs, _) => {
                    let is_changed = |(index, expr): &(usize, &Expr)| expr.form != Form::Component(*index);
                    changed.extend(exprs.iter().enumerate().filter(is_changed).map(|(index, _)| index));
                }
                Term::With(changes, _) => changed.extend(changes.iter().map(|change| change.component)),
                Term::Nothing => {}
                Term::Group(inner) => inner.gather_changed(changed),
            }),
        }
    }
}

impl Game {
    /// Returns the components that some move can change, in order.
    pub fn changed_components(&self) -> BTreeSet<usize> {
        let mut changed = BTreeSet::new();
        self.moves.iter().for_each(|rule| rule.result.gather_changed(&mut changed));
        changed
    }
}

impl Term {
    fn most_parts(&self) -> usize {
        match self {
            Term::Tuple(..) | Term::With(..) => 1,
            Term::Nothing => 0,
            Term::Group(inner) => inner.most_parts(),
        }
    }
}

impl Type {
    /// Returns whether it is a number.
    pub fn is_int(&self) -> bool {
        matches!(self, Type::Int { .. })
    }
}
