// This device instead of a server, in Japanese.

import type { device as en } from "./en-device";

export const device: Record<keyof typeof en, string> = {
  deviceLoading: "エンジンを読み込んでいます: {percent} %",
  deviceFull: "ブラウザの保存領域がいっぱいです。これからの操作は保存されません。対局を削除して空きを作るか、書き出して残してください。",
  deviceRefused: "このブラウザには何も保存できません（プライベートウィンドウでしょうか？）。これからの操作は、閉じると失われます。",
  deviceFailed: "Outflank で問題が起きました。保存済みの内容は無事です。",
  deviceTaken: "Outflank は別のウィンドウで動いています。",
  deviceHere: "ここで続ける",
  deviceTitle: "この端末",
  thinkerTitle: "エンジンを動かす場所",
  thinkerAuto: "自動",
  thinkerDevice: "この端末",
  thinkerServer: "サーバー",
  thinkerText: "解析、検討、ヒントの計算をどこで行うかの設定です。「自動」では、大勢で使うサーバーの場合、この端末で計算します。",
  shareFindings: "この端末で検討した結果をサーバーに送る",
  shareFindingsText: "サーバーで検討したときと同じように、自分の対局のミスが練習用にサーバーに集められます。ほかの人には見えません。",
  thinkerNone: "このサーバーにはブラウザ用のエンジンがないため、サーバー側で計算します。",
  threadsOne: "エンジンはこの端末のスレッドを1つ使います。",
  threadsMany: "エンジンはこの端末のスレッドを最大{n}個使います。",
  memoryUsed: "エンジンは現在 {used} MB のメモリを使っています（1回の探索につき最大 1 GB）。",
  ponderingUses: "対局を表示している間、この端末のスレッドを1つ、1手につき最大1分間使います。ページが隠れているときや、ほかの計算が必要なときは止まります。",
  storageUsed: "ブラウザの保存領域 {room} MB のうち {used} MB を使用中です。",
  storageKept: "ブラウザが自動的に消すことはありません。",
  storageLoose: "空き容量が足りなくなると、ブラウザが消すことがあります。大切なものは書き出してください。",
  siteLead: "すべてこの端末で動き、データはこのブラウザに保存されます。外部には何も送信しません。",
  needsServer: "この機能には Outflank のサーバーが必要です",
  needsServerText: "サーバーがないと、リンクでの対局、ロビー、クラブ大会、研究室は使えません。",
};
