//! Each duration over at its own moment and at no other: what every combatant was given, and what
//! has gone by since, kept beside the table.

use std::collections::BTreeMap;

use rules::base::id::CombatantId;
use rules::character::condition::{Conditions, Until};
use rules::character::phase::Phase;
use rules::encounter::feature::{Conditioned, Veiled};
use rules::encounter::{Command, Event, Turn};

use super::seen::{Seen, acts};

/// What went by for one combatant with one command.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gone {
    /// The turn under way is over, be it the combatant's or another's.
    turn: bool,
    /// It was the combatant's own, and they do not come back to it.
    own: bool,
    /// They left it to act later in the round.
    waits: bool,
    pub(super) round: bool,
    /// A turn of theirs went by while they were out.
    pub(super) passed: bool,
    pub(super) begins: bool,
}

/// How the turn of a combatant stands when they are given something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Own {
    ToCome,
    UnderWay,
    Passed,
}

/// What somebody was given, and what went by since.
#[derive(Clone, Debug)]
struct Given {
    until: Until,
    own: Own,
    since: Vec<Gone>,
    /// Whether a turn was interrupted, or players' turn jumped to one who was shown in theirs, since:
    /// then it is not said which of the turns it was given in, and the two are not compared.
    unsure: bool,
}

/// How many own turns are over in the end: those that begin later, and the one under way if it
/// counts. Who waits has theirs still to come.
fn own_turns(since: &[Gone], mut in_one: bool) -> usize {
    let mut over = 0;
    for gone in since {
        over += usize::from(gone.own && !gone.waits && in_one);
        in_one &= !gone.own;
        over += usize::from(gone.passed);
        in_one |= gone.begins;
    }
    over
}

impl Given {
    fn is_over(&self) -> bool {
        let since = &self.since;
        let next_own = |under_way: bool| own_turns(since, under_way) > 0;
        match self.until {
            Until::Lifted | Until::Scene | Until::Healed { .. } => false,
            Until::OwnTurn => since.iter().any(|gone| gone.begins || gone.passed),
            Until::AfterTurn => next_own(false),
            Until::ThisTurn => match since.iter().position(|gone| gone.turn) {
                None => false,
                // Left for later: the same turn comes again.
                Some(at) if since[at].own && since[at].waits => own_turns(&since[at..], false) > 0,
                Some(_) => true,
            },
            Until::Rounds(rounds) => {
                let ended = since.iter().filter(|gone| gone.round).count();
                ended >= usize::from(rounds.max(1))
            }
            Until::SecondTurn => own_turns(since, self.own == Own::UnderWay) > 1,
            Until::NextAction { taken: false } => next_own(self.own == Own::UnderWay),
            Until::NextAction { taken: true } => match self.own {
                Own::ToCome => own_turns(since, false) > 1,
                Own::UnderWay | Own::Passed => next_own(false),
            },
        }
    }
}

/// All that was given, kept beside the table, and whose turns were interrupted.
#[derive(Debug, Default)]
pub(super) struct Shadow {
    given: BTreeMap<(CombatantId, String), Given>,
    /// Those whose turn goes on when another who cut in has acted, for those who see all and for
    /// players.
    interrupted: [Vec<CombatantId>; 2],
    /// Whether a turn was interrupted, or gone on with, by the newest command.
    jumped: bool,
    /// How many were over by themselves.
    pub(super) over: usize,
}

impl Shadow {
    /// What goes by for all with a command, as it goes for those who are hidden and those who are
    /// not.
    pub(super) fn gone(&mut self, seen: &Seen<'_>) -> BTreeMap<CombatantId, Gone> {
        let mut all = BTreeMap::new();
        self.jumped = self.interrupted.iter().any(|turns| !turns.is_empty());
        for hidden in [true, false] {
            let (now, next) = seen.turns(hidden);
            let interrupts = self.follow(seen, hidden, (now, next));
            let resumed = interrupts == Some(false);
            self.jumped |= interrupts.is_some();
            let passed = passed_over(seen, hidden, (now, next));
            for (id, row) in &seen.is.all.rows {
                let was = seen.was.all.rows.get(id);
                let Some(was) = was.filter(|was| was.hidden == hidden) else {
                    continue;
                };
                // Whoever is shown or veiled goes by another view from then on.
                let own = acts(now) == Some(*id) && next != now;
                let mut gone = Gone {
                    turn: next != now && interrupts.is_none() || resumed && own,
                    own: own && interrupts != Some(true),
                    waits: matches!(seen.command, Command::Wait { id: who, .. } if who == id),
                    round: now.round > 0 && next.round > now.round,
                    passed: passed.contains(id),
                    begins: next != now && acts(next) == Some(*id) && !resumed,
                };
                if was.hidden != row.hidden {
                    gone = Gone::default();
                }
                all.insert(*id, gone);
            }
        }
        all
    }

