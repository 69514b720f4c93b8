//! Every task, beside what the crates say that do the work.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use outflank_engine::{Goal, OneThread};
use outflank_review::ReviewSchedule;

use super::*;

/// ThinkerSurroundings that remember reports, whose time goes by as they are asked.
#[derive(Debug, Default)]
struct Ears {
    lines: Mutex<Vec<Value>>,
    asked: AtomicU32,
    stops: AtomicBool,
}

impl ThinkerSurroundings for Ears {
    fn report(&self, line: &str) {
        self.lines.lock().unwrap().push(serde_json::from_str(line).unwrap());
    }

    fn now(&self) -> Duration {
        Duration::from_millis(self.asked.fetch_add(1, Ordering::Relaxed).into())
    }

    fn is_stopped(&self) -> bool {
        self.stops.load(Ordering::Relaxed)
    }
}

fn thinker() -> (PageThinker, Arc<Ears>) {
    let ears = Arc::new(Ears::default());
    let around = Arc::clone(&ears) as Arc<dyn ThinkerSurroundings>;
    (PageThinker::new(1, Weights::embedded(), Arc::new(OneThread), around).unwrap(), ears)
}

/// Ten empty squares, black to move.
const LATE: &str = "OOOOOOOX-OOOOOXXOOOOOXXXOOXXOXX-OOXOXXXXOXXXXXX--XXXXX------X--- X";

fn result(task: Value) -> Value {
    told(&thinker().0, &task)
}

/// The result of a task that nothing is wrong with.
fn told(thinker: &PageThinker, task: &Value) -> Value {
    let answer: Value = serde_json::from_str(&thinker.think(&task.to_string())).unwrap();
    assert!(answer.get("result").is_some(), "{task}: {answer}");
    answer["result"].clone()
}

#[test]
fn a_position_is_solved_as_the_engine_solves_it() {
    let solved = result(json!({ "task": "solve", "position": LATE }));
    let engine = Engine::new(1, Weights::embedded()).unwrap();
    let found = engine.search(LATE.parse().unwrap()).solve(Goal::Exact);
    assert_eq!(solved["score"], found.value.score);
    assert_eq!((&solved["nodes"], &solved["exact"]), (&json!(found.nodes), &json!(true)));
    let searched = result(json!({ "task": "search", "position": Position::start().to_string(), "depth": 6 }));
    engine.forget();
    let found = engine.search(Position::start()).depth(6).analyze();
    assert_eq!(searched["nodes"], json!(found.nodes));
}

#[test]
fn moves_are_valued_side_by_side_and_told_depth_by_depth() {
    let (thinker, ears) = thinker();
    let task = ThinkerTask::Analyze {
        position: Position::start().to_string(),
        best: None,
        depth: Some(6),
        milliseconds: None,
    };
    let view = thinker.work(&task).unwrap();
    let moves = view["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &view["depth"]), (4, &json!(6)));
    // The four first moves are one.
    assert!(moves.iter().all(|one| one["score"] == moves[0]["score"]));
    let lines = ears.lines.lock().unwrap();
    assert!(lines.len() > 3 && lines.last().unwrap()["depth"] == 6, "{lines:?}");
}

#[test]
fn thoughts_hints_reasons_and_trees() {
    let (thinker, ears) = thinker();
    let start = Position::start().to_string();
    let end = thinker.work(&ThinkerTask::Think { position: LATE.to_owned(), milliseconds: 60_000 }).unwrap();
    assert_eq!(end, json!({ "type": "end", "stopped": false }));
    {
        let lines = ears.lines.lock().unwrap();
        assert_eq!((&lines[0]["type"], &lines[1]["type"]), (&json!("seen"), &json!("depth")));
        assert_eq!(lines.last().unwrap()["kind"], "exact");
    }
    let hint = result(json!({ "task": "hint", "position": start }));
    assert_eq!(hint["equal"].as_array().unwrap().len(), 4);
    let tree =
        result(json!({ "task": "minimax", "position": start, "depth": 2, "breadth": 2, "order": "worst" }));
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 7);
    // What is worst of all moves loses something.
    let text = outflank_wire::text::parse("f5d6c3d3c4f4f6").unwrap().last_position().to_string();
    let worst = result(json!({ "task": "analyze", "position": text, "best": null, "depth": 6 }));
    let worst = worst["moves"].as_array().unwrap().last().unwrap()["move"].clone();
    let reason = result(json!({ "task": "explain", "position": text, "move": worst }));
    assert!(reason["loss"].as_i64().unwrap() > 0 && !reason["played"].as_array().unwrap().is_empty());
}

#[test]
fn players_choose_the_moves_they_choose_elsewhere() {
    for player in ["level:3", "level:8", "greedy", "nea:depth=3", "om-beginner", "client-easy"] {
        let asked = json!({ "task": "move", "player": player, "start": Position::start().to_string(),
            "moves": ["f5", "d6", "c3"], "seed": 5, "milliseconds": 100, "leisure": false });
        let chosen = result(asked);
        let game = outflank_wire::text::parse("f5d6c3").unwrap().game();
        let mut own = player.parse::<outflank_players::Entrant>().unwrap().seat().unwrap();
        let turn = outflank_players::Turn::new(&game, Duration::from_millis(100));
        let expected = own.choose(turn, &mut outflank_engine::Dice::new(5)).unwrap();
        assert_eq!(chosen["move"], expected.to_string(), "{player}");
    }
}

