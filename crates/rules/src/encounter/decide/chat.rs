//! Lines typed into the log: talk, and the chat commands of a system.

use super::Decision;
use crate::base::dice::{Dice, VisibleDice};
use crate::base::id::CombatantId;
use crate::base::seat::Role;
use crate::base::term::Term;
use crate::base::text::{self, MAX_NAME, TextError};
use crate::character::initiative::Initiative;
use crate::chat;
use crate::chat_command::{ChatCommand, ChatError, RollLine};
use crate::encounter::combatant::Combatant;
use crate::encounter::command::{InitiativeTarget, RollInput, TermInput};
use crate::encounter::event::Event;
use crate::encounter::feature::{InitiativeOffered, Said};
use crate::encounter::limits::MAX_QUICK_ADD_LINE;
use crate::encounter::log::UnassignedReason;
use crate::encounter::quick_add::QuickAddError;
use crate::encounter::refusal::Refusal;
use crate::messages::encounter as msg;

impl Decision<'_> {
    /// Handles a line of talk, a roll, or an initiative typed into the chat.
    pub(super) fn handle_line(
        &self,
        line: &str,
        who: Option<CombatantId>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let said = text::clean_line(line, MAX_QUICK_ADD_LINE).map_err(|error| match error {
            TextError::TooLong => Refusal::Line(QuickAddError::TooLong),
            error => Refusal::Text(error),
        })?;
        let rules = self.state.rules();
        if let Some(whisper) = self.read_whisper(&said) {
            return whisper;
        }
        if !chat::is_command(line, rules) {
            return Ok(vec![Event::Said(Said { text: said })]);
        }
        let sender = match who {
            Some(id) => Some(self.find_own_combatant(id)?),
            None => self.single_own_combatant(),
        };
        let ask = match sender {
            Some(sender) => self.with_fighter(sender, |fighter| {
                chat::parse_command(line, rules, Some(fighter), fighter.house)
            }),
            None => chat::parse_command(line, rules, None, &self.state.house),
        };
        match ask? {
            ChatCommand::Roll(roll) => self.make_roll(&to_roll_ask(sender, *roll), dice),
            ChatCommand::Plain(line) => self.roll_plain(sender, *line, dice),
            ChatCommand::OwnInitiative => {
                let sender = sender.ok_or_else(no_character_refusal)?;
                if self.has_final_initiative(sender) {
                    let die = VisibleDice::with_visibility(self.is_roll_public(sender), dice)
                        .roll_die(rules.facts().die_sides);
                    let rolled =
                        self.with_fighter(sender, |who| rules.initiative_for_die(who, die));
                    return Ok(vec![second_initiative_event(sender, rolled)]);
                }
                self.roll_initiative(InitiativeTarget::One(sender.id), None, dice)
            }
            ChatCommand::TypedInitiative { name, terms } => {
                let (whose, public) = match &name {
                    None => (sender, true),
                    Some(name) => self.find_by_typed_name(name)?,
                };
                self.offer_typed_initiative(whose, name, public, &terms, dice)
            }
        }
    }

    /// Makes an initiative of typed terms for the combatant `whose`, or for nobody as an offer in
    /// the log, which players read if it is `public`.
    fn offer_typed_initiative(
        &self,
        whose: Option<&Combatant>,
        name: Option<String>,
        public: bool,
        terms: &[Term],
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let rules = self.state.rules();
        let shown = whose.map_or(public && !self.state.unseen, |who| self.is_roll_public(who));
        let thrown = |dice: &mut dyn Dice| {
            let die = VisibleDice::with_visibility(shown, dice).roll_die(rules.facts().die_sides);
            rules.typed_initiative(terms.to_vec(), die)
        };
        match whose {
            None => {
                let sender = self.person.map(|(_, seat)| seat.name.to_string());
                Ok(vec![Event::InitiativeOffered(InitiativeOffered {
                    name: name.or(sender).unwrap_or_default(),
                    public,
                    initiative: thrown(dice),
                    why: UnassignedReason::Nobody,
                })])
            }
            Some(who) if self.has_final_initiative(who) => {
                Ok(vec![second_initiative_event(who, thrown(dice))])
            }
            Some(who) => self.assign_typed_initiative(who, terms, dice),
        }
    }

    /// Finds the one combatant of a typed name that the sender may know of and roll for, and whether players may read
    /// of it. The combatant is `None` where the name has no match or several.
    ///
    /// Hidden combatants match only where no visible one has that name: what players read must not tell that a
    /// combatant they cannot see has it too.
    fn find_by_typed_name(&self, name: &str) -> Result<(Option<&Combatant>, bool), Refusal> {
        let rules = self.state.rules();
        if !self.can_run_table() && !rules.players_roll_for_unowned(&self.state.house) {
            return Err(Refusal::Chat(ChatError::new(
                "storyteller_only",
                msg::ONLY_THE_STORYTELLER_ROLLS_FOR,
            )));
        }
        let me = self.person.map(|(seat, _)| seat);
        let known = self.state.combatants.values();
        let known = known
            .filter(|who| self.find_known_combatant(who.id).is_ok())
            .filter(|who| who.full_name().eq_ignore_ascii_case(name));
        let (hidden, shown): (Vec<&Combatant>, Vec<&Combatant>) = known.partition(|who| who.hidden);
        let public = !shown.is_empty() || hidden.is_empty();
        let found = match if public { &shown } else { &hidden }[..] {
            [one] => Some(one),
            _ => None,
        };
        // Another player's combatant rolls for themselves.
        let may = |who: &&Combatant| self.can_run_table() || who.owner.is_none() || who.owner == me;
        Ok((found.filter(may), public))
    }

    /// Whether a combatant has an initiative already, and the rules let no later roll replace it.
    fn has_final_initiative(&self, who: &Combatant) -> bool {
        let replaces = self.state.rules().later_roll_replaces(&self.state.house);
        who.initiative.is_some() && !replaces
    }

    /// Returns the only combatant of the sender, if they have exactly one.
    fn single_own_combatant(&self) -> Option<&Combatant> {
        let (seat, person) = self.person?;
        if person.role != Role::Player {
            return None;
        }
        let mut own = self.state.combatants.values();
        let mut own = own
            .by_ref()
            .filter(|who| who.owner == Some(seat) && !who.hidden);
        own.next().filter(|_| own.next().is_none())
    }
}

