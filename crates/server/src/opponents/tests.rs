//! Who can be chosen, and how they move.

use std::thread;
use std::time::Duration;

use outflank_game::{Seat, TimeControl};
use outflank_players::Stopper;
use outflank_rules::{Color, Game, Position};

use super::*;
use crate::wire::players::{guests, with_book};

#[test]
fn the_pages_have_a_text_for_everything_that_can_be_set() {
    for language in ["en", "ja"] {
        let path = format!("{}/../../web/src/i18n/{language}-players.ts", env!("CARGO_MANIFEST_DIR"));
        // A packed crate has its pages, but not their sources.
        let Ok(texts) = std::fs::read_to_string(&path) else { return };
        for name in SETTABLE {
            let key = format!("  settable{}{}: ", name[..1].to_uppercase(), &name[1..]);
            assert!(texts.contains(&key), "{path} has no{key}");
        }
    }
}

#[test]
fn every_listed_player_can_be_chosen_and_nonsense_cannot() {
    let listed = list();
    assert_eq!(listed.iter().filter(|player| player.group == "computer").count(), 20);
    for player in &listed {
        assert!(Opponent::parse(&player.id).is_some(), "{}", player.id);
    }
    for id in ["nea", "client-expert", "om-premaster", "agent", "scout"] {
        assert!(listed.iter().any(|player| player.id == id && player.group == "heritage"), "{id}");
    }
    for text in [
        "",
        "human",
        "engine",
        "engine:depth=0",
        "engine:depth=99",
        "engine:depth=x",
        "level:0",
        "level:21",
        "level:",
        "level:3,openings=x",
        "nea:depth=10",
        "nea:depth",
        "agent:time=3600",
        "agent:time=NaN",
        "nea:search=minimax",
        "client-hard:grow=yes",
        "NEA",
        " nea",
        "engine:depth=3,depth=99",
        "engine:time=3",
    ] {
        assert!(Opponent::parse(text).is_none(), "{text}");
    }
    assert!(Opponent::parse("nea:depth=9,corners=0").is_some());
}

#[test]
fn no_player_reads_files_takes_memory_or_starts_programs() {
    // Who can reach the server must not reach the rest of the machine through it.
    for text in [
        "exec:gtp:gnugo",
        "nea:openings=/etc/passwd",
        "client-hard:table=/etc/passwd",
        "scout:killers=/etc/passwd",
        "scout:transposition=on,entries=10000000",
        "engine:weights=/etc/passwd",
        "engine:depth=3,hash=65536",
        "EXEC:gtp:gnugo",
    ] {
        assert!(Opponent::parse(text).is_none(), "{text}");
    }
}

#[test]
fn files_of_the_studio_are_named_and_a_game_goes_on_without_one_that_was_removed() {
    let lab = tempfile::tempdir().unwrap();
    let files = LabFiles::new(Some(lab.path()));
    files.store(LabFileKind::Openings, "tiger.txt", b"f5d6c3d3c4\n").unwrap();
    let text = "nea:depth=1,openings=tiger.txt";
    let (engines, game) = (Arc::default(), Game::new(Position::start()));
    let after = Game::replay(game.position(), ["f5", "d6"].map(|text| text.parse().unwrap())).unwrap();
    let opponent = Opponent::with_files(text, &files).unwrap();
    assert_eq!(move_in(&opponent, &after, &engines).unwrap().to_string(), "c3");
    assert!(Opponent::parse(text).is_none(), "without the files there is no such player");
    assert!(Opponent::with_files("nea:openings=lion.txt", &files).is_none());
    assert!(Opponent::with_files("scout:killers=off", &files).is_some());
    files.remove(LabFileKind::Openings, "tiger.txt").unwrap();
    assert!(Opponent::with_files(text, &files).is_none());
    assert!(move_in(&Opponent::of_game(text, &files).unwrap(), &after, &engines).is_some());
    assert!(Opponent::of_game("exec:gtp:gnugo", &files).is_none());
    assert!(Opponent::of_game("nea:depth=99,openings=tiger.txt", &files).is_none());
}

#[test]
fn a_table_of_positions_grows_in_games_and_ends_with_its_file() {
    let lab = tempfile::tempdir().unwrap();
    let files = LabFiles::new(Some(lab.path()));
    files.store(LabFileKind::Table, "medium.txt", b"5 19 1 2\n").unwrap();
    let lines = || {
        let text = files.read(LabFileKind::Table, "medium.txt").unwrap();
        String::from_utf8(text).unwrap().lines().count()
    };
    let engines = Arc::default();
    let play = |text: &str| {
        let opponent = Opponent::with_files(text, &files).unwrap();
        let mut game = Game::new(Position::start());
        for _ in 0..6 {
            game.play(move_in(&opponent, &game, &engines).unwrap()).unwrap();
        }
        opponent
    };
    play("client-medium:table=medium.txt,grow=no");
    assert_eq!(lines(), 1);
    let playing = play("client-medium:table=medium.txt");
    assert_eq!(lines(), 7);
    play("client-medium:table=medium.txt");
    assert_eq!(lines(), 7, "what is known is not searched again");
    // Tournaments only read, and a game under way does not bring back what was removed.
    let reading = entrant("client-medium:table=medium.txt", &files).unwrap().seat().unwrap();
    drop(reading);
    files.remove(LabFileKind::Table, "medium.txt").unwrap();
    let after = Game::replay(Position::start(), ["d3", "c5"].map(|text| text.parse().unwrap())).unwrap();
    assert!(move_in(&playing, &after, &engines).is_some());
    assert!(files.list().is_empty());
}

