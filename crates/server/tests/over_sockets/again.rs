//! Chance that comes again, so that two worlds can be told apart by nothing else.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rules::base::dice::Dice;
use rules::base::id::{CombatantId, CommandId};
use server::chance::Chance;

/// Chance that comes again: bytes by counting, dice by the command.
pub(crate) struct Again {
    salt: u64,
    drawn: AtomicU64,
    fair: bool,
}

impl Again {
    /// Another evening for every number.
    pub(crate) fn salted(salt: u64) -> Arc<Self> {
        Arc::new(Self::of(salt, false))
    }

    /// The same with dice that come from drawn secrets and can be checked.
    pub(crate) fn fairly(salt: u64) -> Arc<Self> {
        Arc::new(Self::of(salt, true))
    }

    fn of(salt: u64, fair: bool) -> Self {
        let drawn = AtomicU64::new(salt << 32);
        Self { salt, drawn, fair }
    }

    /// Which evening this is.
    pub(crate) fn salt(&self) -> u64 {
        self.salt
    }

    /// The id of whoever this command adds as its `nth`, from 0.
    pub(crate) fn comes(&self, command: CommandId, nth: usize) -> CombatantId {
        let mut dice = self.falling(command);
        for _ in 0..nth {
            _ = CombatantId::draw(&mut dice);
        }
        CombatantId::draw(&mut dice)
    }

    fn falling(&self, command: CommandId) -> Falling {
        Falling(mixed(self.salt.wrapping_add(command.0 as u64)))
    }
}

fn mixed(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Chance for Again {
    fn fill_bytes(&self, bytes: &mut [u8]) {
        for part in bytes.chunks_mut(8) {
            let drawn = self.drawn.fetch_add(1, Ordering::Relaxed);
            let word = mixed(drawn.wrapping_add(0x9e37_79b9_7f4a_7c15));
            part.copy_from_slice(&word.to_be_bytes()[..part.len()]);
        }
    }

    fn is_scripted(&self) -> bool {
        !self.fair
    }

    fn dice(&self, command: CommandId) -> Box<dyn Dice + Send> {
        Box::new(self.falling(command))
    }
}

struct Falling(u64);

impl Dice for Falling {
    fn roll_die(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        u16::try_from(mixed(self.0) % u64::from(sides)).expect("a face") + 1
    }
}
