//! Walks over a checked game's trees: the parts of an expression, its dependencies, the possible results of a move.

use crate::game::{Binder, Destination, Domain, Expr, Form, Game, Kind, Over, Term, Type};
use crate::span::Span;
use crate::value::Value;
use std::collections::BTreeSet;

/// What expressions depend on, also through `let`s. Indices are in order of first occurrence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Indices into [`Game::components`].
    pub components: Vec<usize>,
    /// Indices into [`Game::givens`].
    pub givens: Vec<usize>,
    /// Whether the player to move matters.
    pub mover: bool,
}

impl Uses {
    fn add(&mut self, expr: &Expr, of_functions: &[Uses]) {
        fn extend(known: &mut Vec<usize>, more: &[usize]) {
            more.iter().for_each(|index| {
                if !known.contains(index) {
                    known.push(*index);
                }
            });
        }
        expr.each(&mut |inner| match &inner.form {
            Form::Component(index) => extend(&mut self.components, &[*index]),
            Form::Given(index) => extend(&mut self.givens, &[*index]),
            Form::Mover | Form::Other => self.mover = true,
            Form::Apply(function, _) => {
                let uses = &of_functions[*function];
                extend(&mut self.components, &uses.components);
                extend(&mut self.givens, &uses.givens);
                self.mover |= uses.mover;
            }
            _ => {}
        });
    }
}

impl Game {
    /// Returns what expressions depend on, also through `let`s.
    pub fn depends<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> Uses {
        // A function calls only functions before it, so each is walked once.
        let mut of_functions: Vec<Uses> = Vec::new();
        for function in &self.functions {
            let mut uses = Uses::default();
            uses.add(&function.body, &of_functions);
            of_functions.push(uses);
        }
        let mut uses = Uses::default();
        exprs.into_iter().for_each(|expr| uses.add(expr, &of_functions));
        uses
    }
}

impl Expr {
    /// Returns an expression for a value.
    pub fn literal(value: &Value) -> Expr {
        let form = match value {
            Value::Int(int) => Form::Int(int.clone()),
            Value::Bool(bool) => Form::Bool(*bool),
            Value::Symbol(symbol) => Form::Symbol(*symbol),
            Value::List(all) => Form::List(all.iter().map(Expr::literal).collect()),
            Value::Set(all) => Form::Set(all.iter().map(Expr::literal).collect()),
        };
        Expr { form, kind: Kind::Unknown, span: Span::default() }
    }

    /// Returns whether the test holds for this expression or one inside it, tried from the outside in and from left to right.
    pub fn any(&self, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
        let mut found = test(self);
        if !found {
            self.each_child(&mut |child| found = found || child.any(test));
        }
        found
    }

    /// Visits this expression and those inside it, from the outside in and from left to right.
    pub fn each(&self, visit: &mut dyn FnMut(&Expr)) {
        self.any(&mut |expr| {
            visit(expr);
            false
        });
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
                        Over::Is(expr) | Over::If(expr) => visit(expr),
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

    /// Rebuilds the expression from its direct subexpressions. `map` also gets the number of binders of this expression that
    /// are in scope at the subexpression.
    ///
    /// # Errors
    /// The first error of `map`.
    pub fn try_map_children<E>(&self, map: &mut dyn FnMut(&Expr, usize) -> Result<Expr, E>) -> Result<Expr, E> {
        type Map<'m, E> = &'m mut dyn FnMut(&Expr) -> Result<Expr, E>;
        fn boxed<E>(expr: &Expr, map: Map<E>) -> Result<Box<Expr>, E> {
            map(expr).map(Box::new)
        }
        fn each<E>(all: &[Expr], map: Map<E>) -> Result<Vec<Expr>, E> {
            all.iter().map(map).collect()
        }
        let outer = &mut |expr: &Expr| map(expr, 0);
        let form = match &self.form {
            Form::Int(_)
            | Form::Bool(_)
            | Form::Symbol(_)
            | Form::Component(_)
            | Form::Given(_)
            | Form::Local(_)
            | Form::Mover
            | Form::Other => self.form.clone(),
            Form::If(a, b, c) => Form::If(boxed(a, outer)?, boxed(b, outer)?, boxed(c, outer)?),
            Form::Or(all) => Form::Or(each(all, outer)?),
            Form::And(all) => Form::And(each(all, outer)?),
            Form::List(all) => Form::List(each(all, outer)?),
            Form::Set(all) => Form::Set(each(all, outer)?),
            Form::Builtin(builtin, all) => Form::Builtin(*builtin, each(all, outer)?),
            Form::Apply(function, all) => Form::Apply(*function, each(all, outer)?),
            Form::Compare(all, signs) => Form::Compare(each(all, outer)?, signs.clone()),
            Form::Not(inner) => Form::Not(boxed(inner, outer)?),
            Form::Negate(inner) => Form::Negate(boxed(inner, outer)?),
            Form::In(inner, domain) => Form::In(boxed(inner, outer)?, Box::new(domain.try_map(outer)?)),
            Form::Binary(operator, a, b) => Form::Binary(*operator, boxed(a, outer)?, boxed(b, outer)?),
            Form::Index(a, b) => Form::Index(boxed(a, outer)?, boxed(b, outer)?),
            Form::Slice(a, b, c) => {
                let (a, b) = (boxed(a, outer)?, boxed(b, outer)?);
                Form::Slice(a, b, c.as_ref().map(|c| boxed(c, outer)).transpose()?)
            }
            Form::Fold { fold, body, binders, filter } => {
                let mut mapped = Vec::with_capacity(binders.len());
                for (index, binder) in binders.iter().enumerate() {
                    let over = match &binder.over {
                        Over::Is(expr) => Over::Is(map(expr, index)?),
                        Over::If(expr) => Over::If(map(expr, index)?),
                        Over::Each(domain) => Over::Each(domain.try_map(&mut |expr| map(expr, index))?),
                    };
                    mapped.push(Binder { name: binder.name.clone(), over });
                }
                let inner = &mut |expr: &Expr| map(expr, binders.len());
                let filter = filter.as_ref().map(|filter| boxed(filter, inner)).transpose()?;
                Form::Fold { fold: *fold, body: boxed(body, inner)?, binders: mapped, filter }
            }
        };
        Ok(Expr { form, kind: self.kind.clone(), span: self.span })
    }
}

impl Domain {
    fn try_map<E>(&self, map: &mut dyn FnMut(&Expr) -> Result<Expr, E>) -> Result<Domain, E> {
        Ok(match self {
            Domain::Range(low, high) => Domain::Range(map(low)?, high.as_ref().map(map).transpose()?),
            Domain::Of(list) => Domain::Of(map(list)?),
        })
    }

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
    /// Visits the parts it can leave: the terms of all branches and groups, and what is left for each choice.
    pub fn each_term(&self, visit: &mut dyn FnMut(&Term)) {
        match self {
            Destination::If(_, yes, no) => {
                yes.each_term(visit);
                no.each_term(visit);
            }
            Destination::Terms { terms, .. } => terms.iter().for_each(|term| term.each_inside(visit)),
        }
    }

