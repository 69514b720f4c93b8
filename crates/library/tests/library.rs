//! Games of files in a library, and positions found again.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use outflank_library::{Explorer, ExplorerFilter, import, record_of_row};
use outflank_records::{Format, ReadOptions, Record, files_in, open, read, wthor};
use outflank_rules::{Position, Symmetry};
use outflank_store::{Filter, LibraryOrder, Sort, Store};

async fn library(folder: &Path) -> Store {
    Store::open(&format!("sqlite:{}", folder.join("games.db").display())).await.unwrap()
}

/// A game without moves: the explorer is asked about its start.
fn at(position: Position) -> Record {
    Record::new(position)
}

async fn import_text(store: &Store, format: Format, text: &str) -> outflank_library::ImportReport {
    let items = read(text.as_bytes(), format, ReadOptions::default());
    import(store, format, items, |_| ControlFlow::Continue(())).await.unwrap()
}

#[tokio::test]
async fn games_of_a_file_are_kept_once_and_bad_ones_told() {
    let folder = tempfile::tempdir().unwrap();
    let store = library(folder.path()).await;
    let text = "f5d6c3d3c4\nf5f6e6f4\nf5a1\n";
    let report = import_text(&store, Format::Transcript, text).await;
    assert_eq!((report.read, report.added, report.duplicates, report.bad), (2, 2, 0, 1));
    assert!(report.faults[0].contains("a1"), "{:?}", report.faults);
    let report = import_text(&store, Format::Transcript, text).await;
    assert_eq!((report.added, report.duplicates, report.bad), (0, 2, 1));
}

fn named(moves: &str, black: &str, white: &str, date: &str) -> String {
    let mut record = Record::from_transcript(moves).unwrap();
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    (record.black.name, record.white.name, record.date) = (text(black), text(white), text(date));
    String::from_utf8(outflank_records::to_bytes([&record], Format::Ggf).unwrap()).unwrap()
}

/// Black, white and year of all games that are there.
async fn listed(store: &Store) -> Vec<String> {
    let page = store.library(&Filter::default(), (Sort::Key, LibraryOrder::Rising), 0, 100).await.unwrap();
    page.games.iter().map(|row| format!("{}-{} {}", row.game.black, row.game.white, row.game.day)).collect()
}

#[tokio::test]
async fn a_game_without_names_and_the_same_with_names_are_one_game() {
    let (bare, full) = (named("f5d6c3", "", "", "1997"), named("f5d6c3", "Ann", "Ben", "1997"));
    for order in [[&bare, &full], [&full, &bare]] {
        let folder = tempfile::tempdir().unwrap();
        let store = library(folder.path()).await;
        let first = import_text(&store, Format::Ggf, order[0]).await;
        assert_eq!((first.added, first.duplicates), (1, 0));
        store.set_tag(&[1], "study", true).await.unwrap();
        store.set_notes(1, "a note").await.unwrap();
        let second = import_text(&store, Format::Ggf, order[1]).await;
        assert_eq!((second.added, second.duplicates), (0, 1));
        assert_eq!(listed(&store).await, ["Ann-Ben 1997"]);
        let tagged = Filter { tag: Some("study".to_owned()), ..Filter::default() };
        assert_eq!(store.library_size(&tagged).await.unwrap(), 1);
        let row =
            store.library(&tagged, (Sort::Key, LibraryOrder::Rising), 0, 1).await.unwrap().games.remove(0);
        assert_eq!(row.game.notes, "a note");
        // Nothing is left to list or restore of the bare one, and both may come again.
        let deleted = Filter { deleted: true, ..Filter::default() };
        assert_eq!(store.library_size(&deleted).await.unwrap(), 0);
        store.set_deleted(&[1, 2], false).await.unwrap();
        let again = import_text(&store, Format::Ggf, &format!("{bare}{full}")).await;
        assert_eq!((again.added, again.duplicates), (0, 2));
        assert_eq!(listed(&store).await, ["Ann-Ben 1997"]);
        // The explorer counts it once, and knows its players.
        let explorer = Explorer::new(store.clone());
        let player = ExplorerFilter { player: Some("ann".to_owned()), ..ExplorerFilter::default() };
        for wanted in [ExplorerFilter::default(), player] {
            let found = explorer.look(&at(Position::start()), &wanted).await.unwrap();
            assert_eq!(found.results.games, 1);
        }
    }
}

