//! The work of the laboratory as the interface shows it, and the files that can be downloaded.

use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

use outflank_lab::{Learning, PlayerLine, TournamentSummary, Tuning, TuningReport, Venue};
use outflank_records::ZipWriter;

use super::run::LabRun;
use super::table_kind;
use crate::error::ApiError;
use crate::studio::Studio;
use crate::wire::lab::{
    LabKind, LabRunDetail, LabRunView, LabState, LearningView, TunedParameter, TuningCheckView, TuningView,
};
use crate::wire::tournament::{PlaceView, TournamentView};

/// The files that a tournament follows from.
const FILES: [&str; 2] = ["games.jsonl", "tournament.toml"];
/// The logs of all games.
const LOGS: &str = "logs.zip";
/// Everything.
const ALL: &str = "all.zip";
/// The table of a learning.
const LEARNED: &str = "learned.txt";

/// Shows a tournament in a folder as it stands.
pub(crate) fn tournament(studio: &Studio, id: &str, folder: &Path) -> Result<TournamentView, ApiError> {
    let is_played = studio.workshop.find(id).is_some_and(|run| run.is_wanted());
    studio.tournaments.or_look(folder, &FILES, is_played, || {
        let venue = Venue::open(folder).map_err(|error| broken(&error))?;
        let results = venue.results().map_err(|error| broken(&error))?;
        let summary = TournamentSummary::new(&venue.plan, &results);
        Ok(TournamentView {
            id: id.to_owned(),
            name: summary.name.clone().unwrap_or_else(|| id.to_owned()),
            format: summary.format.to_owned(),
            games: summary.games,
            planned: summary.planned,
            complete: summary.complete,
            forfeits: summary.forfeits,
            updated: changed(folder, &FILES),
            players: places(&summary.players),
            cross: summary.cross,
        })
    })
}

/// Shows the players of a table.
pub(crate) fn places(players: &[PlayerLine]) -> Vec<PlaceView> {
    let place = |line: &PlayerLine| PlaceView {
        rank: line.rank,
        name: line.name.clone(),
        player: line.player.clone(),
        games: line.games,
        wins: line.wins,
        draws: line.draws,
        losses: line.losses,
        points: line.points,
        percent: line.percent,
        elo: line.elo,
        elo_low: line.elo_low,
        elo_high: line.elo_high,
        mean_score: line.mean_score,
        seconds_per_move: line.seconds_per_move,
    };
    players.iter().map(place).collect()
}

/// Says that what lies in a folder cannot be read; what exactly is for the log.
fn broken(error: &dyn std::fmt::Display) -> ApiError {
    ApiError::failed("the files of this work cannot be read; the log of the server says why", &error)
}

fn changed(folder: &Path, names: &[&str]) -> i64 {
    let times = names.iter().filter_map(|name| fs::metadata(folder.join(name)).ok()?.modified().ok());
    let times =
        times.filter_map(|time| i64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_millis()).ok());
    times.max().unwrap_or(0)
}

