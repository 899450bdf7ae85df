//! Runs a small program without a compiler.
//!
//! In: a linked program and an input. Out: what it prints, or why it stops. It stops where a printed program would go wrong: at an
//! index outside of a list, a number that does not fit, a plain division of something negative.

use super::program::{Ex, Form, Function, Helper, Op, Program, St};
use grundy_value::Int;
use std::collections::BTreeMap;
use std::rc::Rc;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Int(Int),
    Bool(bool),
    Char(char),
    Text(Rc<str>),
    List(Rc<Vec<Value>>),
    Memo(Rc<BTreeMap<Vec<Value>, Value>>),
}

/// Why a program stops.
type Run<T> = Result<T, &'static str>;

const WRONG_TYPE: &str = "a value of another type";
const OUTSIDE: &str = "an index outside of a list";
const NO_VARIABLE: &str = "an unknown variable";
const TOO_WIDE: &str = "a number that does not fit";
const NEGATIVE: &str = "a negative number in a plain division or exclusive or";
const TOO_DEEP: &str = "calls nested too deeply";
const READS: &str = "a helper that reads";

/// Runs a program on an input, in at most this many steps, with calls nested at most this deep.
///
/// # Errors
/// Says why it stops.
pub(crate) fn run(program: &Program, input: &str, max_steps: u64, max_depth: usize) -> Run<String> {
    let functions = program.functions.iter().map(|function| (function.name.as_str(), function)).collect();
    let (globals, locals, out) = (BTreeMap::new(), Vec::new(), String::new());
    let mut machine = Machine {
        functions,
        globals,
        locals,
        input,
        at: 0,
        out,
        steps: max_steps,
        depth: max_depth,
        is_wide: program.wide,
    };
    for (name, start, _) in &program.globals {
        let start = machine.value(start)?;
        machine.globals.insert(name, start);
    }
    machine.block(&program.main)?;
    Ok(machine.out)
}

struct Machine<'p> {
    functions: BTreeMap<&'p str, &'p Function>,
    globals: BTreeMap<&'p str, Value>,
    /// Variables of the current function, the innermost last.
    locals: Vec<(&'p str, Value)>,
    input: &'p str,
    /// How far the input has been read.
    at: usize,
    out: String,
    /// Steps left.
    steps: u64,
    /// Calls that may still be nested.
    depth: usize,
    /// Whether numbers have 128 bits instead of 64.
    is_wide: bool,
}

/// What follows a statement.
enum Flow {
    Next,
    Break,
    Return(Option<Value>),
}

fn int(number: i128) -> Int {
    let size = Int::from(number.unsigned_abs());
    if number < 0 { size.negate() } else { size }
}

fn list(entries: Vec<Value>) -> Value {
    Value::List(Rc::new(entries))
}

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

impl Value {
    fn int(self) -> Run<Int> {
        if let Value::Int(number) = self { Ok(number) } else { Err(WRONG_TYPE) }
    }

    fn index(self) -> Run<usize> {
        self.int()?.to_usize().ok_or(OUTSIDE)
    }

    fn truth(self) -> Run<bool> {
        if let Value::Bool(truth) = self { Ok(truth) } else { Err(WRONG_TYPE) }
    }

    fn entries(self) -> Run<Rc<Vec<Value>>> {
        if let Value::List(entries) = self { Ok(entries) } else { Err(WRONG_TYPE) }
    }

    fn memo(self) -> Run<Rc<BTreeMap<Vec<Value>, Value>>> {
        if let Value::Memo(memo) = self { Ok(memo) } else { Err(WRONG_TYPE) }
    }

    fn from_json(value: &serde_json::Value) -> Run<Value> {
        match value {
            serde_json::Value::Number(number) => number.as_i64().map(|number| Value::Int(Int::Small(number))),
            serde_json::Value::String(letters) => Some(list(letters.chars().map(Value::Char).collect())),
            serde_json::Value::Array(entries) => {
                return entries.iter().map(Value::from_json).collect::<Run<Vec<Value>>>().map(list);
            }
            _ => None,
        }
        .ok_or("an unknown kind of input")
    }
}

impl<'p> Machine<'p> {
    fn step(&mut self) -> Run<()> {
        self.steps = self.steps.checked_sub(1).ok_or("too many steps")?;
        Ok(())
    }

    fn block(&mut self, statements: &'p [St]) -> Run<Flow> {
        let outer = self.locals.len();
        let mut flow = Flow::Next;
        for statement in statements {
            flow = self.statement(statement)?;
            if !matches!(flow, Flow::Next) {
                break;
            }
        }
        self.locals.truncate(outer);
        Ok(flow)
    }

