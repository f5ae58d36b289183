//! Maneuvers: one row for each, with the functions that say what bars it and how it is played.

use std::sync::LazyLock;

use super::bout::{Bout, TARGET};
use super::gear::{self, WEAPON};
use super::scene::{self, AttackReach};
use super::{attack, checks, dials, disarm, escape, grapple, throw};
use crate::base::term::RuleId;
use crate::character::parameters::ParameterSpec;
use crate::exchange::{Maneuver, Scene, Stop, Targets};
use crate::messages::{Text, tristat as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::tristat::roll_request::{self as requests, Barred, Use};
use crate::systems::tristat::settings::Settings;

/// Maneuver of Tri-Stat as a row of a table, with its texts, parameters and functions.
pub(super) struct Row {
    key: &'static str,
    title: Text,
    rule: &'static str,
    targets: Targets,
    /// The kinds of item it can be done with.
    items: &'static [&'static str],
    /// The uses it makes of the attacks of a round (TRI-ATK-03); none where it costs none.
    uses: &'static [Use],
    dials: &'static [fn() -> ParameterSpec],
    /// How it gets to its targets, where it is an attack.
    way: fn(&Scene<'_>) -> Option<AttackReach>,
    /// Whether a combatant has to act. Nobody acts in a collision.
    needs_actor: bool,
    /// What bars this maneuver and no other, by what was so when it was declared.
    bars: fn(&Scene<'_>, &CombatantInfo<'_>) -> Option<Barred>,
    play: fn(&mut Bout<'_, '_, '_>) -> Result<(), Stop>,
}

/// Key of throwing a target who is held.
const THROW: &str = "throw";

/// The values that most rows have.
const PLAIN: Row = Row {
    key: "",
    title: Text::NONE,
    rule: "",
    targets: Targets::One,
    items: &[],
    uses: &[],
    dials: &[],
    way: |_| None,
    needs_actor: true,
    bars: |_, _| None,
    play: |_| Ok(()),
};

/// All maneuvers, in the order in which they are offered.
static ROWS: [Row; 12] = [
    Row {
        key: "attack",
        title: msg::ATTACK,
        rule: "TRI-ATK-01",
        items: &[WEAPON],
        uses: &[Use::Attack],
        dials: &[
            dials::vital,
            dials::chink,
            dials::trick,
            dials::skill,
            dials::room,
        ],
        way: scene::weapon_way,
        play: attack::attack,
        ..PLAIN
    },
    Row {
        key: "two_weapons",
        title: msg::ATTACK_WITH_TWO_WEAPONS,
        rule: "TRI-DUAL-01",
        targets: Targets::UpTo(2),
        items: &[WEAPON],
        uses: &[Use::Attack, Use::Second],
        dials: &[
            dials::vital,
            dials::chink,
            dials::trick,
            dials::skill,
            dials::room,
        ],
        bars: attack::bars_two_weapons,
        way: scene::two_weapon_way,
        play: attack::two_weapons,
        ..PLAIN
    },
    Row {
        key: "disarm",
        title: msg::DISARM,
        rule: "TRI-DISARM-01",
        items: &[WEAPON],
        uses: &[Use::Attack],
        dials: &[dials::trick, dials::skill, dials::room],
        bars: disarm::bars_disarming,
        way: scene::weapon_way,
        play: disarm::disarm,
        ..PLAIN
    },
    Row {
        key: "grapple",
        title: msg::GRAPPLE,
        rule: "TRI-GRAP-01",
        uses: &[Use::Attack],
        dials: &[dials::trick, dials::skill, dials::room],
        bars: grapple::bars_grappling,
        way: scene::hand_way,
        play: grapple::grapple,
        ..PLAIN
    },
    Row {
        key: THROW,
        title: msg::THROW,
        rule: "TRI-THROW-01",
        uses: &[Use::Attack],
        dials: &[dials::vital, dials::trick, dials::skill, dials::room],
        bars: |scene, _| grapple::bars_without_hold(scene, "TRI-THROW-01"),
        way: scene::hand_way,
        play: throw::throw,
        ..PLAIN
    },
    Row {
        key: "strangle",
        title: msg::STRANGLE_OR_CRUSH,
        rule: "TRI-CHOKE-01",
        uses: &[Use::Wrestle],
        bars: |scene, _| grapple::bars_without_hold(scene, "TRI-CHOKE-01"),
        way: scene::hand_way,
        play: grapple::strangle,
        ..PLAIN
    },
    Row {
        key: "escape",
        title: msg::GET_FREE,
        rule: "TRI-ESC-01",
        uses: &[Use::Wrestle],
        dials: &[dials::room],
        bars: escape::bars_escaping,
        way: scene::hand_way,
        play: escape::escape,
        ..PLAIN
    },
    Row {
        key: "let_go",
        title: msg::LET_GO,
        rule: "TRI-GRAP-01",
        bars: |scene, _| grapple::bars_without_hold(scene, "TRI-GRAP-01"),
        play: grapple::let_go,
        ..PLAIN
    },
    Row {
        key: "stand_up",
        title: msg::STAND_UP,
        rule: "TRI-PRONE-01",
        targets: Targets::None,
        bars: checks::bars_standing_up,
        play: checks::stand_up,
        ..PLAIN
    },
    Row {
        key: "check",
        title: msg::CHECK_A_STAT,
        rule: "TRI-ROLL-03",
        targets: Targets::None,
        dials: &[dials::stat],
        play: checks::check,
        ..PLAIN
    },
    Row {
        key: "contest",
        title: msg::CONTEST_OF_STATS,
        rule: "TRI-CRIT-04",
        dials: &[dials::stat, dials::against],
        play: checks::contest,
        ..PLAIN
    },
    Row {
        key: "collision",
        title: msg::FLY_INTO_SOMETHING,
        rule: "TRI-THROW-05",
        dials: &[dials::squares, dials::travelled_squares],
        needs_actor: false,
        play: throw::collision,
        ..PLAIN
    },
];

/// The maneuvers as they are offered.
pub(super) static OFFERED: LazyLock<Vec<Maneuver>> = LazyLock::new(|| {
    let each = ROWS.iter().map(|row| Maneuver {
        key: row.key,
        title: row.title,
        rule: RuleId::new(row.rule),
        targets: row.targets,
        items: row.items,
    });
    each.collect()
});

/// Returns the row of the maneuver with this key; `None` if there is none.
pub(super) fn find(key: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.key == key)
}

impl Row {
    /// Returns the parameters (dials) that a person can set for this maneuver.
    pub(super) fn dials(&self) -> Vec<ParameterSpec> {
        self.dials.iter().map(|dial| dial()).collect()
    }

    /// Returns how the maneuver's attack gets to its targets; `None` if it is no attack.
    pub(super) fn way(&self, scene: &Scene<'_>) -> Option<AttackReach> {
        (self.way)(scene)
    }

    /// Whether the maneuver depends on this parameter that the scene sets: throws on free squares
    /// (TRI-THROW-05), attacks on who flanks (TRI-FLANK-02).
    pub(super) fn uses_reading(&self, key: &str) -> bool {
        match key {
            dials::FREE_SQUARES => self.key == THROW,
            _ => self.takes_attack(),
        }
    }

    /// Whether the maneuver uses up an attack of the round (TRI-ATK-03).
    pub(super) const fn takes_attack(&self) -> bool {
        !self.uses.is_empty()
    }

    /// Returns why the maneuver cannot be started now, `None` if it can: what holds whatever
    /// happens next, and attacks that are used up (TRI-ATK-03, TRI-DUAL-01).
    pub(super) fn barred_now(&self, scene: &Scene<'_>) -> Option<Barred> {
        self.barred(scene).or_else(|| {
            let (who, settings) = (scene.actor?, Settings::of(scene.house));
            let counted = |on: &&Use| **on != Use::Second || !settings.dual_every_attack;
            let mut uses = self.uses.iter().filter(counted);
            uses.find_map(|on| requests::attacks_bar(who, *on, &settings))
        })
    }

    /// Returns why the maneuver is barred, judged by the scene at its declaration.
    pub(super) fn barred(&self, scene: &Scene<'_>) -> Option<Barred> {
        if !self.needs_actor {
            return None;
        }
        let Some(who) = scene.actor else {
            let rule = "TRI-TURN-03";
            return Some(Barred::new("nobody_acts", msg::SOMEBODY_HAS_TO_DO_IT, rule));
        };
        let settings = Settings::of(scene.house);
        let mut uses = self.uses.iter();
        requests::down_bar(who)
            .or_else(|| uses.find_map(|on| requests::stance_bars(who, *on, &settings)))
            .or_else(|| bars_lost_weapon(scene))
            .or_else(|| (self.bars)(scene, who))
    }

    /// Plays the maneuver of the row.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first, or the target is missing.
    pub(super) fn play(&self, bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
        if self.targets != Targets::None {
            bout.party(TARGET)?;
        }
        for on in self.uses {
            bout.use_attack(*on);
        }
        (self.play)(bout)
    }
}

/// Returns the bar on a weapon that lies out of reach (TRI-DRAW-01).
fn bars_lost_weapon(scene: &Scene<'_>) -> Option<Barred> {
    let lost = !gear::is_at_hand(scene.item()?);
    lost.then(|| Barred::new("no_weapon", msg::THE_WEAPON_IS_OUT_OF, "TRI-DRAW-01"))
}
