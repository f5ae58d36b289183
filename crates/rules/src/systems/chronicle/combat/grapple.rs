//! Wrestling: getting hold of each other, and the contest of each later turn (CHR-GRAP-01 to 19).

use super::acts;
use super::budget;
use super::character::Character;
use super::effects::{count, lose};
use super::keys::{CONTROL, GRABBED, GRAPPLE, HELP, HOLD, LOCK, SHIELD};
use super::maneuver::{Bar, bar_unless, why};
use super::moves::{self, Fight};
use super::rolls::{CombatRoll, contested, fails_at_once};
use super::sides::{parties, release};
use super::stage::Stage;
use crate::exchange::{Effect, Grip, Party, Play, Slot, Stop, Upshot};
use crate::messages::{Text, chronicle as msg};
use crate::roll::Rolled;
use crate::systems::chronicle::grapple::moves::Ties;
use crate::systems::chronicle::grapple::turn::{self, Scored};
use crate::systems::chronicle::grapple::{Grappler, Side, acts_at, helper_terms, start};
use crate::systems::chronicle::input;
use crate::systems::chronicle::known_conditions::{GRAPPLED, IMMOBILISED, IN_HOLD};
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::turn::Act;
use crate::term::Term;

/// What a grapple and a Hold bring to both, and a joint lock to the one in it.
pub(crate) fn conditions_of(grip: &Grip<'_>) -> Vec<(&'static str, i32)> {
    match grip.key {
        GRAPPLE => vec![(GRAPPLED, 0)],
        HOLD if !grip.holds && grip.amount >= LOCK => vec![(IN_HOLD, 0), (IMMOBILISED, 1)],
        HOLD => vec![(IN_HOLD, 0)],
        _ => Vec::new(),
    }
}

const OTHER: Party = Party::Target(0);

/// Reaches for the target (CHR-GRAP-01); an exceptional success gives a move (CHR-GRAP-02).
pub(crate) fn begin(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    if joins(stage) {
        return acts::help(stage, play);
    }
    let settings = &stage.settings;
    if fails_at_once(stage, play, Slot::of("grapple"), msg::GRAPPLE) {
        return Ok(());
    }
    let [own, other] = contest(stage, play, start::terms)?;
    let (ours, theirs) = (input::signed(own.all()), input::signed(other.all()));
    let Some(moves) = start::started(own, other, settings) else {
        play.upshot(OTHER, Upshot::Lost((theirs, ours)));
        return Ok(());
    };
    play.upshot(OTHER, Upshot::Won((ours, theirs)));
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
    // Both are in the grapple before the first move is made.
    play.end_blow();
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
pub(crate) fn wrestle(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
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
    let (ours, theirs) = (input::signed(own.all()), input::signed(other.all()));
    let won = turn::winner(own, other, settings);
    play.upshot(
        OTHER,
        match won {
            Some((Side::A, _)) => Upshot::Won((ours, theirs)),
            Some((Side::B, _)) | None => Upshot::Lost((theirs, ours)),
        },
    );
    let Some((winner, allowed)) = won else {
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
pub(crate) fn leave(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    if stage.scene.held(Party::Actor, OTHER, HELP).is_some() {
        release(play, Party::Actor, OTHER, HELP);
    }
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
    Ok(())
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
    let helped = |n| Some((n, stage.party(n), side_of_helper(stage, n)?));
    let sides: Vec<_> = (stage.targets()..stage.persons())
        .filter_map(helped)
        .collect();
    // It takes their action of this turn, where helping has not taken it yet (CHR-GRAP-19).
    for (n, party, _) in &sides {
        if !has_joined(stage, *n) {
            count(play, *party, Act::JoinGrapple);
        }
    }
    let rolled = contested(play, |stage| {
        let settings = &stage.settings;
        let (by, on) = (&stage.actor, stage.other(0)?);
        let [ours, theirs] = pools(&by.grappler(settings), &on.grappler(settings), settings);
        let (slot, resist) = (Slot::of("grapple"), Slot::of("resist"));
        let mut rolls = vec![
            CombatRoll::new(by, (slot, Party::Actor), msg::GRAPPLE, ours),
            CombatRoll::new(on, (resist, OTHER), msg::GRAPPLE, theirs),
        ];
        for (n, party, _) in &sides {
            let who = stage.other(*n)?;
            let terms = helper_terms(&who.grappler(settings), settings);
            let slot = Slot::of("help").at(n - stage.targets());
            let title = msg::HELP_IN_THE_GRAPPLE;
            rolls.push(CombatRoll::new(who, (slot, *party), title, terms));
        }
        Ok(rolls)
    })?;
    let mut all = rolled.iter().map(successes);
    let mut scored = [(); 2].map(|()| Scored {
        own: all.next().unwrap_or(0),
        helped: 0,
    });
    for ((n, party, on), helped) in sides.into_iter().zip(all) {
        let [a, b] = &mut scored;
        let side = if on == OTHER { a } else { b };
        side.helped = side.helped.saturating_add(helped);
        // Who helped by an action of this turn helps once; who is drawn in goes on.
        if has_joined(stage, n) {
            release(play, party, on, HELP);
        }
    }
    Ok(scored)
}

/// Whether one of the others has joined a grapple with this turn's action.
fn has_joined(stage: &Stage<'_>, n: u8) -> bool {
    let who = stage.other(n);
    who.is_ok_and(|it| it.who.counted(budget::key(Act::JoinGrapple)) > 0)
}

/// Against which side one of the others helps, if they have an action for it (CHR-GRAP-17,
/// CHR-GRAP-19).
pub(crate) fn side_of_helper(stage: &Stage<'_>, n: u8) -> Option<Party> {
    let who = stage.other(n).ok()?;
    let busy = budget::has_acted(who.who) || who.burden.no_action || who.is_dormant();
    let helps = |on: &Party| stage.scene.held(stage.party(n), *on, HELP).is_some();
    let on = [OTHER, Party::Actor].into_iter().find(helps);
    on.filter(|_| has_joined(stage, n) || !busy)
}

/// Whether to reach for the target is to help in a grapple there is (CHR-GRAP-17).
pub(crate) fn joins(stage: &Stage<'_>) -> bool {
    let grappled = stage.other(0).is_ok_and(|target| target.is(GRAPPLED));
    grappled && !stage.wrestle(Party::Actor, OTHER)
}

const fn successes(rolled: &Rolled) -> u32 {
    rolled.successes
}

/// Whether a bystander helps in a grapple, and so is drawn into its contest (CHR-GRAP-17).
pub(crate) fn draws_in(stage: &Stage<'_>, n: u8) -> Option<(Text, &'static str)> {
    side_of_helper(stage, n).map(|_| (msg::HELPS, "CHR-GRAP-17"))
}

/// Whether a bystander is drawn into reaching for the target: nobody is where that only helps.
pub(crate) fn draws_in_a_grab(stage: &Stage<'_>, n: u8) -> Option<(Text, &'static str)> {
    draws_in(stage, n).filter(|_| !joins(stage))
}

/// Whether the contest with `other` comes when it is their place in the order; who cannot act
/// has none. One who was grabbed this turn may break out at once.
fn comes_later(stage: &Stage<'_>, other: &Character<'_>) -> bool {
    let both = stage.actor.who.initiative.zip(other.who.initiative);
    let first = both.map(|(own, theirs)| acts_at(own, theirs));
    let grabbed = stage.actor.who.counted(GRABBED) > 0;
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
    if target.who.counted(budget::key(Act::Grapple)) > 0 {
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
