//! Wrestling: getting hold of each other, and the contest of each later turn (CHR-GRAP-01 to 19).

use super::contests::contested;
use super::effects::{count, lose};
use super::keys::{CONTROL, GRABBED, GRAPPLE, HELP, HOLD, SHIELD};
use super::moves::{self, Fight};
use super::sides::{parties, release};
use super::stage::Stage;
use super::strike::willpower;
use crate::exchange::{Effect, Grip, Party, Play, Slot, Stop};
use crate::roll::Rolled;
use crate::systems::chronicle::grapple::moves::Ties;
use crate::systems::chronicle::grapple::turn::{self, Scored};
use crate::systems::chronicle::grapple::{Grappler, Side, helper_terms, start};
use crate::systems::chronicle::known_conditions::{GRAPPLED, IMMOBILISED, IN_HOLD};
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::turn::Act;
use crate::term::Term;

/// A Hold by a joint lock, which binds; any other only holds (CHR-GRAP-11, CHR-GRAP-12).
pub(super) const LOCK: i32 = 1;

/// What a grapple and a Hold bring to both, and a joint lock to the one in it.
pub(super) fn conditions_of(grip: &Grip<'_>) -> Vec<(&'static str, i32)> {
    match grip.key {
        GRAPPLE => vec![(GRAPPLED, 0)],
        HOLD if !grip.holds && grip.amount >= LOCK => vec![(IN_HOLD, 0), (IMMOBILISED, 1)],
        HOLD => vec![(IN_HOLD, 0)],
        _ => Vec::new(),
    }
}

const OTHER: Party = Party::Target(0);

/// Reaches for the target (CHR-GRAP-01); an exceptional success gives a move (CHR-GRAP-02).
pub(super) fn begin(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let settings = &stage.settings;
    let [own, other] = contest(stage, play, start::terms)?;
    let Some(moves) = start::started(own, other, settings) else {
        return Ok(());
    };
    play.effect(Effect::Hold {
        by: Party::Actor,
        on: OTHER,
        key: GRAPPLE.into(),
        amount: 0,
    });
    // It leaves the other their action of this turn (CHR-GRAP-15).
    play.effect(Effect::Count {
        who: OTHER,
        key: GRABBED.into(),
    });
    let fight = Fight {
        scored: [own, other],
        winner: Side::A,
        allowed: u8::from(moves),
        ties: Ties::default(),
        control: -1,
        shield: false,
        first: true,
        over: false,
    };
    moves::play(stage, play, fight)
}

/// The contest of a turn, and the winner's moves (CHR-GRAP-04, CHR-GRAP-05).
pub(super) fn wrestle(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let settings = &stage.settings;
    // It takes the action of both (CHR-GRAP-15).
    count(play, OTHER, Act::Grapple);
    let [own, other] = contest(stage, play, turn::terms)?;
    // A body is cover until the next contest (CHR-GRAP-13).
    for (by, on) in [(Party::Actor, OTHER), (OTHER, Party::Actor)] {
        if stage.scene.held(by, on, SHIELD).is_some() {
            release(play, by, on, SHIELD);
        }
    }
    let Some((winner, allowed)) = turn::winner(own, other, settings) else {
        return Ok(());
    };
    let before = ties(stage);
    let ties = before.won_by(winner);
    if before.holds.is_some() && ties.holds.is_none() {
        let (by, on) = parties(winner.other());
        release(play, by, on, HOLD);
    }
    let fight = Fight {
        scored: [own, other],
        winner,
        allowed,
        ties,
        control: control(stage),
        shield: false,
        first: false,
        over: false,
    };
    moves::play(stage, play, fight)
}

/// Leaves a grapple whose other side is out of the fight, or gone from it: there is no opponent to
/// break free from (CHR-GRAP-06).
pub(super) fn leave(stage: &Stage<'_>, play: &mut Play<'_>) {
    for (by, on) in [(Party::Actor, OTHER), (OTHER, Party::Actor)] {
        for key in [GRAPPLE, HOLD, CONTROL, SHIELD] {
            if stage.scene.held(by, on, key).is_some() {
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
}

/// Who of the two holds the other in this way.
fn side(stage: &Stage<'_>, key: &str) -> Option<Side> {
    let holds = |side| {
        let (by, on) = parties(side);
        stage.scene.held(by, on, key).is_some()
    };
    [Side::A, Side::B].into_iter().find(|side| holds(*side))
}

fn ties(stage: &Stage<'_>) -> Ties {
    Ties {
        controls: side(stage, CONTROL),
        holds: side(stage, HOLD),
    }
}

/// Which weapon is under control, as its hold says.
fn control(stage: &Stage<'_>) -> i32 {
    let side = side(stage, CONTROL);
    side.map_or(-1, |side| {
        let (by, on) = parties(side);
        stage.scene.held(by, on, CONTROL).unwrap_or(-1)
    })
}

/// The pools of the two sides of a contest.
type Pools = fn(&Grappler, &Grappler, &Settings) -> [Vec<Term>; 2];

/// Both sides roll, then those who help, in the order they joined (CHR-DICE-08, CHR-GRAP-17).
fn contest(stage: &Stage<'_>, play: &mut Play<'_>, pools: Pools) -> Result<[Scored; 2], Stop> {
    let helped = |n| {
        let party = stage.party(n);
        let helps = |on: &Party| stage.scene.held(party, *on, HELP).is_some();
        let on = [OTHER, Party::Actor].into_iter().find(helps);
        on.map(|on| (n, party, on))
    };
    let sides: Vec<_> = (stage.targets()..stage.persons())
        .filter_map(helped)
        .collect();
    let rolled = contested(play, |stage| {
        let settings = &stage.settings;
        let (by, on) = (&stage.actor, stage.other(0)?);
        let [ours, theirs] = pools(&by.grappler(settings), &on.grappler(settings), settings);
        let (slot, resist) = (Slot::of("grapple"), Slot::of("resist"));
        let mut rolls = vec![
            (slot, Party::Actor, willpower(by), "Grapple", ours),
            (resist, OTHER, willpower(on), "Grapple", theirs),
        ];
        for (n, party, _) in &sides {
            let who = stage.other(*n)?;
            let terms = helper_terms(&who.grappler(settings), settings);
            let slot = Slot::of("help").at(n - stage.targets());
            rolls.push((slot, *party, willpower(who), "Help in the grapple", terms));
        }
        Ok(rolls)
    })?;
    let mut all = rolled.iter().map(successes);
    let mut scored = [(); 2].map(|()| Scored {
        own: all.next().unwrap_or(0),
        helped: 0,
    });
    for ((_, party, on), helped) in sides.into_iter().zip(all) {
        let [a, b] = &mut scored;
        let side = if on == OTHER { a } else { b };
        side.helped = side.helped.saturating_add(helped);
        release(play, party, on, HELP);
    }
    Ok(scored)
}

const fn successes(rolled: &Rolled) -> u32 {
    rolled.successes
}
