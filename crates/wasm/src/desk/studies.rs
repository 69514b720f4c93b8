//! Studies of this device: kept, listed, changed, exported.

use std::collections::BTreeMap;

use outflank_game::{KeptStudy, StudyContent, StudyHead, StudySubject, StudyTree};
use outflank_keep::record_of_row;
use outflank_records::{Format, Record};
use outflank_rules::{Game, Move};
use outflank_wire::study::{
    StudiesQuery, StudyChange, StudyConflict, StudyExportWish, StudyListed, StudyView, StudyWish,
};
use outflank_wire::{ExportQuery, Malformed, studying};
use serde::{Deserialize, Serialize};

use super::reply::{Handled, Reply, now};
use super::request::DeskRequest;
use super::values::{known_version, read_json};
use super::{Desk, DeskRefusal};

/// How long the name of a study is in links, in letters and digits.
const SLUG_LENGTH: usize = 10;
/// How much of a fingerprint names the study of a game that came with notes.
const FINGERPRINT: usize = 12;
/// How many studies a list has, and at most.
const LISTED: u32 = 30;
const LIST_LIMIT: u32 = 100;

/// All studies, by what links call them.
#[derive(Debug, Default)]
pub(super) struct StudyShelf {
    studies: BTreeMap<String, KeptStudy>,
}

/// A game that a study can belong to.
pub(super) struct SubjectGame {
    pub(super) subject: StudySubject,
    pub(super) record: Record,
}

/// A study as it is kept.
#[derive(Debug, Serialize, Deserialize)]
struct StudyValue {
    version: u8,
    slug: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    entry: Option<i64>,
    created: i64,
    updated: i64,
    revision: i64,
    title: String,
    black: String,
    white: String,
    played: String,
    tree: String,
}

impl StudyValue {
    fn of(kept: &KeptStudy) -> StudyValue {
        let (game, entry) = match kept.subject {
            Some(StudySubject::Game(id)) => (Some(id), None),
            Some(StudySubject::LibraryEntry(key)) => (None, Some(key)),
            None => (None, None),
        };
        let content = &kept.content;
        let played: Vec<String> = content.played.plies().iter().map(ToString::to_string).collect();
        StudyValue {
            version: 1,
            slug: kept.slug.clone(),
            game,
            entry,
            created: kept.created,
            updated: kept.updated,
            revision: kept.revision,
            title: content.title.clone(),
            black: content.black.clone(),
            white: content.white.clone(),
            played: played.join(" "),
            tree: content.tree.to_string(),
        }
    }

    fn study(self) -> Result<KeptStudy, String> {
        let tree: StudyTree = self.tree.parse().map_err(|error| format!("{error}"))?;
        let moves: Result<Vec<Move>, _> = self.played.split_whitespace().map(str::parse).collect();
        let moves = moves.map_err(|error| format!("{error}"))?;
        let played = Game::replay(tree.start(), moves).map_err(|error| error.to_string())?;
        let subject = self.game.map(StudySubject::Game).or(self.entry.map(StudySubject::LibraryEntry));
        Ok(KeptStudy {
            slug: self.slug,
            subject,
            created: self.created,
            updated: self.updated,
            revision: self.revision,
            content: StudyContent { title: self.title, black: self.black, white: self.white, played, tree },
        })
    }
}

fn key_of(slug: &str) -> String {
    format!("studies/{slug}")
}

fn head_of(kept: &KeptStudy) -> StudyHead {
    let content = &kept.content;
    StudyHead {
        slug: kept.slug.clone(),
        subject: kept.subject,
        updated: kept.updated,
        title: content.title.clone(),
        black: content.black.clone(),
        white: content.white.clone(),
        variations: content.tree.variations(),
        comments: content.tree.comments(),
        position: content.played.position(),
    }
}

/// Refuses what no study has: unlike other texts it is malformed.
fn malformed(Malformed(reason): Malformed) -> DeskRefusal {
    DeskRefusal::malformed(reason)
}

/// Refuses what is larger than a study may be.
fn sized(content: StudyContent) -> Result<StudyContent, DeskRefusal> {
    content.check().map_err(|excess| DeskRefusal::new(413, "too-large", excess.to_string()))?;
    Ok(content)
}

