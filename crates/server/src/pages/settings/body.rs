//! The page: what is so at this table, what differs from the rules, and then all house rules under
//! their headings, each with the guide's words about it.

use std::fmt::Write as _;

use app::page::Theme;
use rules::encounter::FoeHealth;
use rules::settings::{SettingKind, SettingSpec, Value};
use rules::speech::number;

use super::control::Choice;
use super::{COUNTDOWN, FOE_HEALTH, FOE_ODDS, Page, TITLE};
use crate::guides;
use crate::pages::deed::plain;

/// The body of the page.
pub(super) fn body(page: &Page<'_>) -> String {
    let specs = page.view.system.rules().settings();
    let sought = page.find.trim().to_ascii_lowercase();
    let found: Vec<&SettingSpec> = specs
        .iter()
        .filter(|spec| is_about(spec, &sought))
        .collect();
    let (other, usual): (Vec<&SettingSpec>, Vec<&SettingSpec>) = found
        .into_iter()
        .partition(|spec| page.view.house.value(spec) != spec.usual());
    let groups: Vec<&[&SettingSpec]> = usual
        .chunk_by(|one, next| one.group == next.group)
        .collect();
    let mut out = String::with_capacity(64 * 1024);
    out.push_str("<div class=\"settings\">");
    head(page, specs, &mut out);
    contents(page, &other, &groups, &mut out);
    out.push_str("<main class=\"settings-text\">");
    lost_trouble(page, &sought, specs, &mut out);
    if sought.is_empty() {
        at_this_table(page, &mut out);
    } else if other.is_empty() && groups.is_empty() {
        out.push_str("<p class=\"empty\">No house rule is about that.</p>");
    }
    if !other.is_empty() {
        section("turned", "Played another way here", page, &other, &mut out);
    }
    for (at, group) in groups.iter().enumerate() {
        let title = group.first().map_or("", |spec| spec.group);
        section(&format!("group-{at}"), title, page, group, &mut out);
    }
    if sought.is_empty() {
        who_may(&mut out);
        on_this_device(page, &mut out);
    }
    out.push_str("</main></div>");
    out
}

/// Whether those words look for that setting.
fn is_about(spec: &SettingSpec, sought: &str) -> bool {
    [spec.title, spec.rules, spec.group, spec.key]
        .iter()
        .any(|text| text.to_ascii_lowercase().contains(sought))
}

fn head(page: &Page<'_>, specs: &[SettingSpec], out: &mut String) {
    let (table, scene, name) = (page.table, &page.scene, plain(page.name));
    let system = page.view.system.rules().title();
    let house = &page.view.house;
    let other = specs
        .iter()
        .filter(|spec| house.value(spec) != spec.usual());
    let count = match other.count() {
        0 => "All rules are played as they are written.".to_owned(),
        1 => "One rule is played another way than it is written.".to_owned(),
        other => format!("{other} rules are played another way than they are written."),
    };
    let _ = write!(
        out,
        "<header class=\"settings-head\">\
         <nav class=\"settings-way\" aria-label=\"Where this page is\">\
         <a href=\"/t/{table}{scene}\">{name}</a></nav>\
         <h1>Table settings</h1><p class=\"faint\">{}. {count}</p>\
         <form class=\"settings-find\" method=\"get\" role=\"search\">{}\
         <input type=\"text\" inputmode=\"search\" name=\"find\" value=\"{}\" maxlength=\"60\" \
         placeholder=\"Find a rule\" aria-label=\"Find a rule\" autocomplete=\"off\">\
         <button type=\"submit\" class=\"quiet\">Find</button>",
        plain(system),
        kept_scene(scene),
        plain(page.find),
    );
    if !page.find.trim().is_empty() {
        let _ = write!(
            out,
            "<a class=\"button quiet\" href=\"/t/{table}/settings{scene}\">Show all</a>"
        );
    }
    out.push_str("</form></header>");
}

/// What a form that asks by the address has to say of the encounter.
fn kept_scene(query: &str) -> String {
    let id = query.strip_prefix("?scene=");
    id.map_or_else(String::new, |id| {
        format!("<input type=\"hidden\" name=\"scene\" value=\"{id}\">")
    })
}

fn contents(page: &Page<'_>, other: &[&SettingSpec], groups: &[&[&SettingSpec]], out: &mut String) {
    if !page.find.trim().is_empty() {
        return;
    }
    out.push_str("<nav class=\"settings-contents\" aria-label=\"On this page\"><ul>");
    let mut link = |at: &str, title: &str| {
        let _ = write!(out, "<li><a href=\"#{at}\">{}</a></li>", plain(title));
    };
    link("table", "At this table");
    if !other.is_empty() {
        link("turned", "Played another way here");
    }
    for (at, group) in groups.iter().enumerate() {
        let title = group.first().map_or("", |spec| spec.group);
        link(&format!("group-{at}"), title);
    }
    link("who", "Who may do what");
    link("device", "On this device");
    out.push_str("</ul></nav>");
}

