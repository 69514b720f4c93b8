//! Requests about games.

use outflank_game::{ChangeRefused, MoveRefused, PlayerId, StudySubject, game_log, report_line};
use outflank_records::{Format, Record, to_bytes};
use outflank_rules::{Color, Move};
use outflank_wire::checks::{name, pace};
use outflank_wire::view::{milliseconds, result, seat};
use outflank_wire::{ChangeWish, ComputerMoveWish, ExportQuery, ExportView, GameSummary, MoveWish};
use outflank_wire::{players, studying};
use serde_json::json;

use super::DeskGame;
use crate::desk::reply::{Handled, Reply, now};
use crate::desk::request::{DeskRequest, number};
use crate::desk::{Desk, DeskRefusal, JobUrgency};

/// How many games a list has.
const LISTED: usize = 200;

/// Who moves when a person lets the computer move for them and names nobody.
const ASSISTANT: &str = "engine:depth=10";

impl From<ChangeRefused> for DeskRefusal {
    fn from(refused: ChangeRefused) -> DeskRefusal {
        let (code, message) = (refused.code(), refused.to_string());
        match refused {
            ChangeRefused::NotYours(_) => DeskRefusal::new(403, code, message),
            ChangeRefused::Move(MoveRefused::OutOfTime(_)) => DeskRefusal::conflict(code, message),
            ChangeRefused::Move(_) => DeskRefusal::illegal(message),
            _ => DeskRefusal::conflict(code, message),
        }
    }
}

impl Desk {
    /// Answers requests about games: the parts of the path after `games`.
    pub(in crate::desk) fn route_games(&mut self, request: &DeskRequest, parts: &[&str]) -> Handled {
        let method = request.method.as_str();
        let id = match parts.first() {
            Some(part) => number(part)?,
            None if method == "GET" => return now(&self.list_games()),
            None => return self.create_game(request),
        };
        match (method, &parts[1..]) {
            ("GET", []) => {
                let id = self.game_numbered(id);
                self.visit(id)?;
                self.shown(id)
            }
            ("PATCH", []) => self.adjust_game(id, request),
            ("DELETE", []) => self.delete_game(id).map(|()| Some(Reply::nothing())),
            ("GET", ["export"]) => self.export_game(id, request),
            ("POST", ["moves"]) => self.play_move(id, request),
            ("POST", ["undo"]) => self.changed(id, |kept, may| kept.after_undo(may)),
            ("POST", ["redo"]) => self.changed(id, |kept, may| kept.after_redo(may)),
            ("POST", ["restart"]) => self.changed(id, |kept, _| kept.after_restart()),
            ("POST", ["resign"]) => self.changed(id, |kept, may| kept.after_resignation(may)),
            ("POST", ["rematch"]) => self.rematch(id),
            ("POST", ["edit"]) => self.edit_game(id, request),
            ("POST", ["computer-move"]) => self.computer_move(id, request),
            ("POST", ["hint"]) => self.hint(id, request),
            _ => Err(DeskRefusal::needs_server(&request.path)),
        }
    }

    fn shown(&self, id: i64) -> Handled {
        now(&self.games.place(id)?.show(self.now))
    }

    /// Lists the games that are saved, the last changed first.
    fn list_games(&self) -> Vec<GameSummary> {
        let mut saved: Vec<&DeskGame> = self.games.places.values().filter(|place| place.kept.saved).collect();
        saved.sort_by_key(|place| std::cmp::Reverse((place.kept.updated, place.kept.id)));
        saved.into_iter().take(LISTED).map(summary).collect()
    }

    fn adjust_game(&mut self, id: i64, request: &DeskRequest) -> Handled {
        let wish: ChangeWish = request.json()?;
        let place = self.games.place_mut(id)?;
        let kept = &mut place.kept;
        let called = wish.name.as_deref().map(name).transpose()?;
        let pause = wish.pace.map(pace).transpose()?;
        if wish.paused == Some(true) && (kept.game.has_person() || kept.game.time_control().is_some()) {
            let message = format!("game {id} is between people or has a clock, so it cannot be paused");
            return Err(DeskRefusal::conflict("no-pause", message));
        }
        kept.name = called.unwrap_or_else(|| kept.name.clone());
        kept.pace = pause.unwrap_or(kept.pace);
        kept.saved = wish.saved.unwrap_or(kept.saved);
        kept.revision += 1;
        self.sync_library(id);
        self.keep_game(id);
        if let Some(paused) = wish.paused {
            self.stop_thinking(id);
            self.games.place_mut(id)?.is_paused = paused;
            self.go_on(id);
        }
        self.show_choice(id);
        self.tell_game(id);
        self.shown(id)
    }