#[tokio::test]
async fn games_that_disagree_are_different_games() {
    let folder = tempfile::tempdir().unwrap();
    let store = library(folder.path()).await;
    let games = [
        named("f5d6c3", "", "", ""),
        named("f5d6c3", "Ann", "Ben", "1997"),
        named("f5d6c3", "Ben", "Ann", "1997"),
        named("f5d6c3", "Ann", "Ben", "1998"),
        named("f5d6c3", "ANN", "", ""),
        named("f5d6c4", "", "", ""),
    ];
    // In one file: the first and the fifth are the second.
    let report = import_text(&store, Format::Ggf, &games.concat()).await;
    assert_eq!((report.added, report.duplicates), (4, 2), "{:?}", listed(&store).await);
    assert_eq!(listed(&store).await, ["Ann-Ben 1997", "Ben-Ann 1997", "Ann-Ben 1998", "- "]);
}

#[tokio::test]
async fn wthor_games_without_tables_get_their_names_from_tables_that_come_later() {
    let folder = tempfile::tempdir().unwrap();
    let store = library(folder.path()).await;
    let source = folder.path().join("wthor");
    std::fs::create_dir(&source).unwrap();
    let games = ["f5d6c3d3c4", "f5f6e6f4", "d3c5f6"].map(|moves| {
        let text = named(moves, "Ann", "Ben", "2000");
        read(text.as_bytes(), Format::Ggf, ReadOptions::default()).next().unwrap().unwrap().record.unwrap()
    });
    wthor::write_path(&source.join("WTH_2000.wtb"), games).unwrap();
    let bare = folder.path().join("bare.wtb");
    std::fs::create_dir(folder.path().join("bare")).unwrap();
    let bare = bare.with_extension("").join("WTH_2000.wtb");
    std::fs::copy(source.join("WTH_2000.wtb"), &bare).unwrap();
    for (path, added) in [(&bare, 3), (&source, 0)] {
        let items = wthor::read_path(path).unwrap();
        let report = import(&store, Format::Wthor, items, |_| ControlFlow::Continue(())).await.unwrap();
        assert_eq!((report.read, report.added), (3, added));
    }
    assert_eq!(listed(&store).await, vec!["Ann-Ben 2000"; 3]);
}

#[tokio::test]
async fn a_game_comes_out_as_it_went_in() {
    let folder = tempfile::tempdir().unwrap();
    let store = library(folder.path()).await;
    let text = include_str!("../../../data/sample.ggf");
    import_text(&store, Format::Ggf, text).await;
    let row = store.library_games(&[1]).await.unwrap().remove(0);
    let record = record_of_row(&row).unwrap();
    let origin = read(text.as_bytes(), Format::Ggf, ReadOptions::default());
    let origin = origin.filter_map(|item| item.unwrap().record).next().unwrap();
    assert_eq!(record.moves().collect::<Vec<_>>(), origin.moves().collect::<Vec<_>>());
    assert_eq!((&record.black.name, &record.white.name), (&origin.black.name, &origin.white.name));
    assert_eq!(record.date, origin.date);
    assert_eq!(row.game.score, Some(-40));
    assert_eq!(row.game.times.len(), origin.plies().len());
}

#[tokio::test]
async fn positions_are_found_in_every_symmetry_and_new_games_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = library(folder.path()).await;
    let explorer = Explorer::new(store.clone());
    let nothing = explorer.look(&at(Position::start()), &ExplorerFilter::default()).await.unwrap();
    assert_eq!(nothing.results.games, 0);
    import_text(&store, Format::Transcript, "f5d6c3d3c4\nf5f6e6f4\nd3c5\n").await;
    let found = explorer.look(&at(Position::start()), &ExplorerFilter::default()).await.unwrap();
    assert_eq!((found.results.games, found.moves.len()), (3, 1));
    let after: Position = Position::start().play("f5".parse::<outflank_rules::Move>().unwrap()).unwrap();
    for symmetry in Symmetry::ALL {
        let found = explorer.look(&at(symmetry.position(after)), &ExplorerFilter::default()).await.unwrap();
        assert_eq!(found.moves.iter().map(|played| played.results.games).collect::<Vec<_>>(), [2, 1]);
        let square = symmetry.square("d6".parse().unwrap());
        assert!(found.moves[0].squares.contains(&square), "{symmetry:?}");
    }
    store.set_deleted(&[1], true).await.unwrap();
    let found = explorer.look(&at(after), &ExplorerFilter::default()).await.unwrap();
    assert_eq!((found.results.games, found.keys), (2, vec![3, 2]));
}

