//! Cast page: the combatants of the encounter and who is carried over to the next one, the prepared and past
//! encounters, and the downtime between fights.

mod form;

use app::pages::Typed;
use app::pages::cast::Cast;
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rules::encounter::{Command, Refusal};
use rules::id::EncounterId;
use rules::messages::Text;
use rules::messages::served as msg;
use rules::wire::Why;

use self::form::{Asked, Fields, OfScene};
use super::{deed, part, scene_name};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::seats::{AtTable, note_seen};
use crate::http::error::HttpError;
use crate::http::limits::{MAX_PREPARED, MAX_SCENES};
use crate::room::{Onward, Picture, To};
use crate::store::{Scene, Standing, StoreError};

/// Style sheet that only this page uses, so that no table waits for it.
const STYLE: &str = "/cast.css";
/// Script that selects the suggested text of a field when it gets the focus.
const PROPOSED: &str = "/proposed.js";

/// `GET /t/{table}/cast`: shows the party, and the forms for those who run the table.
pub(crate) async fn show(
    State(app): State<App>,
    at_table: AtTable,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let here = Here::now(&app, at_table).await?;
    Ok(here.page(&app, &browser, &headers, &Fields::default(), None))
}

/// `POST /t/{table}/cast`: applies a form, for those who run the table.
pub(crate) async fn act(
    State(app): State<App>,
    at_table: AtTable,
    browser: Browser,
    headers: HeaderMap,
    form: Result<Form<Typed>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(fields) = form.map_err(|_| HttpError::Unreadable)?;
    if !at_table.seat.role.runs_the_table() {
        return Err(HttpError::NotHere);
    }
    let fields = Fields(fields);
    let here = Here::now(&app, at_table).await?;
    let asked = fields.0.read().ok_or(HttpError::Unreadable)?;
    let meant = fields.0.find("here").map(str::parse::<EncounterId>);
    let done = match meant {
        Some(Ok(id)) if id == here.scene.id => here.act(&app, asked, &fields).await?,
        Some(Ok(_)) => Err((StatusCode::CONFLICT, MOVED_ON.into())),
        Some(Err(_)) | None => return Err(HttpError::Unreadable),
    };
    let cast = format!("/t/{}/cast", here.who.table.id);
    match done {
        Ok(Done::Stays(part)) => Ok(deed::done(&format!("{cast}#{part}"))),
        // Beside the table this page stays open; the table itself follows without being told.
        Ok(Done::Leaves) if part::is_asked(&headers) => Ok(deed::done(&cast)),
        Ok(Done::Leaves) => Ok(super::to_table(here.who.table.id)),
        Err(trouble) => {
            // Shows the present state, with what was typed.
            let here = Here::now(&app, here.who).await?;
            Ok(here.page(&app, &browser, &headers, &fields, Some(trouble)))
        }
    }
}

/// Sentence for readers whose page is older than the table's encounter.
const MOVED_ON: Text = msg::THE_TABLE_HAS_GONE_ON;

/// Destination after a successful form.
enum Done {
    /// A part of the page, by its id.
    Stays(&'static str),
    /// Another encounter.
    Leaves,
}

/// Failure of a form: the status, and the sentence.
type Trouble = (StatusCode, String);

/// State of the table that the page shows.
struct Here {
    who: AtTable,
    scene: Scene,
    picture: Picture,
    scenes: Vec<Scene>,
}

impl Here {
    /// Reads the present state of the table.
    async fn now(app: &App, who: AtTable) -> Result<Self, HttpError> {
        let scenes = app.store.scenes(who.table.id).await?;
        let scene = scenes.first().cloned().ok_or(HttpError::NotHere)?;
        note_seen(app, &who.seat);
        let picture = app.rooms.picture(scene.clone(), who.seat.clone()).await?;
        Ok(Self {
            who,
            scene,
            picture,
            scenes,
        })
    }

    /// Renders the page.
    fn page(
        &self,
        app: &App,
        browser: &Browser,
        headers: &HeaderMap,
        fields: &Fields,
        trouble: Option<Trouble>,
    ) -> Response {
        let (status, trouble) = trouble.unwrap_or((StatusCode::OK, String::new()));
        let (table, seat) = (&self.who.table, &self.who.seat);
        let open = self.scenes.iter().filter(|scene| scene.is_open_to(seat));
        let page = Cast {
            table: table.id,
            name: &table.name,
            runs: seat.role.runs_the_table(),
            scene: self.scene.id,
            view: &self.picture.view,
            scenes: open.map(scene_name).collect(),
            typed: &fields.0,
            trouble: &trouble,
            beside: part::is_asked(headers),
            script: app.site.versioned(PROPOSED),
        };
        let title = msg::the_cast_coterie(&table.name);
        deed::print(app, headers, browser, (status, &title), (STYLE, &page))
    }

