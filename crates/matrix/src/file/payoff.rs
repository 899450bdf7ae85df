//! The payoffs of a file with its givens fixed.
//!
//! Payoffs are fractions: `+`, `-`, `*`, `/` and `if` at the top of an expression are carried out exactly, and what is below a function, a
//! comparison or an index is a whole number as everywhere in the language.

use super::read::choice_value;
use super::{Choices, Line, MatrixGame, Payoffs, Played, Roster};
use crate::alike::{Alike, Payoff};
use crate::limits::{MAX_CELLS, MAX_PLAYERS};
use crate::table::{Player, Table, profile_count};
use grundy_message::message;
use grundy_rules::ast::BinaryOperator;
use grundy_rules::game::{Expr, Form};
use grundy_rules::{Diagnostic, Fault, FaultClass, Instance, Meter, Part, Span, Value};
use grundy_value::Rational;
use std::sync::Arc;

/// The choices of a player: their names, and their values in expressions.
pub(crate) struct Menu {
    pub names: Vec<String>,
    pub values: Vec<Value>,
}

/// A file with its givens fixed, whose expressions can be evaluated.
pub(crate) struct Evaluated<'a> {
    pub game: &'a MatrixGame,
    pub instance: Arc<Instance>,
    pub meter: &'a Meter<'a>,
}

/// Why a game cannot be played: what is wrong with the file, or that the budget ended.
#[derive(Debug)]
pub enum Trouble {
    /// Mistakes of the file that only its givens bring out.
    Wrong(Vec<Diagnostic>),
    /// A given is wrong, or the budget is used up.
    Fault(Fault),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        match fault.diagnostic() {
            Some(diagnostic) if fault.class != FaultClass::Budget => Trouble::Wrong(vec![diagnostic]),
            _ => Trouble::Fault(fault),
        }
    }
}

fn wrong(diagnostic: Diagnostic) -> Trouble {
    Trouble::Wrong(vec![diagnostic])
}

impl Evaluated<'_> {
    /// Evaluates an expression as a fraction.
    pub fn exact(&self, expr: &Expr, part: &Part) -> Result<Rational, Fault> {
        let inner = |expr: &Expr| self.exact(expr, part);
        match &expr.form {
            Form::Binary(BinaryOperator::Add, left, right) => Ok(&inner(left)? + &inner(right)?),
            Form::Binary(BinaryOperator::Subtract, left, right) => Ok(&inner(left)? - &inner(right)?),
            Form::Binary(BinaryOperator::Multiply, left, right) => Ok(&inner(left)? * &inner(right)?),
            Form::Binary(BinaryOperator::Divide, left, right) => {
                let divisor = inner(right)?;
                inner(left)?.divide(&divisor).ok_or_else(|| {
                    Fault::new(FaultClass::Refused, message!("a payoff is divided by 0"), Some(right.span))
                })
            }
            Form::Negate(operand) => Ok(-&inner(operand)?),
            Form::If(condition, then, other) => match self.value(condition, part)? {
                Value::Bool(true) => inner(then),
                _ => inner(other),
            },
            _ => Ok(self.value(expr, part)?.as_int().map_or(Rational::ZERO, Rational::from)),
        }
    }

    pub fn value(&self, expr: &Expr, part: &Part) -> Result<Value, Fault> {
        // Whoever wrote the file knows of no position.
        self.instance.evaluate(expr, part, None, self.meter).map_err(|fault| Fault { position: None, ..fault })
    }

    fn menu(&self, choices: &Choices) -> Result<Menu, Trouble> {
        match choices {
            Choices::Named(names) => Ok(Menu {
                values: names.iter().map(|name| choice_value(self.game, name)).collect(),
                names: names.clone(),
            }),
            Choices::Range(low, high, span) => {
                let end = |expr: &Expr| self.value(expr, &Part::default());
                let (low, high) = (end(low)?, end(high)?);
                let ends = (low.as_int().and_then(|low| low.to_i64()), high.as_int().and_then(|high| high.to_i64()));
                let (Some(low), Some(high)) = ends else {
                    return Err(wrong(Diagnostic::error(message!("these choices are too many to list"), *span)));
                };
                if high < low {
                    return Err(wrong(Diagnostic::error(
                        message!("there is nothing to choose from {low} to {high}", low, high),
                        *span,
                    )));
                }
                if high.abs_diff(low) >= MAX_CELLS as u64 {
                    return Err(wrong(Diagnostic::error(message!("these choices are too many to list"), *span)));
                }
                let numbers = || low..=high;
                Ok(Menu {
                    names: numbers().map(|number| number.to_string()).collect(),
                    values: numbers().map(|number| Value::Int(number.into())).collect(),
                })
            }
        }
    }
}

