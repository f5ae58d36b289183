//! Getting better with time and care (CHR-HEAL-01 to 05).

use crate::character::downtime::CareSpec;
use crate::character::track::{Boxes, Severity};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::numbers::{
    HOURS_PER_AGGRAVATED, HOURS_PER_BASHING, HOURS_PER_LETHAL,
};
use crate::systems::chronicle::settings::Settings;

/// Quality of the care for a wounded combatant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Care {
    /// Not at all.
    #[default]
    None,
    /// By one who knows how.
    Medical,
    /// In a hospital, and well.
    Hospital,
}

/// Kinds of care the storyteller may name (CHR-HEAL-02, CHR-HEAL-03), poorest first.
const CARE_ROWS: [(CareSpec, Care); 2] = [
    (
        CareSpec {
            key: "medical",
            title: msg::MEDICAL_CARE,
            rule: "CHR-HEAL-02",
        },
        Care::Medical,
    ),
    (
        CareSpec {
            key: "hospital",
            title: msg::IN_A_HOSPITAL,
            rule: "CHR-HEAL-03",
        },
        Care::Hospital,
    ),
];

/// Kinds of care as the storyteller sees them.
pub(crate) const CARES: [CareSpec; 2] = {
    let [(medical, _), (hospital, _)] = CARE_ROWS;
    [medical, hospital]
};

impl Care {
    /// Returns the medical care with this key; no care for any other key.
    #[must_use]
    pub(crate) fn of(key: Option<&str>) -> Self {
        let mut rows = CARE_ROWS.into_iter();
        let named = rows.find(|(spec, _)| Some(spec.key) == key);
        named.map_or(Self::None, |(_, care)| care)
    }
}

/// Healing clocks, the hours since the last healed point of each severity (CHR-HEAL-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clocks {
    /// For bashing.
    pub(crate) bashing: u32,
    /// For lethal.
    pub(crate) lethal: u32,
    /// For aggravated.
    pub(crate) aggravated: u32,
}

impl Clocks {
    /// Returns the healing clock for damage of this severity.
    pub(crate) fn of(&mut self, severity: Severity) -> &mut u32 {
        match severity {
            Severity::Bashing => &mut self.bashing,
            Severity::Lethal => &mut self.lethal,
            Severity::Aggravated => &mut self.aggravated,
        }
    }
}

/// Result of healing in Chronicle, as a health track some hours later, and its healing clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Healed {
    /// The track now.
    pub(crate) after: Boxes,
    /// The clocks now.
    pub(crate) clocks: Clocks,
}

/// Returns the hours in which one point of this severity heals, and the care it needs (CHR-HEAL-01
/// to 03).
#[must_use]
pub(crate) const fn pace(severity: Severity) -> (u32, Care) {
    match severity {
        Severity::Bashing => (HOURS_PER_BASHING, Care::None),
        Severity::Lethal => (HOURS_PER_LETHAL, Care::Medical),
        Severity::Aggravated => (HOURS_PER_AGGRAVATED, Care::Hospital),
    }
}

/// Heals a mortal's track for `hours` that pass under this care.
///
/// The clocks run side by side and only under the care their damage needs; whole points
/// only, the rest of an hour count is kept while there is something left to heal
/// (CHR-HEAL-04). Other creatures heal by the storyteller's hand (CHR-HEAL-05).
#[must_use]
pub(crate) fn pass(
    track: Boxes,
    clocks: Clocks,
    hours: u32,
    care: Care,
    settings: &Settings,
) -> Healed {
    let mut state = Healed {
        after: track,
        clocks,
    };
    let mut left = hours;
    for severity in [Severity::Bashing, Severity::Lethal, Severity::Aggravated] {
        let marked = state.after.marks().get(severity);
        let (per_point, needed) = pace(severity);
        let clock = state.clocks.of(severity);
        if marked == 0 {
            *clock = 0;
            continue;
        }
        if care < needed {
            if settings.heal_in_parallel {
                continue;
            }
            break;
        }
        let ran = clock.saturating_add(left);
        let points = u16::try_from(ran / per_point)
            .unwrap_or(u16::MAX)
            .min(marked);
        let used = u32::from(points).saturating_mul(per_point);
        let rest = ran.saturating_sub(used);
        let done = points == marked;
        *clock = if done { 0 } else { rest };
        for _ in 0..points {
            state.after = state
                .after
                .with_box_turned(Some(severity), None)
                .unwrap_or(state.after);
        }
        if !settings.heal_in_parallel {
            if !done {
                break;
            }
            left = rest.min(left);
        }
    }
    state
}
