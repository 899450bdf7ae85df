//! Calls: built-in functions, folds over binders, and the file's own `let`s.

use super::Checker;
use super::kind::{describe, element, join};
use super::scope::{FUNCTIONS, Scope};
use crate::ast;
use crate::diagnostic::{Diagnostic, Missing};
use crate::game::{Builtin, Expr, Fold, Form, Function, Kind};
use crate::limits::MAX_DEPTH;
use crate::span::Span;
use grundy_message::{Message, message};

impl Checker<'_> {
    /// Checks a fold over binders.
    pub fn fold(
        &mut self,
        function: &ast::Name,
        body: &ast::Expr,
        binders: &[ast::Binder],
        filter: Option<&ast::Expr>,
        span: Span,
        scope: &mut Scope,
    ) -> Expr {
        let Some(fold) = fold_of(&function.text) else {
            self.report(
                Diagnostic::error(message!("`{name}` does not gather over `for`", name = function.text), function.span)
                    .hint(message!("sum, min, max, count, any, all and xor do; `[e for …]` is a list")),
            );
            return Expr { form: Form::Bool(false), kind: Kind::Unknown, span };
        };
        let (of, kind) = fold_kinds(fold);
        let (binders, filter, body) =
            self.over(binders, filter, scope, |checker, scope| checker.expect(body, &of, scope));
        Expr { form: Form::Fold { fold, body: Box::new(body), binders, filter }, kind, span }
    }

    /// Checks a call of a function or a `let`.
    pub fn call(&mut self, name: &ast::Name, arguments: &[ast::Expr], span: Span, scope: &mut Scope) -> Expr {
        if let Some(index) = self.let_indices.get(&name.text).copied() {
            let given: Vec<Expr> = arguments.iter().map(|argument| self.expression(argument, scope, None)).collect();
            let wanted = self.lets[index].parameters.as_ref().map_or(0, Vec::len);
            if wanted != given.len() {
                self.lets[index].used = true;
                let declared = self.lets[index].name.span;
                self.report(
                    Diagnostic::error(
                        message!(
                            "`{name}` takes {count}, not {count_said}",
                            name = name.text,
                            count = self::arguments(wanted),
                            count_said = given.len()
                        ),
                        span,
                    )
                    .also(declared, message!("declared here")),
                );
                return Expr { form: Form::Bool(false), kind: Kind::Unknown, span };
            }
            return self.apply(index, given, span, scope);
        }
        if !FUNCTIONS.contains(&name.text.as_str()) {
            if let Some((what, _)) = self.declared(&name.text) {
                self.report(
                    Diagnostic::error(
                        message!("`{name}` is {what}, not a function", name = name.text, what = what.message()),
                        name.span,
                    )
                    .hint(message!("an element of a list is written `s[i]`")),
                );
            } else {
                let known = FUNCTIONS.into_iter().chain(self.lets.iter().map(|entry| entry.name.text.as_str()));
                let near = self.nearest(&name.text, known).map(str::to_owned);
                let mut diagnostic = Diagnostic::missing(
                    Missing::Declaration,
                    message!("unknown function `{name}`", name = name.text),
                    name.span,
                );
                diagnostic = match near {
                    Some(near) => diagnostic.because(message!("did you mean `{name}`?", name = near)).fix(
                        message!("write the nearest known name"),
                        name.span,
                        near,
                    ),
                    None => diagnostic.hint(message!("functions: {names}", names = FUNCTIONS.join(", "))),
                };
                self.report(diagnostic);
            }
            for argument in arguments {
                self.expression(argument, scope, None);
            }
            return Expr { form: Form::Bool(false), kind: Kind::Unknown, span };
        }
        self.builtin(name, arguments, span, scope)
    }

    fn builtin(&mut self, name: &ast::Name, arguments: &[ast::Expr], span: Span, scope: &mut Scope) -> Expr {
        let numbers = Kind::List(Box::new(Kind::Int));
        let graph = Kind::List(Box::new(numbers.clone()));
        let flags = Kind::List(Box::new(Kind::Bool));
        let (builtin, wanted, kind): (Builtin, Vec<Kind>, Kind) = match name.text.as_str() {
            "min" | "max" if arguments.len() >= 2 => {
                let builtin = if name.text == "min" { Builtin::Min } else { Builtin::Max };
                (builtin, vec![Kind::Int; arguments.len()], Kind::Int)
            }
            "sum" | "min" | "max" | "count" | "any" | "all" | "xor" => {
                let fold = fold_of(&name.text).unwrap_or(Fold::Sum);
                let (of, kind) = fold_kinds(fold);
                if arguments.len() != 1 {
                    self.report(
                        Diagnostic::error(message!("`{name}` takes a list or `e for …`", name = name.text), span)
                            .hint(message!("write `{name}(e for i in 0..n)`", name = name.text)),
                    );
                    return Expr { form: Form::Bool(false), kind: Kind::Unknown, span };
                }
                let list = self.expression(&arguments[0], scope, None);
                match element(&list.kind) {
                    Some(found) if join(&found, &of).is_some() => {}
                    _ => self.report(
                        Diagnostic::error(
                            message!(
                                "`{name}` gathers {what}",
                                name = name.text,
                                what = if of == Kind::Int { message!("numbers") } else { message!("truth values") }
                            ),
                            list.span,
                        )
                        .because(message!("this is {kind}", kind = describe(&list.kind)))
                        .hint(message!("give a list, or write `{name}(e for i in 0..n)`", name = name.text)),
                    ),
                }
                return Expr { form: Form::Builtin(Builtin::FoldList(fold), vec![list]), kind, span };
            }
            "abs" => (Builtin::Abs, vec![Kind::Int], Kind::Int),
            "gcd" | "lcm" => {
                let builtin = if name.text == "gcd" { Builtin::Gcd } else { Builtin::Lcm };
                let wanted = match arguments.len() {
                    0 => {
                        self.report(Diagnostic::error(
                            message!("`{name}` takes two or more numbers, or a list", name = name.text),
                            span,
                        ));
                        return Expr { form: Form::Bool(false), kind: Kind::Unknown, span };
                    }
                    1 => return self.of_list(name, builtin, &arguments[0], span, scope),
                    more => vec![Kind::Int; more],
                };
                (builtin, wanted, Kind::Int)
            }
            "is_prime" => (Builtin::IsPrime, vec![Kind::Int], Kind::Bool),
            "prime_factors" => (Builtin::PrimeFactors, vec![Kind::Int], numbers),
            "divisors" => (Builtin::Divisors, vec![Kind::Int], numbers),
            "valuation" => (Builtin::Valuation, vec![Kind::Int; 2], Kind::Int),
            "is_square" => (Builtin::IsSquare, vec![Kind::Int], Kind::Bool),
            "log2" => (Builtin::Log2, vec![Kind::Int], Kind::Int),
            "digits" => (Builtin::Digits, vec![Kind::Int; 2], numbers),
            "floor_sqrt" => (Builtin::FloorSqrt, vec![Kind::Int; 2], Kind::Int),
            "isqrt" => (Builtin::Isqrt, vec![Kind::Int], Kind::Int),
            "floor_phi" => (Builtin::FloorPhi, vec![Kind::Int], Kind::Int),
            "is_fibonacci" => (Builtin::IsFibonacci, vec![Kind::Int], Kind::Bool),
            "bit" => (Builtin::Bit, vec![Kind::Int; 2], Kind::Int),
            "popcount" => (Builtin::Popcount, vec![Kind::Int], Kind::Int),
            "nim_product" => (Builtin::NimProduct, vec![Kind::Int; 2], Kind::Int),
            "reachable" => (Builtin::Reachable, vec![graph, Kind::Int], flags),
            "attached" => (Builtin::Attached, vec![graph, flags.clone(), Kind::Int], flags),
            // len, size, sort and reverse take lists of anything.
            _ => return self.list_function(name, arguments, span, scope),
        };
        if arguments.len() != wanted.len() {
            self.report(Diagnostic::error(
                message!(
                    "`{name}` takes {count}, not {count_said}",
                    name = name.text,
                    count = self::arguments(wanted.len()),
                    count_said = arguments.len()
                ),
                span,
            ));
            return Expr { form: Form::Bool(false), kind: Kind::Unknown, span };
        }
        let checked =
            arguments.iter().zip(&wanted).map(|(argument, kind)| self.expect(argument, kind, scope)).collect();
        Expr { form: Form::Builtin(builtin, checked), kind, span }
    }

    /// Checks a function of numbers applied to one list of them.
    fn of_list(&mut self, name: &ast::Name, builtin: Builtin, list: &ast::Expr, span: Span, scope: &mut Scope) -> Expr {
        let list = self.expression(list, scope, Some(&Kind::List(Box::new(Kind::Int))));
        if element(&list.kind).is_none_or(|found| join(&found, &Kind::Int).is_none()) {
            self.report(
                Diagnostic::error(
                    message!("`{name}` takes two or more numbers, or a list", name = name.text),
                    list.span,
                )
                .because(message!("this is {kind}", kind = describe(&list.kind))),
            );
        }
        Expr { form: Form::Builtin(builtin, vec![list]), kind: Kind::Int, span }
    }

    fn list_function(&mut self, name: &ast::Name, arguments: &[ast::Expr], span: Span, scope: &mut Scope) -> Expr {
        let wrong = Expr { form: Form::Bool(false), kind: Kind::Unknown, span };
        let [argument] = arguments else {
            self.report(Diagnostic::error(
                message!("`{name}` takes one argument, not {count}", name = name.text, count = arguments.len()),
                span,
            ));
            return wrong;
        };
        let list = self.expression(argument, scope, None);
        let (builtin, kind) = match (name.text.as_str(), &list.kind) {
            (_, Kind::Unknown) => return wrong,
            ("len", Kind::List(_) | Kind::Bag(_)) => (Builtin::Len, Kind::Int),
            ("size", Kind::Set(_)) => (Builtin::Size, Kind::Int),
            ("sort", Kind::List(element) | Kind::Bag(element) | Kind::Set(element)) => {
                (Builtin::Sort, Kind::List(element.clone()))
            }
            ("reverse", Kind::List(element) | Kind::Bag(element)) => (Builtin::Reverse, Kind::List(element.clone())),
            (function, kind) => {
                let mut diagnostic = Diagnostic::error(
                    message!("`{function}` does not take {kind}", function, kind = describe(kind)),
                    list.span,
                );
                diagnostic = match (function, kind) {
                    ("len", Kind::Set(_)) => diagnostic.hint(message!("`size` counts a set")),
                    ("size", Kind::List(_) | Kind::Bag(_)) => diagnostic.hint(message!("`len` counts a list or a bag")),
                    _ => diagnostic.because(message!("a list is needed here")),
                };
                self.report(diagnostic);
                return wrong;
            }
        };
        Expr { form: Form::Builtin(builtin, vec![list]), kind, span }
    }

    /// Applies a `let` to arguments; its body is checked again for each combination of kinds it is used with.
    pub fn apply(&mut self, index: usize, given: Vec<Expr>, span: Span, scope: &Scope) -> Expr {
        self.lets[index].used = true;
        let kinds: Vec<Kind> = given.iter().map(|argument| argument.kind.clone()).collect();
        let key = (index, kinds, scope.components, scope.givens, scope.mover);
        let (function, kind) = match self.instances.get(&key) {
            Some((function, kind)) => (*function, kind.clone()),
            None => {
                if let Some(at) = self.in_progress.iter().position(|open| *open == index) {
                    let name = |open: &usize| self.lets[*open].name.text.as_str();
                    let mut others = self.in_progress[at + 1..].iter().chain([&index]);
                    let next = others.next().unwrap_or(&index);
                    let begin = message!("`{name}` uses `{other}`", name = name(&index), other = name(next));
                    let circle = others.fold(begin, |circle, open| {
                        message!("{circle}, which uses `{name}`", circle, name = name(open))
                    });
                    self.report(
                        Diagnostic::error(message!("a `let` may not use itself"), span)
                            .because(circle)
                            .hint(message!("write what is meant with `sum`, `any`, `all` or another fold over `for`")),
                    );
                    return Expr { form: Form::Bool(false), kind: Kind::Unknown, span };
                }
                if self.in_progress.len() > MAX_DEPTH {
                    self.report(
                        Diagnostic::error(message!("these expressions are nested too deeply"), span)
                            .because(message!(
                                "`{name}` is reached through more `let`s than that",
                                name = self.lets[index].name.text
                            ))
                            .hint(message!("at most {count} levels are allowed", count = MAX_DEPTH)),
                    );
                    return Expr { form: Form::Bool(false), kind: Kind::Unknown, span };
                }
                let made = self.function(index, &key.1, scope);
                self.instances.insert(key, made.clone());
                made
            }
        };
        Expr { form: Form::Apply(function, given), kind, span }
    }

    fn function(&mut self, index: usize, kinds: &[Kind], scope: &Scope) -> (usize, Kind) {
        let entry = self.lets[index].clone();
        let parameters = entry.parameters.unwrap_or_default();
        let mut inner = Scope { locals: Vec::new(), ..scope.clone() };
        for (name, kind) in parameters.iter().zip(kinds) {
            self.bind(name, kind.clone(), &mut inner);
        }
        self.in_progress.push(index);
        let body = self.expression(&entry.body, &mut inner, None);
        self.in_progress.pop();
        self.unbind(&mut inner, 0);
        let kind = body.kind.clone();
        self.functions.push(Function { name: entry.name.text, parameters: parameters.len(), body });
        (self.functions.len() - 1, kind)
    }
}

/// Describes a number of arguments.
pub fn arguments(count: usize) -> Message {
    match count {
        0 => message!("no arguments"),
        1 => message!("one argument"),
        2 => message!("two arguments"),
        3 => message!("three arguments"),
        more => message!("{count} arguments", count = more),
    }
}

fn fold_of(name: &str) -> Option<Fold> {
    Some(match name {
        "sum" => Fold::Sum,
        "min" => Fold::Min,
        "max" => Fold::Max,
        "count" => Fold::Count,
        "any" => Fold::Any,
        "all" => Fold::All,
        "xor" => Fold::Xor,
        _ => return None,
    })
}

/// Returns the kind of values a fold combines, and the kind of its result.
fn fold_kinds(fold: Fold) -> (Kind, Kind) {
    match fold {
        Fold::Sum | Fold::Min | Fold::Max | Fold::Xor => (Kind::Int, Kind::Int),
        Fold::Count => (Kind::Bool, Kind::Int),
        Fold::Any | Fold::All => (Kind::Bool, Kind::Bool),
        Fold::List => (Kind::Unknown, Kind::Unknown),
    }
}
