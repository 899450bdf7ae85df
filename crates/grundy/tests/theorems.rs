//! What theorems say of positions, compared with what a search says of every small one: who wins, the Grundy value, how many moves
//! win and which.

use grundy::pattern::theorems::Knowledge;
use grundy::rules::small::small_givens;
use grundy::rules::{Game, Position};
use grundy::{
    Budget, Compound, Instance, Meter, Part, Side, Solution, Solver, catalogue, find, read, solver, with_rules_of,
};
use grundy_solve::{Oracle, OracleAnswer};
use std::sync::Arc;

/// Positions and sums that are tried, for each choice of givens.
const PARTS: usize = 160;
const SUMS: usize = 60;

/// Games of which few positions are tried, as a search takes long.
const SLOW: [&str; 2] = ["calendar", "stone_game_xor"];

/// A small generator of numbers that look random: the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }
}

/// Compares what was told with what was found; answers whether anything could be compared.
#[track_caller]
fn compare(instance: &Instance, position: &Position, told: &OracleAnswer, found: &Solution) -> bool {
    let Some(winner) = found.value.winner else { return false };
    let at = format!("{} at {}", instance.game().name, instance.print_position(position));
    assert_eq!(told.winner, winner, "{at}: who wins, by {}", told.name);
    if let (Some(told), Some(found)) = (&told.grundy, &found.value.grundy) {
        assert_eq!(told, found, "{at}: the Grundy value");
    }
    if found.stop.is_some() {
        return true;
    }
    let words = |step: &grundy::Step| {
        let moves: Vec<String> =
            step.moves.iter().map(|(part, made)| format!("{part}: {}", instance.print_move(made))).collect();
        format!("{} -> {}", moves.join(", "), instance.print_position(&step.to))
    };
    let mut expected: Vec<String> = found.winning().map(|valued| words(&valued.step)).collect();
    let mut shown: Vec<String> = told.winning.iter().map(words).collect();
    expected.sort();
    shown.sort();
    match &told.winning_count {
        Some(count) => {
            assert_eq!(Some(count), found.winning_move_count.as_ref(), "{at}: the number of winning moves");
            assert_eq!(shown, expected, "{at}: the winning moves");
        }
        None => assert!(shown.iter().all(|shown| expected.contains(shown)), "{at}: {shown:?} of {expected:?}"),
    }
    true
}

/// Positions of one part and small sums.
fn positions(instance: &Instance, compound: Compound, random: &mut Random) -> Vec<Position> {
    let mut parts = instance.small_parts(PARTS, 40);
    parts.extend(instance.small_parts_at_defaults(PARTS / 2, 60));
    let is_slow = SLOW.contains(&instance.game().name.as_str());
    parts.truncate(if is_slow { 40 } else { parts.len() });
    let movers: Vec<Option<Side>> = match instance.game().players {
        Some(_) => vec![Some(Side::Left), Some(Side::Right)],
        None => vec![None],
    };
    let mut positions = Vec::new();
    for mover in &movers {
        positions.extend(parts.iter().map(|part| Position::alone(*mover, part.clone())));
        for _ in 0..if is_slow { 0 } else { SUMS } {
            let count = 2 + random.below(2 + usize::from(compound != Compound::One));
            let limit = if compound == Compound::One { parts.len() } else { parts.len().min(8) };
            // A finished part among the others is worth nothing, and must be no stumbling block.
            let chosen = |_| (random.below(5) > 0).then(|| parts[random.below(limit)].clone());
            let chosen: Vec<Option<Part>> = (0..count).map(chosen).collect();
            positions.push(Position { mover: *mover, parts: chosen });
        }
    }
    positions
}