    /// Runs the body of a loop with this variable. `None` if the loop ends.
    fn turn(&mut self, variable: Option<(&'p str, Value)>, body: &'p [St]) -> Run<Option<Flow>> {
        let outer = self.locals.len();
        self.locals.extend(variable);
        let flow = self.block(body)?;
        self.locals.truncate(outer);
        Ok(match flow {
            Flow::Next => None,
            Flow::Break => Some(Flow::Next),
            Flow::Return(value) => Some(Flow::Return(value)),
        })
    }

    fn statement(&mut self, statement: &'p St) -> Run<Flow> {
        self.step()?;
        match statement {
            St::Comment(_) => {}
            St::Let(name, value) => {
                let value = self.value(value)?;
                self.locals.push((name, value));
            }
            St::Set(target, value) => {
                let value = self.value(value)?;
                *self.slot(target)? = value;
            }
            St::Push(target, value) => {
                let value = self.value(value)?;
                let Value::List(entries) = self.slot(target)? else { return Err(WRONG_TYPE) };
                Rc::make_mut(entries).push(value);
            }
            St::Remember(memo, key, value) => {
                let (key, value) = (self.values(key)?, self.value(value)?);
                let Value::Memo(memo) = self.slot(memo)? else { return Err(WRONG_TYPE) };
                Rc::make_mut(memo).insert(key, value);
            }
            St::If(condition, yes, no) => {
                let branch = if self.value(condition)?.truth()? { yes } else { no };
                return self.block(branch);
            }
            St::While(condition, body) => {
                while self.value(condition)?.truth()? {
                    if let Some(flow) = self.turn(None, body)? {
                        return Ok(flow);
                    }
                }
            }
            St::Range(name, low, high, body) => {
                let (mut at, high) = (self.value(low)?.int()?, self.value(high)?.int()?);
                while at <= high {
                    if let Some(flow) = self.turn(Some((name, Value::Int(at.clone()))), body)? {
                        return Ok(flow);
                    }
                    at = at.add(&Int::ONE).map_err(|_| OUTSIDE)?;
                }
            }
            St::Each(name, over, body) => {
                for entry in self.value(over)?.entries()?.iter() {
                    if let Some(flow) = self.turn(Some((name, entry.clone())), body)? {
                        return Ok(flow);
                    }
                }
            }
            St::Return(value) => return Ok(Flow::Return(Some(self.value(value)?))),
            St::Break => return Ok(Flow::Break),
            St::Do(Ex { form: Form::Call(name, arguments), .. }) => drop(self.call(name, arguments)?),
            St::Do(value) => drop(self.value(value)?),
            St::Print(pieces) => {
                for piece in self.values(pieces)? {
                    match piece {
                        Value::Int(number) => self.out += &number.to_string(),
                        Value::Char(ch) => self.out.push(ch),
                        Value::Text(text) => self.out += &text,
                        _ => return Err(WRONG_TYPE),
                    }
                }
            }
        }
        Ok(Flow::Next)
    }

    /// Returns the variable or entry that is assigned.
    fn slot(&mut self, target: &'p Ex) -> Run<&mut Value> {
        match &target.form {
            Form::Var(name) => {
                let local = self.locals.iter_mut().rev().find(|(known, _)| known == name);
                local.map(|(_, value)| value).ok_or(NO_VARIABLE)
            }
            Form::Global(name) => self.globals.get_mut(name.as_str()).ok_or(NO_VARIABLE),
            Form::Index(of, at) => {
                let at = self.value(at)?.index()?;
                let Value::List(entries) = self.slot(of)? else { return Err(WRONG_TYPE) };
                Rc::make_mut(entries).get_mut(at).ok_or(OUTSIDE)
            }
            _ => Err(NO_VARIABLE),
        }
    }

    fn call(&mut self, name: &str, arguments: &'p [Ex]) -> Run<Option<Value>> {
        let function = *self.functions.get(name).ok_or("an unknown function")?;
        let arguments = self.values(arguments)?;
        let parameters = function.parameters.iter().map(|(name, _)| name.as_str());
        let outer = std::mem::replace(&mut self.locals, parameters.zip(arguments).collect());
        self.depth = self.depth.checked_sub(1).ok_or(TOO_DEEP)?;
        let flow = self.block(&function.body)?;
        self.depth += 1;
        self.locals = outer;
        Ok(if let Flow::Return(value) = flow { value } else { None })
    }

    fn values(&mut self, all: &'p [Ex]) -> Run<Vec<Value>> {
        all.iter().map(|value| self.value(value)).collect()
    }

    fn value(&mut self, value: &'p Ex) -> Run<Value> {
        self.step()?;
        Ok(match &value.form {
            Form::Int(number) => Value::Int(int(*number)),
            Form::Bool(truth) => Value::Bool(*truth),
            Form::Char(ch) => Value::Char(*ch),
            Form::Text(known) => text(known),
            Form::Var(_) | Form::Global(_) => self.slot(value)?.clone(),
            Form::Not(inner) => Value::Bool(!self.value(inner)?.truth()?),
            Form::Negate(inner) => Value::Int(self.value(inner)?.int()?.negate()),
            Form::Binary(op, left, right) => self.binary(*op, left, right)?,
            Form::If(condition, yes, no) => {
                let branch = if self.value(condition)?.truth()? { yes } else { no };
                self.value(branch)?
            }
            Form::Index(of, at) => {
                let (entries, at) = (self.value(of)?.entries()?, self.value(at)?.index()?);
                entries.get(at).ok_or(OUTSIDE)?.clone()
            }
            Form::Len(of) => Value::Int(Int::from(match self.value(of)? {
                Value::List(entries) => entries.len(),
                Value::Memo(memo) => memo.len(),
                _ => return Err(WRONG_TYPE),
            })),
            Form::List(all) => list(self.values(all)?),
            Form::Filled(length, fill) => {
                let (length, fill) = (self.value(length)?.index()?, self.value(fill)?);
                self.steps = self.steps.checked_sub(length as u64).ok_or("too many steps")?;
                list(vec![fill; length])
            }
            Form::EmptyMemo => Value::Memo(Rc::default()),
            Form::Call(name, arguments) => self.call(name, arguments)?.ok_or("a function without a result")?,
            Form::Known(memo, key) => {
                let (memo, key) = (self.value(memo)?.memo()?, self.values(key)?);
                Value::Bool(memo.contains_key(&key))
            }
            Form::Recall(memo, key) => {
                let (memo, key) = (self.value(memo)?.memo()?, self.values(key)?);
                memo.get(&key).ok_or("an unknown key")?.clone()
            }
            Form::Helper(helper, arguments) => self.helper(*helper, arguments)?,
        })
    }

    /// Returns a number, if it fits.
    fn number(&self, number: Int) -> Run<Value> {
        let bits = if self.is_wide { 127 } else { 63 };
        if number.bits() <= bits { Ok(Value::Int(number)) } else { Err(TOO_WIDE) }
    }

    fn binary(&mut self, op: Op, left: &'p Ex, right: &'p Ex) -> Run<Value> {
        let left = self.value(left)?;
        if let Op::And | Op::Or = op {
            let is_decided = left.clone().truth()? == (op == Op::Or);
            return if is_decided { Ok(left) } else { self.value(right) };
        }
        let right = self.value(right)?;
        let truth = match op {
            Op::Equal => left == right,
            Op::Unequal => left != right,
            Op::Less => left < right,
            Op::AtMost => left <= right,
            Op::Greater => left > right,
            Op::AtLeast => left >= right,
            _ => return self.arithmetic(op, &left.int()?, &right.int()?),
        };
        Ok(Value::Bool(truth))
    }

    fn arithmetic(&self, op: Op, left: &Int, right: &Int) -> Run<Value> {
        let takes_naturals = matches!(op, Op::Divide | Op::Remainder | Op::BitOr | Op::Xor | Op::BitAnd);
        if takes_naturals && (left.is_negative() || right.is_negative()) {
            return Err(NEGATIVE);
        }
        let number = match op {
            Op::Add => left.add(right).ok(),
            Op::Subtract => left.subtract(right).ok(),
            Op::Multiply => left.multiply(right).ok(),
            Op::Divide => left.divide(right),
            Op::Remainder => left.remainder(right),
            Op::BitOr => Some(left.bit_or(right)),
            Op::BitAnd => Some(left.bit_and(right)),
            _ => Some(left.xor(right)),
        };
        self.number(number.ok_or("a division by 0")?)
    }

    fn helper(&mut self, helper: Helper, arguments: &'p [Ex]) -> Run<Value> {
        if let Some(read) = self.read(helper, arguments)? {
            return Ok(read);
        }
        let arguments = self.values(arguments)?;
        let at = |index: usize| arguments.get(index).cloned().ok_or("an argument is missing");
        let entries = |index: usize| at(index)?.entries().map(Rc::unwrap_or_clone);
        Ok(match helper {
            Helper::Min => at(0)?.min(at(1)?),
            Helper::Max => at(0)?.max(at(1)?),
            Helper::Abs => Value::Int(at(0)?.int()?.abs()),
            Helper::FloorDivide => self.number(at(0)?.int()?.divide(&at(1)?.int()?).ok_or("a division by 0")?)?,
            Helper::FloorRemainder => self.number(at(0)?.int()?.remainder(&at(1)?.int()?).ok_or("a division by 0")?)?,
            Helper::Popcount => Value::Int(Int::from(at(0)?.int()?.popcount() as usize)),
            Helper::Sorted | Helper::Distinct => {
                let mut all = entries(0)?;
                all.sort();
                if helper == Helper::Distinct {
                    all.dedup();
                }
                list(all)
            }
            Helper::Reversed => list(entries(0)?.into_iter().rev().collect()),
            Helper::Slice => {
                let (all, from, to) = (entries(0)?, at(1)?.int()?, at(2)?.int()?);
                match to < from {
                    true => list(Vec::new()),
                    false => {
                        let (from, to) = (from.to_usize().ok_or(OUTSIDE)?, to.to_usize().ok_or(OUTSIDE)?);
                        list(all.get(from..=to).ok_or(OUTSIDE)?.to_vec())
                    }
                }
            }
            Helper::Joined => list([entries(0)?, entries(1)?].concat()),
            Helper::Contains => Value::Bool(entries(0)?.contains(&at(1)?)),
            Helper::Key => text(&format!("{arguments:?}")),
            Helper::ToText => text(&at(0)?.int()?.to_string()),
            Helper::Written => {
                let mut written = String::new();
                for index in 0..arguments.len() {
                    match at(index)? {
                        Value::Text(piece) => written += &piece,
                        Value::Char(letter) => written.push(letter),
                        other => written += &other.int()?.to_string(),
                    }
                }
                text(&written)
            }
            _ => return Err(READS),
        })
    }

    /// Reads from the input. `None` if the helper does not read.
    fn read(&mut self, helper: Helper, arguments: &'p [Ex]) -> Run<Option<Value>> {
        let letters = |word: &str| list(word.chars().map(Value::Char).collect());
        Ok(Some(match helper {
            Helper::ReadWord => text(self.word()),
            Helper::ReadInt => {
                let number = self.word().parse::<i128>().map_err(|_| "a word in place of a number")?;
                self.number(int(number))?
            }
            Helper::ReadBool => Value::Bool(["1", "true"].contains(&self.word())),
            Helper::ReadLetter => Value::Char(self.word().chars().next().ok_or("the end of the input")?),
            Helper::ReadLetters => letters(self.word()),
            Helper::ReadDigits => {
                let digit = |ch: char| ch.to_digit(10).map(|digit| Value::Int(Int::from(digit as usize)));
                list(self.word().chars().map(digit).collect::<Option<_>>().ok_or("a letter in place of a digit")?)
            }
            Helper::ReadLineLetters => letters(self.line()),
            Helper::ReadNumbersJson | Helper::ReadRowsJson | Helper::ReadLettersJson | Helper::ReadGridJson => {
                let line = serde_json::from_str(self.line()).map_err(|_| "a line that is not JSON")?;
                Value::from_json(&line)?
            }
            Helper::AtEnd => Value::Bool(self.input[self.at..].trim_start().is_empty()),
            Helper::EndMark => {
                let before = self.at;
                let mut is_here = true;
                for mark in self.values(arguments)? {
                    is_here = is_here && self.word() == mark.int()?.to_string();
                }
                if !is_here {
                    self.at = before;
                }
                Value::Bool(is_here)
            }
            _ => return Ok(None),
        }))
    }

    fn word(&mut self) -> &'p str {
        let rest = self.input[self.at..].trim_start();
        let word = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
        self.at = self.input.len() - rest.len() + word.len();
        word
    }

    /// Reads the rest of the line, or the next line if nothing is left of this one.
    fn line(&mut self) -> &'p str {
        let mut line = "";
        for _ in 0..2 {
            let rest = &self.input[self.at..];
            let end = rest.find('\n').unwrap_or(rest.len());
            line = rest[..end].trim();
            self.at = (self.at + end + 1).min(self.input.len());
            if !line.is_empty() {
                break;
            }
        }
        line
    }
}
