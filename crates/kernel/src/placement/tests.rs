use super::*;
use grundy_rules::{Instance, Meter, Position, Side, read, text};
use grundy_value::Random;
use std::collections::BTreeMap;

const CRAM: &str = include_str!("../../../../catalogue/grid/cram.game");
const DOMINEERING: &str = include_str!("../../../../catalogue/grid/domineering.game");
const BLOCKS: &str = include_str!("../../../../catalogue/grid/blocks.game");

#[track_caller]
fn instance(rules: &str, givens: &[(&str, &str)]) -> Instance {
    let game = read(rules).unwrap_or_else(|wrong| panic!("these rules are wrong: {wrong:?}"));
    let mut values = vec![None; game.givens.len()];
    for (name, written) in givens {
        let (index, value) = text::parse_given(&game, name, written).unwrap();
        values[index] = Some(value);
    }
    Instance::new(game, values).unwrap()
}

#[track_caller]
fn part_of(instance: &Instance, written: &str) -> Part {
    let position: Position = if written.is_empty() {
        instance.start().unwrap()
    } else {
        instance.parse_line(written, None).unwrap_or_else(|fault| panic!("{written}: {}", fault.sentence()))
    };
    position.only().unwrap().clone()
}

/// Recognises, and compares the moves with the reference evaluator at random positions and those that play from them
/// reaches.
#[track_caller]
fn agrees(rules: &str, givens: &[(&str, &str)], written: &str) -> Placement {
    let instance = instance(rules, givens);
    let start = part_of(&instance, written);
    let placement = Placement::recognise(&instance, &start).unwrap_or_else(|why| panic!("refused: {why}: {rules}"));
    let mut random = Random(7);
    let full = if placement.cells() == 128 { Cells::MAX } else { (1 << placement.cells()) - 1 };
    let mut compared = 0;
    for round in 0..60 {
        let mut part = if round == 0 {
            start.clone()
        } else {
            let mut cells = full;
            for _ in 0..random.next() % 3 {
                cells &= Cells::from(random.next()) << 64 | Cells::from(random.next());
            }
            let part = placement.part(cells);
            assert_eq!(placement.free_cells(&part), Some(cells));
            part
        };
        for _ in 0..6 {
            let movers = if placement.is_impartial() { vec![None] } else { vec![Some(Side::Left), Some(Side::Right)] };
            let mut next = Vec::new();
            for mover in movers {
                let free = placement.free_cells(&part).unwrap();
                let expected = instance.moves(&part, mover, &Meter::steps(10_000_000)).unwrap();
                let found: Vec<&PlacementMove> =
                    placement.moves().iter().filter(|mv| mv.side == mover && mv.need & !free == 0).collect();
                assert_eq!(found.len(), expected.len(), "{}", instance.print_part(&part));
                for (found, expected) in found.iter().zip(&expected) {
                    assert_eq!((found.rule, &found.choices), (expected.rule, &expected.choices));
                    assert_eq!(expected.to.len(), 1);
                    assert_eq!(placement.free_cells(&expected.to[0]), Some(free & !found.remove));
                    compared += 1;
                }
                let footprints = placement.footprints(mover.unwrap_or(Side::Left)).legal(free);
                let mut fast: Vec<Footprint> = footprints.collect();
                fast.sort();
                let slow = found.iter().map(|found| Footprint { need: found.need, remove: found.remove });
                let mut slow: Vec<Footprint> = slow.collect();
                slow.sort();
                slow.dedup();
                assert_eq!(fast, slow);
                next.extend(expected.into_iter().map(|mv| mv.to[0].clone()));
            }
            if next.is_empty() {
                break;
            }
            part = next[random.next() as usize % next.len()].clone();
        }
    }
    assert!(compared > 0, "no move was compared");
    placement
}

#[track_caller]
fn refused(rules: &str, givens: &[(&str, &str)], written: &str, because: &str) {
    let instance = instance(rules, givens);
    let start = part_of(&instance, written);
    let why = Placement::recognise(&instance, &start).expect_err("this is no placement game");
    assert!(why.to_string().contains(because), "{why}");
}

const ROW: &str = "......";

#[test]
fn boards_of_the_catalogue_are_recognised() {
    agrees(CRAM, &[], "");
    agrees(CRAM, &[("rows", "3"), ("cols", "5")], "");
    agrees(CRAM, &[("rows", "8"), ("cols", "16")], "");
    agrees(DOMINEERING, &[], "");
    agrees(DOMINEERING, &[("rows", "5"), ("cols", "3")], "");
    agrees(BLOCKS, &[("rows", "5"), ("cols", "4")], "");
}

