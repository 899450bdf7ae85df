//! Tables and searches: the rules of a game as a function that calls itself, or as a table filled from below.
//!
//! In: a game without a closed form for what is asked. Out: functions `grundy`, `wins`, `outcome` or `score` of a position.
//! One number that falls with every move is a table; other positions are looked up among those known already. Positions that
//! may come again are left to [`super::retrograde`].

use super::effort::{declared_size, ends, least, work};
use super::lower::{Lower, MOST, Scene, default_of};
use super::moves::{Made, moves};
use super::program::{Ex, Form, Function, Helper, Op, Program, Range, St, Ty, UNKNOWN};
use super::reading::function_of_fields;
use super::solve::{Finding, Task, each_part, first_if, givens, is_single, mover};
use super::{Answer, refused, retrograde};
use grundy_rules::game::{Compound, Destination, Game, Term, Ties, Type, Verdict};
use grundy_rules::measure::falling_measure;
use grundy_rules::shape::why_parts_have_no_grundy;
use grundy_rules::{Join, Side};
use std::collections::BTreeMap;

/// More steps than this are not done in a second or two.
const MOST_WORK: f64 = 1e10;
/// More positions than this are not kept.
const MOST_STATES: f64 = 3e7;

/// What is computed of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantity {
    Grundy,
    /// True where the player to move wins; there are no draws.
    Wins,
    /// 1, 0 or -1 for the player to move.
    Outcome,
    Score,
    /// How many moves play lasts when the winner delays and the loser hurries.
    Steps,
}

impl Quantity {
    fn name(self) -> &'static str {
        match self {
            Quantity::Grundy => "grundy",
            Quantity::Wins => "wins",
            Quantity::Outcome => "outcome",
            Quantity::Score => "score",
            Quantity::Steps => "steps",
        }
    }

    fn ty(self) -> Ty {
        if self == Quantity::Wins { Ty::Bool } else { Ty::Int }
    }
}

/// Searches.
pub(crate) fn search<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, program: &mut Program) -> Answer<Finding> {
    let game: &'a Game = task.game;
    if task.wants.count {
        return Err(refused("winning moves are to be counted, and no program is written for that"));
    }
    let join = task.variant.join.unwrap_or(Join::One);
    let anti = join == Join::Anti || game.compound == Compound::Anti;
    let every = join == Join::Every || game.compound == Compound::Every;
    let one = join == Join::One && game.compound == Compound::One;
    if !anti && !every && !one {
        return Err(refused(format!("sums of {} are not played by moving in one part", game.name)));
    }
    let single = is_single(task);
    let has_grundy = game.players.is_none() && why_parts_have_no_grundy(game).is_none();
    let splits = game.moves.iter().any(|rule| splits(&rule.result));
    let quantity = if every {
        if !has_grundy || splits {
            return Err(refused("moving in every part is searched for plain games only"));
        }
        Quantity::Steps
    } else if anti {
        if !has_grundy {
            return Err(refused("a sum that ends when all values are 0 needs values"));
        }
        Quantity::Grundy
    } else if game.points {
        Quantity::Score
    } else if has_grundy && (task.wants.grundy || splits || !single) {
        Quantity::Grundy
    } else if may_draw(game) || has_again(game) {
        Quantity::Outcome
    } else {
        Quantity::Wins
    };
    if quantity != Quantity::Grundy && quantity != Quantity::Steps && splits {
        return Err(refused("positions that split without having Grundy values need a search over sums"));
    }
    let sum = !single && quantity != Quantity::Grundy && quantity != Quantity::Steps;
    if sum && (game.components.len() != 1 || quantity == Quantity::Score || game.players.is_some()) {
        return Err(refused(format!(
            "sums of {} have no values that add up, and their positions are too many",
            game.name
        )));
    }
    if !ends(task) {
        if sum || matches!(quantity, Quantity::Grundy | Quantity::Score | Quantity::Steps) {
            return Err(refused("play may go on for ever, and sums or scores of such games are not searched"));
        }
        return retrograde::retrograde(task, lower, program);
    }
    let set_up = SetUp::new(task, lower, program)?;
    let table = game.components.len() == 1
        && !sum
        && matches!(game.components[0].ty, Type::Int { .. })
        && matches!(quantity, Quantity::Grundy | Quantity::Wins)
        && game.players.is_none()
        && falling_measure(game).is_some();
    let maker = Maker { task, program, quantity, sum, anti, set_up, range: None };
    if table { maker.by_table(lower) } else { maker.by_memo(lower) }
}