/// What a form came to whose setting is not on the page, or that its reader may not turn.
fn lost_trouble(page: &Page<'_>, sought: &str, specs: &[SettingSpec], out: &mut String) {
    let Some(trouble) = &page.trouble else { return };
    let spec = specs.iter().find(|spec| spec.key == trouble.key);
    let shown = page.runs && spec.map_or(sought.is_empty(), |spec| is_about(spec, sought));
    if !shown {
        let words = plain(&trouble.words);
        let _ = write!(out, "<p class=\"trouble\" role=\"alert\">{words}</p>");
    }
}

/// What is so at the table whatever its rules are.
fn at_this_table(page: &Page<'_>, out: &mut String) {
    out.push_str(
        "<section aria-labelledby=\"table\"><h2 id=\"table\">At this table</h2><ul class=\"sets\">",
    );
    if page.runs {
        own(TITLE, "What the scene is called", "", out);
        page.words(TITLE, &page.view.title, out);
        page.say_trouble(TITLE, out);
        out.push_str("</div></li>");
    }
    // Players are not told: what they see of a foe says it.
    if let Some(shown) = page.view.foe_health {
        let now = match shown {
            FoeHealth::Shown => "shown",
            FoeHealth::Concealed => "concealed",
        };
        let choices = [
            Choice {
                value: "shown",
                title: "Boxes, states and penalties",
                note: "",
            },
            Choice {
                value: "concealed",
                title: "Only whether they are out of the fight",
                note: "",
            },
        ];
        own(FOE_HEALTH, "What players see of foes’ health", "", out);
        page.choices(FOE_HEALTH, now, &choices, out);
        page.say_trouble(FOE_HEALTH, out);
        out.push_str("</div></li>");
    }
    let choices = [
        Choice {
            value: "concealed",
            title: "Only the storyteller",
            note: "",
        },
        Choice {
            value: "shown",
            title: "Players too, of foes they see",
            note: "",
        },
    ];
    let now = if page.view.foe_odds {
        "shown"
    } else {
        "concealed"
    };
    let words = "Before a roll, and of each answer a defender can give. They follow from a foe’s numbers, so they \
                 tell something of them; of hidden foes nothing is told.";
    own(FOE_ODDS, "Who sees the odds against a foe", words, out);
    page.choices(FOE_ODDS, now, &choices, out);
    page.say_trouble(FOE_ODDS, out);
    out.push_str("</div></li>");
    let words = "A question of a fight that is put to a player: dodge or take it, which dice to throw. \
                 When time is up, the storyteller is asked too, or the first answer that the rules leave open \
                 is taken. Those who throw real dice are not hurried to throw them.";
    own(
        COUNTDOWN,
        "How long a question waits for a player",
        words,
        out,
    );
    page.countdown(out);
    page.say_trouble(COUNTDOWN, out);
    out.push_str("</div></li>");
    out.push_str("</ul></section>");
}

/// How pages look in this browser, at all tables.
fn on_this_device(page: &Page<'_>, out: &mut String) {
    let (table, scene) = (page.table, &page.scene);
    let _ = write!(
        out,
        "<section aria-labelledby=\"device\"><h2 id=\"device\">On this device</h2><ul class=\"sets\">\
         <li class=\"set\"><div class=\"set-words\"><h3 id=\"name-theme\">Theme</h3></div>\
         <div class=\"set-control\"><form method=\"post\" action=\"/theme\">\
         <input type=\"hidden\" name=\"back\" value=\"/t/{table}/settings{scene}#device\">\
         <div class=\"set-choices\" role=\"group\" aria-labelledby=\"name-theme\">"
    );
    for theme in Theme::ALL {
        let words = match theme {
            Theme::Auto => "Match device",
            Theme::Dark => "Dark",
            Theme::Light => "Light",
            Theme::Contrast => "High contrast",
        };
        let _ = write!(
            out,
            "<button type=\"submit\" name=\"theme\" value=\"{}\" class=\"set-choice\" \
             aria-pressed=\"{}\">{words}</button>",
            theme.word(),
            theme == page.theme,
        );
    }
    let (on, to) = match page.bell {
        true => ("On", "off"),
        false => ("Off", "on"),
    };
    let _ = write!(
        out,
        "</div></form></div></li><li class=\"set\" id=\"set-bell\"><div class=\"set-words\">\
         <h3 id=\"name-bell\">A bell when it is your turn</h3>\
         <p>Also when you are asked something. Phones in silent mode stay silent.</p></div>\
         <div class=\"set-control\"><form method=\"post\" action=\"/bell\">\
         <input type=\"hidden\" name=\"back\" value=\"/t/{table}/settings{scene}#device\">\
         <button type=\"submit\" class=\"set-switch\" role=\"switch\" name=\"bell\" value=\"{to}\" \
         aria-checked=\"{}\" aria-labelledby=\"name-bell\"><i aria-hidden=\"true\"></i>\
         <span aria-hidden=\"true\">{on}</span></button></form></div></li></ul></section>",
        page.bell
    );
}

