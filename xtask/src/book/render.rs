//! The pages as HTML.

use std::fs;
use std::path::Path;

use pulldown_cmark::{CowStr, Event, Tag, html};

use super::links::anchors;
use super::{Book, Page, parse};

const STYLE: &str = include_str!("style.css");

impl Book {
    /// Writes all pages, pictures and the style to a folder, which is made anew.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written.
    pub(crate) fn build(&self, folder: &Path) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(failed)?;
        }
        copy(&self.folder, folder).map_err(failed)?;
        fs::write(folder.join("style.css"), STYLE).map_err(failed)?;
        for (index, page) in self.pages.iter().enumerate() {
            fs::write(folder.join(address(&page.file)), self.html(index, page)).map_err(failed)?;
        }
        Ok(())
    }

    /// Makes a page with the list of all pages and ways to the one before and the next.
    fn html(&self, index: usize, page: &Page) -> String {
        let way = |other: Option<&Page>, word: &str| {
            other.map_or_else(String::new, |other| {
                format!("<a href=\"{}\">{word}: {}</a>", address(&other.file), escaped(&other.title))
            })
        };
        let before = way(index.checked_sub(1).and_then(|index| self.pages.get(index)), "Back");
        let next = way(self.pages.get(index + 1), "Next");
        let (list, title, book) = (self.list(page), escaped(&page.title), escaped(&self.title));
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title} - {book}</title>\n\
             <link rel=\"stylesheet\" href=\"style.css\">\n</head>\n<body>\n<nav>\n{list}</nav>\n<main>\n{}\n\
             <footer>{before} {next}</footer>\n</main>\n</body>\n</html>\n",
            content(&page.text)
        )
    }

    /// Makes the list of pages, the present one marked.
    fn list(&self, present: &Page) -> String {
        let mut list = String::new();
        for page in &self.pages {
            if let Some(part) = &page.part {
                list += &format!("<h2>{}</h2>\n", escaped(part));
            }
            let here = if page.file == present.file { " aria-current=\"page\"" } else { "" };
            let (title, address) = (escaped(&page.title), address(&page.file));
            list += &format!("<a class=\"depth{}\" href=\"{address}\"{here}>{title}</a>\n", page.depth);
        }
        list
    }
}

/// Returns the address of a page in the built book.
fn address(file: &str) -> String {
    match file {
        "README.md" => "index.html".to_owned(),
        _ => file.strip_suffix(".md").map_or_else(|| file.to_owned(), |name| format!("{name}.html")),
    }
}

/// Makes the content of a page: headings get anchors, links to pages lead to built pages.
fn content(text: &str) -> String {
    let mut names = anchors(text).into_iter();
    let events = parse(text).map(|event| match event {
        Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
            let id = names.next().map(CowStr::from);
            Event::Start(Tag::Heading { level, id, classes, attrs })
        }
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = link(&dest_url).into();
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        other => other,
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

/// Returns where a link leads in the built book.
fn link(to: &str) -> String {
    if to.contains("://") {
        return to.to_owned();
    }
    match to.split_once('#') {
        Some((file, anchor)) => format!("{}#{anchor}", address(file)),
        None => address(to),
    }
}

/// Makes a text harmless between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Copies the files of a folder, apart from texts and settings.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let Some(name) = path.file_name() else { continue };
        if path.is_dir() {
            copy(&path, &to.join(name))?;
        } else if !path.extension().is_some_and(|kind| kind == "md" || kind == "toml") {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_built_pages_and_headings_have_anchors() {
        let page = content(
            "# Solve it\n\n[a](play.md#start) [b](README.md) [c](https://x.org/a.md) [d](#solve-it)\n",
        );
        assert!(page.contains("<h1 id=\"solve-it\">"), "{page}");
        for address in ["play.html#start", "index.html", "https://x.org/a.md", "\"#solve-it\""] {
            assert!(page.contains(address), "{address}: {page}");
        }
    }
}
