// Pictures that stand alone: boards and graphs as SVG files.

import { parseDiscs } from "../board/state";

/** Draws a board as a file of its own. */
export function boardSvg(board: string): string {
  const discs = parseDiscs(board);
  const lines = Array.from({ length: 9 }, (_, n) => `M${n} 0V8M0 ${n}H8`).join("");
  const drawn = discs
    .map((disc, square) => {
      const place = `cx="${(square % 8) + 0.5}" cy="${Math.floor(square / 8) + 0.5}" r="0.41"`;
      return disc ? `<circle ${place} fill="${disc === "black" ? "#17191c" : "#f4f4ef"}" stroke="#000" stroke-width="0.02"/>` : "";
    })
    .join("");
  const names = Array.from({ length: 8 }, (_, n) => {
    const text = (x: number, y: number, name: string) => `<text x="${x}" y="${y}" font-size="0.36" text-anchor="middle" fill="#dbe7e0">${name}</text>`;
    return text(n + 0.5, -0.16, "abcdefgh"[n]!) + text(-0.3, n + 0.62, String(n + 1));
  }).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.6 -0.6 8.9 8.9" width="480" height="480" font-family="sans-serif">` +
    `<rect x="-0.6" y="-0.6" width="8.9" height="8.9" rx="0.3" fill="#173325"/><rect width="8" height="8" fill="#2f7d57"/>` +
    `<path d="${lines}" stroke="#1d4d36" stroke-width="0.04" fill="none"/>${names}${drawn}</svg>\n`
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