impl MatrixGame {
    /// Fixes the givens, and evaluates the payoffs.
    ///
    /// # Errors
    /// Fails if a given is wrong, a payoff is missing or cannot be evaluated, the table is too large, or the budget is used up.
    pub fn play(&self, givens: Vec<Option<Value>>, meter: &Meter) -> Result<Played, Trouble> {
        let evaluated = self.evaluated(givens, meter)?;
        let menus: Vec<Menu> = self.choices.iter().map(|choices| evaluated.menu(choices)).collect::<Result<_, _>>()?;
        match &self.roster {
            Roster::Named(names) => {
                let count = names.len();
                let players: Vec<Player> = names
                    .iter()
                    .enumerate()
                    .map(|(index, name)| Player {
                        name: name.clone(),
                        choices: menus[index % menus.len()].names.clone(),
                    })
                    .collect();
                let values: Vec<&Menu> = (0..count).map(|index| &menus[index % menus.len()]).collect();
                table(&evaluated, players, &values).map(Played::Table)
            }
            Roster::Alike(expr) => {
                let count = evaluated.value(expr, &Part::default())?;
                let count = count.as_int().and_then(|count| count.to_usize()).filter(|count| *count <= MAX_PLAYERS);
                let Some(count) = count.filter(|count| *count > 0) else {
                    let what = message!("players who are alike are 1 to {max}", max = MAX_PLAYERS);
                    return Err(wrong(Diagnostic::error(what, expr.span)));
                };
                let alike = alike(&evaluated, count, &menus[0])?;
                let table = if count == 2 { alike.table(meter)? } else { None };
                Ok(Played::Alike(alike, table))
            }
        }
    }

    pub(crate) fn evaluated<'a>(
        &'a self,
        givens: Vec<Option<Value>>,
        meter: &'a Meter<'a>,
    ) -> Result<Evaluated<'a>, Trouble> {
        let instance = Arc::new(Instance::new(self.scope.clone(), givens)?);
        Ok(Evaluated { game: self, instance, meter })
    }
}

fn table(evaluated: &Evaluated, players: Vec<Player>, menus: &[&Menu]) -> Result<Table, Trouble> {
    let game = evaluated.game;
    let begin = Span::new(0, 0);
    let refused = |why| wrong(Diagnostic::error(why, begin));
    let count = profile_count(menus.iter().map(|menu| menu.names.len())).map_err(refused)?;
    let sum = game.sum.as_ref().map(|sum| evaluated.exact(sum, &Part::default())).transpose()?;
    let mut payoffs: Vec<Vec<Rational>> = Vec::new();
    match &game.payoffs {
        Payoffs::Lines(lines) => {
            let mut cells: Vec<Option<Vec<Rational>>> = vec![None; count];
            for line in lines {
                fill(evaluated, &players, line, sum.as_ref(), &mut cells)?;
            }
            if let Some(index) = cells.iter().position(Option::is_none) {
                let choices = profile_names(&players, index);
                let missing = message!("the payoffs of {choices} are missing", choices);
                return Err(refused(missing));
            }
            payoffs = (0..players.len())
                .map(|player| cells.iter().flatten().map(|cell| cell[player].clone()).collect())
                .collect();
        }
        Payoffs::Each(exprs) => {
            let sizes: Vec<usize> = menus.iter().map(|menu| menu.names.len()).collect();
            for expr in exprs {
                let mut of = Vec::with_capacity(count);
                for index in 0..count {
                    let mut rest = index;
                    let mut values = vec![Value::Bool(false); sizes.len()];
                    for player in (0..sizes.len()).rev() {
                        values[player] = menus[player].values[rest % sizes[player]].clone();
                        rest /= sizes[player];
                    }
                    of.push(evaluated.exact(expr, &Arc::new(values))?);
                }
                payoffs.push(of);
            }
            if let (1, Some(sum)) = (payoffs.len(), &sum) {
                payoffs.push(payoffs[0].iter().map(|payoff| sum - payoff).collect());
            }
        }
        Payoffs::Alike(_) => {}
    }
    Table::new(players, payoffs).map_err(refused)
}

