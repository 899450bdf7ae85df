//! Random graphs as machines, for the tests of solvers on packed positions.

use grundy_kernel::{End, Expansion, Head, Key, Machine, Options, Traits};
use grundy_value::Random;
use std::sync::Arc;

/// A position of a random game: an end, or options of some parts, a gain, and whether the same player moves again.
#[derive(Clone, Debug)]
pub(crate) struct Vertex {
    pub end: Option<End>,
    pub options: Vec<(Vec<u64>, bool, i64)>,
}

/// Features of a random graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    pub players: bool,
    pub again: bool,
    pub points: bool,
    pub loops: bool,
    /// Every option is in the next layer.
    pub graded: bool,
    /// Maximum number of positions, with the maximum number of options of each.
    pub size: usize,
    pub degree: usize,
}

/// A graph whose vertices are numbered; with players the lowest bit of the number says who moves.
#[derive(Clone)]
pub(crate) struct Graph<const WIDE: bool> {
    pub vertices: Arc<Vec<Vertex>>,
    pub traits: Traits,
    /// The machine fails here.
    pub trouble: Option<u64>,
}

pub(crate) fn random_graph(random: &mut Random, kind: Kind) -> Graph<false> {
    let size = 2 + random.index(kind.size);
    let layer = (size / 6).max(2);
    let mut vertices = Vec::new();
    for from in 0..size {
        let mut options = Vec::new();
        for _ in 0..random.index(kind.degree + 1) {
            let to = match kind {
                Kind { graded: true, .. } => (from / layer + 1) * layer + random.index(layer),
                Kind { loops: true, .. } => random.index(size),
                _ => from + 1 + random.index(size),
            };
            let again = if kind.players { from % 2 == to % 2 } else { kind.again && random.index(4) == 0 };
            if to >= size || again && !kind.again {
                continue;
            }
            let gain = if kind.points { random.index(7) as i64 - 2 } else { 0 };
            options.push((vec![to as u64], again, gain));
        }
        let ends = [End::Win, End::Lose, End::Lose, End::Draw];
        let end = if kind.points { End::Score(random.index(9) as i64 - 4) } else { ends[random.index(4)] };
        vertices.push(Vertex { end: options.is_empty().then_some(end), options });
    }
    let traits = Traits { plain: !kind.again && !kind.points, players: kind.players, bits: (size.ilog2() + 1) };
    Graph { vertices: Arc::new(vertices), traits, trouble: None }
}

impl<const WIDE: bool> Graph<WIDE> {
    /// Returns the same game with keys of that width.
    pub fn wide<const OTHER: bool>(&self) -> Graph<OTHER> {
        let bits = if OTHER { 128 } else { 64 };
        Graph { vertices: self.vertices.clone(), traits: Traits { bits, ..self.traits }, trouble: self.trouble }
    }

    fn list(&self, number: u64, words: impl Fn(u64, &mut Vec<u64>), options: &mut Options) -> Expansion {
        options.clear();
        if self.trouble == Some(number) {
            return Expansion::Unsupported;
        }
        let vertex = &self.vertices[number as usize];
        if let Some(end) = vertex.end {
            return if number.is_multiple_of(3) { Expansion::Stuck(end) } else { Expansion::Ended(0, end) };
        }
        let mut parts_end = 0;
        for (parts, again, gain) in &vertex.options {
            parts.iter().for_each(|&part| words(part, &mut options.words));
            parts_end += parts.len() as u32;
            if !self.traits.plain {
                options.heads.push(Head { parts_end, rule: 0, again: u16::from(*again), gain: *gain });
            }
        }
        Expansion::Open
    }
}

impl Machine<u64> for Graph<false> {
    fn traits(&self) -> Traits {
        self.traits
    }

    fn look(&mut self, key: u64, options: &mut Options) -> Expansion {
        self.list(key, |part, words| words.push(part), options)
    }

    fn ended(&mut self, key: u64) -> Option<Expansion> {
        self.vertices[key as usize].end.map(|end| Expansion::Ended(0, end))
    }
}

impl Machine<[u64; 2]> for Graph<true> {
    fn traits(&self) -> Traits {
        self.traits
    }

    fn look(&mut self, key: [u64; 2], options: &mut Options) -> Expansion {
        self.list(key[0], |part, words| words.extend(wide_key(part).words()), options)
    }

    fn ended(&mut self, key: [u64; 2]) -> Option<Expansion> {
        self.vertices[key[0] as usize].end.map(|end| Expansion::Ended(0, end))
    }
}

/// Returns the key of a vertex when keys are wide.
pub(crate) fn wide_key(vertex: u64) -> [u64; 2] {
    [vertex, vertex.wrapping_mul(0x0123_4567_89ab_cdef)]
}
