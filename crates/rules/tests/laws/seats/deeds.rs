//! What some are told in one world alone, and what others try to learn of it.

use std::collections::BTreeSet;

use rules::base::id::{CombatantId, HandoutId, PictureId, SeatId};
use rules::base::seat::Actor;
use rules::base::sorted_map::Set;
use rules::clock::FillTrigger;
use rules::encounter::command::{
    AskInput, AskReply, AskStep, ClockEdit, CoveredPart, HandoutEdit, HandoutInput,
    HandoutPictureInput, PassageInput,
};
use rules::encounter::view::{AskView, ClockView};
use rules::encounter::{AskTelling, Class, Command, WhisperSetting};
use rules::handout::{Area, HandoutKind};
use rules::trait_pool::PoolPart;
use testkit::table::{ANA, EVE, NOBODY, ST, Table};

use super::{CLEO, SeatWorlds, Told, WORD};
use crate::exchange::Chance;

/// Covered words of a letter.
const COVERED: &str = "quillon at noon";

const CORNER: Area = Area {
    x: 0,
    y: 0,
    width: 500,
    height: 250,
};

/// Clocks that nobody at the table knows of. Rolls, turns and rounds fill them.
const CLOCKS: [&str; 4] = [
    "quillon wakes 6, each turn, hidden",
    "quillon dawns 3, each round, hidden, pinned",
    "quillon listens 12, on failed Strength, hidden",
    "quillon ends 3, each scene, hidden",
];

fn asks(table: &Table) -> Vec<AskView> {
    let asks = table.view(Class::Storyteller).asks;
    asks.map_or_else(Vec::new, |asks| asks.into_inner())
}

fn clocks(table: &Table) -> Vec<ClockView> {
    let clocks = table.view(Class::Storyteller).clocks;
    clocks.map_or_else(Vec::new, |clocks| clocks.into_inner())
}

/// A pool of a trait, and what is added.
fn pool(table: &Table, chance: &mut Chance) -> Vec<PoolPart> {
    let facts = table.encounter.rules().facts();
    let rolled = facts.trait_specs.iter();
    let rolled = rolled.filter(|spec| !facts.unrolled_traits.contains(&spec.key));
    let keys: Vec<&str> = rolled.map(|spec| spec.key).collect();
    let key = chance.one_of(&keys).to_owned();
    vec![PoolPart::Trait(key), PoolPart::Number(2)]
}

/// A letter, a picture or a name, with a covered part.
fn handout(chance: &mut Chance) -> Box<HandoutInput> {
    let passage = |words: &str, covered| PassageInput {
        words: words.to_owned(),
        covered,
    };
    let kinds = [HandoutKind::Letter, HandoutKind::Picture, HandoutKind::Name];
    let kind = chance.one_of(&kinds);
    Box::new(HandoutInput {
        kind,
        name: format!("The {WORD}"),
        text: vec![passage("Meet the quillon, ", false), passage(COVERED, true)],
        picture: (kind == HandoutKind::Picture).then(|| HandoutPictureInput {
            id: PictureId(9),
            words: "a quillon".into(),
            covered: vec![CORNER],
        }),
        may_show: chance.below(2) == 0,
        announced: false,
    })
}

impl SeatWorlds {
    /// Something that only some are told, in world A.
    pub(super) fn tell_something(&mut self, chance: &mut Chance) {
        match (self.told, chance.below(8)) {
            (Told::InPrivate, _) | (_, 0) => self.whisper(chance),
            (_, 1..=3) => self.ask(chance),
            (_, 4..=6) => self.hand(chance),
            _ => self.wind(chance),
        }
    }

    /// One who is told more, in their seat.
    fn one_told(&self, chance: &mut Chance) -> SeatId {
        chance.one_of(self.told.seats())
    }

    /// A character of those who are told more, and who plays it.
    fn character(&self, chance: &mut Chance) -> (CombatantId, Actor) {
        let id = chance.one_of(&self.characters);
        (id, self.player_of(id))
    }

    /// Player of a character.
    fn player_of(&self, id: CombatantId) -> Actor {
        let owner = self.a.table.encounter.combatant(id);
        let owner = owner.and_then(|who| who.owner);
        owner.map_or(ST, Actor::Seat)
    }

    /// Some of those characters.
    fn some_characters(&self, chance: &mut Chance) -> Set<CombatantId> {
        let some = (0..=chance.below(2)).map(|_| self.character(chance).0);
        some.collect()
    }

