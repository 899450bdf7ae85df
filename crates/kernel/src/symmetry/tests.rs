use super::*;
use crate::encode::Wishes;
use crate::kernel::{Engine, Kernel};
use crate::machine::{Machine, Options};
use grundy_rules::read;
use std::collections::BTreeSet;
use std::sync::Arc;

const TIC_TAC_TOE: &str = "game ttt(board: [{'.', 'X', 'O'}; 3, 3])
players X, O
symmetry board rotate, reflect
let line(p) =
  any(all(board[i, j] == p for j in 0..2) for i in 0..2) or
  any(all(board[i, j] == p for i in 0..2) for j in 0..2) or
  all(board[i, i] == p for i in 0..2) or
  all(board[i, 2 - i] == p for i in 0..2)
X wins if line('X')
O wins if line('O')
move place(i in 0..2, j in 0..2) if board[i, j] == '.' -> with board[i, j] = mover
stuck draws
start \"... / ... / ...\"";

const CONNECT: &str = "game connect(board: [{'.', 'X', 'O'}; rows, cols])
given rows: int in 1.. = 4, cols: int in 1.. = 4
players X, O
symmetry board SYMMETRY
X wins if any(all(board[i, j + t] == 'X' for t in 0..2) for i in 0..rows - 1, j in 0..cols - 3)
O wins if any(all(board[i + t, j] == 'O' for t in 0..2) for i in 0..rows - 3, j in 0..cols - 1)
move place(i in 0..rows - 1, j in 0..cols - 1)
  if board[i, j] == '.' and (i == rows - 1 or board[i + 1, j] != '.') -> with board[i, j] = mover
stuck draws
start [['.' for _ in 1..cols] for _ in 1..rows]";

fn kernel(rules: &str, root: &str) -> Kernel {
    let game = read(rules).unwrap_or_else(|mistakes| panic!("{mistakes:?}\n{rules}"));
    let givens = game.givens.iter().map(|_| None).collect();
    let instance = Arc::new(Instance::new(game, givens).unwrap());
    let mut roots = vec![instance.parse_part(root).unwrap()];
    // Two heaps are laid out alike when both may be as large as the larger.
    roots.extend(root.split_once(',').and_then(|(a, b)| instance.parse_part(&format!("{b},{a}")).ok()));
    Kernel::new(&instance, &roots, &Wishes::default()).unwrap()
}

/// Returns how many images a root has; asserts that all have the same options up to symmetry.
fn images(rules: &str, root: &str) -> usize {
    let kernel = kernel(rules, root);
    let symmetries = kernel.symmetries();
    let part = kernel.instance().parse_part(root).unwrap();
    let mover = kernel.instance().first_mover(None);
    let key: u64 = kernel.encode(&part, mover).unwrap();
    let mut runner = kernel.runner(Engine::Interpreter).unwrap();
    let mut forms = |key: u64| {
        let mut options = Options::default();
        Machine::<u64>::look(&mut runner, key, &mut options);
        options.parts::<u64>().map(|option| symmetries.canonical(option)).collect::<BTreeSet<u64>>()
    };
    let own = forms(key);
    let images = symmetries.images(key);
    for image in &images {
        assert_eq!(forms(*image), own);
    }
    images.len()
}

#[test]
fn turns_of_a_square_are_proved() {
    assert_eq!(images(TIC_TAC_TOE, "X.. / ... / ..."), 4);
    assert_eq!(images(TIC_TAC_TOE, "XO. / ... / ..."), 8);
    assert_eq!(images(TIC_TAC_TOE, "... / .X. / ..."), 1);
}

#[test]
fn a_turn_that_does_not_hold_is_not_used() {
    // One line less, and only half of the turns are left; without its counterpart a diagonal leaves one.
    let rules = TIC_TAC_TOE.replace("any(all(board[i, j] == p for i in 0..2) for j in 0..2) or", "");
    assert_eq!(images(&rules, "XO. / ... / ..."), 2);
    let rules = TIC_TAC_TOE.replace("or\n  all(board[i, 2 - i] == p for i in 0..2)", "");
    assert_eq!(images(&rules, "XO. / ... / ..."), 1);
    let rules = TIC_TAC_TOE.replace("if board[i, j] == '.' ->", "if board[i, j] == '.' and i + j < 4 ->");
    assert_eq!(images(&rules, "XO. / ... / ..."), 1);
}

#[test]
fn gravity_leaves_one_reflection() {
    assert_eq!(images(&CONNECT.replace("SYMMETRY", "reflect"), ".... / .... / .... / X..."), 2);
    assert_eq!(images(&CONNECT.replace("SYMMETRY", "reflect, flip"), ".... / .... / .... / X..."), 2);
    assert_eq!(images(&CONNECT.replace("SYMMETRY", "flip"), ".... / .... / .... / X..."), 1);
}

#[test]
fn heaps_are_exchanged_where_the_rules_allow() {
    let wythoff = "game wythoff(a, b) symmetry swap a, b
        move left(k in 1..a) -> (a - k, b) move right(k in 1..b) -> (a, b - k)
        move both(k in 1..min(a, b)) -> (a - k, b - k)";
    assert_eq!(images(wythoff, "5,3"), 2);
    assert_eq!(images(&wythoff.replace("1..min(a, b)", "1..min(b, a)"), "5,3"), 2);
    assert_eq!(images(&wythoff.replace("right(k in 1..b)", "right(k in 1..b) if k != 2"), "5,3"), 1);
    assert_eq!(images(&wythoff.replace("(a, b - k)", "(b - k, a)"), "5,3"), 1);
    let cutting = "game cutting(w: int in 1.., h: int in 1..) symmetry swap w, h win if w == 1 and h == 1
        move across(k in 1..w - 1) -> (k, h) plus (w - k, h) move down(k in 1..h - 1) -> (w, k) plus (w, h - k)";
    assert_eq!(images(cutting, "4,3"), 2);
    assert_eq!(
        images(&cutting.replace("h: int in 1..", "h: int in 2..").replace("k in 1..h - 1", "k in 2..h - 2"), "4,4"),
        1
    );
}

#[test]
fn unsupported_symmetries_are_not_used() {
    let rules = "game halves(a, b) symmetry swap a, b
        move left(k in 1..a / 2) -> (a - k, b) move right(k in 1..b / 2) -> (a, b - k)";
    assert_eq!(images(rules, "5,3"), 1);
    assert_eq!(images(&rules.replace(" / 2", ""), "5,3"), 2);
}
