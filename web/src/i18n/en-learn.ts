// The place Learn, in English: what is known of it everywhere. Its pages bring texts of their own (en-learning.ts).

import type { Message } from "./message";

export const learn = {
  learnTitle: "Learn",
  learnMore: "More to read",
  learnRules: "The rules in brief",
  learnRulesText: "One page, with the keyboard shortcuts.",
  learnReview: "Review a game",
  learnReviewText: "See where a game was won or lost, and why.",
  learnThinking: "How it thinks",
  learnThinkingText: "Watch the engine look ahead.",
  learnLevels: "The levels",
  learnLevelsText: "Twenty opponents, from a first game to full strength.",
} as const satisfies Record<string, Message>;
