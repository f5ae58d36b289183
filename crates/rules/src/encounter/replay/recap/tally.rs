//! Summary of a recap's notes into scenes.

use std::collections::BTreeMap;

use super::note::{RecapNote, RecapNoteKind};
use super::totals::{CombatantTotals, add_packets};
use super::{CombatantRecap, FallRecap, HitRecap, MemorableRoll, SceneRecap};
use crate::base::id::CombatantId;
use crate::base::roll::Grade;
use crate::base::seat::Actor;
use crate::character::track::{DamagePacket, Track};
use crate::encounter::combatant::Turn;
use crate::encounter::limits::SAME_GESTURE_MS;

/// Gap in milliseconds from which on nobody is assumed to play: half an hour.
const BREAK_MS: u64 = 30 * 60 * 1000;

/// Names of combatants by id.
type Names = BTreeMap<CombatantId, String>;

/// Summarizes notes into scenes, the newest first, leaving out those without anything to tell.
pub(super) fn summarize_scenes(
    moments: &[&RecapNote],
    title: &str,
    names: &Names,
) -> Vec<SceneRecap> {
    let ended = |moment: &&RecapNote| matches!(moment.kind, RecapNoteKind::Ended(_));
    let parts = moments.split_inclusive(ended);
    let told = parts.map(|part| {
        let title = match part.last().map(|last| &last.kind) {
            Some(RecapNoteKind::Ended(title)) => title,
            _ => title,
        };
        SceneTally::from_notes(part, names).into_scene(title)
    });
    let mut scenes: Vec<SceneRecap> = told.filter(SceneRecap::is_worth_telling).collect();
    scenes.reverse();
    scenes
}

impl SceneRecap {
    /// Whether the scene has rounds, combatants or rolls.
    fn is_worth_telling(&self) -> bool {
        self.rounds > 0 || !self.fighters.is_empty() || !self.rolls.is_empty()
    }
}

/// Damage that a combatant took at once.
struct LandedHit<'a> {
    at: u64,
    round: u32,
    by: Option<CombatantId>,
    to: CombatantId,
    packet: DamagePacket,
    with: Option<&'a str>,
}

/// Marks made by hand, one click after the other.
struct MarkGesture {
    at: u64,
    round: u32,
    by: Actor,
    to: CombatantId,
    before: Track,
    after: Track,
}

/// Running totals of one scene, from which its part of the recap is written.
struct SceneTally<'a> {
    names: &'a Names,
    scene: SceneRecap,
    /// Totals by combatant.
    totals: BTreeMap<CombatantId, CombatantTotals>,
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
    gestures: Vec<MarkGesture>,
    /// The time of the biggest hit.
    biggest: Option<u64>,
}

impl<'a> SceneTally<'a> {
    /// Counts the notes of one scene.
    fn from_notes(moments: &[&RecapNote], names: &'a Names) -> Self {
        let mut tally = Self {
            names,
            scene: SceneRecap::default(),
            totals: BTreeMap::new(),
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
            tally.count_note(moment);
        }
        tally.end_turn();
        tally
    }

    /// Counts one note of the recap in the totals of the scene.
    fn count_note(&mut self, moment: &RecapNote) {
        let passed = moment.at.saturating_sub(self.last.unwrap_or(moment.at));
        self.clock += if passed < BREAK_MS { passed } else { 0 };
        self.last = Some(moment.at);
        let round = moment.round;
        match &moment.kind {
            RecapNoteKind::Turn(turn) => self.begin_turn(*turn),
            RecapNoteKind::Ended(_) => {}
            RecapNoteKind::Hit {
                by,
                to,
                packet,
                with,
            } => self.count_hit(LandedHit {
                at: moment.at,
                round,
                by: *by,
                to: *to,
                packet: *packet,
                with: with.as_deref(),
            }),
            RecapNoteKind::Marked {
                by,
                to,
                before,
                after,
            } => self.count_mark(MarkGesture {
                at: moment.at,
                round,
                by: *by,
                to: *to,
                before: *before,
                after: *after,
            }),
            RecapNoteKind::Fell { who, word } => {
                let (who, word) = (self.combatant_name(*who), word.clone());
                self.scene.fallen.push(FallRecap { who, word, round });
            }
            RecapNoteKind::Rolled {
                who,
                person,
                what,
                outcome,
                grade,
            } => {
                if let Some(who) = who {
                    let deeds = self.totals.entry(*who).or_default();
                    match grade {
                        Grade::Exceptional => deeds.exceptional += 1,
                        _ => deeds.botches += 1,
                    }
                }
                self.scene.rolls.push(MemorableRoll {
                    who: who
                        .map(|id| self.combatant_name(id))
                        .or_else(|| person.clone()),
                    what: what.clone(),
                    outcome: outcome.clone(),
                    grade: *grade,
                    round,
                });
            }
            RecapNoteKind::Spent { who, pool, points } => {
                let spent = &mut self.totals.entry(*who).or_default().spent;
                let spent = spent.entry(pool.clone()).or_default();
                *spent = spent.saturating_add(*points);
            }
        }
    }

