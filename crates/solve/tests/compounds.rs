//! Every way of playing a sum against brute force that shares no code with the solver.

mod ask;
use grundy_rules::{Compound, Int};
use std::collections::HashMap;

/// What a heap can become: each option is a list of heaps.
type Heaps = dyn Fn(usize) -> Vec<Vec<usize>>;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Way {
    One,
    Every,
    Short,
    Some,
    Upto(usize),
    Anti,
}

/// Brute force: heaps in order, every joint move one by one, memory only for whole positions.
struct Brute<'a> {
    options: &'a Heaps,
    way: Way,
    stuck_wins: bool,
    known: HashMap<Vec<usize>, (bool, u64)>,
}

impl Brute<'_> {
    fn grundy(&self, heap: usize) -> usize {
        let xor = |option: Vec<usize>| option.into_iter().fold(0, |sum, heap| sum ^ self.grundy(heap));
        let values: Vec<usize> = (self.options)(heap).into_iter().map(xor).collect();
        (0..).find(|value| !values.contains(value)).unwrap()
    }

    /// All positions after one (joint) move; `None` where play is over and the player to move wins or loses.
    fn moves(&self, heaps: &[usize]) -> Result<Vec<Vec<usize>>, bool> {
        if self.way == Way::Anti && heaps.iter().all(|&heap| self.grundy(heap) == 0) {
            return Err(true);
        }
        let options: Vec<_> = heaps.iter().map(|&heap| (self.options)(heap)).collect();
        if self.way == Way::Short && options.iter().any(Vec::is_empty) {
            return Err(self.stuck_wins);
        }
        // (how many parts were moved in, the heaps so far)
        let mut joint: Vec<(usize, Vec<usize>)> = vec![(0, Vec::new())];
        for (heap, options) in heaps.iter().zip(&options) {
            let mut longer = Vec::new();
            for (moved, before) in joint {
                let must_move = matches!(self.way, Way::Every | Way::Short) && !options.is_empty();
                if !must_move {
                    longer.push((moved, [&before[..], &[*heap]].concat()));
                }
                for option in options {
                    // A part that vanished is finished, as a heap of 0 is: where the first to end ends all, it does.
                    let finished = self.way == Way::Short && option.is_empty();
                    let left = if finished { &[0][..] } else { option };
                    longer.push((moved + 1, [&before[..], left].concat()));
                }
            }
            joint = longer;
        }
        let may = |moved: usize| match self.way {
            Way::One | Way::Anti => moved == 1,
            Way::Every | Way::Short | Way::Some => moved > 0,
            Way::Upto(max) => moved > 0 && moved <= max,
        };
        let moves: Vec<_> = joint.into_iter().filter(|(moved, _)| may(*moved)).map(|(_, after)| after).collect();
        if moves.is_empty() { Err(self.stuck_wins) } else { Ok(moves) }
    }

    /// Whether the player to move wins, and after how many moves.
    fn solve(&mut self, heaps: &[usize]) -> (bool, u64) {
        if let Some(&known) = self.known.get(heaps) {
            return known;
        }
        let answer = match self.moves(heaps) {
            Err(wins) => (wins, 0),
            Ok(moves) => {
                let after: Vec<(bool, u64)> = moves.iter().map(|after| self.solve(after)).collect();
                match after.iter().filter(|(wins, _)| !wins).map(|(_, moves)| moves).min() {
                    Some(quickest) => (true, quickest + 1),
                    None => (false, after.iter().map(|(_, moves)| moves).max().unwrap() + 1),
                }
            }
        };
        self.known.insert(heaps.to_vec(), answer);
        answer
    }

    fn winning_moves(&mut self, heaps: &[usize]) -> u64 {
        let moves = self.moves(heaps).unwrap_or_default();
        moves.iter().filter(|after| !self.solve(after).0).count() as u64
    }
}

fn nim(n: usize) -> Vec<Vec<usize>> {
    (1..=n).map(|k| vec![n - k]).collect()
}

fn one_or_three(n: usize) -> Vec<Vec<usize>> {
    [1, 3].into_iter().filter(|&k| k <= n).map(|k| vec![n - k]).collect()
}

fn kayles(n: usize) -> Vec<Vec<usize>> {
    let knock = |t: usize| (0..=n - t).map(move |a| vec![a, n - t - a]);
    (1..=n.min(2)).flat_map(knock).collect()
}

fn vanishing(n: usize) -> Vec<Vec<usize>> {
    if n == 0 { Vec::new() } else { (1..n).map(|k| vec![n - k]).chain([vec![]]).collect() }
}

