// The texts of the board and the game at it, in Japanese.

import type { table as english } from "./en-table";
import type { Message } from "./message";

export const table: Record<keyof typeof english, Message> = {
  thin: "細い",
  medium: "普通",
  thick: "太い",
  lastSize: "直前の手の枠",
  lastColor: "直前の手の色",
  showGrid: "マス目",
  showMeters: "石数と着手可能数のメーター",
  mobility: "着手可能数：黒 {black}、白 {white}",
  mobilityShort: "着手可能数",
  helpers: "コンピューターに打ってもらう",
  helperEngine: "エンジン（深さ10）",
  helperChoice: "{side}の手を選ぶプレイヤー",
  helperMove: "{side}の手を打ってもらう",
  helperTimes: "{side}の手をコンピューターが選択",
  restart: "最初からやり直す",
  restartQuestion: "この対局を最初からやり直しますか？手はすべて取り消されますが、次に打つまでは「一手進む」で元に戻せます。",
  editGame: "局面を編集",
  goOnEdited: "同じ対局者で続ける",
  goOnEditedHint: "編集した局面は新しい対局になり、元の対局は「打ちかけの対局」に残ります。",
  saveGames: "対局を保存する",
  saveThisGame: "この対局を保存する",
  notSaved: "この対局は保存されません。",
  declineSaving: "この対局を保存しない",
  saveAfterAll: "この対局を保存する",
  libraryKeyColumn: "番号",
  libraryEngine: "深さ固定のエンジンとの対局",
};
