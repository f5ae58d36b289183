//! The effects that every exchange uses, each in one line.

use super::budget;
use super::keys::{AIM, LOST_ACTION};
use crate::base::term::RuleId;
use crate::character::condition::{Condition as Affliction, Until};
use crate::exchange::{Effect, Party, Play};
use crate::systems::chronicle::conditions::known_conditions::{self, AIMED_WITH, AIMING};
use crate::systems::chronicle::round::turn::Act;

/// Adds the effect that a party gains a condition.
pub(crate) fn gain(play: &mut Play<'_>, who: Party, key: &'static str, amount: i32, until: Until) {
    play.add_effect(Effect::Gain {
        who,
        key: key.into(),
        condition: Affliction { amount, until },
    });
}

/// Adds the effect that a party loses a condition.
pub(crate) fn lose(play: &mut Play<'_>, who: Party, key: &'static str) {
    play.add_effect(Effect::Lose {
        who,
        key: key.into(),
    });
}

/// Adds the effect that the log tells a sentence about a party.
pub(crate) fn tell(
    play: &mut Play<'_>,
    who: Party,
    words: impl Into<crate::messages::Wording>,
    rule: &'static str,
) {
    play.add_effect(Effect::Tell {
        who,
        words: words.into(),
        rule: RuleId::new(rule),
    });
}

/// Adds the effects of a fall, by which the party is prone, and loses this turn's action unless
/// `acted` (CHR-COND-04).
pub(crate) fn fall(play: &mut Play<'_>, who: Party, acted: bool) {
    gain(play, who, known_conditions::PRONE, 0, Until::Lifted);
    if !acted {
        play.add_effect(Effect::Count {
            who,
            key: LOST_ACTION.into(),
        });
    }
}

/// Adds the effect that an act of a party is counted in the round's tally.
pub(crate) fn count(play: &mut Play<'_>, who: Party, act: Act) {
    play.add_effect(Effect::Count {
        who,
        key: budget::key(act).into(),
    });
}

/// Adds the effect that a party loses the aim, whichever target it was at.
pub(crate) fn lose_aim(play: &mut Play<'_>, who: Party) {
    lose(play, who, AIMING);
    lose(play, who, AIMED_WITH);
    play.add_effect(Effect::LetGo {
        by: who,
        key: AIM.into(),
    });
}
