//! Games as the interface shows them to whoever asks this server.

use outflank_game::KeptGame;
use outflank_library::ImportReport;
use outflank_rules::Color;
use outflank_store::{ListedGame, PlayerMessage};
use outflank_wire::view::{self, Onlooker, result, seat};

use crate::contest::seat_of;
use crate::seats::Viewer;
use crate::wire::chat::ChatMessageView;
use crate::wire::library::LibraryImport;
use crate::wire::{GameSummary, GameView};

pub(crate) use outflank_wire::view::{Moment, milliseconds, position};

/// Shows a game to somebody.
pub(crate) fn game(kept: &KeptGame, viewer: &Viewer, moment: Moment) -> GameView {
    let may_move = Color::BOTH.map(|side| viewer.may_move(kept, side));
    view::game(kept, Onlooker { may_move, own: seat_of(kept, viewer) }, moment)
}

/// Shows a game in a list.
pub(crate) fn summary(listed: &ListedGame) -> GameSummary {
    let [black, white] = &listed.seats;
    GameSummary {
        id: listed.id,
        name: listed.name.clone(),
        updated: listed.updated,
        black: seat(black),
        white: seat(white),
        board: listed.position.to_string(),
        plies: listed.placed,
        result: listed.result.map(|ended| result(ended, listed.position)),
    }
}

/// Shows what an import has come to.
pub(crate) fn import(report: ImportReport) -> LibraryImport {
    let ImportReport { read, added, duplicates, positions, bad, faults, stopped: _ } = report;
    LibraryImport { read, added, duplicates, positions, bad, faults }
}

/// Shows something that a player said.
pub(crate) fn message(message: PlayerMessage) -> ChatMessageView {
    let PlayerMessage { id, side, text, said } = message;
    ChatMessageView { id, side: side.into(), text, said }
}
