// What only a site without a server needs: links that can be opened in another window, words of its own, and a service
// worker that keeps everything.

import { overrule } from "../i18n/catalogue";
import { addresses } from "../device/addresses";

overrule({
  en: {
    serverUnreachable: "Outflank could not be loaded on this device.",
    serverLost: "Outflank is starting…",
    aboutPrivacy: "Games and settings are kept in this browser. Nothing is sent anywhere.",
    troubleDiskFull: "This browser has no room left: nothing can be saved.",
  },
  ja: {
    serverUnreachable: "この端末で Outflank を読み込めませんでした。",
    serverLost: "Outflank を起動しています…",
    aboutPrivacy: "対局と設定はこのブラウザーに保存されます。どこにも送信しません。",
    troubleDiskFull: "ブラウザーの空き容量がないため、何も保存できません。",
  },
});

// A link is written for the browser before anybody can use it: its address lies behind the `#`.
for (const kind of ["pointerover", "pointerdown", "focusin", "contextmenu"]) {
  addEventListener(kind, ({ target }) => addresses((target as Element | null)?.closest?.("a[href]") ?? null), { capture: true, passive: true });
}
