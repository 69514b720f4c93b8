//! What studies are made of, and how they are written.

use outflank_game::StudyContent;
use outflank_records::{Format, Record, to_bytes};

use crate::study::{StudyText, StudyWish, game_of};
use crate::{Malformed, text};

/// Builds the content of a new study. `studied` is the game it belongs to. The size is not checked.
pub fn content_of(wish: StudyWish, studied: Option<Record>) -> Result<StudyContent, Malformed> {
    let named = |wished: Option<String>, known: Option<String>| {
        wished.or(known).map(|name| name.trim().to_owned()).unwrap_or_default()
    };
    let (record, mut tree) = match (wish.text, wish.tree) {
        (Some(text), None) => {
            let record = text::parse(&text)?;
            let tree = record.study_tree();
            (Some(record), tree)
        }
        (None, Some(tree)) => (studied, tree.read()?),
        _ => return Err(Malformed("a study is made of a text or of a tree".to_owned())),
    };
    let played = match (wish.played, &record) {
        (Some(moves), _) => game_of(tree.start(), &moves)?,
        (None, Some(record)) if record.start() == tree.start() => record.game(),
        (None, _) => tree.main_game(),
    };
    // What was played is always in the tree.
    tree.add_line(played.plies().iter().copied()).map_err(|fault| Malformed(fault.to_string()))?;
    let (black, white, event) =
        record.map(|record| (record.black.name, record.white.name, record.event)).unwrap_or_default();
    Ok(StudyContent {
        title: named(wish.title, event),
        black: named(wish.black, black),
        white: named(wish.white, white),
        played,
        tree,
    })
}

/// Converts a study to a record, with the known details of its game.
pub fn record_of(content: &StudyContent, game: Option<Record>) -> Record {
    let mut record = Record::from_study(&content.tree);
    let named =
        |name: &str, known: Option<String>| Some(name.to_owned()).filter(|name| !name.is_empty()).or(known);
    let game = game.unwrap_or_else(|| Record::new(record.start()));
    if game.moves().eq(record.moves()) {
        record.outcome.clone_from(&game.outcome);
        for (index, ply) in game.plies().iter().enumerate() {
            if let Some(own) = record.ply_mut(index) {
                own.time.clone_from(&ply.time);
            }
        }
    }
    record.black.name = named(&content.black, game.black.name);
    record.white.name = named(&content.white, game.white.name);
    record.event = named(&content.title, game.event);
    (record.place, record.date) = (game.place, game.date);
    record.comment = record.comment.or(game.comment);
    record
}

/// Adds the variations and comments of the study of a game; the moves of the game stay the main line.
pub fn with_notes(record: Record, mut content: StudyContent) -> Result<Record, Malformed> {
    if content.tree.start() != record.start() {
        return Ok(record);
    }
    content.tree = content.tree.led_by(record.moves()).map_err(|fault| Malformed(fault.to_string()))?;
    Ok(record_of(&content, Some(record)))
}

/// Writes a record in a text format, and reports what the format cannot hold.
pub fn study_text(record: &Record, format: Format) -> Result<StudyText, Malformed> {
    let lost = record.losses(format);
    let bytes = to_bytes([record], format).map_err(|error| Malformed(error.to_string()))?;
    let text =
        String::from_utf8(bytes).map_err(|_binary| Malformed(format!("{format} is not a text format")))?;
    Ok(StudyText {
        text,
        lost_variations: lost.variations,
        lost_comments: lost.comments,
        lost_marks: lost.marks,
    })
}
