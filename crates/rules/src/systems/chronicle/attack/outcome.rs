//! From a roll to marked boxes, step by step (CHR-PIPE-02, CHR-PIPE-03).

use super::pool::{AttackPool, Hit};
use super::{Attack, AttackKind};
use crate::base::roll::Grade;
use crate::base::term::Term;
use crate::character::track::DamagePacket;
use crate::messages::Text;
use crate::messages::chronicle as msg;
use crate::systems::chronicle::attack::called_shot;
use crate::systems::chronicle::attack::cover::{self, Covered};
use crate::systems::chronicle::conditions::condition::Condition;
use crate::systems::chronicle::gear::armor;
use crate::systems::chronicle::gear::shield;
use crate::systems::chronicle::input;
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::traits::STAMINA;
use crate::systems::chronicle::vampire;

/// Verdict on how an attack went, such as a failure or an exceptional success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Verdict {
    /// A one on a chance die.
    DramaticFailure,
    /// Nothing was hit.
    Failure,
    /// A hit.
    Success,
    /// A hit to remember.
    Exceptional,
    /// A hit that needed no roll.
    AutoDamage,
}

impl From<Grade> for Verdict {
    fn from(grade: Grade) -> Self {
        match grade {
            Grade::DramaticFailure => Self::DramaticFailure,
            Grade::Failure => Self::Failure,
            Grade::Success => Self::Success,
            Grade::Exceptional => Self::Exceptional,
        }
    }
}

/// Outcome of an attack on one target.
pub(crate) struct Outcome {
    /// How it went.
    pub(crate) verdict: Verdict,
    /// Points before cover and armor, after the limit of a pulled blow.
    pub(crate) raw: i32,
    /// What the cover took and let through.
    pub(crate) cover: Option<Covered>,
    /// What the combatant held in front of the target took.
    pub(crate) shield: Option<DamagePacket>,
    /// What the target takes.
    pub(crate) inflicted: DamagePacket,
    /// How the points came about, line by line; the values add up to what was inflicted.
    pub(crate) ledger: Vec<Term>,
}

/// Returns the raw damage of a hit, its successes plus the weapon's modifier, or nothing without a
/// success (CHR-ATK-06, CHR-ATK-07).
pub(crate) fn raw(successes: u32, weapon_modifier: i32) -> i32 {
    if successes == 0 {
        return 0;
    }
    input::signed(successes)
        .saturating_add(weapon_modifier)
        .max(0)
}

/// Works out the damage of a hit, its amount and kind, and what cover, shield, armor and a stake make of it.
pub(crate) fn resolve(
    attack: &Attack<'_>,
    pool: &AttackPool,
    hit: &Hit,
    settings: &Settings,
) -> Outcome {
    let mut ledger = Vec::new();
    let blow = damage_before_cover(attack, pool, hit, settings, &mut ledger);
    let packet = DamagePacket::of_severity(attack.severity(), input::points(blow));
    let arrived = arrive(attack, packet, blow, settings, &mut ledger);
    let mut inflicted = arrived.packet;
    if settings.pulled_cap_after_armor && attack.kind == AttackKind::Unarmed {
        let kept = capped(inflicted.total().into(), attack.options.pulled);
        let lost = inflicted.total() - input::points(kept);
        push_nonzero(
            &mut ledger,
            msg::PULLED_BLOW,
            -i32::from(lost),
            "CHR-PULL-02",
        );
        inflicted = armor::general(inflicted, lost);
    }
    Outcome {
        verdict: verdict(hit),
        raw: blow,
        cover: arrived.cover,
        shield: arrived.shield,
        inflicted: judge(attack, hit, blow, inflicted, settings).inflicted,
        ledger,
    }
}

/// Limits the damage of a blow to `cap`; what is above is lost (CHR-PULL-02). A cap of 0 means the
/// blow is not pulled.
fn capped(damage: i32, cap: i32) -> i32 {
    if cap > 0 { damage.min(cap) } else { damage }
}

/// Consequences of the damage that got through to the target, besides the marked boxes.
#[derive(Default)]
pub(crate) struct Judged {
    /// The points as they are marked.
    pub(crate) inflicted: DamagePacket,
    /// Conditions they cause.
    pub(crate) conditions: Vec<Condition>,
    /// Whether the heart was pierced.
    pub(crate) heart_pierced: bool,
    /// Whether a vampire is now held by a stake.
    pub(crate) staked: bool,
}

/// Judges a stake by the damage that is left, and a called shot by the damage inflicted (steps eight and ten,
/// CHR-VMP-08, CHR-VMP-09, CHR-TGT-09). `blow` is what there was before cover and armor.
pub(crate) fn judge(
    attack: &Attack<'_>,
    hit: &Hit,
    blow: i32,
    through: DamagePacket,
    settings: &Settings,
) -> Judged {
    let mut judged = Judged {
        inflicted: through,
        ..Judged::default()
    };
    if attack.on.vampire() && attack.is_staking() {
        let rolled = matches!(hit, Hit::Rolled(_)).then(|| hit.successes());
        let staking = vampire::staking(through, rolled, settings);
        judged.inflicted = staking.inflicted;
        judged.staked = staking.staked;
    }
    let points = if settings.thresholds_before_armor && !judged.inflicted.is_empty() {
        input::points(blow)
    } else {
        judged.inflicted.total()
    };
    let struck = attack.called().map(|location| {
        let (stamina, vampire) = (attack.on.get(&STAMINA), attack.on.vampire());
        called_shot::effect(location, points, stamina, vampire)
    });
    let struck = struck.unwrap_or_default();
    judged.conditions = struck.condition.into_iter().collect();
    judged.heart_pierced = struck.heart_pierced;
    judged
}

