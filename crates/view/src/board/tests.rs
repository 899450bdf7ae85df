//! Boards are chosen by the types of positions, and stay small.

use super::*;
use grundy_rules::{Meter, Standing, read};

#[track_caller]
fn picture(rules: &str, position: &str) -> BoardPicture {
    let instance = Instance::new(read(rules).unwrap(), vec![]).unwrap();
    let position = instance.parse_line(position, None).unwrap();
    BoardPicture::new(&instance, &position)
}

#[track_caller]
fn check(rules: &str, position: &str, board: &str, shapes: usize) {
    let picture = picture(rules, position);
    let count: usize = picture.parts.iter().map(|part| part.shapes.len()).sum();
    assert_eq!((picture.board, count), (board, shapes), "{position}");
    let scene = picture.scene(Language::English);
    assert!(scene.width > 0.0 && scene.height > 0.0 && scene.width < 60_000.0, "{} {}", scene.width, scene.height);
    assert!(scene.svg().ends_with("</svg>\n"));
}

const NIM: &str = "game nim(n) move take(k in 1..n) -> n - k";
const CUT: &str = "game cut(w in 1.., h in 1..) move across(i in 1..w-1) -> (i, h) plus (w - i, h)";
const HOP: &str = "game hop(s: [{'.', 'T', 'F'}]) players left, right \
                   left move go(i in 0..len(s)-1) if s[i] == 'T' -> with s[i] = '.' \
                   right move go(i in 0..len(s)-1) if s[i] == 'F' -> with s[i] = '.'";
const HEAPS: &str = "game heaps(heaps: bag int in 0..) move take(i in 0..len(heaps)-1, k in 1..heaps[i]) -> with heaps[i] = heaps[i] - k";

#[test]
fn stones_are_drawn_one_by_one_and_many_are_a_number() {
    check(NIM, "3 plus 4 plus 0", "heaps", 8);
    check(NIM, "1000000", "heaps", 1);
    let huge = picture(NIM, "123456789012345678901234567890");
    assert_eq!(huge.parts[0].shapes[0].text, "123456789012345678901234567890");
}

#[test]
fn sheets_have_their_cuts_and_huge_ones_are_tiles() {
    check(CUT, "3,4", "sheet", 6);
    check(CUT, "1000000000,4", "tiles", 4);
}

#[test]
fn pieces_of_the_players_look_different() {
    let strip = picture(HOP, "left: T.F");
    let looks: Vec<&str> = strip.parts[0]
        .shapes
        .iter()
        .filter(|shape| shape.kind == ShapeKind::Disc)
        .map(|disc| disc.look.as_ref())
        .collect();
    assert_eq!((strip.board, looks), ("strip", vec!["first", "second"]));
    assert!(strip.scene(Language::English).svg().contains("left to move"));
}

#[test]
fn names_of_shapes_distinguish_presses() {
    let picture = picture(NIM, "2 plus 1");
    let names: Vec<Option<&str>> = picture.parts[0].shapes.iter().map(|shape| shape.id.as_deref()).collect();
    assert_eq!(names, [Some("0:0"), Some("0:1")]);
    let data = picture.data();
    assert_eq!(data["parts"][1]["shapes"][0]["id"], "0:0");
}

#[test]
fn huge_positions_are_not_drawn() {
    let many = vec!["90"; 1000].join(" plus ");
    let picture = picture(NIM, &many);
    assert!(picture.more_parts > 700, "{}", picture.more_parts);
    assert!(picture.scene(Language::English).svg().contains("more parts"));
}

#[test]
fn the_list_that_a_range_refers_to_is_found() {
    assert_eq!(length_of("i in 0..len(piles) = 0, j"), Some("piles"));
    assert_eq!(length_of("i in 0..len(a + b)"), None);
    assert_eq!(length_of("i in len("), None);
}

#[test]
fn rows_of_stones_are_counted() {
    check(HEAPS, "[1,2,61]", "rows", 6);
}

#[test]
fn what_is_cut_off_leaves_no_node_in_the_air() {
    let rules = "game cut(alive: [bool; len(edges)]) given edges: [[int; 2]] = [[0, 1], [1, 2], [0, 3]] \
                 move cut(e in 0..len(edges) - 1) if alive[e] -> with alive[e] = false";
    let nodes = |position: &str| {
        let picture = picture(rules, position);
        assert_eq!(picture.board, "edges");
        picture.parts[0].shapes.iter().filter(|shape| shape.kind == ShapeKind::Node).count()
    };
    assert_eq!(nodes("[true,true,true]"), 4);
    // The ground and node 3 are left, then the ground alone.
    assert_eq!(nodes("[false,false,true]"), 2);
    assert_eq!(nodes("[false,false,false]"), 1);
}

/// Checks what the move with this text touches, and what it begins with.
#[track_caller]
fn check_touches(rules: &str, position: &str, mv: &str, all: &str, first: &str) {
    let instance = Instance::new(read(rules).unwrap(), vec![]).unwrap();
    let position = instance.parse_line(position, None).unwrap();
    let picture = BoardPicture::new(&instance, &position);
    let compound = instance.compound().unwrap();
    let Standing::Open(steps) = instance.look(&position, compound, &Meter::steps(10_000)).unwrap() else { panic!() };
    let step = steps.iter().find(|step| instance.print_move(&step.moves[0].1) == mv).expect(mv);
    let touches = picture.touches(&instance, &position, step);
    assert_eq!((touches.all.join(" ").as_str(), touches.first.join(" ").as_str()), (all, first), "{}", picture.board);
    let drawn = |id: &String| {
        let (part, id) = id.split_once('/').unwrap();
        let shapes = &picture.parts[part.parse::<usize>().unwrap()].shapes;
        shapes.iter().any(|shape| shape.id.as_deref() == Some(id))
    };
    assert!(touches.all.iter().all(drawn), "{touches:?}");
}

#[test]
fn moves_touch_the_shapes_that_they_change() {
    check_touches(NIM, "3 4", "take(k=2)", "0/0:1 0/0:2", "0/0:1");
    check_touches(NIM, "97", "take(k=2)", "0/0:0", "0/0:0");
    let kayles = "game kayles(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a";
    check_touches(kayles, "5", "knock(t=2, a=1)", "0/0:1 0/0:2", "0/0:1");
    let rows =
        "game rows(heaps: [int in 0..; 2]) move take(i in 0..1, k in 1..heaps[i]) -> with heaps[i] = heaps[i] - k";
    check_touches(rows, "[3,2]", "take(i=1, k=1)", "0/1:1", "0/1:1");
    check_touches(CUT, "6,4", "across(i=2)", "0/v2", "0/v2");
    check_touches(HOP, "left: T.FT", "go(i=3)", "0/3", "0/3");
    check_touches(HEAPS, "[1,3]", "take(i=1, k=2)", "0/1:1 0/1:2", "0/1:1");
}

#[test]
fn a_declaration_ends_with_its_component() {
    let rules = "game g(n in 0..max(1, k), m = 2)\ngiven k: int = 3 # most\nmove t if n > 0 -> with n = n - 1";
    let game = read(rules).unwrap();
    let found: Vec<&str> =
        game.components.iter().chain(&game.givens).map(|component| declared(&game, component)).collect();
    assert_eq!(found, ["n in 0..max(1, k)", "m = 2", "k: int = 3"]);
}
