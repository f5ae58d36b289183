//! Touching without harm (CHR-CMP-06).

use crate::base::term::Term;
use crate::exchange::{ChoiceOption, Effect, Party, Play, Slot, Stop, Upshot};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::attack::defense;
use crate::systems::chronicle::combat::effects::{lose_aim, tell};
use crate::systems::chronicle::combat::keys::DEFENSE;
use crate::systems::chronicle::combat::rolls::CombatRoll;
use crate::systems::chronicle::combat::stage::Stage;
use crate::systems::chronicle::conditions::known_conditions::AIMING;
use crate::systems::chronicle::dice::terms::push;
use crate::systems::chronicle::traits::{ATHLETICS, BRAWL, DEXTERITY, STRENGTH, WEAPONRY};

const OTHER: Party = Party::Target(0);

/// Returns the pool for touching a target: the higher of Strength and Dexterity, the higher of Athletics and Brawl,
/// or Weaponry with something in the hand; Defense is taken off, since the other resists.
fn pool(stage: &Stage<'_>, defense: i32) -> Vec<Term> {
    let (by, rule) = (&stage.actor, "CHR-CMP-06");
    let attribute = if by.get(&STRENGTH) > by.get(&DEXTERITY) {
        &STRENGTH
    } else {
        &DEXTERITY
    };
    let reach = if stage.item().is_some() {
        &WEAPONRY
    } else {
        &BRAWL
    };
    let skill = if by.get(&ATHLETICS) > by.get(reach) {
        &ATHLETICS
    } else {
        reach
    };
    let mut terms = by.pool([(attribute, rule), (skill, rule)], &stage.settings);
    push(&mut terms, msg::DEFENSE, -defense, rule);
    terms
}

/// Plays touching a target without harm; the target may let it happen (CHR-CMP-06).
pub(crate) fn play(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    if stage.other(0)?.is_dormant() {
        tell(play, OTHER, msg::IS_TOUCHED, "CHR-CMP-06");
        return Ok(());
    }
    let options = vec![
        ChoiceOption::new("resist", msg::RESIST),
        ChoiceOption::new("allow", msg::LET_IT_HAPPEN),
    ];
    let slot = Slot::new("defense");
    if play.ask_choice(slot, OTHER, msg::RESIST_THE_TOUCH, "CHR-CMP-06", options)? == "allow" {
        tell(play, OTHER, msg::IS_TOUCHED, "CHR-CMP-06");
        return Ok(());
    }
    let now = play.scene();
    let stage = &stage.reread(&now)?;
    let (by, target) = (&stage.actor, stage.other(0)?);
    let defense = defense::worth(target, &stage.settings);
    if defense > 0 {
        play.add_effect(Effect::Count {
            who: OTHER,
            key: DEFENSE.into(),
        });
        if target.is(AIMING) {
            lose_aim(play, OTHER);
        }
    }
    let terms = pool(stage, defense);
    let slot = Slot::new("touch");
    let roll = CombatRoll::new(by, (slot, Party::Actor), msg::TOUCH, terms);
    let rolled = roll.make(play)?;
    if rolled.is_some_and(|rolled| rolled.successes > 0) {
        tell(play, OTHER, msg::IS_TOUCHED, "CHR-CMP-06");
    } else {
        play.add_upshot(OTHER, Upshot::Missed);
    }
    Ok(())
}
