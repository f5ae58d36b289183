//! Getting hold of a target (CHR-GRAP-01 to 03).

use super::Grappler;
use super::turn::Scored;
use crate::messages::chronicle as msg;
use crate::systems::chronicle::contest::{self, Winner};
use crate::systems::chronicle::numbers::EXCEPTIONAL_AT;
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::terms::{push, unskilled};
use crate::term::Term;

/// The two pools: Strength + Brawl against Dexterity + the better of Brawl and Athletics.
/// The other's Strength plays no part yet (CHR-GRAP-01).
#[must_use]
pub(crate) fn terms(a: &Grappler, b: &Grappler, settings: &Settings) -> [Vec<Term>; 2] {
    let mut ours = vec![
        Term::of_rule(msg::STRENGTH, a.strength, "CHR-GRAP-01"),
        Term::of_rule(msg::BRAWL, a.brawl, "CHR-GRAP-01"),
    ];
    push(&mut ours, msg::ROPE, a.bonus, "CHR-GRAP-03");
    push(
        &mut ours,
        msg::UNSKILLED,
        unskilled(a.brawl, settings),
        "CHR-DICE-07",
    );
    push(&mut ours, msg::WOUNDS, a.wounds(), "CHR-WND-02");
    if settings.defense_in_contests {
        push(
            &mut ours,
            msg::DEFENSE,
            b.defense.saturating_neg(),
            "CHR-DEF-10",
        );
    }
    let better = b.brawl.max(b.athletics);
    let label = if b.athletics > b.brawl {
        msg::ATHLETICS
    } else {
        msg::BRAWL
    };
    let mut theirs = vec![
        Term::of_rule(msg::DEXTERITY, b.dexterity, "CHR-GRAP-01"),
        Term::of_rule(label, better, "CHR-GRAP-01"),
    ];
    push(
        &mut theirs,
        msg::UNSKILLED,
        unskilled(better, settings),
        "CHR-DICE-07",
    );
    push(&mut theirs, msg::WOUNDS, b.wounds(), "CHR-WND-02");
    [ours, theirs]
}

/// Whether both are grappling now, and whether the one who reached has a move at once
/// (CHR-GRAP-01, CHR-GRAP-02).
#[must_use]
pub(crate) fn started(a: Scored, b: Scored, settings: &Settings) -> Option<bool> {
    let counted = if settings.helpers_make_exceptional {
        a.all()
    } else {
        a.own
    };
    let got_hold = contest::winner(a.all(), b.all(), settings) == Winner::A;
    got_hold.then_some(counted >= EXCEPTIONAL_AT)
}
