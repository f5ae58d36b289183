//! Cast page: the combatants of the encounter and who is carried over to the next one, the prepared and past
//! encounters, and the downtime between fights.

mod form;

use app::pages::FormFields;
use app::pages::cast::Cast;
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rules::base::id::EncounterId;
use rules::encounter::{Command, Refusal};
use rules::messages::Text;
use rules::messages::served as msg;
use rules::wire::NotDoneReason;

use self::form::{CastFields, CastForm, SceneAction};
use super::{form_command, part, scene_name};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::seats::{TableSeat, record_visit};
use crate::http::error::HttpError;
use crate::http::limits::{MAX_PREPARED, MAX_SCENES};
use crate::room::{Destination, NextEncounter, SeatSnapshot};
use crate::store::{EncounterInfo, EncounterStage, StoreError};

/// Style sheet that only this page uses, so that no table waits for it.
const STYLE: &str = "/cast.css";
/// Script that selects the suggested text of a field when it gets the focus.
const SUGGESTION_SCRIPT: &str = "/proposed.js";

/// Handles `GET /t/{table}/cast`, the page with the party, and with the forms for those who run the table.
pub(crate) async fn show(
    State(app): State<App>,
    at_table: TableSeat,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let here = TableState::read(&app, at_table).await?;
    Ok(here.page(&app, &browser, &headers, &CastFields::default(), None))
}

/// Handles `POST /t/{table}/cast`, which applies a form of the page of the cast, for those who run the table.
pub(crate) async fn submit(
    State(app): State<App>,
    at_table: TableSeat,
    browser: Browser,
    headers: HeaderMap,
    form: Result<Form<FormFields>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(fields) = form.map_err(|_| HttpError::Unreadable)?;
    if !at_table.seat.role.can_run_table() {
        return Err(HttpError::NotHere);
    }
    let fields = CastFields(fields);
    let here = TableState::read(&app, at_table).await?;
    let asked = fields.0.parse_as().ok_or(HttpError::Unreadable)?;
    let meant = fields.0.find("here").map(str::parse::<EncounterId>);
    let done = match meant {
        Some(Ok(id)) if id == here.scene.id => here.apply_action(&app, asked, &fields).await?,
        Some(Ok(_)) => Err((StatusCode::CONFLICT, PAGE_IS_OUTDATED.into())),
        Some(Err(_)) | None => return Err(HttpError::Unreadable),
    };
    let cast = format!("/t/{}/cast", here.who.table.id);
    match done {
        Ok(NextPage::Stays(part)) => Ok(form_command::redirect_after(&format!("{cast}#{part}"))),
        // Beside the table this page stays open; the table itself follows without being told.
        Ok(NextPage::Leaves) if part::is_part(&headers) => Ok(form_command::redirect_after(&cast)),
        Ok(NextPage::Leaves) => Ok(super::redirect_to_table(here.who.table.id)),
        Err(trouble) => {
            // Shows the present state, with what was typed.
            let here = TableState::read(&app, here.who).await?;
            Ok(here.page(&app, &browser, &headers, &fields, Some(trouble)))
        }
    }
}

/// Sentence for readers whose page is older than the table's encounter.
const PAGE_IS_OUTDATED: Text = msg::THE_TABLE_HAS_GONE_ON;

/// Page to which the browser is sent after a form on the page of the cast succeeded.
enum NextPage {
    /// A part of the page, by its id.
    Stays(&'static str),
    /// Another encounter.
    Leaves,
}

/// Failure of a form on the page of the cast, with the HTTP status and the sentence for the page.
type Trouble = (StatusCode, String);

/// Present state of the table that the page of the cast shows.
struct TableState {
    who: TableSeat,
    scene: EncounterInfo,
    picture: SeatSnapshot,
    scenes: Vec<EncounterInfo>,
}

impl TableState {
    /// Reads the present state of the table.
    async fn read(app: &App, who: TableSeat) -> Result<Self, HttpError> {
        let scenes = app.store.encounters(who.table.id).await?;
        let scene = scenes.first().cloned().ok_or(HttpError::NotHere)?;
        record_visit(app, &who.seat);
        let picture = app
            .rooms
            .seat_snapshot(scene.clone(), who.seat.clone())
            .await?;
        Ok(Self {
            who,
            scene,
            picture,
            scenes,
        })
    }

    /// Renders the page of the cast, with the reason if a form was refused.
    fn page(
        &self,
        app: &App,
        browser: &Browser,
        headers: &HeaderMap,
        fields: &CastFields,
        trouble: Option<Trouble>,
    ) -> Response {
        let (status, trouble) = trouble.unwrap_or((StatusCode::OK, String::new()));
        let (table, seat) = (&self.who.table, &self.who.seat);
        let open = self.scenes.iter().filter(|scene| scene.is_visible_to(seat));
        let page = Cast {
            table: table.id,
            name: &table.name,
            can_run_table: seat.role.can_run_table(),
            scene: self.scene.id,
            view: &self.picture.view,
            scenes: open.map(scene_name).collect(),
            typed: &fields.0,
            trouble: &trouble,
            is_beside_table: part::is_part(headers),
            script: app.site.versioned_path(SUGGESTION_SCRIPT),
        };
        let title = msg::the_cast_coterie(&table.name);
        form_command::print_page(app, headers, browser, (status, &title), (STYLE, &page))
    }

