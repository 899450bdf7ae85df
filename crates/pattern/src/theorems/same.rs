//! Whether two games have the same rules up to names.
//!
//! In: checked games. Out: a text for each that is equal exactly if the rules are written in the same way up to the
//! names of the game, its components, givens, binders and functions, the order of functions, and all that is no rule:
//! titles, claims, strategies, symmetries, defaults, where to start. Games that are equal for a deeper reason are not
//! found to be so.

use grundy_rules::Game;
use grundy_rules::game::{
    Binder, Change, CompoundRule, Destination, Domain, Expr, Fold, Form, Loops, Over, Term, Type, Verdict,
};
use std::fmt::Write;

/// Returns whether the rules are the same up to names.
pub fn same_rules(one: &Game, other: &Game) -> bool {
    one.components.len() == other.components.len()
        && one.givens.len() == other.givens.len()
        && one.moves.len() == other.moves.len()
        && spelled(one) == spelled(other)
}

/// Returns the rules without names; see [`same_rules`].
pub fn spelled(game: &Game) -> String {
    let mut speller = Fingerprint { game, text: String::new(), depth: 0 };
    speller.game();
    speller.text
}

/// Tuning: maximum depth of calls of functions; deeper ones are cut off such that no two games are taken for equal. No
/// measurement is recorded.
const MAX_DEPTH: usize = 64;

struct Fingerprint<'a> {
    game: &'a Game,
    text: String,
    depth: usize,
}

