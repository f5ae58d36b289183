//! What the rule systems are made of, as data, for those who want to know.

use axum::Json;
use axum::extract::Path;
use rules::settings::SettingSpec;
use rules::system::SystemId;

use crate::error::HttpError;

/// `GET /systems/{system}/settings`: what a table may play another way, in the order in which it
/// is offered.
pub(crate) async fn settings(
    Path(system): Path<String>,
) -> Result<Json<&'static [SettingSpec]>, HttpError> {
    let system = SystemId::of(&system).ok_or(HttpError::NoSuchPage)?;
    Ok(Json(system.rules().settings()))
}