#[tokio::test]
async fn who_has_to_pass_does_and_the_way_names_the_opening() {
    let folder = tempfile::tempdir().unwrap();
    let store = library(folder.path()).await;
    // After eight moves black has to pass.
    let game = Record::from_transcript("c4c3f5b4a4a5c2a3").unwrap();
    assert!(game.last_position().must_pass());
    import_text(&store, Format::Transcript, "c4c3f5b4a4a5c2a3f4\n").await;
    let explorer = Explorer::new(store);
    let found = explorer.look(&game, &ExplorerFilter::default()).await.unwrap();
    assert_eq!(found.position.side_to_move(), outflank_rules::Color::White);
    assert_eq!(found.moves.len(), 1);
    assert_eq!(found.moves[0].played.to_string(), "f4");
    assert!(!found.opening.is_empty());
}

#[tokio::test]
async fn whoever_asks_while_positions_are_made_again_is_told_what_was_known() {
    let folder = tempfile::tempdir().unwrap();
    let store = library(folder.path()).await;
    import_text(&store, Format::Transcript, "f5d6c3d3c4\n").await;
    let explorer = Explorer::new(store.clone());
    let games = async || {
        explorer.look(&at(Position::start()), &ExplorerFilter::default()).await.unwrap().results.games
    };
    assert_eq!(games().await, 1);
    let board = "8 ---------------------------O*------*O--------------------------- *";
    let many: String = (0..2100)
        .map(|game| format!("(;GM[Othello]PB[P{game}]PW[Q]RE[+2]TY[8]BO[{board}]B[f5]W[d6];)\n"))
        .collect();
    import_text(&store, Format::Ggf, &many).await;
    store.set_deleted(&[2], true).await.unwrap();
    assert_eq!(games().await, 1, "so many new games are not waited for");
    explorer.update().await.unwrap();
    assert_eq!(games().await, 2100);
    store.set_deleted(&[2], false).await.unwrap();
    // Takes its turn behind the update that was begun by the look above, which may still go on.
    explorer.update().await.unwrap();
    assert_eq!(games().await, 2101);
    // Another program finds the file and what is newer.
    let other = Explorer::new(store.clone());
    store.set_deleted(&[3], true).await.unwrap();
    import_text(&store, Format::Transcript, "f5f6e6\n").await;
    assert_eq!(
        other.look(&at(Position::start()), &ExplorerFilter::default()).await.unwrap().results.games,
        2101
    );
}

#[tokio::test]
async fn corrupt_records_of_wthor_files_are_told_one_by_one_and_the_good_games_kept() {
    let folder = tempfile::tempdir().unwrap();
    let store = library(folder.path()).await;
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    let text = "f5d6c3d3c4\nf5f6e6f4\nf5d6c4d3\nf5f4e3\n";
    for year in ["a.wtb", "b.wtb"] {
        let records = read(text.as_bytes(), Format::Transcript, ReadOptions::default());
        let records = records.filter_map(|item| item.unwrap().record).map(|mut record| {
            record.black.name = Some(year.to_owned());
            record
        });
        wthor::write_path(&games.join(year), records).unwrap();
    }
    // In the first file the second game begins with an illegal move, the second one breaks off in its last
    // game.
    let mut bytes = std::fs::read(games.join("a.wtb")).unwrap();
    bytes[16 + 68 + 8] = 11;
    std::fs::write(games.join("a.wtb"), &bytes).unwrap();
    let bytes = std::fs::read(games.join("b.wtb")).unwrap();
    std::fs::write(games.join("b.wtb"), &bytes[..bytes.len() - 20]).unwrap();
    let mut report = outflank_library::ImportReport::default();
    for path in files_in(&games).unwrap() {
        let (format, items) = open(&path).unwrap();
        report.add(import(&store, format, items, |_| ControlFlow::Continue(())).await.unwrap());
    }
    assert_eq!(report.faults.len() as u64, report.bad);
    assert!(
        report.faults[0].contains("a.wtb") && report.faults[0].contains("record 2"),
        "{:?}",
        report.faults
    );
    assert!(report.faults[1..].iter().all(|fault| fault.contains("b.wtb")), "{:?}", report.faults);
    assert_eq!((report.added, report.bad), (6, 2), "{report:?}");
    assert_eq!(store.library_size(&Filter::default()).await.unwrap() as u64, report.added);
}

