//! Markers: words that must not be in what players get.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::base::id::CombatantId;
use rules::base::seat::Actor;
use rules::character::phase::Phase;
use rules::encounter::{Class, Command, diff};
use rules::ruleset::house_rules::{HouseRules, SEALED};
use testkit::table::{ST, Table};

use crate::recipe::{anything, recipes, systems};
use crate::{cases, json};

proptest! {
    #![proptest_config(cases(32))]

    /// Neither id nor name nor note of a hidden combatant, nor what they roll for, mean to do or
    /// wait for, is anywhere in what players get.
    #[test]
    fn hidden_is_absent(system in systems(), recipes in recipes(120)) {
        let mut table = Table::with_system(system);
        let mut shown = BTreeSet::new();
        for (nth, recipe) in recipes.into_iter().enumerate() {
            let (by, mut command) = anything(recipe, &table);
            let rows = table.view(Class::Storyteller).rows;
            let veiled = |id: &CombatantId| rows.get(id).is_some_and(|row| row.hidden);
            match &mut command {
                Command::Add { line, hidden, .. } if *hidden || line.contains("hidden") => {
                    *hidden = true;
                    *line = format!("Veil{nth}z");
                }
                Command::Rename { id, name } if veiled(id) => *name = format!("Veil{nth}"),
                Command::Note { id, text } if veiled(id) => *text = format!("whisper{nth}z"),
                Command::Roll(ask) if ask.hidden || ask.id.as_ref().is_some_and(veiled) => {
                    ask.what = format!("murmur{nth}z");
                }
                Command::Plan { id, plan: Some(plan) } if veiled(id) => {
                    plan.words = format!("murmur{nth}z");
                }
                Command::Wait { id, until } if veiled(id) => *until = format!("murmur{nth}z"),
                Command::Say { line, who: Some(id) } if veiled(id) && line.starts_with("/roll 3") => {
                    *line = format!("/roll 3 # murmur{nth}z");
                }
                // What was said before a combatant came into sight is in the open with them.
                Command::Reveal { .. } => continue,
                _ => {}
            }
            let before = table.view(Class::Table);
            let answer = table.give(by, command);
            let after = table.view(Class::Table);
            let sent = json(&diff(&before, &after)) + &json(&after);
            let told = answer.as_ref().err().map(json).unwrap_or_default();
            prop_assert!(!sent.contains("murmur"));
            shown.extend(after.rows.keys().copied());
            for row in table.view(Class::Storyteller).rows.values().filter(|row| row.hidden) {
                prop_assert!(!sent.contains(&row.id.to_string()) || before.rows.contains_key(&row.id));
                prop_assert!(!json(&after).contains(&row.id.to_string()));
                if !shown.contains(&row.id) {
                    prop_assert!(!sent.contains(&row.name));
                    prop_assert!(row.note.as_ref().is_none_or(|note| !sent.contains(note)));
                    prop_assert!(by == ST || by == Actor::Server || !told.contains(&row.name));
                }
            }
        }
    }

    /// Only those who run the table read what was declared before all have.
    #[test]
    fn sealed_is_absent(system in systems(), recipes in recipes(160)) {
        let mut table = Table::with_system(system);
        let seal = Command::HouseRule { key: SEALED.into(), on: true };
        if table.give(ST, seal).is_err() {
            // Nothing is declared before it is done.
            prop_assert!(!system.rules().round_phases(&HouseRules::default()).contains(&Phase::Declare));
            return Ok(());
        }
        // What all have declared is public, and stays in the log when the storyteller goes back to before that.
        let mut public = BTreeSet::new();
        for (nth, recipe) in recipes.into_iter().enumerate() {
            let (by, mut command) = anything(recipe, &table);
            let given = match &mut command {
                Command::Propose { command } => &mut **command,
                given => given,
            };
            match given {
                Command::Plan { plan: Some(plan), .. } => plan.words = format!("oath{nth}z"),
                Command::HouseRule { .. } | Command::Set { .. } => continue,
                _ => {}
            }
            let before = table.view(Class::Table);
            let _ = table.give(by, command);
            let (all, after) = (table.view(Class::Storyteller), table.view(Class::Table));
            let sent = json(&diff(&before, &after)) + &json(&after);
            for row in all.rows.values().filter(|row| row.sealed) {
                let plan = row.plan.as_ref().expect("those who run the table read it");
                let words = plan.words.as_ref().map(|words| format!("\"{words}\""));
                let words = words.filter(|words| !public.contains(words));
                prop_assert!(words.is_none_or(|words| !sent.contains(&words)));
                let known = after.rows.get(&row.id);
                prop_assert!(known.is_none_or(|row| row.sealed && row.plan.is_none()));
            }
            let open = after.rows.values().filter_map(|row| row.plan.as_ref()?.words.as_ref());
            public.extend(open.map(|words| format!("\"{words}\"")));
        }
    }
}
