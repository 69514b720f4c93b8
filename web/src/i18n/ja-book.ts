// 定石ブックのテキスト。

import type { book as english } from "./en-book";
import type { Message } from "./message";

export const book: Record<keyof typeof english, Message> = {
  bookTitle: "定石ブック",
  bookColumn: "ブック",
  bookColumnText: "定石ブックの評価（黒から見た石差）",
  bookValue: "{side}から見て {value}",
  bookRests: "{depth}手読み",
  bookProven: "証明済み",
  bookRange: "証明された範囲：{lower}〜{upper}",
  bookGames: "2011 年までの{games}局",
  bookNone: "この局面はブックにありません（全{positions}局面）。",
  bookMove: "手",
  bookValueHead: "評価",
  bookDepthHead: "根拠",
  bookGamesHead: "局数",
  bookLast: "ブックを離れる手のうちの最善手",
  bookToKnow: "この先{plies}手で覚えておくべき手：黒 {black}、白 {white}",
  bookToKnowText: "相手が1手で{within}石を超える損をしないかぎり、評価を保つために正しい手を知っておく必要がある局面の最小数です。",
  bookReview: "定石ブックとの比較",
  bookAllKnown: "この対局は最後までブックにあります。",
  bookKnown: "最初の{n}手はブックにあります。",
  bookEnds: "ブックはここまでです。",
  bookLeft: "{number}手目の {move} で{side}がブックから外れました。ブックの手は {best}（評価 {value}）です。",
  bookLeftBest: "{number}手目の {move} で{side}がブックから外れました。最善手ですが、ブックはここまでです。",
  bookCost: "{n}石の損でした。",
  bookCostByReview: "この検討では{n}石の損でした。",
  bookCostNothing: "損はありませんでした。",
  bookCostAtLeast: "ブックによれば少なくとも{n}石の損でした。",
  bookLosses: "ブックの中で最善でなかった手",
  bookLoss: "{number}手目 {move}：{best} より {cost}石の損",
  bookGoThere: "局面を見る",
};