    /// Returns whether the same player may move again.
    pub fn has_again(&self) -> bool {
        match self {
            Destination::If(_, yes, no) => yes.has_again() || no.has_again(),
            Destination::Terms { again, terms } => again.is_some() || terms.iter().any(Term::has_again),
        }
    }

    /// Returns whether it always leaves exactly one part.
    pub fn leaves_one_part(&self) -> bool {
        match self {
            Destination::If(_, yes, no) => yes.leaves_one_part() && no.leaves_one_part(),
            Destination::Terms { terms, .. } => match terms.as_slice() {
                [Term::Tuple(..) | Term::With(..)] => true,
                [Term::Group(inner)] => inner.leaves_one_part(),
                _ => false,
            },
        }
    }

    /// Returns the maximum number of parts it can leave; `usize::MAX` if an expression says how many.
    pub fn most_parts(&self) -> usize {
        match self {
            Destination::If(_, yes, no) => yes.most_parts().max(no.most_parts()),
            Destination::Terms { terms, .. } => terms.iter().map(Term::most_parts).fold(0, usize::saturating_add),
        }
    }
}

impl Game {
    /// Returns the components that some move can change, in order.
    pub fn changed_components(&self) -> BTreeSet<usize> {
        let mut changed = BTreeSet::new();
        let mut visit = |term: &Term| match term {
            Term::Tuple(exprs, _) => {
                let is_changed = |(index, expr): &(usize, &Expr)| expr.form != Form::Component(*index);
                changed.extend(exprs.iter().enumerate().filter(is_changed).map(|(index, _)| index));
            }
            Term::With(changes, _) => changed.extend(changes.iter().map(|change| change.component)),
            Term::Nothing | Term::Group(_) | Term::Each { .. } => {}
        };
        self.moves.iter().for_each(|rule| rule.result.each_term(&mut visit));
        changed
    }

    /// Returns whether every move leaves exactly one part.
    pub fn leaves_one_part(&self) -> bool {
        self.moves.iter().all(|rule| rule.result.leaves_one_part())
    }
}

impl Term {
    fn each_inside(&self, visit: &mut dyn FnMut(&Term)) {
        match self {
            Term::Group(inner) => inner.each_term(visit),
            Term::Each { term, .. } => term.each_inside(visit),
            Term::Tuple(..) | Term::With(..) | Term::Nothing => visit(self),
        }
    }

    fn has_again(&self) -> bool {
        match self {
            Term::Group(inner) => inner.has_again(),
            Term::Each { term, .. } => term.has_again(),
            Term::Tuple(..) | Term::With(..) | Term::Nothing => false,
        }
    }

    fn most_parts(&self) -> usize {
        match self {
            Term::Tuple(..) | Term::With(..) => 1,
            Term::Nothing => 0,
            Term::Group(inner) => inner.most_parts(),
            Term::Each { .. } => usize::MAX,
        }
    }
}

impl Type {
    /// Returns whether it is a number.
    pub fn is_int(&self) -> bool {
        matches!(self, Type::Int { .. })
    }
}
