//! Attacks: the roll, and blows with one weapon or two (TRI-ATK-01 to 03, TRI-TRICK-01,
//! TRI-VITAL-01, TRI-CHINK-01, TRI-CHINK-02, TRI-DUAL-01, TRI-DRAW-01).

use super::bout::{Bout, Hit};
use super::damage::Harm;
use super::defense::Against;
use super::dials;
use super::gear::{self, Arm};
use super::rolls::Sum;
use crate::base::roll::Grade;
use crate::base::term::Term;
use crate::character::gear::{Item, ItemId};
use crate::exchange::{ChoiceOption, Party, Scene, Slot, Stop, Upshot};
use crate::messages::{Text, Wording, tristat as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::tristat::ability::Style;
use crate::systems::tristat::hold::push_hold;
use crate::systems::tristat::roll::Purpose;
use crate::systems::tristat::roll_request::{self as requests, Barred, PRONE};
use crate::systems::tristat::stance::Stance;
use crate::systems::tristat::stats::push;
use crate::systems::tristat::technique::reduced_penalty;
use crate::systems::tristat::{critical, numbers, sheet};

/// Input of an attack besides its parameters, such as the weapon.
#[derive(Clone, Copy, Default)]
pub(super) struct AttackInput<'a> {
    pub(super) arm: Arm<'a>,
    /// Whether it aims at a chink in the armor (TRI-CHINK-01).
    pub(super) chink: bool,
    /// The penalty of one of two blows with a weapon in each hand (TRI-DUAL-01).
    pub(super) dual: i32,
    /// Whether it strikes at the weapon (TRI-DISARM-01, TRI-DISARM-06).
    pub(super) disarm: bool,
    /// Whether it throws a target who is held (TRI-THROW-01).
    pub(super) throw: bool,
}

impl<'a> Bout<'a, '_, '_> {
    /// Returns the difficulty of the attack as a trick shot (TRI-TRICK-01).
    pub(super) fn trick(&self) -> i32 {
        self.scene.parameter_or(dials::TRICK, 0).max(0)
    }

    /// Whether the attack aims at a vital target (TRI-VITAL-01).
    pub(super) fn is_vital(&self) -> bool {
        self.scene.parameter_or(dials::VITAL, 0) == 1
    }

    /// Returns the terms of an attack of the actor (TRI-ATK-01).
    fn attack_sum(&self, attack: AttackInput<'_>) -> Result<Sum, Stop> {
        let (who, arm) = (self.party(Party::Actor)?, attack.arm);
        let set = |key| self.scene.parameter_or(key, 0);
        let mut skills = dials::SKILLS.iter();
        let chosen = skills.find(|(value, ..)| *value == set(dials::SKILL));
        let skill = chosen.map_or_else(|| arm.skill(), |(_, skill, _)| skill);
        let is = |key| who.conditions.contains_key(key);
        let easier = sheet::techniques(who.sheet, arm.style());
        let combat_value = sheet::derived(who.sheet).combat_value;
        let mut sum = Sum::from(vec![
            Term::from_rule(msg::COMBAT_VALUE, combat_value, "TRI-ATK-01"),
            Term::from_rule(msg::SKILL, sheet::skill(who.sheet, skill), "TRI-ATK-01"),
        ]);
        let mut add = |label, value, rule| push(&mut sum.before, label, value, rule);
        let harder = self.trick().saturating_neg();
        add(msg::TRICK_SHOT, harder, "TRI-TRICK-01");
        if self.is_vital() {
            let value = reduced_penalty(numbers::VITAL, easier.vital);
            add(msg::VITAL_TARGET, value, "TRI-VITAL-01");
        }
        if attack.chink {
            let value = reduced_penalty(numbers::CHINK, easier.chink);
            add(msg::CHINK_IN_THE_ARMOR, value, "TRI-CHINK-01");
        }
        if attack.dual != 0 {
            let value = reduced_penalty(attack.dual, easier.dual);
            add(msg::TWO_WEAPONS, value, "TRI-DUAL-01");
        }
        if arm.is_drawn() {
            let value = reduced_penalty(numbers::DRAW, easier.draw);
            add(msg::DRAWING, value, "TRI-DRAW-01");
        }
        if attack.disarm {
            let (penalty, rule) = match arm.style() {
                Style::Ranged => (numbers::DISARM_RANGED, "TRI-DISARM-06"),
                Style::Any | Style::Close => (numbers::DISARM_CLOSE, "TRI-DISARM-01"),
            };
            add(msg::DISARM, reduced_penalty(penalty, easier.disarm), rule);
        }
        if attack.throw {
            add(msg::THROW, numbers::THROW, "TRI-THROW-01");
        }
        if requests::stance(who) == Some(Stance::TotalAttack) {
            add(msg::TOTAL_ATTACK, numbers::TOTAL_ATTACK, "TRI-STANCE-01");
        }
        if is(PRONE) {
            add(msg::PRONE, self.settings.prone_attack, "TRI-PRONE-01");
        }
        if arm.is_shaken(who) {
            add(msg::SHAKEN_WEAPON, numbers::SHAKEN, "TRI-DISARM-04");
        }
        let hold = self.hold_on(Party::Actor, arm.needs_room(set(dials::ROOM)));
        let holding = self.is_holding(Party::Actor);
        push_hold(&mut sum.after, hold, holding, &self.settings);
        Ok(sum)
    }

