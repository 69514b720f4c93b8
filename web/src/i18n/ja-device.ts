// This device instead of a server, in Japanese.

import type { device as en } from "./en-device";

export const device: Record<keyof typeof en, string> = {
  deviceLoading: "エンジンを読み込んでいます: {percent} %",
  deviceFull: "ブラウザーの空き容量がありません。これからの操作は保存されません。対局を削除するか、書き出してください。",
  deviceRefused: "このブラウザーは何も保存できません（プライベートウィンドウですか？）。閉じるとこれからの操作は失われます。",
  deviceFailed: "Outflank で問題が起きました。保存済みのものは無事です。",
  deviceTaken: "Outflank は別のウィンドウで続いています。",
  deviceHere: "ここで続ける",
  deviceTitle: "この端末",
  thinkerTitle: "考える場所",
  thinkerAuto: "自動",
  thinkerDevice: "この端末",
  thinkerServer: "サーバー",
  thinkerText: "解析、検討、ヒントをどこで計算するかです。自動では、大勢で使うサーバーの場合はこの端末で考えます。",
  thinkerNone: "このサーバーにはブラウザー用のエンジンがないため、サーバーが考えます。",
  threadsOne: "エンジンはこの端末のスレッドを 1 つ使います。",
  threadsMany: "エンジンはこの端末のスレッドを最大 {n} 個使います。",
  memoryUsed: "エンジンは現在 {used} MB のメモリを使っています（1回の探索につき最大 1 GB）。",
  storageUsed: "ブラウザーの保存領域 {room} MB のうち {used} MB を使っています。",
  storageKept: "ブラウザーは消さずに保存すると約束しています。",
  storageLoose: "空き容量が足りないとブラウザーが消すことがあります。大切なものは書き出してください。",
  siteLead: "すべてこの端末で動き、このブラウザーに保存されます。どこにも送信しません。",
  needsServer: "これには Outflank のサーバーが必要です",
  needsServerText: "サーバーなしでは、リンクでの対局、ロビー、クラブ、ラボは使えません。",
};
