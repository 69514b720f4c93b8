// Pictures that stand alone: boards and graphs as SVG files.

import type { SquareValue } from "../board/marks";
import { parseDiscs, type Side } from "../board/state";

export interface Picture {
  readonly board: string;
  /** The square of the last move. */
  readonly last?: number | null;
  /** What is written on squares. */
  readonly values?: ReadonlyMap<number, SquareValue>;
  readonly names?: Record<Side, string>;
  /** A line below the board. */
  readonly note?: string;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);

/** Draws a board as a file of its own, as the pages draw it: names above, a line below, the last move and values if wished. */
export function boardSvg({ board, last = null, values = new Map(), names, note = "" }: Picture): string {
  const discs = parseDiscs(board);
  const [head, foot] = [names ? 0.9 : 0, note ? 0.7 : 0];
  const high = 8.9 + head + foot;
  const lines = Array.from({ length: 7 }, (_, n) => `M${n + 1} 0V8M0 ${n + 1}H8`).join("");
  const stars = [2, 6].flatMap((x) => [2, 6].map((y) => `<circle cx="${x}" cy="${y}" r="0.07" fill="#123c29"/>`)).join("");
  const middle = (square: number) => [(square % 8) + 0.5, Math.floor(square / 8) + 0.5] as const;
  const drawn = discs
    .map((disc, square) => {
      const [x, y] = middle(square);
      return disc ? `<circle cx="${x}" cy="${y + 0.03}" r="0.42" fill="#000" opacity="0.3"/><circle cx="${x}" cy="${y}" r="0.42" fill="url(#${disc})"/>` : "";
    })
    .join("");
  const marked = last === null ? "" : `<circle cx="${middle(last)[0]}" cy="${middle(last)[1]}" r="0.1" fill="#e0513f"/>`;
  const written = [...values]
    .filter(([square]) => discs[square] === null)
    .map(([square, { text, kind, best, bad }]) => {
      const [x, y] = middle(square);
      const wide = 0.24 + 0.17 * text.length;
      const [ground, ink] = best ? ["#86ecc2", "#06241a"] : bad ? ["#571410", "#ffe3e0"] : ["#12392a", "#ffffff"];
      const rim = kind === "exact" ? "" : ` stroke="#ffffff" stroke-opacity="0.6" stroke-width="0.02" stroke-dasharray="0.06 0.05"`;
      return `<rect x="${x - wide / 2}" y="${y - 0.2}" width="${wide}" height="0.4" rx="0.2" fill="${ground}"${rim}/><text x="${x}" y="${y + 0.1}" font-size="0.28" font-weight="${kind === "exact" ? 700 : 500}" text-anchor="middle" fill="${ink}">${escaped(text)}</text>`;
    })
    .join("");
  const text = (x: number, y: number, said: string, more = 'text-anchor="middle" fill="#c8dbd0" font-size="0.3"') => `<text x="${x}" y="${y}" ${more}>${escaped(said)}</text>`;
  const files = Array.from({ length: 8 }, (_, n) => text(n + 0.5, -0.18, "abcdefgh"[n]!) + text(-0.32, n + 0.6, String(n + 1))).join("");
  const player = (side: Side, x: number, anchor: string) =>
    `<circle cx="${x}" cy="-1.03" r="0.17" fill="url(#${side})" stroke="#8a978f" stroke-width="0.02"/>` +
    text(anchor === "start" ? x + 0.3 : x - 0.3, -0.92, names?.[side] ?? "", `text-anchor="${anchor}" fill="#f2f6f3" font-size="0.34" font-weight="600"`);
  const people = names ? player("black", -0.2, "start") + player("white", 7.9, "end") : "";
  const gradient = (id: string, light: string, body: string, dark: string) =>
    `<radialGradient id="${id}" cx="0.36" cy="0.28" r="0.8"><stop offset="0" stop-color="${light}"/><stop offset="0.55" stop-color="${body}"/><stop offset="1" stop-color="${dark}"/></radialGradient>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.6 ${-0.6 - head} 8.9 ${high}" width="534" height="${Math.round(high * 60)}" font-family="sans-serif">` +
    `<defs>${gradient("black", "#52575c", "#17191c", "#0b0c0e")}${gradient("white", "#ffffff", "#f4f4ef", "#cfcfc8")}` +
    `<radialGradient id="light" cx="0.26" cy="0.18" r="0.7"><stop offset="0" stop-color="#fff" stop-opacity="0.1"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>` +
    `<rect x="-0.6" y="${-0.6 - head}" width="8.9" height="${high}" rx="0.22" fill="#12241b"/><rect width="8" height="8" fill="#2f8159"/><rect width="8" height="8" fill="url(#light)"/>` +
    `<path d="${lines}" stroke="#1f5b3e" stroke-width="0.025" fill="none"/>${stars}${files}${people}${drawn}${marked}${written}` +
    `${note ? text(4, 8.82, note, 'text-anchor="middle" fill="#c8dbd0" font-size="0.3"') : ""}</svg>\n`
  );
}

/** Copies a drawing with the colours it has on the page, so that it looks the same alone. */
export function styledSvg(drawn: SVGSVGElement): string {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const [from, to] = [drawn.querySelectorAll("*"), copy.querySelectorAll("*")];
  from.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "paint-order"]) {
      to[index]?.setAttribute(name, style.getPropertyValue(name));
    }
    to[index]?.removeAttribute("class");
  });
  for (const name of ["class", "role", "tabindex", "id", "lang"]) copy.removeAttribute(name);
  for (const { name } of [...copy.attributes]) if (name.startsWith("aria-")) copy.removeAttribute(name);
  const { width, height } = drawn.viewBox.baseVal;
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

/** How many pixels a unit of a drawing gets, so that a picture stays sharp in print. */
const SHARPNESS = 2;

/** Turns a drawing into a PNG picture; `null` if the browser cannot. */
export async function pngOf(svg: string): Promise<Blob | null> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * SHARPNESS, image.height * SHARPNESS];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
