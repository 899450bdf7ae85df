//! Claims proved for all values of the givens: certificates with letters (`docs/letters.md`).
//!
//! In: a [`Game`], one of its claims, and a certificate. Out: a [`LettersTheorem`], or why there is none. The lines of the
//! game and of the claim are made here from the rules ([`statement`]), and a certificate is about them only if it begins
//! with exactly these lines. So the translation is trusted, like the checker, and is kept simple: an expression of the
//! rules becomes the same expression, with `let`s inlined. Where the rules evaluate more than the line does, what is
//! evaluated must have a value for certain; all else that divides is left to the checker's obligations.
//!
//! Wrong tool for lists, players, points, sums and moves that leave several parts.

mod expression;
mod reason;
#[cfg(test)]
mod tests;

use crate::linear::{NoTheorem, Refusal, Stopped};
use expression::{Locals, Writer};
use grundy_checker::{Fault, Play};
use grundy_message::{Message, message};
use grundy_rules::game::{
    Binder, Builtin, Claim, ClaimKind, ClaimedOutcome, Component, CompoundRule, Destination, Domain, Expr, Kind,
    MoveRule, Over, Term, Type, Verdict,
};
use grundy_rules::{Game, Span};
use grundy_value::Quantity;

/// A theorem about every position of a game, for all values of its givens. Made by [`verify`] and [`prove`] alone.
#[derive(Clone, Debug)]
pub struct LettersTheorem {
    theorem: grundy_checker::letters::LettersTheorem,
}

impl LettersTheorem {
    /// Returns how the game is played.
    pub fn play(&self) -> Play {
        self.theorem.play()
    }

    /// Returns the lines of the game and of the claim.
    pub fn statement(&self) -> &str {
        self.theorem.statement()
    }

    /// Returns the conditions of the domain that name givens alone, for people to read.
    pub fn range_of_givens(&self) -> String {
        let line = |word| self.statement().lines().find_map(|line| line.strip_prefix(word)).unwrap_or_default();
        let components: Vec<&str> = line("components ").split(' ').collect();
        let names =
            |part: &str| part.split(|c: char| !c.is_alphanumeric() && c != '_').any(|name| components.contains(&name));
        let parts: Vec<&str> = line("domain ").split(" and ").filter(|part| !names(part) && *part != "true").collect();
        parts.join(" and ")
    }

    /// Returns whether this proves a claim of a game, for all values of its givens.
    pub fn proves(&self, game: &Game, claim: &Claim) -> bool {
        statement(game, claim).is_ok_and(|statement| statement == self.statement())
    }
}

/// Checks a certificate by itself. Its text says which game it is about.
///
/// # Errors
/// The certificate proves nothing; the refusal says why.
pub fn verify(certificate: &str) -> Result<LettersTheorem, Refusal> {
    let checked = grundy_checker::letters::check(certificate);
    checked.map(|theorem| LettersTheorem { theorem }).map_err(|refusal| {
        let reason = match refusal.fault {
            Fault::Limit => message!("it exceeds a limit of the checker"),
            Fault::Rule => message!("the sum of this leaf is not a negative constant"),
            _ => reason::worded(&refusal.reason),
        };
        Refusal { fault: refusal.fault, line: refusal.line, reason, numbers: None }
    })
}

/// Proves a claim of a game for all values of its givens.
///
/// # Errors
/// The claim cannot be written with letters, the certificate is about something else, or the checker refuses it.
pub fn prove(game: &Game, claim: &Claim, certificate: &str) -> Result<LettersTheorem, NoTheorem> {
    let statement = statement(game, claim).map_err(NoTheorem::Stopped)?;
    let theorem = verify(certificate).map_err(NoTheorem::Refused)?;
    if theorem.statement() == statement { Ok(theorem) } else { Err(NoTheorem::OtherGame) }
}

/// Returns the lines of a certificate that state a claim about every position of a game, for all values of its givens.
/// If the claim has a condition, they are about the positions where it holds, which moves must not leave.
///
/// # Errors
/// The clause that cannot be written with letters.
pub fn statement(game: &Game, claim: &Claim) -> Result<String, Stopped> {
    let writer = Writer::new(game);
    let of_claim = || {
        let condition = |expr: &Expr, negate: bool| {
            let condition = writer.expr(expr, &vec![])?;
            Ok(if negate { format!("not {}", condition.at(3)) } else { condition.text })
        };
        let (play, text) = match &claim.kind {
            ClaimKind::Equals(Quantity::Grundy, value) => (Play::Grundy, writer.expr(value, &vec![])?.text),
            ClaimKind::Iff(ClaimedOutcome::Second, lost) => (stuck(game)?, condition(lost, false)?),
            ClaimKind::Iff(ClaimedOutcome::First, won) => (stuck(game)?, condition(won, true)?),
            _ => return stop(claim.span, message!("this claim is not about every position")),
        };
        Ok(format!("{}claim {text}\n", lines(&writer, play, claim.condition.as_ref())?))
    };
    of_claim().map_err(|stopped: Stopped| stopped.quoted(game))
}

