//! Everything a combatant can start: the maneuvers of the chart, and the deeds beside them.

use std::sync::LazyLock;

use super::blow::{self, CHART};
use super::{contests, deeds, dials, gifts, grips, hazard, items, meet, reflexes};
use crate::dial::Dial;
use crate::exchange::{self, Maneuver, Moments, Play, Scene, Stop, Targets};
use crate::fighter::Fighter;
use crate::messages::{Text, crossover as msg};
use crate::sorted::Map;
use crate::systems::crossover::maneuver::Maneuver as Kind;
use crate::systems::crossover::maneuver_chart::ManeuverLine;
use crate::systems::crossover::movement::WALK;
use crate::systems::crossover::{Crossover, Settings};
use crate::term::{Bar, RuleId};

/// The most targets of a spray.
const SPRAYED: u8 = 10;

/// The words of the maneuvers of the chart, by what they are.
const KEYS: [(Kind, &str); 21] = [
    (Kind::Strike, "strike"),
    (Kind::WeaponStrike, "weapon_strike"),
    (Kind::Kick, "kick"),
    (Kind::Bite, "bite"),
    (Kind::Claw, "claw"),
    (Kind::Clinch, "clinch"),
    (Kind::Hold, "hold"),
    (Kind::DisarmArmed, "disarm_armed"),
    (Kind::DisarmUnarmed, "disarm_unarmed"),
    (Kind::JabPistol, "jab_pistol"),
    (Kind::SweepLeg, "sweep_leg"),
    (Kind::SweepArm, "sweep_arm"),
    (Kind::SweepWeapon, "sweep_weapon"),
    (Kind::Tackle, "tackle"),
    (Kind::Shoot, "shoot"),
    (Kind::Throw, "throw"),
    (Kind::Bow, "bow"),
    (Kind::Crossbow, "crossbow"),
    (Kind::AutoFire, "auto_fire"),
    (Kind::Strafe, "strafe"),
    (Kind::Burst, "burst"),
];

/// How a deed is played.
type Playing = fn(&Scene<'_>, &Settings, &mut Play<'_>) -> Result<(), Stop>;

/// What can be set about a deed.
type Setting = fn(Option<&Fighter<'_>>) -> Vec<Dial>;

/// Something that is no attack of the chart.
pub(super) struct Deed {
    pub(super) key: &'static str,
    title: Text,
    rule: &'static str,
    targets: Targets,
    items: &'static [&'static str],
    dials: Setting,
    pub(super) play: Playing,
}

fn deed(key: &'static str, title: Text, rule: &'static str, play: Playing) -> Deed {
    Deed {
        key,
        title,
        rule,
        targets: Targets::None,
        items: &[],
        dials: dials::action,
        play,
    }
}

impl Deed {
    fn at_one(mut self) -> Self {
        self.targets = Targets::One;
        self
    }

    fn with(mut self, items: &'static [&'static str]) -> Self {
        self.items = items;
        self
    }

    fn setting(mut self, dials: Setting) -> Self {
        self.dials = dials;
        self
    }
}

fn nothing(_: Option<&Fighter<'_>>) -> Vec<Dial> {
    Vec::new()
}

fn yards(who: Option<&Fighter<'_>>) -> Vec<Dial> {
    let mut dials = dials::action(who);
    dials.push(Dial::number(dials::YARDS, msg::YARDS_2, (1, 200), WALK));
    dials
}

fn points(_: Option<&Fighter<'_>>) -> Vec<Dial> {
    let title = msg::POINTS_OR_SUCCESSES_OF_THE;
    vec![Dial::number(gifts::POINTS, title, (0, 20), 1)]
}

fn traits(who: Option<&Fighter<'_>>) -> Vec<Dial> {
    let mut dials = dials::action(who);
    dials.extend(contests::dials());
    dials
}

const WEAPON: &[&str] = &[items::WEAPON];
const ANYTHING: &[&str] = &[items::WEAPON, items::SHIELD];