    /// Rolls an attack on a target; `None` when it misses (TRI-ATK-02, TRI-CRIT-01, TRI-CRIT-02).
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    pub(super) fn strike(
        &mut self,
        n: u8,
        title: Wording,
        attack: AttackInput<'_>,
    ) -> Result<Option<Hit>, Stop> {
        let sum = self.attack_sum(attack)?;
        let slot = Slot::new("attack").for_target(n);
        let (rolled, more) = self.roll(slot, Party::Actor, title, Purpose::Attack, &sum)?;
        if rolled.successes == 0 {
            self.play.add_upshot(Party::Target(n), Upshot::Missed);
            return Ok(None);
        }
        let third = rolled.faces.get(2).map_or(1, |die| die.0);
        let is_critical = rolled.grade == Grade::Exceptional;
        Ok(Some(Hit {
            margin: rolled.margin.unwrap_or(0),
            critical: is_critical.then(|| critical::multiplier(third, more)),
        }))
    }

    /// Whether the attack aims at a chink in the target's armor. Where the armor has none and the
    /// storyteller let the attack come, they say whether it is aimed all the same; the armor counts
    /// in full (TRI-CHINK-02).
    fn aims_at_chink(&mut self, n: u8) -> Result<bool, Stop> {
        if self.scene.parameter_or(dials::CHINK, 0) != 1 {
            return Ok(false);
        }
        let target = self.party(Party::Target(n))?;
        if gear::worn(target).chink.is_some() {
            return Ok(true);
        }
        let aim = "aim";
        let options = vec![
            ChoiceOption::new("plain", msg::THERE_IS_NOTHING_TO_AIM),
            ChoiceOption::new(aim, msg::LET_IT_PASS_HARDER_AND),
        ];
        let slot = Slot::new("chink").for_target(n);
        let title = msg::THE_ARMOR_HAS_NO_WEAK;
        let by = Party::Storyteller;
        let key = self
            .play
            .ask_choice(slot, by, title, "TRI-CHINK-02", options)?;
        self.reread();
        Ok(key == aim)
    }

