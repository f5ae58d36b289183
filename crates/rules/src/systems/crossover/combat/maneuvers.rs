//! Attacks a combatant can make: one row for each, with its numbers and its functions
//! (XOV-CLOSE-01 to 15, XOV-RNG-02, XOV-RNG-08, XOV-RNG-09, and the pools of XOV-ATK-01, XOV-ATK-02,
//! XOV-ATK-06 to 09).

use super::attack::{
    Ability, AttackManeuver, Attribute, Basis, DISARM_ARMED, DISARM_UNARMED, Nature, Reach, Way,
};
use super::items::WeaponClass;
use super::{bows, dials, disarm, fall, grips, jab, strafe, tackle, throw};
use crate::exchange::Targets;
use crate::messages::{Text, crossover_maneuvers as msg};
use crate::systems::crossover::creature::Form;

const BRAWL: &[Way] = &[Way::of(Ability::Brawl)];
const MELEE: &[Way] = &[Way::of(Ability::Melee)];
const STRENGTH: Attribute = Attribute::Strength;

/// The forms with hands and feet to strike with.
const UPRIGHT: &[Form] = &[Form::Homid, Form::Glabro, Form::Crinos];

/// A blow with the body.
const BLOW: AttackManeuver = AttackManeuver {
    key: "",
    title: Text::NONE,
    rule: "",
    reach: Reach::Close,
    targets: Targets::One,
    attribute: Attribute::Dexterity,
    abilities: BRAWL,
    unskilled: 0,
    dice: 0,
    difficulty: 0,
    damage: Basis::Strength,
    plus: 0,
    nature: Nature::Bashing,
    forms: &[],
    parts: true,
    weapon: None,
    needs: 0,
    uses: 0,
    rate: 0,
    empties: false,
    single: false,
    shoots: false,
    sprays: false,
    thrown_design: 0,
    melee_design: 0,
    needs_limbs: true,
    drinks: false,
    dials: &[],
    at_weapon: false,
    ready: |_| Ok(()),
    allowed: |_| Ok(()),
    range: |_| None,
    used: |_, _| Vec::new(),
    rolled: |_, _, _| Ok(()),
    shares: |_, _, successes| Ok(vec![successes]),
    hits: |_, _, _, _| Ok(()),
};

/// A blow with a weapon in hand. A gun is no club: its number is that of its rounds (XOV-EQP-04).
const ARMED: AttackManeuver = AttackManeuver {
    abilities: MELEE,
    damage: Basis::StrengthAndWeapon,
    nature: Nature::Weapon,
    weapon: Some(|class| !class.is_shot()),
    thrown_design: 1,
    ..BLOW
};

/// A shot with a gun.
const SHOT: AttackManeuver = AttackManeuver {
    reach: Reach::Ranged,
    abilities: &[Way::of(Ability::Firearms)],
    unskilled: 1,
    damage: Basis::Weapon,
    nature: Nature::Weapon,
    weapon: Some(WeaponClass::is_gun),
    shoots: true,
    ..BLOW
};

/// A whole clip at once.
const SPRAY: AttackManeuver = AttackManeuver {
    dice: 10,
    difficulty: 2,
    empties: true,
    weapon: Some(|_| true),
    ..SHOT
};

