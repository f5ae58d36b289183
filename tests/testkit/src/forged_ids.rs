//! Forged command ids: how an attacker would choose the id of a combatant, by inverting the formula with which the
//! first release derived combatant ids from command ids.

use rules::base::id::{CombatantId, CommandId};

/// First multiplier of the formula (odd), and its inverse modulo 2^64.
const FIRST_MULTIPLIER: (u64, u64) = (0xbf58_476d_1ce4_e5b9, 0x96de_1b17_3f11_9089);
/// Second multiplier of the formula (odd), and its inverse modulo 2^64.
const SECOND_MULTIPLIER: (u64, u64) = (0x94d0_49bb_1331_11eb, 0x3196_42b2_d24d_8ec3);

/// Returns a command id from which the formula derives the combatant id `target`; a different one for each `nth`.
pub fn forge_command_id(target: CombatantId, nth: u64) -> CommandId {
    let (low_bits, high) = (nth & 0xff_ffff, nth.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut x = id_bits(target) << 24 | low_bits;
    x ^= x >> 31 ^ x >> 62;
    x = x.wrapping_mul(SECOND_MULTIPLIER.1);
    x ^= x >> 27 ^ x >> 54;
    x = x.wrapping_mul(FIRST_MULTIPLIER.1);
    x ^= x >> 30 ^ x >> 60;
    CommandId(u128::from(high) << 64 | u128::from(x ^ high.rotate_left(17)))
}

/// Returns the bits that the formula of the first release derives for the first combatant of a command.
pub fn first_release_id_bits(command: CommandId) -> u64 {
    let (low, high) = (command.0 as u64, (command.0 >> 64) as u64);
    let mut x = low ^ high.rotate_left(17);
    x = (x ^ (x >> 30)).wrapping_mul(FIRST_MULTIPLIER.0);
    x = (x ^ (x >> 27)).wrapping_mul(SECOND_MULTIPLIER.0);
    (x ^ (x >> 31)) >> 24
}

/// Returns the bits of a combatant id, five for each letter.
pub fn id_bits(id: CombatantId) -> u64 {
    let digit = |letter: char| "0123456789abcdefghjkmnpqrstvwxyz".find(letter);
    id.to_string().chars().fold(0, |number, letter| {
        number << 5 | digit(letter).expect("a letter of an id") as u64
    })
}