    /// Asks the actor for one of several weapons.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    pub(super) fn choose_weapon<'w>(
        &mut self,
        slot: &'static str,
        title: Text,
        weapons: &[(ItemId, &'w Item)],
    ) -> Result<(ItemId, &'w Item), Stop> {
        let options = weapons.iter();
        let options = options.map(|(id, item)| ChoiceOption::new(id.to_string(), &item.name));
        let options = options.collect();
        let (slot, by) = (Slot::new(slot), Party::Actor);
        let key = self
            .play
            .ask_choice(slot, by, title, "TRI-DUAL-01", options)?;
        self.reread();
        let found = weapons.iter().find(|(id, _)| id.to_string() == key);
        let none = || Stop::refused("no_second_weapon", msg::THERE_IS_NO_SUCH_WEAPON);
        found.copied().ok_or_else(none)
    }
}

/// Plays an attack of Tri-Stat with a blow, a shot or a thrown item (TRI-ATK-01).
pub(super) fn attack(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    let weapon = bout.item();
    blow(bout, weapon, 0, 0)
}

/// Returns the bar on an attack with two weapons; `None` if there is one for each hand
/// (TRI-DUAL-01).
pub(super) fn bars_two_weapons(scene: &Scene<'_>, who: &CombatantInfo<'_>) -> Option<Barred> {
    let hands = who.gear.values().filter(|item| gear::is_for_one_hand(item));
    let chosen = scene.item().map(gear::is_for_one_hand);
    let fits = scene.intent.item.is_none() || chosen == Some(true);
    let why = msg::A_WEAPON_IN_EACH_HAND;
    let missing = hands.count() < 2 || !fits;
    missing.then(|| Barred::new("no_second_weapon", why, "TRI-DUAL-01"))
}

/// Plays two blows for one attack, with a weapon in each hand (TRI-DUAL-01).
pub(super) fn two_weapons(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    let who = bout.party(Party::Actor)?;
    let hands = who.gear.iter();
    let hands = hands.filter(|(_, item)| gear::is_for_one_hand(item));
    let hands: Vec<(ItemId, &Item)> = hands.map(|(id, item)| (*id, item)).collect();
    let first = match bout.item() {
        Some(first) => first,
        None => bout.choose_weapon("first_weapon", msg::WHICH_WEAPON_STRIKES_FIRST, &hands)?,
    };
    let rest: Vec<(ItemId, &Item)> = hands.into_iter().filter(|(id, _)| *id != first.0).collect();
    let second = bout.choose_weapon("second_weapon", msg::WHICH_WEAPON_IN_THE_OTHER, &rest)?;
    let (penalty, other) = match bout.scene.targets.len() {
        2.. => (numbers::DUAL_DIFFERENT, 1),
        _ => (numbers::DUAL_SAME, 0),
    };
    blow(bout, Some(first), 0, penalty)?;
    bout.play.end_blow();
    blow(bout, Some(second), other, penalty)
}

/// Plays one blow at target `n` from its roll to its damage; `dual` is the penalty of a blow with
/// two weapons.
fn blow(
    bout: &mut Bout<'_, '_, '_>,
    weapon: Option<(ItemId, &Item)>,
    n: u8,
    dual: i32,
) -> Result<(), Stop> {
    let arm = Arm(weapon.map(|(_, item)| item));
    let attack = AttackInput {
        arm,
        chink: bout.aims_at_chink(n)?,
        dual,
        ..AttackInput::default()
    };
    bout.party(Party::Target(n))?;
    bout.draw(weapon);
    let title = match arm.0 {
        Some(_) => arm.title(msg::ATTACK),
        None => msg::ATTACK_WITH_BARE_HANDS.into(),
    };
    let Some(hit) = bout.strike(n, title, attack)? else {
        return Ok(());
    };
    let against = Against::with(arm, bout.trick(), hit);
    if bout.is_met(n, against)? {
        return Ok(());
    }
    let vital = bout.is_vital();
    bout.deal(
        n,
        Harm {
            base: arm.base(),
            aimed: attack.chink,
            vital,
            critical: hit.critical,
            ..Harm::of("TRI-DMG-03")
        },
    )
}
