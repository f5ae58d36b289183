//! Test oracle: the durable log, replayed from its beginning, and every state that readers may have seen.

use std::collections::BTreeSet;
use std::sync::Arc;

use rules::base::id::CommandId;
use rules::encounter::feature::Said;
use rules::encounter::{Class, Encounter, Event, Record, View};
use server::store::EncounterInfo;

use crate::store::{SimulatedRow, StoreContents};

/// Log that a simulated history must end with, and the views it produces.
pub(crate) struct Oracle {
    encounter: Encounter,
    commands: Vec<CommandId>,
    ids: BTreeSet<CommandId>,
    words: BTreeSet<String>,
    /// Views of the storyteller and of the players after each transaction.
    views: Vec<[View; 2]>,
}

impl Oracle {
    /// Creates the expected state of an encounter, with an empty log.
    pub(crate) fn new(scene: &EncounterInfo) -> Self {
        let encounter = Encounter::new(scene.title.clone(), scene.system);
        let views = vec![Class::ALL.map(|class| View::of(&encounter, class))];
        Self {
            encounter,
            commands: Vec::new(),
            ids: BTreeSet::new(),
            words: BTreeSet::new(),
            views,
        }
    }

    /// Number of the last durable record.
    pub(crate) fn last_seq(&self) -> u64 {
        self.commands.len() as u64
    }

    /// Whether the log contains this command.
    pub(crate) fn has_command(&self, id: CommandId) -> bool {
        self.ids.contains(&id)
    }

    /// Whether the log contains this text.
    pub(crate) fn has_words(&self, words: &str) -> bool {
        self.words.contains(words)
    }

    /// Appends durable records to the expected log. Fails if a number is skipped, or a command or a text occurs twice.
    pub(crate) fn append_durable(&mut self, rows: &[Arc<SimulatedRow>]) -> Result<(), String> {
        for row in rows {
            let record = row.to_record().map_err(|error| error.to_string())?;
            let next = self.last_seq() + 1;
            if row.seq != next {
                return Err(format!("record {} where {next} comes next", row.seq));
            }
            if !self.ids.insert(record.command) {
                return Err(format!("{} was done twice", record.command));
            }
            for words in spoken_words(&record) {
                if !self.words.insert(words.clone()) {
                    return Err(format!("\"{words}\" was done twice"));
                }
            }
            self.commands.push(record.command);
            self.encounter.apply(&record);
        }
        if !rows.is_empty() {
            let encounter = &self.encounter;
            self.views
                .push(Class::ALL.map(|class| View::of(encounter, class)));
        }
        Ok(())
    }

    /// Compares the log with the records a starting program finds: no durable record may be missing. Further records
    /// that were never acknowledged may exist; returns their number.
    pub(crate) fn verify_recovered(&mut self, rows: &[Arc<SimulatedRow>]) -> Result<u64, String> {
        let found = rows.iter().map(|row| row.command);
        let found: Vec<CommandId> = found.collect();
        if !found.starts_with(&self.commands) {
            let same = found.iter().zip(&self.commands);
            let same = same.take_while(|(found, kept)| found == kept).count();
            return Err(format!(
                "record {} of {} is lost",
                same + 1,
                self.commands.len()
            ));
        }
        let more = rows.get(self.commands.len()..).unwrap_or_default();
        self.append_durable(more)?;
        Ok(more.len() as u64)
    }

    /// Returns the index of the earliest state, not before `before`, that equals the view a viewer sees.
    pub(crate) fn find_moment(&self, class: Class, before: usize, seen: &View) -> Option<usize> {
        let which = usize::from(class != Class::ALL[0]);
        let moments = self.views.iter().enumerate().skip(before);
        let mut same = moments.filter(|(_, views)| views[which] == *seen);
        same.next().map(|(moment, _)| moment)
    }

    /// Returns the view of a viewer who has seen everything.
    pub(crate) fn final_view(&self, class: Class) -> View {
        View::of(&self.encounter, class)
    }

    /// Checks that the stored snapshot and records lead to the state of the whole log.
    pub(crate) fn verify_contents(&self, contents: &StoreContents) -> Result<(), String> {
        if contents.rows.len() != self.commands.len() {
            return Err(format!(
                "{} records, and {} were kept",
                contents.rows.len(),
                self.commands.len()
            ));
        }
        let Some(kept) = &contents.snapshot else {
            return Ok(());
        };
        let mut encounter: Encounter =
            serde_json::from_str(&kept.body).map_err(|error| error.to_string())?;
        for row in contents
            .rows
            .iter()
            .skip(usize::try_from(kept.seq).unwrap_or(0))
        {
            encounter.apply(&row.to_record().map_err(|error| error.to_string())?);
        }
        match serde_json::to_value(&encounter).ok() == serde_json::to_value(&self.encounter).ok() {
            true => Ok(()),
            false => Err("a snapshot and what came behind it are not the whole log".into()),
        }
    }
}

/// Returns the texts said and the labels of the rolls in a record.
fn spoken_words(record: &Record) -> impl Iterator<Item = String> {
    record.events.iter().filter_map(|event| match event {
        Event::Said(Said { text }) => Some(text.clone()),
        Event::Rolled(roll) => Some(roll.what.to_string()),
        _ => None,
    })
}
