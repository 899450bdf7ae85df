//! Constructors for expressions of the small program, which simplify.
//!
//! In: expressions with their ranges. Out: a shorter equivalent expression. A sum of numbers is a number, a comparison that the
//! ranges decide is its result, and a division is plain if nothing is negative.

use super::program::{Ex, Form, Helper, Op, Range, Ty, UNKNOWN};

impl Ex {
    pub fn new(form: Form, ty: Ty) -> Ex {
        Ex { form, ty, range: UNKNOWN }
    }

    pub fn int(number: i128) -> Ex {
        Ex { form: Form::Int(number), ty: Ty::Int, range: Range::new(number, number) }
    }

    pub fn bool(truth: bool) -> Ex {
        Ex::new(Form::Bool(truth), Ty::Bool)
    }

    pub fn char(ch: char) -> Ex {
        Ex::new(Form::Char(ch), Ty::Char)
    }

    pub fn text(text: impl Into<String>) -> Ex {
        Ex::new(Form::Text(text.into()), Ty::Text)
    }

    pub fn var(name: impl Into<String>, ty: Ty) -> Ex {
        Ex::new(Form::Var(name.into()), ty)
    }

    pub fn global(name: impl Into<String>, ty: Ty) -> Ex {
        Ex::new(Form::Global(name.into()), ty)
    }

    pub fn ranged(mut self, range: Range) -> Ex {
        if !matches!(self.form, Form::Int(_)) {
            self.range = range;
        }
        self
    }

    pub fn list(element: Ty, entries: Vec<Ex>) -> Ex {
        let range = entries.iter().map(|entry| entry.range).reduce(Range::union).unwrap_or(Range::new(0, 0));
        Ex { form: Form::List(entries), ty: Ty::list(element), range }
    }

    pub fn filled(length: Ex, fill: Ex) -> Ex {
        let ty = Ty::list(fill.ty.clone());
        let range = fill.range;
        Ex { form: Form::Filled(Box::new(length), Box::new(fill)), ty, range }
    }

    pub fn call(name: impl Into<String>, arguments: Vec<Ex>, ty: Ty) -> Ex {
        Ex::new(Form::Call(name.into(), arguments), ty)
    }

    pub fn is_true(&self) -> bool {
        self.form == Form::Bool(true)
    }

    pub fn is_false(&self) -> bool {
        self.form == Form::Bool(false)
    }

    pub fn as_int(&self) -> Option<i128> {
        match self.form {
            Form::Int(number) => Some(number),
            _ => None,
        }
    }

    /// Returns whether using it twice costs nothing.
    pub fn is_simple(&self) -> bool {
        match &self.form {
            Form::Int(_) | Form::Bool(_) | Form::Char(_) | Form::Text(_) | Form::Var(_) | Form::Global(_) => true,
            Form::Len(of) => of.is_simple(),
            _ => false,
        }
    }

    pub fn index(self, at: Ex) -> Ex {
        if let (Form::List(entries), Form::Int(number)) = (&self.form, &at.form)
            && let Some(entry) = usize::try_from(*number).ok().and_then(|number| entries.get(number))
        {
            return entry.clone();
        }
        let ty = self.ty.element();
        // A list has the range of its entries, at every depth.
        let range = self.range;
        Ex { form: Form::Index(Box::new(self), Box::new(at)), ty, range }
    }

    pub fn len(self) -> Ex {
        if let Form::List(entries) = &self.form {
            return Ex::int(entries.len() as i128);
        }
        if let Form::Filled(length, _) = &self.form {
            return (**length).clone();
        }
        Ex { form: Form::Len(Box::new(self)), ty: Ty::Int, range: Range::new(0, 1 << 22) }
    }

    pub fn not(self) -> Ex {
        match self.form {
            Form::Bool(truth) => Ex::bool(!truth),
            Form::Not(inner) => *inner,
            Form::Binary(op, left, right) if op.opposite().is_some() => {
                let op = op.opposite().unwrap_or(op);
                Ex::new(Form::Binary(op, left, right), Ty::Bool)
            }
            form => Ex::new(Form::Not(Box::new(Ex { form, ty: self.ty, range: self.range })), Ty::Bool),
        }
    }

