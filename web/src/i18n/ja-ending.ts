// What the card at the end of a game says of it, in Japanese.

export const ending = {
  endYourAccuracy: "あなたの正確さ",
  endAccuracyOf: "{name}の正確さ",
  endTurned: "形勢が入れ替わった手",
  endFirstLook: "浅い読みでの評価です。検討ではすべての手をより深く調べます。",
};