fn move_in(opponent: &Opponent, game: &Game, engines: &Arc<EnginePool>) -> Option<Move> {
    opponent.choose(Turn::new(game, Duration::from_millis(100)), engines)
}

#[test]
fn guests_play_whole_games() {
    let engines = Arc::default();
    let rival = Opponent::parse("random").unwrap();
    for id in guests().map(|family| family.id) {
        let fast = match id {
            "agent" | "scout" => ":time=0.005",
            "nea" => ":depth=3",
            _ => "",
        };
        let opponent = Opponent::parse(&format!("{id}{fast}")).unwrap();
        for side in Color::BOTH {
            let mut game = Game::new(Position::start());
            while !game.position().is_finished() {
                let mover = if game.position().side_to_move() == side { &opponent } else { &rival };
                let played = match game.position().must_pass() {
                    true => Move::Pass,
                    false => move_in(mover, &game, &engines).unwrap(),
                };
                game.play(played).unwrap();
            }
            assert!(game.plies().len() > 8, "{id}: {}", game.transcript());
        }
    }
    assert_eq!(engines.idle(), 0, "guests need no engine");
}

#[test]
fn agent_and_scout_take_seconds_where_a_person_plays_without_a_clock() {
    let seats = |black: &str| [Seat::person(black), Seat::program("scout")];
    let game = GameInPlay::new(Game::new(Position::start()), seats("Ann"));
    let clock: TimeControl = "5+3".parse().unwrap();
    let programs = [Seat::program("agent"), Seat::program("scout")];
    let watched = GameInPlay::new(Game::new(Position::start()), programs);
    let is_at_leisure = |game: &GameInPlay| Opponent::parse("scout").unwrap().in_game(game).is_at_leisure;
    assert!(is_at_leisure(&game) && !is_at_leisure(&watched));
    assert!(!is_at_leisure(&game.with_time_control(Some(clock))));
}

#[test]
fn a_hundred_games_against_levels_share_few_engines() {
    let (engines, game) = (Arc::default(), Game::new(Position::start()));
    let seated: Vec<Opponent> =
        (0..100).map(|number| Opponent::parse(&format!("level:{}", 1 + number % 17)).unwrap()).collect();
    for opponent in &seated {
        assert!(move_in(opponent, &game, &engines).is_some());
    }
    assert_eq!(engines.idle(), 1);
}

#[test]
fn who_is_still_thinking_keeps_nobody_waiting() {
    let (engines, game) = (Arc::default(), Game::new(Position::start()));
    let opponent = Opponent::parse("agent:time=30,depth=60").unwrap();
    let stopped = Stopper::new();
    stopped.stop();
    let hurried = || opponent.choose(Turn::new(&game, Duration::ZERO).stopped_by(&stopped), &engines);
    assert!(hurried().is_none(), "stopped before it has a move");
    let is_idle = || opponent.place.state().idle.is_some();
    assert!(is_idle());
    let stopper = Stopper::new();
    thread::scope(|scope| {
        let first =
            scope.spawn(|| opponent.choose(Turn::new(&game, Duration::ZERO).stopped_by(&stopper), &engines));
        while is_idle() {
            thread::sleep(Duration::from_millis(1));
        }
        // Another one sits down at once.
        assert!(hurried().is_none());
        assert!(is_idle() && !first.is_finished(), "the first one is still at it");
        stopper.stop();
        first.join().unwrap();
    });
}

#[test]
fn the_strengths_of_the_levels_are_those_that_were_measured() {
    let path = format!("{}/../../docs/levels.jsonl", env!("CARGO_MANIFEST_DIR"));
    // A packed crate has no guide.
    let Ok(measured) = std::fs::read_to_string(&path) else { return };
    let shares = measured.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["share"].as_f64().unwrap()
    });
    let told: Vec<f64> = list().iter().filter_map(|player| player.share_below).collect();
    assert_eq!(shares.skip(1).collect::<Vec<f64>>(), told);
    let elo: Vec<i32> = list().iter().filter_map(|player| player.elo).collect();
    assert_eq!((elo.len(), elo[0], elo[19]), (20, 0, 2541));
    assert!(elo.is_sorted());
}

#[test]
fn strong_levels_have_the_book_unless_told_otherwise_and_weaker_ones_do_not() {
    let completed = |text: &str| with_book(&Spec::split(text).unwrap(), text);
    assert_eq!(completed("level:18").as_deref(), Some("level:18,book=yes"));
    assert_eq!(completed("level:20").as_deref(), Some("level:20,book=yes"));
    for text in ["level:17", "level:20,book=no", "level:20,book=yes,vary=4", "engine:depth=12", "nea"] {
        assert_eq!(completed(text), None, "{text}");
    }
    for text in ["level:20,book=no", "level:3,book=yes,vary=4", "engine:depth=3,book=yes"] {
        assert!(Opponent::parse(text).is_some(), "{text}");
    }
    for text in
        ["level:20,book=/etc/passwd", "level:20,vary=65", "level:20,vary=2,book=no", "engine:book=yes"]
    {
        assert!(Opponent::parse(text).is_none(), "{text}");
    }
    // It knows what to play after the first moves, and does not play the same in every game.
    let engines = Arc::new(EnginePool::default());
    let game =
        Game::replay(Position::start(), ["f5", "d6"].map(|square| Move::Place(square.parse().unwrap())))
            .unwrap();
    let moves: std::collections::HashSet<Move> = (0..40)
        .map(|_| {
            let opponent = Opponent::parse("level:18").unwrap();
            opponent.choose(Turn::new(&game, Duration::from_secs(1)), &engines).unwrap()
        })
        .collect();
    assert!(moves.len() > 1, "{moves:?}");
}
