//! The contest of each later turn, and leaving a grapple that is over (CHR-GRAP-04 to 06, CHR-GRAP-15,
//! CHR-GRAP-16).

use super::contest::{self, Scored};
use super::moves::Relations;
use super::play::{self, Fight};
use super::sides::{Side, acts_at, parties, release};
use crate::base::term::Term;
use crate::exchange::{HoldSide, Party, Play, Stop, Upshot};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::combat::budget;
use crate::systems::chronicle::combat::character::Character;
use crate::systems::chronicle::combat::effects::{count, lose};
use crate::systems::chronicle::combat::keys::{
    CONTROL, GRABBED, GRAPPLE, HELP, HOLD, LOCK, SHIELD,
};
use crate::systems::chronicle::combat::maneuver::{Bar, bar_unless, why};
use crate::systems::chronicle::combat::stage::Stage;
use crate::systems::chronicle::conditions::known_conditions::{GRAPPLED, IMMOBILISED, IN_HOLD};
use crate::systems::chronicle::contest::winner::{self, Winner};
use crate::systems::chronicle::dice::terms::push;
use crate::systems::chronicle::input;
use crate::systems::chronicle::numbers::EXCEPTIONAL_AT;
use crate::systems::chronicle::round::turn::Act;
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::traits::{BRAWL, STRENGTH};

const OTHER: Party = Party::Target(0);

/// Returns the conditions that a grapple and a Hold bring to both combatants, and a joint lock to
/// the one in it (CHR-GRAP-11, CHR-GRAP-12).
pub(crate) fn conditions_of(grip: &HoldSide<'_>) -> Vec<(&'static str, i32)> {
    if grip.key == GRAPPLE {
        return vec![(GRAPPLED, 0)];
    }
    if grip.key != HOLD {
        return Vec::new();
    }
    let bound = !grip.holds && grip.amount >= LOCK;
    let bound = bound.then_some((IMMOBILISED, 1));
    [(IN_HOLD, 0)].into_iter().chain(bound).collect()
}

/// Returns the pools of both sides in a grapple: Strength + Brawl, less the other's Strength, ropes included
/// (CHR-GRAP-03, CHR-GRAP-04).
fn pools(a: &Character<'_>, b: &Character<'_>, settings: &Settings) -> [Vec<Term>; 2] {
    [(a, b), (b, a)].map(|(own, other)| {
        let rule = "CHR-GRAP-04";
        let mut terms = own.traits([(&STRENGTH, rule), (&BRAWL, rule)]);
        push(&mut terms, msg::ROPE, own.rope(), "CHR-GRAP-03");
        own.push_handicaps(&mut terms, own.get(&BRAWL), settings);
        let resisting = other.get(&STRENGTH).saturating_neg();
        push(&mut terms, msg::OPPONENTS_STRENGTH, resisting, rule);
        if settings.rope_hinders {
            let rope = other.rope().saturating_neg();
            push(&mut terms, msg::OPPONENTS_ROPE, rope, "CHR-GRAP-03");
        }
        terms
    })
}

/// Returns the winner of a contest and the number of moves won: one, two with an exceptional
/// success (CHR-GRAP-05, CHR-GRAP-16, CHR-GRAP-17). `None` when neither has.
fn judge(a: Scored, b: Scored, settings: &Settings) -> Option<(Side, u8)> {
    let (side, won) = match winner::winner(a.all(), b.all(), settings) {
        Winner::A => (Side::A, a),
        Winner::B => (Side::B, b),
        Winner::None => return None,
    };
    let judged = if settings.helpers_make_exceptional {
        won.all()
    } else {
        won.own
    };
    Some((side, if judged >= EXCEPTIONAL_AT { 2 } else { 1 }))
}

/// Plays the grapple contest of a turn, and the winner's moves (CHR-GRAP-04, CHR-GRAP-05).
pub(crate) fn play(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let settings = &stage.settings;
    // It takes the action of both (CHR-GRAP-15).
    count(play, OTHER, Act::Grapple);
    let [own, other] = contest::roll(stage, play, pools)?;
    // A body is cover until the next contest (CHR-GRAP-13).
    for (by, on) in [(Party::Actor, OTHER), (OTHER, Party::Actor)] {
        if stage.scene.hold_amount(by, on, SHIELD).is_some() {
            release(play, by, on, SHIELD);
        }
    }
    let (ours, theirs) = (input::signed(own.all()), input::signed(other.all()));
    let won = judge(own, other, settings);
    play.add_upshot(
        OTHER,
        match won {
            Some((Side::A, _)) => Upshot::Won((ours, theirs)),
            Some((Side::B, _)) | None => Upshot::Lost((theirs, ours)),
        },
    );
    let Some((winner, allowed)) = won else {
        return Ok(());
    };
    let before = relations(stage);
    let relations = before.won_by(winner);
    if before.holds.is_some() && relations.holds.is_none() {
        let (by, on) = parties(winner.other());
        release(play, by, on, HOLD);
    }
    let fight = Fight {
        scored: [own, other],
        winner,
        allowed,
        relations,
        control: controlled_weapon_number(stage),
        shield: false,
        first: false,
        over: false,
    };
    play::play_moves(stage, play, fight)
}