/// What is the same for all questions about the same givens.
pub(crate) struct SetUp {
    pub givens: Vec<Ex>,
    /// What is done when the givens are known, and the comments.
    pub statements: Vec<St>,
}

impl SetUp {
    /// Variables of the whole program for the givens.
    pub fn new<'a>(task: &Task<'a>, lower: &mut Lower<'_, 'a>, program: &mut Program) -> Answer<SetUp> {
        let game: &'a Game = task.game;
        let names: Vec<String> = task.fields.values.iter().flatten().filter_map(super::solve::name_of).collect();
        let scene = lower.scene.clone();
        let mut inner = Lower::new(lower.shared, scene, &names);
        let values = givens(task, &mut inner)?;
        let mut givens = Vec::new();
        for (given, value) in game.givens.iter().zip(values) {
            if is_literal(&value) && !value.ty.is_list() {
                givens.push(value);
                continue;
            }
            let name = inner.shared.name(&given.name);
            let global = Ex::global(&name, value.ty.clone()).ranged(value.range);
            if is_literal(&value) {
                program.globals.push((name, value, String::new()));
            } else {
                program.globals.push((name, default_of(&value.ty), String::new()));
                inner.put(St::Set(global.clone(), value));
            }
            givens.push(global);
        }
        Ok(SetUp { givens, statements: inner.finish() })
    }

    /// The function that is called when the givens are known.
    pub fn finish<'a>(self, task: &Task<'a>, lower: &mut Lower<'_, 'a>, comments: Vec<String>) -> Option<Ex> {
        if self.statements.is_empty() {
            return None;
        }
        let (function, call) =
            function_of_fields(lower.shared, "prepare", comments, task.fields, Ty::Nothing, self.statements);
        lower.shared.functions.push(function);
        Some(call)
    }
}

fn is_literal(value: &Ex) -> bool {
    match &value.form {
        Form::Int(_) | Form::Bool(_) | Form::Char(_) | Form::Text(_) => true,
        Form::List(all) => all.iter().all(is_literal),
        _ => false,
    }
}

struct Maker<'t, 'a, 'p> {
    task: &'t Task<'a>,
    program: &'p mut Program,
    quantity: Quantity,
    /// Whether a position is a list of parts.
    sum: bool,
    /// Whether play ends when every part has value 0, and who is then to move wins.
    anti: bool,
    set_up: SetUp,
    /// What the components of the positions that are asked can be.
    range: Option<Vec<Range>>,
}

