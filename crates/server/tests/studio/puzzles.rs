//! Puzzles over the wire: the answer stays secret until it is found or missed, the first attempt counts, and
//! endgames are answered perfectly.

use axum::http::StatusCode;
use outflank_puzzles::{Puzzle, PuzzleSet, PuzzleTheme};
use serde_json::{Value, json};

use crate::bench::Bench;

fn named(view: &Value) -> &'static Puzzle {
    PuzzleSet::shipped().get(view["id"].as_str().unwrap().parse().unwrap()).unwrap()
}

fn moves(line: &[outflank_rules::Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

#[tokio::test]
async fn a_puzzle_is_solved_move_by_move_and_counts_once() {
    let bench = Bench::new().await;
    let (status, view) = bench.get("/api/puzzles/next?mode=rated").await;
    assert_eq!(status, StatusCode::OK);
    let puzzle = named(&view);
    let text = view.to_string();
    for secret in ["line", "themes", "moves", "rating", "best"] {
        assert!(!text.contains(&format!("\"{secret}\"")), "{secret} is told: {text}");
    }
    let path = format!("/api/puzzles/{}/attempts", puzzle.id);
    let mut line: Vec<String> = Vec::new();
    let last = loop {
        let played = puzzle.line[line.len()].to_string();
        let (status, verdict) = bench.post(&path, json!({ "line": line, "move": played })).await;
        assert_eq!((status, verdict["right"].as_bool()), (StatusCode::OK, Some(true)), "{verdict}");
        assert_eq!(verdict["answer"].is_null(), !verdict["over"].as_bool().unwrap());
        if verdict["over"] == true {
            break verdict;
        }
        line.push(played);
        line.extend(verdict["reply"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()));
    };
    assert_eq!(last["answer"]["line"], json!(moves(&puzzle.line)));
    assert!(last["counted"]["rating"].as_i64().unwrap() > 1500);
    // Again: it is judged, and changes nothing.
    let wrong = puzzle.moves[1].square.to_string();
    let (_, again) = bench.post(&path, json!({ "move": wrong })).await;
    assert_eq!((again["right"].as_bool(), again["counted"].is_null()), (Some(false), true));
    assert_eq!(again["answer"]["best"], json!(puzzle.line[0].to_string()));
    let (_, overview) = bench.get("/api/puzzles").await;
    assert_eq!((overview["me"]["attempts"].as_i64(), overview["me"]["solved"].as_i64()), (Some(1), Some(1)));
    assert_eq!(overview["puzzles"].as_u64().unwrap() as usize, PuzzleSet::shipped().puzzles().len());
    let (_, shown) = bench.get(&format!("/api/puzzles/{}", puzzle.id)).await;
    assert_eq!(shown["tried"], true);
    let (_, next) = bench.get(&format!("/api/puzzles/next?after={}", puzzle.id)).await;
    assert_ne!(next["id"], view["id"]);
}

#[tokio::test]
async fn puzzles_are_chosen_by_theme_and_by_empty_squares() {
    let bench = Bench::new().await;
    let set = PuzzleSet::shipped();
    for theme in PuzzleTheme::ALL.into_iter().filter(|theme| set.count(*theme) > 0) {
        let (_, view) = bench.get(&format!("/api/puzzles/next?mode=theme&theme={}", theme.name())).await;
        assert!(named(&view).themes.contains(theme), "{}", theme.name());
    }
    let (_, view) = bench.get("/api/puzzles/next?mode=endgame&empties=9").await;
    assert_eq!(named(&view).empties(), 9);
    let (_, overview) = bench.get("/api/puzzles").await;
    assert_eq!(overview["daily"]["puzzles"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn an_endgame_that_is_played_perfectly_is_won() {
    let bench = Bench::new().await;
    let (_, view) = bench.get("/api/puzzles/next?mode=endgame&empties=8").await;
    let puzzle = named(&view);
    let engine = outflank_engine::Engine::new(1, outflank_engine::eval::Weights::embedded()).unwrap();
    let (mut now, mut played) = (puzzle.position, Vec::<String>::new());
    let path = format!("/api/puzzles/{}/endgame", puzzle.id);
    let (status, begun) = bench.post(&path, json!({ "moves": [] })).await;
    assert_eq!((status, begun["reply"].clone()), (StatusCode::OK, json!([])), "{begun}");
    assert!(begun["score"].as_i64().unwrap() > 0, "{begun}");
    let took = loop {
        let best = engine.search(now).solve(outflank_engine::Goal::Exact).best.unwrap();
        now = now.play(best).unwrap();
        played.push(best.to_string());
        let (status, answer) = bench.post(&path, json!({ "moves": played })).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        assert!(answer["score"].as_i64().unwrap() > 0 && answer["proven"] == true, "{answer}");
        for reply in answer["reply"].as_array().unwrap() {
            let reply = reply.as_str().unwrap();
            now = now.play(reply.parse::<outflank_rules::Move>().unwrap()).unwrap();
            played.push(reply.to_owned());
        }
        if answer["over"] == true {
            assert_eq!(answer["won"], true);
            break answer["milliseconds"].as_i64().unwrap();
        }
    };
    // The same moves once more are no second win.
    let (_, again) = bench.post(&path, json!({ "moves": played })).await;
    assert_ne!(again["proven"], true, "{again}");
    let (_, overview) = bench.get("/api/puzzles").await;
    let eight = overview["endgames"].as_array().unwrap().iter().find(|one| one["empties"] == 8).unwrap();
    assert_eq!((eight["won"].as_i64(), eight["best"].as_i64()), (Some(1), Some(took)));
    assert_eq!(eight["tries"], 1);
}

/// Somebody sends a whole game in which the opponent has played badly.
#[tokio::test]
async fn an_endgame_against_replies_that_were_not_given_does_not_count() {
    let bench = Bench::new().await;
    let (_, view) = bench.get("/api/puzzles/next?mode=endgame&empties=8").await;
    let puzzle = named(&view);
    let path = format!("/api/puzzles/{}/endgame", puzzle.id);
    // Any game to its end, both sides choosing what suits the solver after one more move.
    let (mut now, mut played) = (puzzle.position, Vec::<String>::new());
    let sign = if puzzle.solver() == outflank_rules::Color::Black { 1 } else { -1 };
    while !now.is_finished() {
        let best = now.children().max_by_key(|(_, next)| sign * next.score());
        let (step, next) = best
            .unwrap_or_else(|| (outflank_rules::Move::Pass, now.play(outflank_rules::Move::Pass).unwrap()));
        now = next;
        played.push(step.to_string());
    }
    for begins in [false, true] {
        if begins {
            bench.post(&path, json!({ "moves": [] })).await;
        }
        let (status, answer) = bench.post(&path, json!({ "moves": played })).await;
        assert_eq!((status, answer["over"].as_bool()), (StatusCode::OK, Some(true)), "{answer}");
        assert_eq!((answer["proven"].as_bool(), answer["milliseconds"].is_null()), (Some(false), true));
    }
    let (_, overview) = bench.get("/api/puzzles").await;
    let tries = overview["endgames"].as_array().unwrap().iter().map(|one| one["tries"].as_i64().unwrap());
    assert_eq!(tries.sum::<i64>(), 0);
}

#[tokio::test]
async fn nonsense_is_refused_with_a_sentence() {
    let bench = Bench::new().await;
    let puzzle = &PuzzleSet::shipped().puzzles()[0];
    let id = puzzle.id;
    for path in ["/api/puzzles/nobody", "/api/puzzles/222222", "/api/puzzles/%F0%9F%98%80"] {
        assert_eq!(bench.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    for path in ["/api/puzzles/next?mode=hard", "/api/puzzles/next?mode=theme&theme=fork"] {
        let (status, refusal) = bench.get(path).await;
        assert!(status.is_client_error() && refusal["message"].as_str().unwrap().contains('"'), "{refusal}");
    }
    let tries = [
        json!({ "move": "z9" }),
        json!({ "move": "pass" }),
        json!({ "move": "d4" }),
        json!({ "line": ["a1", "a1"], "move": "a1" }),
        json!({ "line": vec!["a1"; 1000], "move": "a1" }),
        json!({ "move": puzzle.line[0].to_string(), "mode": "fast" }),
    ];
    for wish in tries {
        let (status, refusal) = bench.post(&format!("/api/puzzles/{id}/attempts"), wish.clone()).await;
        assert!(status.is_client_error(), "{wish}: {status} {refusal}");
    }
    let (status, _) =
        bench.post(&format!("/api/puzzles/{id}/endgame"), json!({ "moves": ["a1", "a1"] })).await;
    assert!(status.is_client_error());
}
