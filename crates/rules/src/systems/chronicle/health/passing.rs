//! Changes of a combatant while time passes in the story: bleeding, healing, a staked vampire's
//! nights (CHR-BLEED-02, CHR-BLEED-03, CHR-HEAL-01 to 05, CHR-VMP-10).

use super::bleed::Wounded;
use super::heal::{self, Care, Clocks};
use super::wounds::{self, Bleeding, Kind, State};
use crate::character::condition::Condition;
use crate::character::downtime::{DowntimeOutcome, StoryTime};
use crate::character::track::{Boxes, Track};
use crate::systems::chronicle::conditions::known_conditions::{
    BLEEDING, HEALING, STABILIZED, STAKED,
};
use crate::systems::chronicle::numbers::TURN_SECONDS;
use crate::systems::chronicle::state::Body;
use crate::systems::chronicle::traits::BLOOD;
use crate::systems::chronicle::vampire;

/// Changes of a combatant while time passes, built up step by step.
struct Passing<'a> {
    body: &'a Body<'a>,
    track: Boxes,
    pools: Vec<(&'static str, i32)>,
    conditions: Vec<(&'static str, Option<Condition>)>,
}

impl Passing<'_> {
    /// Amount of a condition before the time passed; 0 without the condition.
    fn amount(&self, key: &str) -> u32 {
        let held = self.body.conditions.get(key).map(|held| held.amount);
        held.and_then(|amount| u32::try_from(amount).ok())
            .unwrap_or(0)
    }

    /// Keeps a healing clock as the amount of a condition, which is gone while the clock stands at
    /// 0.
    fn keep(&mut self, key: &'static str, clock: u32) {
        let amount = i32::try_from(clock).unwrap_or(i32::MAX);
        let kept = self.body.conditions.get(key).copied();
        let after = (clock > 0).then(|| Condition {
            amount,
            ..kept.unwrap_or_default()
        });
        if kept != after {
            self.conditions.push((key, after));
        }
    }

    /// Applies the bleeding of the time that passes, unless care comes first (CHR-BLEED-02 to 04).
    fn bleed(&mut self, span: StoryTime, care: Care) {
        let mut wounded = Wounded {
            track: self.track,
            kind: self.body.kind,
            size: self.body.size,
            stabilized: self.body.conditions.contains_key(STABILIZED),
            turns: self.amount(BLEEDING),
        };
        let bleeds = wounded.bleeding(&self.body.settings) != Bleeding::None;
        if bleeds && care >= Care::Medical {
            wounded.stabilized = true;
            self.conditions
                .push((STABILIZED, Some(Condition::default())));
        }
        let after = wounded.after(span.to_turns(TURN_SECONDS), &self.body.settings);
        self.track = after.track;
        self.keep(BLEEDING, after.turns);
    }

    /// Applies the healing of mortals in the time that passes; the dead do not heal (CHR-HEAL-01 to
    /// 05).
    fn heal(&mut self, span: StoryTime, care: Care) {
        let alive = wounds::state(&self.track, self.body.kind) != State::Dead;
        if self.body.kind != Kind::Mortal || !alive {
            return;
        }
        let [lethal, aggravated] = HEALING.map(|(_, key)| self.amount(key));
        let clocks = Clocks {
            lethal,
            aggravated,
            ..Clocks::default()
        };
        let by = &self.body.settings;
        let mut healed = heal::pass(self.track, clocks, span.whole_hours(), care, by);
        self.track = healed.after;
        for (severity, key) in HEALING {
            self.keep(key, *healed.clocks.of(severity));
        }
    }

    /// Applies the nights of a staked vampire, who has this much blood (CHR-VMP-10).
    fn staked(&mut self, span: StoryTime, blood: i32) {
        let staked = self.body.conditions.contains_key(STAKED);
        if self.body.kind != Kind::Vampire || !staked {
            return;
        }
        let by = &self.body.settings;
        let (left, track) = vampire::staked_nights(blood, span.whole_nights(), self.track, by);
        self.track = track;
        if left != blood {
            self.pools.push((BLOOD.key, left - blood));
        }
    }
}

/// Returns the track, pools and conditions of a combatant after a span of time.
pub(crate) fn later(
    body: &Body<'_>,
    blood: i32,
    span: StoryTime,
    care: Option<&str>,
) -> DowntimeOutcome {
    let mut passing = Passing {
        body,
        track: *body.track,
        pools: Vec::new(),
        conditions: Vec::new(),
    };
    let care = Care::of(care);
    passing.bleed(span, care);
    passing.heal(span, care);
    passing.staked(span, blood);
    DowntimeOutcome {
        track: Track::Boxes(passing.track),
        pools: passing.pools,
        conditions: passing.conditions,
    }
}
