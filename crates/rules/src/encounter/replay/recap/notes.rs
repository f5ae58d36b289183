//! Notes of a recap that a record adds: events that a log line told this class of readers.

use crate::messages::recap as msg;
use std::collections::BTreeSet;

use super::note::{
    RecapNote, RecapNoteKind, changes_states_silently, exchange_step_of, is_counted, roller_of,
};
use super::recorder::{NotedRecord, RecapRecorder};
use super::totals::add_packets;
use crate::base::id::{CombatantId, ExchangeId};
use crate::base::roll::Grade;
use crate::character::track::DamagePacket;
use crate::encounter::class::Class;
use crate::encounter::event::Event;
use crate::encounter::feature::{Harmed, Marked, Spent};
use crate::encounter::log::LogMessage;

impl RecapRecorder {
    /// Adds a note for the current record.
    fn push_note(&mut self, page: &NotedRecord<'_>, what: RecapNoteKind) {
        let step = page
            .exchange
            .and_then(|(id, step)| step.map(|step| (id, step)));
        self.notes.push(RecapNote {
            at: page.record.at,
            round: page.round,
            kind: what,
            command: page.record.command,
            step,
            taken_back: None,
        });
    }

    /// Notes an event that has been applied, if a log line told this class of it.
    pub(super) fn note_event(&mut self, page: &mut NotedRecord<'_>, event: &Event) {
        if let Some(step) = exchange_step_of(event) {
            page.exchange = Some(step);
        }
        if let Event::ExchangeMoved(moved) = event {
            // Players who do not see the step back keep what they were told.
            let exchange = self.encounter.exchange(moved.id);
            if moved.back && exchange.is_some_and(|it| self.sees_exchange(it)) {
                self.mark_step_taken_back(page, (moved.id, moved.step));
            }
        }
        if !is_counted(event) {
            return;
        }
        let told = event.log_line(&self.encounter);
        let Some(told) = told.filter(|told| told.public || self.class == Class::Storyteller) else {
            return;
        };
        let what = match told.redacted && self.class == Class::Table {
            true => told.message.redacted_for_players(),
            false => told.message,
        };
        let happened = match event {
            Event::Harmed(Harmed { id, packet, .. }) => return self.note_hit(page, *id, *packet),
            Event::Marked(Marked {
                id, before, after, ..
            }) => Some(RecapNoteKind::Marked {
                by: page.record.by,
                to: *id,
                before: *before,
                after: *after,
            }),
            Event::Spent(Spent {
                id,
                pool,
                before,
                after,
                ..
            }) => self.spending_note(*id, pool, after.saturating_sub(*before)),
            Event::SceneEnded => Some(RecapNoteKind::Ended(self.encounter.title.to_string())),
            event => self.roll_note(page, event, what),
        };
        if let Some(happened) = happened {
            self.push_note(page, happened);
        }
    }

    /// Marks everything noted for a step of an exchange as taken back.
    fn mark_step_taken_back(&mut self, page: &NotedRecord<'_>, step: (ExchangeId, u16)) {
        let undone = &self.undone;
        let of_step = self.notes.iter_mut().filter(|it| it.step == Some(step));
        for moment in of_step {
            let stands = moment.taken_back.is_none_or(|by| undone.contains(&by));
            if stands {
                moment.taken_back = Some(page.record.command);
            }
        }
    }

    /// Notes damage that a combatant took, merged with damage of another kind by the same hit.
    fn note_hit(&mut self, page: &NotedRecord<'_>, to: CombatantId, packet: DamagePacket) {
        let exchange = page
            .exchange
            .and_then(|(id, _)| self.encounter.exchange(id))
            .filter(|it| it.is_over() && self.sees_exchange(it))
            .filter(|it| it.parties().any(|party| party == to));
        let by = exchange.and_then(|it| it.by).filter(|by| *by != to);
        let with = exchange.map(|it| it.title.clone());
        // Damage of two kinds at once is one hit.
        if let Some(RecapNote {
            command,
            kind:
                RecapNoteKind::Hit {
                    by: who,
                    to: whom,
                    packet: so_far,
                    with: how,
                },
            ..
        }) = self.notes.last_mut()
            && (*command, *who, *whom) == (page.record.command, by, to)
            && *how == with
        {
            *so_far = add_packets(*so_far, packet);
            return;
        }
        self.push_note(
            page,
            RecapNoteKind::Hit {
                by,
                to,
                packet,
                with,
            },
        );
    }

