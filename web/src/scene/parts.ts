// The things of the scene: board, frame, discs, and the two sheets that marks are drawn on.

import * as THREE from "three";
import type { BoardColors } from "../settings/colors";

export const DISC = { radius: 0.41, small: 0.32, half: 0.075 };
const FRAME = { width: 0.62, height: 0.3, above: 0.07 };
const SHEET = 1024;
const CELL = SHEET / 8;

/** A square sheet with a drawing on it, lying over the board. */
export interface Sheet {
  readonly mesh: THREE.Mesh;
  /** Draws anew; lengths are pixels, a square has `CELL` of them. */
  draw(drawing: (context: CanvasRenderingContext2D, cell: number) => void): void;
}

/** Makes a sheet at a height. */
export function sheet(height: number): Sheet {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SHEET;
  const context = canvas.getContext("2d")!;
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 8;
  const material = new THREE.MeshBasicMaterial({ map: texture, transparent: true, depthWrite: false, toneMapped: false });
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(8, 8).rotateX(-Math.PI / 2), material);
  mesh.position.y = height;
  return {
    mesh,
    draw(drawing) {
      context.clearRect(0, 0, SHEET, SHEET);
      drawing(context, CELL);
      texture.needsUpdate = true;
    },
  };
}

/** Makes the playing surface; `paint` gives it its colours. */
export function surface(): { mesh: THREE.Mesh; paint: (colors: BoardColors, grid: boolean) => void } {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SHEET;
  const context = canvas.getContext("2d")!;
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 8;
  const material = new THREE.MeshStandardMaterial({ map: texture, roughness: 0.92, metalness: 0 });
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(8, 8).rotateX(-Math.PI / 2), material);
  mesh.receiveShadow = true;
  const paint = (colors: BoardColors, grid: boolean) => {
    for (let square = 0; square < 64; square += 1) {
      const [column, row] = [square % 8, square >> 3];
      context.fillStyle = !grid || (column + row) % 2 === 0 ? colors.squareA : colors.squareB;
      context.fillRect(column * CELL, row * CELL, CELL, CELL);
    }
    context.fillStyle = "rgb(0 0 0 / 0.45)";
    for (let line = 0; line <= 8 && grid; line += 1) {
      context.fillRect(line * CELL - 2, 0, 4, SHEET);
      context.fillRect(0, line * CELL - 2, SHEET, 4);
    }
    for (const [x, y] of [[2, 2], [6, 2], [2, 6], [6, 6]] as const) {
      if (!grid) break;
      context.beginPath();
      context.arc(x * CELL, y * CELL, 9, 0, Math.PI * 2);
      context.fill();
    }
    texture.needsUpdate = true;
  };
  return { mesh, paint };
}

/** Makes the frame around the board, with letters and numbers on it. */
export function frame(): { group: THREE.Group; paint: (colors: BoardColors, coordinates: boolean) => void } {
  const outer = 4 + FRAME.width;
  const shape = new THREE.Shape();
  const bend = 0.3;
  shape.moveTo(-outer + bend, -outer);
  for (const [x, y, toX, toY] of [
    [outer, -outer, outer, -outer + bend],
    [outer, outer, outer - bend, outer],
    [-outer, outer, -outer, outer - bend],
    [-outer, -outer, -outer + bend, -outer],
  ] as const) {
    shape.lineTo(x === toX ? x - Math.sign(x) * bend : x, y === toY ? y - Math.sign(y) * bend : y);
    shape.quadraticCurveTo(x, y, toX, toY);
  }
  const hole = new THREE.Path();
  hole.moveTo(-4, -4).lineTo(-4, 4).lineTo(4, 4).lineTo(4, -4).closePath();
  shape.holes.push(hole);
  const bevel = 0.05;
  const geometry = new THREE.ExtrudeGeometry(shape, {
    depth: FRAME.height - 2 * bevel,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: 3,
  });
  geometry.rotateX(-Math.PI / 2).translate(0, FRAME.above - FRAME.height + bevel, 0);
  const wood = new THREE.MeshStandardMaterial({ roughness: 0.5, metalness: 0 });
  const rim = new THREE.Mesh(geometry, wood);
  rim.castShadow = rim.receiveShadow = true;
  const base = new THREE.Mesh(new THREE.BoxGeometry(8, 0.2, 8).translate(0, -0.11, 0), wood);
  base.castShadow = true;

  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1536;
  const context = canvas.getContext("2d")!;
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 8;
  const letters = new THREE.Mesh(
    new THREE.PlaneGeometry(2 * outer, 2 * outer).rotateX(-Math.PI / 2).translate(0, FRAME.above + 0.004, 0),
    new THREE.MeshBasicMaterial({ map: texture, transparent: true, depthWrite: false, toneMapped: false }),
  );
  const group = new THREE.Group().add(rim, base, letters);
  const paint = (colors: BoardColors, coordinates: boolean) => {
    wood.color.set(colors.squareA).lerp(new THREE.Color("#2a1a10"), 0.88);
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (coordinates) {
      const unit = canvas.width / (2 * outer);
      context.font = `600 ${0.3 * unit}px ui-sans-serif, system-ui, sans-serif`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillStyle = "#d8e4dc";
      for (let index = 0; index < 8; index += 1) {
        const along = (FRAME.width + index + 0.5) * unit;
        const edge = (FRAME.width / 2) * unit;
        for (const side of [edge, canvas.width - edge]) {
          context.fillText("abcdefgh"[index]!, along, side);
          context.fillText(String(index + 1), side, along);
        }
      }
    }
    texture.needsUpdate = true;
  };
  return { group, paint };
}

/** Makes the upper half of a disc, its rim rounded. */
export function halfDisc(radius: number): THREE.BufferGeometry {
  const { half } = DISC;
  const bend = half * 0.72;
  // A shallow dome catches the light; the rim is round.
  const rim = radius - bend;
  const dome = (share: number) => half * (1 - 0.22 * share * share);
  const points: THREE.Vector2[] = [];
  for (let step = 0; step < 8; step += 1) points.push(new THREE.Vector2((rim * step) / 8, dome(step / 8)));
  const edge = dome(1);
  for (let step = 0; step <= 6; step += 1) {
    const angle = (Math.PI / 2) * (1 - step / 6);
    points.push(new THREE.Vector2(rim + bend * Math.cos(angle), edge * Math.sin(angle)));
  }
  return new THREE.LatheGeometry(points.reverse(), 48);
}
