//! The table log: what happened, in words a person can read, kept as it was said.
//!
//! Who may read an entry is settled when it is written: what happened in secret stays
//! secret after a reveal, and what was seen is not unseen.

use crate::messages::Wording;
use crate::messages::encounter as msg;
use serde::{Deserialize, Serialize};

use super::combatant::FoeHealth;
use super::fate::Fate;
use super::limits::MAX_TYPED;
use crate::condition::Condition;
use crate::dial::Reading;
use crate::gear::Carried;
use crate::id::CombatantId;
use crate::initiative::Initiative;
use crate::phase::Phase;
use crate::plan::Plan;
use crate::roll::Rolled;
use crate::seat::{Actor, Role};
use crate::settings::Value;
use crate::system::HealthState;
use crate::term::{RuleId, Term};
use crate::track::{Packet, Track};

/// What a log entry tells. Names are those of the moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A person sat down.
    Joined {
        /// Their name.
        name: String,
        /// Their role.
        role: Role,
    },
    /// A seat was given up or taken away.
    Left {
        /// Their name.
        name: String,
    },
    /// A player proposed something, or it was settled.
    Proposed {
        /// The player's name.
        name: String,
        /// What, in words; only those who run the table read them.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        words: String,
        /// What became of it.
        fate: Fate,
    },
    /// A seat may watch and do nothing, or play again.
    Muted {
        /// Their name.
        name: String,
        /// Whether it is muted.
        muted: bool,
    },
    /// The scene got a title.
    Titled {
        /// The title.
        title: String,
    },
    /// Combatants came.
    Added {
        /// Their names.
        names: Vec<String>,
    },
    /// Combatants came along from another encounter.
    Brought {
        /// Their names.
        names: Vec<String>,
        /// The title of that encounter.
        from: String,
    },
    /// A combatant went.
    Removed {
        /// The name.
        name: String,
    },
    /// A combatant is called something else.
    Renamed {
        /// Before.
        before: String,
        /// After.
        after: String,
    },
    /// A hidden combatant shows.
    Revealed {
        /// The name.
        name: String,
    },
    /// A combatant was hidden.
    Hidden {
        /// The name.
        name: String,
    },
    /// A combatant has another portrait, or none.
    Pictured {
        /// The combatant.
        name: String,
        /// Whether there is one.
        there: bool,
    },
    /// Combatants act as one, or each on their own again.
    Grouped {
        /// Their names.
        names: Vec<String>,
        /// Whether they act as one.
        as_one: bool,
    },
    /// A combatant has another owner.
    Assigned {
        /// The combatant.
        name: String,
        /// The player; `None` is the storyteller.
        to: Option<String>,
    },
    /// The words of condition changed.
    Noted {
        /// Whose.
        name: String,
        /// The words; `None` wiped them.
        text: Option<String>,
    },
    /// Initiative was rolled.
    Initiative {
        /// Whose.
        name: String,
        /// The face, where it gives nothing away.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<u16>,
        /// The score.
        score: i32,
        /// Whether it was a real die.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        typed: bool,
        /// What was added to the die, where it gives nothing away.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        terms: Vec<Term>,
        /// How it came about.
        #[serde(default, skip_serializing_if = "Source::is_sheet")]
        source: Source,
    },
    /// Initiative was rolled and no combatant has it yet.
    Offered {
        /// For whom, as typed or as they are called.
        name: String,
        /// What was rolled.
        initiative: Initiative,
        /// Why.
        why: Spare,
    },
    /// A combatant declared a plan.
    Planned {
        /// Who.
        name: String,
        /// What; `None` took it back. Not to be read while it is sealed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plan: Option<Plan>,
        /// Whether it is sealed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        sealed: bool,
        /// The rule by which its stance did not come now, where it was taken all the same.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        out_of_turn: Option<RuleId>,
    },
    /// A combatant tried to give up a declared action for a defense.
    Aborted {
        /// Who.
        name: String,
        /// Whether they defend now.
        changed: bool,
        /// The roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rolled: Option<Rolled>,
    },
    /// A combatant waits.
    Waits {
        /// Who.
        name: String,
        /// For what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<String>,
    },
    /// A combatant who waited acts.
    CutsIn {
        /// Who.
        name: String,
    },
    /// A combatant waited until it was too late.
    WaitedTooLong {
        /// Who.
        name: String,
    },
    /// Points of a pool were spent or came back.
    Spent {
        /// Whose.
        name: String,
        /// The key of the pool.
        pool: String,
        /// How many came back; spent ones are negative.
        by: i32,
        /// How many are left.
        left: i32,
    },
    /// An exchange was declared.
    Declared {
        /// Who acts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Against whom.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        at: Vec<String>,
        /// What is done.
        what: Wording,
    },
    /// A choice in an exchange.
    Chose {
        /// Who chose; `None` is the storyteller.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The question.
        what: Wording,
        /// What was chosen.
        chose: Wording,
    },
    /// A decision of those who run the table about an exchange.
    Ruled {
        /// What the exchange is.
        what: Wording,
        /// Whose number or choice it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The decision, in words.
        words: Wording,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// The newest answer or ruling of an exchange was taken back.
    TakenBack {
        /// What the exchange is.
        what: Wording,
    },
    /// An exchange was given up.
    Withdrawn {
        /// Who acted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What the exchange was.
        what: Wording,
    },
    /// An exchange had a consequence that no number says.
    Told {
        /// Whom it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// In words.
        words: Wording,
        /// The rule.
        rule: RuleId,
    },
    /// What came of an exchange, or of a blow of it.
    Outcome {
        /// A sentence for each whom it concerns.
        words: Vec<Wording>,
        /// What players read in their place; empty where they read the same.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        players: Vec<Wording>,
    },
    /// A person said something.
    Said {
        /// The words.
        text: String,
    },
    /// A condition came, changed or ended.
    Conditioned {
        /// Whose.
        name: String,
        /// The key of the condition.
        key: String,
        /// The condition as it is now; `None` when it has ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        condition: Option<Condition>,
    },
    /// An item came, went, is carried otherwise, or has another number.
    Gear {
        /// Whose.
        name: String,
        /// What the item is called.
        item: String,
        /// What became of it.
        told: ItemTold,
    },
    /// A trait of a sheet has another value.
    TraitSet {
        /// Whose.
        name: String,
        /// The key of the trait.
        key: String,
        /// Its value; `None` is what the system takes where a sheet does not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
        /// What is wrong with them now that was not before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        states: Vec<HealthState>,
    },
    /// A combatant is a creature of another kind.
    KindSet {
        /// Who.
        name: String,
        /// The key of the kind; `None` is the system's first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
        /// What is wrong with them now that was not before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        states: Vec<HealthState>,
    },
    /// A sheet has other words and numbers.
    SheetWritten {
        /// Whose.
        name: String,
        /// What is written, in words: `Dexterity 3, Firearms 2`.
        words: String,
        /// What is wrong with them now that was not before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        states: Vec<HealthState>,
    },
    /// Something about the situation between two was set.
    Situated {
        /// For whom, when they turn on the other.
        from: String,
        /// The other.
        to: String,
        /// What is so: "Distance: 10".
        words: Wording,
    },
    /// One took hold of another, or how firmly changed, or it ended.
    Held {
        /// Who holds.
        by: String,
        /// Who is held.
        on: String,
        /// What the one does to the other: "holds", "aims at".
        word: Wording,
        /// How much; `None` when it has ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<i32>,
    },
    /// What had come due is done.
    CameDue {
        /// Whose.
        name: String,
        /// What was due.
        words: Wording,
        /// The rule that says so.
        rule: RuleId,
    },
    /// The scene is over.
    SceneEnded,
    /// Time passed in the story, or people rested.
    TimePassed {
        /// How much, and how people were looked after: "A night passes".
        words: Wording,
    },
    /// What had come due was let pass.
    Waived {
        /// Whose.
        name: String,
        /// What was due.
        words: Wording,
    },
    /// A house rule was turned.
    HouseRule {
        /// Which.
        key: String,
        /// Whether it is on.
        on: bool,
        /// What is played, in words; empty in lines from before they had any.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        words: String,
        /// The rule that says it; `None` where it is a matter of the table alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<RuleId>,
    },
    /// A house rule was set to one of several, or to a number.
    Set {
        /// Which.
        key: String,
        /// What it is.
        to: Value,
        /// What is played, in words; empty in lines from before they had any.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        words: String,
        /// The rule that says it; `None` where it is a matter of the table alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<RuleId>,
    },
    /// A token was dragged.
    Moved {
        /// Which.
        name: String,
        /// Whether to the bench.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bench: bool,
    },
    /// The order is what the dice said again.
    Sorted,
    /// A turn begins.
    Turn {
        /// The round.
        round: u32,
        /// The part of the round.
        #[serde(default, skip_serializing_if = "Phase::is_act")]
        phase: Phase,
        /// Whose turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Who else acts at the same moment.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<String>,
        /// Who was passed over, being out of the fight.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<String>,
        /// Whether the storyteller went back to it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        back: bool,
    },
    /// An attack's damage was marked.
    Harmed {
        /// Who took it.
        name: String,
        /// How much.
        packet: Packet,
        /// Points that found nothing left to change.
        #[serde(default, skip_serializing_if = "is_zero")]
        excess: u16,
        /// What is wrong with them now that was not before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        states: Vec<HealthState>,
    },
    /// Boxes were turned by hand.
    Marked {
        /// Whose.
        name: String,
        /// The net change of boxes: bashing, lethal, aggravated.
        change: [i32; 3],
        /// The net change of points.
        #[serde(default, skip_serializing_if = "is_none_changed")]
        points: i32,
        /// What is wrong with them now that was not before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        states: Vec<HealthState>,
    },
    /// Dice fell.
    Rolled {
        /// Who rolled.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What for.
        what: Wording,
        /// The pool, term by term.
        terms: Vec<Term>,
        /// Their sum.
        pool: i32,
        /// How the dice were read.
        reading: Reading,
        /// The faces and what they came to.
        rolled: Rolled,
        /// Whether these were real dice.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        typed: bool,
    },
    /// Players see more or less of foes' health.
    FoeHealth {
        /// What they see.
        shown: FoeHealth,
    },
}

