//! Reads a placement game off checked rules, or says why they are none.
//!
//! In: an instance and a part of it, whose lists say how large the board is. Out: every move there can ever be on that
//! board, as the cells it needs free and the cells it fills.
//!
//! The idea is to carry out each rule for each choice of its binders while the contents of the board are left open. A
//! condition then comes out as a constant, as "these cells are free" or as "one of these cells is filled"; whatever does
//! not is refused. All else is evaluated by the meaning of the rules itself, with binders replaced by their values, so no
//! second evaluator has to agree with it. A fault that evaluation could meet at some position is a refusal too: where
//! `and` stops at a cell that may or may not be free, what follows is looked at as if it were reached.

use super::{Cells, MOST_CELLS, Placement, PlacementMove, bit};
use grundy_rules::game::{
    Binder, Builtin, Change, Destination, Domain, Expr, Fold, Form, Kind, MoveRule, Over, Term, Type,
};
use grundy_rules::{Instance, Int, Meter, Part, Side, Span, Value};
use std::collections::{BTreeSet, HashMap};

/// How many steps of the meaning the reading may take, and how many moves it may find.
const MOST_STEPS: u64 = 20_000_000;
const MOST_MOVES: usize = 1 << 14;

/// What a name of the frame stands for.
#[derive(Clone)]
enum Bound {
    /// A value that does not depend on the position.
    Is(Value),
    /// What stands in this cell.
    Cell(usize),
}

type Frame = Vec<Bound>;

/// A condition while the contents of the board are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    /// It does not depend on the position.
    Always(bool),
    /// It holds where all these cells are free.
    Free(Cells),
    /// It holds where one of these cells is not free.
    Filled(Cells),
}

impl Condition {
    fn not(self) -> Condition {
        match self {
            Condition::Always(holds) => Condition::Always(!holds),
            Condition::Free(cells) => Condition::Filled(cells),
            Condition::Filled(cells) => Condition::Free(cells),
        }
    }

    fn and(self, other: Condition) -> Result<Condition, String> {
        match (self, other) {
            (Condition::Always(false), _) | (_, Condition::Always(false)) => Ok(Condition::Always(false)),
            (Condition::Always(true), rest) | (rest, Condition::Always(true)) => Ok(rest),
            (Condition::Free(a), Condition::Free(b)) => Ok(Condition::Free(a | b)),
            _ => Err("a condition asks for more than free cells".into()),
        }
    }

    fn or(self, other: Condition) -> Result<Condition, String> {
        Ok(self.not().and(other.not())?.not())
    }
}

/// Whether a walk over binders goes on.
enum Walk {
    On,
    Enough,
}

impl Placement {
    /// The placement game that the rules are on a board of this part's size.
    ///
    /// What is recognised has exactly the moves of the meaning, in the same order, at every part that
    /// [`Placement::free_cells`] takes. How a sum of several parts is played is not looked at: the caller knows.
    ///
    /// # Errors
    /// Why the rules are no placement game, or none that could be recognised.
    pub fn recognise(instance: &Instance, part: &Part) -> Result<Placement, String> {
        let game = instance.game();
        if !instance.shape().normal_play || instance.shape().again {
            return Err("play does not simply end for who cannot move".into());
        }
        let changed = |place: &usize| game.moves.iter().any(|rule| rule.result.may_change(*place));
        let changed: Vec<usize> = (0..game.components.len()).filter(changed).collect();
        let [board] = changed[..] else {
            return Err(format!("moves change {} components, not one board", changed.len()));
        };
        if part.len() != game.components.len() {
            return Err("the part is finished".into());
        }
        let mut sizes = Vec::new();
        game.components.iter().for_each(|component| gather_sizes(&component.ty, &mut sizes));
        if game.components_of(sizes).contains(&board) {
            return Err("what a component may be depends on the board".into());
        }
        let (depth, values) = contents(&game.components[board].ty)?;
        let mut cells = HashMap::new();
        number_cells(&part[board], depth, &mut Vec::new(), &mut cells);
        if cells.len() > MOST_CELLS {
            return Err(format!("the board has {} cells, and {MOST_CELLS} is the most", cells.len()));
        }
        let meter = Meter::steps(MOST_STEPS);
        if values.is_empty() {
            return Err("nothing can stand in a cell".into());
        }
        let functions = game.functions.iter();
        let reading = functions.map(|function| game.components_of([&function.body]).contains(&board)).collect();
        let mut reader = Reader {
            instance,
            part,
            board,
            depth,
            cells: &cells,
            reading,
            values: &values,
            free: &values[0],
            mover: None,
            meter: &meter,
        };
        let mut why = None;
        // Written values are not free, so that the moves tell which value is; at most one fits where there is a move.
        for free in &values {
            reader.free = free;
            match reader.all_moves() {
                Ok(moves) => {
                    let filled = values.iter().find(|value| *value != free).cloned().unwrap_or_else(|| free.clone());
                    return Ok(Placement::new(part, board, cells, free.clone(), filled, moves, !game.is_impartial()));
                }
                Err(reason) => why = why.or(Some(reason)),
            }
        }
        Err(why.unwrap_or_else(|| "nothing can stand in a cell".into()))
    }
}

