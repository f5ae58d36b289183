//! Cache of the encounter histories viewed recently, so that a log is not read again for each step.

use std::sync::{Arc, Mutex};

use rules::base::id::EncounterId;
use rules::encounter::replay::past::{Past, StepNavigation};
use rules::encounter::{Class, Encounter};
use tokio::sync::{Mutex as InTurn, OwnedMutexGuard};

use crate::http::error::HttpError;
use crate::http::fair_share::FairSemaphore;
use crate::lock;
use crate::store::{EncounterInfo, Store, StoreError};

/// Maximum number of encounter histories cached at once. For one more, the one viewed longest ago is dropped.
const MAX_CACHED: usize = 4;
/// Records in memory at once while a log is read.
const RECORDS_PER_PAGE: u32 = 500;

/// A cached history, locked while it is read or extended.
type CacheEntry = Arc<InTurn<Option<Past>>>;

/// Cache of the histories of encounters, for the pages of the past, the most recently viewed last.
#[derive(Debug, Default)]
pub(crate) struct PastCache(Mutex<Vec<(EncounterId, CacheEntry)>>);

/// A history read up to the last committed record, or to the first damaged one. It is locked: other viewers wait.
pub(crate) struct LoadedPast {
    past: OwnedMutexGuard<Option<Past>>,
    is_damaged: bool,
}

impl LoadedPast {
    /// Returns the history that was read of the encounter.
    pub(crate) fn past(&self) -> Result<&Past, HttpError> {
        self.past.as_ref().ok_or(HttpError::Broken)
    }

    /// Whether the log is damaged after the end of this history.
    pub(crate) const fn is_damaged(&self) -> bool {
        self.is_damaged
    }
}

impl PastCache {
    /// Returns the cache entry of an encounter, and moves it to the end.
    fn entry(&self, id: EncounterId) -> CacheEntry {
        let mut kept = lock(&self.0);
        let at = kept.iter().position(|(of, _)| *of == id);
        let found = at.map(|at| kept.remove(at).1).unwrap_or_default();
        if kept.len() >= MAX_CACHED {
            kept.remove(0);
        }
        kept.push((id, Arc::clone(&found)));
        found
    }

    /// Reads the history of an encounter up to the last committed record. Reading a log takes a core for a while:
    /// `cores` limits how many run at once.
    pub(crate) async fn load(
        &self,
        scene: &EncounterInfo,
        store: &dyn Store,
        cores: &FairSemaphore,
    ) -> Result<LoadedPast, HttpError> {
        // Read first, so that the log has at least as much later.
        let promised = store.acknowledged_seq(scene.id).await?;
        let mut shared = self.entry(scene.id).lock_owned().await;
        let fresh = || Past::new(Encounter::new(scene.title.clone(), scene.system));
        loop {
            let read = shared.as_ref().map_or(0, Past::record_count);
            let (page, mut is_damaged) = match store.records(scene.id, read, RECORDS_PER_PAGE).await
            {
                // The records before the damage are shown.
                Err(StoreError::Damaged(_)) => (Vec::new(), true),
                page => (page?, false),
            };
            if page.is_empty() && shared.is_some() {
                is_damaged |= promised > read;
                let past = shared;
                return Ok(LoadedPast { past, is_damaged });
            }
            let _turn = cores.acquire().await?;
            // While it is extended it is taken out: a cancelled task leaves nothing half done.
            let mut past = shared.take().unwrap_or_else(fresh);
            let follow = move || {
                page.iter()
                    .for_each(|(_, record)| past.apply_record(record));
                past
            };
            let followed = tokio::task::spawn_blocking(follow).await;
            *shared = Some(followed.map_err(|_| HttpError::Broken)?);
        }
    }
}

/// Reconstructs the encounter as it was at a step that a class of readers can view.
pub(crate) async fn encounter_at(
    read: LoadedPast,
    (class, step): (Class, u32),
    scene: &EncounterInfo,
    store: &dyn Store,
) -> Result<Encounter, HttpError> {
    let way: StepNavigation = read
        .past()?
        .navigate_to(class, step)
        .ok_or(HttpError::NotHere)?;
    // Unlocks the history for other viewers.
    drop(read);
    let mut way = way;
    loop {
        let (behind, missing) = way.missing_records();
        let most = u32::try_from(missing)
            .unwrap_or(RECORDS_PER_PAGE)
            .min(RECORDS_PER_PAGE);
        if most == 0 {
            return way.into_encounter().ok_or(HttpError::Broken);
        }
        let page = store.records(scene.id, behind, most).await?;
        if page.is_empty() {
            return Err(HttpError::NotHere);
        }
        let follow = move || {
            page.iter().for_each(|(_, record)| way.apply_record(record));
            way
        };
        let followed = tokio::task::spawn_blocking(follow).await;
        way = followed.map_err(|_| HttpError::Broken)?;
    }
}
