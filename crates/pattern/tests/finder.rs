//! Rules found in random games hold where they are said to: those proved on larger tables, all others on their own.

use grundy_pattern::finder::{Status, examine, find};
use grundy_pattern::prover::Effort;
use grundy_proof::linear::Limits;
use grundy_rules::{Instance, read};
use grundy_solve::Budget;
use std::cell::Cell;
use std::sync::Arc;

/// A generator of numbers that look random (Marsaglia 2003).
struct Noise(u64);

impl Noise {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

fn random_rules(noise: &mut Noise) -> String {
    let stuck = if noise.below(4) == 0 { "stuck wins\n" } else { "" };
    let mut rules = String::new();
    if noise.below(2) == 0 {
        rules += &format!("game random(n)\n{stuck}");
        for index in 0..=noise.below(3) {
            let take = 1 + noise.below(7);
            rules += &match noise.below(4) {
                0 => format!("move m{index}(k in {take}..n / 2) -> n - k\n"),
                1 => format!("move m{index}(k in 1..min({take}, n)) -> n - k\n"),
                2 => format!("move m{index} if n >= {take} -> n - {take}\n"),
                _ => format!("move m{index} if n % {} == 0 and n >= 1 -> n - 1\n", take + 1),
            };
        }
    } else {
        rules += &format!("game random(a, b)\n{stuck}");
        for index in 0..=noise.below(3) {
            let (x, y) = (noise.below(3), noise.below(3));
            let y = if x + y == 0 { 1 } else { y };
            rules += &match noise.below(4) {
                0 => format!("move m{index}(k in 1..a) -> (a - k, b)\n"),
                1 => format!("move m{index}(k in 1..b) -> (a, b - k)\n"),
                _ => format!("move m{index} if a >= {x} and b >= {y} -> (a - {x}, b - {y})\n"),
            };
        }
    }
    rules
}

#[test]
fn what_is_said_of_random_games_is_so() {
    let mut noise = Noise(0x2545_F491_4F6C_DD1D);
    let (mut proved, mut checked) = (0, 0);
    for _ in 0..40 {
        let rules = random_rules(&mut noise);
        let instance = Arc::new(Instance::new(read(&rules).unwrap(), vec![]).unwrap());
        let left = Cell::new(40);
        let go_on = || {
            left.set(left.get() - 1);
            left.get() > 0
        };
        let effort = Effort { budget: Budget::positions(200_000), wants: None, go_on: &go_on };
        let Ok(report) = find(&instance, &effort, Some(40), &Limits::default()) else { continue };
        for found in report.found {
            for finding in found.findings.iter().filter(|finding| !finding.claim.is_empty()) {
                let extended = read(&format!("{rules}claim {}\n", finding.claim));
                let extended = extended.unwrap_or_else(|mistakes| panic!("{}: {}", finding.claim, mistakes[0].message));
                let instance = Arc::new(Instance::new(extended, vec![]).unwrap());
                let claim = instance.game().claims.last().unwrap();
                let to = if finding.status == Status::Proved { 90 } else { 40 };
                let (_, fails) = examine(&instance, claim, to, &Budget::positions(200_000)).unwrap();
                match finding.status {
                    Status::Proved => proved += 1,
                    Status::Checked => checked += 1,
                    _ => {}
                }
                let holds = finding.status == Status::Proved || finding.status == Status::Checked;
                assert_eq!(fails.is_none(), holds, "{rules}: {} {:?} {fails:?}", finding.claim, finding.status);
            }
        }
    }
    assert!(proved > 15 && checked + proved > 30, "{proved} {checked}");
}
