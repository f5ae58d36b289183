//! What names and docs are made of.

/// Past participles that do not end in "ed".
const IRREGULAR: &str = "told met kept held begun sent said meant lost won left found made done gone known given taken shown drawn \
    thrown struck broken spoken written heard seen felt spent bought brought caught thought built bound led fed fought sought \
    taught stood understood paid laid sold worn torn born sworn chosen frozen stolen risen driven ridden hidden bitten beaten \
    eaten fallen forgotten grown flown blown sunk rung hung swung wound ground slept dealt lit put shut let cast";

/// Words of one syllable that end in "ed" and are no participles.
const NO_PARTICIPLES: &str = "need feed seed speed shed bed red embed exceed proceed bleed";

/// Whether a name is a past participle and nothing else.
pub(crate) fn is_participle(name: &str) -> bool {
    let is = |list: &str| list.split_whitespace().any(|word| word == name);
    !name.contains('_') && (is(IRREGULAR) || (name.ends_with("ed") && !is(NO_PARTICIPLES)))
}

/// With what no doc begins: the reader does not know yet of what it speaks.
const BEGIN_NOTHING: &str = "it its they their them who whom whose what which he she him her those these that this somebody someone \
    nobody everybody something nothing";

/// What is wrong with the first sentence of a doc, if anything is.
pub(crate) fn fault_of(sentence: &str, name: &str) -> Option<&'static str> {
    let words: Vec<String> = sentence
        .split(|sign: char| !sign.is_alphanumeric() && sign != '\'' && sign != '-' && sign != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let first = words.first()?;
    if BEGIN_NOTHING.split_whitespace().any(|word| word == first) {
        return Some("begins with a pronoun");
    }
    if words.len() < 4 {
        return Some("says less than four words");
    }
    let of_name: Vec<String> = words_of(name);
    let names_it = words.iter().any(|word| {
        GLOSSARY
            .split_whitespace()
            .chain(of_name.iter().map(String::as_str))
            .any(|noun| {
                let stem = noun.get(..noun.len().min(5)).unwrap_or(noun);
                word.starts_with(stem)
            })
    });
    (!names_it).then_some("names nothing")
}

/// The words of a name in snake or camel case.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for sign in name.chars() {
        if sign == '_' || sign.is_uppercase() {
            words.push(String::new());
        }
        if sign != '_'
            && let Some(last) = words.last_mut()
        {
            last.extend(sign.to_lowercase());
        }
    }
    words.retain(|word| word.len() > 2);
    words
}

/// The nouns of the table and of programs, one of which a first sentence has.
const GLOSSARY: &str = "\
    encounter combatant seat player storyteller reader class viewer command event record refusal exchange attack defense effect term \
    rule pool dice die difficulty target success botch track box damage health wound condition gear item weapon armor sheet trait \
    parameter maneuver initiative order turn round action abort downtime proposal due odds chance proof commitment stream undo redo \
    history entry log line view change feed carry demo archetype setting table scene token name title text sentence message word \
    page form field link button row drawer panel dialog menu tab theme portrait picture file archive export import backup database \
    store connection socket server node room client browser request response address path header cookie code key secret hash byte \
    number count limit time clock deadline question answer choice option roll result value list map set group hold grapple range \
    distance cover place system game amount cost price level score modifier penalty bonus step error version format snapshot sequence \
    sender reply frame function type state signal element point string character letter language duration";