impl<'a> Maker<'_, 'a, '_> {
    /// The answer about the position that is asked, where `lookup` says what one part is worth.
    fn asked(&mut self, lower: &mut Lower<'_, 'a>, lookup: &dyn Fn(Vec<Ex>) -> Ex) -> Answer<Finding> {
        let task = self.task;
        let givens = self.set_up.givens.clone();
        let mut ranges: Option<Vec<Range>> = None;
        let mut note = |components: &[Ex]| {
            let found: Vec<Range> = components.iter().map(|one| one.range).collect();
            ranges = Some(match ranges.take() {
                Some(known) => known.iter().zip(found).map(|(a, b)| a.union(b)).collect(),
                None => found,
            });
        };
        let side = mover(task, lower)?;
        let mut found = Finding::default();
        if self.sum {
            let ty = self.component_ty(lower, 0);
            let name = lower.fresh("parts");
            let parts = Ex::var(&name, Ty::list(ty.clone()));
            lower.put(St::Let(name, Ex::list(ty.clone(), Vec::new())));
            each_part(task, lower, &givens, &mut |lower, components| {
                note(&components);
                lower.put(St::Push(parts.clone(), components[0].clone()));
                Ok(())
            })?;
            let parts = if ty == Ty::Int { Ex::helper(Helper::Sorted, vec![parts]) } else { parts };
            found = self.finding(lookup(vec![parts]), None, lower);
        } else if self.quantity == Quantity::Steps {
            let name = lower.fresh("longest");
            let longest = Ex::var(&name, Ty::Int).ranged(Range::new(0, 1 << 40));
            lower.put(St::Let(name, Ex::int(0)));
            each_part(task, lower, &givens, &mut |lower, components| {
                note(&components);
                let value = Ex::helper(Helper::Max, vec![longest.clone(), lookup(components)]);
                lower.put(St::Set(longest.clone(), value));
                Ok(())
            })?;
            found.winner = Some(first_if(longest.op(Op::Remainder, Ex::int(2)).op(Op::Equal, Ex::int(1))));
            found.comments.push(
                "Every-SG: the first player wins where the part that lasts longest lasts an odd number of moves."
                    .to_owned(),
            );
        } else if self.quantity == Quantity::Grundy && self.anti {
            let name = lower.fresh("total");
            let total = Ex::var(&name, Ty::Int).ranged(Range::new(0, 1 << 40));
            lower.put(St::Let(name, Ex::int(0)));
            let name = lower.fresh("large");
            let large = Ex::var(&name, Ty::Bool);
            lower.put(St::Let(name, Ex::bool(false)));
            each_part(task, lower, &givens, &mut |lower, components| {
                note(&components);
                let value = lower.name_it("value", lookup(components));
                lower.put(St::Set(total.clone(), total.clone().plain(Op::Xor, value.clone())));
                let set = St::Set(large.clone(), Ex::bool(true));
                lower.put(St::If(value.ranged(UNKNOWN).op(Op::Greater, Ex::int(1)), vec![set], Vec::new()));
                Ok(())
            })?;
            found.winner = Some(first_if(total.op(Op::Unequal, Ex::int(0)).op(Op::Equal, large)));
            found.comments.push(
                "SJ: the first player wins where the xor is not 0 and some value is above 1, or neither.".to_owned(),
            );
        } else if self.quantity == Quantity::Grundy && !is_single(task) {
            let name = lower.fresh("total");
            let total = Ex::var(&name, Ty::Int).ranged(Range::new(0, 1 << 40));
            lower.put(St::Let(name, Ex::int(0)));
            each_part(task, lower, &givens, &mut |lower, components| {
                note(&components);
                lower.put(St::Set(total.clone(), total.clone().plain(Op::Xor, lookup(components))));
                Ok(())
            })?;
            let wins = total.clone().op(Op::Unequal, Ex::int(0));
            found.winner = Some(first_if(wins));
            found.grundy = Some(total);
        } else {
            let mut value = Ex::int(0);
            each_part(task, lower, &givens, &mut |_, components| {
                note(&components);
                value = lookup(components);
                Ok(())
            })?;
            if let (Form::Call(_, arguments), Some(side)) = (&mut value.form, &side) {
                arguments.push(side.clone());
            }
            found = self.finding(value, side.as_ref(), lower);
        }
        self.range = ranges;
        Ok(found)
    }

    fn finding(&self, value: Ex, side: Option<&Ex>, lower: &mut Lower<'_, 'a>) -> Finding {
        let mut found = Finding::default();
        match self.quantity {
            Quantity::Grundy => {
                let value = lower.name_it("value", value);
                found.winner = Some(first_if(value.clone().op(Op::Unequal, Ex::int(0))));
                found.grundy = Some(value);
            }
            Quantity::Wins => found.winner = Some(first_if(value)),
            Quantity::Steps => {}
            Quantity::Outcome => {
                let value = lower.name_it("best", value);
                found.winner = Some(by_sign(&value, Ex::text("draw")));
            }
            Quantity::Score => {
                let value = lower.name_it("best", value);
                found.winner = Some(winner_by_points(self.task.game, &value, side));
                found.points = Some(value);
            }
        }
        found
    }

    fn component_ty(&self, lower: &Lower<'_, 'a>, place: usize) -> Ty {
        let game = self.task.game;
        lower.shared.ty(game, &game.components[place].ty.kind())
    }

