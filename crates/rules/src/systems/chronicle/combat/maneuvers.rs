//! The table of maneuvers: one row says everything about each of them, and names the functions that play it
//! (CHR-TURN-03).

use std::sync::LazyLock;

use super::keys::{BRAWL_WEAPON, GUN, HIDDEN, MELEE_WEAPON, OBJECT, THROWN_WEAPON};
use super::maneuver::Script::{Actor, World};
use super::maneuver::{Maneuver, Needs, bar_unless, why};
use super::stage::Stage;
use super::{acts, bars, costs, covering, dials, drawn, hazard};
use crate::base::term::{BarReason, RuleId};
use crate::character::gear::Carried;
use crate::exchange::Targets::{None as Nobody, One, UpTo};
use crate::exchange::{self, Scene, Targets};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::attack::AttackKind::{Firearm, Melee, Thrown, Unarmed};
use crate::systems::chronicle::attack::{autofire, declare};
use crate::systems::chronicle::contest::{ambush, disarm, touch, traits};
use crate::systems::chronicle::grapple;
use crate::systems::chronicle::numbers::COVERING_FIRE_BULLETS;
use crate::systems::chronicle::round::turn::Act;

const CLOSE: &[&str] = &[MELEE_WEAPON, OBJECT, GUN, THROWN_WEAPON];
const CHARGED: &[&str] = &[BRAWL_WEAPON, MELEE_WEAPON, OBJECT, GUN, THROWN_WEAPON];
const FLUNG: &[&str] = &[THROWN_WEAPON, MELEE_WEAPON, OBJECT];
const GUNS: &[&str] = &[GUN];
const ANY: &[&str] = &[MELEE_WEAPON, BRAWL_WEAPON, THROWN_WEAPON, GUN, OBJECT];

/// Most targets of a maneuver that takes several.
const CROWD: Targets = UpTo(20);

/// The fields that most maneuvers have in common.
const PLAIN: Maneuver = Maneuver {
    key: "",
    title: msg::NONE,
    rule: "",
    targets: Nobody,
    items: &[],
    needs: Needs::Nothing,
    attack: None,
    step: |_| None,
    is_close: false,
    goes_with_dodge: false,
    early: None,
    dials: Vec::new,
    barred: |_| None,
    draws_in: |_, _| None,
    script: Actor(|_, _| Ok(())),
};