/// Compares on small positions; answers on how many, and on how many of them the winning moves were not counted.
fn check(game: &Arc<Game>, compound: Option<Compound>) -> (usize, usize) {
    let (mut compared, mut uncounted) = (0, 0);
    let mut random = Random(5);
    for instance in small_givens(game, 6) {
        let instance = Arc::new(instance);
        let Ok(compound) = compound.map_or_else(|| instance.compound(), Ok) else { continue };
        let knowing = [25, 1].map(|long| Knowledge::new(instance.clone(), compound, with_rules_of).cutting_from(long));
        let Ok(mut search) = Solver::new(instance.clone(), compound, Budget::positions(10_000)) else { continue };
        let (mut unknown, mut search_cost) = (0, 0);
        for position in positions(&instance, compound, &mut random) {
            // Of some games even small positions are far from the end.
            if unknown > 4 || search_cost > 40_000 {
                break;
            }
            for knows in &knowing {
                let told = knows.tell(&position, &Meter::steps(2_000_000));
                let Some(judged) = knows.evaluate(&position, &Meter::steps(2_000_000)) else {
                    assert!(told.is_none(), "{} at {position:?} is told but not judged", instance.game().name);
                    continue;
                };
                let Ok(found) = search.solve_one(&position) else { continue };
                if let Some(winner) = found.value.winner {
                    assert_eq!(judged.winner, winner, "{} at {position:?}", instance.game().name);
                }
                let Some(told) = told else { continue };
                assert_eq!(judged.grundy, told.grundy, "{} at {position:?}", instance.game().name);
                search_cost = found.positions;
                let is_known = compare(&instance, &position, &told, &found);
                compared += usize::from(is_known);
                unknown = if is_known { 0 } else { unknown + 1 };
                uncounted += usize::from(told.winning_count.is_none());
            }
        }
    }
    (compared, uncounted)
}

/// Games that theorems must say something about.
const KNOWN: [&str; 37] = [
    "anti_nim",
    "bash",
    "chalkboard",
    "christmas_trees",
    "counting",
    "dawson_chess",
    "dawson_kayles",
    "dynamic_nim",
    "euclid",
    "fibonacci_nim",
    "funny_coins",
    "georgia_and_bob",
    "hackenbush",
    "kayles",
    "lasker",
    "light_switching",
    "mock_turtles",
    "moore",
    "multiplication",
    "new_stone_game",
    "nim",
    "nim_game",
    "nimble",
    "northcott",
    "ruler",
    "silver_coins",
    "silver_dollar",
    "staircase",
    "stone_boxes",
    "stone_game_xor",
    "subtraction",
    "take_power",
    "team_nim",
    "turning_turtles",
    "twins",
    "wythoff",
    "digits",
];

/// Games of which some moves lead where the theorem says nothing.
const UNCOUNTED: [&str; 4] = ["new_stone_game", "silver_dollar", "digits", "subtraction"];

#[test]
fn theorems_say_of_small_positions_what_a_search_says() {
    let mut silent: Vec<&str> = Vec::new();
    let mut guessed: Vec<(&str, usize)> = Vec::new();
    for entry in catalogue() {
        let began = std::time::Instant::now();
        let (compared, uncounted) = check(&entry.game().unwrap(), None);
        if std::env::var_os("THEOREMS_VERBOSE").is_some() {
            eprintln!("{}: {compared}, {uncounted} uncounted, in {:?}", entry.name, began.elapsed());
        }
        if compared < 20 && KNOWN.contains(&entry.name) {
            silent.push(entry.name);
        }
        if uncounted > 0 && KNOWN.contains(&entry.name) && !UNCOUNTED.contains(&entry.name) {
            guessed.push((entry.name, uncounted));
        }
    }
    assert!(silent.is_empty(), "nothing was told about {silent:?}");
    assert!(guessed.is_empty(), "moves were not counted: {guessed:?}");
}

#[test]
fn sums_that_are_played_in_other_ways() {
    for (name, compound) in [
        ("nim", Compound::Anti),
        ("bash", Compound::Anti),
        ("lasker", Compound::Anti),
        ("nim", Compound::Upto(2)),
        ("nim", Compound::Upto(3)),
        ("nim", Compound::Some),
        ("wythoff", Compound::Every),
    ] {
        let (compared, _) = check(&find(name).unwrap().game().unwrap(), Some(compound));
        assert!(compared > 30 || name == "lasker", "{name} {compound:?}: {compared}");
    }
}

/// A theorem about a built-in game is used for games with the same rules, whatever their name.
#[test]
fn games_with_known_rules_are_recognised_under_another_name() {
    for name in grundy::pattern::theorems::known_games() {
        let game = find(name).unwrap_or_else(|| panic!("{name} is not in the catalogue")).game().unwrap();
        let mine = grundy::rules::Game { name: "mine".to_owned(), ..(*game).clone() };
        assert_eq!(with_rules_of(&mine).unwrap().name, name);
    }
}