    /// Words between two of those who are told more; now and then more than any window holds.
    fn whisper(&mut self, chance: &mut Chance) {
        let setting = self.a.table.view(Class::Table).whispers;
        if self.told == Told::InPrivate && setting != WhisperSetting::Private {
            return;
        }
        let count = if chance.below(60) == 0 { 110 } else { 1 };
        for nth in 0..count {
            let one = self.one_told(chance);
            let others = self.told.seats().iter().copied();
            let others = others.chain(self.told.storytellers().then_some(SeatId(1)));
            let others: Vec<SeatId> = others.filter(|seat| *seat != one).collect();
            let other = chance.one_of(&others);
            let (by, to) = chance.one_of(&[(one, other), (other, one)]);
            let words = format!("{WORD} {}", "m".repeat((nth * 7) % 60));
            let to = [to].into_iter().collect();
            self.tell(Actor::Seat(by), &Command::Whisper { to, words });
        }
    }

    /// A roll that is asked for in secret: the question, an answer, or how it went.
    fn ask(&mut self, chance: &mut Chance) {
        let known: BTreeSet<_> = asks(&self.b.table).iter().map(|ask| ask.id).collect();
        let open = asks(&self.a.table).into_iter();
        let open = open.filter(|ask| ask.end.is_none() && !known.contains(&ask.id));
        let open: Vec<AskView> = open.collect();
        let Some(ask) = chance.any_of(&open).filter(|_| chance.below(5) > 0) else {
            // More than are kept, now and then.
            let count = if chance.below(12) == 0 { 8 } else { 1 };
            for nth in 0..count {
                self.ask_in_secret(chance, nth + 1 < count);
            }
            return;
        };
        let id = ask.id;
        let answers: Vec<CombatantId> = ask.answers.iter().map(|it| it.who).collect();
        // Nobody is left to answer once those who were asked are gone.
        let who = chance.any_of(&answers);
        let who = who.unwrap_or_else(|| self.character(chance).0);
        let owner = self.player_of(who);
        let by = chance.one_of(&[owner, owner, ST]);
        let answer = |reply| {
            (
                by,
                Command::AnswerAsk {
                    ask: id,
                    who,
                    reply,
                },
            )
        };
        let step = |step| (ST, Command::StepAsk { ask: id, step });
        let passed = [(who, chance.below(2) == 0)].into_iter().collect();
        let (by, command) = match chance.below(10) {
            0..=3 if self.may_roll() => answer(AskReply::Roll {
                added: Set::new(),
                faces: None,
            }),
            4 if self.may_roll() => step(AskStep::RollMissing),
            0..=5 => answer(AskReply::Instead {
                pool: pool(&self.a.table, chance),
            }),
            6 => step(AskStep::Settle { who, accept: true }),
            7 => step(AskStep::Keep),
            8 => step(AskStep::CallOff),
            _ => step(AskStep::Tell { passed }),
        };
        self.tell(by, &command);
    }

    /// Asks for a roll in secret; what is over at once is kept.
    fn ask_in_secret(&mut self, chance: &mut Chance, over: bool) {
        let other = self.character(chance).0;
        let asked = AskInput {
            pool: pool(&self.a.table, chance),
            of: self.some_characters(chance),
            telling: AskTelling::Secret { announced: false },
            words: format!("Is it the {WORD}?"),
            against: (chance.below(6) == 0).then_some(other),
            helper: (chance.below(8) == 0).then_some(other),
            ..AskInput::default()
        };
        self.tell(ST, &Command::AskRoll(Box::new(asked)));
        let newest = asks(&self.a.table)
            .into_iter()
            .rfind(|ask| ask.end.is_none());
        if let Some(ask) = newest.filter(|ask| over && ask.words.contains(WORD)) {
            let step = AskStep::Keep;
            self.tell(ST, &Command::StepAsk { ask: ask.id, step });
        }
    }

    /// Whether dice may fall in world A alone: no others fall differently for it, and no clock is filled in sight.
    fn may_roll(&self) -> bool {
        let by_roll = |clock: &ClockView| matches!(clock.fills, Some(FillTrigger::Roll(_)));
        !self.provable && !clocks(&self.b.table).iter().any(by_roll)
    }

