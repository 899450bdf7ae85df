use super::*;
use grundy_rules::{Compound, Instance, Meter, Position, Standing, read};
use std::collections::BTreeSet;
use std::sync::Arc;

const CLOBBER: &str = "game clobber(s: [{'.', 'x', 'o'}])
    move right(i in 0..len(s) - 2) if s[i] != '.' and s[i + 1] != '.' and s[i] != s[i + 1] -> with s[i] = '.', s[i + 1] = s[i]
    move left(i in 1..len(s) - 1) if s[i] != '.' and s[i - 1] != '.' and s[i] != s[i - 1] -> with s[i] = '.', s[i - 1] = s[i]";

/// Pieces jump over others and take them, and may slide once a hole is on the right.
const JUMPS: &str = "game jumps(s: [{'.', 'x', 'o'}])
    move jump(i in 0..len(s) - 3, d in 1..2) if s[i] == 'x' and s[i + 1] == 'o' and (s[i + 2] == '.' or d == 1) -> with s[i] = '.', s[i + 2] = (if d == 1 then 'o' else 'x'), s[i + 1] = '.'
    move fade(i in 0..len(s) - 1) if s[i] == 'o' and all(s[j] != 'x' for j in 0..len(s) - 1 if j in [i - 1, i + 1]) -> with s[i] = '.'";

const COMPREHENSION: &str = "game kayles(taken: [bool])
    move pick(v in 0..len(taken) - 1) if not taken[v] -> [taken[u] or abs(u - v) <= 1 for u in 0..len(taken) - 1]";

fn instance(rules: &str) -> Arc<Instance> {
    let game = read(rules).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    Arc::new(Instance::new(game, Vec::new()).unwrap())
}

fn part(instance: &Instance, position: &str) -> Part {
    instance.parse_line(position, None).unwrap().only().unwrap().clone()
}

/// Checks that the result has the options of the reference evaluator, everywhere in play, and the regions those of the
/// whole.
#[track_caller]
fn check(rules: &str, position: &str) {
    let instance = instance(rules);
    let root = part(&instance, position);
    let local = Local::recognise(&instance, &root).unwrap();
    let mut waiting = vec![root];
    let mut met = BTreeSet::new();
    while let Some(part) = waiting.pop() {
        let contents = local.contents(&part).unwrap();
        if !met.insert(contents.clone()) {
            continue;
        }
        let position = Position::alone(None, part);
        let steps = match instance.look(&position, Compound::One, &Meter::steps(1_000_000)).unwrap() {
            Standing::Open(steps) => steps,
            Standing::Ended(_) => Vec::new(),
        };
        let expect: BTreeSet<Vec<u8>> =
            steps.iter().map(|step| local.contents(step.to.only().unwrap()).unwrap()).collect();
        let found: BTreeSet<Vec<u8>> = local.structure().options(&contents).collect();
        assert_eq!(found, expect, "{position:?}");
        let regions = local.structure().split(&contents).unwrap();
        let options = |(shape, contents): &Region| {
            Structure::new(Arc::new(shape.clone())).options(contents).collect::<BTreeSet<_>>().len()
        };
        assert_eq!(regions.iter().map(options).sum::<usize>(), expect.len(), "{position:?}");
        waiting.extend(steps.into_iter().map(|step| step.to.only().unwrap().clone()));
    }
    assert!(met.len() > 10, "{} positions", met.len());
}

#[test]
fn options_match_the_reference_evaluator() {
    check(CLOBBER, "xoxo.ooxx.xox");
    check(JUMPS, "xo.xoo.oxo");
    check(COMPREHENSION, "[false,false,true,false,false,false,false]");
}

#[test]
fn independent_regions_are_split() {
    let instance = instance(CLOBBER);
    let root = part(&instance, "xox.oxo.xx.xo");
    let local = Local::recognise(&instance, &root).unwrap();
    let regions = local.structure().split(&local.contents(&root).unwrap()).unwrap();
    assert_eq!(regions.len(), 3);
    let cells: Vec<usize> = regions.iter().map(|(_, contents)| contents.len()).collect();
    assert_eq!(cells, [3, 3, 2]);
    // The same moves elsewhere are the same shape.
    assert_eq!(regions[0].0, regions[1].0);
}

#[test]
fn moves_that_change_nothing_are_refused() {
    let instance = instance("game idle(s: [bool; 3]) move idle(i in 0..2) if s[i] -> with s[i] = true");
    let root = part(&instance, "[true,true,true]");
    assert!(Local::recognise(&instance, &root).unwrap_err().to_string().contains("change nothing"));
}
