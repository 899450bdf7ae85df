//! Reads rules with the contents of a board left open.
//!
//! In: an instance and a part of it, whose lists give the size of the board. Out: expressions with binders replaced by
//! their values and cells by what the reader supplies, which the reference evaluator evaluates: no second
//! evaluator has to agree with it. The reader thus learns which cells an expression depends on. Refused is what cannot
//! be known without a position: an index that is read from the board, the board as a whole.

use grundy_message::{Message, message};
use grundy_rules::game::{Binder, Builtin, Domain, Expr, Form, Over, Type};
use grundy_rules::{Instance, Int, Meter, Part, Side, Value};
use std::collections::{BTreeSet, HashMap};

/// Tuning: maximum number of evaluation steps of a reading. A board that takes more is left to other methods. No
/// measurement is recorded.
const MAX_STEPS: u64 = 20_000_000;

/// What a name of the frame is bound to.
#[derive(Clone)]
pub(crate) enum Bound {
    /// A value that does not depend on the position.
    Is(Value),
    /// The contents of this cell.
    Cell(usize),
}

pub(crate) type Frame = Vec<Bound>;

/// Returns the assumed contents of a cell.
pub(crate) type Contents<'a> = &'a dyn Fn(usize) -> Value;

/// Whether a walk over binders continues.
pub(crate) enum Walk {
    On,
    Enough,
}

/// The rules of a game, and one board of it whose contents are open.
pub(crate) struct OpenBoard<'a> {
    pub instance: &'a Instance,
    part: &'a Part,
    /// Index of the board's component.
    pub board: usize,
    /// Number of indices that lead to a cell.
    pub depth: usize,
    /// Number of each cell, by its indices.
    pub cells: HashMap<Vec<usize>, usize>,
    /// For each function of the rules, whether it reads the board.
    reading: Vec<bool>,
    /// Possible contents of a cell.
    pub values: Vec<Value>,
    /// The player whose moves are read, in a game with players.
    pub mover: Option<Side>,
    meter: Meter<'static>,
}

