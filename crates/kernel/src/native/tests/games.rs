//! Hand-assembled games list the moves that their rules say.

use super::*;
use crate::interpret::Interpreter;
use crate::machine::{End, Expansion, Head, Options};
use crate::native::{Native, compile};

/// Result of a position, options as lists of (parts, rule, again, gain).
type Listed = (Expansion, Vec<(Vec<u64>, u16, u16, i64)>);

fn gathered(look: Expansion, options: &Options, plain: bool) -> Listed {
    if look != Expansion::Open {
        return (look, Vec::new());
    }
    if plain {
        assert!(options.heads.is_empty());
        return (look, options.words.iter().map(|word| (vec![*word], 0, 0, 0)).collect());
    }
    let mut from = 0;
    let list = options.heads.iter().map(|head: &Head| {
        let parts = options.words[from..head.parts_end as usize].to_vec();
        from = head.parts_end as usize;
        (parts, head.rule, head.again, head.gain)
    });
    (look, list.collect())
}

/// Checks that both machines give the expected result.
#[track_caller]
fn check(program: Program, keys: std::ops::Range<u64>, expected: impl Fn(u64) -> Listed) {
    let program = shared(program);
    let mut interpreter = Interpreter::new(program.clone());
    let mut native: Native = compile(program.clone()).unwrap();
    let (mut options, mut others) = (Options::default(), Options::default());
    for key in keys {
        let look = interpreter.look(&[key], &mut options);
        assert_eq!(gathered(look, &options, program.plain), expected(key), "interpreted {key}");
        let look = native.look(&[key], &mut others);
        assert_eq!(gathered(look, &others, program.plain), expected(key), "native {key}");
        let ended = Some(look).filter(|look| matches!(look, Expansion::Ended(..)));
        assert_eq!(interpreter.ended(&[key]), ended);
        assert_eq!(native.clone().ended(&[key]), ended);
    }
    assert_eq!(native.look(&[], &mut others), Expansion::Unsupported);
}

fn open_or(options: Vec<(Vec<u64>, u16, u16, i64)>, stuck: End) -> Listed {
    (if options.is_empty() { Expansion::Stuck(stuck) } else { Expansion::Open }, options)
}

#[test]
fn nim_lists_all_smaller_heaps() {
    // More than the first capacity for options, so that it grows.
    check(nim(), 0..1000, |n| open_or((0..n).rev().map(|left| (vec![left], 0, 0, 0)).collect(), End::Lose));
}

#[test]
fn kayles_lists_pairs_of_rows() {
    check(kayles(), 0..300, |n| {
        let rows = (1..=n.min(2)).flat_map(|taken| (0..=n - taken).map(move |a| (vec![a, n - taken - a], 0, 0, 0)));
        open_or(rows.collect(), End::Lose)
    });
}

#[test]
fn gains_and_second_moves_are_listed() {
    check(scoring(), 0..50, |n| {
        let takes = (1..=n.min(3)).map(|k| (vec![n - k], 3, u16::from(k == 2), ((n - k) % 5) as i64));
        open_or(takes.collect(), End::Score(n as i64))
    });
}

#[test]
fn end_clauses_come_before_moves() {
    check(ending(), 0..200, |n| match n {
        n if n % 7 == 3 => (Expansion::Ended(0, End::Draw), Vec::new()),
        n if n % 11 == 5 => (Expansion::Ended(1, End::Win), Vec::new()),
        n if n % 13 == 6 => (Expansion::Ended(2, End::Lose), Vec::new()),
        n => open_or((1..=n.min(3)).map(|k| (vec![n - k], 0, 0, 0)).collect(), End::Win),
    });
}

#[test]
fn the_mover_changes_with_the_move() {
    // Left (bit 0 is 0) takes one or two, Right takes one or three.
    let mut code = Assembly::default();
    let word = code.word(0);
    let (n, mover) = (code.with(Arithmetic::ShiftRight, word, 1), code.with(Arithmetic::And, word, 1));
    let other = code.with(Arithmetic::Xor, mover, 1);
    let more = code.with(Arithmetic::Add, mover, 2);
    let one = code.constant(1);
    for taken in [one, more] {
        let past = code.label();
        code.push(Instruction::Branch(Test::Less, n, taken, past));
        let left = code.compute(Arithmetic::Subtract, n, taken);
        let key = code.pair(left, other, 1);
        code.option(&[key]);
        code.index(past);
    }
    check(program(code.stuck(Verdict::Draw), Shape::Plain), 0..100, |key| {
        let (n, mover) = (key >> 1, key & 1);
        let takes = [1, 2 + mover].into_iter().filter(|taken| *taken <= n);
        open_or(takes.map(|taken| (vec![(n - taken) << 1 | (1 - mover)], 0, 0, 0)).collect(), End::Draw)
    });
}

#[test]
fn validity_code_is_run() {
    let mut program = nim();
    let mut code = Assembly::default();
    let n = code.word(0);
    let wrong = code.label();
    let odd = code.with(Arithmetic::And, n, 1);
    code.push(Instruction::BranchConstant(Test::Equal, odd, 1, wrong));
    code.push(Instruction::Done);
    code.index(wrong);
    code.push(Instruction::Unsupported);
    program.valid = Some(code.finish());
    let program = shared(program);
    let (mut interpreter, mut native) = (Interpreter::new(program.clone()), compile(program).unwrap());
    for key in 0..10 {
        assert_eq!(interpreter.valid(&[key]), key % 2 == 0);
        assert_eq!(native.valid(&[key]), key % 2 == 0);
    }
}

#[test]
fn unsupported_programs_are_refused_with_a_sentence() {
    let mut wrong = nim();
    wrong.look.instructions.pop();
    wrong.look.instructions.push(Instruction::Jump(1000));
    assert!(compile(shared(wrong)).err().unwrap().to_string().contains("cannot be carried out"));
    let mut off = nim();
    off.look.instructions.truncate(1);
    assert!(compile(shared(off)).err().unwrap().to_string().contains("runs off"));
    let mut huge = nim();
    huge.look.instructions = vec![Instruction::Unsupported; 200_001];
    assert!(compile(shared(huge)).err().unwrap().to_string().contains("too many"));
}

#[test]
fn threads_share_the_code_and_it_outlives_the_first_machine() {
    let native = compile(shared(nim())).unwrap();
    let threads: Vec<_> = (0..4u64)
        .map(|n| {
            let mut native = native.clone();
            std::thread::spawn(move || {
                let mut options = Options::default();
                native.look(&[n], &mut options);
                options.words.len() as u64
            })
        })
        .collect();
    drop(native);
    let counts: Vec<u64> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert_eq!(counts, [0, 1, 2, 3]);
}