    /// One number, which falls with every move: all values up to the limit.
    fn by_table(mut self, lower: &mut Lower<'_, 'a>) -> Answer<Finding> {
        let game: &'a Game = self.task.game;
        let component = &game.components[0];
        let table_name = lower.shared.name(&format!("{}_table", self.quantity.name()));
        let table = Ex::global(&table_name, Ty::list(self.quantity.ty())).ranged(Range::new(0, 1 << 40));
        let mut found = self.asked(lower, &|components| table.clone().index(components[0].clone()))?;
        let limit = self.range.as_ref().map_or(i128::MAX, |ranges| ranges[0].high);
        if limit > MOST_STATES as i128 {
            return Err(refused(format!("a table of all positions up to {limit} is too large")));
        }
        let name = super::lower::tame(&component.name);
        let scene = Scene {
            game,
            components: vec![Ex::var(&name, Ty::Int).ranged(Range::new(0, limit))],
            givens: self.set_up.givens.clone(),
            mover: None,
        };
        let mut inner = Lower::new(lower.shared, scene, std::slice::from_ref(&name));
        inner.open();
        let here = inner.scene.components[0].clone();
        let value = self.value(&mut inner, &|terms| {
            let values = terms.into_iter().map(|term| table.clone().index(term[0].clone()));
            values.reduce(|a, b| a.plain(Op::Xor, b)).unwrap_or_else(|| Ex::int(0))
        })?;
        inner.put(St::Set(table.clone().index(here), value));
        let body = inner.close();
        let fill = default_of(&self.quantity.ty());
        let mut build = vec![
            St::Set(table.clone(), Ex::filled(Ex::int(limit + 1), fill)),
            St::Range(name, Ex::int(0), Ex::int(limit), body),
        ];
        let work = work(&build, &BTreeMap::new());
        if work > MOST_WORK {
            return Err(refused(format!("a table of all positions up to {limit} takes about {work:.0e} steps")));
        }
        if self.set_up.statements.is_empty() {
            build = vec![St::If(table.clone().len().op(Op::Equal, Ex::int(0)), build, Vec::new())];
        }
        let comment = match self.quantity {
            Quantity::Grundy => "Grundy values from below: the least value that no move leads to.",
            _ => "From below: a position is won where some move leads to a lost one.",
        };
        found.comments.push(comment.to_owned());
        self.program.globals.push((table_name, default_of(&Ty::list(self.quantity.ty())), String::new()));
        self.set_up.statements.extend(build);
        found.prepare = self.set_up.finish(self.task, lower, vec![comment.to_owned()]);
        Ok(found)
    }

