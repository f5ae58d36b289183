//! The two sides of a vector of Tri-Stat, written into a scene: what no sheet can say is what the
//! storyteller adds.

use rules::exchange::{Ruled, Slot};
use rules::gear::Carried;
use rules::roll::Grade;

use super::given::{Attack, Defense, Distance, Dual, Reduce, WeakPoint};
use super::setting::{Made, Setting};

/// By how much the Defense Value lies below the Combat Value.
const DEFENSE_GAP: i32 = 2;

/// What a vector puts together and no maneuver does is added by the storyteller: two weapons that
/// disarm or throw, drawing for a throw, a chink in a disarm.
pub(super) mod beside {
    pub(in super::super) const DUAL: (i32, i32) = (-4, -6);
    pub(in super::super) const DRAW: i32 = -3;
    pub(in super::super) const SHAKEN: i32 = -2;
    pub(in super::super) const THROW: i32 = 2;
    pub(in super::super) const CHINK: i32 = -2;
    pub(in super::super) const TWO_HANDED: i32 = 1;

    /// A penalty with what a technique takes off it.
    pub(in super::super) fn eased(penalty: i32, by: i32) -> i32 {
        penalty.saturating_add(by.max(0)).min(0)
    }
}

/// Writes the attacker of a vector into a setting. What the maneuver does not know is added.
pub(super) fn attacker(setting: &mut Setting, attack: &Attack, base: i32, bonus: i32) {
    let maneuver = setting.intent.maneuver.clone();
    let (throws, disarms) = (maneuver == "throw", maneuver == "disarm");
    let mut made = Made::default();
    for stat in ["body", "mind", "soul"] {
        made.put(stat, 0);
    }
    made.put("combat_value", attack.combat_value);
    for skill in ["brawl", "melee", "ranged"] {
        made.put(skill, attack.skill);
    }
    made.put("damage_bonus", bonus);
    let Reduce {
        vital,
        chink,
        dual,
        draw,
        disarm,
    } = attack.reduce;
    let easier = [
        ("easier_vital", vital),
        ("easier_chink", chink),
        ("easier_dual", dual),
        ("easier_draw", draw),
        ("easier_disarm", disarm),
    ];
    for (key, by) in easier {
        made.put(key, by);
    }
    if attack.total_defense {
        made.takes("total_defense");
    } else if attack.total_attack {
        made.takes("total_attack");
    }
    if let Some(hold) = attack.grappled {
        made.is("grappled", i32::from(hold.much_stronger));
        setting.set("room", if hold.extreme_mobility { 1 } else { 2 });
    }
    made.has_energy_for(attack.energy_bonus);
    setting.pays[0] = attack.energy_bonus != 0;
    setting.set("trick", attack.trick);
    setting.set("vital", i32::from(attack.vital));
    setting.add("attack", attack.other);
    match attack.dual {
        Some(both) if throws || disarms => {
            let (same, different) = beside::DUAL;
            let penalty = if both == Dual::Same { same } else { different };
            setting.add("attack", beside::eased(penalty, dual));
        }
        Some(both) => {
            setting.two = both == Dual::Different;
            // Only the first of the two blows is asked about.
            setting.rule(Ruled::Roll {
                slot: Slot::from(if setting.two { "attack@1" } else { "attack#2" }),
                successes: 0,
                grade: Grade::Failure,
                margin: None,
            });
        }
        None => {}
    }
    if throws {
        let drawing = if attack.drawing { beside::DRAW } else { 0 };
        setting.add("attack", beside::eased(drawing, draw));
        setting.add("attack", i32::from(attack.shaken_weapon) * beside::SHAKEN);
    } else {
        setting.add("attack", i32::from(attack.throw) * beside::THROW);
        let ranged = attack.disarm == Some(Distance::Ranged);
        let tags: &[&str] = if ranged { &["ranged"] } else { &[] };
        let carried = if attack.drawing {
            Carried::Stowed
        } else {
            Carried::Held
        };
        made.carries("weapon", ("damage", base), tags, carried);
        setting.intent.item = Some(0);
        if maneuver == "two_weapons" {
            made.carries("weapon", ("damage", 0), &[], Carried::Held);
        }
        if attack.shaken_weapon {
            made.is("shaken_weapon", 0);
        }
        if attack.chink && disarms {
            setting.add("attack", beside::eased(beside::CHINK, chink));
        } else {
            setting.set("chink", i32::from(attack.chink));
        }
    }
    setting.actor = Some(made);
}

/// Writes the target of a vector into a setting.
pub(super) fn defender(
    setting: &mut Setting,
    defense: Option<&Defense>,
    armor: (i32, Option<WeakPoint>),
) {
    let maneuver = setting.intent.maneuver.clone();
    let (disarms, strangles) = (maneuver == "disarm", maneuver == "strangle");
    let held = strangles || maneuver == "throw";
    let shot = disarms
        && setting
            .actor
            .as_ref()
            .is_some_and(|it| it.gear[&0].is("ranged"));
    let mut made = Made::default();
    for stat in ["body", "mind", "soul"] {
        made.put(stat, 0);
    }
    if armor.0 != 0 {
        let tags: &[&str] = match armor.1 {
            None => &[],
            Some(WeakPoint::None) => &["weak_none"],
            Some(WeakPoint::Half) => &["weak_half"],
        };
        made.carries("armor", ("armor", armor.0), tags, Carried::Worn);
    }
    let plain = Defense::default();
    setting.defends = defense.is_some();
    let it = defense.unwrap_or(&plain);
    let two_handed = disarms && it.two_handed_hold;
    let tags: &[&str] = if two_handed { &["two_handed"] } else { &[] };
    made.carries("weapon", ("damage", 1), tags, Carried::Held);
    made.put(
        "defense_value",
        it.defense_value.saturating_add(DEFENSE_GAP),
    );
    for skill in ["brawl_defense", "melee_defense", "ranged_defense"] {
        made.put(skill, it.skill);
    }
    let prior = u16::try_from(it.prior_defenses.max(0)).unwrap_or(u16::MAX);
    made.tally.insert("defense".to_owned(), prior);
    made.put("extra_attacks", it.optimal.saturating_sub(1));
    if it.total_attack {
        made.takes("total_attack");
    } else if it.total_defense {
        made.takes("total_defense");
    }
    if it.lost_escape {
        made.is("lost_escape", 0);
    }
    if it.shaken_weapon && shot {
        setting.add("defense", beside::SHAKEN);
    } else if it.shaken_weapon {
        made.is("shaken_weapon", 0);
    }
    setting.between.set("flanked", i32::from(it.flanked));
    match it.grappled {
        Some(hold) => {
            let room = if hold.extreme_mobility { 1 } else { 2 };
            setting.between.set("defense_room", room);
            made.is("grappled", i32::from(hold.much_stronger));
            let lead = if hold.much_stronger { 1_000 } else { 0 };
            made.put("strength_adjust", lead);
        }
        None if held => setting.rule(Ruled::Strike {
            slot: Slot::of("defense"),
            label: "Grappled".to_owned(),
        }),
        None => {}
    }
    if it.two_handed_hold && !disarms {
        setting.add("defense", beside::TWO_HANDED);
    }
    if strangles {
        setting.add("defense", it.trick.saturating_neg());
    }
    made.has_energy_for(it.energy_bonus);
    setting.pays[1] = it.energy_bonus != 0;
    setting.add("defense", it.other);
    setting.target = made;
}
