//! Measures what a first visit to a table downloads from this server.

use crate::BoxError;
use crate::figures::report;
use crate::guest::Guest;
use crate::plan::Plan;
use crate::program::Program;

/// File of the first part of the program.
const PROGRAM_FILE: &str = "coterie_bg.wasm";
/// File of the rest of the program, in the same folder.
const REST_FILE: &str = "coterie_rest.wasm";
/// Suffixes of the files that a page needs before it is interactive.
const FIRST_LOAD_FILES: [&str; 3] = ["coterie.js", PROGRAM_FILE, "start.js"];

/// Measures the bytes of the first load and of the rest.
pub(crate) async fn measure(plan: &Plan) -> Result<(), BoxError> {
    let folder = plan.temp_dir()?;
    let program = Program::start_server(&plan.server, folder.path(), &[]).await?;
    let mut guest = Guest::new(program.address);
    let table = guest
        .post("/tables", "table=The+Wharf&name=Sam")
        .await?
        .location;
    let page = guest.get(&table).await?.body;
    let mut paths: Vec<&str> = page.split('"').filter(|path| is_first_load(path)).collect();
    paths.sort_unstable();
    paths.dedup();
    let mut sum = 0;
    for path in &paths {
        let bytes = guest.download_size(path).await?;
        println!("  {path}: {bytes} bytes");
        sum += bytes;
    }
    if paths.len() != FIRST_LOAD_FILES.len() + 1 {
        return Err(format!("the page names other files: {paths:?}").into());
    }
    report(
        "first-load",
        &format!("{} files", paths.len()),
        "",
        &[sum as f64 / 1000.0],
    )?;
    let program = paths.iter().find(|path| path.ends_with(PROGRAM_FILE));
    let rest = program
        .ok_or("the page names no program")?
        .replace(PROGRAM_FILE, REST_FILE);
    let bytes = guest.download_size(&rest).await?;
    report("first-rest", "1 file", "", &[bytes as f64 / 1000.0])
}

/// Whether a path is one of the files of the first load: program, scripts and style sheet.
fn is_first_load(path: &str) -> bool {
    let is_style = path.starts_with("/style.css");
    is_style || path.starts_with("/pkg/") && FIRST_LOAD_FILES.iter().any(|end| path.ends_with(end))
}