fn profile_names(players: &[Player], mut index: usize) -> String {
    let mut names: Vec<&str> = Vec::new();
    for player in players.iter().rev() {
        names.push(&player.choices[index % player.choices.len()]);
        index /= player.choices.len();
    }
    names.reverse();
    names.join(", ")
}

/// Writes the cells of a line: a row of a game of two, or one profile.
fn fill(
    evaluated: &Evaluated,
    players: &[Player],
    line: &Line,
    sum: Option<&Rational>,
    cells: &mut [Option<Vec<Rational>>],
) -> Result<(), Trouble> {
    let place = |player: usize, (label, span): &(String, Span)| {
        let player = &players[player];
        player.choices.iter().position(|choice| choice == label).ok_or_else(|| {
            let (name, choices) = (label.clone(), player.choices.join(", "));
            wrong(
                Diagnostic::error(
                    message!("{player} has no choice `{name}`", player = player.name.clone(), name),
                    *span,
                )
                .hint(message!("the choices are: {choices}", choices)),
            )
        })
    };
    let (first, wanted) = match line.labels.as_slice() {
        [row] if players.len() == 2 => {
            let columns = players[1].choices.len();
            (place(0, row)? * columns, columns)
        }
        labels if labels.len() == players.len() => {
            let mut index = 0;
            for (player, label) in labels.iter().enumerate() {
                index = index * players[player].choices.len() + place(player, label)?;
            }
            (index, 1)
        }
        _ => {
            let count = players.len();
            return Err(wrong(
                Diagnostic::error(
                    message!("a line of payoffs is for a choice of each of the {count} players", count),
                    line.span,
                )
                .hint(message!("of two players, it may be for a choice of the first: `payoff up: 1, 2; 3, 4`")),
            ));
        }
    };
    if line.cells.len() != wanted {
        let found = line.cells.len();
        return Err(wrong(
            Diagnostic::error(
                message!("this line has {found} cells, and {wanted} are needed", found, wanted),
                line.span,
            )
            .hint(message!("a cell holds a payoff of each player, separated by commas; `;` stands between cells")),
        ));
    }
    for (index, cell) in line.cells.iter().enumerate() {
        let mut payoffs = Vec::new();
        for payoff in cell {
            payoffs.push(evaluated.exact(payoff, &Part::default())?);
        }
        if let (1, 2, Some(sum)) = (payoffs.len(), players.len(), sum) {
            payoffs.push(sum - &payoffs[0]);
        }
        if payoffs.len() != players.len() {
            let (found, wanted) = (payoffs.len(), players.len());
            let span = cell.first().map_or(line.span, |first| first.span);
            return Err(wrong(
                Diagnostic::error(
                    message!("this cell has {found} payoffs, and there are {wanted} players", found, wanted),
                    span,
                )
                .hint(message!("a cell holds a payoff of each player, separated by commas; `;` stands between cells")),
            ));
        }
        if cells[first + index].replace(payoffs).is_some() {
            let choices = profile_names(players, first + index);
            return Err(wrong(Diagnostic::error(
                message!("the payoffs of {choices} are said twice", choices),
                line.span,
            )));
        }
    }
    Ok(())
}

