//! The page of the dice as HTML. It can be read without scripts; with them each roll is checked in
//! the browser.

use std::fmt::Write as _;

use rules::fair::Sight;
use rules::fair::check::{DiceLog, EpochLog, RollLog, epoch_words};

use super::deed::plain;
use crate::store::Table;

/// Rolls on the page, the newest ones; the list as a file has all.
const ROLLS: usize = 200;

/// What the page shows.
pub(super) struct Shown<'a> {
    pub(super) table: &'a Table,
    /// What names the encounter in an address, where the table is at another.
    pub(super) scene: String,
    /// Whether the reader may end epochs and seal rolls.
    pub(super) may_act: bool,
    pub(super) log: &'a DiceLog,
    pub(super) script: &'a str,
    pub(super) trouble: &'a str,
    /// Whether the encounter came here in a file.
    pub(super) came: bool,
}

impl Shown<'_> {
    pub(super) fn html(&self) -> String {
        let mut body = String::with_capacity(16 * 1024);
        let id = self.table.id;
        let list = format!("/t/{id}/dice.json{}", self.scene);
        let _ = write!(
            body,
            "<main class=\"dice\"><header class=\"dice-head\">\
             <nav class=\"dice-way\" aria-label=\"Where this page is\"><a href=\"/t/{id}{}\">{}</a></nav>\
             <h1>The dice</h1>\
             <p class=\"faint\">Before the first roll the server binds itself to a secret, and every face \
             follows from it and from what each roller’s browser adds. When an epoch ends the secret is \
             told, and anybody can check that no die was turned.</p>\
             <p class=\"dice-verdict\" role=\"status\" data-list=\"{list}\" data-verdict>\
             To check by hand, keep the list and run <code>coterie verify dice.json</code>.</p>\
             <div class=\"actions\"><a class=\"button quiet\" href=\"{list}\" download=\"dice.json\">\
             The list as a file</a></div>",
            self.scene,
            plain(&self.table.name),
        );
        if self.came {
            body.push_str(
                "<p class=\"note\">This encounter came here in a file. What was rolled before is shown as \
                 the file tells it: whoever made the file could have made its rolls and its secrets together. \
                 What is rolled here is bound here, before it falls.</p>",
            );
        }
        if !self.trouble.is_empty() {
            let _ = write!(
                body,
                "<p class=\"trouble\" role=\"alert\">{}</p>",
                plain(self.trouble)
            );
        }
        body.push_str("</header>");
        super::luck::section(self.log, &mut body);
        self.epochs(&mut body);
        self.seals(&mut body);
        self.rolls(&mut body);
        let _ = write!(
            body,
            "</main><script type=\"module\" src=\"{}\"></script>",
            plain(self.script)
        );
        body
    }

    fn epochs(&self, body: &mut String) {
        body.push_str("<section aria-labelledby=\"epochs\"><h2 id=\"epochs\">Epochs</h2><ul class=\"dice-list\">");
        for epoch in &self.log.epochs {
            self.epoch(epoch, body);
        }
        body.push_str("</ul>");
        if self.log.epochs.is_empty() {
            body.push_str("<p class=\"empty\">The dice of this encounter are not bound yet.</p>");
        }
        let mut rolls = self.log.rolls.iter();
        let running = self.log.epochs.iter().rfind(|epoch| epoch.sight.is_open());
        let rolled = running.is_some_and(|running| {
            rolls.any(|roll| roll.throw.sight.is_open() && roll.throw.epoch == running.epoch)
        });
        if self.may_act && rolled {
            body.push_str(
                "<form method=\"post\"><button class=\"quiet\" name=\"end\" value=\"yes\">\
                 End this epoch, so that it can be checked</button></form>",
            );
        }
        body.push_str("</section>");
    }

    fn epoch(&self, epoch: &EpochLog, body: &mut String) {
        let words = epoch_words(epoch.sight);
        let title = match epoch.sight {
            Sight::Open => format!("Epoch {}", epoch.epoch),
            Sight::Hidden => format!("Hidden epoch {}, for those who run the table", epoch.epoch),
        };
        let _ = write!(
            body,
            "<li data-check=\"{words} {}\"><h3>{title}</h3><dl><div><dt>Bound to</dt>\
             <dd><code>{}</code></dd></div>",
            epoch.epoch, epoch.commitment,
        );
        let _ = match epoch.secret {
            Some(secret) => write!(
                body,
                "<div><dt>Secret</dt><dd><code>{secret}</code></dd></div></dl>"
            ),
            None => write!(
                body,
                "</dl><p class=\"faint\">It is running: its secret is not told yet.</p>"
            ),
        };
        body.push_str("<p class=\"dice-mark\" data-mark></p></li>");
    }

    fn seals(&self, body: &mut String) {
        if self.log.seals.is_empty() {
            return;
        }
        body.push_str("<section aria-labelledby=\"seals\"><h2 id=\"seals\">Sealed rolls</h2><ul class=\"dice-list\">");
        for seal in &self.log.seals {
            let no = seal.no;
            let _ = write!(
                body,
                "<li data-check=\"seal {no}\"><h3>Seal {no}</h3><p><code>{}</code></p>",
                seal.seal
            );
            match &seal.opened {
                Some((salt, words)) => {
                    let _ = write!(
                        body,
                        "<p>{}</p><p class=\"faint\">Salt <code>{salt}</code></p>",
                        plain(words)
                    );
                }
                None if self.may_act => {
                    let _ = write!(
                        body,
                        "<form method=\"post\"><button class=\"quiet\" name=\"open\" value=\"{no}\">\
                         Open it for all</button></form>"
                    );
                }
                None => body.push_str("<p class=\"faint\">It is not opened yet.</p>"),
            }
            body.push_str("<p class=\"dice-mark\" data-mark></p></li>");
        }
        body.push_str("</ul></section>");
    }

    fn rolls(&self, body: &mut String) {
        body.push_str("<section aria-labelledby=\"rolls\"><h2 id=\"rolls\">Rolls</h2>");
        let all = self.log.rolls.len();
        let words = match self.log.unproved {
            0 => String::new(),
            1 => "One roll that the log tells of has no proof".to_owned(),
            more => format!("{more} rolls that the log tells of have no proof"),
        };
        if !words.is_empty() {
            let _ = write!(
                body,
                "<p class=\"note\">{words}: real dice whose faces were typed, or dice that fell before the \
                 server was bound.</p>"
            );
        }
        if all == 0 {
            body.push_str("<p class=\"empty\">Nothing has been rolled yet.</p></section>");
            return;
        }
        if all > ROLLS {
            let _ = write!(
                body,
                "<p class=\"faint\">The newest {ROLLS} of {all}, the last one first. \
                 All are checked, and all are in the list.</p>"
            );
        }
        body.push_str("<ol class=\"dice-list\" reversed>");
        let numbered = (1..).zip(&self.log.rolls);
        let numbered: Vec<(usize, &RollLog)> = numbered.collect();
        for (no, roll) in numbered.into_iter().rev().take(ROLLS) {
            self.roll(no, roll, body);
        }
        body.push_str("</ol></section>");
    }

    fn roll(&self, no: usize, roll: &RollLog, body: &mut String) {
        let by = roll.by.as_deref().unwrap_or("The program");
        let told = match roll.told.is_empty() {
            true if roll.throw.what.is_empty() => "Dice".to_owned(),
            true => roll.throw.what.clone(),
            false => roll.told.join("; "),
        };
        let throw = &roll.throw;
        let _ = write!(
            body,
            "<li value=\"{no}\" data-check=\"roll {no}\"><h3>{}</h3><p class=\"dice-faces\">",
            plain(&told)
        );
        for (sides, face) in &throw.dice {
            let _ = write!(body, "<span><small>d{sides}</small> {face}</span> ");
        }
        let nonce_by = if throw.nonce_by_server {
            ", made by the server"
        } else {
            ""
        };
        let (counter, epoch, nonce) = (throw.counter, throw.epoch, throw.nonce);
        let _ = write!(
            body,
            "</p><details><summary>{} · number {counter} in {} {epoch}</summary>\
             <dl><div><dt>Roller</dt><dd><code>{}</code></dd></div>\
             <div><dt>Nonce{nonce_by}</dt><dd><code>{nonce}</code></dd></div></dl></details>",
            plain(by),
            epoch_words(throw.sight),
            throw.roller,
        );
        let sealed = throw.sight == Sight::Hidden && self.may_act;
        if sealed {
            let _ = write!(
                body,
                "<form method=\"post\"><button class=\"quiet\" name=\"seal\" value=\"{counter}\">\
                 Let players know of it, sealed</button></form>"
            );
        }
        body.push_str("<p class=\"dice-mark\" data-mark></p></li>");
    }
}