/// Everything that is no attack of the chart.
pub(super) static DEEDS: LazyLock<[Deed; 23]> = LazyLock::new(|| {
    [
        deed("aim", msg::AIM, "XOV-RNG-01", |scene, _, play| {
            deeds::aim(scene, play)
        })
        .at_one()
        .with(WEAPON),
        deed(
            "load",
            msg::LOAD_OR_MAKE_READY,
            "XOV-RNG-07",
            |scene, _, play| deeds::load(scene, play),
        )
        .with(WEAPON),
        deed(
            "draw",
            msg::TAKE_IN_HAND,
            "XOV-DICE-10",
            |scene, _, play| deeds::draw(scene, play),
        )
        .with(ANYTHING),
        deed("mend", msg::MEND_A_STRING, "XOV-ATK-14", deeds::mend).with(WEAPON),
        deed("stand", msg::STAND_UP, "XOV-CMP-09", deeds::stand),
        deed("lie_down", msg::LIE_DOWN, "XOV-RNG-03", |scene, _, play| {
            deeds::lie_down(scene, play)
        })
        .setting(nothing),
        deed("go", msg::MOVE, "XOV-MAN-08", |scene, _, play| {
            deeds::go(scene, play)
        })
        .setting(yards),
        deed(
            "deed",
            msg::SOMETHING_WITHOUT_A_ROLL,
            "XOV-DICE-10",
            |scene, _, play| deeds::deed(scene, play),
        ),
        deed("heal", msg::HEAL, "XOV-SOAK-09", reflexes::heal).setting(nothing),
        deed("feel", msg::FEEL_ONES_WAY, "XOV-CMP-05", reflexes::feel).setting(nothing),
        deed(
            "knocked_down",
            msg::KNOCKED_DOWN,
            "XOV-CMP-09",
            reflexes::knocked_down,
        )
        .setting(nothing),
        deed("ambush", msg::AMBUSH, "XOV-MAN-03", contests::ambush).at_one(),
        deed("contest", msg::CONTEST, "XOV-DICE-11", contests::any)
            .at_one()
            .setting(traits),
        deed(
            "escape",
            msg::GET_OUT_OF_A_GRIP,
            "XOV-CLOSE-04",
            grips::escape,
        )
        .at_one(),
        deed(
            "squeeze",
            msg::SQUEEZE_IN_A_CLINCH,
            "XOV-CLOSE-04",
            grips::squeeze,
        )
        .at_one(),
        deed("celerity", msg::CELERITY, "XOV-POW-01", gifts::give).setting(nothing),
        deed("rage", msg::RAGE, "XOV-POW-02", gifts::give).setting(points),
        deed("distort_time", msg::DISTORT_TIME, "XOV-POW-03", gifts::give).setting(points),
        deed("dream_time", msg::DREAM_TIME, "XOV-POW-04", gifts::give).setting(nothing),
        deed("faith", msg::FAITH, "XOV-POW-05", gifts::give).setting(points),
        deed(meet::CUT, msg::CUT_BY_A_PARRY, "XOV-DEF-05", hazard::cut)
            .at_one()
            .with(WEAPON)
            .setting(hazard::more),
        deed("hazard", msg::A_FALL_A_FIRE, "XOV-SOAK-01", hazard::hazard)
            .at_one()
            .setting(hazard::dials),
        deed(
            "drop",
            msg::DROP_WHAT_IS_IN_HAND,
            "XOV-DICE-10",
            |scene, _, play| deeds::drop_it(scene, play),
        )
        .with(ANYTHING)
        .setting(nothing),
    ]
});

/// The deeds that take an action of the turn, as every attack does.
const ACTIONS: [&str; 11] = [
    "aim", "load", "draw", "mend", "stand", "go", "deed", "ambush", "contest", "escape", "squeeze",
];

/// Whether a maneuver takes an action of the turn (XOV-DECL-02).
pub(super) fn takes_action(maneuver: &str) -> bool {
    ACTIONS.contains(&maneuver) || line(maneuver).is_some()
}

/// The deeds that need limbs, which one in a clinch or a hold does not have (XOV-CLOSE-04,
/// XOV-CLOSE-06).
pub(super) const NEED_LIMBS: [&str; 6] = ["aim", "load", "draw", "mend", "stand", "go"];

/// A line of the chart by its key.
pub(super) fn line(key: &str) -> Option<&'static ManeuverLine> {
    let (kind, _) = KEYS.iter().find(|(_, word)| *word == key)?;
    CHART.get(*kind)
}

/// Everything that can be started.
pub(super) static ALL: LazyLock<Vec<Maneuver>> = LazyLock::new(|| {
    let attacks = KEYS.iter().filter_map(|(kind, key)| attack(*kind, key));
    let deeds = DEEDS.iter().map(|deed| Maneuver {
        key: deed.key,
        title: deed.title,
        rule: RuleId::new(deed.rule),
        targets: deed.targets,
        items: deed.items,
    });
    attacks.chain(deeds).collect()
});

/// What a combatant can set about a maneuver.
pub(super) fn dials(key: &str, who: Option<&Fighter<'_>>) -> Vec<Dial> {
    let Some(line) = line(key) else {
        let deed = DEEDS.iter().find(|deed| deed.key == key);
        return deed.map_or_else(Vec::new, |deed| (deed.dials)(who));
    };
    let mut dials = dials::attack(line, who);
    if line.maneuver == Kind::Bite {
        let title = msg::BLOOD_DRUNK_INSTEAD_OF_A;
        dials.push(Dial::number(dials::DRINK, title, (0, 3), 0));
    }
    dials
}

fn attack(kind: Kind, key: &'static str) -> Option<Maneuver> {
    let line = CHART.get(kind)?;
    let items = if blow::armed(kind) { WEAPON } else { &[] };
    Some(Maneuver {
        key,
        title: line.title(),
        rule: line.rule.clone(),
        targets: match kind {
            Kind::Strafe => Targets::UpTo(SPRAYED),
            _ => Targets::One,
        },
        items,
    })
}

/// Why the rules refuse what is meant before anything is asked. What only a target can tell is not told without one.
pub(super) fn barred(scene: &Scene<'_>) -> Option<Bar> {
    let key = scene.intent.maneuver.as_ref();
    let deed = || DEEDS.iter().find(|deed| deed.key == key);
    let rule = line(key).map(|line| line.rule.clone());
    let rule = rule.or_else(|| Some(RuleId::new(deed()?.rule)))?;
    if key == meet::CUT {
        return Some((msg::THAT_FOLLOWS_FROM_A_PARRY.into(), rule));
    }
    let moments = Moments::only(*scene);
    let why = exchange::step(&Crossover, &moments, &Map::new(), &[]).err()?;
    match why.code.as_ref() {
        "no_target" => None,
        // Which forms can do a maneuver its own rule says.
        "form_not_allowed" => Some((why.bar(&rule).0, rule)),
        _ => Some(why.bar(&rule)),
    }
}