/// One reading of all rules, for one value that is taken to be the free one.
struct Reader<'a> {
    instance: &'a Instance,
    part: &'a Part,
    board: usize,
    depth: usize,
    cells: &'a HashMap<Vec<usize>, usize>,
    /// For each function of the rules, whether it reads the board.
    reading: Vec<bool>,
    /// Everything that may stand in a cell.
    values: &'a [Value],
    free: &'a Value,
    mover: Option<Side>,
    meter: &'a Meter<'static>,
}

impl Reader<'_> {
    fn all_moves(&mut self) -> Result<Vec<PlacementMove>, String> {
        let sides =
            if self.instance.game().is_impartial() { vec![None] } else { vec![Some(Side::Left), Some(Side::Right)] };
        let mut moves = Vec::new();
        for side in sides {
            self.mover = side;
            for (place, rule) in self.instance.game().moves.iter().enumerate() {
                if rule.side.is_none() || rule.side == side {
                    self.moves_of(place, rule, &mut moves)?;
                }
            }
        }
        Ok(moves)
    }

    fn moves_of(&self, place: usize, rule: &MoveRule, moves: &mut Vec<PlacementMove>) -> Result<(), String> {
        self.each(&rule.binders, &mut Vec::new(), &mut |frame| {
            let guard = match &rule.guard {
                Some(guard) => self.condition(guard, frame)?,
                None => Condition::Always(true),
            };
            let need = match guard {
                Condition::Always(false) => return Ok(Walk::On),
                Condition::Always(true) => 0,
                Condition::Free(need) => need,
                Condition::Filled(_) => return Err(format!("`{}` asks that a cell be filled", rule.name)),
            };
            let remove = self.filled_by(&rule.result, frame)?;
            if need & remove == 0 {
                return Err(format!("`{}` need not fill a free cell, so that play might not end", rule.name));
            }
            if moves.len() == MOST_MOVES {
                return Err(format!("there are more than {MOST_MOVES} moves"));
            }
            let choice = |bound: &Bound| match bound {
                Bound::Is(value) => Ok(value.clone()),
                Bound::Cell(_) => Err(format!("a choice of `{}` is read from the board", rule.name)),
            };
            let choices = frame.iter().map(choice).collect::<Result<_, _>>()?;
            moves.push(PlacementMove { side: self.mover, need, remove, rule: place, choices });
            Ok(Walk::On)
        })?;
        Ok(())
    }

    /// The cells that a result fills.
    fn filled_by(&self, result: &Destination, frame: &mut Frame) -> Result<Cells, String> {
        match result {
            Destination::If(condition, yes, no) => match self.condition(condition, frame)? {
                Condition::Always(holds) => self.filled_by(if holds { yes } else { no }, frame),
                _ => Err("where a move leads depends on the board".into()),
            },
            Destination::Terms { again: None, terms } => match &terms[..] {
                [Term::Group(inner)] => self.filled_by(inner, frame),
                [Term::With(changes, _)] => {
                    let mut filled = 0;
                    for change in changes {
                        self.apply_change(change, frame, &mut filled)?;
                    }
                    Ok(filled)
                }
                _ => Err("a move leaves something else than the board with cells filled".into()),
            },
            Destination::Terms { .. } => Err("the same player may have to move again".into()),
        }
    }

    fn apply_change(&self, change: &Change, frame: &mut Frame, filled: &mut Cells) -> Result<(), String> {
        if change.component != self.board || change.indices.len() != self.depth {
            return Err("a move changes something else than a cell of the board".into());
        }
        self.each(&change.binders, frame, &mut |frame| {
            let filter = match &change.filter {
                Some(filter) => self.condition(filter, frame)?,
                None => Condition::Always(true),
            };
            if filter == Condition::Always(false) {
                return Ok(Walk::On);
            }
            let cell = self.cell_at(change.indices.iter(), frame)?;
            // To fill a cell if it is free is to fill it, as far as free cells go.
            if filter != Condition::Always(true) && filter != Condition::Free(bit(cell)) {
                return Err("whether a cell is filled depends on others".into());
            }
            let value = self.constant(&change.value, frame)?;
            if value == *self.free {
                return Err("a move frees a cell".into());
            }
            if !self.values.contains(&value) {
                return Err("a move writes what may not stand in a cell".into());
            }
            if *filled & bit(cell) != 0 {
                return Err("a move changes a cell twice".into());
            }
            *filled |= bit(cell);
            Ok(Walk::On)
        })?;
        Ok(())
    }

    fn cell_at<'e>(&self, indices: impl Iterator<Item = &'e Expr>, frame: &Frame) -> Result<usize, String> {
        let mut path = Vec::new();
        for index in indices {
            path.push(self.number(index, frame)?.to_usize().ok_or("an index may be outside the board")?);
        }
        self.cells.get(&path).copied().ok_or_else(|| "an index may be outside the board".into())
    }

    /// A condition with the contents of the board left open.
    fn condition(&self, expr: &Expr, frame: &mut Frame) -> Result<Condition, String> {
        self.meter.step().map_err(|_| "the rules take too long to read")?;
        match &expr.form {
            Form::And(terms) => {
                let mut all = Condition::Always(true);
                for term in terms {
                    all = all.and(self.condition(term, frame)?)?;
                    if all == Condition::Always(false) {
                        break;
                    }
                }
                Ok(all)
            }
            Form::Or(terms) => {
                let mut any = Condition::Always(false);
                for term in terms {
                    any = any.or(self.condition(term, frame)?)?;
                    if any == Condition::Always(true) {
                        break;
                    }
                }
                Ok(any)
            }
            Form::Not(inner) => Ok(self.condition(inner, frame)?.not()),
            Form::If(condition, yes, no) => match self.condition(condition, frame)? {
                Condition::Always(holds) => self.condition(if holds { yes } else { no }, frame),
                _ => self.atom(expr, frame),
            },
            Form::Fold { fold: fold @ (Fold::All | Fold::Any), body, binders, filter } => {
                let mut gathered = Condition::Always(*fold == Fold::All);
                self.each(binders, frame, &mut |frame| {
                    let counts = match filter {
                        Some(filter) => self.condition(filter, frame)?,
                        None => Condition::Always(true),
                    };
                    match counts {
                        Condition::Always(false) => return Ok(Walk::On),
                        Condition::Always(true) => {}
                        _ => return Err("which cells are asked for depends on the board".into()),
                    }
                    let next = self.condition(body, frame)?;
                    gathered = if *fold == Fold::All { gathered.and(next)? } else { gathered.or(next)? };
                    let settled = gathered == Condition::Always(*fold == Fold::Any);
                    Ok(if settled { Walk::Enough } else { Walk::On })
                })?;
                Ok(gathered)
            }
            Form::Apply(function, arguments) => {
                let mut inner = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    inner.push(self.argument(argument, frame)?);
                }
                self.condition(&self.instance.game().functions[*function].body, &mut inner)
            }
            _ => self.atom(expr, frame),
        }
    }

    /// A condition that is not taken apart: it may depend on one cell, and is evaluated for all that may stand there.
    fn atom(&self, expr: &Expr, frame: &Frame) -> Result<Condition, String> {
        let mut read = BTreeSet::new();
        let when_free = self.holds(&self.close(expr, frame, Depth::TOP, self.free, &mut read)?);
        let mut read = read.into_iter();
        let Some(cell) = read.next() else { return when_free.map(Condition::Always) };
        if read.next().is_some() {
            return Err("a condition compares cells with each other".into());
        }
        let when_free = when_free?;
        let mut when_filled = None;
        for value in self.values.iter().filter(|value| *value != self.free) {
            let holds = self.holds(&self.close(expr, frame, Depth::TOP, value, &mut BTreeSet::new())?)?;
            if when_filled.is_some_and(|before| before != holds) {
                return Err("a condition tells filled cells apart".into());
            }
            when_filled = Some(holds);
        }
        Ok(match (when_free, when_filled) {
            (true, Some(false)) => Condition::Free(bit(cell)),
            (false, Some(true)) => Condition::Filled(bit(cell)),
            (same, _) => Condition::Always(same),
        })
    }

    fn holds(&self, closed: &Expr) -> Result<bool, String> {
        match self.evaluate(closed)? {
            Value::Bool(holds) => Ok(holds),
            _ => Err("a condition is neither true nor false".into()),
        }
    }

    /// An argument of a function: a cell, or what does not depend on the position.
    fn argument(&self, expr: &Expr, frame: &Frame) -> Result<Bound, String> {
        match self.cell_of(expr, frame)? {
            Some(cell) => Ok(Bound::Cell(cell)),
            None => Ok(Bound::Is(self.constant(expr, frame)?)),
        }
    }

    /// A value that does not depend on the position.
    fn constant(&self, expr: &Expr, frame: &Frame) -> Result<Value, String> {
        let mut read = BTreeSet::new();
        let closed = self.close(expr, frame, Depth::TOP, self.free, &mut read)?;
        if !read.is_empty() {
            return Err("an index, a range or a value depends on the board".into());
        }
        self.evaluate(&closed)
    }

    fn number(&self, expr: &Expr, frame: &Frame) -> Result<Int, String> {
        match self.constant(expr, frame)? {
            Value::Int(int) => Ok(int),
            _ => Err("an index is not a number".into()),
        }
    }

    fn evaluate(&self, closed: &Expr) -> Result<Value, String> {
        self.instance.evaluate(closed, self.part, self.mover, self.meter).map_err(|fault| fault.message)
    }

    /// The cell that an expression reads, where it is nothing but a cell.
    fn cell_of(&self, expr: &Expr, frame: &Frame) -> Result<Option<usize>, String> {
        if let Form::Local(place) = expr.form
            && let Some(Bound::Cell(cell)) = frame.get(place)
        {
            return Ok(Some(*cell));
        }
        if let Form::Apply(function, arguments) = &expr.form
            && self.reading[*function]
        {
            let body = &self.instance.game().functions[*function].body;
            if !matches!(body.form, Form::Index(..) | Form::Apply(..) | Form::Local(_)) {
                return Ok(None);
            }
            let arguments = arguments.iter().map(|argument| self.argument(argument, frame));
            return self.cell_of(body, &arguments.collect::<Result<_, _>>()?);
        }
        let Some(indices) = self.indices_into_board(expr) else { return Ok(None) };
        if indices.len() != self.depth {
            return Ok(None);
        }
        self.cell_at(indices.into_iter(), frame).map(Some)
    }

    /// The indices, outermost first, of an expression that goes into the board.
    fn indices_into_board<'e>(&self, expr: &'e Expr) -> Option<Vec<&'e Expr>> {
        let mut indices = Vec::new();
        let mut base = expr;
        while let Form::Index(list, index) = &base.form {
            indices.push(&**index);
            base = list;
        }
        indices.reverse();
        (base.form == Form::Component(self.board)).then_some(indices)
    }

    /// Goes through all choices of binders, first binder slowest, as the meaning does.
    fn each(
        &self,
        binders: &[Binder],
        frame: &mut Frame,
        visit: &mut dyn FnMut(&mut Frame) -> Result<Walk, String>,
    ) -> Result<Walk, String> {
        let Some((first, rest)) = binders.split_first() else { return visit(frame) };
        let mut one = |bound: Bound, frame: &mut Frame| {
            self.meter.step().map_err(|_| "the rules have too many choices to list")?;
            frame.push(bound);
            let walk = self.each(rest, frame, visit);
            frame.pop();
            walk
        };
        match &first.over {
            Over::Is(expr) => {
                let bound = self.argument(expr, frame)?;
                one(bound, frame)
            }
            Over::Each(Domain::Of(list)) => {
                let list = self.constant(list, frame)?;
                for value in list.as_elements().ok_or("a binder runs over what has no elements")? {
                    if let Walk::Enough = one(Bound::Is(value.clone()), frame)? {
                        return Ok(Walk::Enough);
                    }
                }
                Ok(Walk::On)
            }
            Over::Each(Domain::Range(low, high)) => {
                let mut at = self.number(low, frame)?;
                let high = self.number(high.as_ref().ok_or("a binder's range has no end")?, frame)?;
                while at <= high {
                    if let Walk::Enough = one(Bound::Is(Value::Int(at.clone())), frame)? {
                        return Ok(Walk::Enough);
                    }
                    at = at.add(&Int::ONE).map_err(|_| "a number is too large")?;
                }
                Ok(Walk::On)
            }
        }
    }

    /// The expression with every name of the frame replaced by its value and every cell of the board by `stands`, so that
    /// it can be evaluated in an empty frame. The cells it reads are gathered. Components that no move changes stay: the
    /// part that was asked has them.
    fn close(
        &self,
        expr: &Expr,
        frame: &Frame,
        depth: Depth,
        stands: &Value,
        read: &mut BTreeSet<usize>,
    ) -> Result<Expr, String> {
        self.meter.step().map_err(|_| "the rules take too long to read")?;
        // The index of a cell may not use binders of the expression itself: it is evaluated here and now.
        if let Some(cell) = self.cell_of(expr, frame)? {
            read.insert(cell);
            return Ok(literal(stands));
        }
        let again =
            |expr: &Expr, depth: Depth, read: &mut BTreeSet<usize>| self.close(expr, frame, depth, stands, read);
        let boxed = |expr: &Expr, read: &mut BTreeSet<usize>| again(expr, depth, read).map(Box::new);
        let form = match &expr.form {
            Form::Int(_) | Form::Bool(_) | Form::Symbol(_) | Form::Given(_) | Form::Mover | Form::Other => {
                expr.form.clone()
            }
            Form::Component(place) if *place == self.board => return Err("the board is read as a whole".into()),
            Form::Component(_) => expr.form.clone(),
            Form::Local(place) => match frame.get(*place) {
                Some(Bound::Is(value)) => return Ok(literal(value)),
                Some(Bound::Cell(_)) => return Err("a cell is read in an unforeseen way".into()),
                None => {
                    let place = place - frame.len() + depth.first;
                    if place >= depth.open {
                        return Err("which cell is read depends on a binder within an expression".into());
                    }
                    Form::Local(place)
                }
            },
            Form::If(a, b, c) => Form::If(boxed(a, read)?, boxed(b, read)?, boxed(c, read)?),
            Form::Or(all) => Form::Or(self.close_all(all, frame, depth, stands, read)?),
            Form::And(all) => Form::And(self.close_all(all, frame, depth, stands, read)?),
            Form::Not(inner) => Form::Not(boxed(inner, read)?),
            Form::Negate(inner) => Form::Negate(boxed(inner, read)?),
            Form::Compare(all, signs) => Form::Compare(self.close_all(all, frame, depth, stands, read)?, signs.clone()),
            Form::In(inner, domain) => {
                let inner = boxed(inner, read)?;
                Form::In(inner, Box::new(self.close_domain(domain, frame, depth, stands, read)?))
            }
            Form::Binary(operator, a, b) => Form::Binary(*operator, boxed(a, read)?, boxed(b, read)?),
            Form::Index(a, b) => Form::Index(boxed(a, read)?, boxed(b, read)?),
            Form::Slice(a, b, c) => {
                let c = c.as_ref().map(|c| boxed(c, read)).transpose()?;
                Form::Slice(boxed(a, read)?, boxed(b, read)?, c)
            }
            Form::Builtin(Builtin::Len, all) if self.length_of(&all[0], frame)?.is_some() => {
                Form::Int(self.length_of(&all[0], frame)?.map_or(Int::ZERO, Int::from))
            }
            Form::Builtin(builtin, all) => Form::Builtin(*builtin, self.close_all(all, frame, depth, stands, read)?),
            Form::Apply(function, all) => {
                if self.reading[*function] {
                    // A function that reads the board is put in its place, its arguments known.
                    let arguments = all.iter().map(|argument| self.argument(argument, frame));
                    let inner = arguments.collect::<Result<Vec<_>, _>>()?;
                    let depth = Depth { first: depth.open, open: depth.open };
                    let body = &self.instance.game().functions[*function].body;
                    return self.close(body, &inner, depth, stands, read);
                }
                Form::Apply(*function, self.close_all(all, frame, depth, stands, read)?)
            }
            Form::Fold { fold, body, binders, filter } => {
                let mut depth = depth;
                let mut closed = Vec::with_capacity(binders.len());
                for binder in binders {
                    let over = match &binder.over {
                        Over::Is(expr) => Over::Is(again(expr, depth, read)?),
                        Over::Each(domain) => Over::Each(self.close_domain(domain, frame, depth, stands, read)?),
                    };
                    closed.push(Binder { name: binder.name.clone(), over });
                    depth.open += 1;
                }
                let filter = match filter {
                    Some(filter) => Some(Box::new(again(filter, depth, read)?)),
                    None => None,
                };
                let body = Box::new(again(body, depth, read)?);
                Form::Fold { fold: *fold, body, binders: closed, filter }
            }
            Form::List(all) => Form::List(self.close_all(all, frame, depth, stands, read)?),
            Form::Set(all) => Form::Set(self.close_all(all, frame, depth, stands, read)?),
        };
        Ok(Expr { form, kind: expr.kind.clone(), span: expr.span })
    }

    fn close_all(
        &self,
        all: &[Expr],
        frame: &Frame,
        depth: Depth,
        stands: &Value,
        read: &mut BTreeSet<usize>,
    ) -> Result<Vec<Expr>, String> {
        all.iter().map(|expr| self.close(expr, frame, depth, stands, read)).collect()
    }

    fn close_domain(
        &self,
        domain: &Domain,
        frame: &Frame,
        depth: Depth,
        stands: &Value,
        read: &mut BTreeSet<usize>,
    ) -> Result<Domain, String> {
        Ok(match domain {
            Domain::Of(list) => Domain::Of(self.close(list, frame, depth, stands, read)?),
            Domain::Range(low, high) => {
                let low = self.close(low, frame, depth, stands, read)?;
                let high = high.as_ref().map(|high| self.close(high, frame, depth, stands, read)).transpose()?;
                Domain::Range(low, high)
            }
        })
    }

    /// The length of the board or of a row of it, which no move changes.
    fn length_of(&self, expr: &Expr, frame: &Frame) -> Result<Option<usize>, String> {
        let Some(indices) = self.indices_into_board(expr) else { return Ok(None) };
        let mut row = &self.part[self.board];
        for index in indices {
            let at = self.number(index, frame)?.to_usize();
            let list = row.as_elements().ok_or("a cell has no length")?;
            row = at.and_then(|at| list.get(at)).ok_or("an index may be outside the board")?;
        }
        Ok(row.as_elements().map(<[Value]>::len))
    }
}

