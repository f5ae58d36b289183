//! The functions and types of a crate, as `syn` reads them: how they are named, how long they are and how their docs begin.

use std::path::Path;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::sources;

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Function,
    Type,
}

/// A function or type of the program, none of its tests.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// The path of its file from the sources of its crate.
    pub(crate) file: String,
    /// The line on which it begins.
    pub(crate) line: usize,
    pub(crate) kind: Kind,
    /// The type or trait a function belongs to, if any.
    pub(crate) owner: Option<String>,
    pub(crate) name: String,
    /// Whether other modules can name it.
    pub(crate) is_public: bool,
    /// Whether a trait gives a function its name, here or elsewhere.
    pub(crate) is_of_trait: bool,
    /// The lines from its first to its last, without docs.
    pub(crate) lines: usize,
    /// Its doc, a line after the other.
    pub(crate) doc: String,
}

impl Item {
    /// The first sentence of the doc, without what makes code and links of words.
    pub(crate) fn first_sentence(&self) -> String {
        let paragraph = self.doc.split("\n\n").next().unwrap_or_default();
        let text = paragraph
            .replace('\n', " ")
            .replace(['`', '[', ']', '*'], "");
        let end = text
            .find(". ")
            .or_else(|| text.find(": ").filter(|at| *at > 40));
        text[..end.unwrap_or(text.len())].trim().to_owned()
    }
}

/// A `match` whose arms are texts.
#[derive(Clone, Debug)]
pub(crate) struct MatchOnText {
    pub(crate) file: String,
    pub(crate) line: usize,
}

/// What stands in the sources of a crate.
#[derive(Default)]
pub(crate) struct Items {
    pub(crate) items: Vec<Item>,
    pub(crate) matches_on_text: Vec<MatchOnText>,
    file: String,
    owner: Option<(String, bool)>,
}

impl Items {
    /// Reads all sources below a folder.
    pub(crate) fn read(folder: &Path) -> Self {
        let mut all = Self::default();
        for path in sources(folder) {
            let text = std::fs::read_to_string(&path).expect("a source");
            let below = path.strip_prefix(folder).expect("a file below");
            all.file = below.to_string_lossy().into_owned();
            all.visit_file(&syn::parse_file(&text).expect("Rust"));
        }
        all
    }

    /// Reads one source that has no file.
    pub(crate) fn of(text: &str) -> Self {
        let mut all = Self::default();
        all.visit_file(&syn::parse_file(text).expect("Rust"));
        all
    }

    fn keep(
        &mut self,
        kind: Kind,
        name: &syn::Ident,
        attributes: &[syn::Attribute],
        public: bool,
        span: Span,
    ) {
        let (owner, is_of_trait) = match (kind, &self.owner) {
            (Kind::Function, Some((owner, of_trait))) => (Some(owner.clone()), *of_trait),
            (Kind::Function | Kind::Type, _) => (None, false),
        };
        self.items.push(Item {
            file: self.file.clone(),
            line: span.0,
            kind,
            owner,
            name: name.to_string(),
            is_public: public,
            is_of_trait,
            lines: span.1 + 1 - span.0,
            doc: doc_of(attributes),
        });
    }

    /// Visits what stands within an owner of functions.
    fn within(&mut self, owner: Option<(String, bool)>, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.owner, owner);
        visit(self);
        self.owner = outer;
    }
}

/// First and last line.
type Span = (usize, usize);

fn lines_of(signature: &impl Spanned, body: &impl Spanned) -> Span {
    (signature.span().start().line, body.span().end().line)
}

fn is_public(visibility: &syn::Visibility) -> bool {
    !matches!(visibility, syn::Visibility::Inherited)
}

/// The text of an item's doc comments.
fn doc_of(attributes: &[syn::Attribute]) -> String {
    let docs = attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            syn::Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
                syn::Expr::Lit(literal) => match &literal.lit {
                    syn::Lit::Str(text) => Some(text.value().trim().to_owned()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        });
    docs.collect::<Vec<_>>().join("\n")
}

fn is_of_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || matches!(&attribute.meta, syn::Meta::List(list)
                if list.path.is_ident("cfg") && list.tokens.to_string().contains("test"))
    })
}

fn holds_text(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Lit(literal) => matches!(literal.lit, syn::Lit::Str(_)),
        syn::Pat::Or(or) => or.cases.iter().any(holds_text),
        syn::Pat::Tuple(tuple) => tuple.elems.iter().any(holds_text),
        syn::Pat::TupleStruct(tuple) => tuple.elems.iter().any(holds_text),
        syn::Pat::Paren(paren) => holds_text(&paren.pat),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Items {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if is_of_tests(&item.attrs) {
            return;
        }
        let span = lines_of(&item.sig, &item.block);
        self.keep(
            Kind::Function,
            &item.sig.ident,
            &item.attrs,
            is_public(&item.vis),
            span,
        );
        self.within(None, |all| visit::visit_item_fn(all, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if is_of_tests(&item.attrs) {
            return;
        }
        let span = lines_of(&item.sig, &item.block);
        self.keep(
            Kind::Function,
            &item.sig.ident,
            &item.attrs,
            is_public(&item.vis),
            span,
        );
        self.within(None, |all| visit::visit_impl_item_fn(all, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        let span = lines_of(&item.sig, item);
        self.keep(Kind::Function, &item.sig.ident, &item.attrs, true, span);
        self.within(None, |all| visit::visit_trait_item_fn(all, item));
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if is_of_tests(&item.attrs) {
            return;
        }
        let owner = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        let owner = owner.map(|owner| (owner, item.trait_.is_some()));
        self.within(owner, |all| visit::visit_item_impl(all, item));
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let span = lines_of(&item.ident, item);
        self.keep(
            Kind::Type,
            &item.ident,
            &item.attrs,
            is_public(&item.vis),
            span,
        );
        let owner = Some((item.ident.to_string(), false));
        self.within(owner, |all| visit::visit_item_trait(all, item));
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        if !is_of_tests(&item.attrs) {
            let span = lines_of(&item.ident, item);
            self.keep(
                Kind::Type,
                &item.ident,
                &item.attrs,
                is_public(&item.vis),
                span,
            );
        }
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        if !is_of_tests(&item.attrs) {
            let span = lines_of(&item.ident, item);
            self.keep(
                Kind::Type,
                &item.ident,
                &item.attrs,
                is_public(&item.vis),
                span,
            );
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_of_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_expr_match(&mut self, matched: &'ast syn::ExprMatch) {
        if matched.arms.iter().any(|arm| holds_text(&arm.pat)) {
            let line = matched.match_token.span().start().line;
            self.matches_on_text.push(MatchOnText {
                file: self.file.clone(),
                line,
            });
        }
        visit::visit_expr_match(self, matched);
    }
}
