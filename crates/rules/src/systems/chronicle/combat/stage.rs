//! The scene of an exchange with every combatant in it as these rules see them, and an attack
//! built from it (CHR-PIPE-01).

use super::character::Character;
use super::gear;
use super::keys::{
    AERODYNAMIC, AIM, ALL_OUT, CALLED, CLOSE_QUARTERS, CONCEALMENT, COVER_DURABILITY,
    COVER_SEE_THROUGH, COVER_STRUCTURE, DISTANCE, FIRING_FROM, GRAPPLE, ITEM_SIZE, OFFHAND, PULLED,
    SHIELD, UNAWARE,
};
use crate::character::gear::{Item, ItemId};
use crate::exchange::{Party, Scene, Stop};
use crate::messages::{Wording, chronicle as msg};
use crate::ruleset::house_rules::HouseRules;
use crate::systems::chronicle::attack::called_shot::Location;
use crate::systems::chronicle::attack::concealment::Concealment;
use crate::systems::chronicle::attack::cover::Cover;
use crate::systems::chronicle::attack::{Attack, AttackKind, Options, Weapon};
use crate::systems::chronicle::conditions::known_conditions::{
    AIMED_WITH, AIMING, GRAPPLED, LEANED_OUT,
};
use crate::systems::chronicle::dice::pool::Again;
use crate::systems::chronicle::dice::reading::{AGAIN, ROTE};
use crate::systems::chronicle::gear::thrown;
use crate::systems::chronicle::settings::Settings;

/// Returns the settings of Chronicle from the house rules of the table.
pub(crate) fn table_settings(house: &HouseRules) -> Settings {
    Settings::of(house)
}

/// Stage of an exchange in Chronicle: all combatants of a scene, as the rules read them.
pub(crate) struct Stage<'a> {
    pub(crate) scene: &'a Scene<'a>,
    pub(crate) settings: Settings,
    pub(crate) actor: Character<'a>,
    /// The targets, then the bystanders.
    pub(crate) others: Vec<Character<'a>>,
    /// Whether the actor went down in this exchange (CHR-CFIRE-04).
    pub(crate) went_down: bool,
}

impl<'a> Stage<'a> {
    /// Reads the scene of an exchange by the rules, or refuses it without an acting combatant.
    pub(crate) fn new(scene: &'a Scene<'a>) -> Result<Self, Stop> {
        let settings = table_settings(scene.house);
        let Some(actor) = scene.actor else {
            return Err(Stop::refused(
                "nobody_acts",
                msg::AN_ACTING_COMBATANT_IS_MISSING,
            ));
        };
        let others = scene.targets.iter().chain(scene.bystanders);
        Ok(Self {
            actor: Character::new(actor, &settings),
            others: others.map(|who| Character::new(who, &settings)).collect(),
            settings,
            scene,
            went_down: false,
        })
    }

    /// Reads the stage again from the present state of the table.
    pub(crate) fn reread<'n>(&self, now: &'n Scene<'n>) -> Result<Stage<'n>, Stop> {
        let mut stage = Stage::new(now)?;
        stage.went_down = self.went_down;
        stage.actor.burden.prone |= self.went_down;
        Ok(stage)
    }

    /// Returns the number of targets of the maneuver.
    pub(crate) fn targets(&self) -> u8 {
        u8::try_from(self.scene.targets.len()).unwrap_or(u8::MAX)
    }

