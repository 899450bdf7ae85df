//! Rules without names, for comparing games.
//!
//! In: a checked game. Out: a tree that is equal for two games exactly if their rules are written in the same way up to the
//! names of the game, its components, givens, moves, binders and functions, the order of functions and symbols, and all that
//! is no rule: titles, claims, strategies, symmetries, defaults, the start. Games that are equal for a deeper reason are not
//! found to be so.

use crate::game::{
    Binder, Change, CompoundRule, Destination, Domain, Expr, Form, Function, Game, Kind, Loops, Over, Term, Type,
    Verdict,
};
use crate::value::Symbol;
use std::collections::HashMap;
use std::convert::Infallible;

impl Game {
    /// Returns the rules alone; see the module. The result is to be compared, not played: its expressions have no kinds.
    pub fn stripped(&self) -> Game {
        let mut stripper = Stripper { game: self, functions: Vec::new(), known: HashMap::new(), symbols: Vec::new() };
        let mut made = self.clone();
        made.name.clear();
        (made.title, made.about, made.origin, made.start) = (None, None, None, None);
        made.titles.clear();
        made.abouts.clear();
        made.symmetries.clear();
        made.claims.clear();
        made.strategies.clear();
        // That play ends is a statement about the rules, not one of them.
        if made.loops == Loops::None {
            made.loops = Loops::Draw;
        }
        for component in made.givens.iter_mut().chain(&mut made.components) {
            component.name.clear();
            component.default = None;
            stripper.ty(&mut component.ty);
        }
        made.valid.iter_mut().for_each(|condition| stripper.expr(condition));
        for rule in &mut made.moves {
            rule.name.clear();
            stripper.binders(&mut rule.binders);
            rule.guard.iter_mut().chain(&mut rule.gain).for_each(|expr| stripper.expr(expr));
            stripper.destination(&mut rule.result);
        }
        for (condition, verdict) in made.ends.iter_mut().chain(&mut made.stuck_if) {
            stripper.expr(condition);
            stripper.verdict(verdict);
        }
        stripper.verdict(&mut made.stuck);
        if let CompoundRule::Upto(max) = &mut made.compound {
            stripper.expr(max);
        }
        // The names of players matter where expressions use them, and then also which of them is the first.
        made.players = self.players.map(|players| {
            players.map(|player| {
                let name = self.symbol_name(player);
                let index = stripper.symbols.iter().position(|known| known == name).unwrap_or(stripper.symbols.len());
                Symbol(index as u32)
            })
        });
        made.functions = stripper.functions;
        made.symbols = stripper.symbols;
        made
    }
}

struct Stripper<'g> {
    game: &'g Game,
    /// The functions in use, those with equal bodies once.
    functions: Vec<Function>,
    /// Their index, by that in the game.
    known: HashMap<usize, usize>,
    /// The symbols in the order of their first use.
    symbols: Vec<String>,
}

