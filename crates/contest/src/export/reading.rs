//! The judge's text: a problem's layout -> statements that read it and print the answers.
//!
//! In: a problem. Out: the whole program. Work shared by many queries (a table for the givens) is done as soon as everything that
//! it needs has been read.

use super::build::default_of;
use super::laid_out::{entries_of, has_word_rows, loops_over, mark_read, prints_between, prints_case};
use super::limits::{lengths, limits};
use super::names::{Shared, free_name, tame};
use super::program::{Ex, Form, Function, Helper, Op, Program, Range, St, Ty, UNKNOWN};
use super::solve::{Solved, solve};
use super::{Answer, Means, refused};
use crate::judge::is_written_as_word;
use crate::layout::{Item, Piece, Place, Repeat, fields_of};
use crate::problem::{Is, Problem, Variant};
use grundy_message::message;
use grundy_rules::game::Type;
use std::collections::{BTreeMap, BTreeSet};

/// A variable for each field of a variant; `None` is a field that is not in the text.
pub(crate) struct Fields {
    pub values: Vec<Option<Ex>>,
}

/// Builds the program of a problem.
pub(crate) fn program(problem: &Problem, means: &Means) -> Answer<Program> {
    let own = problem.variants.iter().position(|variant| variant.text.is_some());
    let no_text = || refused(message!("the problem says nothing about a judge's text"));
    let (start, items) = match (&problem.text, own) {
        (Some(items), _) => (None, items),
        (None, Some(index)) => (Some(index), problem.variants[index].text.as_ref().ok_or_else(no_text)?),
        (None, None) => return Err(no_text()),
    };
    let mut shared = Shared::default();
    for variant in &problem.variants {
        for field in &variant.fields {
            shared.note_mixed(&variant.adapter.game, &field.ty);
        }
        for (game, _) in &variant.games {
            for component in game.components.iter().chain(&game.givens) {
                shared.note_mixed(game, &component.ty);
            }
        }
    }
    let mut program = Program::default();
    let title = problem.title.as_deref().unwrap_or(&problem.name);
    program.comments.push(format!("{title} ({}).", problem.name));
    let mut writer = Reading {
        problem,
        means,
        shared: &mut shared,
        program: &mut program,
        variant: 0,
        fields: Fields { values: Vec::new() },
        indices: BTreeMap::new(),
        lengths: BTreeMap::new(),
        declared: BTreeSet::new(),
        counters: Vec::new(),
        count: None,
        solved: None,
        prepared: false,
        names: BTreeSet::new(),
        uses_case: false,
    };
    if let Some(index) = start {
        writer.choose(index)?;
    }
    let mut main = writer.items(items, None)?;
    if writer.uses_case {
        main.insert(0, St::Let("case_number".to_owned(), Ex::int(1)));
    }
    program.main.extend(main);
    program.functions.splice(0..0, shared.functions);
    Ok(program)
}

struct Reading<'a> {
    problem: &'a Problem,
    means: &'a Means<'a>,
    shared: &'a mut Shared,
    program: &'a mut Program,
    variant: usize,
    fields: Fields,
    /// Indices of the variant's fields, by name.
    indices: BTreeMap<&'a str, usize>,
    /// The lengths of a field, or of an entry of it; and the widths of its rows.
    lengths: BTreeMap<(usize, bool), Ex>,
    declared: BTreeSet<usize>,
    counters: Vec<(String, Ex)>,
    /// The number of cases that was read last.
    count: Option<Ex>,
    solved: Option<Solved>,
    prepared: bool,
    names: BTreeSet<String>,
    uses_case: bool,
}

const WIDTH: usize = 1 << 20;

/// How a value is read.
enum Read {
    /// By this expression.
    Value(Ex),
    /// Entry by entry, the given number of them.
    List(Ex),
}

