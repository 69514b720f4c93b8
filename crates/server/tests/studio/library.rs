//! The library and the explorer through the interface.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::bench::{Bench, two_people};
use crate::postgres;

const GAMES: &str = "\
(;GM[Othello]PC[Oslo]DT[2001.02.03]PB[Ann]PW[Bob]RE[+10]TY[8]\
BO[8 ---------------------------O*------*O--------------------------- *]B[f5//1.5]W[d6//2];)
(;GM[Othello]PC[Rome]DT[2005.02.03]PB[Bob]PW[Cid]RE[-2]TY[8]\
BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[f6]B[e6];)
(;GM[Othello]PC[Rome]DT[2007.02.03]PB[Cid]PW[Ann]RE[0]TY[8]\
BO[8 ---------------------------O*------*O--------------------------- *]B[d3]W[c5];)
";

impl Bench {
    async fn with_games() -> Bench {
        Bench::new().await.filled().await
    }

    async fn filled(self) -> Bench {
        let bench = self;
        let (status, report) = bench.post("/api/library/import", json!({ "text": GAMES })).await;
        assert_eq!((status, &report["added"]), (StatusCode::OK, &json!(3)), "{report}");
        bench
    }

    async fn keys(&self, query: &str) -> Vec<i64> {
        let (status, page) = self.get(&format!("/api/library?{query}")).await;
        assert_eq!(status, StatusCode::OK, "{page}");
        page["games"].as_array().unwrap().iter().map(|game| game["key"].as_i64().unwrap()).collect()
    }

    async fn put(&self, path: &str, bytes: &[u8]) -> StatusCode {
        let request = Request::builder().method("PUT").uri(path).body(Body::from(bytes.to_vec())).unwrap();
        self.raw(request).await.0
    }

    /// Imports files and waits for the end.
    async fn import(&self, files: &[(&str, &[u8])]) -> Value {
        self.import_with("", files).await
    }