    pub fn negate(self) -> Ex {
        if let Some(number) = self.as_int().and_then(i128::checked_neg) {
            return Ex::int(number);
        }
        let range = Range::by([self.range], |[of]| range_of(Op::Subtract, Range::new(0, 0), of));
        Ex { form: Form::Negate(Box::new(self)), ty: Ty::Int, range }
    }

    pub fn and(self, other: Ex) -> Ex {
        if self.is_true() || other.is_false() {
            return other;
        }
        if other.is_true() || self.is_false() {
            return self;
        }
        Ex::new(Form::Binary(Op::And, Box::new(self), Box::new(other)), Ty::Bool)
    }

    pub fn or(self, other: Ex) -> Ex {
        if self.is_false() || other.is_true() {
            return other;
        }
        if other.is_false() || self.is_true() {
            return self;
        }
        Ex::new(Form::Binary(Op::Or, Box::new(self), Box::new(other)), Ty::Bool)
    }

    pub fn choose(condition: Ex, yes: Ex, no: Ex) -> Ex {
        match condition.form {
            Form::Bool(true) => return yes,
            Form::Bool(false) => return no,
            _ => {}
        }
        if yes == no {
            return yes;
        }
        if yes.is_true() && no.is_false() {
            return condition;
        }
        if yes.is_false() && no.is_true() {
            return condition.not();
        }
        let (ty, range) = (yes.ty.clone(), yes.range.union(no.range));
        Ex { form: Form::If(Box::new(condition), Box::new(yes), Box::new(no)), ty, range }
    }

    /// Builds `self op other`, simplified.
    pub fn op(self, op: Op, other: Ex) -> Ex {
        match op {
            Op::And => return self.and(other),
            Op::Or => return self.or(other),
            _ => {}
        }
        if op.compares() {
            return compare(self, op, other);
        }
        let range = Range::by([self.range, other.range], |[left, right]| range_of(op, left, right));
        if let (Some(a), Some(b)) = (self.as_int(), other.as_int()) {
            let known = match op {
                Op::Add => a.checked_add(b),
                Op::Subtract => a.checked_sub(b),
                Op::Multiply => a.checked_mul(b),
                Op::Divide if b > 0 => Some(a.div_euclid(b)),
                Op::Remainder if b > 0 => Some(a.rem_euclid(b)),
                Op::BitOr if a >= 0 && b >= 0 => Some(a | b),
                Op::Xor if a >= 0 && b >= 0 => Some(a ^ b),
                Op::BitAnd if a >= 0 && b >= 0 => Some(a & b),
                _ => None,
            };
            if let Some(known) = known {
                return Ex::int(known);
            }
        }
        match (op, self.as_int(), other.as_int()) {
            (Op::Add | Op::BitOr | Op::Xor, Some(0), _) | (Op::Multiply, Some(1), _) => return other,
            (Op::Add | Op::Subtract | Op::BitOr | Op::Xor, _, Some(0)) | (Op::Multiply | Op::Divide, _, Some(1)) => {
                return self;
            }
            // a + b - c with numbers b and c; a - b + b.
            (Op::Add, _, Some(number)) | (Op::Subtract, _, Some(number)) => {
                let signed = |op: Op, number: i128| if op == Op::Add { Some(number) } else { number.checked_neg() };
                let number = signed(op, number);
                if let Form::Binary(inner @ (Op::Add | Op::Subtract), first, second) = &self.form
                    && let Some(known) = second.as_int()
                    && let Some(sum) =
                        signed(*inner, known).zip(number).and_then(|(known, number)| known.checked_add(number))
                    && sum > i128::MIN
                {
                    let first = (**first).clone();
                    return if sum < 0 {
                        first.op(Op::Subtract, Ex::int(-sum))
                    } else {
                        first.op(Op::Add, Ex::int(sum))
                    };
                }
                if let Some(number @ ..0) = number
                    && op == Op::Add
                    && number > i128::MIN
                {
                    return self.op(Op::Subtract, Ex::int(-number));
                }
            }
            _ => {}
        }
        // a + (b - a) is b.
        if op == Op::Add
            && let Form::Binary(Op::Subtract, first, second) = &other.form
            && **second == self
        {
            return (**first).clone();
        }
        if matches!(op, Op::Divide | Op::Remainder) && self.range.certain().low < 0 {
            let helper = if op == Op::Divide { Helper::FloorDivide } else { Helper::FloorRemainder };
            return Ex { form: Form::Helper(helper, vec![self, other]), ty: Ty::Int, range };
        }
        Ex { form: Form::Binary(op, Box::new(self), Box::new(other)), ty: Ty::Int, range }
    }

