//! Checksum of a printed page, by which the browser sees whether the page is still as it was printed.
//!
//! Hydration takes the page over element by element, but translators, password managers, blockers and networks change
//! pages on their way; a changed page is drawn anew. `start.js` computes the same checksum of the elements, texts and
//! comments that arrived. Attributes are not included, because hydration does not read them.

/// Names of HTML elements that have no end tag.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// Code unit that ends an element, a text or a comment in the checksum.
const END: u16 = 0;

/// Computes the checksum of a page's HTML.
#[must_use]
pub fn sum(html: &str) -> i32 {
    let mut sum = Sum(0);
    let mut rest = html;
    while !rest.is_empty() {
        let (text, after) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
        if !text.is_empty() {
            sum.add("\"", &decode_entities(text));
            sum.end();
        }
        rest = sum.tag(after);
    }
    sum.0
}

/// Checksum of a printed page's HTML while it is computed, over the UTF-16 code units of its elements and texts.
struct Sum(i32);

impl Sum {
    /// Adds the kind of a node and its text to the checksum, by their UTF-16 code units.
    fn add(&mut self, kind: &str, words: &str) {
        for unit in kind.encode_utf16().chain(words.encode_utf16()) {
            self.unit(unit);
        }
    }

    /// Adds one UTF-16 code unit to the checksum.
    fn unit(&mut self, unit: u16) {
        self.0 = self.0.wrapping_mul(31).wrapping_add(i32::from(unit));
    }

    /// Adds the code unit that ends an element, a text or a comment.
    fn end(&mut self) {
        self.unit(END);
    }

    /// Adds the tag or comment at the beginning of a text, and returns the text after it.
    fn tag<'a>(&mut self, text: &'a str) -> &'a str {
        if let Some(comment) = text.strip_prefix("<!") {
            let (comment, end) = match comment.strip_prefix("--") {
                Some(comment) => (comment, "-->"),
                None => (comment, ">"),
            };
            let (words, after) = comment.split_once(end).unwrap_or((comment, ""));
            self.add("!", words);
            self.end();
            return after;
        }
        let (tag, after) = text.split_at(tag_end(text));
        let tag = tag.trim_matches(['<', '>']);
        if tag.starts_with('/') {
            self.end();
        } else {
            let name = tag.split([' ', '/']).next().unwrap_or(tag);
            self.add("<", name);
            if VOID.contains(&name) {
                self.end();
            }
        }
        after
    }
}

/// Returns the end of the tag at the beginning of a text; quoted attributes may contain any character.
fn tag_end(text: &str) -> usize {
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '>' if !quoted => return at.saturating_add(1),
            _ => {}
        }
    }
    text.len()
}

/// Returns a text with its HTML entities decoded.
fn decode_entities(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">");
    text.replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::sum;

    /// As `start.js` does it, of units it finds in a document.
    fn of(units: &str) -> i32 {
        let add = |sum: i32, unit: u16| sum.wrapping_mul(31).wrapping_add(unit.into());
        units.replace('|', "\0").encode_utf16().fold(0, add)
    }

    #[test]
    fn elements_texts_and_comments_are_added_as_a_document_has_them() {
        let html = "<p class=\"a>b\">Ann &amp; <b>Bo</b><!>x</p><input><svg><path d=\"M0\"/></svg>";
        assert_eq!(sum("<input value=\"1\"><!--<a>-->"), of("<input|!<a>|"));
        let html = html.replace("<path d=\"M0\"/>", "<path d=\"M0\"></path>");
        let units = "<p\"Ann & |<b\"Bo||!|\"x||<input|<svg<path||";
        assert_eq!(sum(&html), of(units));
    }

    #[test]
    fn what_others_do_to_a_page_changes_it() {
        let page = "<div><p>turn 2</p><!><ul><li>Ilse</li></ul></div>";
        for changed in [
            "<div><p>turn <a>2</a></p><!><ul><li>Ilse</li></ul></div>",
            "<div><p>turn 2</p><ul><li>Ilse</li></ul></div>",
            "<div><p>turn 2</p><!><ul><li>Ilse</li></ul><i></i></div>",
            "<div><p>Runde 2</p><!><ul><li>Ilse</li></ul></div>",
            "<div><p>turn 2</p><!><ul><li></li>Ilse</ul></div>",
            "<div><p>turn 2</p><!></div>",
        ] {
            assert_ne!(sum(page), sum(changed), "{changed}");
        }
    }
}
