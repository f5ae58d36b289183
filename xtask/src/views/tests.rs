//! Tests of the formatter for `view!` blocks.

use super::*;

#[track_caller]
fn check(crooked: &str, straight: &str) {
    let done = format_views(crooked);
    assert_eq!(done, straight, "\n{done}");
    assert_eq!(format_views(&done), done, "done once is done for good");
    assert!(has_same_tokens(crooked, &done));
}

#[test]
fn lines_go_where_their_nesting_says() {
    check(
        r#"
fn page() -> impl IntoView {
    view! {
        <div hidden=live(move || !any()) class="part">
                <h3>"Spend"</h3>
            <Pools id row />
                // Why it is so.
            {list.then(|| view! {
                    <p>"a"</p>
                })}
            </div>
    }
}
"#,
        r#"
fn page() -> impl IntoView {
    view! {
        <div hidden=live(move || !any()) class="part">
            <h3>"Spend"</h3>
            <Pools id row />
            // Why it is so.
            {list.then(|| view! {
                <p>"a"</p>
            })}
        </div>
    }
}
"#,
    );
}

#[test]
fn attributes_are_in_one_line_or_in_a_line_each() {
    check(
        r#"
    view! {
        <button hidden=live(move || !may())
                type="button"
                on:click=clicked(move |_| {
                    if may() {
                        go();
                    }
                })
            >
                {live(words)}
            </button>
        <form on:submit=move |event| {
            event.prevent_default();
        }>
            <b></b>
        </form>
    }
"#,
        r#"
    view! {
        <button
            hidden=live(move || !may())
            type="button"
            on:click=clicked(move |_| {
                if may() {
                    go();
                }
            })
        >
            {live(words)}
        </button>
        <form on:submit=move |event| {
            event.prevent_default();
        }>
            <b></b>
        </form>
    }
"#,
    );
}

#[test]
fn what_is_too_long_is_opened_from_the_outside() {
    check(
        r#"
    view! {
        <button type="button" class="quiet icon" aria-label="Close" on:click=clicked(move |_| model.notice.set(None))>"×"</button>
        {trouble.map(|trouble| view! { <p class="trouble and more words" role="alert" id="somewhere">{words(trouble)}</p> })}
        <p class="mark" aria-hidden="true"><i></i><i></i><i></i><i></i><b>"words that fill the line"</b><b>"and then some"</b></p>
    }
"#,
        r#"
    view! {
        <button type="button" class="quiet icon" aria-label="Close" on:click=clicked(move |_| model.notice.set(None))>
            "×"
        </button>
        {trouble.map(|trouble| view! {
            <p class="trouble and more words" role="alert" id="somewhere">{words(trouble)}</p>
        })}
        <p class="mark" aria-hidden="true">
            <i></i>
            <i></i>
            <i></i>
            <i></i>
            <b>"words that fill the line"</b>
            <b>"and then some"</b>
        </p>
    }
"#,
    );
    check(
        r#"
    view! {
        <input id="code" name="code" type="text" required maxlength="60" autocomplete="off" placeholder="words" value=typed.code />
    }
"#,
        r#"
    view! {
        <input
            id="code"
            name="code"
            type="text"
            required
            maxlength="60"
            autocomplete="off"
            placeholder="words"
            value=typed.code
        />
    }
"#,
    );
}

#[test]
fn expressions_end_where_the_next_attribute_begins() {
    let text = r#"
    view! {
        <For each=move || if a { b } else { c.collect::<Vec<_>>() } key=|part| part.key as u32 let:part {..rest}>
            <b class:on=move || match x { _ => y? } style:top=format!("{}>", 1) prop:value=-1 data-x="y">"a > b"</b>
            <Show when=move || a() fallback=|| view! { <i /> }><input value=a for="x" as="y"><br></Show>
            <super::house::Rules id row />
            <></>
        </For>
    }
"#;
    check(text, text);
    let shape = Shape::parse(text);
    let attributes = shape
        .ranges
        .iter()
        .filter(|range| range.kind == shape::RangeKind::Attributes);
    let counts: Vec<usize> = attributes.map(|range| range.parts.len()).collect();
    assert_eq!(counts, [4, 4, 2, 0, 3, 0, 2, 0]);
}

#[test]
fn what_is_no_view_and_what_is_no_space_stays() {
    let text = "
fn a() {
        let crooked = 1; // view! { <p>
    let text = \"view! {
  <p>\";
    view! {
        <p>
            \"two
lines\"
        </p>
    }
}
";
    check(text, text);
    let unfinished = "view! { <p class=\"a";
    check(unfinished, unfinished);
}

#[test]
fn every_view_of_the_program_keeps_its_tokens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let sources = files_with_views(&root).expect("a clone");
    assert!(sources.len() > 20, "the views of the program");
    for path in sources {
        let text = read_file(&path).expect("a source");
        let straight = format_views(&text);
        assert!(has_same_tokens(&text, &straight), "{}", path.display());
        assert_eq!(format_views(&straight), straight, "{}", path.display());
    }
}
