//! Reflexes that help in a fight: healing, feeling one's way.

use super::{read, soak};
use crate::condition::Until;
use crate::exchange::{Choice, Effect, Party, Play, Scene, Slot, Stop};
use crate::messages::crossover as msg;
use crate::systems::crossover::creature::Kind;
use crate::systems::crossover::due::HEALING;
use crate::systems::crossover::{Refusal, Settings, sheet, state};
use crate::systems::d10::dice::Outcome;
use crate::systems::d10::resolve::{Throw, throw};
use crate::systems::d10::table::dials::Purpose;
use crate::systems::d10::table::sheet as numbers;
use crate::term::Term;
use crate::track::Packet;

/// The uses of Blind Fighting.
const OWN: &str = "own";
const GUARD: &str = "guard";

/// Heals a werewolf, a reflex once a turn (XOV-SOAK-09).
pub(super) fn heal(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    if sheet::kind(who.sheet) != Kind::Werewolf {
        return Err(Stop::of_rule(
            "not_eligible",
            msg::ONLY_WEREWOLVES_HEAL_IN_A,
            "XOV-SOAK-09",
        ));
    }
    if who.counted(HEALING) > 0 {
        return Err(Stop::of_rule(
            "healed_before",
            msg::ONCE_A_TURN_AND_NO,
            "XOV-SOAK-09",
        ));
    }
    let parts = [(msg::STAMINA, who.sheet.get(&numbers::STAMINA))];
    let terms = read::traits(who, &parts, Purpose::Reflex, "XOV-SOAK-09", by);
    if crate::term::sum(&terms) < 1 {
        return Err(read::refusal(Refusal::NoDice));
    }
    let heal = Throw::new(msg::HEALING, Purpose::Reflex, terms).against(vec![
        Term::of_rule(msg::DIFFICULTY, 6, "XOV-DICE-01"),
        Term::of_rule(msg::IN_A_FIGHT, 2, "XOV-SOAK-09"),
    ]);
    let rolled = throw(play, "heal", 0, Party::Actor, &heal, &[])?;
    play.effect(Effect::Count {
        who: Party::Actor,
        key: HEALING.into(),
    });
    let boxes = who.track.boxes().copied();
    let Some(boxes) = boxes.filter(|_| rolled.successes > 0) else {
        return Ok(());
    };
    let mut packet = Packet::default();
    for severity in soak::healed(boxes, by) {
        *packet.get_mut(severity) += 1;
    }
    if !packet.is_empty() {
        play.effect(Effect::Mend {
            who: Party::Actor,
            packet,
        });
    }
    Ok(())
}

/// Feels one's way without seeing, a reflex (XOV-CMP-05).
pub(super) fn feel(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    read::is_able(who)?;
    let skill = who.sheet.get(&sheet::BLIND_FIGHTING);
    if skill < 1 {
        return Err(Stop::of_rule(
            "no_ability",
            msg::THAT_TAKES_BLIND_FIGHTING_XOV,
            "XOV-CMP-05",
        ));
    }
    let parts = [
        (msg::PERCEPTION, who.sheet.get(&numbers::PERCEPTION)),
        (msg::BLIND_FIGHTING, skill),
    ];
    let terms = read::traits(who, &parts, Purpose::Reflex, "XOV-CMP-05", by);
    let options = vec![
        Choice::new(OWN, msg::FOR_WHAT_THEY_DO),
        Choice::new(GUARD, msg::AGAINST_THOSE_WHO_ATTACK_THEM),
    ];
    let slot = Slot::of("use");
    let title = msg::WHAT_IT_IS_FOR;
    let key = play.choose(slot, Party::Actor, title, "XOV-CMP-05", options)?;
    let feel = Throw::new(msg::FEELING_ONES_WAY, Purpose::Reflex, terms);
    let rolled = throw(play, "feel", 0, Party::Actor, &feel, &[])?;
    if rolled.outcome == Outcome::Success {
        let key = match key == GUARD {
            true => state::GUARDED,
            false => state::FELT,
        };
        let amount = rolled.successes.min(20);
        play.effect(state::gain(Party::Actor, key, amount, Until::OwnTurn));
    }
    Ok(())
}
