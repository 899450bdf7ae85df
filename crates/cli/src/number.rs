//! Parsers of whole numbers for options.

use grundy_message::{Message, message};
use std::ops::RangeInclusive;

/// Returns a parser of the whole numbers of a range, for an option; its error names a huge upper end only if the number
/// exceeds it.
pub fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, Message> + Clone + Send + Sync + 'static
where
    T: Copy + Into<i128> + TryFrom<i128> + Send + Sync + 'static,
{
    let (low, high): (i128, i128) = ((*range.start()).into(), (*range.end()).into());
    let has_end = high < i128::from(u32::MAX);
    move |text| {
        let number = text.parse::<i128>().ok().filter(|number| (low..=high).contains(number));
        let is_large = || text.len() > 1 && text.chars().all(|digit| digit.is_ascii_digit()) && number.is_none();
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match has_end || is_large() {
            true => message!("a whole number from {low} to {high} is expected", low, high),
            false => message!("a whole number from {low} up is expected", low),
        })
    }
}