impl<'a> Reading<'a> {
    fn choose(&mut self, index: usize) -> Answer<()> {
        self.variant = index;
        let problem = self.problem;
        let variant = &problem.variants[index];
        let items =
            variant.text.as_ref().ok_or_else(|| refused(message!("a variant says nothing about a judge's text")))?;
        let mut read = BTreeSet::new();
        fields_of(items, &mut read);
        let ranges = limits(variant);
        let long = lengths(variant);
        self.shared.lengths.clear();
        let game = &variant.adapter.game;
        let mut values = Vec::new();
        for (at, field) in variant.fields.iter().enumerate() {
            let name = free_name(&field.name, |name| self.names.contains(name));
            // No global function or variable has the name of a field.
            self.shared.taken.insert(name.clone());
            if let Some(long) = long.get(&field.name) {
                self.shared.lengths.insert(name.clone(), long.clone());
            }
            let ty = self.shared.ty(game, &field.ty.kind());
            let reads = read.contains(&field.name) || field.totals_of.is_some();
            values.push(reads.then(|| Ex::var(name, ty).ranged(ranges[at].0)));
        }
        self.fields = Fields { values };
        self.indices = variant.fields.iter().enumerate().rev().map(|(at, field)| (field.name.as_str(), at)).collect();
        self.lengths.clear();
        self.declared.clear();
        self.prepared = false;
        let solved = solve(problem, variant, &self.fields, self.shared, self.program, self.means)?;
        self.solved = Some(solved);
        Ok(())
    }