    /// Positions that are known already are looked up, the others reckoned.
    fn by_memo(mut self, lower: &mut Lower<'_, 'a>) -> Answer<Finding> {
        let game: &'a Game = self.task.game;
        let function = lower.shared.name(self.quantity.name());
        let memo_name = lower.shared.name(&format!("known_{}", self.quantity.name()));
        let ty = self.quantity.ty();
        let name = function.clone();
        let result = ty.clone();
        let mut found = self.asked(lower, &|components| Ex::call(&name, components, result.clone()))?;
        let ranges = self.range.clone().unwrap_or_default();
        // The parameters.
        let mut names: Vec<String> = Vec::new();
        let mut parameters = Vec::new();
        let mut components = Vec::new();
        if self.sum {
            let of = self.component_ty(lower, 0);
            names.push("parts".to_owned());
            parameters.push(("parts".to_owned(), Ty::list(of)));
        } else {
            for (place, component) in game.components.iter().enumerate() {
                let name = super::lower::tame(&component.name);
                let ty = self.component_ty(lower, place);
                components.push(Ex::var(&name, ty.clone()).ranged(Range::new(least(&component.ty), i128::MAX)));
                names.push(name.clone());
                parameters.push((name, ty));
            }
        }
        let side = game.players.map(|_| Ex::var("mover", Ty::Int).ranged(Range::new(0, 1)));
        if side.is_some() {
            names.push("mover".to_owned());
            parameters.push(("mover".to_owned(), Ty::Int));
        }
        let mut key: Vec<Ex> = parameters.iter().map(|(name, ty)| Ex::var(name, ty.clone())).collect();
        let scene = Scene { game, components, givens: self.set_up.givens.clone(), mover: side.clone() };
        let mut inner = Lower::new(lower.shared, scene, &names);
        if let Some(packed) = self.packed(&mut inner, &ranges)? {
            key = vec![inner.name_it("position", packed)];
        }
        let memo_ty = Ty::Memo(key.iter().map(|one| one.ty.clone()).collect(), Box::new(ty.clone()));
        let memo = Ex::global(&memo_name, memo_ty.clone());
        let known = Ex { form: Form::Known(Box::new(memo.clone()), key.clone()), ty: Ty::Bool, range: UNKNOWN };
        let recall = Ex { form: Form::Recall(Box::new(memo.clone()), key.clone()), ty: ty.clone(), range: UNKNOWN };
        inner.put(St::If(known, vec![St::Return(recall)], Vec::new()));
        let callee = function.clone();
        let result = ty.clone();
        let value = self.value(&mut inner, &|terms| {
            let values = terms.into_iter().map(|term| Ex::call(&callee, term, result.clone()));
            values.reduce(|a, b| a.plain(Op::Xor, b)).unwrap_or_else(|| Ex::int(0))
        })?;
        inner.put(St::Remember(memo.clone(), key, value.clone()));
        inner.put(St::Return(value));
        let body = inner.finish();
        let sizes: Vec<f64> = ranges.iter().map(|range| (range.high.saturating_sub(range.low) as f64) + 1.0).collect();
        let all_numbers =
            !self.sum && game.components.iter().all(|one| matches!(one.ty, Type::Int { .. } | Type::Bool));
        if all_numbers {
            // A bound that is no plain number may be as large as any other.
            // A length that nobody states is not taken for the longest list there is.
            let sizes: Vec<f64> =
                sizes.iter().map(|size| if *size > 2e6 && *size < 1e7 { 1000.0 } else { *size }).collect();
            let largest = sizes.iter().copied().fold(1.0, f64::max);
            let sizes: Vec<f64> = game
                .components
                .iter()
                .zip(&sizes)
                .map(|(component, size)| if declared_size(&component.ty).is_some() { largest } else { *size })
                .collect();
            let bound: BTreeMap<String, f64> =
                parameters.iter().map(|(name, _)| name.clone()).zip(sizes.clone()).collect();
            let mut states = 1.0;
            for (component, size) in game.components.iter().zip(&sizes) {
                states *= if component.ty == Type::Bool {
                    2.0
                } else {
                    declared_size(&component.ty).map_or(*size, |said| said.min(largest.max(2.0)))
                };
            }
            let steps = states * work(&body, &bound);
            if states > MOST_STATES || steps > MOST_WORK {
                return Err(refused(format!(
                    "a search visits about {states:.0e} positions in {steps:.0e} steps, which is too many"
                )));
            }
        }
        let comment = match self.quantity {
            Quantity::Grundy => "The Grundy value: the least number that is not the value of a position after a move.",
            Quantity::Wins => "Whether the player to move wins: some move leads to a position that is lost.",
            Quantity::Outcome => "1 where the player to move wins, 0 for a draw, -1 where the other player wins.",
            Quantity::Steps => {
                "How many moves play lasts: the winner delays, the loser hurries. Odd where the player to move wins."
            }
            Quantity::Score => "The most that the player to move can get more than the other from here on.",
        };
        self.program.deep = true;
        lower.shared.functions.push(Function {
            comments: vec![comment.to_owned()],
            name: function,
            parameters,
            result: ty,
            body,
        });
        self.program.globals.push((memo_name, default_of(&memo_ty), "What is known already.".to_owned()));
        if !self.set_up.statements.is_empty() {
            self.set_up.statements.push(St::Set(memo, default_of(&memo_ty)));
        }
        found.prepare = self.set_up.finish(
            self.task,
            lower,
            vec!["Takes in what is given for the following questions.".to_owned()],
        );
        Ok(found)
    }

