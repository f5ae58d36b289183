//! State of a combatant by track and conditions, and what comes due each turn
//! (CHR-WND-03 to 06, CHR-BLEED-01 to 05, CHR-VMP-02).

use super::conditions::known_conditions::{
    ARM_WRACK, BLINDED, INJURY, KNOCKED_OUT, LEG_WRACK, REELING, STABILIZED, STAKED, STUNNED,
    SURPRISED, UNCONSCIOUS,
};
use super::health::wounds::{self, Bleeding, Kind, State, Status};
use super::settings::Settings;
use crate::base::term::Term;
use crate::character::condition::{Conditions, Until};
use crate::character::due::{Due, DueAction, RecurringDue};
use crate::character::parameters::Parameters;
use crate::character::track::{Boxes, DamagePacket, Severity};
use crate::messages::Text;
use crate::messages::chronicle as msg;
use crate::ruleset::{Health, HealthState};

/// Conditions in which a combatant's turn goes by without an action, in words and with the rule.
const LOSES_TURN: [(&str, Text, &str); 3] = [
    (SURPRISED, msg::SURPRISED_THE_TURN_GOES_BY, "CHR-CMP-07"),
    (STUNNED, msg::STUNNED_THE_TURN_GOES_BY, "CHR-COND-03"),
    (REELING, msg::THE_ACTION_IS_LOST, "CHR-CMP-08"),
];

/// Body of a combatant in Chronicle, with the health track and what its state depends on.
pub(crate) struct Body<'a> {
    pub(crate) track: &'a Boxes,
    pub(crate) kind: Kind,
    pub(crate) size: i32,
    pub(crate) stamina: i32,
    pub(crate) conditions: &'a Conditions,
    pub(crate) settings: Settings,
}