    /// Returns the first target of the maneuver; `None` if it has none.
    pub(crate) fn target(&self) -> Option<&Character<'a>> {
        self.others.first().filter(|_| self.targets() > 0)
    }

    /// Number of characters besides the actor, which are targets and bystanders.
    pub(crate) fn persons(&self) -> u8 {
        u8::try_from(self.others.len()).unwrap_or(u8::MAX)
    }

    /// Returns target or bystander number `n` as a party.
    pub(crate) fn party(&self, n: u8) -> Party {
        match n.checked_sub(self.targets()) {
            None => Party::Target(n),
            Some(bystander) => Party::Bystander(bystander),
        }
    }

    /// Returns target or bystander number `n` as a character of Chronicle.
    pub(crate) fn other(&self, n: u8) -> Result<&Character<'a>, Stop> {
        let other = self.others.get(usize::from(n));
        other.ok_or_else(|| Stop::refused("no_target", msg::THIS_NEEDS_A_TARGET))
    }

    /// Whether two parties wrestle with each other, in a grapple of either.
    pub(crate) fn wrestle(&self, a: Party, b: Party) -> bool {
        let held = |by, on| self.scene.hold_amount(by, on, GRAPPLE).is_some();
        held(a, b) || held(b, a)
    }

    /// Whether the actor and target or bystander number `n` hold each other in any way.
    pub(crate) fn is_tied(&self, n: u8) -> bool {
        let both = |by, on| self.scene.holds.iter().any(|it| it.by == by && it.on == on);
        both(Party::Actor, self.party(n)) || both(self.party(n), Party::Actor)
    }

    /// Returns the item that the declared maneuver uses; `None` if it uses none.
    pub(crate) fn item(&self) -> Option<(ItemId, &'a Item)> {
        self.scene.intent.item.zip(self.scene.item())
    }

    /// Whether the item that the declared maneuver uses has this tag.
    pub(crate) fn item_is(&self, tag: &str) -> bool {
        self.item().is_some_and(|(_, item)| item.has_tag(tag))
    }

    /// Returns the value of a situation parameter toward a target; 0 if it is not set.
    fn dial(&self, n: u8, key: &str) -> i32 {
        self.scene.situation_value(n, key, 0)
    }

    /// Distance in yards to target or bystander number `n`; `None` where it is not set.
    pub(crate) fn distance(&self, n: u8) -> Option<i32> {
        let far = self.scene.situation_value(n, DISTANCE, -1);
        (far >= 0).then_some(far)
    }

    /// Degree to which target or bystander number `n` is concealed from the actor.
    pub(crate) fn concealment(&self, n: u8) -> Option<Concealment> {
        let hidden = concealment(self.dial(n, CONCEALMENT))?;
        let leans_out = self.others.get(usize::from(n));
        let leans_out = leans_out.is_some_and(|other| other.is(LEANED_OUT));
        Some(match hidden {
            hidden if leans_out => hidden.after_firing(),
            hidden => hidden,
        })
    }

    /// Returns the cover behind which a target is completely concealed, if it is.
    fn cover(&self, n: u8) -> Option<Cover> {
        (self.concealment(n) == Some(Concealment::Complete)).then(|| Cover {
            durability: self.dial(n, COVER_DURABILITY),
            structure: self.dial(n, COVER_STRUCTURE),
            see_through: self.dial(n, COVER_SEE_THROUGH) == 1,
        })
    }

    /// Returns the number of the combatant held in front of target or bystander number `n`
    /// (CHR-SHLD-01, CHR-GRAP-13).
    pub(crate) fn shield_of(&self, n: u8) -> Option<u8> {
        let holder = self.party(n);
        (0..self.persons()).find(|other| {
            let held = self.scene.hold_amount(holder, self.party(*other), SHIELD);
            held.is_some()
        })
    }

    /// Number of turns that the actor has spent aiming at target or bystander number `n` with the
    /// weapon in use (CHR-AIM-01, CHR-AIM-05).
    pub(crate) fn aim(&self, n: u8) -> i32 {
        let held = self.scene.hold_amount(Party::Actor, self.party(n), AIM);
        let held = held.filter(|_| self.is_aimed());
        held.unwrap_or(0).min(self.actor.amount(AIMING))
    }

    /// Whether the item in use is the weapon that is aimed; of an aim by hand it is not known which.
    pub(crate) fn is_aimed(&self) -> bool {
        let with = self.actor.amount(AIMED_WITH);
        with == 0 || self.scene.intent.item.map(i32::from) == Some(with)
    }

    /// Returns the weapon in use, for an attack of this kind; `None` for bare hands.
    pub(crate) fn weapon(&self, kind: AttackKind) -> Result<Option<Weapon>, Stop> {
        let Some((_, item)) = self.item() else {
            return match kind {
                AttackKind::Unarmed => Ok(None),
                _ => Err(Stop::refused("no_weapon", msg::THIS_TAKES_A_WEAPON_CHR)),
            };
        };
        if gear::is_wrecked(item) {
            let why = msg::IT_IS_TOO_BROKEN_TO;
            return Err(Stop::refused("wrecked", why));
        }
        let weapon = gear::weapon(item, kind, &self.settings);
        let why = msg::A_PISTOL_IS_NO_CLUB;
        let mut weapon = weapon.ok_or_else(|| Stop::refused("no_club", why))?;
        if kind == AttackKind::Thrown && weapon.ranges.is_none() {
            let (size, flies) = (item.number_or_zero(ITEM_SIZE), item.has_tag(AERODYNAMIC));
            weapon.ranges = thrown::ranges(&self.actor, size, flies).map_err(nonsense)?;
            if weapon.ranges.is_none() {
                let why = msg::IT_IS_TOO_BIG_TO;
                return Err(Stop::refused("too_big", why));
            }
        }
        Ok(Some(weapon))
    }

    /// Returns the declared attack of this kind on target or bystander number `n`.
    pub(crate) fn attack(&self, n: u8, kind: AttackKind) -> Result<Attack<'_>, Stop> {
        let on = self.other(n)?;
        let is_ranged = kind.is_ranged();
        let shield = self.shield_of(n).filter(|_| is_ranged);
        Ok(Attack {
            kind,
            by: &self.actor,
            on,
            weapon: self.weapon(kind)?,
            distance: self.distance(n),
            options: self.options(n, is_ranged),
            no_defense: on.burden.no_defense || self.dial(n, UNAWARE) == 1,
            defense_ruled: 0,
            cover: self.cover(n).filter(|_| is_ranged),
            shield: shield.and_then(|held| self.others.get(usize::from(held))),
        })
    }

    /// Returns the circumstances and choices of an attack on target or bystander number `n`.
    fn options(&self, n: u8, is_ranged: bool) -> Options {
        let set = |key| self.scene.parameter_or(key, 0);
        let burden = &self.actor.burden;
        let (extra, [avoid, avoid_grappled]) = if is_ranged {
            (burden.sight.clone(), self.avoided(n))
        } else {
            (burden.footwork.clone(), [0, 0])
        };
        Options {
            offhand: set(OFFHAND) == 1 || !burden.offhand.is_empty(),
            all_out: set(ALL_OUT) == 1,
            pulled: set(PULLED),
            aim: self.aim(n),
            avoid,
            avoid_grappled,
            called: location(set(CALLED)),
            concealment: self.concealment(n),
            firing_from: concealment(self.dial(n, FIRING_FROM)),
            close_quarters: self.dial(n, CLOSE_QUARTERS) == 1,
            extra,
            again: again(self.scene.parameter_or(AGAIN, 10)),
            rote: set(ROTE) == 1,
            chance: burden.chance_on_manual,
            ..Options::default()
        }
    }

    /// Counts the bystanders that a single shot at `n` must miss: those free and those grappled
    /// (CHR-MIX-01, CHR-MIX-02). Who is held in front of the target cannot be missed.
    fn avoided(&self, n: u8) -> [i32; 2] {
        let mut avoided = [0, 0];
        for other in self.missed(n) {
            let grappled = self.others.get(usize::from(other));
            let grappled = grappled.is_some_and(|other| other.is(GRAPPLED));
            let [free, held] = &mut avoided;
            *(if grappled { held } else { free }) += 1;
        }
        avoided
    }

    /// Returns the bystanders that a single shot at target `n` must miss, as numbers of parties.
    pub(crate) fn missed(&self, n: u8) -> impl Iterator<Item = u8> + use<'_, 'a> {
        let shield = self.shield_of(n);
        (self.targets()..self.persons()).filter(move |other| Some(*other) != shield)
    }
}

/// Creates the refusal of a number that cannot be.
pub(crate) fn nonsense(why: impl std::fmt::Display) -> Stop {
    Stop::refused("nonsense", Wording::verbatim(format!("{why}.")))
}

/// Returns the location of a called shot for the value of its parameter; `None` if it is not
/// called.
pub(crate) fn location(value: i32) -> Option<Location> {
    let index = usize::try_from(value).ok()?.checked_sub(1)?;
    Location::ALL.get(index).copied()
}

/// Returns the degree of concealment for the value of its parameter; `None` if there is none.
pub(crate) const fn concealment(value: i32) -> Option<Concealment> {
    Some(match value {
        1 => Concealment::Barely,
        2 => Concealment::Partial,
        3 => Concealment::Substantial,
        4 => Concealment::Complete,
        5 => Concealment::VisionBlocked,
        _ => return None,
    })
}

/// Returns the faces that are thrown again, for the value of their parameter.
const fn again(value: i32) -> Again {
    match value {
        9 => Again::Nine,
        8 => Again::Eight,
        0 => Again::Never,
        _ => Again::Ten,
    }
}
