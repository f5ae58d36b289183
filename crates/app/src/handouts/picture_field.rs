//! The picture of a handout: chosen from a file, put into words, and covered in parts.

use leptos::ev::PointerEvent;
use leptos::prelude::*;
use rules::base::id::{PictureAddress, PictureId};
use rules::encounter::command::{HandoutInput, HandoutPictureInput};
use rules::handout::{Area, MAX_AREAS, MAX_PICTURE_WORDS};
use rules::messages::handout as msg;
use serde::Deserialize;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::handouts::paper::{Pictured, draw_picture};
use crate::reactive::{derive, on_click, on_pointer, redraw};
use crate::state::table_state::Model;

/// Id of the field with the file.
pub(super) const FILE: &str = "handout-file";

/// Area that is covered first, in the middle of the picture.
const MIDDLE: Area = Area {
    x: 250,
    y: 400,
    width: 500,
    height: 200,
};

/// Answer of the server to a picture that it has stored.
#[derive(Deserialize)]
struct Stored {
    id: PictureId,
}

/// Renders the fields of a handout's picture; one that is stored already can be covered in part.
/// One that is stored with its handout already can be covered.
pub(super) fn picture_part(
    model: Model,
    input: RwSignal<HandoutInput>,
    address: Option<PictureAddress>,
) -> AnyView {
    let picture = input.get_untracked().picture;
    let words = RwSignal::new(picture.map(|picture| picture.words).unwrap_or_default());
    let state = RwSignal::new("");
    let problem = RwSignal::new(String::new());
    let stored = move |answer: Result<PictureId, String>| match answer {
        Ok(id) => {
            state.set(msg::THE_PICTURE_IS_READY.get());
            let words = words.get_untracked();
            let covered = Vec::new();
            let picture = HandoutPictureInput { id, words, covered };
            input.update(|input| input.picture = Some(picture));
        }
        Err(why) => {
            state.set("");
            problem.set(why);
        }
    };
    let choose = move |field: &web_sys::HtmlInputElement| {
        state.set(msg::THE_PICTURE_IS_SENT.get());
        problem.set(String::new());
        upload(model, field, stored);
    };
    let write = move |text: String| {
        words.set(text.clone());
        input.update(|input| {
            if let Some(picture) = &mut input.picture {
                picture.words = text;
            }
        });
    };
    view! {
        <label class="field">
            <span>{msg::PICTURE_FILE.get()}</span>
            <input
                type="file"
                id=FILE
                accept="image/jpeg,image/png,image/webp"
                on:change:target=move |event| choose(&event.target())
            />
        </label>
        <p class="faint" role="status">{derive(move || state.get())}{derive(move || problem.get())}</p>
        <label class="field">
            <span>{msg::WORDS_FOR_THE_PICTURE.get()}</span>
            <input
                type="text"
                id="handout-words"
                autocomplete="off"
                maxlength=MAX_PICTURE_WORDS.to_string()
                prop:value=words
                on:input:target=move |event| write(event.target().value())
            />
        </label>
        {address.map(|address| cover_part(model, input, address))}
    }
    .into_any()
}

/// Sends the file of a field to the server, which stores it and answers with its id.
fn upload(
    model: Model,
    field: &web_sys::HtmlInputElement,
    stored: impl FnOnce(Result<PictureId, String>) + 'static,
) {
    let Some(file) = field.files().and_then(|files| files.get(0)) else {
        return;
    };
    let made = (web_sys::FormData::new(), web_sys::XmlHttpRequest::new());
    let (Ok(form), Ok(request)) = made else {
        return;
    };
    _ = form.append_with_blob("picture", &file);
    let answered = request.clone();
    let heard = Closure::once_into_js(move || {
        let text = answered.response_text().ok().flatten();
        let text = text.filter(|text| !text.is_empty());
        let text = text.unwrap_or_else(|| msg::THE_PICTURE_DID_NOT_ARRIVE.get().to_owned());
        stored(match serde_json::from_str::<Stored>(&text) {
            Ok(stored) => Ok(stored.id),
            Err(_) => Err(text),
        });
    });
    request.set_onloadend(Some(heard.unchecked_ref()));
    _ = request.open("POST", &model.page_path("picture"));
    _ = request.send_with_opt_form_data(Some(&form));
}