    /// All numbers of a position in one, where they are small enough.
    fn packed(&mut self, inner: &mut Lower<'_, 'a>, ranges: &[Range]) -> Answer<Option<Ex>> {
        let game: &'a Game = self.task.game;
        if self.sum || ranges.len() != game.components.len() {
            return Ok(None);
        }
        let sum: i128 = ranges.iter().map(|range| range.high.clamp(0, 1 << 60)).sum();
        let falls = falling_measure(game).is_some_and(|said| said.matches(" + ").count() + 1 == game.components.len());
        // Inputs may be larger than what is drawn: there is room for that.
        let flags = game.components.iter().filter(|one| one.ty == Type::Bool).count()
            + usize::from(inner.scene.mover.is_some());
        let room = 1i128
            << (61usize.saturating_sub(flags) / (game.components.len() - flags.min(game.components.len() - 1)).max(1))
                .min(40);
        let mut key: Option<Ex> = None;
        let mut bits = 0;
        let add = |key: &mut Option<Ex>, value: Ex, size: i128| {
            *key = Some(match key.take() {
                Some(key) => key.plain(Op::Multiply, Ex::int(size)).plain(Op::Add, value),
                None => value,
            });
        };
        for (place, component) in game.components.iter().enumerate() {
            let value = inner.scene.components[place].clone();
            match &component.ty {
                Type::Bool => {
                    bits += 1;
                    add(&mut key, Ex::choose(value, Ex::int(1), Ex::int(0)), 2);
                }
                Type::Int { low, high } => {
                    let low = match low {
                        Some(low) => inner.expr(low)?.range.low,
                        None => return Ok(None),
                    };
                    let high = match high {
                        Some(high) => inner.expr(high)?.range.high,
                        None if falls => sum,
                        None => return Ok(None),
                    };
                    let size = high.saturating_sub(low).saturating_add(1);
                    if low < -1000 || size > 1 << 40 {
                        return Ok(None);
                    }
                    let size = (size.max(room) as u128).next_power_of_two() as i128;
                    bits += size.trailing_zeros();
                    add(&mut key, value.op(Op::Subtract, Ex::int(low)), size);
                }
                _ => return Ok(None),
            }
        }
        if let Some(side) = &inner.scene.mover {
            bits += 1;
            add(&mut key, side.clone(), 2);
        }
        Ok(key.filter(|_| bits <= 62).map(|key| key.ranged(Range::new(0, 1 << 62))))
    }

    /// The value of the present position, by its moves.
    fn value(&self, lower: &mut Lower<'_, 'a>, lookup: &dyn Fn(Vec<Vec<Ex>>) -> Ex) -> Answer<Ex> {
        let game: &'a Game = self.task.game;
        match self.quantity {
            Quantity::Grundy => {
                let name = lower.fresh("options");
                let options = Ex::var(&name, Ty::list(Ty::Int));
                lower.put(St::Let(name, Ex::list(Ty::Int, Vec::new())));
                moves(lower, game, None, None, &mut |lower, made| {
                    lower.put(St::Push(options.clone(), lookup(made.terms)));
                    Ok(())
                })?;
                Ok(lower.name_it("value", Ex::helper(Helper::Mex, vec![options])))
            }
            Quantity::Steps => {
                let [longest, shortest] = ["longest", "shortest"].map(|name| lower.fresh(name));
                lower.put(St::Let(longest.clone(), Ex::int(-1)));
                lower.put(St::Let(shortest.clone(), Ex::int(-1)));
                let (longest, shortest) = (Ex::var(longest, Ty::Int), Ex::var(shortest, Ty::Int));
                moves(lower, game, None, None, &mut |lower, made| {
                    let after = lower.name_it("after", lookup(made.terms).ranged(Range::new(0, 1 << 40)));
                    let even = after.clone().op(Op::Remainder, Ex::int(2)).op(Op::Equal, Ex::int(0));
                    let long = St::Set(longest.clone(), Ex::helper(Helper::Max, vec![longest.clone(), after.clone()]));
                    let is_less =
                        shortest.clone().op(Op::Equal, Ex::int(-1)).or(after.clone().op(Op::Less, shortest.clone()));
                    let short = St::If(is_less, vec![St::Set(shortest.clone(), after)], Vec::new());
                    lower.put(St::If(even, vec![long], vec![short]));
                    Ok(())
                })?;
                let best = Ex::choose(longest.clone().op(Op::AtLeast, Ex::int(0)), longest, shortest);
                Ok(lower.name_it("lasts", best.plain(Op::Add, Ex::int(1))))
            }
            _ => self.best(lower, lookup),
        }
    }

