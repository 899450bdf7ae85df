//! Values of a heap game written to files: as comma-separated values, as bytes, as a picture; and the certificate.

use super::study::Study;
use crate::failure::Failure;
use grundy::view::heap::grouped;
use grundy::view::{HeapPlot, Rarity};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::Path;

/// The most values that a file takes.
const MOST_WRITTEN: u64 = 10_000_000_000;

/// Writes a file by one function; what it says is told to people.
fn to_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let failure = |error: io::Error| Failure::wrong(format!("cannot write `{}`: {error}", path.display()));
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path).map_err(failure)?);
    write(&mut file).and_then(|()| file.flush()).map_err(failure)
}

/// The heaps that are asked for and known.
fn known(study: &Study, heaps: Range<u64>) -> Result<Range<u64>, Failure> {
    let end = if study.is_proved() { heaps.end } else { heaps.end.min(study.computed()) };
    if end <= heaps.start {
        return Err(Failure::wrong(format!(
            "no value from {} on is known: {} were computed",
            heaps.start,
            study.computed()
        ))
        .hint("compute more with --limit"));
    }
    if end - heaps.start > MOST_WRITTEN {
        return Err(Failure::wrong(format!("{} values are too many for a file", end - heaps.start))
            .hint("say which with --from and --to, or ask for one with --at"));
    }
    Ok(heaps.start..end)
}

fn value(study: &Study, n: u64) -> u128 {
    study.value(n).expect("only heaps whose values are known are written")
}

fn said(path: &Path, heaps: &Range<u64>, how: &str) -> String {
    format!("`{}` holds the {} values from {} on{how}", path.display(), grouped(heaps.end - heaps.start), heaps.start)
}

/// A line `n,grundy` for every heap.
pub fn csv(path: &Path, study: &Study, heaps: Range<u64>) -> Result<String, Failure> {
    let heaps = known(study, heaps)?;
    to_file(path, |file| {
        writeln!(file, "n,grundy")?;
        heaps.clone().try_for_each(|n| writeln!(file, "{n},{}", value(study, n)))
    })?;
    Ok(said(path, &heaps, ""))
}

/// The values one after the other, each in as many bytes as the largest needs: 1, 2, 4 or 16.
pub fn binary(path: &Path, study: &Study, heaps: Range<u64>) -> Result<String, Failure> {
    let heaps = known(study, heaps)?;
    let largest = heaps.clone().map(|n| value(study, n)).max().unwrap_or(0);
    let width = match largest {
        0..=0xFF => 1,
        0x100..=0xFFFF => 2,
        0x1_0000..=0xFFFF_FFFF => 4,
        _ => 16,
    };
    to_file(path, |file| heaps.clone().try_for_each(|n| file.write_all(&value(study, n).to_le_bytes()[..width])))?;
    let how = if width == 1 { ", a byte each".to_owned() } else { format!(", {width} bytes each, the lowest first") };
    Ok(said(path, &heaps, &how))
}

/// A picture with a dot for every heap.
pub fn plot(path: &Path, study: &Study, heaps: Range<u64>) -> Result<String, Failure> {
    let heaps = known(study, heaps)?;
    let values = study.values();
    let shown = |n: u64| u64::try_from(value(study, n)).unwrap_or(u64::MAX);
    let largest = heaps.clone().map(shown).max().unwrap_or(0).min(u64::MAX - 1);
    let title = format!("Grundy values of the heap game {}", values.game().code());
    let mut plot = HeapPlot::new(&title, heaps.start, heaps.end - heaps.start, largest);
    let rare: &[usize] = values.sparse().map_or(&[], |space| space.rare);
    let mut rare = rare.iter().map(|n| *n as u64).skip_while(|n| *n < heaps.start).peekable();
    for n in heaps.clone() {
        let rarity = if rare.next_if_eq(&n).is_some() { Rarity::Rare } else { Rarity::Common };
        plot.add(n, shown(n), rarity);
    }
    to_file(path, |file| file.write_all(plot.svg().as_bytes()))?;
    Ok(format!("`{}` shows the values of {} heaps", path.display(), grouped(heaps.end - heaps.start)))
}

/// The certificate of the period.
pub fn certificate(path: &Path, study: &Study) -> Result<String, Failure> {
    let Some(certificate) = study.certificate() else {
        return Err(Failure::wrong("there is nothing to certify: no period was found that a theorem is about")
            .hint("compute more with --limit"));
    };
    to_file(path, |file| file.write_all(certificate.to_string().as_bytes()))?;
    Ok(format!("`{}` holds the certificate; `grundy verify` checks it", path.display()))
}
