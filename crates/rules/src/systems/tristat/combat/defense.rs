//! The defense of a target that was hit (TRI-DEF-01 to 04, TRI-TRICK-02, TRI-FLANK-02,
//! TRI-DISARM-03).

use super::bout::{Bout, Hit};
use super::gear::{self, Arm};
use super::rolls::Sum;
use super::{dials, flank};
use crate::base::term::{self, Term};
use crate::character::gear::Item;
use crate::exchange::{ChoiceOption, DefenseStyle, Party, Slot, Stop, Upshot};
use crate::messages::{Text, tristat as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::tristat::ability::Style;
use crate::systems::tristat::hold::push_hold;
use crate::systems::tristat::roll::Purpose;
use crate::systems::tristat::roll_request::{self as requests, Barred, DEFENSES, PRONE};
use crate::systems::tristat::stance::{Stance, wear};
use crate::systems::tristat::stats::push;
use crate::systems::tristat::{numbers, sheet};

/// The answer of a target that does not defend.
const NONE: &str = "none";
/// The answer of a target that defends with the skill that fits.
const DEFEND: &str = "defend";

const BRAWL: &str = "brawl_defense";
const MELEE: &str = "melee_defense";
const RANGED: &str = "ranged_defense";

/// Skills that a defense can be rolled with.
const SKILLS: [(&str, Text); 4] = [
    (BRAWL, msg::DEFEND_WITH_BRAWL),
    (MELEE, msg::DEFEND_WITH_MELEE),
    (RANGED, msg::DEFEND_AGAINST_SHOTS),
    ("acrobatics", msg::DEFEND_WITH_ACROBATICS),
];

/// Attack of Tri-Stat with what a defense against it depends on.
#[derive(Clone, Copy)]
pub(super) struct Against<'a> {
    style: Style,
    /// By how much it was a trick shot (TRI-TRICK-02).
    trick: i32,
    critical: bool,
    /// The weapon that is struck at (TRI-DISARM-03).
    struck: Arm<'a>,
}

impl Against<'_> {
    /// Describes a hit with this weapon, with its critical, as the attack to defend against.
    pub(super) fn with(arm: Arm<'_>, trick: i32, hit: Hit) -> Self {
        Self {
            critical: hit.critical.is_some(),
            ..Self::without_roll(arm, trick)
        }
    }

    /// Describes an attack that needs no roll, so that it is no critical.
    pub(super) fn without_roll(arm: Arm<'_>, trick: i32) -> Self {
        Self {
            style: arm.style(),
            trick,
            critical: false,
            struck: Arm(None),
        }
    }
}

impl<'a> Against<'a> {
    /// Directs the attack at a weapon that the target holds, instead of the target.
    pub(super) fn at_weapon(self, struck: &'a Item) -> Self {
        Self {
            struck: Arm(Some(struck)),
            ..self
        }
    }
}

