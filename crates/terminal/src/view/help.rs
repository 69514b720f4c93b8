//! The text of the help.

/// All keys, by what they are for.
pub(super) const KEYS: &str = "\
PLACE A DISC
  f5            type the square, or click it
  arrows, Enter point at a square and place
  (passes are automatic)

STEP THROUGH THE GAME
  < >           one ply back, one ahead (also , . Page keys,
                Shift with arrows, the wheel, a click on a move)
  Home End      the start, the last position
  u r           undo to your own turn; redo
                (while looking back, u continues from there)

ASK THE ENGINE
  i             the best move
  v             what every move is worth, on its square
  t             its lines, the graph of the score, what moves lost
                (shown by itself when a game is over)

GAMES
  n             choose players, start and clocks; begin
  o             resume a saved game
  m             set up a position
  s l           save to a file, load from one
  R             resign
  p space       pause programs, resume
  + -           make programs move faster, slower

SCREEN
  x             rotate the board
  y             hide or show the bars
  k             hide or show the grid
  : or /        type a command (below)
  Ctrl-Z        back to the shell for now; `fg` continues
  q Ctrl-C      leave; games are saved unless you gave --no-store

";
