// The frame of the pages: places, tabs, wrong links, working without the server.

export const frame = {
  navLearn: "Learn",
  navMain: "Main menu",
  tabEngine: "Engine",
  setUp: "Set up",
  setUpUse: "Use this position",
  setUpBack: "Back without changes",
  wrongTitle: "This link does not work",
  wrongGame: "There is no game number {n} here. It may have been deleted, or the link comes from another computer.",
  wrongMove: "The moves in the link stop making sense at move {n}: {move} is not possible there.",
  wrongPosition: "“{text}” is not a position. A position has 64 squares and the side to move.",
  wrongText: "“{text}” is neither a list of moves nor a game.",
  wrongNext: "Here is what you can do instead:",
  wrongChoose: "Choose or paste a game",
  wrongSetUp: "Set up a position",
  wrongStart: "Open an empty board",
  aloneText: "The server cannot be reached. Help and settings work; games, analysis and the library come back when it does.",
  notFoundLead: "“{path}” is not one of the pages. The link may be old or mistyped.",
};
