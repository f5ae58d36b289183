//! A copy to keep: files of the table, for the storyteller, and of what one was told, for everybody.

use std::fmt::Write as _;

use rules::seat::Role;

use super::Page;
use crate::pages::archive;
use crate::pages::deed::plain;
use crate::store::{Scene, Standing};

/// The section with the links.
pub(super) fn section(page: &Page<'_>, out: &mut String) {
    let table = page.table;
    out.push_str(
        "<section aria-labelledby=\"copies\"><h2 id=\"copies\">A copy to keep</h2>\
         <ul class=\"copies\">",
    );
    let tells = page.you.role == Role::Storyteller;
    if tells {
        for (path, title, says) in archive::paths(table) {
            one(&path, title, says, out);
        }
        scenes(page, out);
    }
    let path = format!("/t/{table}/told.json");
    one(
        &path,
        "What you were told",
        "every line of the log that you may read, and what you see now",
        out,
    );
    out.push_str("</ul>");
    out.push_str(match tells {
        true => {
            "<p class=\"faint\">Files for you alone: they hold whole logs, what is hidden too. On the \
             front page of any Coterie a table can be made of one. Links and keys are in none, and \
             neither is what dice will fall by.</p></section>"
        }
        false => "</section>",
    });
}

/// Each encounter alone: the current one, and the others in a fold.
fn scenes(page: &Page<'_>, out: &mut String) {
    let link = |scene: &Scene, out: &mut String| {
        let (id, name) = (scene.id, plain(scene.name().as_str()));
        let says = match scene.standing {
            Standing::Current => "this encounter alone",
            Standing::Prepared => "prepared",
            Standing::Over => "over",
        };
        let path = format!("/t/{}/encounter.json?scene={id}", page.table);
        one(&path, &name, says, out);
    };
    let current = |scene: &&Scene| scene.standing == Standing::Current;
    let (now, others): (Vec<&Scene>, Vec<&Scene>) = page.scenes.iter().partition(current);
    now.into_iter().for_each(|scene| link(scene, out));
    if !others.is_empty() {
        out.push_str("<li><details><summary>Another encounter alone</summary><ul>");
        others.into_iter().for_each(|scene| link(scene, out));
        out.push_str("</ul></details></li>");
    }
}

fn one(path: &str, title: &str, says: &str, out: &mut String) {
    let _ = write!(
        out,
        "<li><a href=\"{path}\" download>{title}</a> <span class=\"faint\">{says}</span></li>"
    );
}
