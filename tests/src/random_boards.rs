//! Random rule texts of the shapes that only some methods of solving support: boards that fill up, boards whose moves
//! are local, boards on which a pattern wins, numbers that are lowered alike, heaps that are taken from and cut, tokens
//! on a graph.
//!
//! In: a seed. Out: the text of a game and small positions of it, as in [`random_rules`](crate::random_rules).

use crate::random_rules::{Dice, RandomGame};

/// Number of positions per game.
const POSITIONS: usize = 24;

/// Returns the game of this seed.
pub fn random_board(seed: u64) -> RandomGame {
    let mut dice = Dice::new(seed ^ 0xB0A4D);
    let (text, mut positions) = match seed / 3 % 9 {
        0 => placement(&mut dice, false),
        1 => placement(&mut dice, true),
        2 => local(&mut dice),
        3 => patterns(&mut dice),
        4 => lines(&mut dice),
        5 => heaps(&mut dice),
        6 => token(&mut dice),
        7 => points(&mut dice),
        _ => compounds(&mut dice),
    };
    positions.sort();
    positions.dedup();
    RandomGame { text, positions, twins: Vec::new() }
}

/// Returns a text of cells; one in `once_in` is filled.
fn cells(dice: &mut Dice, rows: u64, columns: u64, filled: &[&str], once_in: u64) -> String {
    let mut text = String::new();
    for row in 0..rows {
        if row > 0 {
            text.push('/');
        }
        for _ in 0..columns {
            text += if dice.once_in(once_in) { dice.one_of(filled) } else { "." };
        }
    }
    text
}

/// Cells are filled if some are free: by both players alike, or by each in a different way.
fn placement(dice: &mut Dice, players: bool) -> (String, Vec<String>) {
    let (rows, columns) = (dice.within(1, 3), dice.within(2, 4));
    let mut text = format!("game g(b: [{{'.', '#'}}; {rows}, {columns}])\n");
    if players {
        text += "players A, B\n";
    }
    for rule in 0..dice.within(1, 3) + u64::from(players) {
        // A few cells of a small box, including the first.
        let (height, width) = (dice.within(1, rows.min(2)), dice.within(1, columns.min(3)));
        let mut offsets = vec![(0, 0)];
        offsets.extend((0..height).flat_map(|i| (0..width).map(move |j| (i, j))).filter(|at| *at != (0, 0)));
        let mut shape = vec![offsets.remove(0)];
        shape.extend(offsets.into_iter().filter(|_| dice.once_in(2)));
        let cell = |(i, j): &(u64, u64)| format!("b[i + {i}, j + {j}]");
        let needs: Vec<String> = shape.iter().map(|at| format!("{} == '.'", cell(at))).collect();
        // Some of the cells that must be free may stay so.
        let fills = shape.iter().enumerate().filter(|(index, _)| *index == 0 || !dice.once_in(4));
        let fills: Vec<String> = fills.map(|(_, at)| format!("{} = '#'", cell(at))).collect();
        let side = match players {
            true => ["A ", "B ", ""][if rule < 2 { rule as usize } else { dice.below(3) as usize }],
            false => "",
        };
        text += &format!(
            "{side}move m{rule}(i in 0..{}, j in 0..{}) if {} -> with {}\n",
            rows - height,
            columns - width,
            needs.join(" and "),
            fills.join(", ")
        );
    }
    let positions = (0..POSITIONS).map(|at| {
        let side = if players && at % 2 == 1 { "B: " } else { "" };
        format!("{side}{}", cells(dice, rows, columns, &["#"], 4))
    });
    let mut positions: Vec<String> = positions.collect();
    if !players {
        positions.push(format!("{} {}", cells(dice, rows, columns, &["#"], 2), cells(dice, rows, columns, &["#"], 2)));
    }
    (text, positions)
}

/// Neighbours on a strip are rewritten, and something is lost each time, so that play ends.
fn local(dice: &mut Dice) -> (String, Vec<String>) {
    const MARKS: [char; 3] = ['.', 'o', 'x'];
    let mut text = "game g(s: [{'.', 'o', 'x'}])\n".to_owned();
    let mut made = 0;
    while made < 3 {
        let width = dice.within(1, 3);
        let before: Vec<u64> = (0..width).map(|_| dice.below(3)).collect();
        let after: Vec<u64> = (0..width).map(|_| dice.below(3)).collect();
        if after.iter().sum::<u64>() >= before.iter().sum() {
            continue;
        }
        let is = |at: usize| format!("s[i + {at}] == '{}'", MARKS[before[at] as usize]);
        let becomes = |at: usize| format!("s[i + {at}] = '{}'", MARKS[after[at] as usize]);
        let indices = 0..width as usize;
        let guard: Vec<String> = indices.clone().map(is).collect();
        let changes: Vec<String> = indices.map(becomes).collect();
        text += &format!(
            "move m{made}(i in 0..len(s) - {width}) if {} -> with {}\n",
            guard.join(" and "),
            changes.join(", ")
        );
        made += 1;
        if dice.once_in(2) {
            break;
        }
    }
    // To a method that reads regions off the rules, a board of another length is another board.
    let length = dice.within(4, 8);
    (text, (0..POSITIONS).map(|_| cells(dice, 1, length, &["o", "x"], 2)).collect())
}

