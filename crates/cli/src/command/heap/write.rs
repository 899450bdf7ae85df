//! Files with values of a heap game: comma-separated values, bytes, a picture; and the certificate.

use super::source::Source;
use super::study::Study;
use crate::failure::Failure;
use crate::io_limits;
use crate::language::language;
use crate::output_file::{OutputFile, cannot_write, write_file};
use grundy::view::heap::grouped;
use grundy::view::words;
use grundy::view::{HeapPlot, Rarity};
use grundy_message::{Message, message};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

/// Writes a file as a stream.
fn to_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let failed = |error| cannot_write(path, &error);
    let mut file = OutputFile::create(path).map_err(failed)?;
    write(&mut file).and_then(|()| file.finish()).map_err(failed)
}

/// Fails if there are more values than [`io_limits::MAX_VALUES_WRITTEN`].
fn check_count(numbers: &Range<u64>) -> Result<(), Failure> {
    let count = numbers.end - numbers.start;
    if count > io_limits::MAX_VALUES_WRITTEN {
        return Err(Failure::wrong(message!("{count} values are too many for a file", count))
            .hint(message!("say which with --from and --to, or ask for one with --at")));
    }
    Ok(())
}

/// Known values, by the numbers of the game.
pub struct Known<'a> {
    /// The values.
    pub study: &'a Study,
    /// Maps a number to a heap.
    pub source: &'a Source,
    /// The numbers: at least one, and all of them are heaps whose values are known.
    pub numbers: Range<u64>,
}

impl Known<'_> {
    fn heap(&self, number: u64) -> u64 {
        self.source.heap_of(number).expect("only numbers that are heaps are written")
    }

    fn value(&self, number: u64) -> u128 {
        self.study.value(self.heap(number)).expect("only heaps whose values are known are written")
    }
}

fn report(path: &Path, heaps: &Range<u64>, how: Message) -> Message {
    message!(
        "`{file}` holds the {count} values from {start} on{how}",
        file = path.display().to_string(),
        count = grouped(heaps.end - heaps.start),
        start = heaps.start,
        how
    )
}

/// Writes a line `n,grundy` for every heap.
pub fn csv(path: &Path, known: &Known<'_>) -> Result<Message, Failure> {
    let numbers = known.numbers.clone();
    check_count(&numbers)?;
    to_file(path, |file| {
        writeln!(file, "n,grundy")?;
        numbers.clone().try_for_each(|n| writeln!(file, "{n},{}", known.value(n)))
    })?;
    Ok(report(path, &numbers, Message::default()))
}

/// Writes the values one after the other, each in as many bytes as the largest needs: 1, 2, 4 or 16.
pub fn binary(path: &Path, known: &Known<'_>) -> Result<Message, Failure> {
    let numbers = known.numbers.clone();
    check_count(&numbers)?;
    let largest = numbers.clone().map(|n| known.value(n)).max().unwrap_or(0);
    let width = match largest {
        0..=0xFF => 1,
        0x100..=0xFFFF => 2,
        0x1_0000..=0xFFFF_FFFF => 4,
        _ => 16,
    };
    to_file(path, |file| numbers.clone().try_for_each(|n| file.write_all(&known.value(n).to_le_bytes()[..width])))?;
    let how = match width {
        1 => message!(", a byte each"),
        _ => message!(", {width} bytes each, the lowest first", width),
    };
    Ok(report(path, &numbers, how))
}

/// Draws a picture with a dot for every heap.
pub fn plot(path: &Path, known: &Known<'_>) -> Result<Message, Failure> {
    let numbers = known.numbers.clone();
    check_count(&numbers)?;
    let values = known.study.values();
    let shown = |n: u64| u64::try_from(known.value(n)).unwrap_or(u64::MAX);
    let largest = numbers.clone().map(shown).max().unwrap_or(0).min(u64::MAX - 1);
    let title = message!("Grundy values of the heap game {code}", code = values.game().code());
    let mut plot =
        HeapPlot::new(&words::render(&title, language()), numbers.start, numbers.end - numbers.start, largest);
    let rare: &[usize] = values.sparse().map_or(&[], |space| space.rare);
    for n in numbers.clone() {
        let is_rare = usize::try_from(known.heap(n)).is_ok_and(|heap| rare.binary_search(&heap).is_ok());
        let rarity = if is_rare { Rarity::Rare } else { Rarity::Common };
        plot.add(n, shown(n), rarity);
    }
    write_file(path, plot.svg())?;
    let count = grouped(numbers.end - numbers.start);
    Ok(message!("`{file}` shows the values of {count} heaps", file = path.display().to_string(), count))
}

/// Writes the certificate of the period.
pub fn certificate(path: &Path, study: &Study) -> Result<Message, Failure> {
    let Some(certificate) = study.certificate() else {
        return Err(Failure::wrong(message!(
            "there is nothing to certify: no period was found that a theorem is about"
        ))
        .hint(message!("compute more with --limit")));
    };
    write_file(path, certificate.to_string())?;
    Ok(message!("`{file}` holds the certificate; `grundy verify` checks it", file = path.display().to_string()))
}