impl Stripper<'_> {
    fn symbol(&mut self, symbol: &mut Symbol) {
        let name = self.game.symbol_name(*symbol);
        let known = self.symbols.iter().position(|known| known == name);
        let index = known.unwrap_or_else(|| {
            self.symbols.push(name.to_owned());
            self.symbols.len() - 1
        });
        *symbol = Symbol(index as u32);
    }

    fn ty(&mut self, ty: &mut Type) {
        match ty {
            Type::Int { low, high } => low.iter_mut().chain(high).for_each(|expr| self.expr(expr)),
            Type::Bool => {}
            Type::Symbols(symbols) => symbols.iter_mut().for_each(|symbol| self.symbol(symbol)),
            Type::List(element, size) => {
                self.ty(element);
                size.iter_mut().for_each(|expr| self.expr(expr));
            }
            Type::Bag(element) | Type::Set(element) => self.ty(element),
        }
    }

    fn binders(&mut self, binders: &mut [Binder]) {
        for binder in binders {
            binder.name.clear();
            match &mut binder.over {
                Over::Is(expr) | Over::If(expr) | Over::Each(Domain::Of(expr)) => self.expr(expr),
                Over::Each(Domain::Range(low, high)) => {
                    self.expr(low);
                    high.iter_mut().for_each(|high| self.expr(high));
                }
            }
        }
    }

    fn destination(&mut self, destination: &mut Destination) {
        match destination {
            Destination::If(condition, yes, no) => {
                self.expr(condition);
                self.destination(yes);
                self.destination(no);
            }
            Destination::Terms { again, terms } => {
                again.iter_mut().for_each(|again| self.expr(again));
                terms.iter_mut().for_each(|term| self.term(term));
            }
        }
    }

    fn term(&mut self, term: &mut Term) {
        match term {
            Term::Nothing => {}
            Term::Group(inner) => self.destination(inner),
            Term::Each { term, binders, filter } => {
                self.binders(binders);
                filter.iter_mut().for_each(|filter| self.expr(filter));
                self.term(term);
            }
            Term::Tuple(exprs, _) => exprs.iter_mut().for_each(|expr| self.expr(expr)),
            Term::With(changes, _) => changes.iter_mut().for_each(|change| self.change(change)),
        }
    }

    fn change(&mut self, change: &mut Change) {
        self.binders(&mut change.binders);
        change.indices.iter_mut().chain(&mut change.filter).for_each(|expr| self.expr(expr));
        self.expr(&mut change.value);
    }

    fn verdict(&mut self, verdict: &mut Verdict) {
        if let Verdict::Score(points) = verdict {
            self.expr(points);
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        *expr = self.stripped(expr);
    }

    fn stripped(&mut self, expr: &Expr) -> Expr {
        let mapped: Result<Expr, Infallible> = expr.try_map_children(&mut |child, _| Ok(self.stripped(child)));
        let Ok(mut made) = mapped;
        made.kind = Kind::Unknown;
        match &mut made.form {
            Form::Symbol(symbol) => self.symbol(symbol),
            Form::Apply(function, _) => *function = self.function(*function),
            Form::Fold { binders, .. } => binders.iter_mut().for_each(|binder| binder.name.clear()),
            _ => {}
        }
        made
    }

    fn function(&mut self, index: usize) -> usize {
        if let Some(known) = self.known.get(&index) {
            return *known;
        }
        let Function { parameters, body, .. } = &self.game.functions[index];
        let made = Function { name: String::new(), parameters: *parameters, body: self.stripped(body) };
        let equal = self.functions.iter().position(|known| *known == made);
        let number = equal.unwrap_or_else(|| {
            self.functions.push(made);
            self.functions.len() - 1
        });
        self.known.insert(index, number);
        number
    }
}

#[cfg(test)]
mod tests {
    use crate::read;

    #[test]
    fn names_do_not_matter_and_rules_do() {
        let rules = |text: &str| read(text).unwrap().stripped();
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

    #[test]
    fn players_that_are_named_in_the_rules_are_told_apart() {
        let rules = |players: &str, ends: &str| {
            let game = "game g(s: [{'.', 'X', 'O'}; 3])";
            let moves = "move place(i in 0..2) if s[i] == '.' -> with s[i] = mover";
            read(&format!("{game} players {players} {ends} {moves}")).unwrap().stripped()
        };
        let all = |first: &str, second: &str| {
            format!("{first} wins if s[0] == 'X' and s[1] == 'X' {second} wins if s[0] == 'O' and s[1] == 'O'")
        };
        assert_eq!(rules("X, O", &all("X", "O")), rules("X, O", &all("X", "O")));
        assert_ne!(rules("X, O", &all("X", "O")), rules("O, X", &all("O", "X")));
        let plain =
            |players: &str| read(&format!("game g(n) players {players} move a if n > 0 -> n - 1")).unwrap().stripped();
        assert_eq!(plain("left, right"), plain("A, B"));
    }

    #[test]
    fn symbols_are_compared_by_their_names() {
        let rules = |given: &str, game: &str| {
            let moves = "move place(i in 0..2) if s[i] == '.' -> with s[i] = 'X'";
            read(&format!("{given} {game} {moves}")).unwrap().stripped()
        };
        let (given, game) = ("given k: {'X', 'Y'} = 'Y'", "game g(s: [{'.', 'X'}; 3])");
        assert_eq!(rules(given, game), rules("given mark: {'X', 'Y'} = 'X'", game));
        assert_ne!(rules(given, game), rules(given, "game g(s: [{'X', '.'}; 3])"));
        assert_ne!(rules(given, game), rules("given k: {'X', 'Z'} = 'X'", game));
    }
}