const NIM: &str = "game g(n) move take(k in 1..n) -> n - k";
const ONE_OR_THREE: &str = "game g(n) move take(k in {1, 3}) if k <= n -> n - k";
const KAYLES: &str = "game g(n) move knock(t in 1..min(2, n), a in 0..n - t) -> a plus n - t - a";
const VANISHING: &str = "game g(n) move take(k in 1..n) -> if k == n then nothing else n - k";

/// All sums of heaps up to `largest` in each of `parts` parts, in ascending order.
fn sums(largest: usize, parts: usize) -> Vec<Vec<usize>> {
    let mut sums = vec![vec![]];
    for _ in 0..parts {
        let longer = |sum: &Vec<usize>| {
            let min = sum.last().copied().unwrap_or(0);
            let sum = sum.clone();
            (min..=largest).map(move |heap| [&sum[..], &[heap]].concat()).collect::<Vec<_>>()
        };
        sums = sums.iter().flat_map(longer).collect();
    }
    sums
}

fn compare(rules: &str, options: &Heaps, way: Way, stuck_wins: bool, sums: &[Vec<usize>]) {
    let compound = match way {
        Way::One => Compound::One,
        Way::Every => Compound::Every,
        Way::Short => Compound::Short,
        Way::Some => Compound::Some,
        Way::Upto(max) => Compound::Upto(max),
        Way::Anti => Compound::Anti,
    };
    let rules = if stuck_wins { format!("{rules} stuck wins") } else { rules.to_string() };
    let instance = ask::instance(&rules, &[]);
    let mut brute = Brute { options, way, stuck_wins, known: HashMap::new() };
    let mut solver = ask::solver(&instance, Some(compound));
    for heaps in sums {
        let written = heaps.iter().rev().map(usize::to_string).collect::<Vec<_>>().join(" ");
        let written = if heaps.is_empty() { "nothing".to_string() } else { written };
        let heaps: Vec<usize> = heaps.iter().rev().copied().collect();
        let solution = solver.solve_one(&ask::position(&instance, &written)).unwrap();
        let (wins, moves) = brute.solve(&heaps);
        let what = format!("{written} of {rules}, {way:?}");
        assert_eq!(solution.value.winner.unwrap().to_string(), if wins { "first" } else { "second" }, "{what}");
        if let Some(remoteness) = solution.value.remoteness {
            assert_eq!(remoteness.0, moves, "{what}");
        } else {
            assert!(way == Way::One && !stuck_wins, "{what}: remoteness is told by a whole-sum search");
        }
        let count = if wins { brute.winning_moves(&heaps) } else { 0 };
        assert_eq!(solution.winning_move_count, Some(Int::from(count as usize)), "{what}");
        if way == Way::One && !stuck_wins {
            let grundy = heaps.iter().fold(0, |sum, &heap| sum ^ brute.grundy(heap));
            assert_eq!(solution.value.grundy, Some(Int::from(grundy)), "{what}");
        } else {
            assert_eq!(solution.value.grundy, None, "{what}");
        }
    }
}

fn compare_all(way: Way, stuck_wins: bool) {
    let two = sums(4, 2);
    let three = sums(3, 3);
    compare(NIM, &nim, way, stuck_wins, &two);
    compare(NIM, &nim, way, stuck_wins, &three);
    compare(ONE_OR_THREE, &one_or_three, way, stuck_wins, &three);
    compare(KAYLES, &kayles, way, stuck_wins, &two);
    compare(VANISHING, &vanishing, way, stuck_wins, &three);
    compare(NIM, &nim, way, stuck_wins, &[vec![], vec![0], vec![5]]);
}

#[test]
fn one_part_at_a_time() {
    compare_all(Way::One, false);
    compare_all(Way::One, true);
}

#[test]
fn every_part_that_can_move() {
    compare_all(Way::Every, false);
    compare_all(Way::Every, true);
}

#[test]
fn the_first_part_to_end_ends_all() {
    compare_all(Way::Short, false);
    compare_all(Way::Short, true);
}

#[test]
fn any_choice_of_parts() {
    compare_all(Way::Some, false);
    compare_all(Way::Some, true);
}

#[test]
fn at_most_two_parts() {
    compare_all(Way::Upto(2), false);
    compare_all(Way::Upto(2), true);
    compare_all(Way::Upto(1), false);
}

#[test]
fn anti_ends_where_every_part_is_worth_nothing() {
    compare_all(Way::Anti, false);
}

#[test]
fn moores_nim_of_three_equal_heaps_is_lost() {
    let rules = "game moore(n) given k: int in 1.. compound upto k move take(t in 1..n) -> n - t";
    assert!(ask::ask(rules, &[("k", "2")], "2 2 2").starts_with("second, remoteness"));
    assert!(ask::ask(rules, &[("k", "2")], "1 2 2").starts_with("first, remoteness"));
}
