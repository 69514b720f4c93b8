//! A damaged index of the explorer, at the start and under a running program: the same numbers in any case.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;

use outflank_library::{Explored, Explorer, ExplorerFilter, import};
use outflank_records::{Format, ReadOptions, Record, read};
use outflank_rules::Position;
use outflank_store::Store;

const BOARD: &str = "8 ---------------------------O*------*O--------------------------- *";

/// A library of some games, some won by black and some by white.
async fn library(folder: &Path) -> Store {
    let store = Store::open(&format!("sqlite:{}", folder.join("games.db").display())).await.unwrap();
    let games: String = (0..300)
        .map(|game| {
            let (score, reply) = (if game % 3 == 0 { "+2" } else { "-2" }, ["d6", "f6", "f4"][game % 3]);
            format!("(;GM[Othello]PB[P{game}]PW[Q{}]RE[{score}]TY[8]BO[{BOARD}]B[f5]W[{reply}];)\n", game % 7)
        })
        .collect();
    let items = read(games.as_bytes(), Format::Ggf, ReadOptions::default());
    import(&store, Format::Ggf, items, |_| ControlFlow::Continue(())).await.unwrap();
    store
}

async fn looked(explorer: &Explorer) -> [Explored; 2] {
    let filter = ExplorerFilter { player: Some("q3".to_owned()), ..ExplorerFilter::default() };
    let start = Record::new(Position::start());
    let all = explorer.look(&start, &ExplorerFilter::default()).await.unwrap();
    [all, explorer.look(&start, &filter).await.unwrap()]
}

fn overwrite(path: &Path, at: u64, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(bytes).unwrap();
}

fn truncate(path: &Path, length: u64) {
    OpenOptions::new().write(true).open(path).unwrap().set_len(length).unwrap();
}

/// The kinds of damage, and what does it to a file of a length.
type Damage = (&'static str, fn(&Path, u64));

/// The place of the winner of the first game.
const FIRST_WINNER: u64 = 40 + 20;

const DAMAGES: [Damage; 8] = [
    ("truncated", |path, length| truncate(path, length / 2)),
    ("a little shorter", |path, length| truncate(path, length - 5)),
    ("empty", |path, _| truncate(path, 0)),
    ("random", |path, length| {
        let bytes: Vec<u8> = (0..length).map(|at| (at.wrapping_mul(0x9e37_79b9) >> 7) as u8).collect();
        fs::write(path, bytes).unwrap();
    }),
    ("entries changed", |path, length| overwrite(path, length - 2000, &[0x5a; 2000])),
    ("winners changed", |path, _| {
        (0..100).for_each(|game| overwrite(path, FIRST_WINNER + 24 * game, &[255]))
    }),
    ("a folder instead", |path, _| {
        fs::remove_file(path).unwrap();
        fs::create_dir(path).unwrap();
    }),
    ("a folder with something in it instead", |path, _| {
        fs::remove_file(path).unwrap();
        fs::create_dir(path).unwrap();
        File::create(path.join("kept")).unwrap();
    }),
];

#[tokio::test]
async fn every_damage_at_the_start_is_repaired() {
    for (damage, spoil) in DAMAGES {
        let folder = tempfile::tempdir().unwrap();
        let store = library(folder.path()).await;
        let explorer = Explorer::new(store.clone());
        let sound = looked(&explorer).await;
        assert_eq!(sound[0].results.games, 300);
        let path = explorer.path().unwrap().to_owned();
        spoil(&path, fs::metadata(&path).unwrap().len());
        for _ in 0..2 {
            assert_eq!(looked(&Explorer::new(store.clone())).await, sound, "{damage}");
        }
        match damage.contains("something in it") {
            true => assert!(path.join("kept").is_file(), "what is not ours stays"),
            false => assert!(path.is_file(), "{damage}: the file is there again"),
        }
        assert_eq!(left_over(folder.path()), 0, "{damage}");
    }
}

#[tokio::test]
async fn every_damage_under_a_running_program_is_repaired() {
    for (damage, spoil) in DAMAGES {
        let folder = tempfile::tempdir().unwrap();
        let store = library(folder.path()).await;
        let explorer = Explorer::new(store.clone());
        let sound = looked(&explorer).await;
        let path = explorer.path().unwrap().to_owned();
        spoil(&path, fs::metadata(&path).unwrap().len());
        for _ in 0..2 {
            assert_eq!(looked(&explorer).await, sound, "{damage}");
        }
        // And by whoever is started then.
        assert_eq!(looked(&Explorer::new(store)).await, sound, "{damage}");
    }
}

#[tokio::test]
async fn what_a_killed_program_left_half_written_is_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let store = library(folder.path()).await;
    let [left, written] =
        ["1", "2"].map(|name| folder.path().join(format!("games.positions.unfinished-{name}")));
    fs::write(&left, "half").unwrap();
    let somebody = File::create(&written).unwrap();
    somebody.lock().unwrap();
    looked(&Explorer::new(store)).await;
    assert!(!left.exists() && written.exists(), "somebody writes the other one");
}

/// Counts the files that were not put in their place.
fn left_over(folder: &Path) -> usize {
    let names = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.file_name());
    names.filter(|name| name.to_string_lossy().contains("unfinished")).count()
}
