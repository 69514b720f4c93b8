//! The laboratory in the browser: work that is begun, paused, resumed and removed, and files by name.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::bench::Bench;

impl Bench {
    async fn begin(&self, order: Value) -> Value {
        let (status, begun) = self.post("/api/lab/runs", order).await;
        assert_eq!(status, StatusCode::CREATED, "{begun}");
        begun
    }

    async fn run(&self, id: &str) -> Value {
        let (status, run) = self.get(&format!("/api/lab/runs/{id}")).await;
        assert_eq!(status, StatusCode::OK, "{run}");
        run
    }

    /// Waits until a piece of work is as wanted.
    async fn wait_until(&self, id: &str, is: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..1000 {
            let run = self.run(id).await;
            if is(&run) {
                return run;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{}", self.run(id).await);
    }

    async fn wait_for_state(&self, id: &str, state: &str) -> Value {
        self.wait_until(id, |run| run["run"]["state"] == state).await
    }

    async fn upload(&self, path: &str, content: &str) -> (StatusCode, Value) {
        let request = Request::put(path).body(Body::from(content.to_owned())).unwrap();
        let (status, text) = self.raw(request).await;
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    async fn file(&self, path: &str) -> String {
        let (status, text) = self.raw(Request::get(path).body(Body::empty()).unwrap()).await;
        assert_eq!(status, StatusCode::OK, "{path}: {text}");
        text
    }
}

fn order(games: u32) -> Value {
    json!({ "kind": "tournament", "name": "Weak ones", "players": ["random", "greedy", "client-easy"],
        "games": games, "openings": "random:6", "seed": 3 })
}

#[tokio::test]
async fn a_tournament_is_begun_watched_reported_and_removed() {
    let bench = Bench::new().await;
    let begun = bench.begin(order(4)).await;
    assert_eq!(begun["run"]["id"], "weak-ones");
    let done = bench.wait_for_state("weak-ones", "finished").await;
    assert_eq!((&done["run"]["done"], &done["run"]["planned"]), (&json!(12), &json!(12)));
    assert_eq!(done["tournament"]["players"].as_array().unwrap().len(), 3);
    let lines = bench.file("/api/lab/runs/weak-ones/files/games.txt").await;
    assert_eq!(lines.lines().count(), 12);
    for name in done["downloads"].as_array().unwrap() {
        let content = bench.file(&format!("/api/lab/runs/weak-ones/files/{}", name.as_str().unwrap())).await;
        assert!(!content.is_empty(), "{name}");
        let folder = bench.folder.path().display().to_string();
        assert!(!content.contains(&folder), "{name} tells where the server keeps its files");
    }
    let logs = bench.file("/api/lab/runs/weak-ones/files/logs.zip").await;
    assert_eq!(logs.matches("Outflank game log").count(), 12);
    assert!(bench.file("/api/tournaments/weak-ones/report").await.contains("Weak ones"));
    for name in ["studio.json", "nothing", "..%2Fstudio.json"] {
        let (status, _) = bench.get(&format!("/api/lab/runs/weak-ones/files/{name}")).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{name}");
    }
    // The folder is one that the command line understands.
    let folder = bench.folder.path().join("games.lab/weak-ones");
    assert!(outflank_lab::Venue::open(&folder).unwrap().results().unwrap().complete);
    let again = bench.begin(order(2)).await;
    assert_eq!(again["run"]["id"], "weak-ones-2");
    let (status, _) = bench.send("DELETE", "/api/lab/runs/weak-ones", None, &Value::Null).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    assert!(!folder.exists());
    let (status, _) = bench.get("/api/lab/runs/weak-ones").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_tournament_is_paused_resumed_and_taken_up_by_the_next_server_with_the_games_of_an_undisturbed_one()
{
    let undisturbed = Bench::new().await;
    undisturbed.begin(order(20)).await;
    undisturbed.wait_for_state("weak-ones", "finished").await;
    let expected = undisturbed.file("/api/lab/runs/weak-ones/files/games.txt").await;

    let mut slow = order(20);
    slow["players"] = json!(["random", "greedy", "client-easy", "level:10"]);
    let bench = Bench::new().await;
    bench.begin(slow).await;
    bench.wait_until("weak-ones", |run| run["run"]["done"].as_u64() > Some(0)).await;
    let (status, paused) = bench.post("/api/lab/runs/weak-ones/pause", Value::Null).await;
    assert_eq!((status, &paused["run"]["state"]), (StatusCode::OK, &json!("paused")));
    let (_, resumed) = bench.post("/api/lab/runs/weak-ones/resume", Value::Null).await;
    assert_ne!(resumed["run"]["state"], "paused");
    bench.post("/api/lab/runs/weak-ones/pause", Value::Null).await;
    bench.send("DELETE", "/api/lab/runs/weak-ones", None, &Value::Null).await;

    bench.begin(order(20)).await;
    bench.wait_until("weak-ones", |run| run["run"]["done"].as_u64() > Some(0)).await;
    bench.studio.close().await;
    let Bench { folder, .. } = bench;
    let next = Bench::on(folder).await;
    next.wait_for_state("weak-ones", "finished").await;
    assert_eq!(next.file("/api/lab/runs/weak-ones/files/games.txt").await, expected);

    // What was paused stays so.
    next.begin(json!({ "kind": "tournament", "players": ["level:10", "level:11"], "games": 50 })).await;
    next.post("/api/lab/runs/tournament/pause", Value::Null).await;
    next.studio.close().await;
    let Bench { folder, .. } = next;
    let last = Bench::on(folder).await;
    assert_eq!(last.run("tournament").await["run"]["state"], "paused");
}

#[tokio::test]
async fn work_that_ends_one_server_after_another_is_not_taken_up_for_ever() {
    let bench = Bench::new().await;
    bench.begin(json!({ "kind": "tournament", "players": ["level:11", "level:12"], "games": 50 })).await;
    bench.studio.close().await;
    let record = bench.folder.path().join("games.lab/tournament/studio.json");
    std::fs::remove_file(bench.folder.path().join("games.lab/tournament/games.jsonl")).ok();
    let kept = std::fs::read_to_string(&record).unwrap();
    assert!(kept.contains("\"wanted\": true"), "{kept}");
    let tired = kept.replace("\"taken_up\": null", "\"taken_up\": [0, 3]");
    std::fs::write(&record, tired).unwrap();
    let Bench { folder, .. } = bench;
    let next = Bench::on(folder).await;
    let run = next.run("tournament").await["run"].clone();
    assert_eq!(run["state"], "failed", "{run}");
    assert!(run["failure"].as_str().unwrap().contains("3 times"), "{run}");
    let (_, resumed) = next.post("/api/lab/runs/tournament/resume", Value::Null).await;
    assert_ne!(resumed["run"]["state"], "failed", "{resumed}");
    next.studio.close().await;
}

#[tokio::test]
async fn tables_are_learned_and_openings_brought_and_both_are_named_by_players() {
    let bench = Bench::new().await;
    let learning =
        json!({ "kind": "learning", "name": "Medium", "player": "client-medium", "games": 2, "seed": 7 });
    bench.begin(learning).await;
    let done = bench.wait_for_state("medium", "finished").await;
    assert_eq!(done["learning"]["file"], "medium.txt");
    let learned = bench.file("/api/lab/runs/medium/files/learned.txt").await;
    assert_eq!(bench.file("/api/lab/files/table/medium.txt").await, learned);
    let (status, files) = bench.upload("/api/lab/files/openings/tiger.txt", "f5d6c3d3c4\n").await;
    assert_eq!((status, files.as_array().unwrap().len()), (StatusCode::OK, 2), "{files}");
    let (status, refusal) = bench.upload("/api/lab/files/openings/bad.txt", "f5a1\n").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refusal["message"].as_str().unwrap().contains("bad.txt"), "{refusal}");
    for path in ["/api/lab/files/weights/x.txt", "/api/lab/files/openings/..%2Fx.txt"] {
        let (status, _) = bench.upload(path, "f5d6\n").await;
        assert!(status.is_client_error(), "{path}: {status}");
    }
    let mut with_files = order(2);
    with_files["players"] = json!(["client-medium:table=medium.txt", "nea:depth=1,openings=tiger.txt"]);
    with_files["openings"] = json!("tiger.txt");
    with_files["opening_plies"] = json!(2);
    bench.begin(with_files).await;
    // The copies of a tournament stay when the files go.
    bench.send("DELETE", "/api/lab/files/openings/tiger.txt", None, &Value::Null).await;
    let done = bench.wait_for_state("weak-ones", "finished").await;
    let names: Vec<&str> =
        done["run"]["players"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(names.contains(&"nea:depth=1,openings=tiger.txt"), "{names:?}");
    let report = bench.file("/api/lab/runs/weak-ones/files/games.txt").await;
    assert!(!report.contains(&bench.folder.path().display().to_string()));
    let moves = bench.file("/api/lab/runs/weak-ones/files/games.jsonl").await;
    assert!(moves.lines().all(|line| line.contains("\"opening\":\"f5d6\"")), "{moves}");
    let game = bench
        .create(json!({ "black": { "player": "human" }, "white": { "player": "client-medium:table=medium.txt" } }))
        .await;
    let id = &game["game"]["id"];
    bench.play(id, 0, "f5").await;
    assert!(bench.wait_for(id, 2).await["plies"].as_array().unwrap().len() >= 2);
}

#[tokio::test]
async fn a_tuning_runs_and_is_drawn() {
    let bench = Bench::new().await;
    bench
        .begin(json!({ "kind": "tuning", "name": "Corners", "player": "nea:depth=1", "parameters": ["corners", "discs"],
            "generations": 2, "candidates": 2, "games": 2, "check": 2, "openings": "random:8" }))
        .await;
    let done = bench.wait_for_state("corners", "finished").await;
    assert_eq!((&done["run"]["done"], &done["tuning"]["generations"]), (&json!(5), &json!(2)));
    assert_eq!(done["tuning"]["parameters"].as_array().unwrap().len(), 2);
    assert_eq!(done["tuning"]["check"]["games"], 2);
    assert!(bench.file("/api/lab/runs/corners/files/weights.svg").await.starts_with("<svg"));
}

#[tokio::test]
async fn refusals_say_what_is_wrong_and_leave_nothing() {
    let bench = Bench::new().await;
    for (change, part) in [
        (json!({ "players": ["random"] }), "two are needed"),
        (json!({ "players": ["random", "exec:gtp:sh"] }), "exec:gtp:sh"),
        (json!({ "games": 3 }), "3 is not an even number"),
        (json!({ "openings": "random:99" }), "99"),
        (json!({ "openings": "/etc/passwd" }), "/etc/passwd"),
        (json!({ "format": "swiss" }), "swiss"),
    ] {
        let mut wrong = order(2);
        change.as_object().unwrap().iter().for_each(|(key, value)| wrong[key] = value.clone());
        let (status, refusal) = bench.post("/api/lab/runs", wrong).await;
        assert!(status.is_client_error(), "{refusal}");
        let message = refusal["message"].as_str().unwrap();
        assert!(message.contains(part), "{message}");
        assert!(!message.contains(&bench.folder.path().display().to_string()), "{message}");
    }
    let (_, lab) = bench.get("/api/lab/runs").await;
    assert_eq!(lab["runs"], json!([]));
    let entries = std::fs::read_dir(bench.folder.path().join("games.lab")).into_iter().flatten().flatten();
    let left = entries.filter(|entry| entry.path().is_dir()).count();
    assert_eq!(left, 0, "no folder is left");
}

#[tokio::test]
async fn more_work_than_can_wait_is_refused_and_what_the_command_line_began_is_not_touched() {
    let bench = Bench::new().await;
    let endless = json!({ "kind": "tournament", "players": ["level:12", "level:11"], "games": 1000 });
    for _ in 0..12 {
        bench.begin(endless.clone()).await;
    }
    let states = |lab: &Value, state: &str| {
        lab["runs"].as_array().unwrap().iter().filter(|run| run["state"] == state).count()
    };
    let mut lab = bench.get("/api/lab/runs").await.1;
    for _ in 0..200 {
        if states(&lab, "running") == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
        lab = bench.get("/api/lab/runs").await.1;
    }
    assert_eq!((states(&lab, "running"), states(&lab, "waiting")), (2, 10), "{lab}");
    let (status, refusal) = bench.post("/api/lab/runs", endless).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{refusal}");
    bench.studio.close().await;
    let (status, _) = bench.post("/api/lab/runs/none/pause", Value::Null).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn logs_are_counted_and_a_game_has_its_log_and_its_report_line() {
    let bench = Bench::new().await;
    let game = bench.create(crate::bench::two_people()).await;
    let id = game["game"]["id"].clone();
    bench.play(&id, 0, "f5").await;
    let log = bench.get(&format!("/api/games/{id}/export?format=log")).await.1["text"].clone();
    assert!(log.as_str().unwrap().contains("  1. black f5    4-1\n"), "{log}");
    let (status, refusal) = bench.get(&format!("/api/games/{id}/export?format=report")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refusal}");
    bench.post(&format!("/api/games/{id}/resign"), Value::Null).await;
    let line = bench.get(&format!("/api/games/{id}/export?format=report")).await.1["text"].clone();
    assert!(line.as_str().unwrap().trim_end().ends_with("64"), "{line}");
    let log = bench.get(&format!("/api/games/{id}/export?format=log")).await.1["text"].clone();
    let files =
        json!({ "files": [{ "name": "../one.log", "text": log }, { "name": "two", "text": "nothing" }] });
    let (status, table) = bench.post("/api/lab/logs", files).await;
    assert_eq!((status, &table["games"]), (StatusCode::OK, &json!(1)), "{table}");
    assert_eq!(table["left_out"].as_array().unwrap().len(), 1);
    let (status, refusal) = bench.post("/api/lab/logs", json!({ "files": [] })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refusal}");
}
