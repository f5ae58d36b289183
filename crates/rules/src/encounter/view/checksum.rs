//! Checksum of a view, by which a browser's view that has gone wrong is detected.

use std::hash::{Hash, Hasher};

use super::view::View;

impl View {
    /// Returns a 32-bit checksum of the view, the same on every machine: 64-bit FNV-1a, folded. It guards
    /// against mistakes, not against attacks.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        let mut sum = Fnv1aHasher(0xcbf2_9ce4_8422_2325);
        self.hash(&mut sum);
        (sum.0 ^ (sum.0 >> 32)) as u32
    }
}

/// FNV-1a hasher with 64 bits, for checksums that compare a client's view with the server's.
struct Fnv1aHasher(u64);

impl Hasher for Fnv1aHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Hashes 64 bits, because sizes in a browser have only 32.
    fn write_usize(&mut self, size: usize) {
        self.write_u64(size as u64);
    }

    /// Hashes 64 bits, because sizes in a browser have only 32.
    fn write_isize(&mut self, which: isize) {
        self.write_i64(which as i64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test vectors published with the hash function.
    #[test]
    fn it_is_the_sum_it_says_it_is() {
        for (text, sum) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            let mut hasher = Fnv1aHasher(0xcbf2_9ce4_8422_2325);
            hasher.write(text.as_bytes());
            assert_eq!(hasher.finish(), sum, "{text}");
        }
    }

    #[test]
    fn sizes_count_as_much_everywhere() {
        let sum = |size: &dyn Fn(&mut Fnv1aHasher)| {
            let mut sum = Fnv1aHasher(0);
            size(&mut sum);
            sum.0
        };
        assert_eq!(sum(&|it| it.write_usize(7)), sum(&|it| it.write_u64(7)));
        assert_eq!(sum(&|it| it.write_isize(-7)), sum(&|it| it.write_i64(-7)));
    }
}
