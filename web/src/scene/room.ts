// What stands around the board: a table in a room, chairs, spare discs, a window. Made of a few hundred triangles with
// colours drawn once, so that it costs little even without a graphics card. Lengths in squares; the board lies at 0.

import * as THREE from "three";

/** The table: half its width and depth, its top, and the floor below. */
export const TABLE = { width: 9.4, depth: 6.9, top: -0.235, thick: 0.5, floor: -9 };
/** Half the width of the room and its height above the floor: nobody looks in from outside. */
export const ROOM = { half: 34, high: 26 };

/** Colours by day and by night. */
const PALETTES = {
  day: { wall: "#d9d2c3", wainscot: "#b9ab94", floor: "#8d6a4a", rug: "#57463f", sky: "#cfe6f7", table: "#8a5a34", chair: "#5d3d26" },
  night: { wall: "#2e2f33", wainscot: "#232427", floor: "#33271f", rug: "#241d1e", sky: "#101c2f", table: "#6a4428", chair: "#34241a" },
} as const;
type Palette = (typeof PALETTES)[keyof typeof PALETTES];

/** Numbers that look random and are the same every time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Drawn {
  readonly texture: THREE.CanvasTexture;
  readonly draw: (drawing: (context: CanvasRenderingContext2D, size: number) => void) => void;
}

function drawn(size: number): Drawn {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const context = canvas.getContext("2d")!;
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 4;
  return {
    texture,
    draw(drawing) {
      drawing(context, size);
      texture.needsUpdate = true;
    },
  };
}

/** Draws wood: long fibres of two tones, in boards if there is more than one. */
function wood(context: CanvasRenderingContext2D, size: number, color: string, boards: number): void {
  const next = numbers(7);
  context.fillStyle = color;
  context.fillRect(0, 0, size, size);
  for (let board = 0; board < boards; board += 1) {
    const [top, height] = [(board * size) / boards, size / boards];
    context.fillStyle = `rgb(0 0 0 / ${0.1 * next()})`;
    context.fillRect(0, top, size, height);
    for (let fibre = 0; fibre < 90 / boards; fibre += 1) {
      const y = top + next() * height;
      context.strokeStyle = next() < 0.5 ? `rgb(0 0 0 / ${0.05 + 0.1 * next()})` : `rgb(255 235 205 / ${0.03 + 0.05 * next()})`;
      context.lineWidth = 0.6 + 2 * next();
      context.beginPath();
      context.moveTo(0, y);
      context.bezierCurveTo(size / 3, y + 12 * (next() - 0.5), (2 * size) / 3, y + 12 * (next() - 0.5), size, y);
      context.stroke();
    }
    context.fillStyle = "rgb(0 0 0 / 0.32)";
    if (boards > 1) context.fillRect(0, top, size, 2);
  }
}

/** Draws the floor: boards, a rug under the table, and light that fades towards the walls. */
function drawFloorOf(context: CanvasRenderingContext2D, size: number, palette: Palette): void {
  wood(context, size, palette.floor, 22);
  const middle = size / 2;
  context.fillStyle = palette.rug;
  context.beginPath();
  context.ellipse(middle, middle, size * 0.27, size * 0.25, 0, 0, Math.PI * 2);
  context.fill();
  context.strokeStyle = "rgb(255 240 215 / 0.2)";
  context.lineWidth = size * 0.006;
  context.beginPath();
  context.ellipse(middle, middle, size * 0.25, size * 0.23, 0, 0, Math.PI * 2);
  context.stroke();
  const fade = context.createRadialGradient(middle, middle, size * 0.1, middle, middle, size * 0.62);
  // The table takes the light from the floor below it.
  fade.addColorStop(0, "rgb(0 0 0 / 0.5)");
  fade.addColorStop(0.35, "rgb(0 0 0 / 0.08)");
  fade.addColorStop(1, "rgb(0 0 0 / 0.45)");
  context.fillStyle = fade;
  context.fillRect(0, 0, size, size);
}