    /// A handout is made, given, uncovered, shown or taken back.
    fn hand(&mut self, chance: &mut Chance) {
        let (a, b) = (self.a.shelf(), self.b.shelf());
        let secret: Vec<HandoutId> = a
            .iter()
            .map(|(id, _)| id)
            .filter(|id| b.get(*id).is_none())
            .collect();
        let quiet = a.iter().filter(|(_, handout)| !handout.announced);
        let quiet: Vec<HandoutId> = quiet.map(|(id, _)| id).collect();
        let Some(id) = chance.any_of(&secret).filter(|_| chance.below(4) > 0) else {
            let to = handout(chance);
            return self.tell(ST, &Command::EditHandout(HandoutEdit::Put { id: None, to }));
        };
        let given = chance.any_of(&quiet).unwrap_or(id);
        let to = self.some_characters(chance);
        let words = COVERED.to_owned();
        let parts = [CoveredPart::Words(words), CoveredPart::Area(CORNER)];
        let part = chance.one_of(&parts);
        let edit = match chance.below(13) {
            0 => HandoutEdit::Put {
                id: Some(id),
                to: handout(chance),
            },
            1..=4 => HandoutEdit::Give { id: given, to },
            5 => HandoutEdit::Recall {
                id: given,
                from: to,
                quiet: chance.below(2) == 0,
            },
            6 => HandoutEdit::Uncover {
                id: given,
                part: CoveredPart::Words("the pier".to_owned()),
                only: to,
            },
            7 => HandoutEdit::Uncover {
                id,
                part,
                only: chance.one_of(&[Set::new(), to]),
            },
            8 => HandoutEdit::Remove { id },
            _ => return self.hold(chance),
        };
        // Taken back from one who has it in both worlds, it is gone from one of them alone.
        if !matches!(&edit, HandoutEdit::Recall { id, .. } if !secret.contains(id)) {
            self.tell(ST, &Command::EditHandout(edit));
        }
    }

    /// A holder of a handout writes a note on it, or shows it to another who is told more.
    fn hold(&mut self, chance: &mut Chance) {
        let b = self.b.shelf();
        let secret = self.a.shelf();
        let secret = secret.iter().filter(|(id, _)| b.get(*id).is_none());
        let mut uses = Vec::new();
        for (id, handout) in secret {
            for who in handout.holders.keys() {
                let by = self.player_of(*who);
                if handout.kind == HandoutKind::Name {
                    let words = format!("a {WORD}");
                    uses.push((by, Command::NoteHandout { id, words }));
                }
                let others = self.characters.iter().copied();
                let to: Set<_> = others.filter(|it| self.player_of(*it) != by).collect();
                if handout.may_show && !to.is_empty() {
                    uses.push((by, Command::ShowHandout { id, to }));
                }
            }
        }
        if let Some((by, command)) = chance.any_of(&uses) {
            self.tell(by, &command);
        }
    }

    /// A clock that nobody knows of is made, filled or taken away.
    fn wind(&mut self, chance: &mut Chance) {
        let known: BTreeSet<_> = clocks(&self.b.table).iter().map(|clock| clock.id).collect();
        let hidden = clocks(&self.a.table).into_iter().map(|clock| clock.id);
        let hidden: Vec<_> = hidden.filter(|id| !known.contains(id)).collect();
        let edit = match (chance.any_of(&hidden), chance.below(4)) {
            (None, _) | (_, 0) => ClockEdit::Make {
                line: chance.one_of(&CLOCKS).to_owned(),
            },
            (Some(id), 1..=2) => ClockEdit::Fill {
                id,
                by: chance.one_of(&[1, 2, 9]),
            },
            (Some(id), _) => ClockEdit::Remove { id },
        };
        self.tell(ST, &Command::EditClock(edit));
    }

    /// Somebody who is told nothing guesses the id of what others are told: it is as if it were not there.
    pub(super) fn guess(&mut self, chance: &mut Chance) {
        let by = chance.one_of(&[ANA, CLEO, EVE, NOBODY]);
        if self.told.includes(by) || !self.told.storytellers() {
            return;
        }
        let rows = self.b.table.view(Class::Table).rows;
        let own = rows
            .values()
            .filter(|row| row.owner.map(Actor::Seat) == Some(by));
        let own: Vec<CombatantId> = own.map(|row| row.id).collect();
        let known = asks(&self.b.table);
        let asked = asks(&self.a.table).into_iter();
        let asked = asked.filter(|ask| known.iter().all(|it| it.id != ask.id));
        let ask = chance.any_of(&asked.collect::<Vec<_>>());
        let b = self.b.shelf();
        let secret = self.a.shelf();
        let secret = secret.iter().map(|(id, _)| id);
        let secret: Vec<HandoutId> = secret.filter(|id| b.get(*id).is_none()).collect();
        let id = chance.any_of(&secret).unwrap_or(HandoutId(7));
        let theirs = self.character(chance).0;
        let who = chance.any_of(&own).unwrap_or(theirs);
        let command = match (chance.below(4), ask) {
            (0, _) => Command::NoteHandout {
                id,
                words: "mine".to_owned(),
            },
            (1, _) => Command::ShowHandout {
                id,
                to: [theirs].into_iter().collect(),
            },
            (_, Some(ask)) => Command::AnswerAsk {
                ask: ask.id,
                who: chance.one_of(&[who, theirs]),
                reply: AskReply::Roll {
                    added: Set::new(),
                    faces: None,
                },
            },
            (_, None) => return,
        };
        self.both(by, &command);
    }
}
