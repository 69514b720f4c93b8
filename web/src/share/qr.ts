// A QR code of a link, as a drawing.

import { encode } from "uqr";

/** Draws a text as a QR code: dark on light whatever the theme is, with the quiet zone that readers need. */
export function qrSvg(text: string): string {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${rows}" fill="#000"/></svg>`;
}
