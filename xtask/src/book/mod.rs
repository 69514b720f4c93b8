//! The guide in `docs/`: a book in the layout of mdBook, checked and built without it.
//!
//! `SUMMARY.md` lists the pages. [`Book::check`] finds links, anchors and pictures that lead nowhere, pages
//! that no list has, and links that leave the book; [`Book::build`] writes a folder of pages that can be read
//! without a server. The names of pages and anchors are those mdBook makes, so that either builds the same
//! addresses.

mod links;
mod render;

use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Tag, TagEnd};

/// A page of the book.
#[derive(Debug)]
pub(crate) struct Page {
    /// The title in the list of pages.
    title: String,
    /// The file in the folder of the book: `play.md`.
    file: String,
    /// How deep it stands in the list: 0 for chapters.
    depth: usize,
    /// The heading of the part that begins with the page, if one does.
    part: Option<String>,
    /// The text.
    text: String,
}

/// The book: its pages in order.
#[derive(Debug)]
pub(crate) struct Book {
    folder: PathBuf,
    title: String,
    /// The pages.
    pub(crate) pages: Vec<Page>,
}

impl Book {
    /// Reads the list of pages and the pages.
    ///
    /// # Errors
    ///
    /// If a page that is listed cannot be read, or one is listed twice.
    pub(crate) fn read(root: &Path) -> Result<Book, String> {
        let folder = root.join("docs");
        let settings = text_of(&folder.join("book.toml"))?;
        let title = settings
            .lines()
            .find_map(|line| line.strip_prefix("title = \"")?.strip_suffix('"'))
            .ok_or("docs/book.toml names no title")?;
        let mut pages = summary(&text_of(&folder.join("SUMMARY.md"))?);
        for index in 0..pages.len() {
            let file = pages[index].file.clone();
            if pages[..index].iter().any(|page| page.file == file) {
                return Err(format!("docs/SUMMARY.md lists {file} twice"));
            }
            pages[index].text = text_of(&folder.join(&file))?;
        }
        Ok(Book { title: title.to_owned(), folder, pages })
    }

    /// Finds the page of a file.
    fn page(&self, file: &str) -> Option<&Page> {
        self.pages.iter().find(|page| page.file == file)
    }
}

/// Reads a file.
fn text_of(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Parses a text as the book and mdBook do.
fn parse(text: &str) -> pulldown_cmark::Parser<'_> {
    use pulldown_cmark::Options;
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
    pulldown_cmark::Parser::new_ext(text, options)
}

/// Lists the pages of `SUMMARY.md`: links, in lists or before and after them; headings begin parts.
fn summary(text: &str) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    let (mut depth, mut heading, mut part, mut words) = (0_usize, false, None, String::new());
    for event in parse(text) {
        match event {
            Event::Start(Tag::List(_)) => depth += 1,
            Event::End(TagEnd::List(_)) => depth -= 1,
            Event::Start(Tag::Heading { .. }) => {
                heading = true;
                words.clear();
            }
            Event::End(TagEnd::Heading(_)) => {
                heading = false;
                // The first heading is the title of the list itself.
                part = (words != "Summary").then(|| words.clone());
            }
            Event::Start(Tag::Link { dest_url, .. }) if !heading => {
                words.clear();
                let (file, depth) = (dest_url.to_string(), depth.saturating_sub(1));
                let part = part.take();
                pages.push(Page { title: String::new(), file, depth, part, text: String::new() });
            }
            Event::End(TagEnd::Link) if !heading => {
                if let Some(page) = pages.last_mut() {
                    page.title.clone_from(&words);
                }
            }
            Event::Text(text) | Event::Code(text) => words.push_str(&text),
            _ => {}
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_has_parts_chapters_and_chapters_in_chapters() {
        let pages = summary(
            "# Summary\n\n[Welcome](README.md)\n\n# Play\n\n- [In `sh`](a.md)\n  - [More](b.md)\n- [Other](c.md)\n",
        );
        let found: Vec<(&str, &str, usize, Option<&str>)> =
            pages.iter().map(|page| (&*page.title, &*page.file, page.depth, page.part.as_deref())).collect();
        assert_eq!(
            found,
            [
                ("Welcome", "README.md", 0, None),
                ("In sh", "a.md", 0, Some("Play")),
                ("More", "b.md", 1, None),
                ("Other", "c.md", 0, None),
            ]
        );
    }
}
