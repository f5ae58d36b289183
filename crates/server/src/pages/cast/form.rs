//! What a form on the cast's page asks for.

use rules::encounter::along::Rest;
use rules::encounter::view::Row;
use rules::encounter::{Command, Side, View};
use rules::id::{CombatantId, EncounterId};
use rules::passage::Span;
use rules::sorted::Set;
use rules::text::Name;

/// How those who come along are when they arrive: the key, the words, and what it is.
pub(super) const RESTS: [(&str, &str, Rest); 4] = [
    ("now", "As they are now", rest(false, false)),
    ("healed", "Healed", rest(true, false)),
    ("refilled", "Refilled", rest(false, true)),
    ("rested", "Healed and refilled", rest(true, true)),
];

/// How much time passes: the key, the button's words, and what it is.
pub(super) const SPANS: [(&str, &str, Span); 3] = [
    ("hour", "An hour passes", Span::Hours(1)),
    ("night", "A night passes", Span::Nights(1)),
    ("week", "A week passes", Span::Nights(7)),
];

const fn rest(healed: bool, refilled: bool) -> Rest {
    Rest { healed, refilled }
}

/// What a form holds, in the order of its fields.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields(pub(super) Vec<(String, String)>);

/// What a form asks for.
pub(super) enum Asked {
    /// Another encounter is made; it begins now, or is prepared.
    Make { title: String, begins: bool },
    /// A prepared encounter begins.
    Begin(EncounterId),
    /// One that is over goes on.
    Back(EncounterId),
    /// A prepared encounter goes.
    Remove(EncounterId),
    /// A command for the encounter the table is at.
    Give(Command),
}

impl Fields {
    /// The value of a field.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let mut all = self.0.iter();
        all.find(|(other, _)| other == name)
            .map(|(_, value)| value.as_str())
    }

    /// Whether a form was sent at all.
    fn is_sent(&self) -> bool {
        self.get("here").is_some()
    }

    /// Whether a combatant is ticked: as the form was sent, and all characters before.
    pub(super) fn brings(&self, row: &Row) -> bool {
        if !self.is_sent() || self.get("how").is_none() {
            return row.side == Side::Character;
        }
        let id = row.id.to_string();
        let mut all = self.0.iter();
        all.any(|(name, value)| name == "along" && *value == id)
    }

    /// How a combatant comes along; empty is as all do.
    pub(super) fn how(&self, id: CombatantId) -> &str {
        self.get(&format!("how.{id}")).unwrap_or_default()
    }

    /// Who comes along, and how. `None` when that cannot be read.
    pub(super) fn along(&self) -> Option<Vec<(CombatantId, Rest)>> {
        let all = self.get("how").map_or(Some(Rest::default()), rest_of)?;
        let ticked = self.0.iter().filter(|(name, _)| name == "along");
        let along = ticked.map(|(_, id)| {
            let id: CombatantId = id.parse().ok()?;
            let rest = match self.how(id) {
                "" => all,
                key => rest_of(key)?,
            };
            Some((id, rest))
        });
        along.collect()
    }

    /// What is asked for; `None` when that cannot be read.
    pub(super) fn asked(&self, view: &View) -> Option<Asked> {
        let scene = |name: &str| self.get(name)?.parse::<EncounterId>().ok();
        if self.get("begin").is_some() {
            return scene("begin").map(Asked::Begin);
        }
        let make = |begins| Asked::Make {
            title: self.get("title").unwrap_or_default().to_owned(),
            begins,
        };
        Some(match self.get("do")? {
            "prepare" => make(false),
            "start" => make(true),
            "back" => Asked::Back(scene("scene")?),
            "remove" => Asked::Remove(scene("scene")?),
            "as_one" => {
                let ticked = self.0.iter().filter(|(name, _)| name == "one");
                let ids = ticked.map(|(_, id)| id.parse().ok());
                Asked::Give(Command::Group {
                    ids: ids.collect::<Option<_>>()?,
                })
            }
            "apart" => Asked::Give(Command::Ungroup {
                id: self.get("who")?.parse().ok()?,
            }),
            "end" => Asked::Give(Command::EndScene),
            "heal" => self.restore(view, (true, false))?,
            "refill" => self.restore(view, (false, true))?,
            key => {
                let (.., span) = SPANS.into_iter().find(|(other, ..)| *other == key)?;
                let care = self.get("care").filter(|key| !key.is_empty());
                Asked::Give(Command::PassTime {
                    ids: self.whom(view)?,
                    span,
                    care: care.map(str::to_owned),
                })
            }
        })
    }

    fn restore(&self, view: &View, (health, pools): (bool, bool)) -> Option<Asked> {
        let ids = self.whom(view)?;
        Some(Asked::Give(Command::Restore { ids, health, pools }))
    }

    /// For whom time passes, and who is healed.
    fn whom(&self, view: &View) -> Option<Set<CombatantId>> {
        let rows = view.rows.values();
        Some(match self.get("whom")? {
            "characters" => rows
                .filter(|row| row.side == Side::Character)
                .map(|row| row.id)
                .collect(),
            "everybody" => rows.map(|row| row.id).collect(),
            one => Set::from([one.parse().ok()?]),
        })
    }
}

fn rest_of(key: &str) -> Option<Rest> {
    let mut all = RESTS.into_iter();
    all.find(|(other, ..)| *other == key).map(|(.., rest)| rest)
}

/// The title of the next encounter.
pub(super) fn title(typed: &str) -> Result<Name, String> {
    Name::new(typed).map_err(|error| match error {
        rules::text::TextError::Empty => "Give the next encounter a title.".to_owned(),
        error => app::words::sentence(&error.to_string()),
    })
}