/// Where the binders within an expression stand once the frame around it is gone.
#[derive(Clone, Copy)]
struct Depth {
    /// The place of the first local after the frame's own.
    first: usize,
    /// How many places are filled so far.
    open: usize,
}

impl Depth {
    const TOP: Depth = Depth { first: 0, open: 0 };
}

/// A value as an expression.
fn literal(value: &Value) -> Expr {
    let form = match value {
        Value::Int(int) => Form::Int(int.clone()),
        Value::Bool(bool) => Form::Bool(*bool),
        Value::Symbol(symbol) => Form::Symbol(*symbol),
        Value::List(all) => Form::List(all.iter().map(literal).collect()),
        Value::Set(all) => Form::Set(all.iter().map(literal).collect()),
    };
    Expr { form, kind: Kind::Unknown, span: Span::default() }
}

/// The expressions that say how large or how great something of this type may be.
fn gather_sizes<'t>(ty: &'t Type, sizes: &mut Vec<&'t Expr>) {
    match ty {
        Type::Int { low, high } => sizes.extend(low.iter().chain(high)),
        Type::Bool | Type::Symbols(_) => {}
        Type::List(element, size) => {
            sizes.extend(size);
            gather_sizes(element, sizes);
        }
        Type::Bag(element) | Type::Set(element) => gather_sizes(element, sizes),
    }
}

/// How many indices lead to a cell of a board of this type, and what may stand there.
fn contents(ty: &Type) -> Result<(usize, Vec<Value>), String> {
    match ty {
        Type::List(element, _) => contents(element).map(|(depth, values)| (depth + 1, values)),
        Type::Bool => Ok((0, vec![Value::Bool(true), Value::Bool(false)])),
        Type::Symbols(symbols) => Ok((0, symbols.iter().map(|symbol| Value::Symbol(*symbol)).collect())),
        Type::Int { .. } | Type::Bag(_) | Type::Set(_) => {
            Err("the board is not of symbols or of true and false".into())
        }
    }
}

/// Numbers the cells in the order of the lists.
fn number_cells(value: &Value, depth: usize, path: &mut Vec<usize>, cells: &mut HashMap<Vec<usize>, usize>) {
    if depth == 0 {
        let number = cells.len();
        cells.insert(path.clone(), number);
        return;
    }
    for (place, element) in value.as_elements().unwrap_or_default().iter().enumerate() {
        path.push(place);
        number_cells(element, depth - 1, path, cells);
        path.pop();
    }
}
