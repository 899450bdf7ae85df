//! Moves: their choices, their guards, and the parts they leave, packed.

use super::builder::Number;
use super::list::{Element, List};
use super::mirror::half_of_choices;
use super::pattern::CellsAre;
use super::{Board, Listing, Locals, Lowering, Operand, Wanted};
use crate::code::{Arithmetic, Helper, Instruction, Test};
use crate::encode::{BoardField, CellsField, Direction, Field};
use grundy_message::{Message, message};
use grundy_rules::Side;
use grundy_rules::game::{Change, Destination, Expr, MoveRule, Term, Type};

/// Returns true if a result is always one part, and the other player moves next.
pub(super) fn is_plain(result: &Destination) -> bool {
    result.leaves_one_part() && !result.has_again()
}

impl Lowering<'_> {
    /// Lowers all moves of one kind.
    pub(super) fn rule(&mut self, index: usize, rule: &MoveRule) -> Result<(), Message> {
        let halved = if self.listing == Listing::Different { half_of_choices(rule) } else { None };
        let binders = halved.as_ref().unwrap_or(&rule.binders);
        self.each(binders, &mut Vec::new(), &mut |lowering, locals| {
            let next = lowering.builder.label();
            if let Some(guard) = &rule.guard {
                match lowering.patterns(guard, locals)? {
                    Some(patterns) => {
                        lowering.branch_patterns(&patterns, Wanted::False, next);
                        if let [together] = &patterns[..] {
                            lowering.facts = together.clone();
                        }
                    }
                    None => lowering.branch(guard, Wanted::False, next, locals)?,
                }
            }
            if !lowering.builder.is_dead() {
                let gain = rule.gain.as_ref().map(|gain| lowering.number(gain, locals)).transpose()?;
                lowering.option(index, &rule.result, gain, locals)?;
            }
            lowering.facts.clear();
            lowering.builder.index(next);
            Ok(())
        })
    }

    fn option(
        &mut self,
        index: usize,
        result: &Destination,
        gain: Option<Number>,
        locals: &mut Locals,
    ) -> Result<(), Message> {
        match result {
            Destination::If(condition, yes, no) => {
                let (otherwise, end) = (self.builder.label(), self.builder.label());
                self.branch(condition, Wanted::False, otherwise, locals)?;
                self.option(index, yes, gain, locals)?;
                self.builder.push(Instruction::Jump(end));
                self.builder.index(otherwise);
                self.option(index, no, gain, locals)?;
                self.builder.index(end);
                Ok(())
            }
            Destination::Terms { again, .. } => {
                let again = again.as_ref().map(|again| self.truth(again, locals)).transpose()?;
                self.parts(result, again, locals)?;
                let rule = u16::try_from(index).map_err(|_| message!("too many kinds of moves"))?;
                let again = again.map(|again| self.builder.reg(again));
                let gain = gain.map(|gain| self.builder.reg(gain));
                self.builder.push(Instruction::Option(rule, again, gain));
                Ok(())
            }
        }
    }

    /// Emits the parts of a result, packed.
    fn parts(&mut self, result: &Destination, again: Option<Number>, locals: &mut Locals) -> Result<(), Message> {
        match result {
            Destination::If(condition, yes, no) => {
                let (otherwise, end) = (self.builder.label(), self.builder.label());
                self.branch(condition, Wanted::False, otherwise, locals)?;
                self.parts(yes, again, locals)?;
                self.builder.push(Instruction::Jump(end));
                self.builder.index(otherwise);
                self.parts(no, again, locals)?;
                self.builder.index(end);
            }
            Destination::Terms { terms, .. } => {
                for term in terms {
                    self.term(term, again, locals)?;
                }
            }
        }
        Ok(())
    }

    /// Emits the parts of a term, packed.
    fn term(&mut self, term: &Term, again: Option<Number>, locals: &mut Locals) -> Result<(), Message> {
        match term {
            Term::Nothing => Ok(()),
            Term::Group(inner) => self.parts(inner, again, locals),
            Term::Each { term, binders, filter } => {
                self.filtered(binders, filter.as_ref(), locals, &mut |lowering, locals| {
                    lowering.term(term, again, locals)
                })
            }
            Term::Tuple(exprs, _) => {
                let mut values = Vec::with_capacity(exprs.len());
                for expr in exprs {
                    values.push(self.operand(expr, locals)?);
                }
                self.pack(values, again)
            }
            Term::With(changes, _) => {
                let values = self.changed(changes, locals)?;
                self.pack(values, again)
            }
        }
    }

    /// Returns the current part with changes: all right-hand sides see the old values, and no cell is changed twice.
    fn changed(&mut self, changes: &[Change], locals: &mut Locals) -> Result<Vec<Operand>, Message> {
        let mut values = self.part.clone();
        for (component, after) in values.iter_mut().enumerate() {
            let mine: Vec<&Change> = changes.iter().filter(|change| change.component == component).collect();
            if mine.is_empty() {
                continue;
            }
            if let [Change { indices, binders, value, filter: None, .. }] = mine[..]
                && indices.is_empty()
                && binders.is_empty()
            {
                *after = self.operand(value, locals)?;
                continue;
            }
            if mine.iter().any(|change| change.indices.is_empty()) {
                return Err(Message::text("a component is changed as a whole more than once or under a condition"));
            }
            *after = match self.part[component].clone() {
                Operand::Board(board) => Operand::Board(self.change_board(&board, &mine, locals)?),
                Operand::List(list) => Operand::List(self.change_list(&list, &mine, locals)?),
                _ => return Err(Message::text("a cell of what is no list is changed")),
            };
        }
        Ok(values)
    }

    fn change_board(&mut self, board: &Board, changes: &[&Change], locals: &mut Locals) -> Result<Board, Message> {
        // The cells set to each code, and those touched at all, if all of them are known now.
        let mark = self.builder.mark();
        let used = self.memory.used;
        let mut set = vec![0u64; board.codes.len()];
        let mut touched = 0u64;
        let mut fixed = true;
        for change in changes {
            let rounds =
                self.fixed_rounds(&change.binders, change.filter.as_ref(), locals, &mut |lowering, locals| {
                    let at = lowering.cell_to_change(board, change, locals)?.known();
                    let Operand::Number(code) = lowering.operand(&change.value, locals)? else {
                        return Err(Message::text("a list is put into a cell"));
                    };
                    let index = code.known().and_then(|code| board.codes.iter().position(|known| *known == code));
                    match (at, index) {
                        (Some(at), Some(index)) if at >= 0 && at < board.length.low && touched >> at & 1 == 0 => {
                            touched |= 1 << at;
                            set[index] |= 1 << at;
                        }
                        _ => fixed = false,
                    }
                    Ok(())
                })?;
            fixed &= rounds;
        }
        if fixed && self.builder.is_unchanged(&mark) {
            let mut planes = Vec::with_capacity(board.planes.len());
            for (index, plane) in board.planes.iter().enumerate() {
                let cleared = touched & !set[index] & !self.known_outside(board, index);
                let unchanged = self.builder.words(Arithmetic::And, *plane, Number::constant(!cleared as i64));
                planes.push(self.builder.words(Arithmetic::Or, unchanged, Number::constant(set[index] as i64)));
            }
            return Ok(Board { planes, ..board.clone() });
        }
        self.builder.back_to(&mark);
        self.memory.used = used;
        let planes: Vec<u32> = board.planes.iter().map(|plane| self.builder.variable(*plane)).collect();
        let touched = self.builder.variable(Number::constant(0));
        for change in changes {
            self.filtered(&change.binders, change.filter.as_ref(), locals, &mut |lowering, locals| {
                let at = lowering.cell_to_change(board, change, locals)?;
                let Operand::Number(code) = lowering.operand(&change.value, locals)? else {
                    return Err(Message::text("a list is put into a cell"));
                };
                let bit = lowering.builder.words(Arithmetic::ShiftLeft, Number::constant(1), at);
                let before = lowering.builder.number(touched, i64::MIN, i64::MAX);
                let twice = lowering.builder.words(Arithmetic::And, before, bit);
                lowering.builder.trouble_if(Test::Unequal, twice, Number::constant(0));
                let after = lowering.builder.words(Arithmetic::Or, before, bit);
                lowering.builder.assign(touched, after);
                let others = lowering.builder.words(Arithmetic::Xor, bit, Number::constant(-1));
                let mut hits = Number::constant(0);
                for (index, plane) in planes.iter().enumerate() {
                    let old = lowering.builder.number(*plane, i64::MIN, i64::MAX);
                    let here = lowering.builder.is(Test::Equal, code, Number::constant(board.codes[index]));
                    hits = lowering.builder.words(Arithmetic::Or, hits, here);
                    let with = lowering.builder.words(Arithmetic::Or, old, bit);
                    let without = lowering.builder.words(Arithmetic::And, old, others);
                    let new = lowering.builder.select(here, with, without);
                    lowering.builder.assign(*plane, new);
                }
                lowering.builder.trouble_if(Test::Equal, hits, Number::constant(0));
                Ok(())
            })?;
        }
        let full = (1i64 << board.capacity) - 1;
        let planes = planes.into_iter().map(|plane| self.builder.number(plane, 0, full)).collect();
        Ok(Board { planes, ..board.clone() })
    }

    /// Returns the cells that the guard has shown not to be in the plane at that index.
    fn known_outside(&self, board: &Board, index: usize) -> u64 {
        let mut outside = 0;
        for fact in &self.facts {
            let Some(of) = board.planes.iter().position(|plane| *plane == fact.plane) else { continue };
            match fact.cells {
                CellsAre::AllIn if of != index => outside |= fact.mask,
                CellsAre::NoneIn if of == index => outside |= fact.mask,
                _ => {}
            }
        }
        outside
    }

    /// Returns the number of the cell that a change refers to, known to be on the board.
    fn cell_to_change(&mut self, board: &Board, change: &Change, locals: &mut Locals) -> Result<Number, Message> {
        match (&change.indices[..], board.grid) {
            ([row, column], Some((rows, columns))) => {
                let row = self.number(row, locals)?;
                let row = self.check_index(row, Number::constant(rows));
                let column = self.number(column, locals)?;
                let column = self.check_index(column, Number::constant(columns));
                self.cell_of_row(board, row, column)
            }
            ([at], None) => {
                let at = self.number(at, locals)?;
                Ok(self.check_index(at, board.length))
            }
            _ => Err(Message::text("a row is changed as a whole")),
        }
    }

    fn change_list(&mut self, list: &List, changes: &[&Change], locals: &mut Locals) -> Result<List, Message> {
        let cells = list.length.high.saturating_mul(list.element.stride());
        let copy = self.copied(list, 0)?;
        let single = matches!(changes, [Change { binders, .. }] if binders.is_empty());
        let touched = if single { None } else { Some(self.allocate(cells)?) };
        if let Some(touched) = touched {
            self.builder.call(Helper::Fill, &[touched, Number::constant(cells), Number::constant(0)], 0, 0);
        }
        for change in changes {
            self.filtered(&change.binders, change.filter.as_ref(), locals, &mut |lowering, locals| {
                let mut offset = Number::constant(0);
                let mut element = Element::Row { length: 0, element: Box::new(list.element.clone()) };
                let mut length = list.length;
                for index in &change.indices {
                    let Element::Row { element: inner, .. } = element else {
                        return Err(Message::text("a cell of what is no list is changed"));
                    };
                    let at = lowering.number(index, locals)?;
                    let at = lowering.check_index(at, length);
                    let step = lowering.builder.compute(Arithmetic::Multiply, at, Number::constant(inner.stride()));
                    offset = lowering.builder.compute(Arithmetic::Add, offset, step);
                    if let Element::Row { length: inside, .. } = &*inner {
                        length = Number::constant(*inside);
                    }
                    element = *inner;
                }
                if !matches!(element, Element::Cell { .. }) {
                    return Err(Message::text("a row is changed as a whole"));
                }
                let value = lowering.number(&change.value, locals)?;
                if let Some(touched) = touched {
                    let at = lowering.builder.compute(Arithmetic::Add, touched, offset);
                    let before = lowering.builder.load(at, 0, 1);
                    lowering.builder.trouble_if(Test::Equal, before, Number::constant(1));
                    lowering.builder.store(at, Number::constant(1));
                }
                let at = lowering.builder.compute(Arithmetic::Add, copy.address, offset);
                lowering.builder.store(at, value);
                Ok(())
            })?;
        }
        Ok(List { element: copy.element.any_code(), ..copy })
    }

    /// Packs a part that a move leaves, after checking that it is one.
    fn pack(&mut self, values: Vec<Operand>, again: Option<Number>) -> Result<(), Message> {
        let layout = self.layout;
        let mut words = vec![Number::constant(0); layout.words];
        if layout.players {
            let right = i64::from(self.mover == Some(Side::Left));
            words[0] = match again {
                None => Number::constant(right),
                Some(again) => self.builder.select(again, Number::constant(1 - right), Number::constant(right)),
            };
        }
        let here = std::mem::take(&mut self.part);
        let mover = self.mover.take();
        let packed = self.pack_components(values, &mut words);
        self.part = here;
        self.mover = mover;
        packed?;
        let words: Vec<u32> = words.into_iter().map(|word| self.builder.reg(word)).collect();
        self.builder.push(Instruction::Part(words));
        Ok(())
    }

    /// Packs components. Ranges may refer to the components before, so each is visible as soon as it is packed.
    fn pack_components(&mut self, values: Vec<Operand>, words: &mut [Number]) -> Result<(), Message> {
        let layout = self.layout;
        let game = self.game;
        for ((value, field), component) in values.into_iter().zip(&layout.fields).zip(&game.components) {
            match (field, &value) {
                (Field::Number { at, low, high, direction }, Operand::Number(number)) => {
                    self.check_range(&component.ty, *number)?;
                    let above = self.builder.words(Arithmetic::Subtract, *number, Number::constant(*low));
                    let room = Number::constant(high.wrapping_sub(*low));
                    if number.low < *low || number.high > *high {
                        self.builder.trouble_if(Test::Below, room, above);
                    }
                    let count = match direction {
                        Direction::Up => above,
                        Direction::Down => self.builder.words(Arithmetic::Subtract, Number::constant(*high), *number),
                    };
                    self.put(*at, count, words);
                    let number = number.within(*low, *high);
                    self.part.push(Operand::Number(number));
                    continue;
                }
                (Field::Board(field), Operand::Board(board)) if same_form(field, board) => {
                    self.put_board(field, board, words);
                }
                (Field::Board(field), value) => {
                    let board = self.board_from(field, value)?;
                    self.put_board(field, &board, words);
                }
                (Field::Cells(field), value) => {
                    let list = self.in_memory(value)?;
                    let stored = self.put_cells(field, list, &component.ty, words)?;
                    self.part.push(stored);
                    continue;
                }
                (Field::Number { .. }, _) => return Err(Message::text("a list where a number belongs")),
            }
            self.part.push(value);
        }
        self.check_conditions()
    }

    /// Emits that the machine cannot decide unless every `valid if` holds of the part.
    fn check_conditions(&mut self) -> Result<(), Message> {
        let game = self.game;
        for condition in &game.valid {
            let fine = self.builder.label();
            self.branch(condition, Wanted::True, fine, &mut Vec::new())?;
            self.builder.trouble();
            self.builder.index(fine);
        }
        Ok(())
    }

    /// Emits that the machine cannot decide unless a number is in the range of its type, if that range depends on the
    /// position.
    fn check_range(&mut self, ty: &Type, number: Number) -> Result<(), Message> {
        match ty {
            Type::Int { low, high } => {
                let depends = |expr: &Expr, game: &grundy_rules::Game| !game.depends([expr]).components.is_empty();
                if let Some(low) = low
                    && depends(low, self.game)
                {
                    let low = self.number(low, &mut Vec::new())?;
                    self.builder.trouble_if(Test::Less, number, low);
                }
                if let Some(high) = high
                    && depends(high, self.game)
                {
                    let high = self.number(high, &mut Vec::new())?;
                    self.builder.trouble_if(Test::Less, high, number);
                }
            }
            Type::Symbols(symbols) => {
                let fine = self.builder.label();
                for symbol in symbols {
                    self.builder.branch(Test::Equal, number, Number::constant(i64::from(symbol.0)), fine);
                }
                self.builder.trouble();
                self.builder.index(fine);
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns true if some keys are not positions: a range depends on other components, or there is a `valid if`.
    pub(super) fn needs_validation(&self) -> bool {
        !self.game.valid.is_empty()
            || self.game.components.iter().any(|component| match &component.ty {
                Type::Int { low, high } => {
                    let bounds: Vec<&Expr> = low.iter().chain(high).collect();
                    !self.game.depends(bounds.iter().copied()).components.is_empty()
                }
                Type::Symbols(symbols) => symbols.len() > 1,
                _ => false,
            })
    }

    /// Emits that the machine cannot decide unless the position's own numbers are in their ranges and it is valid.
    pub(super) fn validation(&mut self) -> Result<(), Message> {
        let values = self.part.clone();
        let game = self.game;
        for (value, component) in values.iter().zip(&game.components) {
            if let Operand::Number(number) = value {
                self.check_range(&component.ty, *number)?;
            }
        }
        self.check_conditions()
    }

    fn put(&mut self, at: crate::encode::Bits, count: Number, words: &mut [Number]) {
        if at.width == 0 {
            return;
        }
        let word = &mut words[at.word as usize];
        let shifted = self.builder.words(Arithmetic::ShiftLeft, count, Number::constant(i64::from(at.shift)));
        *word = self.builder.words(Arithmetic::Or, *word, shifted);
    }

    fn put_board(&mut self, field: &BoardField, board: &Board, words: &mut [Number]) {
        for (at, plane) in field.planes.iter().zip(&board.planes[1..]) {
            self.put(*at, *plane, words);
        }
        if let Some(at) = field.length {
            self.put(at, board.length, words);
        }
    }

    /// Converts a list to a bit board.
    fn board_from(&mut self, field: &BoardField, value: &Operand) -> Result<Board, Message> {
        let list = self.in_memory(value)?;
        let list = self.flattened(&list, field.shape.rows, field.shape.columns)?;
        self.check_length(list.length, field.shape.capacity, field.shape.is_fixed);
        let planes: Vec<u32> = field.codes.iter().map(|_| self.builder.variable(Number::constant(0))).collect();
        let last = self.builder.compute(Arithmetic::Subtract, list.length, Number::constant(1));
        let list = Operand::List(list);
        let length = self.length(&list)?;
        let last = last.within(-1, field.shape.capacity as i64 - 1);
        self.counted(Number::constant(0), last, &mut |lowering, at| {
            let Operand::Number(code) = lowering.element(&list, at)? else {
                return Err(Message::text("a list of lists where cells belong"));
            };
            let mut hits = Number::constant(0);
            for (index, plane) in planes.iter().enumerate() {
                let here = lowering.builder.is(Test::Equal, code, Number::constant(field.codes[index]));
                hits = lowering.builder.words(Arithmetic::Or, hits, here);
                let bit = lowering.builder.words(Arithmetic::ShiftLeft, here, at);
                let old = lowering.builder.number(*plane, i64::MIN, i64::MAX);
                let new = lowering.builder.words(Arithmetic::Or, old, bit);
                lowering.builder.assign(*plane, new);
            }
            lowering.builder.trouble_if(Test::Equal, hits, Number::constant(0));
            Ok(())
        })?;
        let full = (1i64 << field.shape.capacity) - 1;
        let planes = planes.into_iter().map(|plane| self.builder.number(plane, 0, full)).collect();
        let grid = field.shape.rows.map(|rows| (rows as i64, field.shape.columns as i64));
        let capacity = field.shape.capacity as i64;
        Ok(Board { planes, codes: field.codes.clone(), grid, length, capacity })
    }

    fn check_length(&mut self, length: Number, capacity: usize, is_fixed: bool) {
        let capacity = Number::constant(capacity as i64);
        if is_fixed {
            self.builder.trouble_if(Test::Unequal, length, capacity);
        } else {
            self.builder.trouble_if(Test::Less, capacity, length);
        }
    }

    /// Returns the cells of a grid one after the other.
    fn flattened(&mut self, list: &List, rows: Option<usize>, columns: usize) -> Result<List, Message> {
        let Some(rows) = rows else {
            return match list.element {
                Element::Cell { .. } => Ok(list.clone()),
                _ if list.length.high == 0 => Ok(List { element: Element::Cell { low: 0, high: 0 }, ..list.clone() }),
                _ => Err(Message::text("a list of lists where cells belong")),
            };
        };
        match &list.element {
            Element::Row { length, element } if *length == columns as i64 => {
                self.builder.trouble_if(Test::Unequal, list.length, Number::constant(rows as i64));
                let length = Number::constant((rows * columns) as i64);
                Ok(List { address: list.address, length, element: (**element).clone() })
            }
            _ => Err(Message::text("a grid made of rows whose lengths are not known")),
        }
    }

    /// Packs a list, and returns it as it is stored: a bag in ascending order.
    fn put_cells(
        &mut self,
        field: &CellsField,
        list: List,
        ty: &Type,
        words: &mut [Number],
    ) -> Result<Operand, Message> {
        let mut list = self.flattened(&list, field.shape.rows, field.shape.columns)?;
        self.check_length(list.length, field.shape.capacity, field.shape.is_fixed);
        if field.shape.is_fixed {
            list.length = Number::constant(field.shape.capacity as i64);
        } else {
            list.length = list.length.within(0, field.shape.capacity as i64);
        }
        if field.shape.is_bag {
            list = self.copied(&list, field.shape.capacity as i64)?;
            self.builder.call(Helper::Sort, &[list.address, list.length], 0, 0);
        }
        let length = list.length;
        let (low, high) = (field.element.low, field.element.high);
        // Symbols of other types may lie between those of this one.
        let symbols = cell_type(ty).filter(|ty| matches!(ty, Type::Symbols(all) if all.len() as i64 <= high - low));
        // Words grow under conditions, so they are variables from here on.
        let variables: Vec<u32> = words.iter().map(|word| self.builder.variable(*word)).collect();
        let end = self.builder.label();
        let whole = Operand::List(list);
        for (index, at) in field.cells.iter().enumerate() {
            let index = Number::constant(index as i64);
            self.builder.branch(Test::AtMost, length, index, end);
            let Operand::Number(code) = self.element(&whole, index)? else {
                return Err(Message::text("a list of lists where cells belong"));
            };
            let count = self.builder.words(Arithmetic::Subtract, code, Number::constant(low));
            if code.low < low || code.high > high {
                self.builder.trouble_if(Test::Below, Number::constant(high.wrapping_sub(low)), count);
            }
            if let Some(ty) = symbols {
                self.check_range(ty, code)?;
            }
            if at.width > 0 {
                let variable = variables[at.word as usize];
                let old = self.builder.number(variable, i64::MIN, i64::MAX);
                let shifted = self.builder.words(Arithmetic::ShiftLeft, count, Number::constant(i64::from(at.shift)));
                let new = self.builder.words(Arithmetic::Or, old, shifted);
                self.builder.assign(variable, new);
            }
        }
        self.builder.index(end);
        for (word, variable) in words.iter_mut().zip(variables) {
            *word = self.builder.number(variable, i64::MIN, i64::MAX);
        }
        if let Some(at) = field.length {
            self.put(at, length, words);
        }
        Ok(whole)
    }
}

/// Returns the type of the cells of a list, a bag or a grid.
fn cell_type(ty: &Type) -> Option<&Type> {
    match ty {
        Type::List(element, _) | Type::Bag(element) | Type::Set(element) => cell_type(element).or(Some(element)),
        _ => None,
    }
}

/// Returns true if a board has the form of its field.
fn same_form(field: &BoardField, board: &Board) -> bool {
    let grid = field.shape.rows.map(|rows| (rows as i64, field.shape.columns as i64));
    let fits = match board.length.known() {
        Some(length) if field.shape.is_fixed => length == field.shape.capacity as i64,
        _ => !field.shape.is_fixed && board.length.high <= field.shape.capacity as i64,
    };
    board.codes == field.codes && board.grid == grid && fits
}
