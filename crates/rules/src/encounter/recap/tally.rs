//! Summary of a recap's notes into scenes.

use std::collections::BTreeMap;

use super::deeds::{Deeds, sum};
use super::moment::{Happened, Moment};
use super::{Fall, Fighter, Hit, Memorable, Scene};
use crate::encounter::combatant::Turn;
use crate::encounter::limits::SAME_GESTURE_MS;
use crate::id::CombatantId;
use crate::roll::Grade;
use crate::seat::Actor;
use crate::track::{Packet, Track};

/// Gap in milliseconds from which on nobody is assumed to play: half an hour.
const BREAK_MS: u64 = 30 * 60 * 1000;

/// Names of combatants by id.
type Names = BTreeMap<CombatantId, String>;

/// Summarizes notes into scenes, the newest first, leaving out those without anything to tell.
pub(super) fn scenes(moments: &[&Moment], title: &str, names: &Names) -> Vec<Scene> {
    let ended = |moment: &&Moment| matches!(moment.what, Happened::Ended(_));
    let parts = moments.split_inclusive(ended);
    let told = parts.map(|part| {
        let title = match part.last().map(|last| &last.what) {
            Some(Happened::Ended(title)) => title,
            _ => title,
        };
        Tally::of(part, names).scene(title)
    });
    let mut scenes: Vec<Scene> = told.filter(Scene::is_worth_telling).collect();
    scenes.reverse();
    scenes
}

impl Scene {
    /// Whether the scene has rounds, combatants or rolls.
    fn is_worth_telling(&self) -> bool {
        self.rounds > 0 || !self.fighters.is_empty() || !self.rolls.is_empty()
    }
}

/// Damage that a combatant took at once.
struct Blow<'a> {
    at: u64,
    round: u32,
    by: Option<CombatantId>,
    to: CombatantId,
    packet: Packet,
    with: Option<&'a str>,
}

/// Marks made by hand, one click after the other.
struct Gesture {
    at: u64,
    round: u32,
    by: Actor,
    to: CombatantId,
    before: Track,
    after: Track,
}

/// Running totals of one scene.
struct Tally<'a> {
    names: &'a Names,
    scene: Scene,
    /// Totals by combatant.
    deeds: BTreeMap<CombatantId, Deeds>,
    /// Playing time so far, in milliseconds.
    clock: u64,
    /// The time of the last note.
    last: Option<u64>,
    /// Playing time when the first turn began.
    began: Option<u64>,
    /// The round and the combatant of the current turn, and the playing time when it began.
    turn: Option<(u32, Option<CombatantId>, u64)>,
    /// Number of rounds so far.
    rounds: u32,
    /// The highest round so far.
    newest_round: u32,
    /// The gestures so far, each still open for further clicks.
    gestures: Vec<Gesture>,
    /// The time of the biggest hit.
    biggest: Option<u64>,
}

impl<'a> Tally<'a> {
    /// Counts the notes of one scene.
    fn of(moments: &[&Moment], names: &'a Names) -> Self {
        let mut tally = Self {
            names,
            scene: Scene::default(),
            deeds: BTreeMap::new(),
            clock: 0,
            last: None,
            began: None,
            turn: None,
            rounds: 0,
            newest_round: 0,
            gestures: Vec::new(),
            biggest: None,
        };
        for moment in moments {
            tally.count(moment);
        }
        tally.turn_ends();
        tally
    }

    /// Counts one note.
    fn count(&mut self, moment: &Moment) {
        let passed = moment.at.saturating_sub(self.last.unwrap_or(moment.at));
        self.clock += if passed < BREAK_MS { passed } else { 0 };
        self.last = Some(moment.at);
        let round = moment.round;
        match &moment.what {
            Happened::Turn(turn) => self.turn_begins(*turn),
            Happened::Ended(_) => {}
            Happened::Hit {
                by,
                to,
                packet,
                with,
            } => self.hit(Blow {
                at: moment.at,
                round,
                by: *by,
                to: *to,
                packet: *packet,
                with: with.as_deref(),
            }),
            Happened::Marked {
                by,
                to,
                before,
                after,
            } => self.click(Gesture {
                at: moment.at,
                round,
                by: *by,
                to: *to,
                before: *before,
                after: *after,
            }),
            Happened::Fell { who, word } => {
                let (who, word) = (self.name(*who), word.clone());
                self.scene.fallen.push(Fall { who, word, round });
            }
            Happened::Rolled {
                who,
                person,
                what,
                outcome,
                grade,
            } => {
                if let Some(who) = who {
                    let deeds = self.deeds.entry(*who).or_default();
                    match grade {
                        Grade::Exceptional => deeds.exceptional += 1,
                        _ => deeds.botches += 1,
                    }
                }
                self.scene.rolls.push(Memorable {
                    who: who.map(|id| self.name(id)).or_else(|| person.clone()),
                    what: what.clone(),
                    outcome: outcome.clone(),
                    grade: *grade,
                    round,
                });
            }
            Happened::Spent { who, pool, points } => {
                let spent = &mut self.deeds.entry(*who).or_default().spent;
                let spent = spent.entry(pool.clone()).or_default();
                *spent = spent.saturating_add(*points);
            }
        }
    }