/// Marks are put on a strip or a small board; the player who makes a pattern wins or loses.
fn patterns(dice: &mut Dice) -> (String, Vec<String>) {
    let (rows, columns) = [(1, 6), (1, 7), (2, 3), (3, 3), (2, 4)][dice.below(5) as usize];
    let mut text = format!("game g(b: [{{'.', 'X', 'O'}}; {rows}, {columns}])\nplayers X, O\n");
    let length = dice.within(2, 3).min(columns);
    let last = columns - length;
    let upright = if rows > 1 {
        format!(" or any(all(b[i, j] == p for i in 0..{}) for j in 0..{})", rows - 1, columns - 1)
    } else {
        String::new()
    };
    text += &format!(
        "let line(p) = any(all(b[i, j + k] == p for k in 0..{}) for i in 0..{}, j in 0..{last}){upright}\n",
        length - 1,
        rows - 1
    );
    let (first, second) = if dice.once_in(3) { ("O", "X") } else { ("X", "O") };
    text += &format!("{first} wins if line('X')\n{second} wins if line('O')\n");
    text += &format!("stuck {}\n", dice.one_of(&["draws", "wins", "X wins", "O wins"]));
    let mark = dice.one_of(&["mover", "mover", "other", "'X'"]);
    text += &format!(
        "move put(i in 0..{}, j in 0..{}) if b[i, j] == '.' -> with b[i, j] = {mark}\n",
        rows - 1,
        columns - 1
    );
    if dice.once_in(3) {
        text += &format!(
            "move two(j in 0..{}) if b[0, j] == '.' and b[0, j + 1] == '.' -> with b[0, j] = other, b[0, j + 1] = mover\n",
            columns - 2
        );
    }
    let position = |at: usize, dice: &mut Dice| {
        let side = if at % 2 == 1 { "O: " } else { "" };
        format!("{side}{}", cells(dice, rows, columns, &["X", "O"], 2))
    };
    (text, (0..POSITIONS).map(|at| position(at, dice)).collect())
}

/// Some of several numbers are lowered by the same amount.
fn lines(dice: &mut Dice) -> (String, Vec<String>) {
    let names = ["a", "b", "c", "d"];
    let count = dice.within(3, 4) as usize;
    let names = &names[..count];
    let mut text = format!("game g({})\n", names.join(", "));
    for rule in 0..dice.within(2, 5) {
        let mut chosen: Vec<bool> = (0..count).map(|_| dice.once_in(2)).collect();
        let sure = dice.below(count as u64) as usize;
        chosen[sure] = true;
        let lowered: Vec<&str> = names.iter().zip(&chosen).filter(|(_, is)| **is).map(|(name, _)| *name).collect();
        let max = if lowered.len() == 1 { lowered[0].to_owned() } else { format!("min({})", lowered.join(", ")) };
        let to: Vec<String> = names
            .iter()
            .zip(&chosen)
            .map(|(name, is)| if *is { format!("{name} - k") } else { (*name).to_owned() })
            .collect();
        text += &format!("move m{rule}(k in 1..{max}) -> ({})\n", to.join(", "));
    }
    let position = |dice: &mut Dice| {
        let numbers: Vec<String> = (0..count).map(|_| dice.below(5).to_string()).collect();
        numbers.join(",")
    };
    (text, (0..POSITIONS).map(|_| position(dice)).collect())
}

