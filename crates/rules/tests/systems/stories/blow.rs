//! A blow of the three systems that roll attack, damage and soak one after the other.

use rules::base::term::{self, Term};
use rules::character::parameters::Parameters;
use rules::character::track::DamagePacket;
use rules::encounter::feature::RollRecord;
use rules::systems::d10::damage::DamageType;

use super::scene::{Due, Verdict};

/// Where a blow stands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// It has hit with so many successes.
    Hit(i32),
    /// So many levels come through, if the target does not soak them.
    Hurts(i32),
}

/// An attacker strikes a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Blow {
    pub(crate) by: String,
    pub(crate) on: String,
    /// The damage dice before extra successes.
    pub(crate) damage: Vec<(String, i32)>,
    pub(crate) kind: DamageType,
    stage: Stage,
}

/// The dials of a roll on damage or soak.
pub(crate) fn kind(kind: i32) -> Parameters {
    Parameters::default().with("kind", kind)
}

fn successes(roll: &RollRecord) -> i32 {
    i32::try_from(roll.rolled.successes).expect("a few")
}

impl Blow {
    /// What an attack has begun; `None` when it missed.
    pub(crate) fn struck(
        roll: &RollRecord,
        (by, on): (&str, &str),
        damage: &[Term],
        kind: DamageType,
    ) -> Option<Self> {
        let terms = damage.iter();
        (successes(roll) > 0).then(|| Self {
            by: by.to_owned(),
            on: on.to_owned(),
            damage: terms
                .map(|term| (term.label.to_string(), term.value))
                .collect(),
            kind,
            stage: Stage::Hit(successes(roll)),
        })
    }

    /// What is left of it after a defense.
    pub(crate) fn met(mut self, roll: &RollRecord) -> Option<Self> {
        let Stage::Hit(net) = self.stage else {
            panic!("a defense comes before damage");
        };
        self.stage = Stage::Hit(net - successes(roll));
        (net > successes(roll)).then_some(self)
    }

    /// Whether damage is rolled next.
    pub(crate) fn rolls_damage(&self) -> bool {
        matches!(self.stage, Stage::Hit(_))
    }

    /// The roll on damage, and what is left then: a blow that `soaks`, or something to mark.
    pub(crate) fn damage(
        mut self,
        roll: &RollRecord,
        soaks: bool,
        inflicted: impl Fn(i32, i32) -> i32,
    ) -> (Verdict, Option<Self>) {
        let Stage::Hit(net) = self.stage else {
            panic!("damage is rolled once");
        };
        let mut terms = self.damage.clone();
        let extra = net - 1;
        if extra > 0 {
            terms.push(("Extra successes".to_owned(), extra));
        }
        let base: i32 = self.damage.iter().map(|(_, value)| value).sum();
        let mut verdict = Verdict {
            terms,
            // There is always a die.
            pool: (base + extra).max(1),
            dials: kind(2),
            action: false,
            due: None,
        };
        let through = successes(roll);
        if through == 0 {
            return (verdict, None);
        }
        if soaks {
            self.stage = Stage::Hurts(through);
            return (verdict, Some(self));
        }
        verdict.due = self.due(inflicted(through, 0));
        (verdict, None)
    }

    /// The roll on soak, and what comes through.
    pub(crate) fn soak(
        self,
        roll: &RollRecord,
        pool: &[Term],
        inflicted: impl Fn(i32, i32) -> i32,
    ) -> Verdict {
        let Stage::Hurts(through) = self.stage else {
            panic!("nobody soaks before there is damage");
        };
        Verdict {
            terms: super::scene::typed(pool, &[]),
            pool: term::sum_terms(pool),
            dials: kind(3),
            action: false,
            due: self.due(inflicted(through, successes(roll))),
        }
    }

    fn due(&self, levels: i32) -> Due {
        let levels = u16::try_from(levels.max(0)).expect("a few");
        (levels > 0).then(|| {
            (
                self.on.clone(),
                DamagePacket::of_severity(self.kind.into(), levels),
            )
        })
    }
}