    /// Returns the last known name of a combatant.
    fn name(&self, id: CombatantId) -> String {
        self.names.get(&id).cloned().unwrap_or_default()
    }

    /// Begins a turn and ends the one before.
    fn turn_begins(&mut self, turn: Turn) {
        self.turn_ends();
        if turn.round == 0 {
            return;
        }
        self.began = self.began.or(Some(self.clock));
        if turn.round > self.newest_round {
            self.rounds += 1;
            self.newest_round = turn.round;
        }
        self.turn = Some((turn.round, turn.acting, self.clock));
    }

    /// Ends the current turn and counts its length. The parts of a turn add up: its phases, and time after a
    /// step back.
    fn turn_ends(&mut self) {
        if let Some((round, Some(who), since)) = self.turn.take() {
            let turns = &mut self.deeds.entry(who).or_default().turns;
            *turns.entry(round).or_default() += self.clock.saturating_sub(since);
        }
    }

    /// Counts a hit.
    fn hit(&mut self, blow: Blow<'_>) {
        let packet = blow.packet;
        if packet.is_empty() {
            return;
        }
        let hurt = self.deeds.entry(blow.to).or_default();
        hurt.taken = sum(hurt.taken, packet);
        if let Some(by) = blow.by {
            let deeds = self.deeds.entry(by).or_default();
            deeds.dealt = sum(deeds.dealt, packet);
        }
        // The earlier of two equal hits wins; marks by hand are counted last.
        let so_far = self.scene.biggest.as_ref().zip(self.biggest);
        let rank = |total: u16, at: u64| (total, std::cmp::Reverse(at));
        let before = so_far.map(|(hit, at)| rank(hit.packet.total(), at));
        if before.is_none_or(|before| rank(packet.total(), blow.at) > before) {
            self.biggest = Some(blow.at);
            self.scene.biggest = Some(Hit {
                by: blow.by.map(|by| self.name(by)),
                to: self.name(blow.to),
                packet,
                with: blow.with.map(str::to_owned),
                round: blow.round,
            });
        }
    }

    /// Counts a mark by hand. Clicks of one gesture are one change, whatever boxes they went through.
    fn click(&mut self, click: Gesture) {
        let mut open = self.gestures.iter_mut().rev();
        if let Some(gesture) = open.find(|it| it.to == click.to)
            && gesture.by == click.by
            && gesture.after == click.before
            && click.at.saturating_sub(gesture.at) <= SAME_GESTURE_MS
        {
            (gesture.at, gesture.after) = (click.at, click.after);
            return;
        }
        self.gestures.push(click);
    }

    /// Finishes the summary of the scene.
    fn scene(mut self, title: &str) -> Scene {
        for gesture in std::mem::take(&mut self.gestures) {
            let change = gesture.after.change_since(&gesture.before);
            let more = |by: i32| u16::try_from(by).unwrap_or(0);
            let [bashing, lethal, aggravated] = change.marks.map(more);
            let points = more(change.points.saturating_neg());
            let packet = Packet {
                bashing,
                lethal,
                aggravated,
                points,
            };
            self.hit(Blow {
                at: gesture.at,
                round: gesture.round,
                by: None,
                to: gesture.to,
                packet,
                with: None,
            });
        }
        let deeds = std::mem::take(&mut self.deeds);
        let mut fighters: Vec<Fighter> = deeds
            .into_iter()
            .map(|(id, deeds)| deeds.fighter(self.name(id)))
            .collect();
        fighters.sort_by(|one, other| {
            let dealt = other.dealt.total().cmp(&one.dealt.total());
            dealt.then_with(|| one.name.cmp(&other.name))
        });
        let turns = fighters.iter().filter_map(|fighter| fighter.pace);
        Scene {
            title: title.to_owned(),
            rounds: usize::try_from(self.rounds).unwrap_or(usize::MAX),
            turns: turns.map(|pace| pace.turns).sum(),
            lasted: self.clock.saturating_sub(self.began.unwrap_or(self.clock)),
            fighters,
            ..self.scene
        }
    }
}
