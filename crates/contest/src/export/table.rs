//! A table filled from below: one number that falls with every move.
//!
//! In: a game of one number. Out: a list of the values of all positions up to the limit, or up to the largest query if the givens
//! differ between queries. Nothing is read outside the table: it is filled further first.

use super::build::default_of;
use super::effort::work;
use super::lower::{Lower, Scene};
use super::program::{Ex, Function, Helper, Op, Range, St, Ty, UNKNOWN};
use super::search::{Maker, Quantity};
use super::solve::{Finding, name_of};
use super::{Answer, about, refused};
use crate::problem_limits;
use grundy_message::message;
use grundy_rules::game::Game;
use std::collections::BTreeMap;

impl<'a> Maker<'_, 'a, '_> {
    /// Fills a table of all values up to the limit for one number that falls with every move.
    pub fn by_table(mut self, lower: &mut Lower<'_, 'a>) -> Answer<Finding> {
        let game: &'a Game = self.task.game;
        let component = &game.components[0];
        let table_name = lower.shared.name(&format!("{}_table", self.quantity.name()));
        let table = Ex::global(&table_name, Ty::list(self.quantity.ty())).ranged(Range::new(0, 1 << 40));
        let reached = lower.tried(|lower| {
            // Only the ranges are needed, and the limit comes before the names.
            self.answer_by(lower, &|components| table.clone().index(components[0].clone()))?;
            Ok(self.range.as_ref().map_or(UNKNOWN, |ranges| Range::new(0, 0).up_to(ranges[0])))
        })?;
        let limit = reached.high;
        if limit > problem_limits::MAX_PROGRAM_STATES as i128 {
            return Err(refused(message!("a table of all positions up to {limit} is too large", limit)));
        }
        let name = self.set_up.name_of_component(&component.name);
        let here = Ex::var(&name, Ty::Int).ranged(reached);
        let filled_to = FilledTo::new(lower, here.clone());
        let scene = Scene { game, components: vec![here.clone()], givens: self.set_up.givens.clone(), mover: None };
        let mut inner = Lower::new(lower.shared, scene, std::slice::from_ref(&name));
        inner.open();
        let value = self.known_or_value(&mut inner, &|terms| {
            let values = terms.into_iter().map(|term| table.clone().index(term[0].clone()));
            values.reduce(|a, b| a.plain(Op::Xor, b)).unwrap_or_else(|| Ex::int(0))
        })?;
        inner.put(St::Set(table.clone().index(here.clone()), value));
        let body = inner.close();
        let fill = default_of(&self.quantity.ty());
        let max = filled_to.max.clone();
        let build = vec![
            St::Set(table.clone(), Ex::filled(max.clone().op(Op::Add, Ex::int(1)), fill)),
            St::Range(name, Ex::int(0), max, body),
        ];
        let work = work(&build, &BTreeMap::new()) * self.open_part(lower, &[reached]) + limit as f64;
        if work > problem_limits::MAX_PROGRAM_STEPS {
            return Err(refused(message!(
                "a table of all positions up to {limit} takes about {work} steps",
                limit,
                work = about(work)
            )));
        }
        self.program.steps = self.program.steps.max(work);
        let comment = match self.quantity {
            Quantity::Grundy => "Grundy values from below: the least value that no move leads to.",
            Quantity::Score => "Scores from below: the most that the player to move can get more than the other.",
            Quantity::Outcome => {
                "From below: 1 where the player to move wins, 0 for a draw, -1 where the other player wins."
            }
            Quantity::Wins | Quantity::Steps => "From below: a position is won where some move leads to a lost one.",
        };
        let components = vec![here.clone()];
        let (entry, filled_to) = (table.clone().index(here), vec![filled_to]);
        let comments = vec![comment.to_owned()];
        let mut found =
            self.by_filling(lower, Filling { table_name, table, entry, components, comments, build, filled_to })?;
        found.comments.push(comment.to_owned());
        Ok(found)
    }