/// The start of a setting that no rule system names, up to its control.
fn own(key: &str, title: &str, words: &str, out: &mut String) {
    let _ = write!(
        out,
        "<li class=\"set\" id=\"set-{key}\" data-setting=\"{key}\"><div class=\"set-words\">\
         <h3 id=\"name-{key}\">{title}</h3>"
    );
    if !words.is_empty() {
        let _ = write!(out, "<p>{words}</p>");
    }
    out.push_str("</div><div class=\"set-control\">");
}

/// Settings under a heading. What the guide says of a rule stands once where several settings of
/// it follow each other.
fn section(id: &str, title: &str, page: &Page<'_>, specs: &[&SettingSpec], out: &mut String) {
    let _ = write!(
        out,
        "<section aria-labelledby=\"{id}\"><h2 id=\"{id}\">{}</h2><ul class=\"sets\">",
        plain(title)
    );
    for alike in specs.chunk_by(|one, next| one.rule() == next.rule()) {
        for (at, spec) in alike.iter().enumerate() {
            setting(page, spec, at == 0, out);
        }
    }
    out.push_str("</ul></section>");
}

fn setting(page: &Page<'_>, spec: &SettingSpec, with_words: bool, out: &mut String) {
    let (key, title) = (spec.key, plain(spec.title()));
    let differs = page.view.house.value(spec) != spec.usual();
    let _ = write!(
        out,
        "<li class=\"set\" id=\"set-{key}\" data-setting=\"{key}\" data-differs=\"{differs}\">\
         <div class=\"set-words\"><h3 id=\"name-{key}\">{title}</h3>"
    );
    if let Some(off) = spec.off() {
        let _ = write!(out, "<p>Off: {}.</p>", plain(off));
    }
    let _ = write!(
        out,
        "<p class=\"set-usual\" id=\"range-{key}\">{}</p>",
        usual(spec)
    );
    rule(page, spec, with_words, out);
    out.push_str("</div><div class=\"set-control\">");
    page.control(spec, out);
    out.push_str("</div></li>");
}

/// What a setting is as the rules are written.
fn usual(spec: &SettingSpec) -> String {
    let word = plain(&spec.word(&spec.usual()));
    match spec.kind {
        SettingKind::YesNo(_) => {
            let on = spec.usual() == Value::Yes(true);
            format!("As written: {}.", if on { "on" } else { "off" })
        }
        SettingKind::Choice(..) => format!("As written: {word}."),
        SettingKind::Number { least, most, .. } => {
            let (least, most) = (number(least), number(most));
            format!("As written: {word}. From {least} to {most}.")
        }
    }
}

/// The rule that a setting turns: what the guide says of it, and the way there.
fn rule(page: &Page<'_>, spec: &SettingSpec, with_words: bool, out: &mut String) {
    let id = spec.rule();
    if id.is_empty() {
        return;
    }
    let system = page.view.system;
    let words = guides::words(system, id).filter(|_| with_words);
    let target = if page.beside {
        ""
    } else {
        " target=\"beside\""
    };
    let _ = write!(
        out,
        "<p class=\"set-rule\"><a class=\"rule\" href=\"/rules/{}#{id}\"{target}>{id}</a> {}</p>",
        system.key(),
        words.unwrap_or_default()
    );
}

/// What each role may do; there is nothing to turn about it.
fn who_may(out: &mut String) {
    out.push_str(
        "<section aria-labelledby=\"who\"><h2 id=\"who\">Who may do what</h2><dl class=\"who-may\">\
         <div><dt>Storyteller, co-storytellers</dt><dd>See what is hidden, turn these settings, and act, \
         answer and rule for any combatant.</dd></div>\
         <div><dt>Players</dt><dd>Act, answer and mark for the combatants that are theirs, and take back \
         what they did themselves. What is not theirs to do they propose: damage, healing, a condition, a point of \
         a pool, a place in the order.</dd></div>\
         <div><dt>Spectators</dt><dd>Read what players may read, and change nothing.</dd></div></dl></section>",
    );
}
