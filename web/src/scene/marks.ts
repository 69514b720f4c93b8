// What is drawn on the two sheets: on the floor where discs may be placed, above what concerns discs.

import type { BoardColors } from "../settings/colors";
import { inkOn } from "../settings/colors";
import type { Disc, Side } from "../board/state";

/** What is to be marked. */
export interface Marks {
  readonly discs: readonly Disc[];
  readonly last: number | null;
  readonly legal: ReadonlyMap<number, readonly number[]>;
  readonly side: Side | null;
  readonly showLegal: boolean;
  readonly showLast: boolean;
  /** The outline of the last move: its colour, and how thick it is, as a share of a square. */
  readonly lastColor: string;
  readonly lastWidth: number;
  readonly numbers: ReadonlyMap<number, number>;
  readonly hint: number | null;
  /** The square that is pointed at. */
  readonly pointed: number | null;
  readonly preview: boolean;
  /** Whether legal squares say how many discs they turn over. */
  readonly annotated: boolean;
}

const middle = (square: number, cell: number) => [((square % 8) + 0.5) * cell, ((square >> 3) + 0.5) * cell] as const;

function circle(context: CanvasRenderingContext2D, square: number, cell: number, radius: number): void {
  context.beginPath();
  context.arc(...middle(square, cell), radius * cell, 0, Math.PI * 2);
}

function text(context: CanvasRenderingContext2D, square: number, cell: number, said: string, size: number): void {
  context.font = `650 ${size * cell}px ui-sans-serif, system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(said, ...middle(square, cell));
}

/** Draws what lies on the floor. */
export function drawFloor(context: CanvasRenderingContext2D, cell: number, marks: Marks, colors: BoardColors): void {
  const mark = marks.side === "white" ? colors.whiteMark : colors.blackMark;
  for (const [square, flips] of marks.side ? marks.legal : []) {
    if (marks.pointed === square && marks.preview) {
      context.globalAlpha = 0.5;
      context.fillStyle = marks.side === "white" ? colors.white : colors.black;
      circle(context, square, cell, 0.4);
      context.fill();
      context.globalAlpha = 1;
    } else if (marks.showLegal) {
      context.globalAlpha = 0.7;
      context.fillStyle = mark;
      circle(context, square, cell, marks.annotated ? 0.2 : 0.13);
      context.fill();
      context.globalAlpha = 1;
    }
    if (marks.annotated && marks.showLegal) {
      context.fillStyle = inkOn(mark);
      text(context, square, cell, String(flips.length), 0.26);
    }
  }
  if (marks.last !== null && marks.showLast) {
    const [x, y] = middle(marks.last, cell);
    const [width, half] = [marks.lastWidth * cell, cell / 2];
    context.strokeStyle = marks.lastColor;
    context.lineWidth = width;
    context.strokeRect(x - half + width / 2, y - half + width / 2, cell - width, cell - width);
  }
  if (marks.hint !== null) {
    context.strokeStyle = "#ffe08a";
    context.lineWidth = cell * 0.06;
    circle(context, marks.hint, cell, 0.44);
    context.stroke();
  }
  if (marks.pointed !== null) {
    const [x, y] = middle(marks.pointed, cell);
    context.strokeStyle = "rgb(255 255 255 / 0.85)";
    context.lineWidth = cell * 0.035;
    context.strokeRect(x - cell * 0.47, y - cell * 0.47, cell * 0.94, cell * 0.94);
  }
}

/** Draws what lies on discs. */
export function drawAbove(context: CanvasRenderingContext2D, cell: number, marks: Marks, colors: BoardColors): void {
  for (const [square, number] of marks.numbers) {
    const disc = marks.discs[square];
    if (!disc) continue;
    context.fillStyle = inkOn(disc === "white" ? colors.white : colors.black);
    text(context, square, cell, String(number), 0.34);
  }
  const doomed = marks.preview && marks.pointed !== null ? (marks.legal.get(marks.pointed) ?? []) : [];
  for (const square of doomed) {
    context.strokeStyle = marks.discs[square] === "white" ? "rgb(0 0 0 / 0.7)" : "rgb(255 255 255 / 0.85)";
    context.lineWidth = cell * 0.035;
    context.setLineDash([cell * 0.09, cell * 0.07]);
    circle(context, square, cell, 0.34);
    context.stroke();
    context.setLineDash([]);
  }
}