    fn play_move(&mut self, id: i64, request: &DeskRequest) -> Handled {
        let wish: MoveWish = request.json()?;
        let played: Move = wish.played.parse().map_err(|error| DeskRefusal::bad(format!("{error}")))?;
        let pause = wish.pause.map(pace).transpose()?.map(milliseconds);
        let waited = self.games.place(id)?.pause;
        // The answer of the computer begins with the change.
        self.games.place_mut(id)?.pause = pause;
        let done = self.change_game(id, |kept, waiting| {
            let may = |side| kept.game.is_person(side);
            Ok(kept.after_move((wish.ply, played), (waiting, std::time::Duration::ZERO), may)?)
        });
        if done.is_err() {
            self.games.place_mut(id)?.pause = waited;
        }
        done?;
        self.shown(id)
    }

    /// Changes a game by what whoever sits there may do with it.
    fn changed(
        &mut self,
        id: i64,
        decide: impl FnOnce(
            &outflank_game::KeptGame,
            &dyn Fn(Color) -> bool,
        ) -> Result<outflank_game::GameInPlay, ChangeRefused>,
    ) -> Handled {
        self.change_game(id, |kept, _| Ok(decide(kept, &|side| kept.game.is_person(side))?))?;
        self.shown(id)
    }

    /// Lets a computer player make one move for the person whose turn it is.
    fn computer_move(&mut self, id: i64, request: &DeskRequest) -> Handled {
        let wish: ComputerMoveWish = request.json_or_default()?;
        let player = wish.player.as_deref().unwrap_or(ASSISTANT);
        if players::completed(player).is_none() {
            return Err(DeskRefusal::bad(format!("there is no player {player:?}; see /api/players")));
        }
        let kept = self.games.kept(id)?;
        let side = kept.side_to_play(|side| kept.game.is_person(side))?;
        if let Some(wanted) = wish.side.map(Color::from).filter(|&wanted| wanted != side) {
            let message = format!("{side} is to move, not {wanted}");
            return Err(DeskRefusal::conflict("not-your-turn", message));
        }
        let player = PlayerId::from(player);
        self.start_thinking(id, &player, Some(player.clone()));
        self.shown(id)
    }

    /// Says what the engine would play, what the idea is, and why.
    fn hint(&mut self, id: i64, request: &DeskRequest) -> Handled {
        let kept = self.games.kept(id)?;
        kept.side_to_play(|side| kept.game.is_person(side))?;
        let task = json!({ "task": "hint", "position": kept.game.position().to_string() });
        self.answer_by_job(request.id, JobUrgency::Hint, task)
    }

    /// Writes a game, up to its present move, in a format of files, as a log, or as the line of a report.
    fn export_game(&mut self, id: i64, request: &DeskRequest) -> Handled {
        let query: ExportQuery = request.query()?;
        let kept = self.games.kept(id)?;
        let text = match query.format.as_str() {
            "log" => game_log(&kept.game, &[format!("Game: {id}")]),
            "report" if kept.game.is_over() => report_line(&kept.game),
            "report" => {
                let message = format!("game {id} is not over; a report holds finished games");
                return Err(DeskRefusal::bad(message));
            }
            format => {
                let record = self.game_record(id)?;
                let record = match self.study_of(StudySubject::Game(id)) {
                    Some(study) => studying::with_notes(record, study.content.clone())?,
                    None => record,
                };
                written(&record, format)?
            }
        };
        now(&ExportView { text })
    }

    /// Records a game that is played here, up to its present move.
    pub(in crate::desk) fn game_record(&self, id: i64) -> Result<Record, DeskRefusal> {
        let kept = self.games.kept(id)?;
        let mut record = Record::from(kept.game.history());
        [record.black.name, record.white.name] =
            kept.game.seats().each_ref().map(|seat| Some(seat.called().to_owned()));
        Ok(record)
    }
}

/// Writes a record in a format that is text.
pub(in crate::desk) fn written(record: &Record, format: &str) -> Result<String, DeskRefusal> {
    let format: Format = format.parse().map_err(|error| DeskRefusal::bad(format!("{error}")))?;
    let bytes = to_bytes([record], format).map_err(|error| DeskRefusal::bad(error.to_string()))?;
    String::from_utf8(bytes).map_err(|_binary| DeskRefusal::bad(format!("{format} is not a text format")))
}

fn summary(place: &DeskGame) -> GameSummary {
    let (kept, game) = (&place.kept, &place.kept.game);
    let [black, white] = game.seats();
    GameSummary {
        id: kept.id,
        name: kept.name.clone(),
        updated: kept.updated,
        black: seat(black),
        white: seat(white),
        board: game.position().to_string(),
        plies: game.plies().iter().filter(|played| !played.is_pass()).count(),
        result: game.result().map(|ended| result(ended, game.position())),
    }
}