/** Draws a wall, on one of them a window. */
function drawWall(context: CanvasRenderingContext2D, size: number, palette: Palette, hasWindow: boolean): void {
  context.fillStyle = palette.wall;
  context.fillRect(0, 0, size, size);
  const shade = context.createLinearGradient(0, 0, 0, size);
  shade.addColorStop(0, "rgb(0 0 0 / 0.28)");
  shade.addColorStop(0.5, "rgb(0 0 0 / 0)");
  shade.addColorStop(1, "rgb(0 0 0 / 0.3)");
  context.fillStyle = shade;
  context.fillRect(0, 0, size, size);
  context.fillStyle = palette.wainscot;
  context.fillRect(0, size * 0.74, size, size * 0.26);
  context.fillStyle = "rgb(0 0 0 / 0.25)";
  for (let panel = 0; panel <= 10; panel += 1) context.fillRect((panel * size) / 10 - 1.5, size * 0.76, 3, size * 0.24);
  context.fillRect(0, size * 0.74, size, 4);
  if (!hasWindow) return;
  const [left, top, width, height] = [size * 0.33, size * 0.16, size * 0.34, size * 0.5];
  const sky = context.createLinearGradient(0, top, 0, top + height);
  sky.addColorStop(0, palette.sky);
  sky.addColorStop(1, "rgb(255 255 255 / 0.55)");
  context.fillStyle = palette.sky;
  context.fillRect(left, top, width, height);
  if (palette === PALETTES.day) {
    context.fillStyle = sky;
    context.fillRect(left, top, width, height);
  }
  context.strokeStyle = palette.wainscot;
  context.lineWidth = size * 0.018;
  context.strokeRect(left, top, width, height);
  context.beginPath();
  context.moveTo(left + width / 2, top);
  context.lineTo(left + width / 2, top + height);
  context.moveTo(left, top + height / 2);
  context.lineTo(left + width, top + height / 2);
  context.stroke();
}

/** A table top with round corners, its edge bevelled. */
function tableTop(): THREE.BufferGeometry {
  const { width, depth, top, thick } = TABLE;
  const [bend, bevel] = [1.6, 0.09];
  const shape = new THREE.Shape();
  shape.moveTo(-width + bend, -depth);
  shape.lineTo(width - bend, -depth).quadraticCurveTo(width, -depth, width, -depth + bend);
  shape.lineTo(width, depth - bend).quadraticCurveTo(width, depth, width - bend, depth);
  shape.lineTo(-width + bend, depth).quadraticCurveTo(-width, depth, -width, depth - bend);
  shape.lineTo(-width, -depth + bend).quadraticCurveTo(-width, -depth, -width + bend, -depth);
  const geometry = new THREE.ExtrudeGeometry(shape, {
    depth: thick - 2 * bevel,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: 2,
    curveSegments: 8,
  });
  return geometry.rotateX(-Math.PI / 2).translate(0, top - thick + bevel, 0);
}

/** A box from its middle and its sizes. */
const box = (x: number, y: number, z: number, width: number, height: number, depth: number): THREE.BufferGeometry =>
  new THREE.BoxGeometry(width, height, depth).translate(x, y, z);

function legs(): THREE.BufferGeometry[] {
  const [x, z] = [TABLE.width - 1.3, TABLE.depth - 1.3];
  const height = TABLE.top - TABLE.thick - TABLE.floor;
  const middle = TABLE.floor + height / 2;
  return [[-x, -z], [x, -z], [-x, z], [x, z]].map(([atX, atZ]) => box(atX!, middle, atZ!, 0.9, height, 0.9));
}