    /// Whether a turn of these viewers is interrupted, or is gone on with; `None` for any other.
    fn follow(&mut self, seen: &Seen<'_>, hidden: bool, (now, next): (Turn, Turn)) -> Option<bool> {
        let known = &mut self.interrupted[usize::from(!hidden)];
        if next.round != now.round {
            known.clear();
        }
        if now == next || now.round != next.round {
            return None;
        }
        let cuts_in = matches!(seen.command, Command::CutIn { id, .. } if next.acting == Some(*id));
        // Shown in their turn while players have come further.
        let shown = matches!(seen.command, Command::Reveal { id } if next.acting == Some(*id));
        let place = |turn: Turn| {
            let mut order = seen.was.all.order.iter();
            order.position(|id| Some(*id) == turn.acting)
        };
        let comes_back = shown && now.phase == next.phase && place(next) < place(now);
        if cuts_in || comes_back {
            known.extend(now.acting);
            return Some(true);
        }
        let goes_on = next.acting.is_some_and(|id| known.contains(&id)) && next.phase == Phase::Act;
        if goes_on {
            known.retain(|id| next.acting != Some(*id));
            return Some(false);
        }
        None
    }

    /// Goes on with a command, and compares with what the table shows.
    pub(super) fn judge(&mut self, seen: &Seen<'_>, gone: &BTreeMap<CombatantId, Gone>) {
        let moves = |hidden| {
            let (now, next) = seen.turns(hidden);
            now != next
        };
        // Who goes in their own turn takes it along.
        let jumps = |event: &Event| {
            let moves = matches!(event, Event::Veiled(Veiled { turn: Some(_), .. }));
            moves || matches!(event, Event::Removed(_))
        };
        if self.jumped || seen.record.events.iter().any(jumps) {
            self.given
                .values_mut()
                .for_each(|given| given.unsure = true);
        }
        // Who leaves the order in their own turn takes what they have along.
        if let Command::Move { id: left, .. } = seen.command {
            let of_them = self.given.iter_mut().filter(|((id, _), _)| id == left);
            of_them.for_each(|(_, given)| given.unsure = true);
        }
        if seen.goes_back() {
            self.read_again(seen);
            return;
        }
        if moves(true) || moves(false) {
            for ((id, _), given) in &mut self.given {
                given.since.extend(gone.get(id));
            }
            let before = self.given.len();
            self.given
                .retain(|_, given| given.unsure || !given.is_over());
            self.over += before - self.given.len();
            // An open exchange that ends with a turn gives in the one or in the other.
            for event in &seen.record.events {
                if let Event::Conditioned(Conditioned {
                    id,
                    key,
                    after: Some(after),
                    ..
                }) = event
                {
                    let given = Given {
                        until: after.until,
                        own: Own::Passed,
                        since: Vec::new(),
                        unsure: true,
                    };
                    self.given.entry((*id, key.clone())).or_insert(given);
                }
            }
        } else {
            self.take_in(seen);
        }
        self.given.retain(|(id, key), given| {
            let who = seen.is.who(*id);
            who.is_some_and(|who| !given.unsure || who.conditions.contains_key(key))
        });
        self.compare(seen);
    }

    fn compare(&self, seen: &Seen<'_>) {
        for id in seen.is.all.rows.keys() {
            let kept: &Conditions = &seen.is.who(*id).expect("there").conditions;
            for (key, condition) in kept {
                let there = self.given.contains_key(&(*id, key.clone()));
                assert!(
                    there,
                    "{key} {condition:?} of {id:?} should be over after {:?}",
                    seen.record
                );
            }
            for ((of, key), given) in &self.given {
                assert!(
                    given.unsure || of != id || kept.contains_key(key),
                    "{key} of {id:?} is over too early: {given:?} after {:?}",
                    seen.record
                );
            }
        }
    }

