//! What a browser tells the server of its view, so that one that went astray is noticed.

use std::hash::{Hash, Hasher};

use super::view::View;

impl View {
    /// A number that equal views have in common and different ones all but never, on every machine: 64 bits of
    /// FNV-1a, folded. It guards against mistakes and is no secret.
    #[must_use]
    pub fn sum(&self) -> u32 {
        let mut sum = Sum(0xcbf2_9ce4_8422_2325);
        self.hash(&mut sum);
        (sum.0 ^ (sum.0 >> 32)) as u32
    }
}

struct Sum(u64);

impl Hasher for Sum {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// In a browser a size has half as many bytes.
    fn write_usize(&mut self, size: usize) {
        self.write_u64(size as u64);
    }

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

    /// As in the tables of those who made it.
    #[test]
    fn it_is_the_sum_it_says_it_is() {
        for (text, sum) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            let mut hasher = Sum(0xcbf2_9ce4_8422_2325);
            hasher.write(text.as_bytes());
            assert_eq!(hasher.finish(), sum, "{text}");
        }
    }

    #[test]
    fn sizes_count_as_much_everywhere() {
        let sum = |size: &dyn Fn(&mut Sum)| {
            let mut sum = Sum(0);
            size(&mut sum);
            sum.0
        };
        assert_eq!(sum(&|it| it.write_usize(7)), sum(&|it| it.write_u64(7)));
        assert_eq!(sum(&|it| it.write_isize(-7)), sum(&|it| it.write_i64(-7)));
    }
}