    /// Returns the last known name of a combatant.
    fn combatant_name(&self, id: CombatantId) -> String {
        self.names.get(&id).cloned().unwrap_or_default()
    }

    /// Begins a turn and ends the one before.
    fn begin_turn(&mut self, turn: Turn) {
        self.end_turn();
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
    fn end_turn(&mut self) {
        if let Some((round, Some(who), since)) = self.turn.take() {
            let turns = &mut self.totals.entry(who).or_default().turns;
            *turns.entry(round).or_default() += self.clock.saturating_sub(since);
        }
    }

    /// Counts a hit in the totals of the scene: damage taken, and dealt where the attacker is known.
    fn count_hit(&mut self, blow: LandedHit<'_>) {
        let packet = blow.packet;
        if packet.is_empty() {
            return;
        }
        let hurt = self.totals.entry(blow.to).or_default();
        hurt.taken = add_packets(hurt.taken, packet);
        if let Some(by) = blow.by {
            let deeds = self.totals.entry(by).or_default();
            deeds.dealt = add_packets(deeds.dealt, packet);
        }
        // The earlier of two equal hits wins; marks by hand are counted last.
        let so_far = self.scene.biggest.as_ref().zip(self.biggest);
        let rank = |total: u16, at: u64| (total, std::cmp::Reverse(at));
        let before = so_far.map(|(hit, at)| rank(hit.packet.total(), at));
        if before.is_none_or(|before| rank(packet.total(), blow.at) > before) {
            self.biggest = Some(blow.at);
            self.scene.biggest = Some(HitRecap {
                by: blow.by.map(|by| self.combatant_name(by)),
                to: self.combatant_name(blow.to),
                packet,
                with: blow.with.map(str::to_owned),
                round: blow.round,
            });
        }
    }

    /// Counts a mark that a person made by hand on a health track. Clicks of one gesture are one change, whatever
    /// boxes they went through.
    fn count_mark(&mut self, click: MarkGesture) {
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
    fn into_scene(mut self, title: &str) -> SceneRecap {
        for gesture in std::mem::take(&mut self.gestures) {
            let change = gesture.after.change_since(&gesture.before);
            let more = |by: i32| u16::try_from(by).unwrap_or(0);
            let [bashing, lethal, aggravated] = change.marks.map(more);
            let points = more(change.points.saturating_neg());
            let packet = DamagePacket {
                bashing,
                lethal,
                aggravated,
                points,
            };
            self.count_hit(LandedHit {
                at: gesture.at,
                round: gesture.round,
                by: None,
                to: gesture.to,
                packet,
                with: None,
            });
        }
        let deeds = std::mem::take(&mut self.totals);
        let mut fighters: Vec<CombatantRecap> = deeds
            .into_iter()
            .map(|(id, deeds)| deeds.into_recap(self.combatant_name(id)))
            .collect();
        fighters.sort_by(|one, other| {
            let dealt = other.dealt.total().cmp(&one.dealt.total());
            dealt.then_with(|| one.name.cmp(&other.name))
        });
        let turns = fighters.iter().filter_map(|fighter| fighter.pace);
        SceneRecap {
            title: title.to_owned(),
            rounds: usize::try_from(self.rounds).unwrap_or(usize::MAX),
            turns: turns.map(|pace| pace.turns).sum(),
            lasted: self.clock.saturating_sub(self.began.unwrap_or(self.clock)),
            fighters,
            ..self.scene
        }
    }
}