impl Fingerprint<'_> {
    fn word(&mut self, word: &str) {
        self.text.push_str(word);
        self.text.push(' ');
    }

    fn game(&mut self) {
        let game = self.game;
        self.word(if game.players.is_some() { "players" } else { "impartial" });
        for component in game.givens.iter().chain(&game.components) {
            self.kind(&component.ty);
        }
        for rule in &game.moves {
            let _ = write!(self.text, "move {:?} ", rule.side);
            self.binders(&rule.binders);
            self.optional(rule.guard.as_ref());
            self.optional(rule.gain.as_ref());
            self.destination(&rule.result);
        }
        for (clauses, name) in [(&game.ends, "end"), (&game.stuck_if, "stuck_if")] {
            for (condition, verdict) in clauses {
                self.word(name);
                self.expr(condition);
                self.verdict(verdict);
            }
        }
        self.word("stuck");
        self.verdict(&game.stuck);
        let _ = write!(self.text, "{} ", game.points);
        match &game.compound {
            CompoundRule::Upto(max) => {
                self.word("upto");
                self.expr(max);
            }
            other => {
                let _ = write!(self.text, "{other:?} ");
            }
        }
        // That play ends is a statement about the rules, not one of them.
        match game.loops {
            Loops::Draw | Loops::None => self.word("loops"),
            Loops::Wins(side) => {
                let _ = write!(self.text, "loops {side:?} ");
            }
        }
        let _ = write!(self.text, "{:?}", game.ties);
    }

    fn kind(&mut self, ty: &Type) {
        match ty {
            Type::Int { low, high } => {
                self.word("int");
                self.optional(low.as_ref());
                self.optional(high.as_ref());
            }
            Type::Bool => self.word("bool"),
            Type::Symbols(symbols) => {
                let names: Vec<&str> = symbols.iter().map(|symbol| self.game.symbol_name(*symbol)).collect();
                let _ = write!(self.text, "symbols {names:?} ");
            }
            Type::List(element, size) => {
                self.word("list");
                self.kind(element);
                self.optional(size.as_ref());
            }
            Type::Bag(element) => {
                self.word("bag");
                self.kind(element);
            }
            Type::Set(element) => {
                self.word("set");
                self.kind(element);
            }
        }
    }

    fn optional(&mut self, expr: Option<&Expr>) {
        match expr {
            Some(expr) => self.expr(expr),
            None => self.word("-"),
        }
    }

    fn binders(&mut self, binders: &[Binder]) {
        let _ = write!(self.text, "binders {} ", binders.len());
        for binder in binders {
            match &binder.over {
                Over::Is(expr) => {
                    self.word("is");
                    self.expr(expr);
                }
                Over::Each(domain) => self.domain(domain),
            }
        }
    }

    fn domain(&mut self, domain: &Domain) {
        match domain {
            Domain::Range(low, high) => {
                self.word("range");
                self.expr(low);
                self.optional(high.as_ref());
            }
            Domain::Of(list) => {
                self.word("of");
                self.expr(list);
            }
        }
    }

    fn destination(&mut self, destination: &Destination) {
        match destination {
            Destination::If(condition, yes, no) => {
                self.word("if");
                self.expr(condition);
                self.destination(yes);
                self.destination(no);
            }
            Destination::Terms { again, terms } => {
                let _ = write!(self.text, "terms {} ", terms.len());
                self.optional(again.as_ref());
                for term in terms {
                    self.term(term);
                }
            }
        }
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::Nothing => self.word("nothing"),
            Term::Group(inner) => {
                self.word("group");
                self.destination(inner);
            }
            Term::Tuple(exprs, _) => {
                self.word("tuple");
                self.all(exprs);
            }
            Term::With(changes, _) => {
                let _ = write!(self.text, "with {} ", changes.len());
                for Change { component, indices, value, binders, filter, .. } in changes {
                    let _ = write!(self.text, "{component} ");
                    self.all(indices);
                    self.binders(binders);
                    self.optional(filter.as_ref());
                    self.expr(value);
                }
            }
        }
    }

    fn verdict(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Score(points) => {
                self.word("score");
                self.expr(points);
            }
            other => {
                let _ = write!(self.text, "{other:?} ");
            }
        }
    }

    fn all(&mut self, exprs: &[Expr]) {
        let _ = write!(self.text, "{} ", exprs.len());
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.form {
            Form::Int(int) => {
                let _ = write!(self.text, "{int} ");
            }
            Form::Bool(truth) => {
                let _ = write!(self.text, "{truth} ");
            }
            Form::Symbol(symbol) => {
                let _ = write!(self.text, "'{}' ", self.game.symbol_name(*symbol));
            }
            Form::Component(slot) => {
                let _ = write!(self.text, "c{slot} ");
            }
            Form::Given(slot) => {
                let _ = write!(self.text, "g{slot} ");
            }
            Form::Local(slot) => {
                let _ = write!(self.text, "l{slot} ");
            }
            Form::Mover => self.word("mover"),
            Form::Other => self.word("other"),
            Form::If(condition, yes, no) => {
                self.word("if");
                self.expr(condition);
                self.expr(yes);
                self.expr(no);
            }
            Form::Or(terms) => {
                self.word("or");
                self.all(terms);
            }
            Form::And(terms) => {
                self.word("and");
                self.all(terms);
            }
            Form::Not(inner) => {
                self.word("not");
                self.expr(inner);
            }
            Form::Compare(operands, signs) => {
                let _ = write!(self.text, "compare {signs:?} ");
                self.all(operands);
            }
            Form::In(inner, domain) => {
                self.word("in");
                self.expr(inner);
                self.domain(domain);
            }
            Form::Binary(operator, left, right) => {
                let _ = write!(self.text, "{operator:?} ");
                self.expr(left);
                self.expr(right);
            }
            Form::Negate(inner) => {
                self.word("negate");
                self.expr(inner);
            }
            Form::Index(list, index) => {
                self.word("index");
                self.expr(list);
                self.expr(index);
            }
            Form::Slice(list, from, to) => {
                self.word("slice");
                self.expr(list);
                self.expr(from);
                self.optional(to.as_deref());
            }
            Form::Builtin(builtin, arguments) => {
                let _ = write!(self.text, "{builtin:?} ");
                self.all(arguments);
            }
            Form::Apply(function, arguments) => {
                // A function is represented by its body, with its arguments beside it.
                self.word("apply");
                self.all(arguments);
                if self.depth < MAX_DEPTH && self.text.len() < 1 << 20 {
                    self.depth += 1;
                    let game = self.game;
                    self.expr(&game.functions[*function].body);
                    self.depth -= 1;
                } else {
                    let _ = write!(self.text, "{} {function} ", self.game.name);
                }
            }
            Form::Fold { fold, body, binders, filter } => {
                self.fold(*fold);
                self.binders(binders);
                self.optional(filter.as_deref());
                self.expr(body);
            }
            Form::List(all) => {
                self.word("list");
                self.all(all);
            }
            Form::Set(all) => {
                self.word("set");
                self.all(all);
            }
        }
    }

    fn fold(&mut self, fold: Fold) {
        let _ = write!(self.text, "fold {fold:?} ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::read;

    #[test]
    fn names_do_not_matter_and_rules_do() {
        let rules = |text: &str| spelled(&read(text).unwrap());
        let nim = rules("game nim(n) move take(k in 1..n) -> n - k claim grundy = n");
        assert_eq!(nim, rules("game heap(stones) title \"Heap\" loops none move remove(t in 1..stones) -> stones - t"));
        assert_ne!(nim, rules("game nim(n) stuck wins move take(k in 1..n) -> n - k"));
        assert_ne!(nim, rules("game nim(n) move take(k in 2..n) -> n - k"));
        assert_ne!(nim, rules("game nim(n) compound every move take(k in 1..n) -> n - k"));
        assert_ne!(nim, rules("game nim(n in 1..) move take(k in 1..n - 1) -> n - k"));
        let short = rules("game b(n) let least(x) = min(x, 3) move take(k in 1..least(n)) -> n - k");
        let other = rules("game b(n) let f(x) = x let g(y) = min(y, 3) move take(k in 1..g(n)) -> n - k start f(3)");
        assert_eq!(short, other);
        assert_ne!(short, rules("game b(n) let least(x) = min(x, 4) move take(k in 1..least(n)) -> n - k"));
    }
}
