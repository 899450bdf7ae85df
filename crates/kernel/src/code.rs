//! The instructions that rules are lowered to: one list, run by an interpreter or compiled to native code.
//!
//! Registers hold 64-bit numbers; true is 1, false is 0, a symbol is its place in the game's list of symbols. Lists lie in a
//! memory of 64-bit cells: first the givens and constants, which never change, then room for work. The lowering has
//! proved or tests every index and every range, so no instruction can go wrong except those that say so.

/// A register.
pub type Reg = u32;

/// A place in the code: instruction number.
pub type Label = u32;

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// a == b
    Equal,
    /// a != b
    Unequal,
    /// a < b
    Less,
    /// a <= b
    AtMost,
    /// a < b as numbers without sign
    Below,
    /// a <= b as numbers without sign
    NotAbove,
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// Wraps; the lowering knows that it does not overflow.
    Add,
    /// Wraps.
    Subtract,
    /// Wraps.
    Multiply,
    /// Trouble where it overflows.
    CheckedAdd,
    /// Trouble where it overflows.
    CheckedSubtract,
    /// Trouble where it overflows.
    CheckedMultiply,
    /// Rounded down; the divisor is known to be positive.
    Divide,
    /// What division leaves, never negative; the divisor is known to be positive.
    Remainder,
    /// Bit by bit.
    And,
    /// Bit by bit.
    Or,
    /// Bit by bit.
    Xor,
    /// To the left by 0 to 63.
    ShiftLeft,
    /// To the right by 0 to 63, zeros come in.
    ShiftRight,
    /// The lesser, with sign.
    Least,
    /// The greater, with sign.
    Greatest,
}

/// Work done by a function of the run-time: see `runtime`. Each takes numbers and gives one; those that write lists write to
/// cells that the lowering set aside. A negative answer of those marked * is trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Helper {
    /// gcd(a, b), both not negative
    Gcd,
    /// isqrt(n), not negative
    Isqrt,
    /// * floor_phi(n), not negative
    FloorPhi,
    /// is_fibonacci(n), not negative
    IsFibonacci,
    /// popcount(n), not negative
    Popcount,
    /// * nim_product(a, b), both not negative
    NimProduct,
    /// * a ** b, b not negative; gives the absolute value's trouble only: negative bases are troubled by the lowering
    Power,
    /// sort(address, count): the cells in ascending order
    Sort,
    /// sort_distinct(address, count): ascending, each once; answers how many are left
    SortDistinct,
    /// copy(from, to, count): cells; the two may overlap
    Copy,
    /// fill(address, count, value)
    Fill,
    /// equal(address a, address b, count): 1 if all cells are equal
    Equal,
    /// compare(address a, count a, address b, count b): -1, 0 or 1 in the order of lists
    Compare,
    /// * reachable(lists, count, from, into): `lists` is count pairs (address, length); writes count cells of 0 or 1
    Reachable,
    /// * attached(edges, count, alive, root, into): `edges` is count pairs (address, length)
    Attached,
}

/// One instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Instruction {
    /// to = number
    Constant(Reg, i64),
    /// to = from
    Copy(Reg, Reg),
    /// to = the key's word of that number, its bits taken as they are
    Word(Reg, u32),
    /// to = a operation b
    Compute(Arithmetic, Reg, Reg, Reg),
    /// to = a operation number
    ComputeConstant(Arithmetic, Reg, Reg, i64),
    /// to = 1 if the test holds of a and b, else 0
    Is(Test, Reg, Reg, Reg),
    /// to = if condition is not 0 then a else b
    Select(Reg, Reg, Reg, Reg),
    /// to = how many bits of it are 1
    CountOnes(Reg, Reg),
    /// to = the cell at address + offset
    Load(Reg, Reg, i64),
    /// the cell at address + offset = from
    Store(Reg, i64, Reg),
    /// to = helper(arguments)
    Call(Helper, Reg, Vec<Reg>),
    /// goes on at the label
    Jump(Label),
    /// goes on at the label if the test holds of a and b
    Branch(Test, Reg, Reg, Label),
    /// goes on at the label if the test holds of a and the number
    BranchConstant(Test, Reg, i64, Label),
    /// The option being made leaves this part: its key's words. All words are always listed.
    Part(Vec<Reg>),
    /// The option is complete: (kind of move, register of 0 or 1 for `again` if it can be, register of the gain if any).
    /// Its parts are those since the option before.
    Option(u16, Option<Reg>, Option<Reg>),
    /// Play ended by that end clause (a number), in that way.
    Ended(u32, Verdict),
    /// All moves are listed. Comes once, at the end of the moves; what follows runs only if no option was listed, and
    /// says what that means.
    Done,
    /// There is no move, and this is what it means.
    Stuck(Verdict),
    /// The machine cannot say.
    Trouble,
}

/// How play ends, about the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// He wins.
    Win,
    /// He loses.
    Lose,
    /// Nobody wins.
    Draw,
    /// He gets the points in the register.
    Score(Reg),
}

/// A piece of straight code with loops and branches. Every path ends in `Ended`, `Stuck`, `Trouble`, or `Done` with options.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code {
    /// The instructions; labels are places in this list.
    pub instructions: Vec<Instruction>,
    /// How many registers it uses.
    pub registers: u32,
}

/// A lowered game.
#[derive(Clone, Debug)]
pub struct Program {
    /// Whether a key is a position at all: `Done` if so, `Trouble` if not. `None` where every key is one whose numbers are in
    /// range.
    pub valid: Option<Code>,
    /// First the end clauses, then the moves, `Done`, and what being stuck means.
    pub look: Code,
    /// The end clauses alone: `Ended`, or `Done` where none holds. `None` where there are no end clauses.
    pub ended: Option<Code>,
    /// How many words a key has.
    pub words: u32,
    /// Every option is exactly one part, earns nothing, and the other player moves next.
    pub plain: bool,
    /// The memory that a run starts with: givens and constants.
    pub constants: Vec<i64>,
    /// How many cells there are in all, room for work included. Loads and stores stay below.
    pub cells: usize,
}
