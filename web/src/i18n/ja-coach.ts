// What the coach says, in Japanese.

import type { Message } from "./message";
import type { coach as english } from "./en-coach";

export const coach: Record<keyof typeof english, Message> = {
  coachTitle: "なぜ損か：",
  coachWaiting: "理由を調べています…",
  coachNothing: "理由は一つに絞れません。二つの手順を並べてみてください。",
  coachShow: "盤上で見る：{line}",
  coachPlayed: "{move} の後",
  coachBetter: "{move} なら",
  coachYou: "あなた",
  coachYouFirst: "あなた",
  coachYour: "あなたの",
  coachOf: "#の",
  coachTurns: "一 二 三",
  lessonsTitle: "この対局の教訓",
  lessonsNone: "{n}石以上の損はありませんでした。",
  lessonLost: "{n}石",
  lessonMove: "{n}手目",
  "why-wipe-out": "全滅",
  "why-poisoned-corner": "早すぎた隅",
  "why-corner-missed": "隅の取り逃し",
  "why-corner-given": "隅を与えた",
  "why-wedge-missed": "くさびの見落とし",
  "why-edge-attack": "辺を攻められる",
  "why-parity-lost": "偶数理論で損",
  "why-mobility-collapse": "手詰まり",
  "why-stable-given": "確定石を与えた",
  "why-tempo-lost": "手損",
  "why-frontier-opened": "開放度の大きい手",
  "why-corner-falls": "のちに隅を失う",
  "why-corner-forgone": "隅を取り逃した",
  "why-pass-forced": "パスさせられる",
  "why-pass-forgone": "パスさせる機会を逃した",
  "why-last-move-lost": "最終手を失う",
  "why-fewer-moves": "打てる所が減る",
  "why-fewer-safe": "安全な手が減る",
  "why-moves-given": "相手に手を与えた",
  "why-squeezed": "手が苦しくなる",
  "why-fewer-stable": "確定石が減る",
  "why-corner-threatened": "隅を開けた",
  "why-square-lost": "急所を取られる",
  "why-moves-opened": "新しい手を与えた",
  "why-frontier-grown": "外側の石が増えた",
  "say-wipe-out": [
    "{played} の後、{other}は{side}の石をすべて返せます。{better} なら防げます。",
    "{played} は全滅の危険があります。{better} なら防げます。",
  ],
  "say-poisoned-corner": [
    "{played} は隅を取る手ですが、{better} のほうが得です。",
    "隅はいつでもすぐ取ればよいとは限りません。{played} より {better} が得です。",
  ],
  "say-corner-missed": [
    "{better} で隅が取れます。{played} では、{side}はすぐには隅を取れません。",
    "{better} の隅が取れる局面でした。{played} の後は、すぐには取れません。",
  ],
  "say-corner-given": [
    "{played} は {corner} の隅を与えます。隅を取るのが最善の応手です。{better} なら、{other}はすぐには取れません。",
    "{played} への最善の応手は {corner} の隅です。{better} なら、{other}はすぐには取れません。",
  ],
  "say-wedge-missed": [
    "{square} は辺で{other}の石の間に入るくさびです。すぐには返されず、{corner} の隅を狙えます。",
    "{square} に打てば、辺で{other}の石の間に割り込めます。すぐには返されず、{corner} の隅を狙えます。",
  ],
  "say-edge-attack": [
    "{other}は {square} から辺を攻め、{corner} の隅を取ります。{better} なら、その隅はすぐには取られません。",
    "{played} だと、{other}に {square} から辺を攻められ、{corner} の隅を取られます。{better} なら、すぐには取られません。",
  ],
  "say-parity-lost": [
    "{played} は空き{even}マスのかたまり、{better} は空き{odd}マスのかたまりです。最後の手を打つのは、{played} の後は{other}、{better} の後は{side}です。",
    "偶数理論では、空き{odd}マスのかたまりに打つ {better} が正しく、最後の手は{side}のものです。空き{even}マスのかたまりに打つ {played} では、最後の手を{other}に渡します。",
  ],
  "say-mobility-collapse": {
    one: "{played} の後、{side}は打つ所がなくなっていきます。次の手番で打てるのは{moves}か所（隅を与えないのは{safe}か所）、{better} なら{better_moves}か所（同{better_safe}か所）です。",
    other: "{played} の後、{side}は打つ所がなくなっていきます。{turn}回先の手番で打てるのは{moves}か所（隅を与えないのは{safe}か所）、{better} なら{better_moves}か所（同{better_safe}か所）です。",
  },
  "say-stable-given": [
    "{plies}手のうちに、{other}は {better} なら得られなかった確定石を{discs}個得ます。",
    "{played} だと、{plies}手のうちに{other}の確定石が{discs}個できます。{better} ならできない石です。",
  ],
  "say-tempo-lost": [
    "{square} は{other}に新しい手を与えない余裕手でした。{played} の後は{other}が同じ辺の {reply} に打て、その後の {square} はもう余裕手ではありません。",
    "先に {square} に打っておくべきでした。{other}に新しい手を与えない余裕手です。{played} の後は、{other}が同じ辺の {reply} に打ち、{square} の余裕手はなくなります。",
  ],
  "say-frontier-opened": [
    "{played} では空きマスに接する{side}の石が{discs}個、{other}の打てる所が{moves}か所になります。{better} なら{better_discs}個と{better_moves}か所です。",
    "{played} は開きすぎです。空きマスに接する{side}の石は{discs}個、{other}の打てる所は{moves}か所になります。{better} なら{better_discs}個と{better_moves}か所です。",
  ],
  "say-corner-falls": [
    "{played} の後は{other}が {corner} の隅を取ります。{better} なら取られません。",
    "{played} だと、{side}はのちに {corner} の隅を失います。{better} なら失いません。",
  ],
  "say-corner-forgone": [
    "{better} なら{side}が {corner} の隅を取れます。{played} では取れません。",
    "{better} はのちに {corner} の隅を取る手です。{played} では取れません。",
  ],
  "say-pass-forced": [
    "{played} の後、{side}はいずれパスになります。{better} の後ならパスになりません。",
    "{played} だと、{side}はどこかでパスを強いられます。{better} ならパスせずにすみます。",
  ],
  "say-pass-forgone": [
    "{better} の後なら{other}がいずれパスになります。{played} の後ではパスになりません。",
    "{better} なら{other}にパスさせて、{side}が続けて打てます。{played} ではそうなりません。",
  ],
  "say-last-move-lost": [
    "最後の手を打つのは、{played} なら{other}、{better} なら{side}です。",
    "{played} は最後の手を{other}に渡します。{better} なら{side}が最後に打てます。",
  ],
  "say-fewer-moves": {
    one: "{played} の後、{side}が次の手番で打てるのは{moves}か所です。{better} なら{better_moves}か所です。",
    other: "{played} の後、{side}が{turn}回先の手番で打てるのは{moves}か所です。{better} なら{better_moves}か所です。",
  },
  "say-fewer-safe": {
    one: "{played} の後、{side}が次の手番で隅を与えずに打てるのは{safe}か所です。{better} なら{better_safe}か所です。",
    other: "{played} の後、{side}が{turn}回先の手番で隅を与えずに打てるのは{safe}か所です。{better} なら{better_safe}か所です。",
  },
  "say-moves-given": [
    "{played} では{other}の打てる所が{moves}か所、{better} なら{better_moves}か所だけです。",
    "{played} の後、{other}は{moves}か所から選べます。{better} なら{better_moves}か所です。",
  ],
  "say-squeezed": [
    "次の4回の手番で{side}が打てるのは合わせて{moves}か所、{better} の後なら{better_moves}か所です。",
    "{side}の手が苦しくなります。次の4回の手番で打てるのは合わせて{moves}か所、{better} なら{better_moves}か所です。",
  ],
  "say-fewer-stable": [
    "{plies}手のうちに、{side}の確定石は {better} と比べて差し引き{worse}個少なくなります。",
    "{played} は確定石で損をします。{plies}手のうちに、{better} と比べて{side}が差し引き{worse}個の損です。",
  ],
  "say-corner-threatened": [
    "{played} の後、{other}は {corner} の隅を取れます。{better} なら取れません。",
    "{played} は{other}に {corner} の隅を開けます。{better} なら開けません。",
  ],
  "say-square-lost": [
    "{played} の後は{other}が先に {square} に打ちます。",
    "{square} は急所でした。{played} の後は{other}が先に打ちます。",
  ],
  "say-moves-opened": [
    "{played} は{other}に新しい手を{opened}か所与えます。{better} なら{better_opened}か所です。",
    "{played} の後、{other}はそれまで打てなかった{opened}か所に打てるようになります。{better} なら{better_opened}か所です。",
  ],
  "say-frontier-grown": [
    "{played} では空きマスに接する{side}の石が{discs}個、{better} なら{better_discs}個です。",
    "{played} の後は、{side}の石のうち{discs}個が空きマスに接し、{other}に打つ所を与えかねません。{better} なら{better_discs}個です。",
  ],
};
