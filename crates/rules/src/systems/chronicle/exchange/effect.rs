//! What an exchange leaves to be written down.

use serde::{Deserialize, Serialize};

use crate::systems::chronicle::concealment::Concealment;
use crate::systems::chronicle::condition::Held;
use crate::systems::chronicle::wounds::Status;
use crate::track::{Boxes, Packet};

/// One thing that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The target has applied Defense once more this turn (CHR-DEF-05); a bonus from aiming
    /// is gone with it (CHR-AIM-03).
    DefenseApplied,
    /// Bullets left in the gun (CHR-AUTO-10).
    AmmoAfter(i32),
    /// The attacker's aim is used up (CHR-AIM-05).
    AimUsed,
    /// The attacker has left full cover until their next turn (CHR-CONC-06).
    FirerConcealed(Concealment),
    /// The gun may be jammed, if the storyteller agrees (CHR-CMP-05).
    Jammed,
    /// Somebody who should have been missed is hit: which of them, counted from 0, and the
    /// points suggested (CHR-MIX-04).
    Stray {
        /// Which of those to be missed.
        index: u16,
        /// Points suggested.
        damage: i32,
    },
    /// The cover has this much Structure left (CHR-COV-01).
    CoverAfter(i32),
    /// The one held in front takes this (CHR-SHLD-01).
    ShieldTakes(Packet),
    /// The target is marked.
    Marked {
        /// With what.
        packet: Packet,
        /// The track before, if known.
        before: Option<Boxes>,
        /// The track after, if known.
        after: Option<Boxes>,
        /// Points that changed nothing any more (CHR-DMG-07).
        excess: u16,
    },
    /// The target's dressing is torn open (CHR-BLEED-04).
    DressingTorn,
    /// The target is in this condition now.
    Gains(Held),
    /// The target's heart is pierced (CHR-TGT-05).
    HeartPierced,
    /// The target loses the next action (CHR-CMP-08).
    LosesNextAction,
    /// The target sleeps for so many turns (CHR-CMP-09).
    KnockedOut(u16),
    /// The thing used as a weapon has this much Structure left; at 0 it is wrecked
    /// (CHR-IMPR-04, CHR-IMPR-05).
    WeaponAfter(i32),
    /// How the target is now, where the track is known (CHR-PIPE-02).
    Status(Status),
}
