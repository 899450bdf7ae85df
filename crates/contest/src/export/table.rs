//! A table filled from below: one number that falls with every move.
//!
//! In: a game of one number. Out: a list of the values of all positions up to the limit.

use super::build::default_of;
use super::effort::work;
use super::lower::{Lower, Scene};
use super::program::{Ex, Op, Range, St, Ty};
use super::search::{MOST_STATES, MOST_WORK, Maker, Quantity};
use super::solve::Finding;
use super::{Answer, refused};
use grundy_rules::game::Game;
use std::collections::BTreeMap;

impl<'a> Maker<'_, 'a, '_> {
    /// One number, which falls with every move: all values up to the limit.
    pub fn by_table(mut self, lower: &mut Lower<'_, 'a>) -> Answer<Finding> {
        let game: &'a Game = self.task.game;
        let component = &game.components[0];
        let table_name = lower.shared.name(&format!("{}_table", self.quantity.name()));
        let table = Ex::global(&table_name, Ty::list(self.quantity.ty())).ranged(Range::new(0, 1 << 40));
        let mut found = self.asked(lower, &|components| table.clone().index(components[0].clone()))?;
        let limit = self.range.as_ref().map_or(i128::MAX, |ranges| ranges[0].high);
        if limit > MOST_STATES as i128 {
            return Err(refused(format!("a table of all positions up to {limit} is too large")));
        }
        let name = self.set_up.name_of_component(&component.name);
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
        if self.set_up.is_constant() {
            build = vec![St::If(table.clone().len().op(Op::Equal, Ex::int(0)), build, Vec::new())];
        }
        let comment = match self.quantity {
            Quantity::Grundy => "Grundy values from below: the least value that no move leads to.",
            _ => "From below: a position is won where some move leads to a lost one.",
        };
        found.comments.push(comment.to_owned());
        self.program.globals.push((table_name, default_of(&Ty::list(self.quantity.ty())), String::new()));
        found.prepare = self.set_up.finish(self.task, lower, vec![comment.to_owned()], build, None);
        Ok(found)
    }
}