    /// Applies the action of a form.
    async fn act(
        &self,
        app: &App,
        asked: Asked,
        fields: &Fields,
    ) -> Result<Result<Done, Trouble>, HttpError> {
        Ok(match asked {
            Asked::Scene(OfScene::Prepare { title }) => {
                self.make(app, &title, false, fields).await?
            }
            Asked::Scene(OfScene::Start { title }) => self.make(app, &title, true, fields).await?,
            Asked::Scene(OfScene::Begin { begin }) => {
                let scene = self.find(begin, Standing::Prepared)?;
                self.go(app, To::Prepared(scene), fields, Done::Leaves)
                    .await?
            }
            Asked::Scene(OfScene::Back { scene }) => {
                let scene = self.find(scene, Standing::Over)?;
                let nobody = Fields::default();
                self.go(app, To::Past(scene), &nobody, Done::Leaves).await?
            }
            Asked::Scene(OfScene::Remove { scene }) => {
                let scene = self.find(scene, Standing::Prepared)?;
                app.rooms.end(scene.id).await;
                match app.store.remove_prepared(scene.id).await {
                    Ok(()) => {
                        app.rooms.news().changed(scene.table);
                        Ok(Done::Stays("prepared"))
                    }
                    Err(StoreError::Gone) => return Err(HttpError::NotHere),
                    Err(error) => return Err(error.into()),
                }
            }
            Asked::Command(asked) => {
                let command = asked.command(fields, &self.picture.view);
                let command = command.ok_or(HttpError::Unreadable)?;
                let words = nothing_to_do(&command);
                let part = match &command {
                    Command::Group { .. } | Command::Ungroup { .. } => "together",
                    _ => "between",
                };
                let given = deed::give(app, &self.scene, &self.who.seat, [command]).await?;
                match given {
                    Ok(()) => Ok(Done::Stays(part)),
                    Err(Why::Refused(Refusal::NothingToDo)) => {
                        Err((StatusCode::CONFLICT, words.to_owned()))
                    }
                    Err(why) => Err(told(&why)),
                }
            }
        })
    }

    /// Creates another encounter, which begins now or is prepared.
    async fn make(
        &self,
        app: &App,
        title: &str,
        begins: bool,
        fields: &Fields,
    ) -> Result<Result<Done, Trouble>, HttpError> {
        let title = form::title(title);
        let full = || self.is_full(begins).map_or(Ok(()), Err);
        let title = match title.and_then(|title| full().map(|()| title)) {
            Ok(title) => title,
            Err(words) => return Ok(Err((StatusCode::UNPROCESSABLE_ENTITY, words))),
        };
        let id = app.chance.encounter();
        let done = match begins {
            true => Done::Leaves,
            false => Done::Stays("prepared"),
        };
        let to = To::New { id, title, begins };
        self.go(app, to, fields, done).await
    }

    /// Moves the table to another encounter with the ticked combatants.
    async fn go(
        &self,
        app: &App,
        to: To,
        fields: &Fields,
        done: Done,
    ) -> Result<Result<Done, Trouble>, HttpError> {
        let along = fields.along().ok_or(HttpError::Unreadable)?;
        let onward = Onward { along, to };
        let gone = app.rooms.onward(&self.scene, &self.who.seat, onward);
        Ok(match gone.await? {
            Ok(()) => {
                let table = self.who.table.id;
                tracing::info!(table.id = %table, "a table goes on to another encounter");
                Ok(done)
            }
            Err(why) => Err(told(&why)),
        })
    }

    /// Finds an encounter of this table with this standing.
    fn find(&self, id: EncounterId, standing: Standing) -> Result<Scene, HttpError> {
        let mut all = self.scenes.iter();
        let found = all.find(|scene| scene.id == id && scene.standing == standing);
        found.cloned().ok_or(HttpError::NotHere)
    }

    /// Returns why no other encounter can be created, if so.
    fn is_full(&self, begins: bool) -> Option<String> {
        let prepared = self.scenes.iter();
        let prepared = prepared.filter(|it| it.standing == Standing::Prepared);
        if !begins && prepared.count() >= MAX_PREPARED {
            return Some(msg::encounters_are_prepared_already_start(&MAX_PREPARED));
        }
        (self.scenes.len() >= MAX_SCENES).then(|| msg::this_table_has_had_its(&MAX_SCENES))
    }
}

/// Returns the status and the sentence of a refusal.
fn told(why: &Why) -> Trouble {
    (deed::status(why), app::words::sentence(&why.to_string()))
}

/// Returns the sentence for a command that would change nothing.
fn nothing_to_do(command: &Command) -> &'static str {
    match command {
        Command::PassTime { .. } => msg::IN_THAT_TIME_NOTHING_CHANGES.get(),
        Command::Group { .. } => msg::TICK_TWO_OR_MORE_WHO.get(),
        Command::Ungroup { .. } => msg::THEY_ACT_EACH_ON_THEIR.get(),
        Command::Restore { pools: true, .. } => msg::NOTHING_OF_THEIRS_IS_SPENT.get(),
        _ => msg::THEY_ARE_UNHURT_ALREADY.get(),
    }
}
