//! How many positions of a box are lost, won or drawn, or have a value.

use super::{Fields, Patience, Play, SolverCache};
use crate::pattern::counting::{Asked, Region, Unanswered, Wanted, count};
use crate::view::CountReport;
use crate::view::described::title;
use crate::{Error, Int};
use grundy_message::{Separator, list, message};

/// Asks how many positions there are of some kind.
pub struct Count {
    /// The game.
    pub play: Play,
    /// The positions.
    pub region: Region,
    /// What is counted.
    pub wanted: Wanted,
    /// What the number is divided by, if its remainder is wanted.
    pub modulus: Option<Int>,
}

impl Count {
    /// Makes the question of a box, given in one text or several, and of what must hold.
    ///
    /// # Errors
    /// Fails if one of them is not of this game.
    pub fn new(play: Play, region: &[&str], wanted: &[&str], modulus: Option<&str>) -> Result<Count, Error> {
        let region = Region::parse(&play.instance, region).map_err(|fault| play.error(fault))?;
        let wanted = Wanted::parse(&play.instance, wanted).map_err(|fault| play.error(fault))?;
        let modulus = modulus.map(|text| {
            let modulus = text.trim().parse::<Int>().ok().filter(|modulus| *modulus > Int::ZERO);
            modulus.ok_or_else(|| {
                Error::wrong(message!("a remainder is by a whole number above 0, for example 998244353"))
            })
        });
        Ok(Count { modulus: modulus.transpose()?, region, wanted, play })
    }

    pub(super) fn read(fields: &Fields) -> Result<Count, Error> {
        let play = fields.play()?;
        let texts = |field: &str| {
            let texts = fields.texts(field)?;
            texts.ok_or_else(|| match field {
                "box" => Error::wrong(message!("`box` is a list of ranges, as [\"1..100\", \"1..100\"]")),
                _ => Error::wrong(message!("`where` is a list of conditions, as [\"lose\", \"a < b\"]")),
            })
        };
        Count::new(play, &texts("box")?, &texts("where")?, fields.text("modulus")?)
    }

    /// Counts.
    ///
    /// # Errors
    /// Fails if the rules cannot be carried out, the budget ends first, or there is no way to count so many.
    pub fn answer(&self, cache: &mut SolverCache) -> Result<CountReport, Error> {
        let Count { play, region, wanted, modulus } = self;
        let solver = cache.solver(play, Patience::Whole)?;
        let asked = Asked { instance: &play.instance, compound: play.compound, mover: play.mover, region, wanted };
        let counted = count(&asked, solver).map_err(|why| match why {
            Unanswered::Fault(fault) => play.error(*fault),
            Unanswered::Stopped(stop) => Error::Stopped(stop),
            Unanswered::TooLarge(tried) => {
                let tried = list(Separator::Semicolon, tried);
                let why = message!("the box is too large to be counted: {tried}", tried);
                Error::Uncounted { why, hints: vec![message!("take smaller ranges")] }
            }
        })?;
        let count = modulus.as_ref().and_then(|modulus| counted.count.remainder(modulus)).unwrap_or(counted.count);
        Ok(CountReport {
            game: play.instance.game().name.clone(),
            title: title(play.instance.game()),
            region: region.to_string(),
            wanted: wanted.texts().to_vec(),
            count,
            modulus: modulus.clone(),
            of: counted.of,
            by: counted.by,
            positions: counted.positions,
        })
    }
}