impl<'a> OpenBoard<'a> {
    /// Finds the board that the moves of a game change, in a game that simply ends for a player who cannot move.
    ///
    /// # Errors
    /// Fails if there is no such board, or it has more than `most_cells` cells.
    pub fn new(instance: &'a Instance, part: &'a Part, max_cells: usize) -> Result<OpenBoard<'a>, Message> {
        let game = instance.game();
        if !instance.shape().normal_play || instance.shape().again {
            return Err(message!("play does not simply end for who cannot move"));
        }
        if !game.valid.is_empty() {
            return Err(message!("not every board is valid"));
        }
        let changed: Vec<usize> = game.changed_components().into_iter().collect();
        let [board] = changed[..] else {
            return Err(message!("moves change {count} components, not one board", count = changed.len()));
        };
        if part.len() != game.components.len() {
            return Err(message!("the part is finished"));
        }
        let mut sizes = Vec::new();
        game.components.iter().for_each(|component| gather_sizes(&component.ty, &mut sizes));
        if game.depends(sizes).components.contains(&board) {
            return Err(message!("what a component may be depends on the board"));
        }
        let (depth, values) = contents(&game.components[board].ty)?;
        if values.is_empty() {
            return Err(message!("nothing can stand in a cell"));
        }
        let mut cells = HashMap::new();
        number_cells(&part[board], depth, &mut Vec::new(), &mut cells);
        if cells.len() > max_cells {
            return Err(message!(
                "the board has {count} cells, and {count_most} is the most",
                count = cells.len(),
                count_most = max_cells
            ));
        }
        let functions = game.functions.iter();
        let reading = functions.map(|function| game.depends([&function.body]).components.contains(&board)).collect();
        let meter = Meter::steps(MAX_STEPS);
        Ok(OpenBoard { instance, part, board, depth, cells, reading, values, mover: None, meter })
    }

    /// Counts one step of reading.
    ///
    /// # Errors
    /// Fails if there were too many.
    pub fn step(&self) -> Result<(), Message> {
        self.meter.step().map_err(|_| message!("the rules take too long to read"))
    }

    /// Returns the cell at these indices.
    pub fn cell_at<'e>(&self, indices: impl Iterator<Item = &'e Expr>, frame: &Frame) -> Result<usize, Message> {
        let mut path = Vec::new();
        for index in indices {
            path.push(
                self.number(index, frame)?.to_usize().ok_or_else(|| message!("an index may be outside the board"))?,
            );
        }
        self.cells.get(&path).copied().ok_or_else(|| message!("an index may be outside the board"))
    }

    /// Returns true if a closed expression is true.
    pub fn holds(&self, closed: &Expr) -> Result<bool, Message> {
        match self.evaluate(closed)? {
            Value::Bool(holds) => Ok(holds),
            _ => Err(Message::text("a condition is neither true nor false")),
        }
    }

    /// Evaluates an argument of a function: a cell, or a value that does not depend on the position.
    pub fn argument(&self, expr: &Expr, frame: &Frame) -> Result<Bound, Message> {
        match self.cell_of(expr, frame)? {
            Some(cell) => Ok(Bound::Cell(cell)),
            None => Ok(Bound::Is(self.constant(expr, frame)?)),
        }
    }

    /// Evaluates an expression that does not depend on the position.
    pub fn constant(&self, expr: &Expr, frame: &Frame) -> Result<Value, Message> {
        let mut read = BTreeSet::new();
        let closed = self.close(expr, frame, Depth::TOP, &|_| self.values[0].clone(), &mut read)?;
        if !read.is_empty() {
            return Err(message!("an index, a range or a value depends on the board"));
        }
        self.evaluate(&closed)
    }

    /// Evaluates a number that does not depend on the position.
    pub fn number(&self, expr: &Expr, frame: &Frame) -> Result<Int, Message> {
        match self.constant(expr, frame)? {
            Value::Int(int) => Ok(int),
            _ => Err(Message::text("an index is not a number")),
        }
    }

    /// Evaluates a closed expression.
    pub fn evaluate(&self, closed: &Expr) -> Result<Value, Message> {
        self.instance.evaluate(closed, self.part, self.mover, &self.meter).map_err(|fault| fault.message)
    }

    /// Returns the cell that an expression reads, if it is nothing but a cell.
    pub fn cell_of(&self, expr: &Expr, frame: &Frame) -> Result<Option<usize>, Message> {
        if let Form::Local(index) = expr.form
            && let Some(Bound::Cell(cell)) = frame.get(index)
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

    /// Returns the indices, outermost first, of an expression that indexes the board.
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

    /// Visits all choices of binders, first binder slowest, as the reference evaluator does.
    pub fn each(
        &self,
        binders: &[Binder],
        frame: &mut Frame,
        visit: &mut dyn FnMut(&mut Frame) -> Result<Walk, Message>,
    ) -> Result<Walk, Message> {
        let Some((first, rest)) = binders.split_first() else { return visit(frame) };
        let mut visit_bound = |bound: Bound, frame: &mut Frame| {
            self.meter.step().map_err(|_| message!("the rules have too many choices to list"))?;
            frame.push(bound);
            let walk = self.each(rest, frame, visit);
            frame.pop();
            walk
        };
        match &first.over {
            Over::Is(expr) => {
                let bound = self.argument(expr, frame)?;
                visit_bound(bound, frame)
            }
            Over::If(condition) => match self.constant(condition, frame)? {
                Value::Bool(true) => visit_bound(Bound::Is(Value::Bool(true)), frame),
                _ => Ok(Walk::On),
            },
            Over::Each(Domain::Of(list)) => {
                let list = self.constant(list, frame)?;
                for value in
                    list.as_elements().ok_or_else(|| Message::text("a binder runs over what has no elements"))?
                {
                    if let Walk::Enough = visit_bound(Bound::Is(value.clone()), frame)? {
                        return Ok(Walk::Enough);
                    }
                }
                Ok(Walk::On)
            }
            Over::Each(Domain::Range(low, high)) => {
                let mut at = self.number(low, frame)?;
                let high =
                    self.number(high.as_ref().ok_or_else(|| Message::text("a binder's range has no end"))?, frame)?;
                while at <= high {
                    if let Walk::Enough = visit_bound(Bound::Is(Value::Int(at.clone())), frame)? {
                        return Ok(Walk::Enough);
                    }
                    at = at.add(&Int::ONE).map_err(|_| message!("a number is too large"))?;
                }
                Ok(Walk::On)
            }
        }
    }

    /// Closes an expression with the contents that `contents_of` returns for its cells, which are collected.
    pub fn closed(
        &self,
        expr: &Expr,
        frame: &Frame,
        contents_of: Contents,
        read: &mut BTreeSet<usize>,
    ) -> Result<Expr, Message> {
        self.close(expr, frame, Depth::TOP, contents_of, read)
    }

    /// Replaces every name of the frame by its value and every cell of the board by what `contents_of` returns, so that
    /// the expression can be evaluated in an empty frame. The cells it reads are collected. Components that no move
    /// changes remain: the part in question has them.
    fn close(
        &self,
        expr: &Expr,
        frame: &Frame,
        depth: Depth,
        contents_of: Contents,
        read: &mut BTreeSet<usize>,
    ) -> Result<Expr, Message> {
        self.step()?;
        // The index of a cell may not use binders of the expression itself, as it is evaluated here.
        if let Some(cell) = self.cell_of(expr, frame)? {
            read.insert(cell);
            return Ok(Expr::literal(&contents_of(cell)));
        }
        match &expr.form {
            Form::Component(index) if *index == self.board => Err(message!("the board is read as a whole")),
            Form::Local(index) => match frame.get(*index) {
                Some(Bound::Is(value)) => Ok(Expr::literal(value)),
                Some(Bound::Cell(_)) => Err(message!("a cell is read in an unforeseen way")),
                None => {
                    let index = index - frame.len() + depth.first;
                    if index >= depth.open {
                        return Err(message!("which cell is read depends on a binder within an expression"));
                    }
                    Ok(Expr { form: Form::Local(index), ..expr.clone() })
                }
            },
            Form::Builtin(Builtin::Len, all) if self.length_of(&all[0], frame)?.is_some() => {
                let length = self.length_of(&all[0], frame)?.map_or(Int::ZERO, Int::from);
                Ok(Expr { form: Form::Int(length), ..expr.clone() })
            }
            Form::Apply(function, all) if self.reading[*function] => {
                // A function that reads the board is inlined, with its arguments known.
                let arguments = all.iter().map(|argument| self.argument(argument, frame));
                let inner = arguments.collect::<Result<Vec<_>, _>>()?;
                let depth = Depth { first: depth.open, open: depth.open };
                let body = &self.instance.game().functions[*function].body;
                self.close(body, &inner, depth, contents_of, read)
            }
            _ => expr.try_map_children(&mut |child, binders| {
                let depth = Depth { open: depth.open + binders, ..depth };
                self.close(child, frame, depth, contents_of, read)
            }),
        }
    }

    /// Returns the number of rows or cells at these indices.
    pub fn length_at(&self, path: &[usize]) -> Option<usize> {
        let row = path.iter().try_fold(&self.part[self.board], |row, index| row.as_elements()?.get(*index))?;
        row.as_elements().map(<[Value]>::len)
    }

    /// Returns the length of the board or of a row of it, which no move changes.
    fn length_of(&self, expr: &Expr, frame: &Frame) -> Result<Option<usize>, Message> {
        let Some(indices) = self.indices_into_board(expr) else { return Ok(None) };
        let mut row = &self.part[self.board];
        for index in indices {
            let at = self.number(index, frame)?.to_usize();
            let list = row.as_elements().ok_or_else(|| Message::text("a cell has no length"))?;
            row = at.and_then(|at| list.get(at)).ok_or_else(|| message!("an index may be outside the board"))?;
        }
        Ok(row.as_elements().map(<[Value]>::len))
    }
}

/// Renumbers the binders within an expression once the frame around it is gone.
#[derive(Clone, Copy)]
struct Depth {
    /// Index of the first local after those of the frame.
    first: usize,
    /// Number of locals in use.
    open: usize,
}

impl Depth {
    const TOP: Depth = Depth { first: 0, open: 0 };
}

/// Collects the expressions that give the size or the range of this type.
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

/// Returns the number of indices to a cell of a board of this type, and the possible contents of a cell.
fn contents(ty: &Type) -> Result<(usize, Vec<Value>), Message> {
    match ty {
        Type::List(element, _) => contents(element).map(|(depth, values)| (depth + 1, values)),
        Type::Bool => Ok((0, vec![Value::Bool(true), Value::Bool(false)])),
        Type::Symbols(symbols) => Ok((0, symbols.iter().map(|symbol| Value::Symbol(*symbol)).collect())),
        Type::Int { .. } | Type::Bag(_) | Type::Set(_) => {
            Err(message!("the board is not of symbols or of true and false"))
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
    for (index, element) in value.as_elements().unwrap_or_default().iter().enumerate() {
        path.push(index);
        number_cells(element, depth - 1, path, cells);
        path.pop();
    }
}