    /// Applies the action of a form on the page of the cast; the inner error is what to show with
    /// the form.
    async fn apply_action(
        &self,
        app: &App,
        asked: CastForm,
        fields: &CastFields,
    ) -> Result<Result<NextPage, Trouble>, HttpError> {
        Ok(match asked {
            CastForm::Scene(SceneAction::Prepare { title }) => {
                self.create_encounter(app, &title, false, fields).await?
            }
            CastForm::Scene(SceneAction::Start { title }) => {
                self.create_encounter(app, &title, true, fields).await?
            }
            CastForm::Scene(SceneAction::Begin { begin }) => {
                let scene = self.find_scene(begin, EncounterStage::Prepared)?;
                self.move_to_encounter(app, Destination::Prepared(scene), fields, NextPage::Leaves)
                    .await?
            }
            CastForm::Scene(SceneAction::Back { scene }) => {
                let scene = self.find_scene(scene, EncounterStage::Over)?;
                let nobody = CastFields::default();
                self.move_to_encounter(app, Destination::Past(scene), &nobody, NextPage::Leaves)
                    .await?
            }
            CastForm::Scene(SceneAction::Remove { scene }) => {
                let scene = self.find_scene(scene, EncounterStage::Prepared)?;
                app.rooms.end_room(scene.id).await;
                match app.store.delete_prepared_encounter(scene.id).await {
                    Ok(()) => {
                        app.rooms.cluster().announce_table_change(scene.table);
                        Ok(NextPage::Stays("prepared"))
                    }
                    Err(StoreError::Gone) => return Err(HttpError::NotHere),
                    Err(error) => return Err(error.into()),
                }
            }
            CastForm::Command(asked) => {
                let command = asked.into_command(fields, &self.picture.view);
                let command = command.ok_or(HttpError::Unreadable)?;
                let words = no_change_message(&command);
                let part = match &command {
                    Command::Group { .. } | Command::Ungroup { .. } => "together",
                    _ => "between",
                };
                let given =
                    form_command::give_commands(app, &self.scene, &self.who.seat, [command])
                        .await?;
                match given {
                    Ok(()) => Ok(NextPage::Stays(part)),
                    Err(NotDoneReason::Refused(Refusal::NothingToDo)) => {
                        Err((StatusCode::CONFLICT, words.to_owned()))
                    }
                    Err(why) => Err(to_trouble(&why)),
                }
            }
        })
    }

    /// Creates another encounter, which begins now or is prepared.
    async fn create_encounter(
        &self,
        app: &App,
        title: &str,
        begins: bool,
        fields: &CastFields,
    ) -> Result<Result<NextPage, Trouble>, HttpError> {
        let title = form::parse_title(title);
        let full = || self.why_full(begins).map_or(Ok(()), Err);
        let title = match title.and_then(|title| full().map(|()| title)) {
            Ok(title) => title,
            Err(words) => return Ok(Err((StatusCode::UNPROCESSABLE_ENTITY, words))),
        };
        let id = app.chance.new_encounter_id();
        let done = match begins {
            true => NextPage::Leaves,
            false => NextPage::Stays("prepared"),
        };
        let to = Destination::New { id, title, begins };
        self.move_to_encounter(app, to, fields, done).await
    }

    /// Moves the table to another encounter with the ticked combatants.
    async fn move_to_encounter(
        &self,
        app: &App,
        to: Destination,
        fields: &CastFields,
        done: NextPage,
    ) -> Result<Result<NextPage, Trouble>, HttpError> {
        let along = fields.companions().ok_or(HttpError::Unreadable)?;
        let onward = NextEncounter {
            companions: along,
            with_places: fields.0.find("places").is_some(),
            to,
        };
        let gone = app
            .rooms
            .move_to_next_encounter(&self.scene, &self.who.seat, onward);
        Ok(match gone.await? {
            Ok(()) => {
                let table = self.who.table.id;
                tracing::info!(table.id = %table, "a table goes on to another encounter");
                Ok(done)
            }
            Err(why) => Err(to_trouble(&why)),
        })
    }

    /// Finds an encounter of this table with this standing.
    fn find_scene(
        &self,
        id: EncounterId,
        standing: EncounterStage,
    ) -> Result<EncounterInfo, HttpError> {
        let mut all = self.scenes.iter();
        let found = all.find(|scene| scene.id == id && scene.stage == standing);
        found.cloned().ok_or(HttpError::NotHere)
    }

    /// Returns the sentence why no other encounter can be created; `None` if one can.
    fn why_full(&self, begins: bool) -> Option<String> {
        let prepared = self.scenes.iter();
        let prepared = prepared.filter(|it| it.stage == EncounterStage::Prepared);
        if !begins && prepared.count() >= MAX_PREPARED {
            return Some(msg::encounters_are_prepared_already_start(&MAX_PREPARED));
        }
        (self.scenes.len() >= MAX_SCENES).then(|| msg::this_table_has_had_its(&MAX_SCENES))
    }
}

/// Returns the HTTP status and the sentence for a refused command.
fn to_trouble(why: &NotDoneReason) -> Trouble {
    (
        form_command::status_of(why),
        app::words::to_sentence(&why.to_string()),
    )
}

/// Returns the sentence that refuses a command which would change nothing.
fn no_change_message(command: &Command) -> &'static str {
    match command {
        Command::PassTime { .. } => msg::IN_THAT_TIME_NOTHING_CHANGES.get(),
        Command::Group { .. } => msg::TICK_TWO_OR_MORE_WHO.get(),
        Command::Ungroup { .. } => msg::THEY_ACT_EACH_ON_THEIR.get(),
        Command::Restore { pools: true, .. } => msg::NOTHING_OF_THEIRS_IS_SPENT.get(),
        _ => msg::THEY_ARE_UNHURT_ALREADY.get(),
    }
}
