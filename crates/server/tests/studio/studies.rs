//! Studies through the interface: kept, changed by two at once, exported and imported, and what is refused.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::bench::Bench;

const START: &str = "---------------------------OX------XO---------------------------X";

fn node(parent: usize, played: &str, comment: &str) -> Value {
    json!({ "parent": parent, "move": played, "comment": comment, "name": "", "marks": [] })
}

/// A game of three moves with a variation and a comment that every format finds hard.
fn tree() -> Value {
    let nasty = "縦 {a} [b] (c) \\ \"d\"\nsecond; line } ]";
    let mut nodes = vec![node(0, "", ""), node(0, "f5", "first"), node(1, "d6", ""), node(2, "c3", "")];
    nodes.extend([node(1, "f6", nasty), node(4, "e6", "")]);
    nodes[4]["name"] = json!("Diagonal");
    nodes[4]["marks"] = json!(["circle f6", "arrow e6 e3", "label a1 A"]);
    json!({ "start": START, "nodes": nodes })
}

fn change(revision: i64, tree: &Value) -> Value {
    json!({ "revision": revision, "title": "Tiger", "black": "Ada", "white": "香", "tree": tree })
}

impl Bench {
    async fn kept_study(&self) -> Value {
        let wish = json!({ "black": "Ada", "white": "香", "title": "Tiger", "tree": tree() });
        let (status, study) = self.post("/api/studies", wish).await;
        assert_eq!(status, StatusCode::CREATED, "{study}");
        study
    }

    async fn change_study(&self, slug: &str, body: Value) -> (StatusCode, Value) {
        self.send("PUT", &format!("/api/studies/{slug}"), None, &body).await
    }
}

#[tokio::test]
async fn a_study_is_kept_as_it_was_sent() {
    let bench = Bench::new().await;
    let study = bench.kept_study().await;
    assert_eq!((&study["revision"], &study["played"]), (&json!(1), &json!(["f5", "d6", "c3"])));
    assert_eq!(study["tree"], tree());
    let slug = study["slug"].as_str().unwrap();
    assert_eq!(bench.get(&format!("/api/studies/{slug}")).await, (StatusCode::OK, study.clone()));
    let (_, listed) = bench.get("/api/studies").await;
    assert_eq!((&listed[0]["variations"], &listed[0]["comments"]), (&json!(1), &json!(2)));
    assert_eq!(
        bench.send("DELETE", &format!("/api/studies/{slug}"), None, &Value::Null).await.0,
        StatusCode::NO_CONTENT
    );
    let (status, refusal) = bench.get(&format!("/api/studies/{slug}")).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(refusal["message"].as_str().unwrap().contains(slug), "{refusal}");
}

#[tokio::test]
async fn of_two_changes_at_once_the_second_is_told_what_the_first_made() {
    let bench = Bench::new().await;
    let study = bench.kept_study().await;
    let slug = study["slug"].as_str().unwrap();
    let mut mine = tree();
    mine["nodes"][2]["comment"] = json!("mine");
    let (status, changed) = bench.change_study(slug, change(1, &mine)).await;
    assert_eq!((status, &changed["revision"]), (StatusCode::OK, &json!(2)));
    let (status, conflict) = bench.change_study(slug, change(1, &tree())).await;
    assert_eq!((status, &conflict["code"]), (StatusCode::CONFLICT, &json!("moved-on")));
    assert_eq!(conflict["study"], changed);
    // What was played stays in the tree, whatever is sent.
    let bare = json!({ "start": START, "nodes": [node(0, "", "")] });
    let (_, kept) = bench.change_study(slug, change(2, &bare)).await;
    assert_eq!(kept["tree"]["nodes"].as_array().unwrap().len(), 4, "{kept}");
}