/// Returns the lines of a game before the claim: Grundy values, or who wins.
///
/// # Errors
/// The clause that cannot be written with letters.
pub fn game_lines(game: &Game, with_values: bool) -> Result<String, Stopped> {
    let play = if with_values { Ok(Play::Grundy) } else { stuck(game) };
    play.and_then(|play| lines(&Writer::new(game), play, None)).map_err(|stopped| stopped.quoted(game))
}

fn stop<T>(span: Span, why: Message) -> Result<T, Stopped> {
    Err(Stopped::new(span, why))
}

/// Returns how the game is played, from what becomes of a player who cannot move.
fn stuck(game: &Game) -> Result<Play, Stopped> {
    match game.stuck {
        Verdict::Lose => Ok(Play::Normal),
        Verdict::Win => Ok(Play::Misere),
        _ => stop(Span::default(), message!("a player who cannot move neither wins nor loses")),
    }
}

fn lines(writer: &Writer, play: Play, within: Option<&Expr>) -> Result<String, Stopped> {
    let (game, nowhere) = (writer.game, Span::default());
    if !game.is_impartial() {
        return stop(nowhere, message!("the game has players with moves of their own"));
    }
    if game.points {
        return stop(nowhere, message!("it is played for points"));
    }
    if let Some((condition, _)) = game.ends.first().or(game.stuck_if.first()) {
        return stop(condition.span, message!("play ends otherwise than by having no move"));
    }
    if let Some(condition) = game.valid.first() {
        return stop(condition.span, message!("which positions are valid is not read"));
    }
    if game.compound != CompoundRule::One {
        return stop(nowhere, message!("a move in a sum is not a move in one part"));
    }
    let word = match (play, stuck(game)?) {
        (Play::Normal, Play::Normal) => "normal",
        (Play::Misere, Play::Misere) => "misere",
        (Play::Grundy, Play::Normal) => "grundy",
        _ => return stop(nowhere, message!("positions of this game have no Grundy value")),
    };
    let names = |list: &[Component]| list.iter().map(|one| format!(" {}", one.name)).collect::<String>();
    let mut domain = vec![];
    for component in game.givens.iter().chain(&game.components) {
        let Type::Int { low, high } = &component.ty else {
            return stop(component.span, message!("only numbers can be letters"));
        };
        if let Some(low) = low {
            domain.extend(
                writer.bounds(low, Builtin::Max, &vec![])?.iter().map(|low| format!("{} >= {low}", component.name)),
            );
        }
        if let Some(high) = high {
            let highs = writer.bounds(high, Builtin::Min, &vec![])?;
            domain.extend(highs.iter().map(|high| format!("{} <= {high}", component.name)));
        }
    }
    if let Some(within) = within {
        domain.push(writer.expr(within, &vec![])?.at(2));
    }
    let (components, givens, domain) = (names(&game.components), names(&game.givens), all_of(&domain));
    let mut text = format!("grundy letters 1\nplay {word}\ncomponents{components}\ngivens{givens}\ndomain {domain}\n");
    for rule in &game.moves {
        let mut kinds = Kinds { writer, rule, text: String::new() };
        kinds.bind(&rule.binders, &vec![], &[], &[])?;
        text += &kinds.text;
    }
    Ok(text)
}

/// Returns a conjunction of conditions, each of which binds at least as tightly as `and`.
fn all_of(conditions: &[String]) -> String {
    if conditions.is_empty() { "true".into() } else { conditions.join(" and ") }
}

/// The kinds of move that a clause makes: one for each element of a list that a binder runs over, and for each case of the
/// result.
struct Kinds<'a> {
    writer: &'a Writer<'a>,
    rule: &'a MoveRule,
    text: String,
}

