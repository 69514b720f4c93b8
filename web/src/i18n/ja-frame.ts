// The frame of the pages: places, tabs, wrong links, working without the server.

import type { Message } from "./message";
import type { frame as english } from "./en-frame";

export const frame: Record<keyof typeof english, Message> = {
  navLearn: "学ぶ",
  navMain: "メインメニュー",
  tabEngine: "エンジン",
  setUp: "局面を作る",
  setUpUse: "この局面を使う",
  setUpBack: "変更せずに戻る",
  wrongTitle: "このリンクは開けません",
  wrongGame: "{n}番の対局はここにはありません。削除されたか、別のコンピューターのリンクかもしれません。",
  wrongMove: "リンクの棋譜は{n}手目から読めません。{move} には打てません。",
  wrongPosition: "「{text}」は局面として読めません。局面は64マスと手番で表します。",
  wrongText: "「{text}」は棋譜として読めません。",
  wrongNext: "代わりに次のことができます。",
  wrongChoose: "棋譜を選ぶ・貼り付ける",
  wrongSetUp: "局面を作る",
  wrongStart: "最初の局面を開く",
  aloneText: "サーバーに接続できません。ヘルプと設定は使えます。対局、解析、棋譜集は、サーバーが復旧すると使えるようになります。",
  missingGame: "{n}番の対局はここにはありません",
  missingGameText: "削除されたか、別のコンピューターのリンクかもしれません。",
  goneText: "終わった対局は棋譜集に残っているかもしれません。",
  missingLab: "大会「{name}」はここにはありません",
  missingLabText: "削除されたか、リンクが間違っているようです。",
  missingPlayer: "プレイヤー「{name}」はここにはいません",
  missingPlayerText: "リンクが古いか、間違っているようです。プレイヤーの一覧から選べます。",
  toNewGame: "新しく対局する",
  boardView: "盤の表示",
  notFoundLead: "「{path}」というページはありません。リンクが古いか、間違っているようです。",
  mmTitle: "ステップで見るミニマックス法",
  mmHere: "ステップで見るミニマックス法",
};
