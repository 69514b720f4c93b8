//! `outflank players`, `match` and `lab`: matches as scripts see them.

use serde_json::Value;

use super::{arg, outflank};

/// Runs a match and returns its JSON lines.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let out = outflank(&[&["match", "--json"], arguments].concat()).good();
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_player_is_listed_with_its_parameters() {
    let out = outflank(&["players", "--json"]).good();
    let players: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ids: Vec<&str> = players.iter().filter_map(|player| player["id"].as_str()).collect();
    assert_eq!(ids[..5], ["human", "random", "greedy", "level", "engine"]);
    let heritage = "nea client-beginner client-easy client-medium client-hard client-expert \
                    om-beginner om-novice om-expert om-premaster om-master agent scout";
    assert_eq!(ids[5..ids.len() - 1], heritage.split_whitespace().collect::<Vec<_>>());
    assert_eq!(ids.last(), Some(&"exec"));
    assert_eq!(players[3]["members"].as_array().unwrap().len(), 20);
    assert!(players[4]["parameters"].as_array().unwrap().iter().any(|one| one["name"] == "depth"));
    assert!(outflank(&["players"]).good().contains("level:20"));
}

#[test]
fn level_1_plays_like_a_first_game_not_like_dice() {
    let percent = |opponent: &str| {
        let found = lines(&["level:1", opponent, "--games", "400", "--seed", "5"]);
        let games = &found[..found.len() - 1];
        let points = |game: &Value| {
            let score = game["score"].as_i64().unwrap();
            let own = if game["black"] == "level:1" { score } else { -score };
            1.0 + own.signum() as f64
        };
        games.iter().map(points).sum::<f64>() / 2.0 / games.len() as f64 * 100.0
    };
    let (random, greedy) = (percent("random"), percent("greedy"));
    assert!((60.0..=75.0).contains(&random), "{random} % against random");
    assert!(greedy < 50.0, "{greedy} % against greedy");
}

#[test]
fn a_match_has_a_line_for_each_game_and_a_summary() {
    let found = lines(&["random", "greedy", "--games", "8", "--seed", "3"]);
    assert_eq!(found.len(), 9);
    let mut points = 0.0;
    for (index, game) in found[..8].iter().enumerate() {
        let first_is_black = index % 2 == 0;
        assert_eq!(game["game"], index + 1);
        assert_eq!(game["black"], if first_is_black { "random" } else { "greedy" });
        assert_eq!(game["reason"], "finished");
        assert_eq!(game["opening"], found[index / 2 * 2]["opening"]);
        assert!(game["moves"].as_str().unwrap().starts_with(game["opening"].as_str().unwrap()));
        let shown = outflank(&["show", "--json", game["moves"].as_str().unwrap()]).good();
        let shown: Value = serde_json::from_str(shown.lines().last().unwrap()).unwrap();
        assert_eq!((&shown["score"], &shown["finished"]), (&game["score"], &Value::Bool(true)));
        let score = game["score"].as_i64().unwrap() * if first_is_black { 1 } else { -1 };
        points += [0.0, 0.5, 1.0][(score.signum() + 1) as usize];
    }
    let summary = &found[8]["summary"];
    assert_eq!(summary["points"].as_f64(), Some(points));
    assert_eq!(summary["games"], 8);
    for field in ["wins", "draws", "losses", "elo", "elo_low", "elo_high", "mean_score"] {
        assert!(summary.get(field).is_some(), "{field}");
    }
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let moves = |seed: &str, concurrency: &str| -> Vec<Value> {
        let options =
            ["--games", "6", "--seed", seed, "--concurrency", concurrency, "--openings", "random:4"];
        let found = lines(&[&["level:3", "engine:depth=2,hash=1"], &options[..]].concat());
        found.iter().map(|line| line["moves"].clone()).collect()
    };
    assert_eq!(moves("1", "1"), moves("1", "3"));
    assert_ne!(moves("1", "1"), moves("2", "1"));
}