/// Octal games: some tokens are taken from a heap, and what is left may be nothing, one heap or two.
fn heaps(dice: &mut Dice) -> (String, Vec<String>) {
    let mut text = "game g(n)\n".to_owned();
    if dice.once_in(3) {
        text += "stuck wins\n";
    }
    let mut made = 0;
    for taken in 1..=dice.within(1, 4) {
        let digit = if made == 0 { dice.within(1, 7) } else { dice.below(8) };
        made += u64::from(digit != 0);
        if digit & 1 != 0 {
            text += &format!("move all{taken} if n == {taken} -> nothing\n");
        }
        if digit & 2 != 0 {
            text += &format!("move take{taken} if n > {taken} -> n - {taken}\n");
        }
        if digit & 4 != 0 {
            text += &format!("move cut{taken}(a in 1..n - {}) -> a plus n - {taken} - a\n", taken + 1);
        }
    }
    let mut positions: Vec<String> = (1..16).map(|n| n.to_string()).collect();
    positions.extend((0..8).map(|_| format!("{} {}", dice.below(9), dice.below(9))));
    positions.push(format!("{} {} {}", dice.below(6), dice.below(6), dice.below(6)));
    (text, positions)
}

/// Heaps with other compound rules, decided by a number of each heap.
fn compounds(dice: &mut Dice) -> (String, Vec<String>) {
    let mut text = "game g(n)\n".to_owned();
    if dice.once_in(5) {
        text += &format!("compound {}\nmove take(k in 1..n) -> n - k\n", dice.one_of(&["upto 2", "upto 3"]));
    } else {
        text += &format!("compound {}\n", dice.one_of(&["every", "short", "some"]));
        if dice.once_in(3) {
            text += "stuck wins\n";
        }
        let low = dice.within(1, 2);
        text += &format!("move take(k in {low}..min({}, n)) -> n - k\n", dice.within(low, 5));
        if dice.once_in(2) {
            let taken = dice.below(3);
            text += &format!("move cut(a in 1..n - {}) -> a plus n - {taken} - a\n", taken + 1);
        }
        if dice.once_in(3) {
            text += &format!("move burn if n in {}..{} -> nothing\n", dice.within(2, 3), dice.within(3, 6));
        }
    }
    // Moves that cut make sums of many parts, which the reference lists.
    let max = if text.contains("cut") { 5 } else { 8 };
    let position = |dice: &mut Dice| {
        let parts: Vec<String> = (0..dice.within(1, 3)).map(|_| dice.below(max).to_string()).collect();
        parts.join(" ")
    };
    (text, (0..POSITIONS).map(|_| position(dice)).collect())
}

/// A token on a given graph, as in the file of the catalogue.
fn token(dice: &mut Dice) -> (String, Vec<String>) {
    let size = dice.within(3, 12);
    let forward = dice.once_in(2);
    let node = |from: u64, dice: &mut Dice| {
        let nodes: Vec<String> = (0..dice.below(4))
            .map(|_| dice.below(size))
            .filter(|to| !forward || *to < from)
            .map(|to| to.to_string())
            .collect();
        format!("[{}]", nodes.join(", "))
    };
    let nodes: Vec<String> = (0..size).map(|from| node(from, dice)).collect();
    let stuck = if dice.once_in(3) { "stuck wins\n" } else { "" };
    let text = format!(
        "game g(v in 0..len(next) - 1)\ngiven next: [[int in 0..]] = [{}]\n{stuck}move go(u in next[v]) -> u\n",
        nodes.join(", ")
    );
    let mut positions: Vec<String> = (0..size).map(|v| v.to_string()).collect();
    positions.extend((0..8).map(|_| format!("{} {}", dice.below(size), dice.below(size))));
    (text, positions)
}

/// Numbers or cells are taken for points, with or without another turn.
fn points(dice: &mut Dice) -> (String, Vec<String>) {
    let players = dice.once_in(2);
    let mut text = "game g(s: [int in 0..9])\n".to_owned();
    if players {
        text += "players A, B\n";
    }
    text += &format!("ties {}\n", dice.one_of(&["draw", "first"]));
    text += "move front if len(s) > 0 gain s[0] -> s[1..]\n";
    let again = ["", "again if s[len(s) - 1] == 3: "][dice.below(2) as usize];
    text += &format!(
        "move back if len(s) > {} gain s[len(s) - 1] - {} -> {again}s[0..len(s) - 2]\n",
        dice.below(2),
        dice.below(2)
    );
    if dice.once_in(2) {
        text += &format!("move skip if len(s) > 2 gain {} - s[0] -> s[2..]\n", dice.below(5));
    }
    let position = |at: usize, dice: &mut Dice| {
        let side = if players && at % 2 == 1 { "B: " } else { "" };
        let numbers: Vec<String> = (0..dice.below(8)).map(|_| dice.below(10).to_string()).collect();
        format!("{side}[{}]", numbers.join(","))
    };
    (text, (0..POSITIONS).map(|at| position(at, dice)).collect())
}
