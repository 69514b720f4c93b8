//! Chat between the players of a game: who may say what, and who is told.

use std::sync::Arc;
use std::time::Duration;

use outflank_game::KeptGame;

use crate::error::ApiError;
use crate::live_game::GameNews;
use crate::studio::Studio;
use crate::view::{self, milliseconds};
use crate::wire::chat::ChatView;

/// The longest message, in letters.
const MESSAGE_LIMIT: usize = 200;

/// How long players may talk once the game is over.
const AFTERWARDS: Duration = Duration::from_secs(3600);

impl Studio {
    /// Returns what was said in a game.
    pub(crate) async fn chat_view(&self, kept: &KeptGame) -> Result<ChatView, ApiError> {
        let chat = self.store.chat(kept.id).await?;
        let [black_on, white_on] = chat.silent.map(|is_silent| !is_silent);
        let open = black_on && white_on && self.may_still_talk(kept);
        let messages = chat.messages.into_iter().map(view::message).collect();
        Ok(ChatView { messages, black_on, white_on, open })
    }

    /// Tells whether a game is on or has not been over for long, and both players are there.
    pub(crate) fn may_still_talk(&self, kept: &KeptGame) -> bool {
        let rested = self.store.now().saturating_sub(kept.updated);
        !kept.is_waiting_room() && (!kept.game.is_over() || rested < milliseconds(AFTERWARDS))
    }

    /// Tells the players of a game who are connected here what was said.
    pub(crate) async fn tell_chat(self: &Arc<Studio>, game: i64) {
        let Some(live) = self.live_games.find(game).filter(|live| live.is_watched()) else { return };
        let Some(kept) = live.kept().filter(|kept| kept.is_by_invitation()) else { return };
        // What cannot be read now comes with the next message.
        if let Ok(chat) = self.chat_view(&kept).await {
            live.tell(GameNews::Chat(Arc::new(chat)));
        }
    }
}

/// Checks something to say: one line of plain text.
pub(crate) fn checked_message(text: &str) -> Result<String, ApiError> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let letters = line.chars().count();
    if letters == 0 || letters > MESSAGE_LIMIT {
        let message = format!("a message has 1 to {MESSAGE_LIMIT} characters; this one has {letters}");
        return Err(ApiError::bad(message));
    }
    if let Some(unseen) = line.chars().find(|&letter| letter.is_control() || is_direction(letter)) {
        let message =
            format!("a message is plain text; this one contains the character {:?}", unseen.escape_unicode());
        return Err(ApiError::bad(message));
    }
    Ok(line)
}

/// Tells whether a character changes the direction of the text around it.
fn is_direction(letter: char) -> bool {
    matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_short_line_of_plain_text() {
        assert_eq!(checked_message("  good \n game\t! ").unwrap(), "good game !");
        assert_eq!(checked_message("<b>よろしく</b>").unwrap(), "<b>よろしく</b>");
        assert!(checked_message(&"香".repeat(200)).is_ok());
        for refused in ["", " \n ", "a\u{0}b", "a\u{202e}b", "a\u{1b}[31m"] {
            assert!(checked_message(refused).is_err(), "{refused:?}");
        }
        let error = checked_message(&"x".repeat(201)).unwrap_err();
        assert!(error.message().contains("201"), "{}", error.message());
    }
}