    /// What was given and lifted by something that moves no turn.
    fn take_in(&mut self, seen: &Seen<'_>) {
        let own = |id| own_turn(seen, &self.interrupted, id);
        let mut fresh = Vec::new();
        for event in &seen.record.events {
            if let Event::Conditioned(Conditioned { id, key, after, .. }) = event {
                // An exchange may move on with it, and bring others.
                let until = match seen.command {
                    Command::Afflict {
                        id: whom,
                        key: what,
                        condition,
                    } if (whom, what) == (id, key) => Some(condition.until),
                    _ => after.map(|after| after.until),
                };
                let given = until.filter(|_| after.is_some()).map(|until| Given {
                    until,
                    own: own(*id),
                    since: Vec::new(),
                    unsure: false,
                });
                fresh.push(((*id, key.clone()), given));
            }
        }
        let may = matches!(
            seen.command,
            Command::Afflict { .. }
                | Command::Lift { .. }
                | Command::Harm { .. }
                | Command::Release { .. }
                | Command::Answer { .. }
                | Command::Rule { .. }
                | Command::Declare(_)
                | Command::Withdraw { .. }
        );
        assert!(may || fresh.is_empty(), "conditions by {:?}", seen.record);
        for (at, given) in fresh {
            match given {
                Some(given) => _ = self.given.insert(at, given),
                None => _ = self.given.remove(&at),
            }
        }
    }

    /// What was taken back is as it was: the table says so.
    fn read_again(&mut self, seen: &Seen<'_>) {
        let changed = seen.events().filter_map(|event| match event {
            Event::Conditioned(Conditioned { id, key, .. }) => Some((*id, key.clone())),
            _ => None,
        });
        for (id, key) in changed {
            let kept = seen.is.who(id).and_then(|who| who.conditions.get(&key));
            let own = own_turn(seen, &self.interrupted, id);
            match kept {
                Some(kept) => {
                    let given = Given {
                        until: kept.until,
                        own,
                        since: Vec::new(),
                        unsure: false,
                    };
                    self.given.insert((id, key), given);
                }
                None => _ = self.given.remove(&(id, key)),
            }
        }
    }
}

/// How the turn of a combatant stands, by the places of the order.
fn own_turn(seen: &Seen<'_>, interrupted: &[Vec<CombatantId>; 2], id: CombatantId) -> Own {
    let row = &seen.was.all.rows[&id];
    let view = seen.was.for_one(row.hidden);
    let turn = view.turn;
    let goes_on = &interrupted[usize::from(!row.hidden)];
    if turn.round == 0 || turn.phase < Phase::Act {
        return Own::ToCome;
    }
    if acts(turn) == Some(id) || goes_on.contains(&id) {
        return Own::UnderWay;
    }
    let place = |id: CombatantId| view.order.iter().position(|other| *other == id);
    let ahead = match (turn.acting.and_then(place), place(id)) {
        (Some(now), Some(own)) => now < own,
        _ => false,
    };
    // A combatant waiting into the extra phase has an action left but no turn in the order.
    let into_extra = seen.was.all.system.rules().can_delay_into_extra();
    let has_turn = match row.timing.is_waiting() {
        true => place(id).is_some() && !into_extra,
        false => ahead,
    };
    let to_come = turn.phase == Phase::Act && has_turn && !seen.was.is_out(id);
    if to_come { Own::ToCome } else { Own::Passed }
}

/// Those who are out and whose place the order passes by.
fn passed_over(seen: &Seen<'_>, hidden: bool, (now, next): (Turn, Turn)) -> Vec<CombatantId> {
    let order = &seen.was.for_one(hidden).order;
    let place = |turn: Turn| {
        let acting = acts(turn)?;
        order.iter().position(|id| *id == acting)
    };
    if now == next {
        return Vec::new();
    }
    let to_the_end = |from: usize| order.get(from..).unwrap_or_default().to_vec();
    let to = order.get(..place(next).unwrap_or(0)).unwrap_or_default();
    let cuts_in = matches!(seen.command, Command::CutIn { .. });
    let waited = next.acting.filter(|_| !cuts_in).is_some_and(|id| {
        let row = seen.was.all.rows.get(&id);
        row.is_some_and(|row| row.timing.is_waiting())
    });
    let between = match (place(now), place(next)) {
        // A waiting combatant acts last in the round.
        (Some(from), Some(_)) if now.round == next.round && waited => to_the_end(from + 1),
        (Some(from), Some(to)) if now.round == next.round && from < to => {
            order[from + 1..to].to_vec()
        }
        (Some(_), Some(_)) if now.round == next.round => Vec::new(),
        (Some(from), _) => [to_the_end(from + 1), to.to_vec()].concat(),
        (None, _) => to.to_vec(),
    };
    between
        .into_iter()
        .filter(|id| seen.was.is_out(*id))
        .collect()
}