/// Shows a piece of work with all that is known of it. `run` is what the studio knows of it if it was begun
/// here.
pub(crate) fn detail(
    studio: &Studio,
    id: &str,
    folder: &Path,
    run: Option<&LabRun>,
) -> Result<LabRunDetail, ApiError> {
    let kind = run.map_or(LabKind::Tournament, |run| run.kind);
    match kind {
        LabKind::Tournament => {
            let view = tournament(studio, id, folder)?;
            let progress = RunProgress {
                name: view.name.clone(),
                done: view.games,
                planned: view.planned,
                is_complete: view.complete,
                updated: view.updated,
                players: view.players.iter().map(|player| player.name.clone()).collect(),
            };
            let judged = fs::metadata(folder.join("losses.jsonl")).is_ok();
            let mut downloads: Vec<String> = ["report.html", "games.txt", "games.ggf", LOGS, "games.csv"]
                .iter()
                .chain(&["players.csv", "pairings.csv", "summary.txt", "summary.json", "games.jsonl"])
                .map(|&name| name.to_owned())
                .collect();
            let drawings = ["ratings.svg", "cross-table.svg"].map(str::to_owned);
            downloads.extend(drawings);
            downloads.extend(judged.then(|| "curves.csv".to_owned()));
            downloads.extend(["tournament.toml", ALL].map(str::to_owned));
            let run = progress.view(id, kind, run);
            Ok(LabRunDetail { run, tournament: Some(view), tuning: None, learning: None, downloads })
        }
        LabKind::Tuning => {
            let tuning = Tuning::reopen(folder).map_err(|error| broken(&error))?;
            let report = tuning.report().map_err(|error| broken(&error))?;
            let tried = tuning.done().map_err(|error| broken(&error))?;
            let opponents = tuning.plan.opponents.iter().map(ToString::to_string);
            let progress = RunProgress {
                name: report.start.clone(),
                done: tried,
                planned: tuning.planned(),
                is_complete: tried >= tuning.planned(),
                updated: changed(folder, &["trials.jsonl", "tuning.toml"]),
                players: std::iter::once(report.start.clone()).chain(opponents).collect(),
            };
            let downloads = ["tuning.txt", "tuning.json", "weights.svg", "points.svg", "trials.jsonl"];
            let downloads = downloads.iter().chain(&["tuning.toml", ALL]).map(|&name| name.to_owned());
            Ok(LabRunDetail {
                run: progress.view(id, kind, run),
                tournament: None,
                tuning: Some(tuning_view(&report)),
                learning: None,
                downloads: downloads.collect(),
            })
        }
        LabKind::Learning => {
            let learning = Learning::open(folder).map_err(|error| broken(&error))?;
            let taught = learning.done().map_err(|error| broken(&error))?;
            // The table on the disk is a little behind the games.
            let counted = run.map(|run| run.status().done.max(taught)).unwrap_or(taught);
            let table = learning.table().map_err(|error| broken(&error))?.unwrap_or_default();
            let progress = RunProgress {
                name: learning.plan.player.clone(),
                done: counted,
                planned: learning.plan.games,
                is_complete: taught >= learning.plan.games,
                updated: changed(folder, &["learning.json", "learning.toml"]),
                players: vec![learning.plan.player.clone()],
            };
            let file = table_kind(&learning.plan.player).and_then(|kind| {
                let name = format!("{id}.txt");
                studio.workshop.files().path(kind, &name).map(|_| name)
            });
            let lines = table.lines().filter(|line| !line.starts_with('%')).count();
            let downloads = (!table.is_empty()).then(|| LEARNED.to_owned()).into_iter().collect();
            Ok(LabRunDetail {
                run: progress.view(id, kind, run),
                tournament: None,
                tuning: None,
                learning: Some(LearningView { player: learning.plan.player.clone(), lines, file }),
                downloads,
            })
        }
    }
}

/// How far a piece of work has come, as its files say.
struct RunProgress {
    name: String,
    done: u64,
    planned: u64,
    is_complete: bool,
    updated: i64,
    players: Vec<String>,
}

impl RunProgress {
    fn view(self, id: &str, kind: LabKind, run: Option<&LabRun>) -> LabRunView {
        let RunProgress { mut name, done, planned, is_complete, updated, players } = self;
        let mut view = LabRunView {
            id: id.to_owned(),
            kind,
            name: String::new(),
            state: if is_complete { LabState::Finished } else { LabState::Elsewhere },
            failure: None,
            done,
            planned,
            seconds_left: None,
            resumed_at: None,
            own: run.is_some(),
            players,
            created: None,
            updated,
        };
        if let Some(run) = run {
            let status = run.status();
            if !status.record.name.is_empty() {
                name.clone_from(&status.record.name);
            }
            view.created = Some(status.record.created);
            view.updated = view.updated.max(status.record.created);
            view.resumed_at = status.resumed_at.filter(|_| status.since.is_some());
            view.failure = status.record.failure.clone();
            view.state = match status.state {
                LabState::Paused if is_complete => LabState::Finished,
                state => state,
            };
            view.seconds_left = status.since.and_then(|(begun, before)| {
                let made = done.checked_sub(before).filter(|made| *made > 0)?;
                let each = begun.elapsed().as_secs_f64() / made as f64;
                Some(each * planned.saturating_sub(done) as f64)
            });
        }
        view.name = name;
        view
    }
}