/// How an initiative came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// From the sheet.
    #[default]
    Sheet,
    /// From numbers typed into the log, which players may read.
    Typed,
    /// The one before, with something added by hand.
    Adjusted,
    /// One that lay in the log.
    Given,
}

impl Source {
    pub(crate) const fn is_sheet(&self) -> bool {
        matches!(self, Self::Sheet)
    }
}

/// Why an initiative stays in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Spare {
    /// They have rolled this round already.
    Second,
    /// No combatant, or more than one, has that name.
    Nobody,
}

/// What became of an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum ItemTold {
    /// It came to them.
    Given,
    /// It is theirs no more.
    Taken,
    /// Where it is now.
    Carried(Carried),
    /// One of its numbers.
    Number {
        /// The word for it.
        title: Wording,
        /// What it is now; `None` when it has no such number any more.
        now: Option<i32>,
    },
}

const fn is_zero(count: &u16) -> bool {
    *count == 0
}

const fn is_none_changed(points: &i32) -> bool {
    *points == 0
}

/// One entry as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// Its number among all entries, from 1.
    pub(crate) no: u32,
    /// Its number among those players may read; `None` is the storyteller's alone.
    pub(crate) public_no: Option<u32>,
    pub(crate) at: u64,
    pub(crate) by: Actor,
    pub(crate) by_name: Option<String>,
    /// Whether it was done for another person's combatant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) other: bool,
    /// Whether players read it without the sum behind the dice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) veiled: bool,
    pub(crate) what: What,
    /// Who took it back.
    pub(crate) undone: Option<String>,
    /// Boxes turned one after the other by one hand share an entry: whose, and the track
    /// before the first.
    pub(crate) gesture: Option<(CombatantId, Track)>,
}

