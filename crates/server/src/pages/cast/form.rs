//! What a form on the cast's page asks for.

use app::pages::Typed;
use app::pages::cast::{RESTS, SPANS, how};
use rules::encounter::along::Rest;
use rules::encounter::{Command, Side, View};
use rules::id::{CombatantId, EncounterId};
use rules::sorted::Set;
use rules::text::Name;

/// What a form holds, in the order of its fields.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields(pub(super) Typed);

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
    /// Who comes along, and how. `None` when that cannot be read.
    pub(super) fn along(&self) -> Option<Vec<(CombatantId, Rest)>> {
        let all = self.0.find("how").map_or(Some(Rest::default()), rest_of)?;
        let ticked = self.0.0.iter().filter(|(name, _)| name == "along");
        let along = ticked.map(|(_, id)| {
            let id: CombatantId = id.parse().ok()?;
            let rest = match how(&self.0, id) {
                "" => all,
                key => rest_of(key)?,
            };
            Some((id, rest))
        });
        along.collect()
    }

    /// What is asked for; `None` when that cannot be read.
    pub(super) fn asked(&self, view: &View) -> Option<Asked> {
        let scene = |name: &str| self.0.find(name)?.parse::<EncounterId>().ok();
        if self.0.find("begin").is_some() {
            return scene("begin").map(Asked::Begin);
        }
        let make = |begins| Asked::Make {
            title: self.0.get("title").to_owned(),
            begins,
        };
        Some(match self.0.find("do")? {
            "prepare" => make(false),
            "start" => make(true),
            "back" => Asked::Back(scene("scene")?),
            "remove" => Asked::Remove(scene("scene")?),
            "as_one" => {
                let ticked = self.0.0.iter().filter(|(name, _)| name == "one");
                let ids = ticked.map(|(_, id)| id.parse().ok());
                Asked::Give(Command::Group {
                    ids: ids.collect::<Option<_>>()?,
                })
            }
            "apart" => Asked::Give(Command::Ungroup {
                id: self.0.find("who")?.parse().ok()?,
            }),
            "end" => Asked::Give(Command::EndScene),
            "heal" => self.restore(view, (true, false))?,
            "refill" => self.restore(view, (false, true))?,
            key => {
                let (.., span) = SPANS.into_iter().find(|(other, ..)| *other == key)?;
                let care = self.0.find("care").filter(|key| !key.is_empty());
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
        Some(match self.0.find("whom")? {
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
