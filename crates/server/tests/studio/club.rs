//! Tournaments between people in a studio without accounts: names and results are typed in.

use axum::http::StatusCode;
use outflank_rules::Color;
use outflank_store::SeatArrival;
use serde_json::{Value, json};
use sqlx::Connection as _;

use crate::bench::Bench;

async fn make(bench: &Bench, wish: Value) -> String {
    let (status, made) = bench.post("/api/club", wish).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    assert_eq!(made["organiser"], true, "whoever uses the studio organises");
    format!("/api/club/{}", made["slug"].as_str().unwrap())
}

#[tokio::test]
async fn a_club_evening_is_run_on_one_machine() {
    let bench = Bench::new().await;
    let path = make(&bench, json!({ "name": "Tuesday", "system": "swiss", "rounds": 3 })).await;
    let names = json!({ "names": ["Ann", "Bob", "Cid", "Dora", "Eli"] });
    let (status, shown) = bench.post(&format!("{path}/entrants"), names).await;
    assert_eq!((status, &shown["state"], &shown["brightwell"]), (StatusCode::OK, &json!("open"), &json!(21)));
    // All of them enter, or nobody does.
    let (status, refused) = bench.post(&format!("{path}/entrants"), json!({ "names": ["Fay", "ann"] })).await;
    assert_eq!((status, &refused["code"]), (StatusCode::CONFLICT, &json!("name-taken")));
    let (_, shown) = bench.post(&format!("{path}/rounds"), json!({ "round": 1 })).await;
    assert_eq!(shown["rounds"][0]["bye"], 5);
    // Fay came after the pairing, which is taken back.
    let (status, _) = bench.send("DELETE", &format!("{path}/rounds/1"), None, &Value::Null).await;
    assert_eq!(status, StatusCode::OK);
    bench.post(&format!("{path}/entrants"), json!({ "names": ["Fay"] })).await;
    for round in 1..=3 {
        let (status, shown) = bench.post(&format!("{path}/rounds"), json!({ "round": round })).await;
        assert_eq!((status, &shown["state"]), (StatusCode::OK, &json!("running")), "{shown}");
        assert!(
            shown["rounds"][round - 1]["boards"]
                .as_array()
                .unwrap()
                .iter()
                .all(|board| board["game"].is_null())
        );
        for board in 1..=3 {
            // Black wins with empty squares, which are black's.
            let result = json!({ "black": 30 + board, "white": 20 });
            let at = format!("{path}/rounds/{round}/boards/{board}");
            let (status, shown) = bench.send("PUT", &at, None, &result).await;
            assert_eq!(status, StatusCode::OK, "{shown}");
            assert_eq!(shown["rounds"][round - 1]["boards"][board - 1]["result"]["black"], 44);
        }
    }
    let (_, shown) = bench.get(&path).await;
    let points: f64 =
        shown["standings"].as_array().unwrap().iter().map(|row| row["points"].as_f64().unwrap()).sum();
    assert_eq!((points, &shown["state"]), (9.0, &json!("between")));
    let (status, over) = bench.post(&format!("{path}/rounds"), json!({ "round": 4 })).await;
    assert_eq!((status, &over["code"]), (StatusCode::CONFLICT, &json!("not-now")));
    // One round more, a correction, and the end.
    let (status, _) = bench.send("PATCH", &path, None, &json!({ "rounds": 4 })).await;
    assert_eq!(status, StatusCode::OK);
    let (status, _) = bench.post(&format!("{path}/end"), json!({})).await;
    assert_eq!(status, StatusCode::OK);
    let at = format!("{path}/rounds/1/boards/1");
    let (_, shown) = bench.send("PUT", &at, None, &json!({ "forfeit": "both" })).await;
    assert_eq!(shown["rounds"][0]["boards"][0]["result"]["forfeit"], "both");
    let (_, journal) = bench.get(&format!("{path}/journal")).await;
    assert_eq!(
        (&journal[0]["deed"]["before"]["black"], &journal[0]["deed"]["after"]["forfeit"]),
        (&json!(44), &json!("both"))
    );
    let (_, text) = bench.get(&format!("{path}/export?format=text")).await;
    assert!(text.as_str().unwrap().starts_with("Tuesday\n\nrank"), "{text}");
    let (_, listed) = bench.get("/api/club").await;
    assert_eq!(
        (&listed[0]["name"], &listed[0]["over"], &listed[0]["entered"]),
        (&json!("Tuesday"), &json!(true), &json!(6))
    );
    assert_eq!(bench.send("DELETE", &path, None, &Value::Null).await.0, StatusCode::NO_CONTENT);
    assert_eq!(bench.get(&path).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_home_network_plays_by_links_to_seats() {
    let bench = Bench::new().await;
    let path = make(&bench, json!({ "name": "Den", "system": "round-robin", "online": true })).await;
    bench.post(&format!("{path}/entrants"), json!({ "names": ["Ann", "Bob"] })).await;
    let (_, shown) = bench.post(&format!("{path}/rounds"), json!({ "round": 1 })).await;
    let game = &shown["rounds"][0]["boards"][0]["game"];
    let at = |rest: &str| format!("/api/games/{}{rest}", game["id"]);
    for (ply, played) in ["f5", "d6"].into_iter().enumerate() {
        let moved = json!({ "ply": ply, "move": played });
        let (status, answer) = bench.send("POST", &at("/moves"), game["seats"][ply].as_str(), &moved).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
    }
    let (status, _) = bench.send("POST", &at("/resign"), game["seats"][0].as_str(), &json!({})).await;
    assert_eq!(status, StatusCode::OK);
    let (_, shown) = bench.get(&path).await;
    assert_eq!(
        (&shown["rounds"][0]["boards"][0]["result"]["white"], &shown["state"]),
        (&json!(64), &json!("between"))
    );
}

/// Lets the time for the first move of a game be over.
async fn wait_in_vain(bench: &Bench, game: &Value) {
    sqlx::any::install_default_drivers();
    let file = bench.folder.path().join("games.db");
    let mut connection = sqlx::AnyConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    let sql = "UPDATE games SET turn_began = turn_began - first_move, deadline = deadline - first_move WHERE id = $1";
    let changed = sqlx::query(sql).bind(game["id"].as_i64()).execute(&mut connection).await.unwrap();
    assert_eq!(changed.rows_affected(), 1);
    connection.close().await.unwrap();
}

/// Waits until a board has a result.
async fn result(bench: &Bench, path: &str, board: usize) -> Value {
    loop {
        let (_, shown) = bench.get(path).await;
        let result = shown["rounds"][0]["boards"][board]["result"].clone();
        if !result.is_null() {
            return result;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn whoever_does_not_appear_forfeits_by_itself() {
    let bench = Bench::new().await;
    let clock = json!({ "initial": 300, "increment": 0 });
    let wish = json!({ "name": "Cup", "system": "swiss", "rounds": 3, "online": true, "clock": clock });
    let path = make(&bench, wish).await;
    let names = json!({ "names": ["Ann", "Bob", "Cid", "Dora", "Eli", "Fay", "Gus", "Hal"] });
    bench.post(&format!("{path}/entrants"), names).await;
    let (_, shown) = bench.post(&format!("{path}/rounds"), json!({ "round": 1 })).await;
    assert_eq!(shown["absence"], 300, "it is said how long one may take");
    let game = |board: usize| shown["rounds"][0]["boards"][board]["game"].clone();
    let games = [game(0), game(1), game(2), game(3)];
    let at = |game: &Value, rest: &str| format!("/api/games/{}{rest}", game["id"]);
    // Black is there and moves, white does not.
    let moved = json!({ "ply": 0, "move": "f5" });
    let key = games[0]["seats"][0].as_str();
    let (status, answer) = bench.send("POST", &at(&games[0], "/moves"), key, &moved).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let left = answer["remote"]["first_move"].as_i64().unwrap();
    assert!((290_000..=300_000).contains(&left), "not the usual half minute: {left}");
    wait_in_vain(&bench, &games[0]).await;
    assert_eq!(result(&bench, &path, 0).await["forfeit"], "white");
    // White is at the board, black is not.
    let white = SeatArrival {
        game: games[1]["id"].as_i64().unwrap(),
        side: Color::White,
        server: "here".to_owned(),
        connection: 1,
    };
    bench.store.arrive(&white).await.unwrap();
    wait_in_vain(&bench, &games[1]).await;
    assert_eq!(result(&bench, &path, 1).await["forfeit"], "black");
    // Nobody was there.
    wait_in_vain(&bench, &games[2]).await;
    assert_eq!(result(&bench, &path, 2).await["forfeit"], "both");
    // Who ends a game before it has begun has appeared: that decides nothing.
    let (status, _) =
        bench.send("POST", &at(&games[3], "/resign"), games[3]["seats"][0].as_str(), &json!({})).await;
    assert_eq!(status, StatusCode::OK);
    let (_, shown) = bench.get(&path).await;
    assert_eq!(
        (&shown["rounds"][0]["boards"][3]["result"], &shown["rounds"][0]["boards"][3]["game"]["state"]),
        (&Value::Null, &json!("aborted"))
    );
    let (_, journal) = bench.get(&format!("{path}/journal")).await;
    let forfeits =
        journal.as_array().unwrap().iter().filter(|row| !row["deed"]["after"]["forfeit"].is_null());
    assert_eq!(forfeits.count(), 3, "{journal}");
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    let bench = Bench::new().await;
    let path = make(&bench, json!({ "name": "Cup", "system": "swiss" })).await;
    let long = "x".repeat(81);
    let many: Vec<String> = (0..301).map(|number| format!("P{number}")).collect();
    for (method, rest, body, status) in [
        ("POST", "", json!({ "name": "", "system": "swiss" }), 422),
        ("POST", "", json!({ "name": "x", "system": "knockout" }), 422),
        ("POST", "", json!({ "name": "x", "system": "swiss", "rounds": 0 }), 422),
        ("POST", "", json!({ "name": "x", "system": "swiss", "rounds": 41 }), 422),
        ("POST", "", json!({ "name": "x", "system": "swiss", "brightwell": 65 }), 422),
        ("POST", "", json!({ "name": "x", "system": "swiss", "clock": { "initial": 0 } }), 422),
        ("POST", "/entrants", json!({ "names": [] }), 422),
        ("POST", "/entrants", json!({ "names": [long] }), 422),
        ("POST", "/entrants", json!({ "names": [" "] }), 422),
        ("POST", "/entrants", json!({ "names": many }), 413),
        ("POST", "/entry", json!({}), 422),
        ("POST", "/rounds", json!({ "round": 1 }), 409),
        ("DELETE", "/rounds/1", json!({}), 409),
        ("PUT", "/rounds/1/boards/1", json!({ "black": 40, "white": 24 }), 404),
        ("PUT", "/rounds/0/boards/0", json!({ "black": 40, "white": 24 }), 404),
        ("PUT", "/rounds/1/boards/1", json!({ "black": 40, "forfeit": "white" }), 422),
        ("POST", "/rounds/1/boards/1/game", json!({}), 404),
        ("PATCH", "/entrants/1", json!({ "withdrawn": true }), 404),
        ("PATCH", "/entrants/0", json!({ "withdrawn": true }), 404),
        ("GET", "/export?format=exe", json!({}), 422),
    ] {
        let at = if rest.is_empty() { "/api/club".to_owned() } else { format!("{path}{rest}") };
        let (answered, answer) = bench.send(method, &at, None, &body).await;
        assert_eq!(answered.as_u16(), status, "{method} {at} {body}: {answer}");
    }
}