    /// Returns the note for spent points; `None` for regained ones. Points that an exchange step took and gave
    /// back go with the step.
    fn spending_note(&self, id: CombatantId, key: &str, points: i32) -> Option<RecapNoteKind> {
        if points <= 0 {
            return None;
        }
        let who = self.encounter.combatant(id)?;
        let pools = self.encounter.rules().pool_specs(&who.sheet);
        let pool = pools.iter().find(|pool| pool.key == key);
        Some(RecapNoteKind::Spent {
            who: id,
            pool: pool.map_or(key, |pool| pool.title.get()).to_owned(),
            points,
        })
    }

    /// Returns the note for a roll with the worst or the best grade, worded as in its log line;
    /// `None` for other rolls.
    fn roll_note(
        &self,
        page: &NotedRecord<'_>,
        event: &Event,
        told: LogMessage,
    ) -> Option<RecapNoteKind> {
        let rules = self.encounter.rules();
        let (what, outcome, grade) = match told {
            LogMessage::Rolled {
                what,
                reading,
                rolled,
                ..
            } => (
                what,
                rules.describe_outcome(&rolled, &reading),
                rolled.grade,
            ),
            LogMessage::Aborted {
                rolled: Some(rolled),
                ..
            } => {
                let outcome = rules.describe_outcome(&rolled, &Default::default());
                (msg::GIVING_UP_AN_ACTION.into(), outcome, rolled.grade)
            }
            _ => return None,
        };
        if !matches!(grade, Grade::DramaticFailure | Grade::Exceptional) {
            return None;
        }
        let who = roller_of(&self.encounter, event).filter(|id| self.names.contains_key(id));
        let person = match who {
            Some(_) => None,
            None => self.encounter.actor_name(page.record.by),
        };
        Some(RecapNoteKind::Rolled {
            who,
            person,
            what: what.into(),
            outcome,
            grade,
        })
    }

    /// Notes combatants that are newly out of the fight. Everybody who sees a combatant may know that.
    pub(super) fn note_falls(&mut self, page: &NotedRecord<'_>) {
        let events = &page.record.events;
        // States that come with a newcomer, a house rule or an undo do not count as a fall.
        let silent = events.iter().any(changes_states_silently);
        let touched: BTreeSet<CombatantId> = match silent {
            true => self.encounter.combatants.keys().copied().collect(),
            false => events
                .iter()
                .filter_map(Event::affected_combatant)
                .collect(),
        };
        for id in touched {
            let Some(who) = self.encounter.combatants.get(&id) else {
                continue;
            };
            let seen = self.sees_combatant(who);
            let health = who.health(self.encounter.rules(), &self.encounter.house);
            let states = health.states.into_iter().filter(|state| state.out);
            let now: Vec<_> = states.map(|state| state.word).collect();
            let before = self.out.insert(id, now.clone()).unwrap_or_default();
            let fresh = now.into_iter().filter(|word| !before.contains(word));
            for word in fresh.filter(|_| seen && !silent) {
                self.push_note(
                    page,
                    RecapNoteKind::Fell {
                        who: id,
                        word: word.into(),
                    },
                );
            }
        }
    }

    /// Notes the current turn, unless it is the one noted last.
    pub(super) fn note_turn(&mut self, page: &NotedRecord<'_>) {
        let turns = self.notes.iter().rev().filter(|it| self.is_not_undone(it));
        let last = turns
            .filter_map(|it| match &it.kind {
                RecapNoteKind::Turn(turn) => Some(*turn),
                _ => None,
            })
            .next();
        let now = self.known_turn();
        if last.unwrap_or_default() != now {
            self.push_note(page, RecapNoteKind::Turn(now));
        }
    }
}
