//! Measures what a first visit to a table downloads from this server.

use crate::Trouble;
use crate::figures::tell;
use crate::guest::Guest;
use crate::plan::Plan;
use crate::program::Program;

/// File of the first part of the program.
const PROGRAM: &str = "coterie_bg.wasm";
/// File of the rest of the program, in the same folder.
const REST: &str = "coterie_rest.wasm";
/// Suffixes of the files that a page needs before it is interactive.
const NEEDED: [&str; 3] = ["coterie.js", PROGRAM, "start.js"];

/// Measures the bytes of the first load and of the rest.
pub(crate) async fn measure(plan: &Plan) -> Result<(), Trouble> {
    let folder = plan.folder()?;
    let program = Program::coterie(&plan.server, folder.path(), &[]).await?;
    let mut guest = Guest::new(program.address);
    let table = guest
        .post("/tables", "table=The+Wharf&name=Sam")
        .await?
        .location;
    let page = guest.get(&table).await?.body;
    let mut paths: Vec<&str> = page.split('"').filter(|path| is_needed(path)).collect();
    paths.sort_unstable();
    paths.dedup();
    let mut sum = 0;
    for path in &paths {
        let bytes = guest.weigh(path).await?;
        println!("  {path}: {bytes} bytes");
        sum += bytes;
    }
    if paths.len() != NEEDED.len() + 1 {
        return Err(format!("the page names other files: {paths:?}").into());
    }
    tell(
        "first-load",
        &format!("{} files", paths.len()),
        "",
        &[sum as f64 / 1000.0],
    )?;
    let program = paths.iter().find(|path| path.ends_with(PROGRAM));
    let rest = program
        .ok_or("the page names no program")?
        .replace(PROGRAM, REST);
    let bytes = guest.weigh(&rest).await?;
    tell("first-rest", "1 file", "", &[bytes as f64 / 1000.0])
}

/// Whether a path is one of the files of the first load: program, scripts and style sheet.
fn is_needed(path: &str) -> bool {
    let is_style = path.starts_with("/style.css");
    is_style || path.starts_with("/pkg/") && NEEDED.iter().any(|end| path.ends_with(end))
}
