//! What the log says of an event, and who may read it: a room for each topic.

mod cast;
mod exchange;
mod fair;
mod gear;
mod harm;
mod proposal;
mod turns;

pub(super) use self::harm::retell;
use super::combatant::{Combatant, FoeHealth, HealthSight, Side};
use super::event::Event;
use super::log::What;
use super::log_line::LogLine;
use super::proposal::Fate;
use super::state::State;
use super::viewer::Viewer;
use crate::house::House;
use crate::settings::Value;
use crate::term::RuleId;

impl State {
    /// What the log says of an event that has just changed the state; `None` of one that no line
    /// tells of. A turn is two lines where players know less of it: [`State::turn_wording`].
    pub(super) fn wording(&self, event: &Event) -> Option<LogLine> {
        match event {
            Event::Seated { name, role, .. } => Some(LogLine::open(What::Joined {
                name: name.to_string(),
                role: *role,
            })),
            // Made is the reader's own to see until it is done; who accepts says whose it was.
            Event::Proposed { proposal, fate } => Some(LogLine::new(
                *fate == Fate::Accepted && self.is_seen(proposal.whom),
                What::Proposed {
                    name: proposal.name.clone(),
                    words: match fate {
                        Fate::Accepted => String::new(),
                        Fate::Made | Fate::Declined | Fate::Gone => {
                            self.proposed(proposal, Viewer::STORYTELLER)
                        }
                    },
                    fate: *fate,
                },
            )),
            Event::Muted { name, muted, .. } => Some(LogLine::open(What::Muted {
                name: name.to_string(),
                muted: *muted,
            })),
            Event::Unseated { name, .. } => Some(LogLine::open(What::Left {
                name: name.to_string(),
            })),
            Event::Titled { after, .. } => Some(LogLine::open(What::Titled {
                title: after.to_string(),
            })),
            Event::SceneEnded => Some(LogLine::open(What::SceneEnded)),
            Event::TimePassed { words, unseen } => {
                let words = words.clone();
                Some(LogLine::new(!unseen, What::TimePassed { words }))
            }
            Event::Said { text } => Some(LogLine::open(What::Said { text: text.clone() })),
            Event::HouseRuleSet { key, after, .. } => {
                Some(LogLine::open(self.house_rule_wording(key, after)))
            }
            Event::TableSet { after, .. } => Some(after.log_line()),
            Event::TimeUp {
                exchange,
                slot,
                then,
                back: false,
            } => self.time_up_wording(*exchange, slot, *then),
            Event::Added { .. }
            | Event::Brought { .. }
            | Event::Removed { .. }
            | Event::Renamed { .. }
            | Event::Veiled { .. }
            | Event::Grouped { .. }
            | Event::Edited { .. } => self.cast_wording(event),
            Event::InitiativeRolled { .. }
            | Event::InitiativeOffered { .. }
            | Event::Moved { .. }
            | Event::Sorted { .. }
            | Event::Refreshed { .. }
            | Event::Intended { .. }
            | Event::Aborted { .. } => self.round_wording(event),
            Event::Harmed { .. }
            | Event::Marked { .. }
            | Event::Spent { .. }
            | Event::Conditioned { .. }
            | Event::DueChanged { .. } => self.harm_wording(event),
            Event::Equipped { .. }
            | Event::ItemChanged { .. }
            | Event::Carried { .. }
            | Event::SheetChanged { .. } => self.gear_wording(event),
            Event::Dice(event) => Self::fair_wording(event),
            Event::Rolled(_)
            | Event::Situated { .. }
            | Event::Covered { .. }
            | Event::Held { .. }
            | Event::ExchangeDeclared { .. }
            | Event::ExchangeWithdrawn { .. }
            | Event::ExchangeMoved { .. }
            | Event::ExchangeReread { .. }
            | Event::Spared { .. }
            | Event::Told { .. } => self.exchange_wording(event),
            Event::Opened { .. }
            | Event::Counted { .. }
            | Event::Reranked { .. }
            | Event::TurnChanged { .. }
            | Event::Undone { .. }
            | Event::OwnDice { .. }
            | Event::TimeUp { .. }
            | Event::Redone { .. } => None,
        }
    }

    /// Whether players may read a combatant's sheet, and what else is known with it.
    pub(crate) fn sheet_is_public(&self, combatant: &Combatant) -> bool {
        !combatant.hidden && combatant.side == Side::Character
    }

    /// Whether players may see how a combatant is.
    pub(crate) fn health_is_public(&self, combatant: &Combatant) -> bool {
        let shown = || match combatant.sight {
            None => self.table.foe_health == FoeHealth::Shown,
            Some(sight) => sight == HealthSight::Exact,
        };
        !combatant.hidden && (combatant.side == Side::Character || shown())
    }

    /// What a line says of a house rule: it brings its words along, because browsers do not
    /// have those of every setting.
    fn house_rule_wording(&self, key: &str, to: &Value) -> What {
        let meant = House::meant(self.rules().settings(), key, to);
        let (words, rule) = meant.map_or_else(Default::default, |(spec, value)| {
            let words = if value == spec.usual() {
                format!("No house rule any more: {}", spec.title())
            } else {
                format!("House rule: {}", spec.tell(&value))
            };
            let rule = (!spec.rule().is_empty()).then(|| RuleId::new(spec.rule()));
            (words, rule)
        });
        let key = key.to_owned();
        match to {
            Value::Yes(on) => What::HouseRule {
                key,
                on: *on,
                words,
                rule,
            },
            to => What::Set {
                key,
                to: to.clone(),
                words,
                rule,
            },
        }
    }
}

/// Whether players know of a combatant.
const fn seen(combatant: &Combatant) -> bool {
    !combatant.hidden
}
