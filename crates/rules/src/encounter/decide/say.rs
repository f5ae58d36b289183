//! Lines typed into the log: talk, and the chat commands of a system.

use super::Decision;
use crate::chat;
use crate::dice::{Dice, Seen};
use crate::encounter::combatant::Combatant;
use crate::encounter::command::{AskedTerm, RollAsk, Whose};
use crate::encounter::event::Event;
use crate::encounter::feature::{InitiativeOffered, Said};
use crate::encounter::limits::MAX_LINE;
use crate::encounter::log::Spare;
use crate::encounter::quick_add::LineError;
use crate::encounter::refusal::Refusal;
use crate::id::CombatantId;
use crate::initiative::Initiative;
use crate::messages::encounter as msg;
use crate::seat::Role;
use crate::term::Term;
use crate::text::{self, MAX_NAME, TextError};
use crate::typed::{ChatError, RollLine, Typed};

impl Decision<'_> {
    /// Handles a typed line: talk, a roll, or initiative.
    pub(super) fn say(
        &self,
        line: &str,
        who: Option<CombatantId>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let said = text::line(line, MAX_LINE).map_err(|error| match error {
            TextError::TooLong => Refusal::Line(LineError::TooLong),
            error => Refusal::Text(error),
        })?;
        let rules = self.state.rules();
        if !chat::is_command(line, rules) {
            return Ok(vec![Event::Said(Said { text: said })]);
        }
        let sender = match who {
            Some(id) => Some(self.find_own(id)?),
            None => self.only_own(),
        };
        let ask = match sender {
            Some(sender) => self.with_fighter(sender, |fighter| {
                chat::read(line, rules, Some(fighter), fighter.house)
            }),
            None => chat::read(line, rules, None, &self.state.house),
        };
        match ask? {
            Typed::Roll(roll) => self.roll(&asked(sender, *roll), dice),
            Typed::Plain(line) => self.plain(sender, *line, dice),
            Typed::OwnInitiative => {
                let sender = sender.ok_or_else(no_character)?;
                if self.rolled_already(sender) {
                    let die = Seen::by_players(self.players_see(sender), dice)
                        .die(rules.initiative_die());
                    let rolled = self.with_fighter(sender, |who| rules.initiative(who, die));
                    return Ok(vec![second(sender, rolled)]);
                }
                self.roll_initiative(Whose::One(sender.id), None, dice)
            }
            Typed::TypedInitiative { name, terms } => {
                let (whose, public) = match &name {
                    None => (sender, true),
                    Some(name) => self.named(name)?,
                };
                self.typed(whose, name, public, &terms, dice)
            }
        }
    }

    /// Makes an initiative of typed terms: for a combatant, or as an offer in the log that players read if it is
    /// `public`.
    fn typed(
        &self,
        whose: Option<&Combatant>,
        name: Option<String>,
        public: bool,
        terms: &[Term],
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let rules = self.state.rules();
        let shown = whose.map_or(public && !self.state.unseen, |who| self.players_see(who));
        let thrown = |dice: &mut dyn Dice| {
            let die = Seen::by_players(shown, dice).die(rules.initiative_die());
            rules.typed_initiative(terms.to_vec(), die)
        };
        match whose {
            None => {
                let sender = self.person.map(|(_, seat)| seat.name.to_string());
                Ok(vec![Event::InitiativeOffered(InitiativeOffered {
                    name: name.or(sender).unwrap_or_default(),
                    public,
                    initiative: thrown(dice),
                    why: Spare::Nobody,
                })])
            }
            Some(who) if self.rolled_already(who) => Ok(vec![second(who, thrown(dice))]),
            Some(who) => self.typed_initiative(who, terms, dice),
        }
    }

    /// Finds the one combatant of a typed name that the sender may know of and roll for, and whether players may read
    /// of it. The combatant is `None` where the name has no match or several.
    ///
    /// Hidden combatants match only where no visible one has that name: what players read must not tell that a
    /// combatant they cannot see has it too.
    fn named(&self, name: &str) -> Result<(Option<&Combatant>, bool), Refusal> {
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
            .filter(|who| self.find(who.id).is_ok())
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

    /// Whether a combatant has an initiative that a later roll does not replace.
    fn rolled_already(&self, who: &Combatant) -> bool {
        let replaces = self.state.rules().later_roll_replaces(&self.state.house);
        who.initiative.is_some() && !replaces
    }

    /// Returns the only combatant of the sender, if they have exactly one.
    fn only_own(&self) -> Option<&Combatant> {
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
fn no_character() -> Refusal {
    Refusal::Chat(ChatError::new("no_character", msg::PICK_A_CHARACTER_FIRST))
}

/// Builds the event of a second initiative, which stays in the log as an offer.
fn second(who: &Combatant, initiative: Initiative) -> Event {
    Event::InitiativeOffered(InitiativeOffered {
        name: who.full_name(),
        public: !who.hidden,
        initiative,
        why: Spare::Second,
    })
}

/// Converts a typed roll to the request that the roll panel would send.
fn asked(sender: Option<&Combatant>, roll: RollLine) -> RollAsk {
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
    let what = match (roll.what, parts) {
        (Some(what), _) => what,
        (None, parts) if parts.is_empty() => msg::A_ROLL.into(),
        (None, parts) => parts,
    };
    let terms = roll.terms.into_iter();
    RollAsk {
        id: sender.map(|sender| sender.id),
        what: what.chars().take(MAX_NAME).collect(),
        terms: terms
            .map(|(label, value)| AskedTerm { label, value })
            .collect(),
        reading: roll.reading,
        hidden: roll.hidden,
        bare: false,
        faces: None,
    }
}
