//! Taken by surprise (CHR-CMP-07).

use super::winner::{self, Winner};
use crate::character::condition::Until;
use crate::exchange::{Party, Play, Slot, Stop, Upshot};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::combat::effects::gain;
use crate::systems::chronicle::combat::rolls::{CombatRoll, fails_at_once, roll_contest};
use crate::systems::chronicle::combat::stage::Stage;
use crate::systems::chronicle::conditions::known_conditions::SURPRISED;
use crate::systems::chronicle::input;
use crate::systems::chronicle::traits::{COMPOSURE, DEXTERITY, STEALTH, WITS};

/// Plays an ambush with one roll of the combatant who lies in wait against each who walks by (CHR-CMP-07).
pub(crate) fn play(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    if fails_at_once(stage, play, Slot::new("ambush"), msg::AMBUSH) {
        return Ok(());
    }
    let rolled = roll_contest(play, |stage| {
        let by = &stage.actor;
        let rule = "CHR-CMP-07";
        let terms = by.pool([(&DEXTERITY, rule), (&STEALTH, rule)], &stage.settings);
        let slot = Slot::new("ambush");
        let mut sides = vec![CombatRoll::new(
            by,
            (slot, Party::Actor),
            msg::AMBUSH,
            terms,
        )];
        for n in 0..stage.targets() {
            let on = stage.other(n)?;
            let terms = on.pool_of_attributes([(&WITS, rule), (&COMPOSURE, rule)]);
            let (slot, title) = (Slot::new("notice").for_target(n), msg::NOTICE_THE_AMBUSH);
            sides.push(CombatRoll::new(on, (slot, stage.party(n)), title, terms));
        }
        Ok(sides)
    })?;
    let Some((a, others)) = rolled.split_first() else {
        return Ok(());
    };
    for (n, b) in (0..stage.targets()).zip(others) {
        let (ours, theirs) = (input::signed(a.successes), input::signed(b.successes));
        if winner::winner(a.successes, b.successes, &stage.settings) == Winner::A {
            gain(play, stage.party(n), SURPRISED, 0, Until::Rounds(1));
            play.add_upshot(stage.party(n), Upshot::Won((ours, theirs)));
        } else {
            play.add_upshot(stage.party(n), Upshot::Lost((theirs, ours)));
        }
    }
    Ok(())
}
