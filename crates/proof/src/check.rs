//! Checks certificates: the only source of a [`Theorem`].
//!
//! In: a certificate and limits. Out: the theorem, or the line at fault and why. Each kind of theorem replays its own
//! hypotheses (see `kind`) and returns the values of the preperiod and one period; what all kinds share is checked
//! here: the checksum of those values, and that neither period nor preperiod can be made smaller.

use crate::certificate::{Certificate, Evidence, MOST};
use crate::claim::{Cause, Claim, Field, Refusal};
use crate::kind::{arithmetic, cutting, guy_smith, hexadecimal, subtraction_window, window};
use crate::limits::{Limits, Meter, Objection};
use crate::theorem::Theorem;
use crate::values::Values;
use grundy_message::message;

/// Proves the claim of a certificate.
///
/// # Errors
/// The claim is not proved; the refusal says why, and which line of the certificate's text is at fault.
pub fn check(certificate: &Certificate, limits: &Limits) -> Result<Theorem, Refusal> {
    check_unless(certificate, limits, &|| false)
}

/// Proves the claim of a certificate unless it is cancelled, which is polled every few thousand options.
///
/// # Errors
/// The claim is not proved; the cause is [`Cause::CalledOff`] if the work was cancelled.
pub fn check_unless(
    certificate: &Certificate,
    limits: &Limits,
    called_off: &dyn Fn() -> bool,
) -> Result<Theorem, Refusal> {
    prove(certificate, &mut Meter::new(limits, called_off)).map_err(|Objection { field, reason, cause }| Refusal {
        line: certificate.line_of(field),
        reason,
        cause,
    })
}

fn prove(certificate: &Certificate, meter: &mut Meter<'_>) -> Result<Theorem, Objection> {
    let claim = certificate.claim.clone();
    let values = match (&claim, &certificate.evidence) {
        (Claim::CuttingPeriod { least_side, period, preperiod }, Evidence::Cutting) => {
            cutting::prove(*least_side, *period, *preperiod, meter)?
        }
        (Claim::HeapPeriod { game, period, preperiod, saltus }, evidence) => {
            if *period == 0 {
                return Err(Objection::new(Field::Period, message!("a period is at least 1")));
            }
            if *(period.max(preperiod).max(saltus)) > MOST {
                return Err(Objection::new(
                    Field::Period,
                    message!("no number may be larger than {number}", number = MOST),
                ));
            }
            if game.parts_differ() {
                return Err(Objection::new(
                    Field::Parts,
                    message!("no theorem here covers games whose parts must differ"),
                ));
            }
            let statement = Statement { game, period: *period, preperiod: *preperiod, saltus: *saltus };
            let mut values = match evidence {
                Evidence::GuySmith { sparse } => guy_smith::prove(&statement, *sparse, meter)?,
                Evidence::SubtractionWindow => subtraction_window::prove(&statement, meter)?,
                Evidence::Window { window, sparse } => window::prove(&statement, *window, *sparse, meter)?,
                Evidence::Arithmetic { window } => arithmetic::prove(&statement, *window, meter)?,
                Evidence::Hexadecimal => hexadecimal::prove(&statement, meter)?,
                Evidence::Cutting => {
                    return Err(Objection::new(Field::Kind, message!("this kind of theorem is about sheets")));
                }
            };
            statement.check_is_least(&values)?;
            values.truncate((preperiod + period) as usize);
            values
        }
        _ => return Err(Objection::new(Field::Kind, message!("this kind of theorem is about heaps"))),
    };
    if values.checksum(values.len()) != certificate.values {
        let reason = message!("the values have another checksum: the text was changed");
        return Err(Objection { cause: Cause::OtherValues, ..Objection::new(Field::Values, reason) });
    }
    Ok(Theorem::proved(claim, values))
}

/// A claim about a heap game.
pub(crate) struct Statement<'a> {
    pub game: &'a grundy_rules::heap::TakeAndBreak,
    pub period: u64,
    pub preperiod: u64,
    pub saltus: u64,
}

impl Statement<'_> {
    /// Returns the last place of a finite code.
    pub fn last_place(&self) -> Result<u64, Objection> {
        self.game
            .last_place()
            .ok_or_else(|| Objection::new(Field::Tail, message!("this kind of theorem needs a finite code")))
    }

    /// Checks that the saltus is 0.
    pub fn needs_no_saltus(&self) -> Result<(), Objection> {
        if self.saltus == 0 {
            return Ok(());
        }
        Err(Objection::new(Field::Saltus, message!("this kind of theorem is about values that do not grow")))
    }

    /// Checks that the values from the preperiod up to this size repeat a period later, larger by the saltus.
    ///
    /// The table must reach a period beyond that size.
    pub fn check_repetition(&self, values: &Values, end: usize) -> Result<(), Objection> {
        let (period, start) = (self.period as usize, self.preperiod as usize);
        match values.first_exception(start..end.max(start), period, self.saltus) {
            None => Ok(()),
            Some(size) => {
                let (is, said) = (values.at(size + period), values.at(size) + self.saltus);
                let reason = message!(
                    "g({size}) is {value} and not {expected}",
                    size = size + period,
                    value = is,
                    expected = said
                );
                Err(Objection { cause: Cause::OtherValues, ..Objection::new(Field::Period, reason) })
            }
        }
    }

    /// Checks that neither number can be made smaller.
    ///
    /// The claim must have been proved. A smaller preperiod would include the size just below it. The differences
    /// between sizes for which the values differ by a constant form a group together with these constants, so that the
    /// least period divides every other; and it is enough to check one period, since what holds there is carried along
    /// by it.
    fn check_is_least(&self, values: &Values) -> Result<(), Objection> {
        let (period, start) = (self.period as usize, self.preperiod as usize);
        if let Some(below) = start.checked_sub(1)
            && values.at(below + period) == values.at(below) + self.saltus
        {
            let reason = message!("the values repeat from {number} on already", number = below);
            return Err(Objection { cause: Cause::OtherValues, ..Objection::new(Field::Preperiod, reason) });
        }
        for prime in prime_factors(period) {
            let shorter = period / prime;
            if !self.saltus.is_multiple_of(prime as u64) {
                continue;
            }
            let saltus = self.saltus / prime as u64;
            let value = |size: usize| match size.checked_sub(start + period) {
                // One step back is enough: a shorter period reaches less than one period past the table.
                Some(beyond) => values.at(start + beyond) + self.saltus,
                None => values.at(size),
            };
            if (start..start + period).all(|size| value(size + shorter) == value(size) + saltus) {
                let reason = message!("{number} is a period already", number = shorter);
                return Err(Objection { cause: Cause::OtherValues, ..Objection::new(Field::Period, reason) });
            }
        }
        Ok(())
    }
}

/// Returns the different primes that divide a number.
pub(crate) fn prime_factors(mut number: usize) -> Vec<usize> {
    let mut primes = Vec::new();
    let mut candidate = 2;
    while candidate * candidate <= number {
        if number.is_multiple_of(candidate) {
            primes.push(candidate);
            while number.is_multiple_of(candidate) {
                number /= candidate;
            }
        }
        candidate += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}
