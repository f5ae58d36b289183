//! The defense of a target that was hit (TRI-DEF-01 to 04, TRI-FLANK-01).

use super::bars;
use super::bout::Bout;
use super::gear::{self, Arm};
use super::list;
use crate::exchange::{Choice, Party, Scene, Slot, Stop, Upshot, Way};
use crate::fighter::Fighter;
use crate::messages::tristat as msg;
use crate::messages::{Text, Wording};
use crate::systems::tristat::ability::Style;
use crate::systems::tristat::asked::{self, Asked, Bar, DEFENSES, PRONE};
use crate::systems::tristat::defense::Defense;
use crate::systems::tristat::flank::{self, Threat};
use crate::systems::tristat::roll::Purpose;
use crate::systems::tristat::settings::Settings;
use crate::systems::tristat::stance::Stance;
use crate::systems::tristat::{house, sheet};

/// The answer of a target that lets it come.
const NONE: &str = "none";
/// The answer of a target that defends with the skill that fits.
const DEFEND: &str = "defend";

/// Skills that a defense can be rolled with.
const SKILLS: [(&str, Text); 4] = [
    ("brawl_defense", msg::DEFEND_WITH_BRAWL),
    ("melee_defense", msg::DEFEND_WITH_MELEE),
    ("ranged_defense", msg::DEFEND_AGAINST_SHOTS),
    ("acrobatics", msg::DEFEND_WITH_ACROBATICS),
];

/// What has to be defended against.
#[derive(Clone, Copy)]
pub(super) struct Against<'a> {
    pub(super) style: Style,
    /// By how much it was a trick shot (TRI-TRICK-02).
    pub(super) trick: i32,
    pub(super) critical: bool,
    /// The weapon that is struck at (TRI-DISARM-03).
    pub(super) struck: Arm<'a>,
}

impl Bout<'_, '_, '_> {
    /// Whether a target that was hit avoids it (TRI-DEF-01, TRI-DEF-02).
    pub(super) fn is_met(&mut self, n: u8, against: Against<'_>) -> Result<bool, Stop> {
        let party = Party::Target(n);
        let who = self.party(party)?;
        let fitting = fitting(who, against.style);
        let others = SKILLS.iter().filter(|(key, _)| *key != fitting);
        let others = others.filter(|(key, _)| sheet::skill(who.sheet, key) > 0);
        let first = (DEFEND, msg::DEFEND);
        let bar = self.forbidden(who, against);
        let bar = bar.or_else(|| self.downed.get(&party).cloned());
        let mut options = Vec::new();
        for (key, title) in [first].into_iter().chain(others.copied()) {
            let skill = if key == DEFEND { fitting } else { key };
            let defense = self.defense(n, who, skill, against)?;
            let sum = crate::term::sum(&defense.target_terms(&self.settings));
            let option = Choice::new(key, title).rolled_with(sum);
            options.push(match &bar {
                Some(bar) => option.barred(bar.why.clone(), bar.rule),
                None => option,
            });
        }
        options.push(Choice::new(NONE, msg::LET_IT_COME));
        let slot = Slot::of("defend").at(n);
        let key = self
            .play
            .choose(slot, party, msg::DEFEND_2, "TRI-DEF-01", options)?;
        self.reread();
        if key == NONE {
            return Ok(false);
        }
        let who = self.party(party)?;
        let mut skills = SKILLS.iter().map(|(skill, _)| *skill);
        let skill = skills.find(|skill| *skill == key).unwrap_or(fitting);
        let defense = self.defense(n, who, skill, against)?;
        let asked = Asked {
            purpose: Purpose::Defense,
            energy: false,
            second: false,
        };
        for key in asked::counts(who, asked) {
            self.count(party, key);
        }
        let defended = self.defended.entry(n).or_insert(0);
        *defended = defended.saturating_add(1);
        let settings = self.settings.clone();
        let terms = |energy_bonus| {
            let paid = Defense {
                energy_bonus,
                ..defense.clone()
            };
            paid.target_terms(&settings)
        };
        let slot = Slot::of("defense").at(n);
        let title = msg::DEFENSE.into();
        let (rolled, _) = self.roll(slot, party, title, Purpose::Defense, &terms)?;
        let met = rolled.successes > 0;
        if met {
            self.play.upshot(party, Upshot::Met(Way::Defense, None));
        }
        Ok(met)
    }

    /// How many of the actor's allies among the bystanders flank this target together with the
    /// actor, where it is known who stands where (TRI-FLANK-01).
    fn pairs(&self, n: u8) -> i32 {
        let flanking = flanking(&self.scene, n, &self.settings);
        i32::try_from(flanking.len()).unwrap_or(i32::MAX)
    }

    /// What forbids a defense, if anything does (TRI-STANCE-01, TRI-ESC-04, TRI-CRIT-01,
    /// TRI-HLTH-01).
    fn forbidden(&self, who: &Fighter<'_>, against: Against<'_>) -> Option<Bar> {
        let critical = || {
            let denied = against.critical && self.settings.crit_denies_defense;
            let why = msg::NOBODY_DEFENDS_AGAINST_A_CRITICAL;
            denied.then(|| Bar::new("critical", why, "TRI-CRIT-01"))
        };
        asked::defense_bars(who)
            .or_else(critical)
            .or_else(|| bars::down(who))
    }

    /// The defense with this skill (TRI-DEF-02).
    fn defense(
        &self,
        n: u8,
        who: &Fighter<'_>,
        skill: &str,
        against: Against<'_>,
    ) -> Result<Defense, Stop> {
        let party = Party::Target(n);
        let arm = match skill {
            "melee_defense" => gear::parrying(who),
            _ => Arm(None),
        };
        let between = |key| self.scene.between(n, key, 0);
        let pairs = between(list::FLANKED).max(self.pairs(n));
        let is = |key| who.conditions.contains_key(key);
        let room = Self::room(between(list::DEFENSE_ROOM), arm);
        let earlier = self.defended.get(&n).copied().unwrap_or(0);
        let defense = Defense {
            defense_value: sheet::derived(who.sheet).defense_value,
            skill: sheet::skill(who.sheet, skill),
            prior_defenses: i32::from(who.counted(DEFENSES)).saturating_add(earlier),
            optimal: asked::allowed(who, &self.settings).optimal_defenses,
            trick: against.trick,
            flanked: pairs > 0,
            more_pairs: u32::try_from(pairs).unwrap_or(0).saturating_sub(1),
            grappled: self.hold_on(party, room),
            holding: self.is_holding(party),
            two_handed_hold: against.style == Style::Close && against.struck.is_two_handed(),
            total_defense: asked::stance(who) == Some(Stance::TotalDefense),
            prone: is(PRONE),
            shaken_weapon: arm.is_shaken(who),
            ..Defense::default()
        };
        match defense.check() {
            Ok(()) => Ok(defense),
            Err(why) => Err(Stop::refused(
                "nonsense",
                Wording::verbatim(msg::it_cannot_be(&why)),
            )),
        }
    }
}