#[test]
fn a_match_may_start_elsewhere() {
    let found = lines(&["random", "random", "--games", "2", "--start", "f5d6c3"]);
    assert_eq!(found[0]["opening"], "f5d6c3");
    let board = format!("-OX-----XOOOOOO-{}X", "-".repeat(48));
    let found = lines(&["random", "greedy", "--games", "2", "--start", &board]);
    assert_eq!(found[0]["opening"], board);
}

#[test]
fn a_clear_match_has_no_elo_and_a_test_ends_early() {
    let found = lines(&["engine:depth=3,hash=1", "random", "--games", "4"]);
    assert_eq!(found[4]["summary"]["elo"], Value::Null);
    let found = lines(&["engine:depth=3,hash=1", "random", "--games", "1000", "--sprt", "0,200"]);
    assert!(found.len() < 200);
    assert_eq!(found.last().unwrap()["summary"]["sprt"]["verdict"], "higher");
}

#[test]
fn nonsense_is_refused() {
    for arguments in [
        &["match", "random"][..],
        &["match", "random", "nobody"],
        &["match", "random", "human"],
        &["match", "random", "level:21"],
        &["match", "random", "engine:depth=0"],
        &["match", "random", "greedy", "--openings", "/no/such/file"],
        &["match", "random", "greedy", "--openings", "random:99"],
        &["match", "random", "greedy", "--sprt", "5,0"],
        &["match", "random", "greedy", "--games", "0"],
        &["match", "random", "greedy", "--time", "-1"],
        &["match", "random", "greedy", "--start", "f5", "--openings", "balanced"],
        &["match", "random", "exec:gtp:/no/such/program"],
        &["match", "random", "exec:morse:true"],
        &["lab", "levels", "x", "--levels", "0-3"],
        &["lab", "losses", "--people", "/no/such/folder"],
    ] {
        let message = outflank(arguments).refused();
        assert!(message.len() < 2000, "{message}");
    }
}

#[test]
#[cfg(unix)]
fn a_program_that_plays_nonsense_loses_every_game_but_the_match_goes_on() {
    let program = "exec:gtp:sh -c 'while read -r word rest; do case $word in genmove) \
                   printf \"= a1\\n\\n\";; quit) exit;; *) printf \"=\\n\\n\";; esac; done'";
    let found = lines(&["random", program, "--games", "4", "--concurrency", "2"]);
    assert_eq!(found.len(), 5);
    for game in &found[..4] {
        assert_eq!(game["reason"], "illegal");
        let loser = game["forfeit"].as_str().unwrap();
        assert_ne!(game[loser], "random");
        assert_eq!(game["score"], if loser == "white" { 64 } else { -64 });
    }
    let summary = &found[4]["summary"];
    assert_eq!((&summary["wins"], &summary["forfeits"]), (&Value::from(4), &Value::from(4)));
}

#[test]
fn levels_are_measured_once() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("levels.jsonl");
    let measure = || outflank(&["lab", "levels", arg(&kept), "--levels", "1-2", "--games", "10"]).good();
    let table = measure();
    assert_eq!(table.lines().count(), 6, "{table}");
    assert!(table.lines().last().unwrap().starts_with("Weights: generation "), "{table}");
    let size = std::fs::metadata(&kept).unwrap().len();
    assert_eq!(measure(), table);
    assert_eq!(std::fs::metadata(&kept).unwrap().len(), size);
    std::fs::write(&kept, "nonsense\n").unwrap();
    outflank(&["lab", "levels", arg(&kept), "--levels", "1"]).refused();
}

