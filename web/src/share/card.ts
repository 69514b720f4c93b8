// A picture of a game to be shared: board, names, result and the graph of the score, in the look of the app. A drawing
// of its own, so that it is the same wherever it is shown.

import { graphOf, HEIGHT, WIDTH, x, y, type Point } from "../review/graph";
import { parseDiscs } from "../board/state";

export interface Card {
  readonly scheme: "light" | "dark";
  /** 64 squares. */
  readonly board: string;
  /** The square played last, from 0; `null` before the first. */
  readonly last: number | null;
  readonly black: string;
  readonly white: string;
  /** The accuracies, such as `87 %`; empty if they are not known. */
  readonly accuracy: { readonly black: string; readonly white: string };
  /** The result, or where in the game this is. */
  readonly result: string;
  /** What stands below: an event, an opening, a title. */
  readonly note: string;
  readonly points: readonly (Point | null)[];
  /** The position that is shown, among the points. */
  readonly at: number;
}

const COLORS = {
  dark: { bg: "#111416", panel: "#191e22", panel2: "#21282d", line: "#46535b", ink: "#e9edf0", ink2: "#a5b1ba", accent: "#5ccba2", frame: "#15231c" },
  light: { bg: "#e8ebe6", panel: "#ffffff", panel2: "#cbd5cd", line: "#8b998f", ink: "#17211c", ink2: "#4e5c55", accent: "#0d704e", frame: "#1c3a2b" },
} as const;
type Palette = (typeof COLORS)[keyof typeof COLORS];

/** The size of the picture: what other sites show beside a link. */
export const CARD = { width: 1200, height: 630 };
const FONT = 'font-family="system-ui, \'Segoe UI\', \'Noto Sans\', \'Noto Sans JP\', \'Hiragino Sans\', sans-serif"';

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter]!);

/** Shortens a text to a width in letters of average size; letters of East Asia count twice. */
export function fitted(text: string, width: number): string {
  let [sum, kept] = [0, ""];
  for (const letter of text) {
    sum += isWide(letter) ? 2 : 1;
    if (sum > width) return `${kept.slice(0, -1).trimEnd()}…`;
    kept += letter;
  }
  return kept;
}

/** Counts letters; those of East Asia are twice as wide. */
const letters = (text: string) => [...text].reduce((sum, letter) => sum + (isWide(letter) ? 2 : 1), 0);
const isWide = (letter: string) => /[\u1100-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/.test(letter);
/** Chooses a size at which a text fits a width, whatever font there is. */
const sized = (text: string, size: number, width: number) => Math.min(size, Math.floor(width / (0.66 * Math.max(1, letters(text)))));

/** Draws the card. */
export function cardSvg(card: Card): string {
  const colors = COLORS[card.scheme];
  const text = (at: [number, number], size: number, fill: string, words: string, more = "") =>
    `<text x="${at[0]}" y="${at[1]}" font-size="${size}" fill="${fill}" ${more}>${escaped(words)}</text>`;
  const player = (top: number, side: "black" | "white") => {
    const disc = `<circle cx="694" cy="${top - 12}" r="19" fill="${side === "black" ? "#17191c" : "#f4f4ef"}" stroke="${colors.line}" stroke-width="2"/>`;
    const score = card.accuracy[side] ? text([1144, top], 30, colors.ink2, card.accuracy[side], 'text-anchor="end"') : "";
    const name = fitted(card[side], 24);
    return disc + text([730, top], sized(name, 36, score ? 320 : 410), colors.ink, name, 'font-weight="650"') + score;
  };
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CARD.width} ${CARD.height}" width="${CARD.width}" height="${CARD.height}" ${FONT}>` +
    `<rect width="${CARD.width}" height="${CARD.height}" fill="${colors.bg}"/>` +
    board(card, colors) +
    player(92, "black") +
    player(152, "white") +
    text([674, 232], sized(card.result, 36, 470), colors.accent, fitted(card.result, 40), 'font-weight="700"') +
    text([674, 276], sized(card.note, 24, 470), colors.ink2, fitted(card.note, 48)) +
    graph(card, colors) +
    text([674, 596], 22, colors.ink2, "Outflank", 'font-weight="650"') +
    "</svg>\n"
  );
}

function board({ board, last }: Card, colors: Palette): string {
  const square = 64;
  const names = Array.from({ length: 8 }, (_, n) => {
    const name = (at: [number, number], word: string) => `<text x="${at[0]}" y="${at[1]}" font-size="17" text-anchor="middle" fill="#b4c9be">${word}</text>`;
    return name([78 + (n + 0.5) * square, 54], "abcdefgh"[n]!) + name([60, 70 + (n + 0.5) * square], String(n + 1));
  }).join("");
  const lines = Array.from({ length: 9 }, (_, n) => `M${n * square} 0V512M0 ${n * square}H512`).join("");
  const stars = [2, 6].flatMap((column) => [2, 6].map((row) => `<circle cx="${column * square}" cy="${row * square}" r="5" fill="#174b33"/>`)).join("");
  const discs = parseDiscs(board)
    .map((disc, index) => {
      if (!disc) return "";
      const [cx, cy] = [((index % 8) + 0.5) * square, (Math.floor(index / 8) + 0.5) * square];
      const mark = index === last ? `<circle cx="${cx}" cy="${cy}" r="6" fill="#ffd34d"/>` : "";
      return `<circle cx="${cx}" cy="${cy + 2}" r="27" fill="#000" opacity="0.28"/><circle cx="${cx}" cy="${cy}" r="27" fill="url(#${disc})"/>${mark}`;
    })
    .join("");
  const shine = (id: string, from: string, to: string) =>
    `<radialGradient id="${id}" cx="0.38" cy="0.3" r="0.8"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></radialGradient>`;
  return (
    `<defs>${shine("black", "#3a4046", "#101214")}${shine("white", "#ffffff", "#d9dcd4")}</defs>` +
    `<rect x="40" y="32" width="566" height="566" rx="18" fill="${colors.frame}"/>${names}` +
    `<g transform="translate(78 64)"><rect width="512" height="512" fill="#2f8159"/><path d="${lines}" stroke="#1d5a3d" stroke-width="2" fill="none"/>${stars}${discs}</g>`
  );
}

function graph({ points, at }: Card, colors: Palette): string {
  if (points.length < 2) return "";
  const { lines, area, reach } = graphOf(points);
  const here = points[at];
  const [left, middle] = [x(at, points.length), HEIGHT / 2];
  return (
    `<svg x="674" y="316" width="470" height="236" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">` +
    `<defs><clipPath id="up"><rect width="${WIDTH}" height="${middle}"/></clipPath><clipPath id="down"><rect y="${middle}" width="${WIDTH}" height="${middle}"/></clipPath></defs>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="${colors.panel2}"/>` +
    `<path d="${area}" fill="#15181b" clip-path="url(#up)"/><path d="${area}" fill="#f1f2ee" clip-path="url(#down)"/>` +
    `<path d="M0 ${middle}H${WIDTH}" stroke="${colors.line}"/>` +
    lines.map(({ path }) => `<path d="${path}" fill="none" stroke="${colors.accent}" stroke-width="3"/>`).join("") +
    (here ? `<path d="M${left} 0V${HEIGHT}" stroke="${colors.accent}" stroke-width="1.5"/><ellipse cx="${left}" cy="${y(here.score, reach)}" rx="9" ry="5" fill="${colors.accent}"/>` : "") +
    "</svg>"
  );
}