/// All maneuvers, in the order in which they are offered.
static ROWS: [Maneuver; 32] = [
    Maneuver {
        key: "unarmed",
        title: msg::UNARMED_ATTACK,
        rule: "CHR-ATK-02",
        targets: One,
        items: &[BRAWL_WEAPON],
        needs: Needs::IfAny,
        attack: Some(Unarmed),
        step: |stage| costs::blow(stage, Unarmed),
        is_close: true,
        dials: dials::unarmed,
        script: Actor(|stage, play| declare::play(stage, play, Unarmed)),
        ..PLAIN
    },
    Maneuver {
        key: "melee",
        title: msg::MELEE_ATTACK,
        rule: "CHR-ATK-04",
        targets: One,
        items: CLOSE,
        needs: Needs::Weapon,
        attack: Some(Melee),
        step: |stage| costs::blow(stage, Melee),
        is_close: true,
        dials: dials::melee,
        script: Actor(|stage, play| declare::play(stage, play, Melee)),
        ..PLAIN
    },
    Maneuver {
        key: "shoot",
        title: msg::SHOOT,
        rule: "CHR-ATK-03",
        targets: One,
        items: GUNS,
        needs: Needs::Gun {
            bullets: |_| 1,
            automatic: None,
            aimed: true,
        },
        attack: Some(Firearm),
        step: |_| costs::act(Act::Attack),
        dials: dials::attack,
        draws_in: drawn::held_in_front,
        script: Actor(|stage, play| declare::play(stage, play, Firearm)),
        ..PLAIN
    },
    Maneuver {
        key: "throw",
        title: msg::THROW,
        rule: "CHR-ATK-05",
        targets: One,
        items: FLUNG,
        needs: Needs::Missile,
        attack: Some(Thrown),
        step: |_| costs::act(Act::Attack),
        dials: dials::attack,
        draws_in: drawn::held_in_front,
        script: Actor(|stage, play| declare::play(stage, play, Thrown)),
        ..PLAIN
    },
    Maneuver {
        key: "charge",
        title: msg::CHARGE,
        rule: "CHR-CHG-01",
        targets: One,
        items: CHARGED,
        needs: Needs::IfAny,
        attack: Some(Melee),
        step: costs::charge,
        dials: dials::charge,
        script: Actor(declare::charge),
        ..PLAIN
    },
    Maneuver {
        key: "burst",
        title: msg::BURST,
        rule: "CHR-AUTO-01",
        targets: CROWD,
        items: GUNS,
        needs: Needs::Gun {
            bullets: |stage| costs::burst(stage).bullets(),
            automatic: Some("CHR-AUTO-01"),
            aimed: false,
        },
        attack: Some(Firearm),
        step: |_| costs::act(Act::Attack),
        dials: dials::burst,
        draws_in: drawn::in_a_burst,
        script: Actor(autofire::play),
        ..PLAIN
    },
    Maneuver {
        key: "covering_fire",
        title: msg::COVERING_FIRE,
        rule: "CHR-CFIRE-02",
        targets: CROWD,
        items: GUNS,
        needs: Needs::Gun {
            bullets: |_| COVERING_FIRE_BULLETS,
            automatic: Some("CHR-CFIRE-01"),
            aimed: false,
        },
        step: |_| costs::act(Act::Attack),
        draws_in: drawn::in_the_area,
        script: Actor(covering::lay_fire),
        ..PLAIN
    },
    Maneuver {
        key: "grapple",
        title: msg::GRAPPLE,
        rule: "CHR-GRAP-01",
        targets: One,
        step: costs::grab,
        is_close: true,
        draws_in: grapple::contest::draws_in_a_grab,
        script: Actor(grapple::start::play),
        ..PLAIN
    },
    Maneuver {
        key: "wrestle",
        title: msg::WRESTLE,
        rule: "CHR-GRAP-04",
        targets: One,
        step: |_| costs::act(Act::Grapple),
        barred: grapple::turn::bars_wrestling,
        draws_in: grapple::contest::draws_in,
        script: Actor(grapple::turn::play),
        ..PLAIN
    },
    Maneuver {
        key: "help",
        title: msg::HELP_IN_A_GRAPPLE,
        rule: "CHR-GRAP-19",
        targets: One,
        step: |_| costs::act(Act::JoinGrapple),
        is_close: true,
        script: Actor(grapple::contest::help),
        ..PLAIN
    },
    Maneuver {
        key: "leave",
        title: msg::LEAVE_A_GRAPPLE_THAT_IS,
        rule: "CHR-GRAP-06",
        targets: One,
        goes_with_dodge: true,
        barred: grapple::turn::bars_leaving,
        script: Actor(grapple::turn::leave),
        ..PLAIN
    },
    Maneuver {
        key: "disarm",
        title: msg::DISARM,
        rule: "CHR-DISARM-01",
        targets: One,
        step: |_| costs::act(Act::Attack),
        is_close: true,
        barred: disarm::bars_empty_hands,
        script: Actor(disarm::play),
        ..PLAIN
    },
    Maneuver {
        key: "touch",
        title: msg::TOUCH,
        rule: "CHR-CMP-06",
        targets: One,
        items: ANY,
        step: |_| costs::act(Act::Attack),
        is_close: true,
        script: Actor(touch::play),
        ..PLAIN
    },
    Maneuver {
        key: "ambush",
        title: msg::SURPRISE,
        rule: "CHR-CMP-07",
        targets: CROWD,
        goes_with_dodge: true,
        script: Actor(ambush::play),
        ..PLAIN
    },
    Maneuver {
        key: "contest",
        title: msg::CONTEST,
        rule: "CHR-DICE-08",
        targets: One,
        goes_with_dodge: true,
        dials: dials::contest,
        script: Actor(traits::play),
        ..PLAIN
    },
    Maneuver {
        key: "dodge",
        title: msg::DODGE,
        rule: "CHR-DODGE-01",
        step: |_| costs::act(Act::Dodge),
        early: Some("CHR-DODGE-03"),
        script: Actor(acts::dodge),
        ..PLAIN
    },
    Maneuver {
        key: "aim",
        title: msg::AIM,
        rule: "CHR-AIM-01",
        targets: One,
        items: &[GUN, THROWN_WEAPON],
        needs: Needs::IfAny,
        step: |_| costs::act(Act::Aim),
        script: Actor(acts::aim),
        ..PLAIN
    },
    Maneuver {
        key: "draw",
        title: msg::DRAW,
        rule: "CHR-CMP-01",
        items: ANY,
        step: |stage| costs::draw(stage, stage.item_is(HIDDEN)),
        barred: |stage| acts::bars_drawing(stage, ANY),
        script: Actor(|stage, play| acts::carry(stage, play, Carried::Held)),
        ..PLAIN
    },
    Maneuver {
        key: "sheathe",
        title: msg::PUT_AWAY,
        rule: "CHR-CMP-01",
        items: ANY,
        step: |stage| costs::draw(stage, false),
        barred: |stage| acts::bars_an_empty_hand(stage, ANY, "CHR-CMP-01"),
        script: Actor(|stage, play| acts::carry(stage, play, Carried::Stowed)),
        ..PLAIN
    },
    Maneuver {
        key: "drop",
        title: msg::DROP,
        rule: "CHR-TURN-02",
        items: ANY,
        barred: |stage| acts::bars_an_empty_hand(stage, ANY, "CHR-TURN-02"),
        script: Actor(|stage, play| acts::carry(stage, play, Carried::Dropped)),
        ..PLAIN
    },
    Maneuver {
        key: "reload",
        title: msg::RELOAD,
        rule: "CHR-CMP-02",
        items: GUNS,
        step: costs::reload,
        barred: |stage| acts::bars_reloading(stage, GUNS),
        script: Actor(acts::reload),
        ..PLAIN
    },
    Maneuver {
        key: "clear_jam",
        title: msg::CLEAR_A_JAM,
        rule: "CHR-CMP-05",
        items: GUNS,
        step: |_| costs::act(Act::ClearJam),
        barred: |stage| acts::bars_clearing(stage, GUNS),
        script: Actor(acts::clear_jam),
        ..PLAIN
    },
    Maneuver {
        key: "rise",
        title: msg::GET_UP,
        rule: "CHR-PRONE-05",
        step: |_| costs::act(Act::Rise),
        barred: |stage| bar_unless(stage.actor.can_rise(), msg::IS_NOT_DOWN, "CHR-PRONE-05"),
        script: Actor(acts::rise),
        ..PLAIN
    },
    Maneuver {
        key: "drop_prone",
        title: msg::DROP_PRONE,
        rule: "CHR-PRONE-04",
        barred: |stage| {
            bar_unless(
                !stage.actor.is_prone(),
                msg::IS_DOWN_ALREADY,
                "CHR-PRONE-04",
            )
        },
        script: Actor(acts::drop_prone),
        ..PLAIN
    },
    Maneuver {
        key: "walk",
        title: msg::MOVE,
        rule: "CHR-MOVE-01",
        step: costs::walk,
        goes_with_dodge: true,
        dials: dials::distance_moved,
        script: Actor(acts::walk),
        ..PLAIN
    },
    Maneuver {
        key: "approach",
        title: msg::MOVE_TOWARDS_OR_AWAY,
        rule: "CHR-MOVE-01",
        targets: One,
        step: costs::walk,
        goes_with_dodge: true,
        dials: dials::approach,
        script: Actor(acts::approach),
        ..PLAIN
    },
    Maneuver {
        key: "run",
        title: msg::RUN,
        rule: "CHR-MOVE-02",
        step: costs::run,
        dials: dials::distance_moved,
        script: Actor(acts::run),
        ..PLAIN
    },
    Maneuver {
        key: "seek_cover",
        title: msg::GO_TO_COVER,
        rule: "CHR-CFIRE-04",
        goes_with_dodge: true,
        script: Actor(acts::seek_cover),
        ..PLAIN
    },
    Maneuver {
        key: "dress_wounds",
        title: msg::DRESS_WOUNDS,
        rule: "CHR-BLEED-04",
        targets: One,
        step: |_| costs::act(Act::Attack),
        is_close: true,
        barred: acts::bars_dressing,
        script: Actor(acts::dress_wounds),
        ..PLAIN
    },
    Maneuver {
        key: "pull_stake",
        title: msg::PULL_OUT_THE_STAKE,
        rule: "CHR-VMP-15",
        targets: One,
        step: |_| costs::act(Act::Attack),
        is_close: true,
        barred: acts::bars_pulling,
        script: Actor(acts::pull_stake),
        ..PLAIN
    },
    Maneuver {
        key: "cut_loose",
        title: msg::CUT_LOOSE,
        rule: "CHR-COND-06",
        targets: One,
        step: |_| costs::act(Act::Attack),
        is_close: true,
        barred: acts::bars_cutting,
        script: Actor(acts::cut_loose),
        ..PLAIN
    },
    Maneuver {
        key: "hazard",
        title: msg::A_FALL_A_FIRE_A,
        rule: "CHR-ST-01",
        targets: CROWD,
        goes_with_dodge: true,
        dials: dials::hazard,
        barred: |_| why(msg::THE_STORYTELLER_SAYS_WHAT_IS, "CHR-ST-01"),
        script: World(hazard::play),
        ..PLAIN
    },
];

/// The maneuvers as they are offered.
pub(crate) static ALL: LazyLock<Vec<exchange::Maneuver>> = LazyLock::new(|| {
    let offered = ROWS.iter().map(|row| exchange::Maneuver {
        key: row.key,
        title: row.title,
        rule: RuleId::new(row.rule),
        targets: row.targets,
        items: row.items,
    });
    offered.collect()
});

/// Finds the maneuver of Chronicle with this key.
pub(crate) fn find(key: &str) -> Option<&'static Maneuver> {
    ROWS.iter().find(|row| row.key == key)
}

/// Returns the maneuver that is declared in a scene; `None` if its key is unknown.
pub(crate) fn declared(scene: &Scene<'_>) -> Option<&'static Maneuver> {
    find(&scene.intent.maneuver)
}

/// Returns why the declared maneuver cannot be started now, with the rule; `None` if it can.
pub(crate) fn barred(stage: &Stage<'_>) -> Option<BarReason> {
    let bar = bars::barred(stage, declared(stage.scene)?);
    bar.map(|(why, rule)| (why, RuleId::new(rule)))
}
