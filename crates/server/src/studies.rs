//! Studies and the games they belong to.

use outflank_game::{KeptGame, KeptStudy, StudySubject};
use outflank_library::record_of_row;
use outflank_records::Record;
use outflank_store::{LibraryRow, StoreError};

use crate::error::ApiError;
use crate::people::{require_look, require_look_at_entry};
use crate::seats::Viewer;
use crate::studio::Studio;

/// A game that a study can belong to.
pub(crate) struct StudiedGame {
    pub(crate) subject: StudySubject,
    pub(crate) record: Record,
}

impl StudiedGame {
    /// Records a game that is played here, up to its present move.
    pub(crate) fn of_kept(kept: &KeptGame) -> StudiedGame {
        let mut record = Record::from(kept.game.history());
        [record.black.name, record.white.name] =
            kept.game.seats().each_ref().map(|seat| Some(seat.called().to_owned()));
        StudiedGame { subject: StudySubject::Game(kept.id), record }
    }
}

impl Studio {
    /// Finds a game by its number: one that is played here, or one of the library.
    pub(crate) async fn game_numbered(&self, id: i64, viewer: &Viewer) -> Result<StudiedGame, ApiError> {
        let kept = match self.look_at(&self.live(id)).await {
            Err(StoreError::NoGame { .. }) => return self.library_entry(id, viewer).await,
            found => found?,
        };
        require_look(&kept, viewer)?;
        Ok(StudiedGame::of_kept(&kept))
    }

    /// Finds a game of the library by its key, or by the number it was played under.
    pub(crate) async fn library_entry(&self, key: i64, viewer: &Viewer) -> Result<StudiedGame, ApiError> {
        let row = self.store.library_game_numbered(key).await?;
        require_look_at_entry(self, row.key, viewer).await?;
        let record = record_of_row(&row).map_err(|error| ApiError::internal(error.to_string()))?;
        Ok(StudiedGame { subject: subject_of(&row), record })
    }

    /// Finds the game that a request names, if it names one.
    pub(crate) async fn studied_game(
        &self,
        game: Option<i64>,
        entry: Option<i64>,
        viewer: &Viewer,
    ) -> Result<Option<StudiedGame>, ApiError> {
        match (game, entry) {
            (None, None) => Ok(None),
            (Some(id), None) => self.game_numbered(id, viewer).await.map(Some),
            (None, Some(key)) => self.library_entry(key, viewer).await.map(Some),
            (Some(_), Some(_)) => Err(ApiError::malformed("a study belongs to one game, not to two")),
        }
    }

    /// Finds the record and the study behind a link, or the study that a game has.
    pub(crate) async fn study_record(&self, slug: &str) -> Result<(Record, KeptStudy), ApiError> {
        let kept = self.store.study(slug).await?;
        let content = &kept.content;
        let mut record = Record::from(&content.played);
        let named = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        (record.black.name, record.white.name) = (named(&content.black), named(&content.white));
        record.event = named(&content.title);
        Ok((record, kept))
    }
}

/// Returns what a study of a row belongs to: the game that was played here, or else the row.
fn subject_of(row: &LibraryRow) -> StudySubject {
    row.game.game.map_or(StudySubject::LibraryEntry(row.key), StudySubject::Game)
}