    fn variant(&self) -> &'a Variant {
        &self.problem.variants[self.variant]
    }

    fn fresh(&mut self, wanted: &str) -> String {
        // The names of the fields are reserved in the whole program.
        let name = free_name(wanted, |name| self.names.contains(name) || self.shared.taken.contains(name));
        self.names.insert(name.clone());
        name
    }

    fn field(&self, index: &Place) -> Answer<usize> {
        let at = self.indices.get(index.field.as_str()).copied();
        at.ok_or_else(|| refused(message!("the layout names a field that is not there")))
    }

    fn field_value(&self, at: usize) -> Answer<Ex> {
        self.fields
            .values
            .get(at)
            .cloned()
            .flatten()
            .ok_or_else(|| refused(message!("a field is used that no text says")))
    }

    /// Returns the variable or entry for a place.
    fn slot(&self, index: &Place) -> Answer<Ex> {
        let whole = self.field_value(self.field(index)?)?;
        let Some(entry) = &index.entry else { return Ok(whole) };
        let counter = self.counters.iter().rev().find(|(name, _)| name == entry).map(|(_, counter)| counter.clone());
        Ok(whole.index(counter.ok_or_else(|| refused(message!("a counter is missing")))?))
    }

    /// Assigns a value to a field; the first time this creates the variable.
    fn assign(&mut self, index: &Place, value: Ex, out: &mut Vec<St>) -> Answer<()> {
        let at = self.field(index)?;
        let slot = self.slot(index)?;
        match &slot.form {
            Form::Var(name) if !self.declared.contains(&at) => {
                self.declared.insert(at);
                out.push(St::Let(name.clone(), value.ranged(slot.range)));
            }
            _ => out.push(St::Set(slot, value)),
        }
        Ok(())
    }

    /// Lowers items. `turn` counts the repetitions of the surrounding loop, if something is printed between them.
    fn items(&mut self, items: &[Item], turn: Option<&Ex>) -> Answer<Vec<St>> {
        let mut out = Vec::new();
        for item in items {
            match item {
                Item::Break => {}
                Item::Fixed(_) => out.push(St::Do(Ex::helper(Helper::ReadInt, Vec::new()))),
                Item::Count => {
                    let name = self.fresh("cases");
                    let read = Ex::helper(Helper::ReadInt, Vec::new()).ranged(Range::new(0, 1 << 40));
                    out.push(St::Let(name.clone(), read));
                    self.count = Some(Ex::var(name, Ty::Int));
                }
                Item::Value(index) => self.read(index, &mut out)?,
                Item::Length(index, times) => {
                    let at = self.field(index)?;
                    let name = self.fresh(&format!("{}_count", tame(&index.field).trim_end_matches('_')));
                    let mut count = Ex::helper(Helper::ReadInt, Vec::new()).ranged(Range::new(0, 1 << 22));
                    if *times > 1 {
                        count = count.op(Op::Multiply, Ex::int(*times as i128));
                    }
                    out.push(St::Let(name.clone(), count));
                    let count = Ex::var(name, Ty::Int).ranged(Range::new(0, 1 << 22));
                    self.lengths.insert((at, index.entry.is_some()), count.clone());
                    if index.entry.is_none() && loops_over(items, &index.field) {
                        let zero = default_of(&self.field_value(at)?.ty.element());
                        self.assign(index, Ex::filled(count, zero), &mut out)?;
                    }
                }
                Item::Side(index) | Item::Width(index) => {
                    let at = self.field(index)?;
                    let wide = matches!(item, Item::Width(_));
                    let name = self.fresh(if wide { "width" } else { "side" });
                    let read = Ex::helper(Helper::ReadInt, Vec::new()).ranged(Range::new(0, 1 << 22));
                    let ty = &self.variant().fields[at].ty;
                    out.push(St::Let(name.clone(), read));
                    if wide && has_word_rows(ty) {
                        continue;
                    }
                    let count = Ex::var(name, Ty::Int).ranged(Range::new(0, 1 << 22));
                    if !wide {
                        self.lengths.insert((at, index.entry.is_some()), count.clone());
                    }
                    self.lengths.insert((at + WIDTH, index.entry.is_some()), count);
                }
                Item::Json(index) => {
                    let ty = self.slot(index)?.ty;
                    let helper = match &ty {
                        Ty::List(inner) => match &**inner {
                            Ty::Int => Helper::ReadNumbersJson,
                            Ty::Char => Helper::ReadLettersJson,
                            Ty::List(inner) if **inner == Ty::Int => Helper::ReadRowsJson,
                            Ty::List(inner) if **inner == Ty::Char => Helper::ReadGridJson,
                            _ => return Err(refused(message!("a field that is JSON of this shape is not read"))),
                        },
                        _ => return Err(refused(message!("a field that is JSON of this shape is not read"))),
                    };
                    self.assign(index, Ex::helper(helper, Vec::new()), &mut out)?;
                    self.totals(self.field(index)?, &mut out)?;
                }
                Item::Line(index) => {
                    if self.slot(index)?.ty != Ty::list(Ty::Char) {
                        return Err(refused(message!("a line of anything but letters is not read")));
                    }
                    self.assign(index, Ex::helper(Helper::ReadLineLetters, Vec::new()), &mut out)?;
                }
                Item::Variant => self.variants(&mut out)?,
                Item::Loop(repeat, inner) => self.repeat(repeat, inner, &mut out)?,
                Item::Print(pieces) => self.print(pieces, turn, &mut out)?,
            }
        }
        Ok(out)
    }

    fn variants(&mut self, out: &mut Vec<St>) -> Answer<()> {
        let name = self.fresh("which");
        out.push(St::Let(name.clone(), Ex::helper(Helper::ReadWord, Vec::new())));
        let word = Ex::var(name, Ty::Text);
        let mut chain: Vec<St> = Vec::new();
        for index in (0..self.problem.variants.len()).rev() {
            let variant = &self.problem.variants[index];
            let tag = variant.tests.iter().find_map(|test| match &test.is {
                Is::Text(text) => Some(text.clone()),
                _ => None,
            });
            let (Some(tag), Some(items)) = (tag, &variant.text) else { continue };
            self.choose(index).map_err(|why| refused(message!("variant {name}: {why}", name = tag, why = why.0)))?;
            let names = self.names.clone();
            let inner = self.items(items, None)?;
            self.names = names;
            chain = vec![St::If(word.clone().op(Op::Equal, Ex::text(tag)), inner, chain)];
        }
        out.extend(chain);
        Ok(())
    }

    fn repeat(&mut self, repeat: &Repeat, inner: &[Item], out: &mut Vec<St>) -> Answer<()> {
        let names = self.names.clone();
        let declared = self.declared.clone();
        if let Repeat::Each(name, index) = repeat {
            return self.each(name, index, inner, out);
        }
        // Work shared by several queries is prepared before.
        let mut read = BTreeSet::new();
        fields_of(inner, &mut read);
        let ready = self.solved.as_ref().is_some_and(|solved| {
            let needs = needed(solved, &self.fields, self.variant());
            !solved.prepare.is_empty()
                && !self.prepared
                && needs.iter().all(|at| self.declared.contains(at))
                && needs.iter().all(|at| !read.contains(&self.variant().fields[*at].name))
        });
        if ready {
            self.prepare(out);
        }
        let prepared = self.prepared;
        let between = prints_between(inner);
        let counter = between.then(|| self.fresh("turn"));
        let turn = counter.as_ref().map(|name| Ex::var(name, Ty::Int));
        let counted = |this: &mut Self, times: Ex, out: &mut Vec<St>| -> Answer<()> {
            let name = match &counter {
                Some(name) => name.clone(),
                None => this.fresh("turn"),
            };
            let body = this.items(inner, turn.as_ref())?;
            out.push(St::Range(name, Ex::int(1), times, body));
            Ok(())
        };
        match repeat {
            Repeat::UntilEnd | Repeat::Until(_) => {
                let mut body = self.items(inner, turn.as_ref())?;
                if let Repeat::Until(marks) = repeat {
                    match mark_read(&body, marks) {
                        Some((at, ends)) => body.insert(at, St::If(ends, vec![St::Break], Vec::new())),
                        None => {
                            let marks = marks.iter().map(|mark| Ex::int(i128::from(*mark))).collect();
                            let ends = Ex::helper(Helper::EndMark, marks);
                            body.insert(0, St::If(ends, vec![St::Break], Vec::new()));
                        }
                    }
                }
                if let Some(name) = &counter {
                    out.push(St::Let(name.clone(), Ex::int(0)));
                    let next = Ex::var(name, Ty::Int).op(Op::Add, Ex::int(1));
                    body.insert(0, St::Set(Ex::var(name, Ty::Int), next));
                }
                out.push(St::While(Ex::helper(Helper::AtEnd, Vec::new()).not(), body));
            }
            Repeat::Counted => {
                let times = self.count.take();
                counted(self, times.ok_or_else(|| refused(message!("a counter is missing")))?, out)?;
            }
            Repeat::Times(times) => counted(self, Ex::int(*times as i128), out)?,
            Repeat::Each(..) => {}
        }
        self.names = names;
        self.declared = declared;
        self.prepared = prepared;
        Ok(())
    }

    fn each(&mut self, name: &str, index: &Place, inner: &[Item], out: &mut Vec<St>) -> Answer<()> {
        let at = self.field(index)?;
        let count = match self.lengths.get(&(at, false)) {
            Some(count) if index.entry.is_none() => count.clone(),
            _ => self.slot(index)?.len(),
        };
        // Lists filled here have as many entries.
        let mut inside = Vec::new();
        entries_of(inner, &mut inside);
        for (field, _) in inside {
            let index = Place { field, entry: None, span: index.span };
            let at = self.field(&index)?;
            if !self.declared.contains(&at) {
                let zero = default_of(&self.field_value(at)?.ty.element());
                self.assign(&index, Ex::filled(count.clone(), zero), out)?;
            }
        }
        let names = self.names.clone();
        let counter = self.fresh(name);
        self.counters.push((name.to_owned(), Ex::var(&counter, Ty::Int).ranged(Range::new(0, 1 << 22))));
        let body = self.items(inner, None)?;
        self.counters.pop();
        self.names = names;
        out.push(St::Range(counter, Ex::int(0), count.op(Op::Subtract, Ex::int(1)), body));
        Ok(())
    }

    fn read(&mut self, index: &Place, out: &mut Vec<St>) -> Answer<()> {
        let at = self.field(index)?;
        let ty = match (&self.variant().fields[at].ty, &index.entry) {
            (Type::List(entry, _) | Type::Bag(entry) | Type::Set(entry), Some(_)) => (**entry).clone(),
            (ty, _) => ty.clone(),
        };
        let length = self.lengths.get(&(at, index.entry.is_some())).cloned();
        let width = self.lengths.get(&(at + WIDTH, index.entry.is_some())).cloned();
        let slot = self.slot(index)?;
        match self.reader(&ty, &slot, length.clone(), &index.field)? {
            Read::Value(value) => self.assign(index, value, out)?,
            Read::List(length) => {
                let start = self.start_of(&ty, &slot.ty, length.clone(), width.clone());
                self.assign(index, start, out)?;
                self.entries(&ty, slot, length, width, &index.field, out)?;
            }
        }
        self.totals(at, out)
    }

    /// Returns a list's initial value: rows of known length are created at once.
    fn start_of(&self, ty: &Type, kind: &Ty, length: Ex, width: Option<Ex>) -> Ex {
        let element = kind.element();
        let fill = match entry_of(ty) {
            Some(entry @ Type::List(inner, _)) if element.is_list() => {
                let row = width.or_else(|| declared_length(entry, &self.fields));
                match row.filter(|row| !is_written_as_word(entry, inner, Some(row).map(|_| 0))) {
                    Some(row) => self.start_of(entry, &element, row, None),
                    None => default_of(&element),
                }
            }
            _ => default_of(&element),
        };
        Ex::filled(length, fill)
    }

    /// Reads the entries of an existing list.
    fn entries(
        &mut self,
        ty: &Type,
        list: Ex,
        length: Ex,
        width: Option<Ex>,
        name: &str,
        out: &mut Vec<St>,
    ) -> Answer<()> {
        let entry =
            entry_of(ty).ok_or_else(|| refused(message!("the entries of something that is no list are to be read")))?;
        let names = self.names.clone();
        let counter = self.fresh(if self.names.contains("i") { "j" } else { "i" });
        let at = Ex::var(&counter, Ty::Int).ranged(Range::new(0, 1 << 22));
        let slot = list.index(at);
        let mut body = Vec::new();
        match self.reader(entry, &slot, width.clone().filter(|_| slot.ty != Ty::list(Ty::Char)), name)? {
            Read::Value(value) => body.push(St::Set(slot, value)),
            Read::List(inner) => {
                let made = self.start_of(ty, &Ty::list(slot.ty.clone()), Ex::int(0), width);
                let is_made = matches!(&made.form, Form::Filled(_, row) if matches!(row.form, Form::Filled(..)));
                if !is_made {
                    let start = self.start_of(entry, &slot.ty, inner.clone(), None);
                    body.push(St::Set(slot.clone(), start));
                }
                self.entries(entry, slot, inner, None, name, &mut body)?;
            }
        }
        self.names = names;
        out.push(St::Range(counter, Ex::int(0), length.op(Op::Subtract, Ex::int(1)), body));
        Ok(())
    }

    /// Returns how a value of this type is read: at once, or as a list of the given number of entries.
    fn reader(&self, ty: &Type, slot: &Ex, length: Option<Ex>, name: &str) -> Answer<Read> {
        let at_once = |helper| Ok(Read::Value(Ex::helper(helper, Vec::new())));
        match ty {
            Type::Int { .. } => Ok(Read::Value(Ex::helper(Helper::ReadInt, Vec::new()).ranged(slot.range))),
            Type::Bool => at_once(Helper::ReadBool),
            Type::Symbols(_) if slot.ty == Ty::Char => at_once(Helper::ReadLetter),
            Type::Symbols(_) => at_once(Helper::ReadWord),
            Type::List(entry, _) | Type::Bag(entry) | Type::Set(entry) => {
                if is_written_as_word(ty, entry, length.as_ref().map(|_| 0)) {
                    return match &slot.ty {
                        Ty::List(inner) if **inner == Ty::Char => at_once(Helper::ReadLetters),
                        Ty::List(inner) if **inner == Ty::Int => at_once(Helper::ReadDigits),
                        _ => Err(refused(message!("words that stand without space between them cannot be told apart"))),
                    };
                }
                let known = length.or_else(|| declared_length(ty, &self.fields));
                known
                    .map(Read::List)
                    .ok_or_else(|| refused(message!("the layout does not say how long `{name}` is", name)))
            }
        }
    }

    /// Computes the prefix sums of a field that has just been read.
    fn totals(&mut self, of: usize, out: &mut Vec<St>) -> Answer<()> {
        let variant = self.variant();
        let sums = variant.totals.iter().map(|at| (*at, &variant.fields[*at]));
        for (at, field) in sums.filter(|(_, field)| field.totals_of == Some(of)) {
            let index = Place { field: field.name.clone(), entry: None, span: grundy_rules::Span::new(0, 0) };
            let list = self.field_value(of)?;
            let sums = self.field_value(at)?;
            let flat = list.ty == Ty::list(Ty::Int);
            let count = list.clone().len();
            let more = count.clone().op(Op::Add, Ex::int(1));
            out.push(St::Comment("Sums of all beginnings.".to_owned()));
            let i = Ex::var("i", Ty::Int).ranged(Range::new(0, 1 << 22));
            let j = Ex::var("j", Ty::Int).ranged(Range::new(0, 1 << 22));
            let after = i.clone().op(Op::Add, Ex::int(1));
            if flat {
                self.assign(&index, Ex::filled(more, Ex::int(0)), out)?;
                let sum = sums.clone().index(i.clone()).plain(Op::Add, list.index(i.clone()));
                let body = vec![St::Set(sums.index(after), sum)];
                out.push(St::Range("i".to_owned(), Ex::int(0), count.op(Op::Subtract, Ex::int(1)), body));
            } else {
                let wide = Ex::choose(
                    count.clone().op(Op::Equal, Ex::int(0)),
                    Ex::int(1),
                    list.clone().index(Ex::int(0)).len().op(Op::Add, Ex::int(1)),
                );
                self.assign(&index, Ex::filled(more, Ex::filled(wide, Ex::int(0))), out)?;
                let next = j.clone().op(Op::Add, Ex::int(1));
                let sum = sums
                    .clone()
                    .index(i.clone())
                    .index(next.clone())
                    .plain(Op::Add, sums.clone().index(after.clone()).index(j.clone()))
                    .plain(Op::Subtract, sums.clone().index(i.clone()).index(j.clone()))
                    .plain(Op::Add, list.clone().index(i.clone()).index(j.clone()));
                let inner = vec![St::Set(sums.index(after).index(next), sum)];
                let columns = list.index(i).len().op(Op::Subtract, Ex::int(1));
                let body = vec![St::Range("j".to_owned(), Ex::int(0), columns, inner)];
                out.push(St::Range("i".to_owned(), Ex::int(0), count.op(Op::Subtract, Ex::int(1)), body));
            }
        }
        Ok(())
    }

    fn prepare(&mut self, out: &mut Vec<St>) {
        if !self.prepared {
            let prepare = self.solved.iter().flat_map(|solved| solved.prepare.clone());
            out.extend(prepare.map(St::Do));
            self.prepared = true;
        }
    }

    fn print(&mut self, pieces: &[Piece], turn: Option<&Ex>, out: &mut Vec<St>) -> Answer<()> {
        let mut printed = Vec::new();
        let mut answered = false;
        for piece in pieces {
            match piece {
                Piece::Text(text) => printed.push(Ex::text(text)),
                Piece::Between(text) => {
                    let turn = turn.cloned().ok_or_else(|| refused(message!("`between` stands outside of a loop")))?;
                    let first = turn.op(Op::Greater, Ex::int(1));
                    out.push(St::If(first, vec![St::Print(vec![Ex::text(text)])], Vec::new()));
                }
                Piece::Case => {
                    self.uses_case = true;
                    printed.push(Ex::var("case_number", Ty::Int).ranged(Range::new(1, 1 << 40)));
                }
                Piece::Answer => {
                    self.prepare(out);
                    let solved = self.solved.as_ref().ok_or_else(|| refused(message!("the problem asks nothing")))?;
                    printed.push(solved.answer.clone());
                    answered = true;
                }
            }
        }
        let printed = merge(printed);
        // In Rust the answer is computed before it is written.
        out.push(St::Print(printed));
        if answered && (self.uses_case || prints_case(self.problem)) {
            self.uses_case = true;
            let number = Ex::var("case_number", Ty::Int).ranged(Range::new(1, 1 << 40));
            out.push(St::Set(number.clone(), number.op(Op::Add, Ex::int(1))));
        }
        Ok(())
    }
}

