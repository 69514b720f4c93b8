// What the card at the end of a game says of it, beyond the result.

export const ending = {
  endYourAccuracy: "your accuracy",
  endAccuracyOf: "{name}’s accuracy",
  endTurned: "the move that turned it",
  endFirstLook: "A first look. The review checks every move more deeply.",
};
