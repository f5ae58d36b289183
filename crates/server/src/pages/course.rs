//! A log followed from its first record on, for the pages that tell of the whole of it.

use rules::encounter::Record;

use crate::App;
use crate::error::HttpError;
use crate::store::{Scene, StoreError};

/// Records that are in memory at once.
const PAGE: u32 = 500;

/// Follows the whole log of an encounter, away from the threads that serve. Of a damaged log what comes
/// before the damage is told.
pub(crate) async fn follow<C: Send + 'static>(
    app: &App,
    scene: &Scene,
    mut course: C,
    step: fn(&mut C, &Record),
) -> Result<C, HttpError> {
    let mut read = 0;
    loop {
        let page = match app.store.records(scene.id, read, PAGE).await {
            Err(StoreError::Damaged(_)) => return Ok(course),
            page => page?,
        };
        let Some((last, _)) = page.last() else {
            return Ok(course);
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
