//! Sample encounters: a table in each state that a screen can show, for the page of all components.

mod cast;
mod evening;

pub use self::cast::PLAYER;
use self::cast::{add_combatants, begin_fight};
use self::evening::{build_answered, build_asked, build_evening};
use super::command::{AnswerInput, Command, Declaration};
use super::demo::{DemoRun, STORYTELLER, STORYTELLER_ACTOR};
use super::refusal::Refusal;
use super::{Class, Encounter, View};
use crate::base::dice::Dice;
use crate::base::id::CommandId;
use crate::base::seat::Role;
use crate::base::text::Name;
use crate::character::track::{DamagePacket, Severity};
use crate::demo_script::SampleCrowd;
use crate::exchange::{ExchangeStep, Intent};
use crate::ruleset::SystemId;

/// Time of the first record of a sample, in milliseconds since 1970.
const BEGUN_AT: u64 = 1_700_000_000_000;

/// State of a table that a sample shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// Nobody but the people in their seats.
    Empty,
    /// A fight that has not begun, with a character whom nobody plays yet.
    Unclaimed,
    /// Twenty combatants with the longest names, a group, hidden ones, marks of every kind, and some who are out.
    Crowd,
    /// An attack that waits for its target's defense.
    Question,
    /// An exchange that is over, with what came of it.
    Outcome,
    /// A fight that has ended.
    Over,
    /// Places with a hidden one among them, clocks, handouts and a whisper.
    Evening,
    /// A roll that is asked for, and that one of three has made.
    Asked,
    /// An asked roll that all have made.
    Answered,
}

impl Sample {
    /// All samples in the order in which they are listed.
    pub const ALL: [Self; 9] = [
        Self::Empty,
        Self::Unclaimed,
        Self::Crowd,
        Self::Question,
        Self::Outcome,
        Self::Over,
        Self::Evening,
        Self::Asked,
        Self::Answered,
    ];

    /// Returns the key of the sample in addresses.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Unclaimed => "unclaimed",
            Self::Crowd => "crowd",
            Self::Question => "question",
            Self::Outcome => "outcome",
            Self::Over => "over",
            Self::Evening => "evening",
            Self::Asked => "asked",
            Self::Answered => "answered",
        }
    }

    /// Returns the sample with a key, if there is one.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sample| sample.key() == key)
    }

    /// Returns a rule system that has the script of the sample.
    fn system(self) -> SystemId {
        let script = |system: &SystemId| system.rules().lists().demo_script;
        let has_script = |system: &SystemId| match self {
            Self::Question | Self::Outcome => script(system).attack.is_some(),
            Self::Evening | Self::Asked | Self::Answered => script(system).evening.is_some(),
            _ => script(system).crowd.is_some(),
        };
        let mut all = SystemId::ALL.iter().copied();
        all.find(has_script).unwrap_or(SystemId::FIRST)
    }

    /// Builds the encounter, the same each time.
    ///
    /// # Errors
    ///
    /// None in practice, because nothing in a sample is refused.
    pub fn build(self) -> Result<Encounter, Refusal> {
        let mut commands = 0_u64;
        let id = || {
            commands += 1;
            CommandId::from_bytes(u128::from(commands).to_be_bytes())
        };
        let mut dice = CountingDice(0);
        let title = Name::new("The Wharf, midnight")?;
        let mut run = DemoRun::begin(title, self.system(), BEGUN_AT, id, &mut dice);
        run.sit(STORYTELLER, "Mara", Role::Storyteller)?;
        run.sit(PLAYER, "Ben", Role::Player)?;
        match self {
            Self::Empty => {}
            Self::Unclaimed => add_combatants(&mut run, find_crowd()?.cast)?,
            Self::Crowd => build_crowd(&mut run)?,
            Self::Question => build_attack(&mut run)?,
            Self::Outcome => build_outcome(&mut run)?,
            Self::Over => build_end(&mut run)?,
            Self::Evening => build_evening(&mut run)?,
            Self::Asked => build_asked(&mut run)?,
            Self::Answered => build_answered(&mut run)?,
        }
        Ok(run.encounter)
    }
}

/// Deals damage to the combatant with this name.
fn harm_combatant(
    run: &mut DemoRun<'_, impl FnMut() -> CommandId>,
    name: &str,
    points: &[(Severity, u16)],
) -> Result<(), Refusal> {
    let id = run.find_combatant(name)?;
    let mut packet = DamagePacket::default();
    for (severity, points) in points {
        *packet.get_mut(*severity) = *points;
    }
    run.give_command(STORYTELLER_ACTOR, Command::Harm { id, packet })
}

/// Returns the fight of many combatants that a rule system's demo script has.
fn find_crowd() -> Result<&'static SampleCrowd, Refusal> {
    let script = Sample::Crowd.system().rules().lists().demo_script;
    script.crowd.ok_or(Refusal::NothingToDo)
}

