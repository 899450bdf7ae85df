//! Positions written in the file, claims and strategies.

use super::Checker;
use crate::ast;
use crate::diagnostic::{Diagnostic, Missing};
use crate::game::{Claim, ClaimKind, ClaimedOutcome, Expr, Game, Kind, Over, PositionExpr, Strategy};
use crate::int::Int;
use crate::print::{print_claim, print_strategy};
use crate::span::Span;
use grundy_message::{Message, message};
use grundy_value::Quantity;

impl Checker<'_> {
    /// Checks a position of `start` or of a claim; `None` if it is wrong, or the word `start`.
    pub fn position(&mut self, position: &ast::PositionExpr) -> Option<PositionExpr> {
        let ast::PositionKind::Parts { mover, parts } = &position.kind else {
            return None;
        };
        let mover = match mover {
            Some(name) => Some(self.side(name)?),
            None => None,
        };
        let mut made = Vec::new();
        for part in parts {
            let Some(part) = part else {
                made.push(None);
                continue;
            };
            let mut scope = self.givens_only();
            if part.len() > self.components.len() {
                self.report(
                    Diagnostic::error(
                        message!(
                            "this position has {count} components, the game has {count_all}",
                            count = part.len(),
                            count_all = self.components.len()
                        ),
                        position.span,
                    )
                    .hint(message!("parts of a sum are joined by `plus`")),
                );
                return None;
            }
            if let Some(missing) = self.components[part.len()..].iter().find(|component| component.default.is_none()) {
                let message = message!("this position does not say what `{name}` is", name = missing.name);
                let declared = missing.span;
                self.report(
                    Diagnostic::error(message, position.span)
                        .because(message!("only a component with a default may be left out at the end"))
                        .also(declared, message!("it has no default")),
                );
                return None;
            }
            let exprs = part.iter().enumerate().map(|(index, expr)| {
                let kind = self.components[index].ty.kind();
                self.expect(expr, &kind, &mut scope)
            });
            made.push(Some(exprs.collect()));
        }
        Some(PositionExpr { mover, parts: made, span: position.span })
    }

    /// Checks the position of a claim; the inner `None` is the start.
    fn claimed_position(&mut self, position: &ast::PositionExpr) -> Option<Option<PositionExpr>> {
        match &position.kind {
            ast::PositionKind::Start => Some(None),
            ast::PositionKind::Parts { .. } => self.position(position).map(Some),
        }
    }

    /// Checks a claim.
    pub fn claim(
        &mut self,
        claim: &ast::ClaimClause,
        span: Span,
        game: &Game,
        no_grundy: Option<&Message>,
    ) -> Option<Claim> {
        let mut scope = self.everything();
        let mut only_givens = self.givens_only();
        let single = matches!(
            claim.kind,
            ast::ClaimKind::Values { .. } | ast::ClaimKind::At { .. } | ast::ClaimKind::Outcome(..)
        );
        if single && let Some(condition) = &claim.condition {
            self.report(
                Diagnostic::error(message!("this claim speaks of certain positions already"), condition.span)
                    .because(message!("`if` restricts claims that speak of all positions")),
            );
        }
        let kind = match &claim.kind {
            ast::ClaimKind::Equals(quantity, value) => {
                let value = self.expect(value, &Kind::Int, &mut scope);
                self.has(*quantity, game, no_grundy, span)?;
                ClaimKind::Equals(*quantity, value)
            }
            ast::ClaimKind::Iff(outcome, condition) => {
                let condition = self.expect(condition, &Kind::Bool, &mut scope);
                ClaimKind::Iff(self.claimed(outcome)?, condition)
            }
            ast::ClaimKind::Period { quantity, period, from } => {
                let period = self.expect(period, &Kind::Int, &mut only_givens);
                let from = self.expect(from, &Kind::Int, &mut only_givens);
                if super::literal(&period).is_some_and(|period| period < Int::ONE) {
                    self.report(Diagnostic::error(message!("a period is at least 1"), period.span));
                    return None;
                }
                self.has(*quantity, game, no_grundy, span)?;
                self.one_number(span)?;
                ClaimKind::Period { quantity: *quantity, period, from }
            }
            ast::ClaimKind::Values { quantity, range, values } => {
                let low = self.expect(&range.low, &Kind::Int, &mut only_givens);
                let Some(high) = &range.high else {
                    self.report(
                        Diagnostic::error(message!("this range has no upper end"), range.span())
                            .hint(message!("write the argument of the last value after `..`")),
                    );
                    return None;
                };
                let high = self.expect(high, &Kind::Int, &mut only_givens);
                let values: Vec<Expr> =
                    values.iter().map(|value| self.expect(value, &Kind::Int, &mut only_givens)).collect();
                if let (Some(first), Some(last)) = (super::literal(&low), super::literal(&high))
                    && let Ok(width) = last.subtract(&first)
                    && width.to_usize().map(|width| width + 1) != Some(values.len())
                {
                    let wanted = width.to_i64().map_or(String::from("many"), |width| (width + 1).max(0).to_string());
                    self.report(
                        Diagnostic::error(
                            message!(
                                "{number}..{number_last} needs {count} values, not {count_said}",
                                number = first,
                                number_last = last,
                                count = wanted,
                                count_said = values.len()
                            ),
                            span,
                        )
                        .because(message!("one value for each argument, both ends included")),
                    );
                    return None;
                }
                self.has(*quantity, game, no_grundy, span)?;
                self.one_number(span)?;
                ClaimKind::Values { quantity: *quantity, low, high, values }
            }
            ast::ClaimKind::At { quantity, position, value } => {
                let position = self.claimed_position(position);
                let value = self.expect(value, &Kind::Int, &mut only_givens);
                self.has(*quantity, game, no_grundy, span)?;
                ClaimKind::At { quantity: *quantity, position: position?, value }
            }
            ast::ClaimKind::Outcome(outcome, position) => {
                let position = self.claimed_position(position);
                ClaimKind::Outcome(self.claimed(outcome)?, position?)
            }
        };
        // A period is about a whole row of positions, so only the givens can restrict it.
        let sight = if matches!(kind, ClaimKind::Period { .. }) { &mut only_givens } else { &mut scope };
        let condition = claim.condition.as_ref().map(|condition| self.expect(condition, &Kind::Bool, sight));
        Some(Claim { kind, condition, text: print_claim(claim), span })
    }

    fn claimed(&mut self, outcome: &ast::ClaimedOutcome) -> Option<ClaimedOutcome> {
        Some(match outcome {
            ast::ClaimedOutcome::First => ClaimedOutcome::First,
            ast::ClaimedOutcome::Second => ClaimedOutcome::Second,
            ast::ClaimedOutcome::Draw => ClaimedOutcome::Draw,
            ast::ClaimedOutcome::Player(name) => ClaimedOutcome::Side(self.side(name)?),
        })
    }

    /// Reports a quantity that positions of this game do not have.
    fn has(&mut self, quantity: Quantity, game: &Game, no_grundy: Option<&Message>, span: Span) -> Option<()> {
        let why = match quantity {
            Quantity::Grundy => no_grundy.cloned(),
            Quantity::Score if !game.points => Some(message!("it is not played for points")),
            Quantity::Remoteness if game.points => Some(message!("it is played for points")),
            _ => None,
        };
        let Some(why) = why else { return Some(()) };
        self.report(
            Diagnostic::error(
                message!("positions of this game have no {quantity}", quantity = in_words(quantity)),
                span,
            )
            .because(why)
            .hint(message!("claim who wins instead: `claim lose iff …`, `claim first wins at …`")),
        );
        None
    }

    /// Reports a claim about a row of values in a game whose positions are not given by one number.
    fn one_number(&mut self, span: Span) -> Option<()> {
        let first = self.components.first()?;
        let rest = self.components[1..].iter().all(|component| component.default.is_some());
        if first.ty.is_int() && rest {
            return Some(());
        }
        self.report(
            Diagnostic::error(message!("this claim needs positions that are one number"), span)
                .because(message!("the first component must be a number and the others have defaults")),
        );
        None
    }

    /// Checks a closed form of a winning move.
    pub fn strategy(&mut self, clause: &ast::StrategyClause, span: Span, game: &Game) -> Option<Strategy> {
        let mut scope = self.everything();
        let arguments: Vec<(String, Expr)> = clause
            .arguments
            .iter()
            .map(|(name, value)| (name.text.clone(), self.expression(value, &mut scope, None)))
            .collect();
        let condition = clause.condition.as_ref().map(|condition| self.expect(condition, &Kind::Bool, &mut scope));
        let moves = self.moves_by_name.get(&clause.name.text).cloned().unwrap_or_default();
        if moves.is_empty() {
            let near = self.nearest(&clause.name.text, game.moves.iter().map(|rule| rule.name.as_str()));
            let mut diagnostic = Diagnostic::missing(
                Missing::Move,
                message!("there is no move `{name}`", name = clause.name.text),
                clause.name.span,
            );
            diagnostic = match near {
                Some(near) => diagnostic.because(message!("did you mean `{name}`?", name = near)).fix(
                    message!("write the nearest move"),
                    clause.name.span,
                    near.to_owned(),
                ),
                None => {
                    let known = super::listed(game.moves.iter().map(|rule| rule.name.as_str()));
                    diagnostic.hint(message!("the moves are {names}", names = known))
                }
            };
            self.report(diagnostic);
            return None;
        }
        for index in &moves {
            let wanted: Vec<&str> = game.moves[*index]
                .binders
                .iter()
                .filter(|binder| matches!(binder.over, Over::Each(_)) && binder.name != "_")
                .map(|binder| binder.name.as_str())
                .collect();
            let given: Vec<&str> = arguments.iter().map(|(name, _)| name.as_str()).collect();
            let (mut sorted, mut sorted_given) = (wanted.clone(), given.clone());
            sorted.sort_unstable();
            sorted_given.sort_unstable();
            if sorted != sorted_given {
                self.report(
                    Diagnostic::error(
                        message!("the choices of `{name}` are not all said", name = clause.name.text),
                        span,
                    )
                    .because(message!(
                        "it chooses {names}; said are {said}",
                        names = if wanted.is_empty() { message!("nothing") } else { Message::text(wanted.join(", ")) },
                        said = if given.is_empty() { message!("none") } else { Message::text(given.join(", ")) }
                    ))
                    .hint(message!("write a value for each, as in `strategy take(k = n % 4)`")),
                );
                return None;
            }
        }
        if game.points {
            self.report(
                Diagnostic::error(message!("a strategy says how to win"), span)
                    .because(message!("this game is played for points"))
                    .hint(message!("claim a score instead")),
            );
            return None;
        }
        Some(Strategy { moves, arguments, condition, text: print_strategy(clause), span })
    }
}

fn in_words(quantity: Quantity) -> Message {
    match quantity {
        Quantity::Grundy => message!("Grundy value"),
        Quantity::Score => message!("score"),
        Quantity::Remoteness => message!("remoteness"),
        Quantity::Outcome => message!("outcome"),
    }
}