/// Green Hackenbush on random graphs, with loops, multiple edges and pieces that do not stand on the ground.
#[test]
fn hackenbush_on_random_graphs() {
    let game = find("hackenbush").unwrap().game().unwrap();
    let mut random = Random(11);
    for _ in 0..150 {
        let nodes = 2 + random.below(5);
        let edges = 1 + random.below(8);
        let list: Vec<String> =
            (0..edges).map(|_| format!("[{},{}]", random.below(nodes), random.below(nodes))).collect();
        let (_, given) = grundy::parse_given(&game, "edges", &format!("[{}]", list.join(","))).unwrap();
        let instance = Arc::new(Instance::new(game.clone(), vec![Some(given)]).unwrap());
        let position = instance.start().unwrap();
        let knows = Knowledge::new(instance.clone(), Compound::One, with_rules_of);
        let told = knows.tell(&position, &Meter::steps(2_000_000)).unwrap();
        let mut search = Solver::new(instance.clone(), Compound::One, Budget::default()).unwrap();
        assert!(compare(&instance, &position, &told, &search.solve_one(&position).unwrap()));
    }
}

/// The answer for one position as (winner, how many moves win, the first of them, by what).
fn answer(name: &str, given: &[(&str, &str)], position: &[&str]) -> (String, String, String, String) {
    let game = find(name).unwrap().game().unwrap();
    let mut givens = vec![None; game.givens.len()];
    for (name, text) in given {
        let (index, value) = grundy::parse_given(&game, name, text).unwrap();
        givens[index] = Some(value);
    }
    let instance = Arc::new(Instance::new(game, givens).unwrap());
    let position = instance.parse_position(position, None).unwrap();
    let mut solver = solver(&instance, instance.compound().unwrap(), Budget::default()).unwrap();
    let solution = solver.solve_one(&position).unwrap();
    let count = solution.theorem.as_ref().and(solution.winning_move_count.as_ref());
    (
        solution.value.winner.map_or("?".to_owned(), |winner| winner.to_string()),
        count.map_or("?".to_owned(), ToString::to_string),
        solution.winning().next().map_or(String::new(), |valued| instance.print_move(&valued.step.moves[0].1)),
        solution.by.to_string(),
    )
}

#[track_caller]
fn expect(name: &str, given: &[(&str, &str)], position: &[&str], winner: &str, count: &str, first: &str) {
    let found = answer(name, given, position);
    assert_eq!((found.0.as_str(), found.1.as_str(), found.2.as_str()), (winner, count, first), "{name} {position:?}");
    assert!(found.3.contains("built in") || found.3.ends_with("proved"), "{name}: {}", found.3);
}

#[test]
fn large_positions_are_answered_at_once() {
    let none: &[(&str, &str)] = &[];
    expect("nim", none, &["1000000000000000000", "5", "7"], "first", "1", "take(k=999999999999999998)");
    expect("bash", none, &["1000000000000000001"], "first", "1", "take(k=1)");
    expect("bash", &[("m", "999999999999999999")], &["1000000000000000000000000000000000000"], "second", "0", "");
    expect("wythoff", none, &["165580141,267914295"], "first", "3", "left(k=1)");
    expect("euclid", none, &["1000000000000,3"], "first", "1", "left(k=333333333332)");
    expect("fibonacci_nim", none, &["4000000000000000000"], "first", "21", "take(k=3)");
    expect("take_power", none, &["1000000000000000000"], "first", "30", "take(k=1)");
    expect("kayles", none, &["1000000000000000000"], "first", "166666666666666675", "knock(t=2, a=1)");
    expect("chalkboard", none, &["[1000000000000,1000000000000,77,1,2]"], "second", "0", "");
    // A game of one's own with the rules of a built-in one.
    let mine = read("game heap(stones) move remove(t in 1..stones) -> stones - t").unwrap();
    let mine = Arc::new(Instance::new(mine, vec![]).unwrap());
    let position = mine.parse_position(&["1000000000000", "1"], None).unwrap();
    let solution = solver(&mine, Compound::One, Budget::default()).unwrap().solve_one(&position).unwrap();
    assert_eq!(solution.by.to_string(), "theorem nim.grundy, proved");
    assert_eq!(mine.print_move(&solution.moves[0].step.moves[0].1), "remove(t=999999999999)");
}
