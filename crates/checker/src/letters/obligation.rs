//! The lines of the game and of its claim, and what must be shown of them.

use super::refute::refute;
use super::tree::{Op, Tree, digits, is_name, list, one};
use super::{Checked, Lines, limited, limits, malformed};
use crate::Play;

/// A kind of move.
struct Move {
    /// Components, givens and binders.
    names: Vec<String>,
    guard: Tree,
    /// What it leaves, if that is not nothing.
    left: Option<Vec<Tree>>,
}

/// The number of a move, and terms for its binders.
type Choice = (usize, Vec<Tree>);

/// What is true of a move with certain binders.
struct Made {
    legal: Tree,
    stays: Tree,
    falls: Tree,
    /// The claim about what it leaves.
    claim: Tree,
}

pub struct Game {
    pub play: Play,
    /// The number of bytes from the end of the claim to the end of the text.
    pub proof: usize,
    /// Components, then givens.
    names: Vec<String>,
    domain: Tree,
    moves: Vec<Move>,
    claim: Tree,
    weights: Vec<Tree>,
    witnesses: Vec<Choice>,
    any: Vec<Choice>,
    /// What a witness and the proof that there is one may name.
    with_sought: Vec<String>,
}

impl Game {
    pub fn read(lines: &mut Lines) -> Checked<Game> {
        let start = lines.rest.len();
        lines.expect_all("grundy letters 1")?;
        let play = match lines.expect("play")? {
            " normal" => Play::Normal,
            " misere" => Play::Misere,
            " grundy" => Play::Grundy,
            _ => return malformed("`normal`, `misere` or `grundy` is expected"),
        };
        let components = with_names(&[], lines.expect("components")?.split(' ').skip(1))?;
        let names = with_names(&components, lines.expect("givens")?.split(' ').skip(1))?;
        let domain = one(lines.expect("domain")?, &names, true)?;
        let mut moves = vec![];
        while let Some(text) = lines.after("move") {
            let [binders, guard, left] = text.splitn(3, ';').collect::<Vec<&str>>()[..] else {
                return malformed("a move has a guard and a result");
            };
            let names = with_names(&names, binders.split(',').map(str::trim).filter(|_| !binders.is_empty()))?;
            let guard = one(guard, &names, true)?;
            let is_nothing = left.trim_matches(' ') == "nothing";
            let left = if is_nothing { None } else { Some(list(left, &names, false)?) };
            if left.as_ref().is_some_and(|left| left.len() != components.len()) {
                return malformed("a move leaves a number for each component");
            }
            moves.push(Move { names, guard, left });
            limited(moves.len() <= limits::MAX_LINES)?;
        }
        let claim = one(lines.expect("claim")?, &names, play != Play::Grundy)?;
        let proof = lines.rest.len();
        let weights = list(lines.expect("weights")?, &names, false)?;
        let mut with_sought = names.clone();
        with_sought.extend((play == Play::Grundy).then(|| "?".to_owned()));
        let (witnesses, any) = (vec![], vec![]);
        let mut game = Game { play, proof, names, domain, moves, claim, weights, witnesses, any, with_sought };
        game.witnesses = game.choices("witness", lines)?;
        game.any = game.choices("any", lines)?;
        if play != Play::Misere && !game.any.is_empty() {
            return malformed("`any` stands in misère play alone");
        }
        limited(game.weights.len() <= limits::MAX_LINES)?;
        limited(start - lines.rest.len() <= limits::MAX_GAME_BYTES)?;
        Ok(game)
    }

    fn choices(&self, word: &str, lines: &mut Lines) -> Checked<Vec<Choice>> {
        let mut choices = vec![];
        while let Some(text) = lines.after(word) {
            let (number, terms) = text.split_once(';').unwrap_or((text, ""));
            let number = digits(number.trim()).unwrap_or(usize::MAX);
            let terms = if terms.is_empty() { vec![] } else { list(terms, &self.with_sought, false)? };
            if self.moves.get(number).is_none_or(|made| made.names.len() != self.names.len() + terms.len()) {
                return malformed("no move has this number and these binders");
            }
            choices.push((number, terms));
            limited(choices.len() <= limits::MAX_LINES)?;
        }
        Ok(choices)
    }

    /// Returns what is true of a move if its binders are these terms.
    fn made(&self, (number, binders): &Choice) -> Made {
        let (made, truth) = (&self.moves[*number], Tree::sign("true", &[]));
        let legal = made.guard.replaced(self.names.len(), binders);
        let Some(left) = &made.left else {
            let claim = match self.play {
                Play::Misere => Tree::sign("false", &[]),
                Play::Grundy => Tree::new(Op::Number(0), &[]),
                Play::Normal | Play::Relation => truth.clone(),
            };
            return Made { legal, stays: truth.clone(), falls: truth, claim };
        };
        let left: Vec<Tree> = left.iter().map(|term| term.replaced(self.names.len(), binders)).collect();
        let falls = self.weights.iter().rfold(None, |rest: Option<Tree>, weight| {
            let then = weight.replaced(0, &left);
            let (less, equal) = (Tree::sign("<", &[&then, weight]), Tree::sign("==", &[&then, weight]));
            Some(rest.map_or(less.clone(), |rest| Tree::sign("or", &[&less, &Tree::sign("and", &[&equal, &rest])])))
        });
        let (stays, claim) = (self.domain.replaced(0, &left), self.claim.replaced(0, &left));
        Made { legal, stays, falls: falls.unwrap_or(truth), claim }
    }