/// Leaves a grapple whose other side is out of the fight, or gone from it: there is no opponent to
/// break free from (CHR-GRAP-06).
pub(crate) fn leave(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    if stage.scene.hold_amount(Party::Actor, OTHER, HELP).is_some() {
        release(play, Party::Actor, OTHER, HELP);
    }
    for (by, on) in [(Party::Actor, OTHER), (OTHER, Party::Actor)] {
        for key in [GRAPPLE, HOLD, CONTROL, SHIELD] {
            if stage.scene.hold_amount(by, on, key).is_some() {
                release(play, by, on, key);
            }
        }
    }
    // Also what was set by hand, where there is no hold.
    for who in [Party::Actor, OTHER] {
        for key in [GRAPPLED, IN_HOLD] {
            lose(play, who, key);
        }
    }
    Ok(())
}

/// Returns the side that has a hold of this kind on the other; `None` if neither has.
fn side_with_hold(stage: &Stage<'_>, key: &str) -> Option<Side> {
    let holds = |side| {
        let (by, on) = parties(side);
        stage.scene.hold_amount(by, on, key).is_some()
    };
    [Side::A, Side::B].into_iter().find(|side| holds(*side))
}

/// Reads the holds between the two combatants of a grapple.
fn relations(stage: &Stage<'_>) -> Relations {
    Relations {
        controls: side_with_hold(stage, CONTROL),
        holds: side_with_hold(stage, HOLD),
    }
}

/// Returns the number by which a hold refers to the weapon under control; −1 for none.
fn controlled_weapon_number(stage: &Stage<'_>) -> i32 {
    let side = side_with_hold(stage, CONTROL);
    side.map_or(-1, |side| {
        let (by, on) = parties(side);
        stage.scene.hold_amount(by, on, CONTROL).unwrap_or(-1)
    })
}

/// Whether the contest with `other` waits for their place in the order; one who cannot act has no place.
/// One who was grabbed this turn may break out at once.
fn comes_later(stage: &Stage<'_>, other: &Character<'_>) -> bool {
    let both = stage.actor.who.initiative.zip(other.who.initiative);
    let first = both.map(|(own, theirs)| acts_at(own, theirs));
    let grabbed = stage.actor.who.tally_count(GRABBED) > 0;
    first == Some(Side::B) && !grabbed && !other.is_dormant() && !other.burden.no_action
}

/// Bars a contest where there is no grapple with the target, or no contest of it now (CHR-GRAP-04).
pub(crate) fn bars_wrestling(stage: &Stage<'_>) -> Bar {
    let rule = "CHR-GRAP-04";
    if !stage.actor.is(GRAPPLED) {
        return why(msg::IS_NOT_IN_A_GRAPPLE, rule);
    }
    let target = stage.target()?;
    if !stage.wrestle(Party::Actor, OTHER) {
        return why(msg::DOES_NOT_WRESTLE_WITH_THIS, rule);
    }
    if target.who.tally_count(budget::key(Act::Grapple)) > 0 {
        return why(msg::THERE_IS_ONE_CONTEST_IN, rule);
    }
    bar_unless(
        !comes_later(stage, target),
        msg::THE_CONTEST_COMES_AT_THE,
        rule,
    )
}

/// Bars leaving where there is no grapple with the target, or the target wrestles on (CHR-GRAP-06).
pub(crate) fn bars_leaving(stage: &Stage<'_>) -> Bar {
    let rule = "CHR-GRAP-06";
    let target = stage.target()?;
    if !stage.actor.is(GRAPPLED) && !stage.is_tied(0) {
        return why(msg::IS_NOT_IN_A_GRAPPLE, rule);
    }
    let fights_on = stage.wrestle(Party::Actor, OTHER) && !target.is_dormant();
    bar_unless(!fights_on, msg::THE_OTHER_WRESTLES_ON, rule)
}