/// A task about a game: its player, and the moves since the start.
fn in_game(task: &str, player: &str, moves: &[&str]) -> Value {
    let start = Position::start().to_string();
    let mut asked = json!({ "task": task, "player": player, "start": start, "moves": moves,
        "milliseconds": 60_000 });
    if task == "move" {
        asked["seed"] = json!(5);
        asked["leisure"] = json!(false);
    }
    asked
}

#[test]
fn those_ponder_who_are_said_to() {
    for player in ["level:3", "engine:depth=4", "greedy", "nea:depth=3", "random"] {
        let pondered = result(in_game("ponder", player, &["f5"]));
        assert_eq!(pondered["useful"], outflank_wire::players::can_ponder(player), "{player}");
    }
}

#[test]
fn what_was_pondered_on_makes_the_next_move_quicker_and_no_other() {
    let nodes = |pondered: bool| {
        let (thinker, ears) = thinker();
        // The search of the own move, which the table remembers in any case.
        let player = "engine:depth=10";
        told(&thinker, &in_game("move", player, &["f5"]));
        if pondered {
            told(&thinker, &in_game("ponder", player, &["f5", "d6"]));
        }
        let chosen = told(&thinker, &in_game("move", player, &["f5", "d6", "c3"]));
        (chosen, ears.lines.lock().unwrap().last().unwrap()["nodes"].as_u64().unwrap())
    };
    let [(cold_move, cold), (warm_move, warm)] = [nodes(false), nodes(true)];
    assert!(2 * warm < cold, "{warm} nodes after pondering, {cold} without");
    assert_eq!(warm_move, cold_move);
}

#[test]
fn players_stop_when_they_are_told_to_and_pondering_when_its_time_is_over_too() {
    for player in ["level:20,book=no", "engine:depth=24", "nea:depth=9"] {
        let (thinker, ears) = thinker();
        ears.stops.store(true, Ordering::Relaxed);
        let begun = std::time::Instant::now();
        told(&thinker, &in_game("move", player, &["f5", "d6", "c3"]));
        told(&thinker, &in_game("ponder", player, &["f5", "d6"]));
        assert!(begun.elapsed() < Duration::from_secs(5), "{player}: {:?}", begun.elapsed());
    }
    // Nobody stops it: when its time is over by its clock, which every look puts forward, it ends by itself.
    let (thinker, ears) = thinker();
    let mut long = in_game("ponder", "engine:depth=40", &["f5", "d6"]);
    long["milliseconds"] = json!(300);
    told(&thinker, &long);
    assert!((300..400).contains(&ears.asked.load(Ordering::Relaxed)), "{ears:?}");
}

#[test]
fn the_jobs_of_a_review_are_done_as_anywhere() {
    let (thinker, _) = thinker();
    let mut schedule = ReviewSchedule::new(1).explaining();
    let game = outflank_wire::text::parse(LATE).unwrap().last_position();
    schedule.set_game(game, []);
    let (mut jobs, mut plain) = (0, ReviewSchedule::new(1).explaining());
    plain.set_game(game, []);
    while let Some(job) = schedule.next_job() {
        let task = json!({ "task": "review", "job": job.mail() });
        let answer: Value = serde_json::from_str(&thinker.think(&task.to_string())).unwrap();
        let mail = serde_json::from_value(answer["result"].clone()).unwrap();
        schedule.learn(outflank_review::JobReport::of_mail(&mail, job.position).unwrap());
        jobs += 1;
    }
    let engine = Engine::new(1, Weights::embedded()).unwrap();
    let mut runner =
        outflank_review::ReviewRunner { engine: &engine, threads: &OneThread, clock: None, memory: None };
    runner.run_all(&mut plain, |_| false);
    assert!(jobs > 0 && schedule.notes(game).is_some());
    assert_eq!(schedule.notes(game), plain.notes(game));
}

#[test]
fn replies_of_an_endgame_are_best_moves() {
    let replies = result(json!({ "task": "endgame", "position": LATE, "solver": "white" }));
    let solved = result(json!({ "task": "solve", "position": LATE }));
    assert!(!replies["reply"].as_array().unwrap().is_empty());
    assert_eq!(replies["score"].as_i64().unwrap(), -solved["score"].as_i64().unwrap());
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let (thinker, ears) = thinker();
    ears.stops.store(true, Ordering::Relaxed);
    let solved = thinker.work(&ThinkerTask::Solve { position: Position::start().to_string() }).unwrap();
    assert_eq!(solved["exact"], json!(false));
    let job = json!({ "task": "review", "job": { "id": 1, "position": Position::start().to_string(),
        "pass": "standard", "known": "0 100", "milliseconds": null, "threads": 1 } });
    let answer: Value = serde_json::from_str(&thinker.think(&job.to_string())).unwrap();
    assert_eq!(answer["result"]["end"], "stopped");
}

#[test]
fn what_is_no_task_is_told() {
    let (thinker, _) = thinker();
    for (task, named) in [
        (json!({ "task": "dance" }), "dance"),
        (json!({ "task": "solve", "position": "nothing" }), "nothing"),
        (json!({ "task": "explain", "position": LATE, "move": "a1" }), "a1"),
        (json!({ "task": "endgame", "position": LATE, "solver": "green" }), "green"),
        (json!({ "task": "minimax", "position": LATE, "depth": 2, "breadth": 2, "order": "x" }), "\\\"x\\\""),
    ] {
        let answer = thinker.think(&task.to_string());
        assert!(answer.starts_with("{\"fault\":") && answer.contains(named), "{task}: {answer}");
    }
}