/** A chair whose sitter looks towards the board from `side`: 1 is the side of the eighth row. */
function chair(side: number): THREE.BufferGeometry[] {
  const [seat, z] = [-4.2, side * 11.2];
  const leg = (x: number, away: number) => box(x, (TABLE.floor + seat) / 2, z + side * away, 0.5, seat - TABLE.floor, 0.5);
  const rails = [0.6, 2.3, 4].map((up) => box(0, seat + up, z + side * 2.6, 5.2, 0.7, 0.35));
  const posts = [-2.5, 2.5].map((x) => box(x, seat + 2.3, z + side * 2.6, 0.45, 5, 0.45));
  return [box(0, seat, z, 5.6, 0.5, 5.4), leg(-2.5, -2.4), leg(2.5, -2.4), leg(-2.5, 2.4), leg(2.5, 2.4), ...rails, ...posts];
}

/** Spare discs in a stack beside the board, black side up or white. */
function stack(at: THREE.Vector3, material: readonly [THREE.Material, THREE.Material]): THREE.Mesh[] {
  return Array.from({ length: 14 }, (_, half) => {
    const lower = new THREE.CylinderGeometry(0.41, 0.41, 0.074, 28);
    const disc = new THREE.Mesh(lower, material[half % 2]!);
    const slip = (half >> 1) % 3;
    disc.position.set(at.x + 0.03 * slip, at.y + 0.037 + half * 0.076, at.z - 0.02 * slip);
    disc.castShadow = disc.receiveShadow = true;
    return disc;
  });
}

/** Makes the room; `paint` sets day or night. The materials are those of the discs. */
export function room(black: THREE.Material, white: THREE.Material): { group: THREE.Group; paint: (isNight: boolean) => void } {
  const [top, floor, wall, open] = [drawn(512), drawn(1024), drawn(512), drawn(512)];
  const uv = { width: 1 / (2 * TABLE.width), depth: 1 / (2 * TABLE.depth) };
  top.texture.wrapS = top.texture.wrapT = THREE.RepeatWrapping;
  // An extruded shape has its own lengths as coordinates of the texture.
  top.texture.repeat.set(uv.width, uv.depth);
  const table = new THREE.Mesh(tableTop(), new THREE.MeshStandardMaterial({ map: top.texture, roughness: 0.55 }));
  table.receiveShadow = true;
  const dark = new THREE.MeshLambertMaterial();
  const seats = new THREE.MeshLambertMaterial();
  const things = [...legs().map((each) => new THREE.Mesh(each, dark)), ...[...chair(1), ...chair(-1)].map((each) => new THREE.Mesh(each, seats))];
  const { half, high } = ROOM;
  const ground = new THREE.Mesh(
    new THREE.PlaneGeometry(2 * half, 2 * half).rotateX(-Math.PI / 2).translate(0, TABLE.floor, 0),
    new THREE.MeshBasicMaterial({ map: floor.texture, toneMapped: false }),
  );
  const walls = [0, 1, 2, 3].map((side) => {
    const picture = side === 0 ? open : wall;
    const geometry = new THREE.PlaneGeometry(2 * half, high).translate(0, TABLE.floor + high / 2, -half).rotateY((side * Math.PI) / 2);
    return new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ map: picture.texture, toneMapped: false }));
  });
  const spare = [
    ...stack(new THREE.Vector3(-6.6, TABLE.top, 1.6), [white, black]),
    ...stack(new THREE.Vector3(6.6, TABLE.top, -1.6), [black, white]),
  ];
  const group = new THREE.Group().add(table, ground, ...walls, ...things, ...spare);
  group.traverse((thing) => {
    thing.updateMatrix();
    thing.matrixAutoUpdate = false;
  });
  const paint = (isNight: boolean) => {
    const palette = PALETTES[isNight ? "night" : "day"];
    top.draw((context, size) => wood(context, size, palette.table, 6));
    floor.draw((context, size) => drawFloorOf(context, size, palette));
    wall.draw((context, size) => drawWall(context, size, palette, false));
    open.draw((context, size) => drawWall(context, size, palette, true));
    dark.color.set(palette.table).multiplyScalar(0.6);
    seats.color.set(palette.chair);
  };
  return { group, paint };
}