fn tuning_view(report: &TuningReport) -> TuningView {
    let parameter = |(index, name): (usize, &String)| TunedParameter {
        name: name.clone(),
        from: report.from[index],
        to: report.to[index],
        course: report.centres.iter().map(|centre| centre[index] / report.from[index]).collect(),
    };
    TuningView {
        start: report.start.clone(),
        tuned: report.tuned.clone(),
        generations: report.generations,
        planned: report.planned,
        games: report.games,
        parameters: report.parameters.iter().enumerate().map(parameter).collect(),
        shares: report.shares.clone(),
        check: report.check.as_ref().map(|check| TuningCheckView {
            games: check.games,
            wins: check.wins,
            draws: check.draws,
            losses: check.losses,
            elo: check.elo,
            elo_low: check.elo_low,
            elo_high: check.elo_high,
        }),
    }
}

/// Makes a file that can be downloaded, from what is on the disk now.
pub(crate) fn document(
    id: &str,
    folder: &Path,
    run: Option<&LabRun>,
    name: &str,
) -> Result<Vec<u8>, ApiError> {
    let missing = || ApiError::missing(format!("{id:?} has no file {name:?}"));
    match run.map_or(LabKind::Tournament, |run| run.kind) {
        LabKind::Tournament => tournament_document(folder, name)?.ok_or_else(missing),
        LabKind::Tuning => {
            let tuning = Tuning::reopen(folder).map_err(|error| broken(&error))?;
            let report = tuning.report().map_err(|error| broken(&error))?;
            let documents = report.documents().map_err(|error| broken(&error))?;
            let mut files: Vec<(String, Vec<u8>)> =
                documents.map(|(name, text)| (name.to_owned(), text.into_bytes())).into();
            files.extend(read(folder, &["trials.jsonl", "tuning.toml"]));
            if name == ALL {
                return archive(&files);
            }
            files.into_iter().find(|(file, _)| file == name).map(|(_, content)| content).ok_or_else(missing)
        }
        LabKind::Learning => {
            let learning = Learning::open(folder).map_err(|error| broken(&error))?;
            let table = learning.table().map_err(|error| broken(&error))?;
            table.filter(|_| name == LEARNED).map(String::into_bytes).ok_or_else(missing)
        }
    }
}

fn tournament_document(folder: &Path, name: &str) -> Result<Option<Vec<u8>>, ApiError> {
    if let Some(&own) = FILES.iter().find(|own| **own == name) {
        return Ok(read(folder, &[own]).pop().map(|(_, content)| content));
    }
    let venue = Venue::open(folder).map_err(|error| broken(&error))?;
    let results = venue.results().map_err(|error| broken(&error))?;
    let logs = || {
        let log = |entry: &outflank_lab::GameEntry| {
            Some((format!("logs/{:06}.log", entry.game), venue.log(entry)?.into_bytes()))
        };
        results.games.iter().filter_map(log).collect::<Vec<_>>()
    };
    if name == LOGS {
        return archive(&logs()).map(Some);
    }
    let logs = if name == ALL { logs() } else { Vec::new() };
    let mut files = venue.documents(results).map_err(|error| broken(&error))?;
    if name == ALL {
        files.extend(read(folder, &FILES));
        files.extend(logs);
        return archive(&files).map(Some);
    }
    Ok(files.into_iter().find(|(file, _)| file == name).map(|(_, content)| content))
}

fn read(folder: &Path, names: &[&str]) -> Vec<(String, Vec<u8>)> {
    names.iter().filter_map(|name| Some(((*name).to_owned(), fs::read(folder.join(name)).ok()?))).collect()
}

fn archive(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, ApiError> {
    let mut zip = ZipWriter::new(Vec::new());
    files.iter().try_for_each(|(name, content)| zip.add(name, content)).map_err(|error| broken(&error))?;
    zip.finish().map_err(|error| broken(&error))
}
