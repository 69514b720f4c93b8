//! Links, anchors and pictures that lead nowhere.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Tag, TagEnd};

use super::{Book, parse, text_of};

/// Texts beside the book whose links are checked too.
const OTHERS: [&str; 4] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "data/coach/README.md"];

impl Book {
    /// Finds what is wrong with the book; nothing, if it can be built without a warning.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub(crate) fn check(&self, root: &Path) -> Result<Vec<String>, String> {
        let mut errors = Vec::new();
        self.find_unlisted(&mut errors)?;
        for page in &self.pages {
            let name = format!("docs/{}", page.file);
            check_text(root, Path::new(&name), &page.text, Some(self), &mut errors);
        }
        for name in OTHERS {
            let text = text_of(&root.join(name))?;
            check_text(root, Path::new(name), &text, None, &mut errors);
        }
        Ok(errors)
    }

    /// Names pages that the list does not have.
    fn find_unlisted(&self, errors: &mut Vec<String>) -> Result<(), String> {
        let entries = std::fs::read_dir(&self.folder).map_err(|error| error.to_string())?;
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let pages: BTreeSet<String> =
            names.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").collect();
        for file in pages.iter().filter(|file| self.page(file).is_none()) {
            errors.push(format!("docs/{file}: not in docs/SUMMARY.md"));
        }
        Ok(())
    }
}

/// Checks the links of a text, named relative to `root`. Those of a page of a book must stay in the book.
fn check_text(root: &Path, name: &Path, text: &str, book: Option<&Book>, errors: &mut Vec<String>) {
    let mut error = |link: &str, what: &str| errors.push(format!("{}: {link}: {what}", name.display()));
    for link in links(text) {
        if link.contains("://") || link.starts_with("mailto:") {
            continue;
        }
        let (path, anchor) =
            link.split_once('#').map_or((&*link, None), |(path, anchor)| (path, Some(anchor)));
        let target = if path.is_empty() { name.to_owned() } else { resolve(name, path) };
        if !root.join(&target).exists() {
            error(&link, "there is no such file");
            continue;
        }
        let in_book = target.strip_prefix("docs").ok().map(|file| file.to_string_lossy().into_owned());
        if book.is_some() && in_book.is_none() {
            error(&link, "leaves the book: name the file without a link");
        } else if let (Some(book), Some(file)) = (book, &in_book)
            && file.ends_with(".md")
            && book.page(file).is_none()
        {
            error(&link, "is no page of the book");
        }
        if let Some(anchor) = anchor {
            let found = std::fs::read_to_string(root.join(&target)).unwrap_or_default();
            if !anchors(&found).iter().any(|known| known == anchor) {
                error(&link, "there is no such heading");
            }
        }
    }
}

/// Lists where a text points: links and pictures.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    for event in parse(text) {
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event {
            links.push(dest_url.to_string());
        }
    }
    links
}

/// Lists the anchors of a text, in order: those of its headings.
pub(super) fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    let mut words = None;
    for event in parse(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => words = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let anchor = anchor(&words.take().unwrap_or_default());
                let copies = (1..).map(|copy| format!("{anchor}-{copy}"));
                let name = std::iter::once(anchor.clone()).chain(copies).find(|name| !anchors.contains(name));
                anchors.extend(name);
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(words) = &mut words {
                    words.push_str(&text);
                }
            }
            _ => {}
        }
    }
    anchors
}

/// Makes the anchor of a heading: letters, digits, `-` and `_` stay, in lower case, blanks become `-`, the
/// rest goes.
fn anchor(heading: &str) -> String {
    let kept = |letter: char| match letter {
        _ if letter.is_alphanumeric() || letter == '_' || letter == '-' => Some(letter.to_ascii_lowercase()),
        _ if letter.is_whitespace() => Some('-'),
        _ => None,
    };
    heading.chars().filter_map(kept).collect()
}

/// Follows a link from the file that has it.
fn resolve(from: &Path, link: &str) -> PathBuf {
    let mut path = from.parent().map_or_else(PathBuf::new, Path::to_owned);
    for component in Path::new(link).components() {
        match component {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_named_as_mdbook_names_them() {
        let text = "# A `b` c, d!\n\n## Why: the coach\n\n## Again\n\n## Again\n";
        assert_eq!(anchors(text), ["a-b-c-d", "why-the-coach", "again", "again-1"]);
    }

    #[test]
    fn links_are_followed_from_where_they_stand() {
        assert_eq!(resolve(Path::new("docs/a.md"), "b/c.svg"), Path::new("docs/b/c.svg"));
        assert_eq!(resolve(Path::new("docs/a.md"), "../README.md"), Path::new("README.md"));
        assert_eq!(resolve(Path::new("README.md"), "./docs/a.md"), Path::new("docs/a.md"));
    }

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let check = |text: &str| {
            let mut errors = Vec::new();
            check_text(root, Path::new("README.md"), text, None, &mut errors);
            errors.len()
        };
        assert_eq!(check("[a](https://example.org/#x) [b](Makefile) [c](xtask/Cargo.toml)"), 0);
        assert_eq!(check("[a](no-such-file.md) ![b](no-such.png)"), 2);
        // Anchors of the text itself are looked for in the file it is.
        assert_eq!(check("[b](ARCHITECTURE.md#map)"), 0);
        assert_eq!(check("[c](ARCHITECTURE.md#mop)"), 1);
    }
}