    fn best(&self, lower: &mut Lower<'_, 'a>, lookup: &dyn Fn(Vec<Vec<Ex>>) -> Ex) -> Answer<Ex> {
        let game: &'a Game = self.task.game;
        let wins = self.quantity == Quantity::Wins;
        let start = match self.quantity {
            Quantity::Wins => Ex::bool(false),
            Quantity::Outcome => Ex::int(-2),
            _ => Ex::int(-MOST),
        };
        let name = lower.fresh("best");
        let best = Ex::var(if wins { "winning" } else { name.as_str() }, self.quantity.ty());
        let name = if wins { lower.fresh("winning") } else { name };
        lower.put(St::Let(name, start.clone()));
        // Stuck loses in the plain case: then nothing need be counted.
        let plain = wins && game.stuck == Verdict::Lose && game.stuck_if.is_empty();
        let moved = (wins && !plain).then(|| {
            let name = lower.fresh("moved");
            lower.put(St::Let(name.clone(), Ex::bool(false)));
            Ex::var(name, Ty::Bool)
        });
        lower.open();
        let stop = match self.quantity {
            Quantity::Wins => Some(best.clone()),
            Quantity::Outcome => Some(best.clone().op(Op::Equal, Ex::int(1))),
            _ => None,
        };
        let side = lower.scene.mover.clone();
        let mut visit = |lower: &mut Lower<'_, 'a>, made: Made| -> Answer<()> {
            if let Some(moved) = &moved {
                lower.put(St::Set(moved.clone(), Ex::bool(true)));
            }
            let call = |again: bool| {
                let mut terms = made.terms.clone();
                if let (Some(side), Some(term)) = (&side, terms.first_mut()) {
                    term.push(if again { side.clone() } else { Ex::int(1).op(Op::Subtract, side.clone()) });
                }
                // With no part left the next player is stuck.
                if terms.is_empty() { None } else { Some(lookup(terms)) }
            };
            if made.terms.is_empty() {
                return Err(refused("a move that leaves nothing is not searched here"));
            }
            let other = call(false).unwrap_or_else(|| Ex::int(0));
            let same = call(true).unwrap_or_else(|| Ex::int(0));
            if wins {
                lower.put(St::If(other.not(), vec![St::Set(best.clone(), Ex::bool(true))], Vec::new()));
                return Ok(());
            }
            let value = if made.again.is_true() {
                same
            } else if made.again.is_false() {
                other.negate()
            } else {
                let name = lower.fresh("value");
                let value = Ex::var(&name, Ty::Int);
                lower.put(St::Let(name, Ex::int(0)));
                lower.put(St::If(
                    made.again.clone(),
                    vec![St::Set(value.clone(), same)],
                    vec![St::Set(value.clone(), other.negate())],
                ));
                value
            };
            let value = match self.quantity {
                Quantity::Score => made.gain.clone().op(Op::Add, value),
                _ => value,
            };
            lower.put(St::Set(best.clone(), Ex::helper(Helper::Max, vec![best.clone(), value])));
            Ok(())
        };
        if self.sum {
            self.moves_of_sum(lower, stop.as_ref(), &mut visit)?;
        } else {
            moves(lower, game, stop.as_ref(), None, &mut visit)?;
        }
        let stuck = match (&moved, self.quantity) {
            (Some(moved), _) => moved.clone().not(),
            (None, Quantity::Wins) => Ex::bool(false),
            (None, Quantity::Outcome) => best.clone().op(Op::Equal, Ex::int(-2)),
            _ => best.clone().op(Op::Equal, Ex::int(-MOST)),
        };
        if !stuck.is_false() {
            lower.open();
            let value = self.stuck_value(lower)?;
            lower.put(St::Set(best.clone(), value));
            let block = lower.close();
            lower.put(St::If(stuck, block, Vec::new()));
        }
        let mut block = lower.close();
        // Ends of play, the last first.
        for (condition, verdict) in game.ends.iter().rev() {
            if self.sum {
                return Err(refused("sums of games with ends of their own are not searched"));
            }
            lower.open();
            let condition = lower.expr(condition)?;
            let before = lower.close();
            lower.open();
            let value = self.verdict(lower, verdict)?;
            lower.put(St::Set(best.clone(), value));
            let ended = lower.close();
            let mut all = before;
            all.push(St::If(condition, ended, block));
            block = all;
        }
        block.into_iter().for_each(|statement| lower.put(statement));
        Ok(best)
    }