#[tokio::test]
async fn what_is_exported_and_imported_again_is_the_same() {
    let bench = Bench::new().await;
    let study = bench.kept_study().await;
    let slug = study["slug"].as_str().unwrap();
    for format in ["pgn", "sgf", "ggf", "jsonl"] {
        let (status, exported) = bench.get(&format!("/api/studies/{slug}/export?format={format}")).await;
        assert_eq!((status, &exported["lost_variations"]), (StatusCode::OK, &json!(0)), "{exported}");
        let (status, again) = bench.post("/api/studies", json!({ "text": exported["text"] })).await;
        assert_eq!(status, StatusCode::CREATED, "{format}: {again}");
        for part in ["tree", "black", "white", "title", "played"] {
            assert_eq!(again[part], study[part], "{format}: {part}");
        }
    }
    let (_, exported) = bench.get(&format!("/api/studies/{slug}/export?format=transcript")).await;
    assert_eq!(exported["text"].as_str().unwrap().trim(), "f5d6c3");
    let lost = ["lost_variations", "lost_comments", "lost_marks"].map(|part| exported[part].clone());
    assert_eq!(lost, [json!(1), json!(2), json!(4)]);
}

#[tokio::test]
async fn a_game_has_one_study_which_its_export_and_its_review_have() {
    let bench = Bench::new().await;
    let text = "1. f5 d6 (1... f6 {sharp} 2. e6) 2. c3 *";
    let (_, report) = bench.post("/api/library/import", json!({ "text": text })).await;
    assert_eq!(report["added"], json!(1), "{report}");
    let (_, page) = bench.get("/api/library").await;
    let key = page["games"][0]["key"].as_i64().unwrap();
    // A game that came with variations has a study at once.
    let (_, listed) = bench.get("/api/studies").await;
    assert_eq!((&listed[0]["entry"], &listed[0]["variations"]), (&json!(key), &json!(1)), "{listed}");
    let (status, conflict) = bench.post("/api/studies", json!({ "entry": key, "tree": tree() })).await;
    assert_eq!((status, &conflict["study"]["entry"]), (StatusCode::CONFLICT, &json!(key)), "{conflict}");
    let (_, exported) = bench.get(&format!("/api/library/{key}/export?format=sgf")).await;
    let text = exported["text"].as_str().unwrap();
    assert!(text.contains("(;W[d6];B[c3])(;W[f6]C[sharp];B[e6])"), "{text}");
}

#[tokio::test]
async fn what_is_no_study_is_refused_in_words() {
    let bench = Bench::new().await;
    let with = |nodes: Value| json!({ "tree": { "start": START, "nodes": nodes } });
    let mut long = tree();
    long["nodes"][1]["comment"] = json!("x".repeat(10_001));
    let mut marked = tree();
    marked["nodes"][1]["marks"] = json!(["blob f5"]);
    for (wish, wanted, part) in [
        (with(json!([node(0, "", ""), node(0, "a1", "")])), StatusCode::BAD_REQUEST, "a1"),
        (with(json!([node(0, "", ""), node(7, "f5", "")])), StatusCode::BAD_REQUEST, "position 7"),
        (with(json!([node(0, "f5", "")])), StatusCode::BAD_REQUEST, "start"),
        (json!({ "tree": { "start": "what", "nodes": [] } }), StatusCode::BAD_REQUEST, "start"),
        (json!({ "tree": marked }), StatusCode::BAD_REQUEST, "blob f5"),
        (json!({ "tree": long }), StatusCode::PAYLOAD_TOO_LARGE, "10000 characters"),
        (
            json!({ "tree": tree(), "black": "x".repeat(201) }),
            StatusCode::PAYLOAD_TOO_LARGE,
            "200 characters",
        ),
        (json!({ "tree": tree(), "game": 99 }), StatusCode::NOT_FOUND, "99"),
        (json!({ "tree": tree(), "game": 1, "entry": 1 }), StatusCode::BAD_REQUEST, "one game"),
        (json!({}), StatusCode::BAD_REQUEST, "text"),
        (json!({ "text": "what is this" }), StatusCode::UNPROCESSABLE_ENTITY, "what is this"),
    ] {
        let (status, refusal) = bench.post("/api/studies", wish).await;
        assert_eq!(status, wanted, "{refusal}");
        assert!(refusal["message"].as_str().unwrap().contains(part), "{refusal}");
    }
    let study = bench.kept_study().await;
    let slug = study["slug"].as_str().unwrap();
    let mut elsewhere = tree();
    elsewhere["start"] = json!(START.replace("OX", "XX"));
    elsewhere["nodes"] = json!([node(0, "", "")]);
    let (status, refusal) = bench.change_study(slug, change(1, &elsewhere)).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{refusal}");
}