/// Returns the verdict on how the blow of this roll fell.
fn verdict(hit: &Hit) -> Verdict {
    match hit {
        Hit::Rolled(rolled) => rolled.grade.into(),
        Hit::Automatic => Verdict::AutoDamage,
        Hit::None => Verdict::Failure,
    }
}

/// Adds a term to the ledger of damage unless its value is 0.
fn push_nonzero(ledger: &mut Vec<Term>, label: Text, value: i32, rule: &'static str) {
    if value != 0 {
        ledger.push(Term::from_rule(label, value, rule));
    }
}

/// Returns the points of damage of a hit before cover and armor, and adds their terms to the ledger
/// (steps one to three of the damage rules).
fn damage_before_cover(
    attack: &Attack<'_>,
    pool: &AttackPool,
    hit: &Hit,
    settings: &Settings,
    ledger: &mut Vec<Term>,
) -> i32 {
    let modifier = attack.weapon_modifier();
    let blow = match hit {
        Hit::None => 0,
        Hit::Automatic => {
            let bare = pool.pool.max(0);
            push_nonzero(ledger, msg::KILLING_BLOW, bare, "CHR-DEF-09");
            if settings.killing_blow_adds_weapon {
                push_nonzero(ledger, msg::WEAPON, modifier, "CHR-DEF-09");
                bare.saturating_add(modifier).max(0)
            } else {
                bare
            }
        }
        Hit::Rolled(rolled) if rolled.successes == 0 => 0,
        Hit::Rolled(rolled) => {
            push_nonzero(
                ledger,
                msg::SUCCESSES,
                input::signed(rolled.successes),
                "CHR-ATK-07",
            );
            push_nonzero(ledger, msg::WEAPON, modifier, "CHR-ATK-07");
            raw(rolled.successes, modifier)
        }
    };
    if attack.kind != AttackKind::Unarmed || settings.pulled_cap_after_armor {
        return blow;
    }
    let kept = capped(blow, attack.options.pulled);
    push_nonzero(ledger, msg::PULLED_BLOW, kept - blow, "CHR-PULL-02");
    kept
}

/// Damage of a hit that is left when it arrives at the body.
struct Arrived {
    packet: DamagePacket,
    cover: Option<Covered>,
    shield: Option<DamagePacket>,
}

/// Reduces the damage of a hit by the target's body, cover or human shield, and armor (steps four
/// to seven); what they stop goes into the ledger.
fn arrive(
    attack: &Attack<'_>,
    packet: DamagePacket,
    blow: i32,
    settings: &Settings,
    ledger: &mut Vec<Term>,
) -> Arrived {
    let firearm = attack.is_gunshot();
    let covered = attack.cover.filter(|_| attack.kind.is_ranged());
    let covered =
        covered.map(|cover| cover::through(blow, attack.weapon_modifier(), &cover, settings));
    let stopped = covered.map_or(0, |covered| blow - covered.target);
    let mut packet = subtract_cover(packet, stopped, ledger);
    let mut in_front = None;
    if let Some(body) = attack.shield.filter(|_| attack.kind.is_ranged()) {
        let through = shield::through(packet, firearm, attack.harm(), body, settings);
        let lost = i32::from(packet.total()) - i32::from(through.passed.total());
        push_nonzero(ledger, msg::HUMAN_SHIELD, -lost, "CHR-SHLD-02");
        in_front = Some(through.shield);
        packet = through.passed;
    }
    Arrived {
        packet: subtract_armor(attack, packet, settings, ledger),
        cover: covered,
        shield: in_front,
    }
}

/// Takes the `stopped` points, which the cover stopped, off the damage of a hit.
fn subtract_cover(packet: DamagePacket, stopped: i32, ledger: &mut Vec<Term>) -> DamagePacket {
    let left = armor::general(packet, input::points(stopped));
    let lost = i32::from(packet.total()) - i32::from(left.total());
    push_nonzero(ledger, msg::COVER, -lost, "CHR-COV-01");
    left
}

/// Reduces the damage of a hit by the target's nature (as of a vampire) and armor.
fn subtract_armor(
    attack: &Attack<'_>,
    packet: DamagePacket,
    settings: &Settings,
    ledger: &mut Vec<Term>,
) -> DamagePacket {
    let vampire = attack.on.vampire();
    let called = attack.called();
    let natural = if vampire && !attack.is_staking() {
        vampire::convert(packet, attack.harm(), called, settings)
    } else {
        packet
    };
    let firearm = attack.is_gunshot();
    let worn = attack.on.armor();
    let left = armor::through(natural, &worn, firearm, vampire, called, settings);
    let lost = i32::from(natural.total()) - i32::from(left.total());
    push_nonzero(ledger, msg::ARMOR, -lost, "CHR-ARM-03");
    left
}
