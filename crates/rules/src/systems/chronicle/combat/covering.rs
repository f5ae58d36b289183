//! Covering fire, and acting under it (CHR-CFIRE-01 to 07).

use super::effects::{gain, lose};
use super::keys::{AUTOMATIC, COVERS};
use super::rolls::CombatRoll;
use super::stage::Stage;
use super::suffer::damage_after_armor;
use super::{aftermath, drawn};
use crate::base::roll::Grade;
use crate::character::condition::Until;
use crate::character::track::{DamagePacket, Severity};
use crate::exchange::{ChoiceOption, Effect, Party, Play, Slot, Stop};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::attack::{declare, outcome};
use crate::systems::chronicle::conditions::known_conditions::{PRONE, UNDER_FIRE};
use crate::systems::chronicle::dice::terms::push;
use crate::systems::chronicle::gear::weapon::{AttackKind, Harm};
use crate::systems::chronicle::input;
use crate::systems::chronicle::numbers::COVERING_FIRE_BULLETS;
use crate::systems::chronicle::traits::{DEXTERITY, FIREARMS};

/// Lays down covering fire on every target in the area.
pub(crate) fn lay_fire(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    if !stage.item().is_some_and(|(_, gun)| gun.has_tag(AUTOMATIC)) {
        let why = msg::COVERING_FIRE_TAKES_AN_AUTOMATIC;
        return Err(Stop::refused("not_automatic", why));
    }
    declare::spend_bullets(stage, play, COVERING_FIRE_BULLETS)?;
    let rule = "CHR-CFIRE-02";
    let mut terms = (stage.actor).pool([(&DEXTERITY, rule), (&FIREARMS, rule)], &stage.settings);
    let house = stage.settings.covering_fire_bonus;
    push(&mut terms, msg::HOUSE_RULE, house, rule);
    let slot = Slot::new("covering_fire");
    let at = (slot, Party::Actor);
    let roll = CombatRoll::new(&stage.actor, at, msg::COVERING_FIRE, terms);
    let Some(rolled) = roll.make(play)? else {
        return Ok(());
    };
    if rolled.grade == Grade::DramaticFailure {
        aftermath::jam(stage, play, 0)?;
    }
    let gun = stage.weapon(AttackKind::Firearm)?;
    let damage = outcome::raw(rolled.successes, gun.map_or(0, |gun| gun.modifier));
    if rolled.successes == 0 {
        return Ok(());
    }
    let in_area = |n: &u8| *n < stage.targets() || drawn::in_the_area(stage, *n).is_some();
    for n in (0..stage.persons()).filter(in_area) {
        // The choice comes with the next turn of their own.
        let until = aftermath::next_action(stage, n);
        gain(play, stage.party(n), UNDER_FIRE, damage, until);
        play.add_effect(Effect::Hold {
            by: Party::Actor,
            on: stage.party(n),
            key: COVERS.into(),
            amount: 0,
        });
    }
    Ok(())
}

/// Key of the choice to drop prone under covering fire.
const DROP: &str = "prone";
/// Key of the choice to act and be shot.
const ACT: &str = "act";

/// Lets a combatant who acts under covering fire go down, go to cover, or be shot (CHR-CFIRE-03,
/// CHR-CFIRE-04). Who lies on the ground has complied already (CHR-CFIRE-07).
pub(crate) fn under_fire(stage: &mut Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    if !stage.actor.is(UNDER_FIRE) {
        return Ok(());
    }
    let damage = stage.actor.amount(UNDER_FIRE);
    lose(play, Party::Actor, UNDER_FIRE);
    if stage.actor.is_prone() {
        return Ok(());
    }
    let options = vec![
        ChoiceOption::new(DROP, msg::DROP_PRONE_FIRST),
        ChoiceOption::new("cover", msg::GO_TO_COVER_FIRST),
        ChoiceOption::new(ACT, msg::ACT_AND_BE_SHOT).with_sum(damage),
    ];
    let title = msg::UNDER_COVERING_FIRE;
    let slot = Slot::new("under_fire");
    let chose = play.ask_choice(slot, Party::Actor, title, "CHR-CFIRE-03", options)?;
    if chose.as_str() == DROP {
        gain(play, Party::Actor, PRONE, 0, Until::Lifted);
        stage.actor.burden.prone = true;
        stage.went_down = true;
    }
    if chose.as_str() == ACT {
        let packet = DamagePacket::of_severity(Severity::Lethal, input::points(damage));
        let hit = (packet, Harm::Ballistic);
        let who = (&stage.actor, Party::Actor);
        let packet = damage_after_armor(play, who, hit, &stage.settings);
        play.add_effect(Effect::Harm {
            to: Party::Actor,
            packet,
        });
    }
    Ok(())
}