    pub fn helper(helper: Helper, arguments: Vec<Ex>) -> Ex {
        // No range depends on more than the first two.
        let range_at = |at: usize| arguments.get(at).map_or(UNKNOWN, |argument| argument.range);
        let range = Range::by([range_at(0), range_at(1)], |ranges| range_of_helper(helper, ranges));
        let ty = ty_of_helper(helper, arguments.first());
        if let (Some(a), Some(b)) = (arguments[..].first().and_then(Ex::as_int), arguments.get(1).and_then(Ex::as_int))
        {
            let known = match helper {
                Helper::Min => Some(a.min(b)),
                Helper::Max => Some(a.max(b)),
                _ => None,
            };
            if let Some(known) = known {
                return Ex::int(known);
            }
        }
        if matches!(helper, Helper::Min | Helper::Max) {
            // One of them may never be the lesser.
            let (a, b) = (&arguments[0], &arguments[1]);
            if a == b {
                return a.clone();
            }
            let (of_a, of_b) = (a.range.certain(), b.range.certain());
            let (a_is_less, b_is_less) = (of_a.high <= of_b.low, of_b.high <= of_a.low);
            if a_is_less || b_is_less {
                return if a_is_less == (helper == Helper::Min) { a.clone() } else { b.clone() };
            }
        }
        if helper == Helper::Abs && arguments[0].range.certain().low >= 0 {
            return arguments.into_iter().next().unwrap_or_else(|| Ex::int(0));
        }
        Ex { form: Form::Helper(helper, arguments), ty, range }
    }
}

impl Op {
    pub fn compares(self) -> bool {
        matches!(self, Op::Equal | Op::Unequal | Op::Less | Op::AtMost | Op::Greater | Op::AtLeast)
    }

    fn opposite(self) -> Option<Op> {
        Some(match self {
            Op::Equal => Op::Unequal,
            Op::Unequal => Op::Equal,
            Op::Less => Op::AtLeast,
            Op::AtLeast => Op::Less,
            Op::Greater => Op::AtMost,
            Op::AtMost => Op::Greater,
            _ => return None,
        })
    }
}

fn is_constant(value: &Ex) -> bool {
    matches!(value.form, Form::Int(_) | Form::Bool(_) | Form::Char(_) | Form::Text(_))
}

fn compare(left: Ex, op: Op, right: Ex) -> Ex {
    if left == right && !matches!(left.form, Form::Call(..)) {
        return Ex::bool(matches!(op, Op::Equal | Op::AtMost | Op::AtLeast));
    }
    // A choice between two known words equals a word exactly if the matching branch is chosen.
    if let (Form::If(condition, yes, no), Op::Equal | Op::Unequal) = (&left.form, op)
        && left.ty != Ty::Int
        && [&**yes, &**no, &right].into_iter().all(is_constant)
    {
        let (yes, no) = (compare((**yes).clone(), op, right.clone()), compare((**no).clone(), op, right));
        return Ex::choose((**condition).clone(), yes, no);
    }
    // A character is never equal to a text.
    if left.ty != right.ty && !left.ty.is_list() {
        return Ex::bool(op == Op::Unequal);
    }
    if left.ty != Ty::Int && is_constant(&left) && is_constant(&right) {
        return Ex::bool(op == Op::Unequal);
    }
    if left.ty == Ty::Bool && matches!(op, Op::Equal | Op::Unequal) {
        for (one, other) in [(&left, &right), (&right, &left)] {
            if let Form::Bool(truth) = one.form {
                return if truth == (op == Op::Equal) { other.clone() } else { other.clone().not() };
            }
        }
    }
    if left.ty == Ty::Int {
        let (a, b) = (left.range.certain(), right.range.certain());
        // At the ends of 128 bits nothing is known: the actual number may be larger.
        let no_more = |one: Range, other: Range| one.high <= other.low && one.high < i128::MAX && other.low > i128::MIN;
        let less = |one: Range, other: Range| one.high < other.low;
        let is_one_number = a.low == a.high && a == b && ![i128::MIN, i128::MAX].contains(&a.low);
        let known = match op {
            Op::Less if less(a, b) => Some(true),
            Op::Less if no_more(b, a) => Some(false),
            Op::AtMost if no_more(a, b) => Some(true),
            Op::AtMost if less(b, a) => Some(false),
            Op::Greater if less(b, a) => Some(true),
            Op::Greater if no_more(a, b) => Some(false),
            Op::AtLeast if no_more(b, a) => Some(true),
            Op::AtLeast if less(a, b) => Some(false),
            Op::Equal if less(a, b) || less(b, a) => Some(false),
            Op::Unequal if less(a, b) || less(b, a) => Some(true),
            Op::Equal if is_one_number => Some(true),
            Op::Unequal if is_one_number => Some(false),
            _ => None,
        };
        if let Some(known) = known {
            return Ex::bool(known);
        }
    }
    Ex::new(Form::Binary(op, Box::new(left), Box::new(right)), Ty::Bool)
}