    /// Imports files with names of an encoding and waits for the end.
    async fn import_with(&self, query: &str, files: &[(&str, &[u8])]) -> Value {
        let (status, job) = self.post(&format!("/api/library/imports{query}"), json!({})).await;
        assert_eq!(status, StatusCode::CREATED, "{job}");
        let path = format!("/api/library/imports/{}", job["id"]);
        for (name, bytes) in files {
            assert_eq!(self.put(&format!("{path}/{name}"), bytes).await, StatusCode::OK, "{name}");
        }
        assert_eq!(self.post(&path, json!({})).await.0, StatusCode::ACCEPTED);
        for _ in 0..600 {
            let (_, job) = self.get(&path).await;
            if !["reading", "indexing"].contains(&job["state"].as_str().unwrap()) {
                return job;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the import does not end");
    }
}

#[tokio::test]
async fn names_are_read_in_the_encoding_that_was_chosen() {
    let bench = Bench::new().await;
    let game = [
        b"(;GM[Othello]PB[\x91\xba\x8f\xe3\x8c\x92]PW[Ann]TY[8]".as_slice(),
        b"BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3];)",
    ]
    .concat();
    let file: &[(&str, &[u8])] = &[("a.ggf", &game)];
    assert_eq!(bench.import_with("?names=shift_jis", file).await["added"], 1);
    let (_, page) = bench.get("/api/library?").await;
    assert_eq!(page["games"][0]["black"], "村上健", "{page}");
    let (status, refusal) = bench.post("/api/library/imports?names=klingon", json!({})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refusal.to_string().contains("klingon"), "{refusal}");
    // Nothing chosen is Latin-1, as ever.
    assert_eq!(bench.import_with("?names=", file).await["state"], "done");
}

#[tokio::test]
async fn library_and_explorer_are_the_same_on_postgresql() {
    let server = postgres::Server::start();
    let bench = Bench::of(&server.url(), tempfile::tempdir().unwrap()).await.filled().await;
    lists_what_is_asked_for(&bench).await;
    let games = async || bench.get("/api/explorer?position=f5").await.1["results"]["games"].clone();
    assert_eq!(games().await, 3);
    let (status, _) = bench.send("DELETE", "/api/library/2", None, &Value::Null).await;
    assert_eq!((status, games().await), (StatusCode::NO_CONTENT, json!(2)));
    let change = json!({ "tags": ["study"], "notes": "A quiet start" });
    assert_eq!(bench.send("PATCH", "/api/library/1", None, &change).await.0, StatusCode::OK);
    assert_eq!((bench.keys("tag=study").await, bench.keys("search=QUIET").await), (vec![1], vec![1]));
    let job = bench.import(&[("a.ggf", GAMES.as_bytes())]).await;
    assert_eq!(
        (&job["state"], &job["added"], &job["duplicates"]),
        (&json!("done"), &json!(1), &json!(2)),
        "{job}"
    );
    assert_eq!(games().await, 3, "what is imported again is restored");
    bench.studio.close().await;
}

#[tokio::test]
async fn games_are_filtered_searched_sorted_and_paged() {
    lists_what_is_asked_for(&Bench::with_games().await).await;
}

async fn lists_what_is_asked_for(bench: &Bench) {
    assert_eq!(bench.keys("").await, [3, 2, 1]);
    assert_eq!(bench.keys("sort=date&rising=true").await, [1, 2, 3]);
    assert_eq!(bench.keys("sort=score").await, [1, 3, 2]);
    assert_eq!(bench.keys("limit=1&offset=1").await, [2]);
    assert_eq!(bench.keys("search=ROME").await, [3, 2]);
    assert_eq!(bench.keys("player=ann").await, [3, 1]);
    assert_eq!(bench.keys("player=ann&colour=white").await, [3]);
    assert_eq!(bench.keys("player=ann&opponent=bob").await, [1]);
    assert_eq!(bench.keys("player=bob&outcome=lost").await, [2, 1]);
    assert_eq!(bench.keys("outcome=draw").await, [3]);
    assert_eq!(bench.keys("since=2002&until=2006-12").await, [2]);
    assert_eq!(bench.keys("opening=diagonal").await, [2]);
    assert_eq!(bench.keys("opening=%E7%B8%A6").await, [3, 1], "by the Japanese name");
    for wrong in ["sort=colour", "outcome=maybe", "since=yesterday", "colour=green", "limit=many", "what=x"] {
        let (status, refusal) = bench.get(&format!("/api/library?{wrong}")).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
        assert_eq!(refusal["code"], "bad-request", "{wrong}");
    }
}

#[tokio::test]
async fn a_game_has_its_moves_opening_tags_and_notes() {
    let bench = Bench::with_games().await;
    let (_, game) = bench.get("/api/library/1").await;
    assert_eq!(
        (&game["black"], &game["date"], &game["score"]),
        (&json!("Ann"), &json!("2001-02-03"), &json!(10))
    );
    assert_eq!(game["opening"]["en"], "Perpendicular Opening");
    assert_eq!((&game["transcript"], &game["moves"][1]["milliseconds"]), (&json!("f5d6"), &json!(2000)));
    assert_eq!(game["moves"][0]["board"].as_str().unwrap().len(), 65);

    let change = json!({ "tags": [" study ", "won"], "notes": "A quiet start" });
    let (status, game) = bench.send("PATCH", "/api/library/1", None, &change).await;
    assert_eq!((status, &game["tags"]), (StatusCode::OK, &json!(["study", "won"])));
    let (_, game) = bench.send("PATCH", "/api/library/1", None, &json!({ "tags": ["won"] })).await;
    assert_eq!((&game["tags"], &game["notes"]), (&json!(["won"]), &json!("A quiet start")));
    assert_eq!(bench.get("/api/library/tags").await.1, json!([{ "tag": "won", "games": 1 }]));
    assert_eq!(bench.keys("tag=won").await, [1]);
    assert_eq!(bench.keys("search=quiet").await, [1]);
    for wrong in [json!({ "tags": [""] }), json!({ "notes": "x".repeat(10_001) }), json!({ "score": 64 })] {
        let (status, _) = bench.send("PATCH", "/api/library/1", None, &wrong).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
    }
    assert_eq!(bench.get("/api/library/99").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_transcript_of_a_game_can_be_opened_again_whatever_its_start() {
    let bench = Bench::with_games().await;
    let odd = "(;GM[Othello]PB[Ann]PW[Bob]TY[8]\
               BO[8 ---------------------------O*------***-------------------------- O]W[d6]B[c3];)";
    let (_, report) = bench.post("/api/library/import", json!({ "text": odd })).await;
    assert_eq!(report["added"], 1, "{report}");
    for key in 1..=4 {
        let (_, game) = bench.get(&format!("/api/library/{key}")).await;
        let (status, last) = bench.post("/api/positions", json!({ "text": game["transcript"] })).await;
        assert_eq!(status, StatusCode::OK, "{game} {last}");
        assert_eq!(
            last["position"]["board"],
            game["moves"].as_array().unwrap().last().unwrap()["board"],
            "{game}"
        );
    }
}

#[tokio::test]
async fn deletion_can_be_undone() {
    let bench = Bench::with_games().await;
    let (status, _) = bench.send("DELETE", "/api/library/2", None, &Value::Null).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    assert_eq!((bench.keys("").await, bench.keys("deleted=true").await), (vec![3, 1], vec![2]));
    let (_, explored) = bench.get("/api/explorer").await;
    assert_eq!(explored["results"]["games"], 2);
    let (status, game) = bench.post("/api/library/2/restore", json!({})).await;
    assert_eq!((status, &game["deleted"]), (StatusCode::OK, &json!(false)));
    assert_eq!(bench.keys("").await, [3, 2, 1]);
}

#[tokio::test]
async fn wthor_files_come_as_an_archive() {
    let bench = Bench::with_games().await;
    let request = Request::get("/api/library/export?format=wthor&player=ann").body(Body::empty()).unwrap();
    let (status, text) = bench.raw(request).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    assert!(text.starts_with("PK\u{3}\u{4}"));
    for name in ["WTHOR.JOU", "WTHOR.TRN", ".wtb"] {
        assert!(text.to_lowercase().contains(&name.to_lowercase()), "{name}");
    }
}

#[tokio::test]
async fn games_are_exported_one_by_one_and_all_that_are_listed() {
    let bench = Bench::with_games().await;
    let (_, one) = bench.get("/api/library/1/export?format=pgn").await;
    assert!(one["text"].as_str().unwrap().contains("[Black \"Ann\"]"), "{one}");
    let request = Request::get("/api/library/export?format=ggf&player=ann").body(Body::empty()).unwrap();
    let (status, text) = bench.raw(request).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(text.matches("(;GM[Othello]").count(), 2, "{text}");
    let other = Bench::new().await;
    let (_, report) = other.post("/api/library/import", json!({ "text": text })).await;
    assert_eq!((&report["added"], &report["bad"]), (&json!(2), &json!(0)));
    let (status, _) = bench.get("/api/library/1/export?format=wthor").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn files_are_imported_with_progress_and_bad_records_told_by_file() {
    let bench = Bench::new().await;
    let job = bench.import(&[("a.ggf", GAMES.as_bytes()), ("b.txt", b"f5d6c3\nf5a1\nf5f6e6\n")]).await;
    assert_eq!((&job["state"], &job["files"], &job["read"]), (&json!("done"), &json!(2), &json!(5)), "{job}");
    // f5f6e6 without names is the game of Bob and Cid.
    assert_eq!((&job["added"], &job["duplicates"], &job["bad"]), (&json!(4), &json!(1), &json!(1)));
    let fault = job["faults"][0].as_str().unwrap();
    assert!(fault.starts_with("b.txt") && fault.contains("a1"), "{fault}");
    let again = bench.import(&[("c.ggf", GAMES.as_bytes()), ("d.xyz", b"\x01\x02")]).await;
    assert_eq!((&again["added"], &again["duplicates"], &again["bad"]), (&json!(0), &json!(3), &json!(1)));
    let (_, explored) = bench.get("/api/explorer").await;
    assert_eq!(explored["results"]["games"], 4);

    let (_, job) = bench.post("/api/library/imports", json!({})).await;
    let path = format!("/api/library/imports/{}", job["id"]);
    for wrong in ["..", "%2e%2e%2fx", "a%2fb", ".hidden"] {
        let status = bench.put(&format!("{path}/{wrong}"), b"f5").await;
        assert!(status.is_client_error(), "{wrong}: {status}");
    }
    assert_eq!(bench.put(&format!("{path}/x.txt"), b"f5").await, StatusCode::OK);
    assert_eq!(bench.put(&format!("{path}/x.txt"), b"f5").await, StatusCode::CONFLICT);
    let (_, stopped) = bench.send("DELETE", &path, None, &Value::Null).await;
    assert_eq!(stopped["state"], "stopped");
    assert_eq!(bench.post(&path, json!({})).await.0, StatusCode::CONFLICT);
    assert_eq!(bench.get("/api/library/imports/999").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_folder_of_wthor_files_is_imported_with_its_names() {
    let bench = Bench::with_games().await;
    let folder = tempfile::tempdir().unwrap();
    let text = GAMES.replace("Ann", "Zoe");
    let records = outflank_records::read(text.as_bytes(), outflank_records::Format::Ggf, Default::default());
    let records = records.filter_map(|item| item.unwrap().record);
    outflank_records::wthor::write_path(&folder.path().join("games.wtb"), records).unwrap();
    let files: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap()))
        .collect();
    assert_eq!(files.len(), 3, "games and two tables");
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let job = bench.import(&files).await;
    assert_eq!((&job["expected"], &job["read"], &job["bad"]), (&json!(3), &json!(3), &json!(0)), "{job}");
    assert_eq!(bench.keys("player=zoe").await.len(), 2);
}

#[tokio::test]
async fn the_explorer_tells_moves_results_games_and_the_opening() {
    let bench = Bench::with_games().await;
    let (_, start) = bench.get("/api/explorer").await;
    assert_eq!((&start["results"]["games"], start["moves"].as_array().unwrap().len()), (&json!(3), 1));
    assert_eq!(start["moves"][0]["squares"], json!(["d3", "c4", "f5", "e6"]));
    let (_, after) = bench.get("/api/explorer?position=f5").await;
    let moves = after["moves"].as_array().unwrap();
    assert_eq!((&moves[0]["move"], &moves[0]["results"]["games"]), (&json!("d6"), &json!(2)), "{after}");
    assert_eq!((&moves[0]["results"]["black"], &moves[0]["results"]["draws"]), (&json!(1), &json!(1)));
    assert_eq!(after["games"].as_array().unwrap().len(), 3);
    let (_, named) = bench.get("/api/explorer?position=f5d6").await;
    assert_eq!(named["opening"]["ja"], "縦取り");
    let (_, further) = bench.get("/api/explorer?position=f5&moves=f6e6").await;
    assert_eq!(further["results"]["games"], 1);
    let (_, some) = bench.get("/api/explorer?position=f5&player=bob&until=2004").await;
    assert_eq!(some["results"]["games"], 1);
    let (_, some) = bench.get("/api/explorer?player=ann&colour=white").await;
    assert_eq!(some["results"]["games"], 1);
    for wrong in ["position=f5f5", "moves=f5f5", "moves=f", "since=x", "until=99999"] {
        let (status, _) = bench.get(&format!("/api/explorer?{wrong}")).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
    }
}

#[tokio::test]
async fn a_game_that_ends_here_is_kept_and_leaves_when_it_goes_on() {
    let bench = Bench::new().await;
    let game = bench.create(two_people()).await["game"].clone();
    bench.play(&game["id"], 0, "f5").await;
    bench.post(&format!("/api/games/{}/resign", game["id"]), json!({})).await;
    let wait_for = async |count: usize| {
        for _ in 0..200 {
            if bench.keys("human_human=true").await.len() == count {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the library does not have {count} games");
    };
    wait_for(1).await;
    let (_, page) = bench.get("/api/library?kind=human").await;
    assert_eq!((&page["games"][0]["game"], &page["games"][0]["ending"]), (&game["id"], &json!("resigned")));
    assert_eq!(
        (&page["games"][0]["winner"], &page["games"][0]["source"]),
        (&json!("black"), &json!("studio"))
    );
    bench.post(&format!("/api/games/{}/undo", game["id"]), json!({})).await;
    wait_for(0).await;
}