    /// Returns the answer by a table: a function that fills it, and one that looks a position up and extends the table if it is
    /// too short.
    pub fn by_filling(&mut self, lower: &mut Lower<'_, 'a>, filling: Filling) -> Answer<Finding> {
        let Filling { table_name, table, entry, components, comments, build, filled_to } = filling;
        let ty = self.quantity.ty();
        let is_constant = self.set_up.is_constant();
        let fill = lower.shared.name("fill_table");
        lower.shared.functions.push(Function {
            comments,
            name: fill.clone(),
            parameters: Vec::new(),
            result: Ty::Nothing,
            body: build,
        });
        let mut is_short = table.clone().len().op(Op::Equal, Ex::int(0));
        let mut longer = Vec::new();
        for dimension in &filled_to {
            let (here, max) = (dimension.here.clone().ranged(UNKNOWN), dimension.max.clone().ranged(UNKNOWN));
            let is_beyond = here.clone().op(Op::Greater, max.clone());
            is_short = is_short.or(is_beyond.clone());
            // At least twice as far, so that the table is not filled again for each query.
            let twice = max.plain(Op::Multiply, Ex::int(2)).ranged(UNKNOWN);
            let twice = Ex::helper(Helper::Min, vec![twice, Ex::int(dimension.limit)]).ranged(UNKNOWN);
            let further = Ex::helper(Helper::Max, vec![here, twice]);
            longer.push(St::If(is_beyond, vec![St::Set(dimension.max.clone(), further)], Vec::new()));
        }
        longer.push(St::Do(Ex::call(fill, Vec::new(), Ty::Nothing)));
        let look_up = lower.shared.name(self.quantity.name());
        let parameters = components.iter().filter_map(|component| Some((name_of(component)?, Ty::Int))).collect();
        lower.shared.functions.push(Function {
            comments: vec!["Looks a position up; the table is filled as far as that takes.".to_owned()],
            name: look_up.clone(),
            parameters,
            result: ty.clone(),
            body: vec![St::If(is_short, longer, Vec::new()), St::Return(entry)],
        });
        let mut found = self.answer_by(lower, &|components| Ex::call(&look_up, components, ty.clone()))?;
        let mut forget = Vec::new();
        if !is_constant {
            forget.push(St::Set(table.clone(), default_of(&table.ty)));
        }
        for dimension in filled_to {
            // With the same givens for all queries the table is filled once; else each query pays for it.
            let first = if is_constant { dimension.limit } else { 0 };
            if !is_constant {
                forget.push(St::Set(dimension.max.clone(), Ex::int(0)));
            }
            self.program.globals.push((dimension.name, Ex::int(first), "How far the table is filled.".to_owned()));
        }
        self.program.globals.push((table_name, default_of(&table.ty), String::new()));
        let comment =
            "Takes in what is given for the following questions; as long as that is the same, the table is kept.";
        let set_up = std::mem::take(&mut self.set_up);
        found.prepare = set_up.finish(self.task, lower, vec![comment.to_owned()], forget, None);
        Ok(found)
    }
}

/// How far a table is filled along one dimension.
pub(crate) struct FilledTo {
    /// The global variable that holds it.
    name: String,
    pub max: Ex,
    /// The number of the position.
    here: Ex,
    /// The largest number that the judge is expected to query.
    limit: i128,
}

impl FilledTo {
    /// Creates it for a table whose positions have this number.
    pub fn new(lower: &mut Lower<'_, '_>, here: Ex) -> FilledTo {
        let name = lower.shared.name(&format!("most_{}", name_of(&here).unwrap_or_default()));
        let max = Ex::global(&name, Ty::Int).ranged(Range::new(0, 0).up_to(here.range));
        FilledTo { name, max, limit: here.range.high, here }
    }
}

/// A table and how it is filled.
pub(crate) struct Filling {
    /// The global variable, and its name.
    pub table: Ex,
    pub table_name: String,
    /// Its entry for a position of these components.
    pub entry: Ex,
    pub components: Vec<Ex>,
    pub comments: Vec<String>,
    pub build: Vec<St>,
    pub filled_to: Vec<FilledTo>,
}
