//! What circumstances add to the dice and to the difficulty of an attack.

use super::cover::{self, Distance};
use super::{Attack, Immobilized};
use crate::messages::Text;
use crate::messages::crossover as msg;
use crate::systems::crossover::maneuver::Reach;
use crate::systems::crossover::maneuver_chart::ManeuverLine;
use crate::systems::crossover::{Settings, aim, blind};
use crate::term::Term;

/// One sum while it is gathered; terms of 0 are left out.
pub(super) struct Sum(pub(super) Vec<Term>);

impl Sum {
    /// Adds a term.
    pub(super) fn add(&mut self, label: Text, value: i32, rule: &'static str) {
        if value != 0 {
            self.0.push(Term::of_rule(label, value, rule));
        }
    }

    /// Adds a term if something is so.
    fn when(&mut self, is: bool, label: Text, value: i32, rule: &'static str) {
        self.add(label, if is { value } else { 0 }, rule);
    }
}

/// Dice.
pub(super) fn dice(attack: &Attack, line: &ManeuverLine, sum: &mut Sum) {
    let at = &attack.situation;
    let (close, ranged) = (line.reach == Reach::Close, line.reach == Reach::Ranged);
    if let Some(flank) = at.flank {
        sum.add(msg::FLANK, flank.dice(), "XOV-MAN-05");
    }
    sum.add(
        msg::MOVING,
        at.yards_moved.max(0).saturating_neg(),
        "XOV-MAN-06",
    );
    sum.add(msg::SEVERAL_ACTIONS, at.split, "XOV-MULT-01");
    sum.when(
        close && at.target_weapon_longer,
        msg::OUTREACHED,
        -1,
        "XOV-CLOSE-14",
    );
    sum.when(close && at.riposte, msg::RIPOSTE, 1, "XOV-CLOSE-10");
    if ranged {
        sum.add(
            msg::AIM,
            aim::turns(at.aim_turns, attack.attacker.perception),
            "XOV-RNG-01",
        );
        sum.add(msg::SCOPE, aim::scope(at.aim_turns, at.scope), "XOV-RNG-01");
    }
    if at.target_blinded {
        let bonus = blind::against(line.reach, at.target_blind_fighting);
        sum.add(msg::TARGET_BLINDED, bonus, "XOV-CMP-01");
    }
    let partly = at.target_immobilized == Some(Immobilized::Partly);
    sum.when(partly, msg::TARGET_IMMOBILIZED, 2, "XOV-CMP-08");
    sum.when(at.target_down, msg::TARGET_DOWN, 2, "XOV-CMP-10");
    sum.when(close && at.self_down, msg::DOWN, -2, "XOV-CMP-10");
    sum.add(msg::AMBUSH, at.ambush_bonus, "XOV-MAN-03");
}

/// Difficulty.
pub(super) fn difficulty(attack: &Attack, line: &ManeuverLine, by: &Settings, sum: &mut Sum) {
    let at = &attack.situation;
    let ranged = line.reach == Reach::Ranged;
    let weapon = attack.weapon.unwrap_or_default();
    let thrown = weapon.thrown_design;
    sum.when(
        thrown,
        msg::BUILT_FOR_THROWING,
        line.thrown_design,
        "XOV-ATK-05",
    );
    let melee = weapon.melee_design;
    sum.when(melee, msg::BUILT_FOR_MELEE, line.melee_design, "XOV-ATK-12");
    sum.when(
        at.over_limit,
        msg::TOO_MUCH_AT_ONCE,
        by.over_limit,
        "XOV-MULT-05",
    );
    let armor = if ranged { "XOV-ATK-13" } else { "XOV-ATK-04" };
    sum.add(msg::ARMOR, at.armor_difficulty, armor);
    sum.when(at.changed_action, msg::CHANGED_ACTION, 1, "XOV-MAN-02");
    sum.when(at.tackled, msg::TACKLED, 1, "XOV-CLOSE-13");
    if let Some(size) = at.target_size.filter(|_| line.parts) {
        sum.add(msg::NAMED_PART, size.difficulty(), size.rule());
    }
    sum.add(
        msg::SEVERAL_OPPONENTS,
        opponents(at.opponents),
        "XOV-CLOSE-09",
    );
    if ranged {
        from_afar(attack, sum);
    }
    let awkward = at.off_hand && !attack.attacker.ambidextrous;
    sum.when(awkward, msg::OFF_HAND, 1, "XOV-RNG-10");
    if at.self_blinded {
        let rule = if ranged { "XOV-CMP-03" } else { "XOV-CMP-02" };
        sum.add(msg::BLINDED, blind::attacking(line.reach, &at.relief), rule);
    }
    sum.when(at.target_dazed, msg::TARGET_DAZED, -2, "XOV-CMP-07");
    sum.when(attack.is_fast(), msg::MOVING_FAST, 1, "XOV-CMP-11");
    sum.when(at.target_fast, msg::TARGET_MOVING_FAST, 1, "XOV-CMP-12");
}

/// Range and cover.
fn from_afar(attack: &Attack, sum: &mut Sum) {
    let at = &attack.situation;
    sum.add(msg::RANGE, reach(attack).difficulty(), "XOV-RNG-06");
    if let Some(cover) = at.target_cover.filter(|_| !at.part_exposed) {
        sum.add(msg::TARGET_IN_COVER, cover.to_hit(), "XOV-RNG-03");
    }
    if let Some(cover) = at.self_cover {
        sum.add(msg::OWN_COVER, cover.from_behind(), "XOV-RNG-04");
    }
}

/// How far away the target is; within the normal range if not measured.
pub(super) fn reach(attack: &Attack) -> Distance {
    let yards = attack.situation.distance;
    yards.map_or(Distance::Normal, |yards| {
        cover::distance(yards, cover::range(attack))
    })
}

/// Difficulty against several close attackers: one for each beyond the first, at most 4
/// (XOV-CLOSE-09). It counts for own attacks and defenses alike.
pub(crate) fn opponents(attackers: i32) -> i32 {
    attackers.saturating_sub(1).clamp(0, 4)
}