impl Body<'_> {
    /// Whether the combatant who has this body is in the condition with this key.
    fn is(&self, condition: &str) -> bool {
        self.conditions.contains_key(condition)
    }

    /// Whether a condition holds in the turn that comes up, and not only in the one after it.
    fn is_in_force(&self, condition: &str) -> bool {
        let kept = self.conditions.get(condition);
        kept.is_some_and(|kept| kept.until != Until::SecondTurn)
    }

    /// Whether a failed roll has put the combatant to sleep, and the last box still holds them
    /// there.
    fn sleeps(&self) -> bool {
        self.is(UNCONSCIOUS) && !wounds::comes_to(self.track)
    }

    /// Returns the wound status of the combatant under the house rules.
    fn status(&self) -> Status {
        let stabilized = self.is(STABILIZED);
        wounds::status_by(self.track, self.kind, self.size, stabilized, &self.settings)
    }

    /// Returns the health of the combatant, as its penalty and states.
    pub(crate) fn health(&self) -> Health {
        let status = self.status();
        let state = |word, rule, out| Some(HealthState::new(word, rule, out));
        let last_box = match status.state {
            State::Ok => None,
            State::StaminaRoll if self.sleeps() => state(msg::UNCONSCIOUS, "CHR-WND-03", true),
            State::StaminaRoll => state(msg::ROLL_STAMINA_TO_STAY_AWAKE, "CHR-WND-03", false),
            State::Unconscious => state(msg::UNCONSCIOUS, "CHR-WND-04", true),
            State::Dead => state(msg::DEAD, "CHR-WND-05", true),
            State::Torpor => state(msg::IN_TORPOR, "CHR-VMP-02", true),
            State::FinalDeath => state(msg::FINAL_DEATH, "CHR-VMP-02", true),
        };
        let struck = [
            (KNOCKED_OUT, msg::KNOCKED_OUT, "CHR-CMP-09"),
            (STAKED, msg::STAKED, "CHR-VMP-15"),
        ];
        let struck = struck.into_iter().filter(|(key, ..)| self.is(key));
        let struck = struck.map(|(_, word, rule)| HealthState::new(word, rule, true));
        let blood = match status.bleeding {
            Bleeding::None => None,
            Bleeding::Slow => state(msg::BLEEDING, "CHR-BLEED-01", false),
            Bleeding::EveryTurn => state(msg::BLEEDING_OUT, "CHR-BLEED-03", false),
        };
        Health {
            penalty: status.wound_penalty,
            states: last_box.into_iter().chain(struck).chain(blood).collect(),
        }
    }

    /// Lists the rolls, damage and lost turns due at the start of the combatant's turn: a roll to
    /// stay awake without wound penalty (CHR-WND-03), a point of bleeding (CHR-BLEED-03), a turn
    /// that goes by.
    pub(crate) fn due(&self) -> Vec<Due> {
        let status = self.status();
        let awake = (status.state == State::StaminaRoll && !self.sleeps()).then(|| {
            let roll = DueAction::Roll {
                terms: vec![Term::from_rule(msg::STAMINA, self.stamina, "CHR-WND-03")],
                reading: Parameters::default(),
                else_gains: Some(UNCONSCIOUS.to_owned()),
            };
            Due::new("stay_awake", msg::STAY_AWAKE, "CHR-WND-03", roll)
        });
        let point = || DueAction::Harm(DamagePacket::of_severity(Severity::Lethal, 1));
        let bleeds = (status.bleeding == Bleeding::EveryTurn)
            .then(|| Due::new("bleed", msg::BLEEDS, "CHR-BLEED-03", point()));
        let lost = LOSES_TURN.iter().find(|(key, ..)| self.is_in_force(key));
        let lost = lost.map(|(key, words, rule)| {
            Due::new(key, words, rule, DueAction::Pass).lapsing_this_turn()
        });
        let health = self.health();
        let lost = lost.filter(|_| health.states.iter().all(|state| !state.out));
        awake.into_iter().chain(bleeds).chain(lost).collect()
    }

    /// Returns the damage that comes due each interval of slow bleeding; `None` without it
    /// (CHR-BLEED-02).
    pub(crate) fn slow_bleeding(&self) -> Option<RecurringDue> {
        (self.status().bleeding == Bleeding::Slow).then(|| RecurringDue {
            key: "bleeding",
            every: self.settings.bleed_interval_turns,
            due: Due::new(
                "bleed_slowly",
                msg::BLEEDS,
                "CHR-BLEED-02",
                DueAction::Harm(DamagePacket::of_severity(Severity::Lethal, 1)),
            ),
        })
    }

    /// Lists the conditions that end when the track becomes `after`: one wakes when the last box is
    /// free (CHR-WND-06), a lethal wound opens what was dressed (CHR-BLEED-04), and a vampire's
    /// wracks end when the wounds that caused them are healed (CHR-VMP-12).
    pub(crate) fn lapsed_conditions(&self, after: &Boxes) -> Vec<&'static str> {
        let grave = |boxes: &Boxes| {
            let marks = boxes.marks();
            u32::from(marks.lethal) + 2 * u32::from(marks.aggravated)
        };
        let wakes = self.is(UNCONSCIOUS) && wounds::comes_to(after);
        let opens = self.is(STABILIZED) && grave(after) > grave(self.track);
        let injury = self.conditions.get(INJURY).map(|injury| injury.amount);
        let healed = injury.is_some_and(|most| i32::from(after.filled_count()) <= most);
        let wracks = [INJURY, ARM_WRACK, LEG_WRACK, BLINDED];
        // Wracks of earlier releases go by the filled boxes.
        let by_boxes = |key: &str| {
            let kept = self.conditions.get(key);
            kept.is_some_and(|kept| !matches!(kept.until, Until::Healed { .. }))
        };
        let wracks = wracks.into_iter().filter(|key| healed && by_boxes(key));
        let woken = wakes.then_some(UNCONSCIOUS);
        woken
            .into_iter()
            .chain(opens.then_some(STABILIZED))
            .chain(wracks)
            .collect()
    }
}
