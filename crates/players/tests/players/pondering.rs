//! Thinking on the opponent's time: what it is worth, that it ends, and that nothing of it is left behind.

use std::thread;
use std::time::{Duration, Instant};

use outflank_players::{Dice, EnginePool, Entrant, FAMILIES, Player, Stopper, Turn};
use outflank_rules::{Game, Move, Position};

/// How much later than its time a move may come on a busy machine.
const LATE: Duration = Duration::from_millis(250);

fn entrant(text: &str) -> Entrant {
    text.parse().unwrap()
}

/// A position in the middle of a game.
fn game() -> Game {
    let moves = "f5d6c3d3c4f4f6f3e6e7d7c5b6g5e3";
    let moves = moves.as_bytes().chunks(2).map(|two| std::str::from_utf8(two).unwrap().parse().unwrap());
    Game::replay(Position::start(), moves).unwrap()
}

fn choose(player: &mut dyn Player, game: &Game) -> Move {
    player.choose(Turn::new(game, Duration::from_millis(50)), &mut Dice::new(1)).unwrap()
}

/// The threads of this process that ponder.
#[cfg(target_os = "linux")]
fn pondering_threads() -> usize {
    let threads = std::fs::read_dir("/proc/self/task").unwrap();
    let name =
        |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).unwrap_or_default();
    threads.filter_map(Result::ok).map(name).filter(|name| name.trim() == "pondering").count()
}

/// Waits until threads ponder, or none does: those who help take a moment to come and to go.
#[track_caller]
#[cfg(target_os = "linux")]
fn expect_pondering(wanted: bool) {
    let started = Instant::now();
    while (pondering_threads() > 0) != wanted {
        assert!(started.elapsed() < 4 * LATE, "{} threads ponder", pondering_threads());
        thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(not(target_os = "linux"))]
fn expect_pondering(_wanted: bool) {}

#[test]
fn only_those_who_are_told_to_ponder_do() {
    for text in ["engine:depth=4", "level:7", "engine:depth=4,ponder=no", "scout", "random"] {
        assert!(!entrant(text).ponders(), "{text}");
    }
    for text in ["engine:depth=4,ponder=yes", "level:7,ponder=yes", "exec:xboard[ponder=yes]:true"] {
        assert!(entrant(text).ponders(), "{text}");
    }
    assert!("engine:ponder=maybe".parse::<Entrant>().unwrap_err().to_string().contains("\"maybe\""));
    // Those without a use for the time are asked in vain, and return.
    for family in FAMILIES {
        let Ok(Ok(mut player)) = family.id.parse::<Entrant>().map(|entrant| entrant.seat_pondering()) else {
            continue;
        };
        assert_eq!(player.can_ponder(), family.id == "engine", "{}", family.id);
        if !player.can_ponder() {
            player.ponder(&game(), &Stopper::new());
        }
    }
}

#[test]
fn what_was_pondered_on_is_known_when_it_comes() {
    let mut player = entrant("engine:depth=10,hash=16").seat_quiet().unwrap();
    let mut game = game();
    game.play(choose(player.as_mut(), &game)).unwrap();
    assert_eq!(player.expected_reply(), None, "it has not pondered yet");
    // To its own depth after every reply.
    player.ponder(&game, &Stopper::new());
    let replies: Vec<Move> = game.position().legal_moves().squares().map(Move::Place).collect();
    let mut hits = 0;
    for &reply in &replies {
        let mut after = game.clone();
        after.play(reply).unwrap();
        choose(player.as_mut(), &after);
        // Only the first answer is compared: the others were not pondered on.
        hits += u32::from(player.expected_reply() == Some(true));
        let warm = player.nodes().unwrap();
        let mut cold = entrant("engine:depth=10,hash=16").seat_quiet().unwrap();
        choose(cold.as_mut(), &after);
        assert!(warm < cold.nodes().unwrap() / 4, "{reply}: {warm} nodes, {:?} without", cold.nodes());
    }
    assert!(hits <= 1);
}

#[test]
fn a_whole_game_with_pondering_has_no_late_move_and_leaves_no_thread() {
    let time = Duration::from_millis(10);
    let players = ["engine:hash=1,ponder=yes", "level:18,time=0.01,ponder=yes"];
    let mut players = players.map(|text| entrant(text).seat().unwrap());
    let mut game = Game::new(Position::start());
    let (mut asked, mut hits) = (0, 0);
    while !game.position().is_finished() {
        if game.position().must_pass() {
            game.play(Move::Pass).unwrap();
            continue;
        }
        let player = &mut players[game.position().side_to_move() as usize];
        let started = Instant::now();
        let played = player.choose(Turn::new(&game, time), &mut Dice::new(1)).unwrap();
        assert!(started.elapsed() < time + LATE, "{:?} for {played}", started.elapsed());
        if let Some(hit) = player.expected_reply() {
            asked += 1;
            hits += u32::from(hit);
        }
        game.play(played).unwrap();
    }
    assert!(asked > 40 && hits > asked / 4, "{hits} of {asked}");
    players.iter_mut().for_each(|player| player.rest());
    expect_pondering(false);
}

#[test]
fn pondering_ends_with_the_rest_a_new_game_and_the_player() {
    let ends: [fn(Box<dyn Player>); 3] = [
        |mut player| {
            player.rest();
            expect_pondering(false);
        },
        |mut player| {
            player.new_game();
            expect_pondering(false);
        },
        |player| drop(player),
    ];
    for end in ends {
        // It would ponder for hours.
        let mut player = entrant("engine:hash=1,threads=2,ponder=yes").seat().unwrap();
        choose(player.as_mut(), &game());
        expect_pondering(true);
        let started = Instant::now();
        end(player);
        assert!(started.elapsed() < 4 * LATE, "{:?}", started.elapsed());
        expect_pondering(false);
    }
}

#[test]
fn an_engine_of_a_pool_remembers_what_was_pondered_on() {
    let pool = std::sync::Arc::new(EnginePool::default());
    let seat = || entrant("engine:depth=10").seat_with(&pool).unwrap();
    let (mut player, mut others) = (seat(), [seat(), seat()]);
    let mut game = game();
    game.play(choose(player.as_mut(), &game)).unwrap();
    player.ponder(&game, &Stopper::new());
    // Somebody else borrows another engine meanwhile, if there is one.
    pool.lend(|_| pool.lend(|_| ()).unwrap()).unwrap();
    let reply = game.position().legal_moves().first().map(Move::Place).unwrap();
    game.play(reply).unwrap();
    choose(others[0].as_mut(), &Game::new(Position::start()));
    choose(player.as_mut(), &game);
    let warm = player.nodes().unwrap();
    choose(others[1].as_mut(), &game);
    let mut cold = entrant("engine:depth=10").seat_quiet().unwrap();
    choose(cold.as_mut(), &game);
    assert!(warm < cold.nodes().unwrap() / 4, "{warm} nodes, {:?} without", cold.nodes());
}