impl What {
    /// The same as players read it of a foe: what the dice came to, and not what they were thrown
    /// for; of what came of it what they may know.
    pub(crate) fn veiled(mut self) -> Self {
        if let Self::Rolled { terms, pool, .. } = &mut self {
            (*terms, *pool) = (Vec::new(), 0);
        }
        if let Self::Outcome { words, players } = &mut self {
            *words = std::mem::take(players);
        }
        self
    }

    /// The same as it is shown: what a person typed into a roll, up to [`MAX_TYPED`] characters; the rest of it
    /// is one term. So a page of the longest rolls is no heavy page. Nor is what others read in its place.
    pub(crate) fn folded(mut self) -> Self {
        if let Self::Outcome { players, .. } = &mut self {
            players.clear();
        }
        let Self::Rolled { terms, .. } = &mut self else {
            return self;
        };
        let (mut length, mut rest, mut sum) = (0_usize, 0_usize, 0_i32);
        terms.retain(|term| {
            if term.rule.is_none() {
                length = length.saturating_add(term.label.chars().count());
            }
            let stays = term.rule.is_some() || length <= MAX_TYPED;
            if !stays {
                (rest, sum) = (rest.saturating_add(1), sum.saturating_add(term.value));
            }
            stays
        });
        if rest > 0 {
            terms.push(Term::typed(msg::wordings::more(rest), sum));
        }
        self
    }
}