#[test]
fn openings_and_losses_can_be_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("openings.txt");
    outflank(&["lab", "openings", arg(&list), "--plies", "4", "--bound", "4", "--depth", "2"]).good();
    let text = std::fs::read_to_string(&list).unwrap();
    assert!(text.lines().filter(|line| line.starts_with("f5")).count() > 5, "{text}");
    let found = lines(&["greedy", "random", "--games", "2", "--openings", arg(&list)]);
    assert!(text.contains(found[0]["opening"].as_str().unwrap()));
    let drawing = folder.path().join("losses.svg");
    let options = ["--levels", "1-2", "--games", "2", "--depth", "2", "--svg", arg(&drawing)];
    let table = outflank(&[&["lab", "losses"], &options[..]].concat()).good();
    assert!(table.lines().last().unwrap().starts_with("| level 2 |"), "{table}");
    assert!(std::fs::read_to_string(&drawing).unwrap().starts_with("<svg"));
}

#[test]
fn what_was_learned_is_written_to_a_file_that_players_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (killers, again, table) = (path("killers.txt"), path("again.txt"), path("table.txt"));
    let learn = |player: &str, file: &str| outflank(&["lab", "learn", player, file, "--games", "3"]).good();
    learn("scout:depth=2,killers=off", &killers);
    learn("scout:depth=2,killers=off", &again);
    let text = std::fs::read_to_string(&killers).unwrap();
    assert_eq!(std::fs::read_to_string(&again).unwrap(), text);
    assert!(text.lines().count() > 100);
    learn("client-medium", &table);
    let players = [format!("scout:depth=2,killers={killers}"), format!("client-medium:table={table}")];
    let found = lines(&[&players[0], &players[1], "--games", "4"]);
    assert_eq!(found[4]["summary"]["forfeits"], 0);

    // From a file of games: the replies as they were played.
    let (games, heard) = (path("games.txt"), path("heard.txt"));
    std::fs::write(&games, "f5d6c3\nf5d6c5\n").unwrap();
    outflank(&["lab", "learn", "scout:killers=off", &heard, "--from", &games]).good();
    let heard = std::fs::read_to_string(&heard).unwrap();
    assert!(
        heard.contains("f5 d6 2\n") && heard.contains("d6 c3 1\n") && heard.lines().count() == 4,
        "{heard}"
    );
    assert!(
        outflank(&["lab", "learn", "scout", &again, "--from", "/no/such/file"])
            .refused()
            .contains("/no/such")
    );

    let refused = outflank(&["lab", "learn", "random", &again]);
    assert!(refused.refused().contains("random"));
    assert_eq!(std::fs::read_to_string(&again).unwrap(), text);
}

#[test]
fn a_library_of_openings_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.txt");
    std::fs::write(&path, "f5d6c3d3c4\n").unwrap();
    let player = format!("om-novice:openings={}", path.display());
    for game in lines(&[&player, &player, "--games", "4", "--openings", "none"]).iter().take(4) {
        let moves = game["moves"].as_str().unwrap();
        let mirrored = ["f5d6c3d3c4", "e6f4c3c4d3", "d3c5f6f5e6", "c4e3f6e6f5"];
        assert!(mirrored.iter().any(|line| moves.starts_with(line)), "{moves}");
    }
}

#[test]
fn players_that_ponder_say_how_often_they_expected_the_reply_and_their_moves_are_not_late() {
    let found = lines(&[
        "engine:time=0.01,hash=1,ponder=yes",
        "engine:time=0.01,hash=1",
        "--games",
        "2",
        "--concurrency",
        "1",
    ]);
    let summary = &found[2]["summary"];
    let hits = summary["ponder_hits"][0].as_f64().unwrap();
    assert!((5.0..=100.0).contains(&hits), "{summary}");
    assert_eq!(summary["ponder_hits"][1], Value::Null);
    let longest = summary["longest_move"][0].as_f64().unwrap();
    assert!(longest < 0.3, "{longest} s for a move");
    let [asked, expected] = [0, 1].map(|index| found[0]["pondered"][0][index].as_u64().unwrap());
    assert!(asked > 10 && expected <= asked, "{}", found[0]);
    let plain = lines(&["random", "greedy", "--games", "2"]);
    assert_eq!(plain[0].get("pondered"), None);
}