/// Builds the refusal that asks to pick a character first.
fn no_character_refusal() -> Refusal {
    Refusal::Chat(ChatError::new("no_character", msg::PICK_A_CHARACTER_FIRST))
}

/// Builds the event of a second initiative, which stays in the log as an offer.
fn second_initiative_event(who: &Combatant, initiative: Initiative) -> Event {
    Event::InitiativeOffered(InitiativeOffered {
        name: who.full_name(),
        public: !who.hidden,
        initiative,
        why: UnassignedReason::Second,
    })
}

/// Converts a typed roll to the request that the roll panel would send.
fn to_roll_ask(sender: Option<&Combatant>, roll: RollLine) -> RollInput {
    let mut parts = String::new();
    for (label, value) in &roll.terms {
        let sign = match (parts.is_empty(), *value < 0) {
            (true, false) => "",
            (true, true) => "−",
            (false, false) => " + ",
            (false, true) => " − ",
        };
        let part = match label.as_str() {
            "Typed" => value.unsigned_abs().to_string(),
            label => label.to_owned(),
        };
        parts.push_str(sign);
        parts.push_str(&part);
    }
    let what = match (roll.purpose, parts) {
        (Some(what), _) => what,
        (None, parts) if parts.is_empty() => msg::A_ROLL.into(),
        (None, parts) => parts,
    };
    let terms = roll.terms.into_iter();
    RollInput {
        id: sender.map(|sender| sender.id),
        what: what.chars().take(MAX_NAME).collect(),
        terms: terms
            .map(|(label, value)| TermInput { label, value })
            .collect(),
        reading: roll.reading,
        hidden: roll.hidden,
        bare: false,
        faces: None,
    }
}