/// Builds the fight of twenty.
fn build_crowd(run: &mut DemoRun<'_, impl FnMut() -> CommandId>) -> Result<(), Refusal> {
    let crowd = find_crowd()?;
    add_combatants(run, crowd.cast)?;
    run.add(crowd.group, true)?;
    begin_fight(run, crowd.played)?;
    for (name, points) in crowd.harm {
        harm_combatant(run, name, points)?;
    }
    let (name, text) = crowd.note;
    let (id, text) = (run.find_combatant(name)?, text.into());
    run.give_command(STORYTELLER_ACTOR, Command::Note { id, text })?;
    for _ in 0..3 {
        run.next_turn()?;
    }
    Ok(())
}

/// Builds an attack up to the question to its target.
fn build_attack(run: &mut DemoRun<'_, impl FnMut() -> CommandId>) -> Result<(), Refusal> {
    let script = Sample::Question.system().rules().lists().demo_script;
    let attack = script.attack.ok_or(Refusal::NothingToDo)?;
    add_combatants(run, attack.cast)?;
    begin_fight(run, attack.at)?;
    let by = run.find_combatant(attack.by)?;
    let declared = Declaration {
        at: vec![run.find_combatant(attack.at)?],
        anyway: true,
        throws: true,
        ..Declaration::without_target(by, Intent::of(attack.maneuver))
    };
    run.give_command(STORYTELLER_ACTOR, Command::Declare(Box::new(declared)))
}

/// Most questions of an attack.
const MAX_QUESTIONS: u8 = 8;

/// Builds an attack that nobody defends against, with all dice rolled, and what came of it.
fn build_outcome(run: &mut DemoRun<'_, impl FnMut() -> CommandId>) -> Result<(), Refusal> {
    build_attack(run)?;
    for _ in 0..MAX_QUESTIONS {
        let view = View::of(&run.encounter, Class::Storyteller);
        let mut open = view.exchanges.values();
        let asked =
            open.find_map(|it| Some((it.id, it.next.as_ref()?.questions().first()?.clone())));
        let Some((exchange, question)) = asked else {
            break;
        };
        let (slot, answer) = match question {
            ExchangeStep::Choose { slot, .. } => (slot, AnswerInput::Chose("none".into())),
            ExchangeStep::Number { slot, range, .. } => (slot, AnswerInput::Number(range.0)),
            ExchangeStep::Roll { slot, .. } => (slot, build_roll_answer()),
            ExchangeStep::Several(_) => break,
        };
        let answer = Command::Answer {
            exchange,
            slot,
            answer,
            throws: false,
        };
        run.give_command(STORYTELLER_ACTOR, answer)?;
    }
    Ok(())
}

/// Returns the answer to a question of an exchange that rolls the asked dice.
const fn build_roll_answer() -> AnswerInput {
    AnswerInput::Roll {
        bought: Vec::new(),
        faces: None,
    }
}

/// Builds a fight and its end.
fn build_end(run: &mut DemoRun<'_, impl FnMut() -> CommandId>) -> Result<(), Refusal> {
    build_crowd(run)?;
    run.give_command(STORYTELLER_ACTOR, Command::EndScene)
}

/// Dice whose faces count up, so that samples look the same each time.
struct CountingDice(u16);

impl Dice for CountingDice {
    fn roll_die(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_add(1);
        self.0
            .wrapping_mul(7)
            .checked_rem(sides)
            .unwrap_or_default()
            .saturating_add(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encounter::PrivateView;

    #[test]
    fn every_sample_can_be_built_and_is_the_same_each_time() {
        for sample in Sample::ALL {
            let [one, two] = [(); 2].map(|()| sample.build().expect("a sample"));
            assert_eq!(one, two, "{}", sample.key());
            assert_eq!(Sample::from_key(sample.key()), Some(sample));
        }
        let crowd = Sample::Crowd.build().expect("a sample");
        assert_eq!(crowd.combatants.values().count(), 20);
        let question = Sample::Question.build().expect("a sample");
        assert!(!question.exchanges.is_empty());
        let outcome = Sample::Outcome.build().expect("a sample");
        let view = View::of(&outcome, Class::Table);
        assert!(view.exchanges.values().all(|it| it.next.is_none()));
    }

    #[test]
    fn an_evening_hides_from_players_what_they_do_not_know() {
        let evening = Sample::Evening.build().expect("a sample");
        let places = |class| {
            let scene = View::of(&evening, class).scene.expect("a scene");
            scene.plan.locations.len()
        };
        assert_eq!(places(Class::Storyteller), places(Class::Table) + 1);
        let clocks = |class| View::of(&evening, class).clocks.expect("clocks").len();
        assert_eq!(clocks(Class::Storyteller), clocks(Class::Table) + 1);
        let private = PrivateView::of(&evening, PLAYER);
        assert_eq!((private.handouts.len(), private.log.len()), (3, 1));
        for (sample, made) in [(Sample::Asked, 1), (Sample::Answered, 3)] {
            let asked = sample.build().expect("a sample");
            let asks = View::of(&asked, Class::Table).asks.expect("an ask");
            let answers = asks.iter().flat_map(|ask| &ask.answers);
            assert_eq!(answers.filter(|answer| answer.made).count(), made);
        }
    }
}
