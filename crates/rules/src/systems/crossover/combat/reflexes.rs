//! Reflexes that help in a fight: healing, feeling one's way.

use super::{read, soak};
use crate::base::term::Term;
use crate::character::condition::Until;
use crate::character::track::DamagePacket;
use crate::exchange::{ChoiceOption, Effect, Party, Play, Scene, Slot, Stop};
use crate::messages::crossover as msg;
use crate::systems::crossover::creature::Kind;
use crate::systems::crossover::due::HEALING;
use crate::systems::crossover::refusal::D10;
use crate::systems::crossover::{Refusal, Settings, sheet, state};
use crate::systems::d10::dice::RollOutcome;
use crate::systems::d10::resolve::{RollSpec, ask_roll};
use crate::systems::d10::shared_rules::roll_parameters::RollPurpose;
use crate::systems::d10::shared_rules::sheet as numbers;

/// The uses of Blind Fighting.
const OWN: &str = "own";
const GUARD: &str = "guard";

/// Plays the healing of a werewolf, a reflex once a turn (XOV-SOAK-09).
pub(super) fn heal(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    if sheet::kind(who.sheet) != Kind::Werewolf {
        return Err(Stop::of_rule(
            "not_eligible",
            msg::ONLY_WEREWOLVES_HEAL_IN_A,
            "XOV-SOAK-09",
        ));
    }
    if who.tally_count(HEALING) > 0 {
        return Err(Stop::of_rule(
            "healed_before",
            msg::ONCE_A_TURN_AND_NO,
            "XOV-SOAK-09",
        ));
    }
    let parts = [(msg::STAMINA, who.sheet.get(&numbers::STAMINA))];
    let terms = read::traits(who, &parts, RollPurpose::Reflex, "XOV-SOAK-09", by);
    if crate::base::term::sum_terms(&terms) < 1 {
        return Err(read::refusal(Refusal::NoDice));
    }
    let heal = RollSpec::new(msg::HEALING, RollPurpose::Reflex, terms).with_difficulty(vec![
        D10.default_difficulty(),
        Term::from_rule(msg::IN_A_FIGHT, 2, "XOV-SOAK-09"),
    ]);
    let rolled = ask_roll(play, "heal", 0, Party::Actor, &heal, &[])?;
    play.add_effect(Effect::Count {
        who: Party::Actor,
        key: HEALING.into(),
    });
    let boxes = who.track.boxes().copied();
    let Some(boxes) = boxes.filter(|_| rolled.successes > 0) else {
        return Ok(());
    };
    let mut packet = DamagePacket::default();
    for severity in soak::healed_levels(boxes, by) {
        *packet.get_mut(severity) += 1;
    }
    if !packet.is_empty() {
        play.add_effect(Effect::Mend {
            who: Party::Actor,
            packet,
        });
    }
    Ok(())
}

/// Plays feeling one's way without seeing, a reflex (XOV-CMP-05).
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
    let terms = read::traits(who, &parts, RollPurpose::Reflex, "XOV-CMP-05", by);
    let options = vec![
        ChoiceOption::new(OWN, msg::FOR_WHAT_THEY_DO),
        ChoiceOption::new(GUARD, msg::AGAINST_THOSE_WHO_ATTACK_THEM),
    ];
    let slot = Slot::new("use");
    let title = msg::WHAT_IT_IS_FOR;
    let key = play.ask_choice(slot, Party::Actor, title, "XOV-CMP-05", options)?;
    let feel = RollSpec::new(msg::FEELING_ONES_WAY, RollPurpose::Reflex, terms);
    let rolled = ask_roll(play, "feel", 0, Party::Actor, &feel, &[])?;
    if rolled.outcome == RollOutcome::Success {
        let key = match key == GUARD {
            true => state::GUARDED,
            false => state::FELT,
        };
        let amount = rolled.successes.min(20);
        play.add_effect(state::gain(Party::Actor, key, amount, Until::OwnTurn));
    }
    Ok(())
}