/// Renders a handout's picture, on which covered areas are drawn with a pointer, and their numbers.
fn cover_part(model: Model, input: RwSignal<HandoutInput>, address: PictureAddress) -> AnyView {
    let change = move |change: &dyn Fn(&mut Vec<Area>)| {
        input.update(|input| {
            if let Some(picture) = &mut input.picture {
                change(&mut picture.covered);
            }
        });
    };
    let add = move |area: Area| {
        change(&|areas| {
            if areas.len() < MAX_AREAS && area.is_valid() && !areas.contains(&area) {
                areas.push(area);
            }
        });
    };
    let covered = move || {
        let picture = input.with(|input| input.picture.as_ref().map(|it| it.covered.clone()));
        picture.unwrap_or_default()
    };
    let drawn = move || {
        let covered = covered();
        let words = String::new();
        draw_picture(
            model,
            &Pictured {
                address,
                words,
                covered,
            },
        )
    };
    let (start, end) = (RwSignal::new(None), RwSignal::new(None));
    let drawing = move || Some(area_between(start.get()?, end.get()?));
    let rows = move || {
        let all = covered().into_iter().enumerate();
        let all = all.map(|(nth, area)| area_row(nth, area, change));
        all.collect::<Vec<_>>()
    };
    view! {
        <div
            class="cover-picture"
            on:pointerdown=on_pointer(move |event| {
                event.prevent_default();
                capture(&event);
                start.set(spot_of(&event));
                end.set(None);
            })
            on:pointermove=on_pointer(move |event| {
                if start.with_untracked(Option::is_some) {
                    end.set(spot_of(&event));
                }
            })
            on:pointerup=on_pointer(move |event| {
                let from = start.get_untracked();
                start.set(None);
                if let Some((from, to)) = from.zip(spot_of(&event)) {
                    add(area_between(from, to));
                }
            })
            on:pointercancel=on_pointer(move |_| start.set(None))
        >
            {redraw(drawn)}
            {redraw(move || drawing().map(drawn_area))}
        </div>
        <p class="faint">{msg::DRAW_WHAT_IS_COVERED.get()}</p>
        {redraw(rows)}
        <button type="button" class="quiet small" on:click=on_click(move |_| add(MIDDLE))>
            {msg::COVER_A_PART.get()}
        </button>
    }
    .into_any()
}

/// Lets the picture hear of a pointer that leaves it while an area is drawn.
fn capture(event: &PointerEvent) {
    let picture = event.current_target();
    let picture = picture.and_then(|picture| picture.dyn_into::<web_sys::Element>().ok());
    if let Some(picture) = picture {
        _ = picture.set_pointer_capture(event.pointer_id());
    }
}

/// Renders the covered area that is being drawn on a picture.
fn drawn_area(area: Area) -> AnyView {
    let percent = |part: u16| format!("{}%", f64::from(part) / 10.0);
    view! {
        <div
            class="cover-drawing"
            style:left=percent(area.x)
            style:top=percent(area.y)
            style:width=percent(area.width)
            style:height=percent(area.height)
        ></div>
    }
    .into_any()
}

/// Returns the position of a pointer on the picture that handles its event, in thousandths of its
/// size.
fn spot_of(event: &PointerEvent) -> Option<(u16, u16)> {
    let target = event
        .current_target()?
        .dyn_into::<web_sys::Element>()
        .ok()?;
    let rect = target.get_bounding_client_rect();
    let part = |at: f64, start: f64, length: f64| {
        let end = f64::from(Area::END);
        // Within the picture, so it fits.
        ((at - start) / length.max(1.0) * end)
            .clamp(0.0, end)
            .round() as u16
    };
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    let (left, top) = (rect.left(), rect.top());
    Some((part(x, left, rect.width()), part(y, top, rect.height())))
}

/// Returns the area of a picture between two opposite corners.
fn area_between((x, y): (u16, u16), (to_x, to_y): (u16, u16)) -> Area {
    Area {
        x: x.min(to_x),
        y: y.min(to_y),
        width: x.abs_diff(to_x),
        height: y.abs_diff(to_y),
    }
}

/// Renders the numbers of a covered area, in percent, and the button that takes it away.
fn area_row(
    nth: usize,
    area: Area,
    change: impl Fn(&dyn Fn(&mut Vec<Area>)) + Copy + 'static,
) -> AnyView {
    let set = move |field: fn(&mut Area) -> &mut u16, percent: u16| {
        change(&|areas| {
            if let Some(area) = areas.get_mut(nth) {
                let mut changed = *area;
                *field(&mut changed) = percent.saturating_mul(10);
                if changed.is_valid() {
                    *area = changed;
                }
            }
        });
    };
    let number = move |label: rules::messages::Text,
                       value: u16,
                       field: fn(&mut Area) -> &mut u16| {
        view! {
            <label class="field narrow">
                <span>{label.get()}</span>
                <input
                    type="number"
                    min="0"
                    max="100"
                    value=(value / 10).to_string()
                    on:change:target=move |event| set(field, event.target().value().parse().unwrap_or(0))
                />
            </label>
        }
        .into_any()
    };
    view! {
        <div class="area-row">
            {number(msg::FROM_THE_LEFT, area.x, |area| &mut area.x)}
            {number(msg::FROM_THE_TOP, area.y, |area| &mut area.y)}
            {number(msg::WIDTH, area.width, |area| &mut area.width)}
            {number(msg::HEIGHT, area.height, |area| &mut area.height)}
            <button
                type="button"
                class="quiet icon"
                aria-label=msg::UNCOVER.get()
                on:click=on_click(move |_| change(&|areas| {
                    if nth < areas.len() {
                        areas.remove(nth);
                    }
                }))
            >
                "×"
            </button>
        </div>
    }
    .into_any()
}