impl Kinds<'_> {
    /// Writes the moves, given what the binders before these mean, the names of those that are letters, and the conditions so far.
    fn bind(
        &mut self,
        binders: &[Binder],
        locals: &Locals,
        names: &[String],
        conditions: &[String],
    ) -> Result<(), Stopped> {
        let Some((binder, rest)) = binders.split_first() else {
            let mut conditions = conditions.to_vec();
            if let Some(guard) = &self.rule.guard {
                conditions.push(self.writer.expr(guard, locals)?.at(2));
            }
            if self.rule.gain.is_some() || self.rule.side.is_some() {
                return stop(self.rule.span, message!("the game has players with moves of their own"));
            }
            return self.leave(&self.rule.result, locals, names, &conditions);
        };
        let (mut conditions, span) = (conditions.to_vec(), self.rule.span);
        match &binder.over {
            Over::Is(expr) => {
                // It is evaluated here, whether it is used or not.
                let meaning = self.writer.expr(expr, locals)?;
                if !self.writer.is_sure(expr) {
                    let (term, condition) = (meaning.at(5), meaning.at(1));
                    let is_condition = expr.kind == Kind::Bool;
                    conditions.push(if is_condition {
                        format!("({condition} or true)")
                    } else {
                        format!("{term} == {term}")
                    });
                }
                self.bind(rest, &[&locals[..], &[meaning]].concat(), names, &conditions)
            }
            Over::Each(Domain::Of(list)) => {
                for element in self.writer.elements(list)? {
                    let meaning = self.writer.expr(element, locals)?;
                    self.bind(rest, &[&locals[..], &[meaning]].concat(), names, &conditions)?;
                }
                Ok(())
            }
            Over::Each(Domain::Range(low, Some(high))) => {
                let name = self.fresh(&binder.name, names);
                let lows = self.writer.bounds(low, Builtin::Max, locals)?;
                conditions.extend(lows.iter().map(|low| format!("{low} <= {name}")));
                let highs = self.writer.bounds(high, Builtin::Min, locals)?;
                conditions.extend(highs.iter().map(|high| format!("{name} <= {high}")));
                let locals = [&locals[..], &[expression::Text::atom(&name)]].concat();
                self.bind(rest, &locals, &[names, &[name]].concat(), &conditions)
            }
            Over::Each(Domain::Range(_, None)) => stop(span, message!("a range without an end")),
            Over::If(condition) => {
                conditions.push(self.writer.expr(condition, locals)?.at(2));
                self.bind(rest, &[&locals[..], &[expression::Text::atom("true")]].concat(), names, &conditions)
            }
        }
    }

    /// Returns a name for a binder: its own, unless it is `_`.
    fn fresh(&self, name: &str, names: &[String]) -> String {
        let game = self.writer.game;
        let declared = || game.components.iter().chain(&game.givens).map(|one| &one.name);
        let bound = || self.rule.binders.iter().map(|binder| &binder.name);
        let is_free = |name: &String| !declared().chain(names).chain(bound()).any(|other| other == name);
        let made = || (1..).map(|number| format!("_{number}")).find(is_free).unwrap_or_default();
        if name == "_" { made() } else { name.to_owned() }
    }

    /// Writes the moves with this result.
    fn leave(
        &mut self,
        result: &Destination,
        locals: &Locals,
        names: &[String],
        conditions: &[String],
    ) -> Result<(), Stopped> {
        let (again, terms) = match result {
            Destination::If(condition, yes, no) => {
                let condition = self.writer.expr(condition, locals)?;
                let sides = [(condition.at(2), yes), (format!("not {}", condition.at(3)), no)];
                return sides.into_iter().try_for_each(|(condition, inner)| {
                    self.leave(inner, locals, names, &[conditions, &[condition]].concat())
                });
            }
            Destination::Terms { again, terms } => (again, terms),
        };
        if let Some(again) = again {
            return stop(again.span, message!("moving again cannot be written with letters"));
        }
        let writer = self.writer;
        let left = match &terms[..] {
            [Term::Group(inner)] => return self.leave(inner, locals, names, conditions),
            [Term::Nothing] => vec!["nothing".to_owned()],
            [Term::Tuple(exprs, _)] => {
                exprs.iter().map(|expr| Ok(writer.expr(expr, locals)?.text)).collect::<Result<_, Stopped>>()?
            }
            [Term::With(changes, span)] => {
                let mut left: Vec<Option<String>> = vec![None; writer.game.components.len()];
                for change in changes {
                    let is_plain = change.indices.is_empty() && change.binders.is_empty() && change.filter.is_none();
                    if !is_plain || left[change.component].is_some() {
                        return stop(*span, message!("only changes of whole numbers can be written with letters"));
                    }
                    left[change.component] = Some(writer.expr(&change.value, locals)?.text);
                }
                let names = writer.game.components.iter().map(|one| one.name.clone());
                left.into_iter().zip(names).map(|(new, name)| new.unwrap_or(name)).collect()
            }
            _ => {
                return stop(
                    self.rule.span,
                    message!("a move that leaves several parts cannot be written with letters"),
                );
            }
        };
        let names = if names.is_empty() { String::new() } else { format!(" {}", names.join(", ")) };
        self.text += &format!("move{names}; {}; {}\n", all_of(conditions), left.join(", "));
        Ok(())
    }
}
