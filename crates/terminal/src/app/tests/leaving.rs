//! How games and the program end.

use super::*;

#[test]
fn a_series_is_played_to_its_last_game_and_then_left() {
    let start = format!("{}XXXXXXO-O", "X".repeat(56));
    let position: Position = start.parse().unwrap();
    let game = Start { name: String::new(), game: Arc::new(move |_| Game::new(position)) };
    let mut session = Session::new(SessionSettings {
        games: 2,
        exits: true,
        starts: vec![game],
        ..settings("random", "random")
    });
    assert!(position.is_finished() || session.asked() > 0);
    for _ in 0..2 {
        assert!(session.app.leaves.is_none());
        if !session.app.game.is_over() {
            let played = session.app.game.position().legal_moves().first().unwrap().to_string();
            session.answer(&played);
        }
        session.wait(2.0);
    }
    assert_eq!(session.app.leaves, Some(0));
}

#[test]
fn a_player_who_fails_is_told_and_can_be_replaced_and_one_may_resign() {
    let mut session = Session::between("level:1", "human");
    let ticket = 1;
    session.app.on_news(News::NoMove { ticket, reason: "it crashed".to_owned() }, session.now);
    assert!(session.message().contains("it crashed") && session.app.is_paused);
    session.command("black level:2");
    assert!(session.app.is_thinking());
    session.app.on_news(News::Resigned { ticket: ticket + 1 }, session.now);
    assert_eq!(session.message(), "Game over: black resigned, white wins.");
}

#[test]
fn control_c_leaves_from_anywhere() {
    for keys in ["", "?", "n", "o", "m", ":abc", "R"] {
        let mut session = Session::between("human", "human");
        session.keys(keys);
        session.event(Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        assert_eq!(session.app.leaves, Some(0), "{keys}");
    }
}
