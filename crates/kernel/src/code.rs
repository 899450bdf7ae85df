//! The instructions that rules are lowered to: one list, run by an interpreter or compiled to native code.
//!
//! Registers hold 64-bit numbers; true is 1, false is 0, a symbol is its index in the game's list of symbols. Lists lie
//! in a memory of 64-bit cells: first the givens and constants, which never change, then scratch space. The lowering
//! has proved or tests every index and every range, so no instruction can fail except those that say so.

/// Number of a register.
pub type Reg = u32;

/// Index of an instruction.
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
    /// a < b, unsigned
    Below,
    /// a <= b, unsigned
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
    /// Unsupported if it overflows.
    CheckedAdd,
    /// Unsupported if it overflows.
    CheckedSubtract,
    /// Unsupported if it overflows.
    CheckedMultiply,
    /// Rounded down; the divisor is known to be positive.
    Divide,
    /// Remainder of division, never negative; the divisor is known to be positive.
    Remainder,
    /// Bitwise.
    And,
    /// Bitwise.
    Or,
    /// Bitwise.
    Xor,
    /// To the left by 0 to 63.
    ShiftLeft,
    /// To the right by 0 to 63, shifting in zeros.
    ShiftRight,
    /// The lesser, signed.
    Least,
    /// The greater, signed.
    Greatest,
}

/// A function of the run-time: see `runtime`. Each takes numbers and returns one; those that write lists write to cells
/// that the lowering has allocated. A negative result of those marked * means failure.
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
    /// * lcm(a, b), both not negative
    Lcm,
    /// is_prime(n), not negative
    IsPrime,
    /// * prime_factors(n, into), n positive: writes at most 63 cells and returns how many
    PrimeFactors,
    /// * divisors(n, into, max), n positive: writes at most `max` cells and returns how many
    Divisors,
    /// valuation(n, p), n positive, p at least 2
    Valuation,
    /// log2(n), positive
    Log2,
    /// * digits(n, base, into), base at least 2: writes at most 63 cells and returns how many
    Digits,
    /// * floor_sqrt(d, n), both not negative
    FloorSqrt,
    /// * nim_product(a, b), both not negative
    NimProduct,
    /// * a ** b, b not negative; the lowering excludes negative bases
    Power,
    /// sort(address, count): the cells in ascending order
    Sort,
    /// sort_distinct(address, count): ascending, each once; returns how many are left
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
    /// to = the key's word of that index, its bits as they are
    Word(Reg, u32),
    /// to = a operation b
    Compute(Arithmetic, Reg, Reg, Reg),
    /// to = a operation number
    ComputeConstant(Arithmetic, Reg, Reg, i64),
    /// to = 1 if the test holds of a and b, else 0
    Is(Test, Reg, Reg, Reg),
    /// to = if condition is not 0 then a else b
    Select(Reg, Reg, Reg, Reg),
    /// to = number of 1 bits in it
    CountOnes(Reg, Reg),
    /// to = the cell at address + offset
    Load(Reg, Reg, i64),
    /// the cell at address + offset = from
    Store(Reg, i64, Reg),
    /// to = helper(arguments)
    Call(Helper, Reg, Vec<Reg>),
    /// continues at the label
    Jump(Label),
    /// continues at the label if the test holds of a and b
    Branch(Test, Reg, Reg, Label),
    /// continues at the label if the test holds of a and the number
    BranchConstant(Test, Reg, i64, Label),
    /// The current option leaves this part: its key's words. All words are always listed.
    Part(Vec<Reg>),
    /// The option is complete: (kind of move, register of 0 or 1 for `again` if it can be, register of the gain if
    /// any). Its parts are those since the previous option.
    Option(u16, Option<Reg>, Option<Reg>),
    /// Play ended by the end clause of that number, with this verdict.
    Ended(u32, Verdict),
    /// All moves are listed. Comes once, after the moves; what follows runs only if no option was listed, and says what
    /// that means.
    Done,
    /// There is no move, with this verdict.
    Stuck(Verdict),
    /// The machine cannot decide.
    Unsupported,
}

/// How play ends, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Lose,
    /// Neither player wins.
    Draw,
    /// The player to move gets the points in the register.
    Score(Reg),
}

/// Straight code with loops and branches. Every path ends in `Ended`, `Stuck`, `Unsupported`, or `Done` with options.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code {
    /// The instructions; labels are indices into this list.
    pub instructions: Vec<Instruction>,
    /// Number of registers used.
    pub registers: u32,
}

/// A lowered game.
#[derive(Clone, Debug)]
pub struct Program {
    /// Decides whether a key is a position: `Done` if so, `Unsupported` if not. `None` if every key is one whose
    /// numbers are in range.
    pub valid: Option<Code>,
    /// First the end clauses, then the moves, `Done`, and what being stuck means.
    pub look: Code,
    /// The end clauses alone: `Ended`, or `Done` if none holds. `None` if there are no end clauses.
    pub ended: Option<Code>,
    /// Number of words of a key.
    pub words: u32,
    /// True if every option is exactly one part, earns nothing, and the other player moves next.
    pub plain: bool,
    /// Memory that a run starts with: givens and constants.
    pub constants: Vec<i64>,
    /// Total number of cells, including scratch space. Loads and stores stay below.
    pub cells: usize,
}