impl Desk {
    /// Reads a study that was kept.
    pub(super) fn load_study(&mut self, value: &[u8]) -> Result<(), String> {
        let value: StudyValue = read_json(value)?;
        known_version(value.version)?;
        let kept = value.study()?;
        self.studies.studies.insert(kept.slug.clone(), kept);
        Ok(())
    }

    /// Answers requests about studies: the parts of the path after `studies`.
    pub(super) fn route_studies(&mut self, request: &DeskRequest, parts: &[&str]) -> Handled {
        match (request.method.as_str(), parts) {
            ("GET", []) => self.list_studies(request),
            ("POST", []) => self.create_study(request),
            ("POST", ["export"]) => self.export_tree(request.json()?),
            ("GET", [slug]) => now(&StudyView::from(self.study(slug)?.clone())),
            ("PUT", [slug]) => self.change_study(slug, request),
            ("DELETE", [slug]) => {
                self.study(slug)?;
                self.studies.studies.remove(*slug);
                self.out.remove(key_of(slug));
                Ok(Some(Reply::nothing()))
            }
            ("GET", [slug, "export"]) => self.export_study(slug, request),
            _ => Err(DeskRefusal::needs_server(&request.path)),
        }
    }

    fn study(&self, slug: &str) -> Result<&KeptStudy, DeskRefusal> {
        let found = self.studies.studies.get(slug);
        found.ok_or_else(|| DeskRefusal::missing(format!("there is no study {slug:?}")))
    }

    /// Finds the study of a game, if there is one.
    pub(super) fn study_of(&self, subject: StudySubject) -> Option<&KeptStudy> {
        self.studies.studies.values().find(|kept| kept.subject == Some(subject))
    }

    /// Finds the record and the study behind a link.
    pub(super) fn study_record(&self, slug: &str) -> Result<(Record, KeptStudy), DeskRefusal> {
        let kept = self.study(slug)?.clone();
        let content = &kept.content;
        let mut record = Record::from(&content.played);
        let named = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        (record.black.name, record.white.name) = (named(&content.black), named(&content.white));
        record.event = named(&content.title);
        Ok((record, kept))
    }

    /// Finds the game that a request names, if it names one: one that is played here, or one of the library.
    pub(super) fn studied_game(
        &self,
        game: Option<i64>,
        entry: Option<i64>,
    ) -> Result<Option<SubjectGame>, DeskRefusal> {
        let number = match (game, entry) {
            (None, None) => return Ok(None),
            (Some(_), Some(_)) => {
                return Err(DeskRefusal::malformed("a study belongs to one game, not to two"));
            }
            (Some(id), None) => {
                if let Ok(record) = self.game_record(id) {
                    return Ok(Some(SubjectGame { subject: StudySubject::Game(id), record }));
                }
                id
            }
            (None, Some(key)) => key,
        };
        let row = self.library.numbered(number)?;
        let record = record_of_row(row).map_err(|error| DeskRefusal::internal(error.to_string()))?;
        let subject = row.game.game.map_or(StudySubject::LibraryEntry(row.key), StudySubject::Game);
        Ok(Some(SubjectGame { subject, record }))
    }

    fn list_studies(&self, request: &DeskRequest) -> Handled {
        let query: StudiesQuery = request.query()?;
        let limit = query.limit.unwrap_or(LISTED).min(LIST_LIMIT) as usize;
        let mut found: Vec<&KeptStudy> = self.studies.studies.values().collect();
        found.sort_by_key(|kept| std::cmp::Reverse((kept.updated, kept.created)));
        let listed = found.into_iter().skip(query.offset as usize).take(limit);
        now(&listed.map(|kept| StudyListed::from(head_of(kept))).collect::<Vec<_>>())
    }