/// All attack maneuvers, in the order in which they are offered.
pub(super) static MANEUVERS: [AttackManeuver; 21] = [
    AttackManeuver {
        key: "strike",
        title: msg::STRIKE,
        rule: "XOV-CLOSE-11",
        abilities: BRAWL,
        forms: UPRIGHT,
        ..BLOW
    },
    AttackManeuver {
        key: "weapon_strike",
        title: msg::WEAPON_STRIKE,
        rule: "XOV-CLOSE-15",
        abilities: MELEE,
        ..ARMED
    },
    AttackManeuver {
        key: "kick",
        title: msg::KICK,
        rule: "XOV-CLOSE-08",
        difficulty: 1,
        plus: 1,
        forms: UPRIGHT,
        ..BLOW
    },
    AttackManeuver {
        key: "bite",
        title: msg::BITE,
        rule: "XOV-CLOSE-02",
        nature: Nature::Aggravated,
        dice: 1,
        plus: 1,
        forms: &[Form::Crinos, Form::Hispo, Form::Lupus],
        needs_limbs: false,
        drinks: true,
        dials: &[dials::drink],
        allowed: grips::check_bite,
        hits: grips::drink,
        ..BLOW
    },
    AttackManeuver {
        key: "claw",
        title: msg::CLAW,
        rule: "XOV-CLOSE-03",
        nature: Nature::Claws,
        plus: 1,
        forms: &[Form::Crinos, Form::Hispo],
        allowed: grips::check_claws,
        ..BLOW
    },
    AttackManeuver {
        key: "clinch",
        title: msg::CLINCH,
        rule: "XOV-CLOSE-04",
        attribute: STRENGTH,
        hits: grips::clinch,
        ..BLOW
    },
    AttackManeuver {
        key: "hold",
        title: msg::HOLD,
        rule: "XOV-CLOSE-06",
        attribute: STRENGTH,
        damage: Basis::Nothing,
        nature: Nature::Test,
        hits: grips::hold,
        ..BLOW
    },
    AttackManeuver {
        key: DISARM_ARMED,
        title: msg::DISARM_ARMED,
        rule: "XOV-CLOSE-05",
        nature: Nature::Test,
        difficulty: 1,
        forms: UPRIGHT,
        parts: false,
        at_weapon: true,
        hits: disarm::disarm,
        ..ARMED
    },
    AttackManeuver {
        key: DISARM_UNARMED,
        title: msg::DISARM_UNARMED,
        rule: "XOV-CLOSE-05",
        nature: Nature::Test,
        dice: -1,
        difficulty: 2,
        forms: UPRIGHT,
        parts: false,
        at_weapon: true,
        hits: disarm::disarm,
        ..BLOW
    },
    AttackManeuver {
        key: "jab_pistol",
        title: msg::JAB_PISTOL,
        rule: "XOV-CLOSE-07",
        damage: Basis::Weapon,
        plus: 2,
        needs: 1,
        thrown_design: 0,
        weapon: Some(|class| class == WeaponClass::Pistol),
        shares: jab::share,
        hits: jab::fire,
        ..ARMED
    },
    AttackManeuver {
        key: "sweep_leg",
        title: msg::SWEEP_LEG,
        rule: "XOV-CLOSE-12",
        difficulty: 1,
        hits: fall::sweep,
        ..BLOW
    },
    AttackManeuver {
        key: "sweep_arm",
        title: msg::SWEEP_ARM,
        rule: "XOV-CLOSE-12",
        difficulty: 1,
        forms: &[Form::Crinos],
        allowed: fall::check_arm,
        hits: fall::sweep,
        ..BLOW
    },
    AttackManeuver {
        key: "sweep_weapon",
        title: msg::SWEEP_WEAPON,
        rule: "XOV-CLOSE-12",
        difficulty: 1,
        hits: fall::sweep,
        ..ARMED
    },
    AttackManeuver {
        key: "tackle",
        title: msg::TACKLE,
        rule: "XOV-CLOSE-13",
        attribute: STRENGTH,
        difficulty: 1,
        plus: 1,
        rolled: tackle::rolled,
        hits: tackle::tackle,
        ..BLOW
    },
    AttackManeuver {
        key: "shoot",
        title: msg::SHOOT,
        rule: "XOV-ATK-06",
        needs: 1,
        uses: 1,
        single: true,
        ..SHOT
    },
    AttackManeuver {
        key: "throw",
        title: msg::THROW,
        rule: "XOV-ATK-07",
        reach: Reach::Ranged,
        abilities: &[
            Way::of(Ability::Athletics),
            Way::harder(Ability::Throwing, -1),
        ],
        unskilled: 1,
        thrown_design: 0,
        melee_design: 1,
        range: throw::range,
        used: throw::drop_thrown,
        ..ARMED
    },
    AttackManeuver {
        key: "bow",
        title: msg::BOW,
        rule: "XOV-ATK-08",
        abilities: &[
            Way::of(Ability::Archery),
            Way::harder(Ability::Athletics, 1),
        ],
        needs: 1,
        uses: 1,
        single: true,
        weapon: Some(|class| class == WeaponClass::Bow),
        ready: bows::ready,
        used: bows::used_bow,
        ..SHOT
    },
    AttackManeuver {
        key: "crossbow",
        title: msg::CROSSBOW,
        rule: "XOV-ATK-09",
        abilities: &[Way::of(Ability::Archery), Way::harder(Ability::Firearms, 1)],
        needs: 1,
        uses: 1,
        single: true,
        weapon: Some(|class| class == WeaponClass::Crossbow),
        ready: bows::ready,
        used: bows::used_crossbow,
        ..SHOT
    },
    AttackManeuver {
        key: "auto_fire",
        title: msg::AUTO_FIRE,
        rule: "XOV-RNG-02",
        ..SPRAY
    },
    AttackManeuver {
        key: "strafe",
        title: msg::STRAFE,
        rule: "XOV-RNG-08",
        targets: Targets::UpTo(10),
        sprays: true,
        shares: strafe::share,
        ..SPRAY
    },
    AttackManeuver {
        key: "burst",
        title: msg::BURST,
        rule: "XOV-RNG-09",
        dice: 2,
        difficulty: 1,
        needs: 3,
        uses: 3,
        rate: 3,
        ..SHOT
    },
];

/// Returns the attack maneuver with this key; `None` if there is none.
pub(super) fn find(key: &str) -> Option<&'static AttackManeuver> {
    MANEUVERS.iter().find(|maneuver| maneuver.key == key)
}
