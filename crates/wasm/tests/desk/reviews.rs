//! Reviews on this device.

use outflank_wire::review::FindingView;
use serde_json::{Value, json};

use crate::page::Page;

fn of_type<'m>(messages: &'m [Value], kind: &str) -> Vec<&'m Value> {
    messages.iter().filter(|message| message["type"] == kind).collect()
}

#[test]
fn a_game_is_reviewed_by_jobs_and_never_searched_twice() {
    let mut page = Page::new();
    page.open(1, "/api/review");
    page.say(1, &json!({ "type": "pause", "paused": false }));
    page.say(1, &json!({ "type": "open", "text": "f5d6" }));
    let opened = page.heard(1);
    assert_eq!(opened[0]["type"], "game");
    assert_eq!((&opened[0]["plies"], &opened[0]["opening"]["line"]), (&json!(["f5", "d6"]), &json!("f5d6")));
    // Passes come first; what follows is analysis without an end, which is not waited for.
    while page.think_of_pass() {}
    assert!(page.wake());
    let told = page.heard(1);
    let summary = of_type(&told, "summary").pop().unwrap();
    assert_eq!((&summary["done"], &summary["total"]), (&json!(3), &json!(3)));
    assert!(of_type(&told, "value").iter().any(|value| value["moves"].as_array().unwrap().len() == 4));
    page.say(1, &json!({ "type": "look", "moves": ["f5"] }));
    assert_eq!(of_type(&page.heard(1), "position").len(), 1);
    page.say(1, &json!({ "type": "look", "moves": ["a1"] }));
    assert_eq!(of_type(&page.heard(1), "refused")[0]["code"], "illegal-move");
    page.hear(json!({ "event": "close", "socket": 1 }));
    assert!(page.jobs.is_empty(), "searches end with the connection");
    // Another time all is known.
    let mut page = page.reload();
    page.open(2, "/api/review");
    page.say(2, &json!({ "type": "open", "text": "f5d6" }));
    let passes: Vec<&Value> = page.jobs.iter().map(|(_, task)| &task["job"]["pass"]).collect();
    assert!(passes.iter().all(|pass| pass.as_str().unwrap().starts_with("analysis")), "{passes:?}");
}

#[test]
fn what_is_found_is_told_to_a_page_that_wants_to_share_it() {
    let mut page = Page::new();
    for (socket, reports) in [(1, false), (2, true)] {
        page.open(socket, "/api/review");
        page.say(socket, &json!({ "type": "set", "reports": reports }));
        page.say(socket, &json!({ "type": "open", "text": "f5d6" }));
        while page.think_of_pass() {}
        let told = page.heard(socket);
        let found: Vec<FindingView> = of_type(&told, "found").into_iter().map(finding).collect();
        // The second time nothing is searched: what is known from before is shared as well.
        assert_eq!(found.is_empty(), !reports);
        let passes: Vec<&str> = found.iter().map(|one| one.pass.as_str()).collect();
        assert_eq!(passes.iter().filter(|pass| **pass == "standard").count(), if reports { 3 } else { 0 });
        assert!(found.iter().all(|one| one.read().is_some()), "{found:?}");
        page.hear(json!({ "event": "close", "socket": socket }));
    }
}

fn finding(message: &Value) -> FindingView {
    let mut plain = message.clone();
    plain.as_object_mut().unwrap().remove("type");
    serde_json::from_value(plain).unwrap()
}