fn wthor_folder() -> Option<PathBuf> {
    let folder = std::env::var_os("OUTFLANK_DATA").map(|data| PathBuf::from(data).join("wthor"));
    if folder.is_none() {
        println!("skipped: OUTFLANK_DATA not set");
    }
    folder
}

#[tokio::test]
async fn every_sixth_year_of_wthor_is_imported_and_explored() {
    let Some(all) = wthor_folder() else { return };
    let some = tempfile::tempdir().unwrap();
    for year in (1980..=2025).step_by(6) {
        let name = format!("WTH_{year}.wtb");
        std::fs::copy(all.join(&name), some.path().join(&name)).unwrap();
    }
    for names in ["WTHOR.JOU", "WTHOR.TRN"] {
        std::fs::copy(all.join(names), some.path().join(names)).unwrap();
    }
    let games = wthor::read_path(some.path()).unwrap().records().count();
    assert!(games > 10_000, "{games}");
    imports_and_explores(some.path(), games as u64).await;
}

#[tokio::test]
#[ignore = "takes a minute: make test-long"]
async fn all_of_wthor_is_imported_and_explored_quickly() {
    let Some(source) = wthor_folder() else { return };
    imports_and_explores(&source, 137_548).await;
}

/// Imports the games of a folder, is stopped in between, and compares the explorer with a naive count.
async fn imports_and_explores(source: &Path, games: u64) {
    let folder = tempfile::tempdir().unwrap();
    let store = library(folder.path()).await;
    // Killed half-way: the batches stored until then are whole, and doing it again adds the rest.
    let mut batches = 0;
    let items = wthor::read_path(source).unwrap();
    let half = import(&store, Format::Wthor, items, |_| {
        batches += 1;
        if batches == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let half = half.await.unwrap();
    assert!(half.stopped);
    assert_eq!(store.library_size(&Filter::default()).await.unwrap() as u64, half.added);
    let begin = Instant::now();
    let items = wthor::read_path(source).unwrap();
    let report = import(&store, Format::Wthor, items, |_| ControlFlow::Continue(())).await.unwrap();
    println!("import of the rest: {:?}", begin.elapsed());
    assert_eq!((report.read, report.bad), (games, 0));
    assert_eq!((report.duplicates, report.added), (half.added, games - half.added));

    let explorer = Explorer::new(store.clone());
    let begin = Instant::now();
    explorer.update().await.unwrap();
    println!("index: {:?}", begin.elapsed());
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap();
        println!("{}: {} MB", file.path().display(), file.metadata().unwrap().len() / 1_000_000);
    }

    // The same counts as a naive pass over the records.
    let mut naive: HashMap<String, u32> = HashMap::new();
    let mut asked = Vec::new();
    for (number, record) in wthor::read_path(source).unwrap().records().enumerate() {
        let mut position = Position::start();
        for played in record.unwrap().moves().take(9) {
            *naive.entry(position.canonical().0.to_string()).or_default() += 1;
            if (number as u64).is_multiple_of(games / 100) {
                asked.push(position);
            }
            position = position.play(played).unwrap();
        }
    }
    let mut times = Vec::new();
    for position in &asked {
        let begin = Instant::now();
        let found = explorer.look(&at(*position), &ExplorerFilter::default()).await.unwrap();
        times.push(begin.elapsed());
        assert_eq!(found.results.games, naive[&position.canonical().0.to_string()], "{position}");
    }
    times.sort();
    println!(
        "{} positions: median {:?}, 95 % {:?}, most {:?}",
        times.len(),
        times[times.len() / 2],
        times[times.len() * 95 / 100],
        times[times.len() - 1]
    );

    for (what, filter, sort) in [
        ("all", Filter::default(), Sort::Key),
        ("player by day", Filter { player: Some("tamenori".to_owned()), ..Filter::default() }, Sort::Day),
        ("text by black", Filter { text: Some("tokyo".to_owned()), ..Filter::default() }, Sort::Black),
    ] {
        let begin = Instant::now();
        let page = store.library(&filter, (sort, LibraryOrder::Falling), 100, 50).await.unwrap();
        println!("list {what}: {} games, {:?}", page.total, begin.elapsed());
    }
}
