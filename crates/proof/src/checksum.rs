//! Checksums by which an altered certificate is noticed.
//!
//! They are no protection against forgery, and none is needed: a forged certificate is checked like any other. They
//! catch a text that was cut, mistyped or changed into one about another game that happens to be true as well. The
//! function is FNV-1a in 64 bits (Fowler, Noll and Vo).

/// A running FNV-1a checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checksum(u64);

impl Checksum {
    /// Returns the checksum of no bytes.
    pub fn new() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }

    /// Appends bytes.
    pub fn bytes(mut self, bytes: &[u8]) -> Checksum {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self
    }

    /// Appends one value: a byte if it is below 255, else 255 and its eight bytes, the lowest first.
    pub fn value(self, value: u64) -> Checksum {
        match u8::try_from(value) {
            Ok(byte) if byte < 255 => self.bytes(&[byte]),
            _ => self.bytes(&[255]).bytes(&value.to_le_bytes()),
        }
    }

    /// Returns the checksum as a number.
    pub fn number(self) -> u64 {
        self.0
    }
}

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum::new()
    }
}

/// Appends the last line, the seal, to the lines of a certificate.
pub fn seal(lines: &str) -> String {
    format!("{lines}seal {:016x}\n", Checksum::new().bytes(lines.as_bytes()).number())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_published_one() {
        assert_eq!(Checksum::new().bytes(b"a").number(), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Checksum::new().bytes(b"foobar").number(), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn values_on_either_side_of_a_byte_differ() {
        let of = |values: &[u64]| values.iter().fold(Checksum::new(), |sum, value| sum.value(*value));
        assert_ne!(of(&[255]), of(&[254]));
        assert_ne!(of(&[0, 1]), of(&[1, 0]));
        assert_ne!(of(&[u64::MAX]), of(&[255]));
    }
}