    fn moves_of_sum(
        &self,
        lower: &mut Lower<'_, 'a>,
        stop: Option<&Ex>,
        visit: &mut dyn FnMut(&mut Lower<'_, 'a>, Made) -> Answer<()>,
    ) -> Answer<()> {
        let game: &'a Game = self.task.game;
        let ty = self.component_ty(lower, 0);
        let parts = Ex::var("parts", Ty::list(ty.clone()));
        let name = lower.fresh("p");
        let at = Ex::var(&name, Ty::Int).ranged(Range::new(0, 1 << 22));
        lower.open();
        let here = parts.clone().index(at.clone()).ranged(Range::new(least(&game.components[0].ty), i128::MAX));
        let here = lower.name_it(&game.components[0].name, here);
        lower.scene.components = vec![here];
        moves(lower, game, stop, None, &mut |lower, made| {
            if made.terms.len() != 1 {
                return Err(refused("positions of sums that split are not searched"));
            }
            let after = lower.fresh("after");
            lower.put(St::Let(after.clone(), parts.clone()));
            let after = Ex::var(after, parts.ty.clone());
            lower.put(St::Set(after.clone().index(at.clone()), made.terms[0][0].clone()));
            let after = if ty == Ty::Int { Ex::helper(Helper::Sorted, vec![after]) } else { after };
            visit(lower, Made { terms: vec![vec![after]], ..made })
        })?;
        lower.scene.components.clear();
        let body = lower.close();
        lower.put(St::Range(name, Ex::int(0), parts.len().op(Op::Subtract, Ex::int(1)), body));
        Ok(())
    }

    /// What a player gets who cannot move.
    fn stuck_value(&self, lower: &mut Lower<'_, 'a>) -> Answer<Ex> {
        let game: &'a Game = self.task.game;
        let mut value = self.verdict(lower, &game.stuck)?;
        for (condition, verdict) in game.stuck_if.iter().rev() {
            let condition = lower.expr(condition)?;
            let said = self.verdict(lower, verdict)?;
            value = Ex::choose(condition, said, value);
        }
        Ok(value)
    }

    fn verdict(&self, lower: &mut Lower<'_, 'a>, verdict: &'a Verdict) -> Answer<Ex> {
        verdict_value(lower, verdict, self.quantity == Quantity::Wins)
    }
}

/// What a verdict is worth for the player to move: 1, 0 or -1, a score, or whether he wins.
pub(crate) fn verdict_value<'a>(lower: &mut Lower<'_, 'a>, verdict: &'a Verdict, as_truth: bool) -> Answer<Ex> {
    let won = |wins: Ex| if as_truth { wins } else { Ex::choose(wins, Ex::int(1), Ex::int(-1)) };
    Ok(match verdict {
        Verdict::Win => won(Ex::bool(true)),
        Verdict::Lose => won(Ex::bool(false)),
        Verdict::Draw => Ex::int(0),
        Verdict::Wins(side) => {
            let mover = lower.scene.mover.clone().ok_or_else(|| refused("who is to move is not known"))?;
            won(mover.op(Op::Equal, Ex::int(if *side == Side::Left { 0 } else { 1 })))
        }
        Verdict::Score(points) => lower.expr(points)?,
    })
}

/// Who wins by the sign of a number.
pub(crate) fn by_sign(value: &Ex, tie: Ex) -> Ex {
    let zero = Ex::int(0);
    let less = Ex::choose(value.clone().op(Op::Less, zero.clone()), Ex::text("second"), tie);
    Ex::choose(value.clone().op(Op::Greater, zero), Ex::text("first"), less)
}

/// Who wins with so many points more for the player to move.
pub(crate) fn winner_by_points(game: &Game, score: &Ex, side: Option<&Ex>) -> Ex {
    let tie = match (game.ties, side) {
        (Ties::First, _) => Ex::text("first"),
        (Ties::Side(owner), Some(side)) => {
            first_if(side.clone().op(Op::Equal, Ex::int(if owner == Side::Left { 0 } else { 1 })))
        }
        _ => Ex::text("draw"),
    };
    by_sign(score, tie)
}

fn splits(result: &Destination) -> bool {
    match result {
        Destination::If(_, yes, no) => splits(yes) || splits(no),
        Destination::Terms { terms, .. } => terms.len() != 1 || terms.contains(&Term::Nothing),
    }
}

pub(crate) fn has_again(game: &Game) -> bool {
    fn again(result: &Destination) -> bool {
        match result {
            Destination::If(_, yes, no) => again(yes) || again(no),
            Destination::Terms { again, .. } => again.is_some(),
        }
    }
    game.moves.iter().any(|rule| again(&rule.result))
}

pub(crate) fn may_draw(game: &Game) -> bool {
    game.ends.iter().chain(&game.stuck_if).any(|(_, verdict)| *verdict == Verdict::Draw) || game.stuck == Verdict::Draw
}
