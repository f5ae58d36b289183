//! Getting hold of a target (CHR-GRAP-01 to 03).

use super::contest::{self, Scored};
use super::moves::Relations;
use super::play::{self, Fight};
use super::sides::Side;
use crate::base::term::Term;
use crate::exchange::{Effect, Party, Play, Slot, Stop, Upshot};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::attack::defense;
use crate::systems::chronicle::combat::character::Character;
use crate::systems::chronicle::combat::keys::{GRABBED, GRAPPLE};
use crate::systems::chronicle::combat::rolls::fails_at_once;
use crate::systems::chronicle::combat::stage::Stage;
use crate::systems::chronicle::contest::winner::{self, Winner};
use crate::systems::chronicle::dice::terms::push;
use crate::systems::chronicle::input;
use crate::systems::chronicle::numbers::EXCEPTIONAL_AT;
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::traits::{ATHLETICS, BRAWL, DEXTERITY, STRENGTH};

const OTHER: Party = Party::Target(0);

/// Returns the pools of a first grab: Strength + Brawl against Dexterity + the better of Brawl and Athletics. The
/// other's Strength plays no part yet (CHR-GRAP-01).
fn pools(a: &Character<'_>, b: &Character<'_>, settings: &Settings) -> [Vec<Term>; 2] {
    let rule = "CHR-GRAP-01";
    let mut ours = a.traits([(&STRENGTH, rule), (&BRAWL, rule)]);
    push(&mut ours, msg::ROPE, a.rope(), "CHR-GRAP-03");
    a.push_handicaps(&mut ours, a.get(&BRAWL), settings);
    if settings.defense_in_contests {
        let defense = defense::worth(b, settings);
        push(&mut ours, msg::DEFENSE, -defense, "CHR-DEF-10");
    }
    let better = if b.get(&ATHLETICS) > b.get(&BRAWL) {
        &ATHLETICS
    } else {
        &BRAWL
    };
    [ours, b.pool([(&DEXTERITY, rule), (better, rule)], settings)]
}

/// Plays reaching for the target to grapple (CHR-GRAP-01); an exceptional success gives a move
/// (CHR-GRAP-02).
pub(crate) fn play(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    if contest::joins(stage) {
        return contest::help(stage, play);
    }
    let settings = &stage.settings;
    if fails_at_once(stage, play, Slot::new("grapple"), msg::GRAPPLE) {
        return Ok(());
    }
    let [own, other] = contest::roll(stage, play, pools)?;
    let (ours, theirs) = (input::signed(own.all()), input::signed(other.all()));
    let Some(moves) = started(own, other, settings) else {
        play.add_upshot(OTHER, Upshot::Lost((theirs, ours)));
        return Ok(());
    };
    play.add_upshot(OTHER, Upshot::Won((ours, theirs)));
    play.add_effect(Effect::Hold {
        by: Party::Actor,
        on: OTHER,
        key: GRAPPLE.into(),
        amount: 0,
    });
    // It leaves the other their action of this turn (CHR-GRAP-15).
    play.add_effect(Effect::Count {
        who: OTHER,
        key: GRABBED.into(),
    });
    // Both are in the grapple before the first move is made.
    play.end_blow();
    let fight = Fight {
        scored: [own, other],
        winner: Side::A,
        allowed: u8::from(moves),
        relations: Relations::default(),
        control: -1,
        shield: false,
        first: true,
        over: false,
    };
    play::play_moves(stage, play, fight)
}

/// Returns whether the one who reached has a move at once; `None` if no grapple came about
/// (CHR-GRAP-01, CHR-GRAP-02).
fn started(a: Scored, b: Scored, settings: &Settings) -> Option<bool> {
    let counted = if settings.helpers_make_exceptional {
        a.all()
    } else {
        a.own
    };
    let got_hold = winner::winner(a.all(), b.all(), settings) == Winner::A;
    got_hold.then_some(counted >= EXCEPTIONAL_AT)
}