#[test]
fn equivalent_rules_are_recognised() {
    agrees("game a(s: [{'.', 'X'}]) move m(i in 0..len(s) - 1) if s[i] != 'X' -> with s[i] = 'X'", &[], ROW);
    agrees("game a(s: [{'X', '.'}]) move m(i in 0..len(s) - 1) if not (s[i] == 'X') -> with s[i] = 'X'", &[], ROW);
    agrees("game a(s: [{'.', 'X'}]) move m(i in 0..len(s) - 1) if s[i] in {'.'} -> with s[i] = 'X'", &[], ROW);
    agrees(
        "game a(s: [{'.', 'X'}]) let at(i) = s[i] let free(c) = c == '.'
            move m(i in 0..len(s) - 1) if free(at(i)) and free(s[i]) -> with s[i] = 'X'",
        &[],
        ROW,
    );
    agrees(
        "game a(s: [{'.', 'X'}]) let room(i, k) = i + k <= len(s) and all(s[t] == '.' for t in i..i + k - 1)
            move m(i in 0..len(s) - 1, k in 1..3) if room(i, k) -> with (s[t] = 'X' for t in i..i + k - 1)",
        &[],
        ROW,
    );
    agrees(
        "game a(s: [{'.', 'X'}])
            move m(i in 0..len(s) - 2) if not any(s[t] == 'X' for t in i..i + 1) ->
              if i % 2 == 0 then with s[i] = 'X' else (with s[i] = 'X', s[i + 1] = 'X')",
        &[],
        ROW,
    );
    agrees("game a(s: [bool]) move m(i in 0..len(s) - 1) if s[i] -> with s[i] = false", &[], "[true,false,true]");
    agrees(
        "game a(s: [bool]) move m(i in 0..len(s) - 1, t = i * i) if not s[i] and t != 4 -> with s[i] = true",
        &[],
        "[true,false,true,false,false]",
    );
    // A component that no move changes is as good as a given.
    agrees(
        "game a(s: [{'.', 'X'}], k: int) move m(i in 0..len(s) - k) if all(s[t] == '.' for t in i..i + k - 1) ->
            with s[i] = 'X'",
        &[],
        "......,2",
    );
    // Three symbols, and a symbol that depends on who moves.
    agrees(
        "game a(s: [{'.', 'X', 'O'}; 3, 3]) players X, O
            move m(i in 0..2, j in 0..2) if s[i, j] == '.' -> with s[i, j] = mover
            X move two(i in 0..2, j in 0..1) if s[i, j] == '.' and s[i][j + 1] == '.' -> with s[i, j] = other",
        &[],
        ".../X.O/...",
    );
    // Rows of different lengths, and three dimensions.
    agrees("game a(s: [[{'.', 'X'}]]) move m(i in 0..len(s) - 1, j in 0..len(s[i]) - 2) if s[i, j] == '.' and s[i, j + 1] == '.' ->
            with s[i, j] = 'X'", &[], "[[\".\",\".\"],[\".\",\".\",\".\"]]");
    agrees(
        "game a(s: [[[bool; 2]; 2]; 2]) move m(i in 0..1, j in 0..1, k in 0..1) if s[i, j, k] -> with s[i, j, k] = false",
        &[],
        "[[[true,true],[true,false]],[[true,true],[true,true]]]",
    );
}

const KAYLES: &str =
    "game node_kayles(free: [bool; len(next)]) given next: [[int in 0..]] = [[1],[0,2],[1,3,4],[2],[2]]
    move take(v in 0..len(free) - 1) if free[v] -> with free[v] = false, (free[u] = false for u in next[v])";

#[test]
fn node_kayles_is_recognised() {
    agrees(KAYLES, &[], "[true,true,true,true,true]");
    let filtered = KAYLES.replace("in next[v]", "in next[v] if u != v and free[u]");
    agrees(&filtered, &[("next", "[[0,1],[0,2],[1,3,4],[2],[2]]")], "[true,true,true,true,true]");
    // A node that is its own neighbour is changed twice, and so is one that is listed twice.
    refused(KAYLES, &[("next", "[[0,1],[0],[]]")], "[true,true,true]", "twice");
    refused(KAYLES, &[("next", "[[1,1],[0],[]]")], "[true,true,true]", "twice");
    refused(KAYLES, &[("next", "[[1],[0],[3]]")], "[true,true,true]", "outside");
}

#[test]
fn near_misses_are_refused() {
    let row = |rule: &str, because: &str| refused(&format!("game a(s: [{{'.', 'X', 'O'}}]) {rule}"), &[], ROW, because);
    let mark = "move m(i in 0..len(s) - 1)";
    row(&format!("{mark} if s[i] == '.' -> with s[i] = 'X' stuck wins"), "play does not simply end");
    row(&format!("lose if s[0] == 'X' {mark} if s[i] == '.' -> with s[i] = 'X'"), "play does not simply end");
    row(&format!("{mark} if s[i] == '.' -> again if i == 3 with s[i] = 'X'"), "play does not simply end");
    row(&format!("{mark} if s[i] != 'X' -> with s[i] = 'X'"), "");
    row(&format!("{mark} if s[i] == '.' and s[0] != 'X' -> with s[i] = 'X'"), "tells filled cells apart");
    row(&format!("{mark} if s[i] == '.' or i == 2 and s[0] == '.' -> with s[i] = 'X'"), "");
    row(&format!("{mark} if s[i] == '.' and len(s) > 1 -> with s[i] = 'X', s[(i + 1) % len(s)] = '.'"), "frees a cell");
    row(&format!("{mark} if s[i] == '.' -> with s[i] = s[0]"), "depends on the board");
    row(&format!("{mark} if s[i] == '.' -> with s[(i + 1) % len(s)] = 'X'"), "might not end");
    row(&format!("{mark} -> with s[i] = 'X'"), "might not end");
    row(&format!("{mark} if s[i] == '.' -> s[0..i - 1] plus s[i + 1..len(s) - 1]"), "something else");
    row(&format!("{mark} if s[i] == '.' -> nothing"), "");
    row(&format!("{mark} if s[i] == '.' and s == s -> with s[i] = 'X'"), "as a whole");
    row(&format!("{mark} if s[i] == '.' and s[i] == s[0] -> with s[i] = 'X'"), "compares cells");
    row(&format!("{mark} if s[i] == '.' and count(c == '.' for c in s) > 2 -> with s[i] = 'X'"), "as a whole");
    row(&format!("{mark} if s[i] == '.' and count(s[t] == '.' for t in 0..1) == 2 -> with s[i] = 'X'"), "within");
    row(
        &format!("{mark} if s[i] == '.' -> if s[0] == '.' then with s[i] = 'X' else with s[i] = 'O'"),
        "depends on the board",
    );
    row(
        &format!(
            "{mark} if s[i] == '.' and len(s) > 2 -> with s[i] = 'X', (s[t] = 'X' for t in 0..0 if i > 0 and s[2] == '.')"
        ),
        "depends",
    );
    row("move m(i in 0..len(s) - 1, c = s[i]) if c == '.' -> with s[i] = 'X'", "read from the board");
    row("move m(i in 0..len(s) - 1, c in s) if s[i] == '.' and c == '.' -> with s[i] = 'X'", "as a whole");
    // If only some positions reach the fault, the reference evaluator has to decide.
    let far =
        "game a(s: [{'.', 'X'}]) given k: int = 0 move m(i in 0..len(s) - 1) if s[i] == '.' and s[i + k] == '.' ->
        with s[i] = 'X'";
    refused(far, &[("k", "1")], ROW, "outside");
    refused(&far.replace("s[i + k] == '.'", "1 / (1 - k) == 1"), &[("k", "1")], ROW, "division by zero");
    let twice = "game a(s: [{'.', 'X'}]) given k: int = 0 move m(i in 0..len(s) - 1) if len(s) > 1 and s[i] == '.' ->
        with s[i] = 'X', s[(i + 1 - k) % len(s)] = 'X'";
    refused(twice, &[("k", "1")], ROW, "twice");
    agrees(twice, &[], ROW);
    agrees(&far.replace("s[i] == '.' and", "i + k < len(s) and s[i] == '.' and"), &[("k", "1")], ROW);
    refused(
        "game a(s: [{'.', 'X'}], n: int) move m(i in 0..len(s) - 1) if s[i] == '.' -> with s[i] = 'X', n = n + 1",
        &[],
        "....,0",
        "components",
    );
    refused(
        "game a(s: [int in 0..1]) move m(i in 0..len(s) - 1) if s[i] == 0 -> with s[i] = 1",
        &[],
        "[0,0]",
        "symbols",
    );
    refused(CRAM, &[("rows", "12"), ("cols", "12")], "", "144 cells");
}

/// Computes parts by brute force: legal moves joined if they share a cell that some legal move needs.
fn slow_parts(placement: &Placement, free: Cells) -> Vec<Cells> {
    let legal: Vec<&PlacementMove> = placement.moves().iter().filter(|mv| mv.need & !free == 0).collect();
    let live = legal.iter().fold(0, |live, mv| live | mv.need);
    let mut parts: Vec<Cells> = legal.iter().map(|mv| mv.need | mv.remove & live).collect();
    loop {
        let clash =
            (0..parts.len()).find_map(|a| (a + 1..parts.len()).find(|b| parts[a] & parts[*b] != 0).map(|b| (a, b)));
        let Some((a, b)) = clash else { break };
        let gone = parts.swap_remove(b);
        parts[a] |= gone;
    }
    parts.sort_by_key(|part| part.trailing_zeros());
    parts
}

const STRIPS: &str =
    "game a(s: [{'.', 'X'}; 3, 6]) move m(i in 0..2, j in 0..3) if all(s[i, t] == '.' for t in j..j + 2) ->
    with s[i, j + 1] = 'X', s[(i + 1) % 3, j] = 'X'";

#[test]
fn parts_are_those_of_brute_force() {
    let grids = [("rows", "4"), ("cols", "5")];
    for (rules, givens, written) in [
        (CRAM, &grids[..], ""),
        (DOMINEERING, &grids[..], ""),
        (BLOCKS, &grids[..], ""),
        (KAYLES, &[], "[true,true,true,true,true]"),
        (STRIPS, &[], "....../....../......"),
        (CRAM, &[("rows", "8"), ("cols", "9")], ""),
        (BLOCKS, &[("rows", "8"), ("cols", "9")], ""),
    ] {
        let instance = instance(rules, givens);
        let placement = Placement::recognise(&instance, &part_of(&instance, written)).unwrap();
        let split = Split::new(&placement);
        let mut random = Random(3);
        let mut parts = Vec::new();
        for _ in 0..500 {
            let words = Cells::from(random.next()) << 50 ^ Cells::from(random.next() | random.next());
            let free = words & ((1 << placement.cells()) - 1);
            split.parts(free, &mut parts);
            assert_eq!(parts, slow_parts(&placement, free));
            assert_eq!(split.live(free), parts.iter().fold(0, |live, part| live | part));
        }
    }
}

#[test]
fn what_a_move_leaves_of_a_part_is_split_and_labelled_as_any_position() {
    let grids = [("rows", "4"), ("cols", "5")];
    for (rules, givens, written) in [
        (CRAM, &grids[..], ""),
        (DOMINEERING, &grids[..], ""),
        (BLOCKS, &grids[..], ""),
        (KAYLES, &[], "[true,true,true,true,true]"),
        (STRIPS, &[], "....../....../......"),
        (CRAM, &[("rows", "5"), ("cols", "8")], ""),
        (CRAM, &[("rows", "8"), ("cols", "9")], ""),
    ] {
        let instance = instance(rules, givens);
        let placement = Placement::recognise(&instance, &part_of(&instance, written)).unwrap();
        let (split, form) = (Split::new(&placement), NormalForm::new(&placement));
        let mut random = Random(5);
        let (mut parts, mut left, mut whole) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..300 {
            let words = Cells::from(random.next()) << 50 ^ Cells::from(random.next() | random.next());
            let free = if round == 0 { Cells::MAX } else { words };
            split.parts(free & ((1 << placement.cells()) - 1), &mut parts);
            for &part in &parts {
                let images = form.images(part);
                for side in [Side::Left, Side::Right] {
                    for footprint in placement.footprints(side).legal(part) {
                        split.parts(part & !footprint.remove, &mut whole);
                        split.parts_after(part, footprint.remove, &mut left);
                        left.sort_unstable_by_key(|part| part.trailing_zeros());
                        assert_eq!(left, whole, "{part:x} without {:x}", footprint.remove);
                        if let (Some(images), [only]) = (&images, &left[..]) {
                            assert_eq!(form.label_of_rest(images, part & !only), Some(form.label(*only)));
                        }
                    }
                }
            }
        }
    }
}

/// Computes the Grundy value or, with players, who wins for each mover, by brute force.
fn slow_value(placement: &Placement, free: Cells, known: &mut BTreeMap<Cells, u64>) -> u64 {
    if let Some(value) = known.get(&free) {
        return *value;
    }
    let mut of_sides = Vec::new();
    for side in [Side::Left, Side::Right] {
        let mut seen = std::collections::BTreeSet::new();
        for footprint in placement.footprints(side).legal(free).collect::<Vec<_>>() {
            let next = slow_value(placement, free & !footprint.remove, known);
            seen.insert(if placement.is_impartial() { next } else { next >> (1 - side.index()) & 1 });
        }
        of_sides.push(seen);
    }
    let value = if placement.is_impartial() {
        (0..).find(|value| !of_sides[0].contains(value)).unwrap()
    } else {
        u64::from(of_sides[0].contains(&0)) | u64::from(of_sides[1].contains(&0)) << 1
    };
    known.insert(free, value);
    value
}

#[test]
fn parts_of_one_label_have_one_value() {
    let wide = [("rows", "3"), ("cols", "4")];
    let square = [("rows", "3"), ("cols", "3")];
    // A board on which one row is different allows no shifts.
    let crooked =
        "game a(s: [{'.', 'X'}; 3, 4]) move m(i in 0..2, j in 0..2) if s[i, j] == '.' and s[i, j + 1] == '.' ->
        with s[i, j] = 'X', s[i, j + 1] = 'X' move n(j in 0..3) if s[1, j] == '.' -> with s[1, j] = 'X'";
    // Fills the neighbours too, as far as there are any.
    let blast = "game a(s: [{'.', 'X'}; 3, 4]) move m(i in 0..2, j in 0..3) if s[i, j] == '.' ->
        with s[i, j] = 'X', (s[i, c] = 'X' for c in j - 1..j + 1 if 0 <= c < 4 and c != j)";
    for (rules, givens, turns, shifts) in [
        (CRAM, &wide[..], 8, true),
        (CRAM, &square[..], 8, true),
        (DOMINEERING, &wide[..], 4, true),
        (DOMINEERING, &square[..], 4, true),
        (BLOCKS, &wide[..], 8, true),
        (crooked, &[][..], 4, false),
        (blast, &[][..], 4, true),
    ] {
        let instance = instance(rules, givens);
        let written = if givens.is_empty() { "..../..../...." } else { "" };
        let placement = Placement::recognise(&instance, &part_of(&instance, written)).unwrap();
        let form = NormalForm::new(&placement);
        assert_eq!((form.turns(), form.has_shifts()), (turns, shifts), "{rules}");
        let split = Split::new(&placement);
        let (mut known, mut labels, mut parts) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        let mut met = 0;
        for free in 0..1 << placement.cells() {
            split.parts(free, &mut parts);
            let [part] = parts[..] else { continue };
            let value = slow_value(&placement, part, &mut known);
            assert_eq!(*labels.entry(form.label(part)).or_insert(value), value, "{part:b} of {rules}");
            met += 1;
            let legal =
                |keep: &mut dyn FnMut(Footprint) -> bool| placement.footprints(Side::Left).legal(part).all(keep);
            if placement.is_impartial() && form.is_mirrored(part, legal) {
                assert_eq!(value, 0);
            }
        }
        assert!(labels.len() < met, "equal parts are not joined");
    }
}

#[test]
fn labels_do_not_depend_on_the_location_on_a_wide_board() {
    for (rules, size) in [(CRAM, "9"), (CRAM, "11"), (DOMINEERING, "8"), (BLOCKS, "10")] {
        let instance = instance(rules, &[("rows", size), ("cols", size)]);
        let placement = Placement::recognise(&instance, &part_of(&instance, "")).unwrap();
        let size: usize = size.parse().unwrap();
        let form = NormalForm::new(&placement);
        let mut random = Random(11);
        let (mut known, mut labels) = (BTreeMap::new(), BTreeMap::new());
        for _ in 0..400 {
            let window = random.next() | random.next() << 7 | 1;
            let at = |row: usize, col: usize| {
                (0..12)
                    .filter(|cell| window >> cell & 1 == 1)
                    .fold(0, |cells, cell| cells | bit((row + cell / 4) * size + col + cell % 4))
            };
            let part = at(0, 0);
            let label = form.label(part);
            let (row, col) = (random.next() as usize % (size - 2), random.next() as usize % (size - 3));
            assert_eq!(form.label(at(row, col)), label);
            let value = slow_value(&placement, part, &mut known);
            assert_eq!(*labels.entry(label).or_insert(value), value);
            let turned = cells_turned_half(part, size);
            assert_eq!(form.label(turned), label);
        }
        assert!(labels.len() > 20);
    }
}

fn cells_turned_half(part: Cells, size: usize) -> Cells {
    (0..size * size).filter(|cell| part >> cell & 1 == 1).fold(0, |cells, cell| cells | bit(size * size - 1 - cell))
}
