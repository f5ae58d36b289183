//! Notes of a recap that a record adds: events that a log line told this class of readers.

use crate::messages::recap as msg;
use std::collections::BTreeSet;

use super::course::{Course, Page};
use super::deeds::sum;
use super::moment::{Happened, Moment, concerns_all, is_counted, roller, step_of};
use crate::encounter::class::Class;
use crate::encounter::event::Event;
use crate::encounter::feature::{Harmed, Marked, Spent};
use crate::encounter::log::What;
use crate::id::{CombatantId, ExchangeId};
use crate::roll::Grade;
use crate::track::Packet;

impl Course {
    /// Adds a note for the current record.
    fn put(&mut self, page: &Page<'_>, what: Happened) {
        let step = page
            .exchange
            .and_then(|(id, step)| step.map(|step| (id, step)));
        self.moments.push(Moment {
            at: page.record.at,
            round: page.round,
            what,
            command: page.record.command,
            step,
            taken_back: None,
        });
    }

    /// Notes an event that has been applied, if a log line told this class of it.
    pub(super) fn note(&mut self, page: &mut Page<'_>, event: &Event) {
        if let Some(step) = step_of(event) {
            page.exchange = Some(step);
        }
        if let Event::ExchangeMoved(moved) = event {
            // Players who do not see the step back keep what they were told.
            let exchange = self.encounter.exchange(moved.id);
            if moved.back && exchange.is_some_and(|it| self.sees_exchange(it)) {
                self.step_back(page, (moved.id, moved.step));
            }
        }
        if !is_counted(event) {
            return;
        }
        let told = event.log_line(&self.encounter);
        let Some(told) = told.filter(|told| told.public || self.class == Class::Storyteller) else {
            return;
        };
        let what = match told.veiled && self.class == Class::Table {
            true => told.what.veiled(),
            false => told.what,
        };
        let happened = match event {
            Event::Harmed(Harmed { id, packet, .. }) => return self.note_hit(page, *id, *packet),
            Event::Marked(Marked {
                id, before, after, ..
            }) => Some(Happened::Marked {
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
            }) => self.spent(*id, pool, after.saturating_sub(*before)),
            Event::SceneEnded => Some(Happened::Ended(self.encounter.title.to_string())),
            event => self.rolled(page, event, what),
        };
        if let Some(happened) = happened {
            self.put(page, happened);
        }
    }

    /// Marks everything noted for a step of an exchange as taken back.
    fn step_back(&mut self, page: &Page<'_>, step: (ExchangeId, u16)) {
        let undone = &self.undone;
        let of_step = self.moments.iter_mut().filter(|it| it.step == Some(step));
        for moment in of_step {
            let stands = moment.taken_back.is_none_or(|by| undone.contains(&by));
            if stands {
                moment.taken_back = Some(page.record.command);
            }
        }
    }

    /// Notes damage that a combatant took, merged with damage of another kind by the same hit.
    fn note_hit(&mut self, page: &Page<'_>, to: CombatantId, packet: Packet) {
        let exchange = page
            .exchange
            .and_then(|(id, _)| self.encounter.exchange(id))
            .filter(|it| it.is_over() && self.sees_exchange(it))
            .filter(|it| it.parties().any(|party| party == to));
        let by = exchange.and_then(|it| it.by).filter(|by| *by != to);
        let with = exchange.map(|it| it.title.clone());
        // Damage of two kinds at once is one hit.
        if let Some(Moment {
            command,
            what:
                Happened::Hit {
                    by: who,
                    to: whom,
                    packet: so_far,
                    with: how,
                },
            ..
        }) = self.moments.last_mut()
            && (*command, *who, *whom) == (page.record.command, by, to)
            && *how == with
        {
            *so_far = sum(*so_far, packet);
            return;
        }
        self.put(
            page,
            Happened::Hit {
                by,
                to,
                packet,
                with,
            },
        );
    }

    /// Returns the note for spent points; `None` for regained ones. Points that an exchange step took and gave
    /// back go with the step.
    fn spent(&self, id: CombatantId, key: &str, points: i32) -> Option<Happened> {
        if points <= 0 {
            return None;
        }
        let who = self.encounter.combatant(id)?;
        let pools = self.encounter.rules().pools(&who.sheet);
        let pool = pools.iter().find(|pool| pool.key == key);
        Some(Happened::Spent {
            who: id,
            pool: pool.map_or(key, |pool| pool.title.get()).to_owned(),
            points,
        })
    }

    /// Returns the note for a roll with the worst or the best grade, worded as in its log line.
    fn rolled(&self, page: &Page<'_>, event: &Event, told: What) -> Option<Happened> {
        let rules = self.encounter.rules();
        let (what, outcome, grade) = match told {
            What::Rolled {
                what,
                reading,
                rolled,
                ..
            } => (what, rules.tell_outcome(&rolled, &reading), rolled.grade),
            What::Aborted {
                rolled: Some(rolled),
                ..
            } => {
                let outcome = rules.tell_outcome(&rolled, &Default::default());
                (msg::GIVING_UP_AN_ACTION.into(), outcome, rolled.grade)
            }
            _ => return None,
        };
        if !matches!(grade, Grade::DramaticFailure | Grade::Exceptional) {
            return None;
        }
        let who = roller(&self.encounter, event).filter(|id| self.names.contains_key(id));
        let person = match who {
            Some(_) => None,
            None => self.encounter.actor_name(page.record.by),
        };
        Some(Happened::Rolled {
            who,
            person,
            what: what.into(),
            outcome,
            grade,
        })
    }

    /// Notes combatants that are newly out of the fight. Everybody who sees a combatant may know that.
    pub(super) fn note_falls(&mut self, page: &Page<'_>) {
        let events = &page.record.events;
        // States that come with a newcomer, a house rule or an undo do not count as a fall.
        let silent = events.iter().any(concerns_all);
        let touched: BTreeSet<CombatantId> = match silent {
            true => self.encounter.combatants.keys().copied().collect(),
            false => events.iter().filter_map(Event::touched).collect(),
        };
        for id in touched {
            let Some(who) = self.encounter.combatants.get(&id) else {
                continue;
            };
            let seen = self.sees(who);
            let health = who.health(self.encounter.rules(), &self.encounter.house);
            let states = health.states.into_iter().filter(|state| state.out);
            let now: Vec<_> = states.map(|state| state.word).collect();
            let before = self.out.insert(id, now.clone()).unwrap_or_default();
            let fresh = now.into_iter().filter(|word| !before.contains(word));
            for word in fresh.filter(|_| seen && !silent) {
                self.put(
                    page,
                    Happened::Fell {
                        who: id,
                        word: word.into(),
                    },
                );
            }
        }
    }

    /// Notes the current turn, unless it is the one noted last.
    pub(super) fn note_turn(&mut self, page: &Page<'_>) {
        let turns = self.moments.iter().rev().filter(|it| self.is_live(it));
        let last = turns
            .filter_map(|it| match &it.what {
                Happened::Turn(turn) => Some(*turn),
                _ => None,
            })
            .next();
        let now = self.turn();
        if last.unwrap_or_default() != now {
            self.put(page, Happened::Turn(now));
        }
    }
}