/// Evaluates the payoff of players who are alike, as far as it depends on sums over the others.
fn alike(evaluated: &Evaluated, count: usize, menu: &Menu) -> Result<Alike, Trouble> {
    let game = evaluated.game;
    let Payoffs::Alike(expr) = &game.payoffs else {
        return Err(wrong(Diagnostic::error(
            message!("players who are alike have one payoff, an expression"),
            Span::new(0, 0),
        )));
    };
    let summand = |expr: &Expr, choice: &Value| -> Result<i64, Trouble> {
        let mut part = vec![choice.clone()];
        part.resize(game.scope.components.len(), Value::Int(grundy_rules::Int::ZERO));
        match evaluated.value(expr, &Arc::new(part))? {
            Value::Bool(holds) => Ok(i64::from(holds)),
            value => {
                value.as_int().and_then(|value| value.to_i64()).filter(|value| value.abs() < 1 << 40).ok_or_else(|| {
                    wrong(Diagnostic::error(message!("what is summed over the players is too large"), expr.span))
                })
            }
        }
    };
    let mut summands = Vec::new();
    for expr in &game.summands {
        summands.push(menu.values.iter().map(|choice| summand(expr, choice)).collect::<Result<Vec<i64>, Trouble>>()?);
    }
    let others = game.scope.components.len() - 1;
    let uses_others = game.scope.depends([expr]).components.contains(&others);
    let part = |choice: usize, sums: &[i64], list: Option<&[usize]>| -> Part {
        let mut values = vec![menu.values[choice].clone()];
        values.extend(game.aggregates.iter().map(|(summand, whole)| {
            let own = if *whole { summands[*summand][choice] } else { 0 };
            Value::Int((sums[*summand] + own).into())
        }));
        values.push(Value::list(list.unwrap_or_default().iter().map(|other| menu.values[*other].clone()).collect()));
        Arc::new(values)
    };
    if uses_others || summands.len() > 1 {
        // Every number of others who choose each thing is looked at.
        let evaluate = |choice: usize, others: &[usize]| {
            let sums: Vec<i64> = summands.iter().map(|of| others.iter().map(|other| of[*other]).sum()).collect();
            evaluated.exact(expr, &part(choice, &sums, Some(others)))
        };
        return Ok(Alike::by_counts(count, menu.names.clone(), evaluate, evaluated.meter)?);
    }
    let of_choice = summands.first().cloned().unwrap_or_else(|| vec![0; menu.values.len()]);
    // Terms that see only the total or only the choice are evaluated once for each.
    let mut terms = Vec::new();
    split_terms(expr, false, &mut terms);
    let wholes = || game.aggregates.iter().enumerate().filter(|(_, (_, whole))| *whole).map(|(index, _)| index + 1);
    let (mut by_choice, mut by_total, mut by_both) = (Vec::new(), Vec::new(), Vec::new());
    for (term, negated) in terms {
        let used = game.scope.depends([term]).components;
        if used.iter().all(|index| *index == 0) {
            by_choice.push((term, negated));
        } else if used.iter().all(|index| wholes().any(|whole| whole == *index)) {
            by_total.push((term, negated));
        } else {
            by_both.push((term, negated));
        }
    }
    let total_of = |terms: &[(&Expr, bool)], part: &Part| -> Result<Rational, Fault> {
        let mut sum = Rational::ZERO;
        for (term, negated) in terms {
            let value = evaluated.exact(term, part)?;
            sum = if *negated { &sum - &value } else { &sum + &value };
        }
        Ok(sum)
    };
    // The total is that of all, this player included.
    let at = |choice: usize, total: i64| part(choice, &[total - of_choice[choice]], None);
    let of_both = |choice: usize, total: i64| total_of(&by_both, &at(choice, total));
    let payoff = Payoff {
        by_choice: &|choice| total_of(&by_choice, &at(choice, 0)),
        by_total: &|total| total_of(&by_total, &at(0, total)),
        by_both: (!by_both.is_empty()).then_some(&of_both),
    };
    Ok(Alike::by_totals(count, menu.names.clone(), of_choice.clone(), &payoff, evaluated.meter)?)
}

fn split_terms<'e>(expr: &'e Expr, negated: bool, terms: &mut Vec<(&'e Expr, bool)>) {
    match &expr.form {
        Form::Binary(BinaryOperator::Add, left, right) => {
            split_terms(left, negated, terms);
            split_terms(right, negated, terms);
        }
        Form::Binary(BinaryOperator::Subtract, left, right) => {
            split_terms(left, negated, terms);
            split_terms(right, !negated, terms);
        }
        Form::Negate(inner) => split_terms(inner, !negated, terms),
        _ => terms.push((expr, negated)),
    }
}