    /// Checks the proofs of everything that must be shown, in order.
    pub fn check(&self, lines: &mut Lines) -> Checked<()> {
        let (domain, claim, zero) = (&self.domain, &self.claim, &Tree::new(Op::Number(0), &[]));
        let (is_grundy, sought) = (self.play == Play::Grundy, &Tree::new(Op::Letter(self.names.len()), &[]));
        let mut prove = |heading: &str, number: Option<usize>, names: &[String], conditions: &[&Tree]| {
            lines
                .expect_all(&format!("obligation {heading}{}", number.map_or(String::new(), |at| format!(" {at}"))))?;
            refute(conditions.iter().map(|condition| (*condition).clone()).collect(), names, lines)
        };
        for (number, (names, conditions)) in self.divisors().iter().enumerate() {
            prove("defined", Some(number), names, &conditions.iter().collect::<Vec<&Tree>>())?;
        }
        for (number, weight) in self.weights.iter().enumerate() {
            prove("weight", Some(number), &self.names, &[domain, &Tree::sign("<", &[weight, zero])])?;
        }
        if is_grundy {
            prove("natural", None, &self.names, &[domain, &Tree::sign("<", &[claim, zero])])?;
        }
        let made: Vec<Made> = (0..self.moves.len()).map(|number| self.made(&(number, vec![]))).collect();
        let moves = || self.moves.iter().zip(&made).enumerate();
        for (number, (kind, made)) in moves() {
            prove("stays", Some(number), &kind.names, &[domain, &made.legal, &made.stays.not()])?;
        }
        for (number, (kind, made)) in moves() {
            prove("falls", Some(number), &kind.names, &[domain, &made.legal, &made.falls.not()])?;
        }
        for (number, (kind, made)) in moves() {
            let equal = &Tree::sign("==", &[claim, &made.claim]);
            let both = if is_grundy { vec![equal] } else { vec![claim, &made.claim] };
            prove("never", Some(number), &kind.names, &[&[domain, &made.legal], &both[..]].concat())?;
        }
        let fails = |choice: &Choice| {
            let made = self.made(choice);
            let good = if is_grundy { Tree::sign("==", &[&made.claim, sought]) } else { made.claim };
            Tree::sign("and", &[&made.legal, &good]).not()
        };
        let fail: Vec<Tree> = self.witnesses.iter().map(fails).collect();
        let (fail, not_claim) = (fail.iter().collect::<Vec<&Tree>>(), &claim.not());
        match self.play {
            Play::Misere => {
                for (number, (kind, made)) in moves() {
                    let conditions = [&[domain, &made.legal, not_claim], &fail[..]].concat();
                    prove("some", Some(number), &kind.names, &conditions)?;
                }
                let illegal: Vec<Tree> = self.any.iter().map(|choice| self.made(choice).legal.not()).collect();
                prove("moves", None, &self.names, &[domain, claim].into_iter().chain(&illegal).collect::<Vec<&Tree>>())
            }
            Play::Grundy => {
                let (natural, less) = (&Tree::sign("<=", &[zero, sought]), &Tree::sign("<", &[sought, claim]));
                prove("some", None, &self.with_sought, &[&[domain, natural, less], &fail[..]].concat())
            }
            _ => prove("some", None, &self.names, &[&[domain, not_claim], &fail[..]].concat()),
        }
    }

    /// Returns, for each divisor of the domain, of the moves and of the claim, the names of its letters, what holds where it
    /// is evaluated, and last that it is at most 0.
    fn divisors(&self) -> Vec<(&[String], Vec<Tree>)> {
        let mut all = vec![];
        let mut add = |tree: &Tree, names, path: &[&Tree]| {
            let mut path = path.iter().map(|condition| (*condition).clone()).collect();
            let mut found = vec![];
            divisors(tree, &mut path, &mut found);
            for conditions in found {
                if !all.iter().any(|(_, other)| *other == conditions) {
                    all.push((names, conditions));
                }
            }
        };
        add(&self.domain, &self.names[..], &[]);
        for Move { names, guard, left } in &self.moves {
            add(guard, names, &[&self.domain]);
            left.iter().flatten().for_each(|term| add(term, names, &[&self.domain, guard]));
        }
        add(&self.claim, &self.names, &[&self.domain]);
        all
    }
}

/// Adds names to a list of names.
fn with_names<'a>(names: &[String], more: impl Iterator<Item = &'a str>) -> Checked<Vec<String>> {
    let mut names = names.to_vec();
    for name in more {
        if !is_name(name) || names.iter().any(|other| other == name) {
            return malformed(&format!("`{name}` cannot be a name here"));
        }
        names.push(name.to_owned());
        limited(names.len() < limits::MAX_LINES)?;
    }
    Ok(names)
}

/// Finds the divisors of a tree that are not numbers of at least 1, each with the path to it.
fn divisors(tree: &Tree, path: &mut Vec<Tree>, found: &mut Vec<Vec<Tree>>) {
    for (number, part) in tree.of.iter().enumerate() {
        let length = path.len();
        match (tree.op, number) {
            (Op::Sign("and" | "if"), 1) => path.push(tree.of[0].clone()),
            (Op::Sign("or"), 1) | (Op::Sign("if"), 2) => path.push(tree.of[0].not()),
            _ => {}
        }
        divisors(part, path, found);
        path.truncate(length);
    }
    if matches!(tree.op, Op::Sign("/" | "%")) && !matches!(tree.of[1].op, Op::Number(1..)) {
        let zero = Tree::new(Op::Number(0), &[]);
        found.push([&path[..], &[Tree::sign("<=", &[&tree.of[1], &zero])]].concat());
    }
}