/// Who of the bystanders flanks any target: their place among them, what they do, and the rule.
pub(super) fn flankers(scene: &Scene<'_>) -> Vec<(u8, Text, &'static str)> {
    let settings = house::settings(scene.house);
    let targets = 0..u8::try_from(scene.targets.len()).unwrap_or(u8::MAX);
    let mut flanking: Vec<u8> = targets
        .flat_map(|n| flanking(scene, n, &settings))
        .collect();
    flanking.sort_unstable();
    flanking.dedup();
    let said = |b| (b, msg::FLANKS, "TRI-FLANK-01");
    flanking.into_iter().map(said).collect()
}

/// Which of the actor's allies among the bystanders flank a target together with the actor.
fn flanking(scene: &Scene<'_>, n: u8, settings: &Settings) -> Vec<u8> {
    let Some(actor) = scene.actor else {
        return Vec::new();
    };
    let place = |at: usize| {
        let set = scene.between.get(at);
        let of = |key| set.map_or(0, |set| set.or(key, 0));
        ([of(list::EAST), of(list::SOUTH)], of(list::ALLY) == 1)
    };
    let (target, _) = place(usize::from(n));
    let threat = |at, who| Threat {
        at,
        reach: gear::reach(who),
    };
    let by = threat([0, 0], actor);
    let others = (0..=u8::MAX).zip(scene.bystanders);
    let flanking = others.filter(|(b, who)| {
        let (at, is_ally) = place(scene.targets.len().saturating_add(usize::from(*b)));
        let flanks = flank::flanks(target, by, threat(at, *who), settings);
        is_ally && flanks && bars::down(who).is_none()
    });
    flanking.map(|(b, _)| b).collect()
}

/// The skill that fits a defense against such an attack.
fn fitting(who: &Fighter<'_>, style: Style) -> &'static str {
    match (style, gear::parrying(who).0) {
        (Style::Ranged, _) => "ranged_defense",
        (_, Some(_)) => "melee_defense",
        (_, None) => "brawl_defense",
    }
}