impl Bout<'_, '_, '_> {
    /// Asks target `n`, who was hit, for a defense; returns whether it avoids the attack
    /// (TRI-DEF-01, TRI-DEF-02).
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    pub(super) fn is_met(&mut self, n: u8, against: Against<'_>) -> Result<bool, Stop> {
        let party = Party::Target(n);
        let who = self.party(party)?;
        let fitting = fitting_skill(who, against.style);
        let others = SKILLS.iter().filter(|(key, _)| *key != fitting);
        let others = others.filter(|(key, _)| sheet::skill(who.sheet, key) > 0);
        let first = (DEFEND, msg::DEFEND);
        let bar = self.defense_bar(who, against);
        let bar = bar.or_else(|| self.downed.get(&party).cloned());
        let mut options = Vec::new();
        for (key, title) in [first].into_iter().chain(others.copied()) {
            let skill = if key == DEFEND { fitting } else { key };
            let sum = self.defense_sum(n, who, skill, against);
            let sum = term::sum_terms(&sum.terms(0, 0));
            let option = ChoiceOption::new(key, title).with_sum(sum);
            options.push(match &bar {
                Some(bar) => option.barred_by(bar.why.clone(), bar.rule),
                None => option,
            });
        }
        options.push(ChoiceOption::new(NONE, msg::LET_IT_COME));
        let slot = Slot::new("defend").for_target(n);
        let title = msg::DEFEND_2;
        let key = self
            .play
            .ask_choice(slot, party, title, "TRI-DEF-01", options)?;
        self.reread();
        if key == NONE {
            return Ok(false);
        }
        let who = self.party(party)?;
        let mut skills = SKILLS.iter().map(|(skill, _)| *skill);
        let skill = skills.find(|skill| *skill == key).unwrap_or(fitting);
        let sum = self.defense_sum(n, who, skill, against);
        for key in requests::defense_counts(who) {
            self.count(party, key);
        }
        let defended = self.defended.entry(n).or_insert(0);
        *defended = defended.saturating_add(1);
        let (slot, title) = (Slot::new("defense").for_target(n), msg::DEFENSE.into());
        let (rolled, _) = self.roll(slot, party, title, Purpose::Defense, &sum)?;
        let met = rolled.successes > 0;
        if met {
            self.play
                .add_upshot(party, Upshot::Defended(DefenseStyle::Defense, None));
        }
        Ok(met)
    }

    /// Returns what bars a combatant from a defense, `None` if nothing does (TRI-STANCE-01,
    /// TRI-ESC-04, TRI-CRIT-01, TRI-HLTH-01).
    fn defense_bar(&self, who: &CombatantInfo<'_>, against: Against<'_>) -> Option<Barred> {
        let critical = || {
            let denied = against.critical && self.settings.crit_denies_defense;
            let why = msg::NOBODY_DEFENDS_AGAINST_A_CRITICAL;
            denied.then(|| Barred::new("critical", why, "TRI-CRIT-01"))
        };
        requests::defense_bar(who)
            .or_else(critical)
            .or_else(|| requests::down_bar(who))
    }

    /// Returns the terms of the defense of target `n` with this skill (TRI-DEF-02, TRI-DEF-04).
    fn defense_sum(
        &self,
        n: u8,
        who: &CombatantInfo<'_>,
        skill: &str,
        against: Against<'_>,
    ) -> Sum {
        let party = Party::Target(n);
        let arm = match skill == MELEE {
            true => gear::parrying(who),
            false => Arm(None),
        };
        let between = |key| self.scene.situation_value(n, key, 0);
        let stance = requests::stance(who);
        let defense_value = sheet::derived(who.sheet).defense_value;
        let mut sum = Sum::from(vec![
            Term::from_rule(msg::DEFENSE_VALUE, defense_value, "TRI-DEF-02"),
            Term::from_rule(msg::SKILL, sheet::skill(who.sheet, skill), "TRI-DEF-02"),
        ]);
        let mut add = |label, value, rule| push(&mut sum.before, label, value, rule);
        let now = self.defended.get(&n).copied().unwrap_or(0);
        let earlier = i32::from(who.tally_count(DEFENSES)).saturating_add(now);
        let free = requests::allowed(who, &self.settings).free_defenses;
        add(msg::EARLIER_DEFENSES, wear(earlier, free), "TRI-DEF-03");
        let harder = against.trick.saturating_neg();
        add(msg::TRICK_SHOT, harder, "TRI-TRICK-02");
        let pairs = flank::flankers_of(&self.scene, n, &self.settings).len();
        let pairs = i32::try_from(pairs).unwrap_or(i32::MAX);
        let pairs = between(dials::FLANKED).max(pairs);
        let flanked = flank::penalty(pairs, &self.settings);
        add(msg::FLANKED, flanked, "TRI-FLANK-02");
        if against.style == Style::Close && against.struck.is_two_handed() {
            add(msg::TWO_HANDS, numbers::TWO_HANDED, "TRI-DISARM-03");
        }
        if stance == Some(Stance::TotalDefense) {
            add(msg::TOTAL_DEFENSE, numbers::TOTAL_DEFENSE, "TRI-STANCE-02");
        }
        if who.conditions.contains_key(PRONE) {
            add(msg::PRONE, self.settings.prone_defense, "TRI-PRONE-01");
        }
        if arm.is_shaken(who) {
            add(msg::SHAKEN_WEAPON, numbers::SHAKEN, "TRI-DISARM-04");
        }
        let hold = self.hold_on(party, arm.needs_room(between(dials::DEFENSE_ROOM)));
        let holding = self.is_holding(party);
        push_hold(&mut sum.after, hold, holding, &self.settings);
        sum
    }
}

/// Returns the key of the skill that fits a defense against an attack of this style.
fn fitting_skill(who: &CombatantInfo<'_>, style: Style) -> &'static str {
    match (style, gear::parrying(who).0) {
        (Style::Ranged, _) => RANGED,
        (_, Some(_)) => MELEE,
        (_, None) => BRAWL,
    }
}