/// Joins adjacent texts.
fn merge(pieces: Vec<Ex>) -> Vec<Ex> {
    let mut merged: Vec<Ex> = Vec::new();
    for piece in pieces {
        if let (Some(Form::Text(last)), Form::Text(text)) = (merged.last_mut().map(|last| &mut last.form), &piece.form)
        {
            last.push_str(text);
        } else {
            merged.push(piece);
        }
    }
    merged
}

fn entry_of(ty: &Type) -> Option<&Type> {
    match ty {
        Type::List(entry, _) | Type::Bag(entry) | Type::Set(entry) => Some(entry),
        _ => None,
    }
}

fn var_name(value: &Ex) -> Option<String> {
    match &value.form {
        Form::Var(name) => Some(name.clone()),
        _ => None,
    }
}

/// Returns the fields that the preparation needs.
fn needed(solved: &Solved, fields: &Fields, _variant: &Variant) -> Vec<usize> {
    let mut names = BTreeSet::new();
    solved.prepare.iter().for_each(|prepare| prepare.variables(&mut names));
    let is_used = |value: &Option<Ex>| value.as_ref().and_then(var_name).is_some_and(|name| names.contains(&name));
    (0..fields.values.len()).filter(|at| is_used(&fields.values[*at])).collect()
}

/// Returns the length that the type declares.
fn declared_length(ty: &Type, fields: &Fields) -> Option<Ex> {
    use grundy_rules::game::Form as Rule;
    match ty {
        Type::List(_, Some(length)) => match &length.form {
            Rule::Int(number) => number.to_i64().map(|number| Ex::int(i128::from(number))),
            Rule::Given(index) => fields.values.get(*index).cloned().flatten(),
            _ => None,
        },
        _ => None,
    }
}

/// Creates a function of a body whose parameters are the fields it uses.
pub(crate) fn function_of_fields(
    shared: &mut Shared,
    wanted: &str,
    comments: Vec<String>,
    fields: &Fields,
    result: Ty,
    body: Vec<St>,
) -> (Function, Ex) {
    let mut used = BTreeSet::new();
    St::each_expression(&body, &mut |value| value.variables(&mut used));
    let arguments: Vec<Ex> = fields
        .values
        .iter()
        .flatten()
        .filter(|value| var_name(value).is_some_and(|name| used.contains(&name)))
        .cloned()
        .collect();
    let parameters = arguments.iter().filter_map(|value| Some((var_name(value)?, value.ty.clone()))).collect();
    let name = shared.name(wanted);
    let function = Function { comments, name: name.clone(), parameters, result: result.clone(), body };
    (function, Ex::call(name, arguments, result).ranged(UNKNOWN))
}