/// Returns the result type of a helper.
fn ty_of_helper(helper: Helper, first: Option<&Ex>) -> Ty {
    match helper {
        Helper::Min
        | Helper::Max
        | Helper::Abs
        | Helper::FloorDivide
        | Helper::FloorRemainder
        | Helper::Popcount
        | Helper::ReadInt => Ty::Int,
        Helper::Contains | Helper::AtEnd | Helper::EndMark | Helper::ReadBool => Ty::Bool,
        Helper::Sorted | Helper::Distinct | Helper::Reversed | Helper::Slice | Helper::Joined => {
            first.map_or(Ty::Nothing, |list| list.ty.clone())
        }
        Helper::ToText | Helper::Written | Helper::ReadWord | Helper::Key => Ty::Text,
        Helper::ReadLetter => Ty::Char,
        Helper::ReadLetters | Helper::ReadLineLetters | Helper::ReadLettersJson => Ty::list(Ty::Char),
        Helper::ReadDigits | Helper::ReadNumbersJson => Ty::list(Ty::Int),
        Helper::ReadRowsJson => Ty::list(Ty::list(Ty::Int)),
        Helper::ReadGridJson => Ty::list(Ty::list(Ty::Char)),
    }
}

/// Returns the range of a helper's result for arguments in these ranges.
fn range_of_helper(helper: Helper, [first, second]: [Range; 2]) -> Range {
    match helper {
        Helper::Min => Range::new(first.low.min(second.low), first.high.min(second.high)),
        Helper::Max => Range::new(first.low.max(second.low), first.high.max(second.high)),
        Helper::Abs => Range::new(0, first.high.saturating_abs().max(first.low.saturating_abs())),
        Helper::FloorDivide => range_of(Op::Divide, first, second),
        Helper::FloorRemainder => range_of(Op::Remainder, first, second),
        Helper::Popcount => Range::new(0, 128),
        Helper::Joined => first.union(second),
        Helper::Sorted | Helper::Distinct | Helper::Reversed | Helper::Slice => first,
        _ => UNKNOWN,
    }
}

/// Returns the range of an operator's result for operands in these ranges.
fn range_of(op: Op, left: Range, right: Range) -> Range {
    // Past 128 bits there is no bound, and subtracting does not restore one.
    match op {
        Op::Add => Range::new(
            if left.low == i128::MIN || right.low == i128::MIN {
                i128::MIN
            } else {
                left.low.saturating_add(right.low)
            },
            if left.high == i128::MAX || right.high == i128::MAX {
                i128::MAX
            } else {
                left.high.saturating_add(right.high)
            },
        ),
        Op::Subtract => Range::new(
            if left.low == i128::MIN || right.high == i128::MAX {
                i128::MIN
            } else {
                left.low.saturating_sub(right.high)
            },
            if left.high == i128::MAX || right.low == i128::MIN {
                i128::MAX
            } else {
                left.high.saturating_sub(right.low)
            },
        ),
        Op::Multiply => {
            let ends = [left.low, left.high, right.low, right.high];
            let is_open = ends.iter().any(|end| [i128::MIN, i128::MAX].contains(end));
            if is_open && (left.low < 0 || right.low < 0) {
                return UNKNOWN;
            }
            let corners = [
                left.low.saturating_mul(right.low),
                left.low.saturating_mul(right.high),
                left.high.saturating_mul(right.low),
                left.high.saturating_mul(right.high),
            ];
            Range::new(corners.into_iter().min().unwrap_or(0), corners.into_iter().max().unwrap_or(0))
        }
        Op::Divide => {
            let divisor = right.low.max(1);
            let low = if left.low == i128::MIN { left.low } else { left.low.div_euclid(divisor).min(left.low) };
            let low = if left.low >= 0 { 0 } else { low };
            Range::new(low, if left.high == i128::MAX { left.high } else { left.high.div_euclid(divisor) })
        }
        Op::Remainder => {
            let below = if right.high == i128::MAX { i128::MAX } else { right.high.saturating_sub(1) };
            Range::new(0, below.min(if left.low >= 0 { left.high } else { i128::MAX }))
        }
        Op::BitOr | Op::Xor => Range::new(0, xor_limit(left.high.max(right.high))),
        Op::BitAnd => Range::new(0, left.high.min(right.high).max(0)),
        _ => UNKNOWN,
    }
}

