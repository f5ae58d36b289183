//! Reads a whole log from its first record on, for the pages that summarize it.

use rules::encounter::Record;
use rules::messages::Text;
use rules::messages::served as msg;

use crate::App;
use crate::http::error::HttpError;
use crate::store::{EncounterInfo, StoreError};

/// Number of log records that are in memory at once while a log is read.
const RECORDS_PER_PAGE: u32 = 500;

/// Sentence on a page that shows only what comes before the damage.
pub(crate) const DAMAGED: Text = msg::THE_LOG_OF_THIS_ENCOUNTER;

/// Passes each record of an encounter's log to `step`, which changes `course`, on threads that do
/// not serve. Stops at damage, and returns the number of the first damaged record as well.
pub(crate) async fn read_log<C: Send + 'static>(
    app: &App,
    scene: &EncounterInfo,
    mut course: C,
    step: fn(&mut C, &Record),
) -> Result<(C, Option<u64>), HttpError> {
    // The end of the log may be lost as a whole. The acknowledged number is read first, so that the log has at least
    // as much by then.
    let promised = app.store.acknowledged_seq(scene.id).await?;
    let mut read = 0;
    loop {
        let page = match app.store.records(scene.id, read, RECORDS_PER_PAGE).await {
            Err(StoreError::Damaged(record)) => return Ok((course, Some(record))),
            page => page?,
        };
        let Some((last, _)) = page.last() else {
            return Ok((course, (promised > read).then_some(read + 1)));
        };
        read = *last;
        let follow = move || {
            page.iter()
                .for_each(|(_, record)| step(&mut course, record));
            course
        };
        let followed = tokio::task::spawn_blocking(follow).await;
        course = followed.map_err(|_| HttpError::Broken)?;
    }
}
