//! Rule systems as data, for other programs.

use axum::Json;
use axum::extract::Path;
use rules::ruleset::SystemId;
use rules::ruleset::settings::SettingSpec;

use crate::http::error::HttpError;

/// Handles `GET /systems/{system}/settings`, which returns the house rules of a rule system, in the order in which they
/// are offered.
pub(crate) async fn settings(
    Path(system): Path<String>,
) -> Result<Json<&'static [SettingSpec]>, HttpError> {
    let system = SystemId::from_key(&system).ok_or(HttpError::NoSuchPage)?;
    Ok(Json(system.rules().lists().setting_specs))
}
