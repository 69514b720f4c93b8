// The place Learn, in Japanese.

import type { learn as english } from "./en-learn";
import type { Message } from "./message";

export const learn = {
  learnTitle: "学ぶ",
  learnMore: "もっと知る",
  learnRules: "ルールのまとめ",
  learnRulesText: "1ページにまとめました。キーボード操作もあります。",
  learnReview: "対局を振り返る",
  learnReviewText: "勝負の分かれ目とその理由がわかります。",
  learnThinking: "思考のしくみ",
  learnThinkingText: "エンジンの先読みを見てみましょう。",
  learnLevels: "レベル一覧",
  learnLevelsText: "はじめての対局から最強まで、20の相手。",
} as const satisfies Record<keyof typeof english, Message>;
