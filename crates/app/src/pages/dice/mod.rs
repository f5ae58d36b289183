//! Dice page: every roll the reader may know, and whether each follows from the secret of its epoch. The page can be
//! read without scripts; with them each roll is verified in the browser.

mod luck;
mod rolls;

use leptos::prelude::*;
use rules::base::id::TableId;
use rules::dice_proof::DiceVisibility;
use rules::dice_proof::check::{DiceLog, EpochLog, SealLog, epoch_words};
use rules::messages::pages as msg;

use super::{Body, script_element, trouble_notice};

/// Content of the page with the dice proof, where all rolls of an encounter are verified.
#[derive(Debug)]
pub struct Dice<'a> {
    /// The table's id.
    pub table: TableId,
    /// Name of the table.
    pub name: &'a str,
    /// Query that names the encounter in an address, where it is not the current one.
    pub scene: String,
    /// Whether the reader may end epochs and seal rolls.
    pub may_act: bool,
    /// Rolls, epochs and seals that the reader may know.
    pub log: &'a DiceLog,
    /// Path of the script that verifies.
    pub script: &'a str,
    /// Reason why a form was refused; empty when nothing is wrong.
    pub trouble: &'a str,
    /// Whether the encounter was imported from a file.
    pub is_imported: bool,
}

impl Body for Dice<'_> {
    fn render(&self) -> AnyView {
        view! {
            <main class="dice">
                {self.header()}
                {luck::section(self.log)}
                {self.epochs()}
                {self.seals()}
                {self.rolls()}
            </main>
            {script_element(self.script)}
        }
        .into_any()
    }
}

impl Dice<'_> {
    /// Renders the header of the page with the proof's verdict and the download.
    fn header(&self) -> AnyView {
        let (id, scene) = (self.table, &self.scene);
        let list = format!("/t/{id}/dice.json{scene}");
        let came = self.is_imported.then(|| {
            view! {
                <p class="note">
                    {msg::THIS_ENCOUNTER_CAME_HERE_IN.get()}
                </p>
            }
        });
        view! {
            <header class="dice-head">
                <nav class="dice-way" aria-label=msg::WHERE_THIS_PAGE_IS.get()>
                    <a href=format!("/t/{id}{scene}")>{self.name.to_owned()}</a>
                </nav>
                <h1>{msg::THE_DICE.get()}</h1>
                <p class="faint">
                    {msg::BEFORE_THE_FIRST_ROLL_THE.get()}
                </p>
                <p class="dice-verdict" role="status" data-list=list.clone() data-verdict>
                    {msg::TO_CHECK_BY_HAND_KEEP.get()}
                    <code>"coterie verify dice.json"</code>
                    "."
                </p>
                <div class="actions">
                    <a class="button quiet" href=list.clone() download="dice.json">{msg::THE_LIST_AS_A_FILE.get()}</a>
                </div>
                {came}
                {(!self.trouble.is_empty()).then(|| trouble_notice(self.trouble))}
            </header>
        }
        .into_any()
    }

    /// Renders the epochs, the times in which one secret decides all dice, and the button that ends
    /// the running one.
    fn epochs(&self) -> AnyView {
        let epochs = &self.log.epochs;
        let none = epochs.is_empty().then(|| {
            view! { <p class="empty">{msg::THE_DICE_OF_THIS_ENCOUNTER.get()}</p> }
        });
        let mut rolls = self.log.rolls.iter();
        let running = epochs.iter().rfind(|epoch| epoch.sight.is_open());
        let rolled = running.is_some_and(|running| {
            rolls.any(|roll| roll.throw.sight.is_open() && roll.throw.epoch == running.epoch)
        });
        let end = (self.may_act && rolled).then(|| {
            view! {
                <form method="post">
                    <button class="quiet" name="end" value="yes">
                        {msg::END_THIS_EPOCH_SO_THAT.get()}
                    </button>
                </form>
            }
        });
        view! {
            <section aria-labelledby="epochs">
                <h2 id="epochs">{msg::EPOCHS.get()}</h2>
                <ul class="dice-list">{epochs.iter().map(epoch_entry).collect_view()}</ul>
                {none}
                {end}
            </section>
        }
        .into_any()
    }

    /// Renders all hidden rolls that the storyteller has sealed, if there are any.
    fn seals(&self) -> Option<AnyView> {
        if self.log.seals.is_empty() {
            return None;
        }
        let seals = self.log.seals.iter().map(|seal| self.seal(seal));
        let seals = view! {
            <section aria-labelledby="seals">
                <h2 id="seals">{msg::SEALED_ROLLS.get()}</h2>
                <ul class="dice-list">{seals.collect_view()}</ul>
            </section>
        };
        Some(seals.into_any())
    }

    /// Renders one hidden roll that the storyteller has sealed, with its commitment.
    fn seal(&self, seal: &SealLog) -> AnyView {
        let no = seal.no;
        let opened = match &seal.opened {
            Some((salt, words)) => view! {
                <p>{words.to_string()}</p>
                <p class="faint">{msg::SALT.get()} <code>{salt.to_string()}</code></p>
            }
            .into_any(),
            None if self.may_act => view! {
                <form method="post">
                    <button class="quiet" name="open" value=no.to_string()>{msg::OPEN_IT_FOR_ALL.get()}</button>
                </form>
            }
            .into_any(),
            None => view! { <p class="faint">{msg::IT_IS_NOT_OPENED_YET.get()}</p> }.into_any(),
        };
        view! {
            <li data-check=format!("seal {no}")>
                <h3>{msg::seal(&no)}</h3>
                <p><code>{seal.seal.to_string()}</code></p>
                {opened}
                {check_mark()}
            </li>
        }
        .into_any()
    }
}

/// Renders an epoch with its commitment and, once revealed, the secret that decided its dice.
fn epoch_entry(epoch: &EpochLog) -> AnyView {
    let words = epoch_words(epoch.sight);
    let title = match epoch.sight {
        DiceVisibility::Open => msg::epoch(&epoch.epoch),
        DiceVisibility::Hidden => msg::hidden_epoch_for_those_who(&epoch.epoch),
    };
    let secret = epoch.secret.map(|secret| {
        view! { <div><dt>{msg::SECRET.get()}</dt><dd><code>{secret.to_string()}</code></dd></div> }
    });
    let running = epoch.secret.is_none().then(|| {
        view! { <p class="faint">{msg::IT_IS_RUNNING_ITS_SECRET.get()}</p> }
    });
    view! {
        <li data-check=format!("{words} {}", epoch.epoch)>
            <h3>{title}</h3>
            <dl>
                <div><dt>{msg::BOUND_TO.get()}</dt><dd><code>{epoch.commitment.to_string()}</code></dd></div>
                {secret}
            </dl>
            {running}
            {check_mark()}
        </li>
    }
    .into_any()
}

/// Renders the empty place where the page's script puts the result of a check.
fn check_mark() -> AnyView {
    view! { <p class="dice-mark" data-mark></p> }.into_any()
}
