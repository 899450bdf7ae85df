//! Whole numbers as options take them.

use std::ops::RangeInclusive;

/// Returns a parser of the whole numbers of a range, for an option; an upper end that nobody meets is not spoken of.
pub fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: Copy + Into<i128> + TryFrom<i128> + Send + Sync + 'static,
{
    let (low, high): (i128, i128) = ((*range.start()).into(), (*range.end()).into());
    let has_end = high < i128::from(u32::MAX);
    move |text| {
        let number = text.parse::<i128>().ok().filter(|number| (low..=high).contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match has_end {
            true => format!("a whole number from {low} to {high} is expected"),
            false => format!("a whole number from {low} up is expected"),
        })
    }
}