/// Returns the maximum exclusive or of numbers up to `max`.
pub(crate) fn xor_limit(max: i128) -> i128 {
    if max >= 1 << 100 { i128::MAX } else { (max.max(0) as u128 + 1).next_power_of_two() as i128 - 1 }
}

/// Larger than any number considered.
pub(crate) const MOST: i128 = 4_000_000_000_000_000_000;

impl Ex {
    /// Builds `self op other` without simplifying.
    pub fn plain(self, op: Op, other: Ex) -> Ex {
        let range = match op {
            Op::Xor => Range::by([self.range, other.range], |[left, right]| {
                let max = left.high.max(right.high);
                if max >= 1 << 100 { UNKNOWN } else { Range::new(0, xor_limit(max)) }
            }),
            _ => UNKNOWN,
        };
        Ex { form: Form::Binary(op, Box::new(self), Box::new(other)), ty: Ty::Int, range }
    }
}

/// Returns the initial value of a variable of this type.
pub(crate) fn default_of(ty: &Ty) -> Ex {
    match ty {
        Ty::Int | Ty::Nothing => Ex::int(0),
        Ty::Bool => Ex::bool(false),
        Ty::Char => Ex::char(' '),
        Ty::Text => Ex::text(""),
        Ty::List(inner) => Ex::list((**inner).clone(), Vec::new()),
        Ty::Memo(..) => Ex { form: Form::EmptyMemo, ty: ty.clone(), range: UNKNOWN },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_that_was_lost_past_128_bits_does_not_come_back() {
        let is_open = |condition: &Ex| !condition.is_true() && !condition.is_false();
        let n = Ex::var("n", Ty::Int).ranged(Range::new(0, 1_000_000_000_000_000_000));
        let cube = n.clone().op(Op::Multiply, n.clone()).op(Op::Multiply, n);
        let large = i128::MAX / 2;
        let less = cube.clone().op(Op::Subtract, Ex::int(large));
        // The cube is up to 10^54, so the difference may exceed 128 bits.
        assert_eq!(less.range.high, i128::MAX);
        assert!(is_open(&less.op(Op::Less, Ex::int(large + 9))));
        let negated = cube.negate();
        assert_eq!(negated.range.low, i128::MIN);
        assert!(is_open(&negated.op(Op::Add, Ex::int(large)).op(Op::Less, Ex::int(-large - 9))));
        let rest = Ex::var("a", Ty::Int).ranged(Range::new(0, i128::MAX));
        let rest = rest.clone().op(Op::Remainder, rest.op(Op::Add, Ex::int(1)));
        assert!(is_open(&rest.op(Op::Less, Ex::int(i128::MAX))));
        // Numbers at the very end are added without a panic.
        let n = Ex::var("n", Ty::Int).op(Op::Add, Ex::int(i128::MAX)).op(Op::Add, Ex::int(i128::MAX));
        assert!(matches!(n.form, Form::Binary(..)));
        let n = Ex::var("n", Ty::Int).op(Op::Subtract, Ex::int(i128::MIN)).op(Op::Subtract, Ex::int(1));
        assert!(matches!(n.form, Form::Binary(..)));
    }
}