    fn create_study(&mut self, request: &DeskRequest) -> Handled {
        let wish: StudyWish = request.json()?;
        let studied = self.studied_game(wish.game, wish.entry)?;
        let subject = studied.as_ref().map(|studied| studied.subject);
        let is_text = wish.text.is_some();
        let content = studying::content_of(wish, studied.map(|studied| studied.record));
        let content = content.map_err(|error| if is_text { error.into() } else { malformed(error) })?;
        let content = sized(content)?;
        if let Some(known) = subject.and_then(|subject| self.study_of(subject)) {
            return Ok(Some(conflict("there is already a study of this game".to_owned(), known.clone())));
        }
        let mut dice = self.dice();
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        let slug = (0..SLUG_LENGTH).map(|_| char::from(letters[dice.below(62) as usize])).collect();
        let kept = self.keep_study(slug, subject, content);
        Ok(Some(Reply::created(&StudyView::from(kept))))
    }

    fn keep_study(
        &mut self,
        slug: String,
        subject: Option<StudySubject>,
        content: StudyContent,
    ) -> KeptStudy {
        let (created, updated) = (self.now, self.now);
        let kept = KeptStudy { slug: slug.clone(), subject, created, updated, revision: 1, content };
        self.out.put_json(key_of(&slug), &StudyValue::of(&kept));
        self.studies.studies.insert(slug, kept.clone());
        kept
    }

    /// Keeps the study of a game of the library that came with notes, unless it has one.
    pub(super) fn add_study_like(&mut self, fingerprint: &str, content: StudyContent) {
        let Some(subject) = self.library.subject_like(fingerprint) else { return };
        let slug: String = fingerprint.chars().take(FINGERPRINT).collect();
        if self.study_of(subject).is_none() && !self.studies.studies.contains_key(&slug) {
            self.keep_study(slug, Some(subject), content);
        }
    }

    fn change_study(&mut self, slug: &str, request: &DeskRequest) -> Handled {
        let StudyChange { revision, title, black, white, tree } = request.json()?;
        let kept = self.study(slug)?;
        let mut tree = tree.read().map_err(malformed)?;
        let played = kept.content.played.clone();
        if tree.start() != played.start() {
            return Err(DeskRefusal::malformed("the start of a study never changes"));
        }
        let line = played.plies().iter().copied();
        tree.add_line(line).map_err(|fault| DeskRefusal::malformed(fault.to_string()))?;
        let content = sized(StudyContent { title, black, white, played, tree })?;
        if kept.revision != revision {
            let message = format!("study {slug:?} has changed since revision {revision}");
            return Ok(Some(conflict(message, kept.clone())));
        }
        let changed = KeptStudy { revision: revision + 1, updated: self.now, content, ..kept.clone() };
        self.out.put_json(key_of(slug), &StudyValue::of(&changed));
        self.studies.studies.insert(slug.to_owned(), changed.clone());
        now(&StudyView::from(changed))
    }

    /// Writes a study in a format of files.
    fn export_study(&self, slug: &str, request: &DeskRequest) -> Handled {
        let ExportQuery { format } = request.query()?;
        let StudyView { game, entry, title, black, white, tree, .. } =
            StudyView::from(self.study(slug)?.clone());
        // A game that was deleted takes its date along; the study stays.
        let is_there = self.studied_game(game, entry).is_ok();
        let (game, entry) = if is_there { (game, entry) } else { (None, None) };
        self.export_tree(StudyExportWish { format, game, entry, title, black, white, tree })
    }

    /// Writes a tree in a format of files, kept or not.
    fn export_tree(&self, wish: StudyExportWish) -> Handled {
        let format: Format = wish.format.parse().map_err(|error| DeskRefusal::bad(format!("{error}")))?;
        let studied = self.studied_game(wish.game, wish.entry)?;
        let StudyExportWish { title, black, white, tree, .. } = wish;
        let tree = tree.read().map_err(malformed)?;
        let played = tree.main_game();
        let content = sized(StudyContent { title, black, white, played, tree })?;
        let record = studying::record_of(&content, studied.map(|studied| studied.record));
        now(&studying::study_text(&record, format)?)
    }
}

fn conflict(message: String, study: KeptStudy) -> Reply {
    let (code, study) = ("moved-on".to_owned(), StudyView::from(study));
    Reply::with_status(409, &StudyConflict { code, message, study })
}
