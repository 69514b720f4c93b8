// The scene: a board with real discs on a table in a room, light, and somebody who looks at it. Draws only when something has changed.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { changes, isOneMove, type Disc } from "../board/state";
import type { BoardColors } from "../settings/colors";
import { drawAbove, drawFloor, type Marks } from "./marks";
import { motionsOf, poseAt, type Motion, type Pose } from "./motion";
import { DISC, frame, halfDisc, sheet, surface } from "./parts";
import { room } from "./room";
import { between, placeOf, pointOf, type Place, type View } from "./views";

/** How long a change of the view takes, in milliseconds. */
const JOURNEY = 700;

export interface Look {
  readonly colors: BoardColors;
  readonly small: boolean;
  readonly coordinates: boolean;
  readonly grid: boolean;
  /** Whether it is evening in the room. */
  readonly night: boolean;
  readonly timing: { readonly turn: number; readonly step: number };
}

export class World {
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera(34, 1, 1, 120);
  private readonly controls: OrbitControls;
  private readonly surface = surface();
  private readonly frame = frame();
  private readonly floor = sheet(0.006);
  private readonly above = sheet(2 * DISC.half + 0.012);
  private readonly blackMaterial = new THREE.MeshStandardMaterial({ roughness: 0.3, metalness: 0 });
  private readonly whiteMaterial = new THREE.MeshStandardMaterial({ roughness: 0.38, metalness: 0 });
  private readonly room = room(this.blackMaterial, this.whiteMaterial);
  private readonly sky = new THREE.HemisphereLight("#ffffff", "#5b6a62", 0.95);
  private halves: [THREE.InstancedMesh, THREE.InstancedMesh];
  private discs: readonly Disc[] = [];
  private motions: Motion[] = [];
  private marks: Marks | null = null;
  private look: Look | null = null;
  private journey: { from: Place; to: Place; begin: number } | null = null;
  private pending = 0;
  private readonly matrix = new THREE.Matrix4();
  private readonly turn = new THREE.Quaternion();
  private readonly axis = new THREE.Vector3();
  private readonly at = new THREE.Vector3();
  private readonly size = new THREE.Vector3();

  /** Makes the scene on a canvas. Throws if the browser cannot draw it. */
  constructor(private readonly canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
    this.renderer.shadowMap.enabled = true;
    // Shadows change when discs do, not when somebody looks from elsewhere.
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.halves = this.makeHalves(DISC.radius);
    this.light();
    this.scene.add(this.room.group, this.surface.mesh, this.frame.group, this.floor.mesh, this.above.mesh);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enablePan = false;
    this.controls.enableDamping = true;
    this.controls.target.set(0, -0.3, 0);
    this.controls.minDistance = 9;
    this.controls.maxDistance = 26;
    this.controls.maxPolarAngle = 1.42;
    this.controls.autoRotateSpeed = 0.9;
    this.controls.addEventListener("change", () => this.ask());
    this.controls.addEventListener("start", () => (this.journey = null));
  }

  private light(): void {
    const sun = new THREE.DirectionalLight("#fff1dc", 2.5);
    sun.position.set(-5.5, 11, -3.5);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    sun.shadow.radius = 5;
    sun.shadow.bias = -0.0006;
    Object.assign(sun.shadow.camera, { left: -8.5, right: 8.5, top: 8.5, bottom: -8.5, near: 2, far: 26 });
    // A second light from the other side gives black discs an edge. Reflections of a room would cost four times as much
    // to prepare without a graphics card, and add little.
    const lamp = new THREE.DirectionalLight("#dfe9ff", 0.7);
    lamp.position.set(7, 6, 4);
    this.scene.add(sun, lamp, this.sky);
  }

  private makeHalves(radius: number): [THREE.InstancedMesh, THREE.InstancedMesh] {
    const upper = halfDisc(radius);
    const lower = upper.clone().rotateX(Math.PI);
    const half = (geometry: THREE.BufferGeometry, material: THREE.Material): THREE.InstancedMesh => {
      const mesh = new THREE.InstancedMesh(geometry, material, 64);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.scene.add(mesh);
      return mesh;
    };
    return [half(upper, this.blackMaterial), half(lower, this.whiteMaterial)];
  }

  /** Takes over colours and sizes. */
  setLook(look: Look): void {
    const old = this.look;
    this.look = look;
    this.surface.paint(look.colors, look.grid);
    if (old?.night !== look.night) this.room.paint(look.night);
    this.sky.intensity = look.night ? 0.7 : 0.95;
    this.frame.paint(look.colors, look.coordinates);
    this.blackMaterial.color.set(look.colors.black);
    this.whiteMaterial.color.set(look.colors.white);
    if (old?.small !== look.small) {
      for (const half of this.halves) {
        this.scene.remove(half);
        half.geometry.dispose();
        half.dispose();
      }
      this.halves = this.makeHalves(look.small ? DISC.small : DISC.radius);
      this.discs.forEach((_, square) => this.lay(square, null));
    }
    this.renderer.shadowMap.needsUpdate = true;
    this.redraw();
  }

  /** Takes over what lies on the board and what is marked. A single move is animated. */
  setMarks(marks: Marks): void {
    const before = this.discs;
    this.marks = marks;
    if (before !== marks.discs) {
      const found = before.length === 0 ? [] : changes(before, marks.discs, marks.last);
      this.discs = marks.discs;
      const timing = this.look?.timing ?? { turn: 0, step: 0 };
      const animated = timing.turn > 0 && found.length > 0 && isOneMove(found);
      const white = (square: number) => marks.discs[square] === "white";
      this.motions = animated ? motionsOf(found, white, performance.now(), timing) : [];
      marks.discs.forEach((_, square) => this.lay(square, null));
    }
    this.redraw();
  }

  /** Looks from somewhere else; at once if nothing shall move. */
  setView(view: View, turned: boolean, animated: boolean): void {
    const to = placeOf(view, turned);
    this.controls.autoRotate = view === "circle" && animated;
    const now = performance.now();
    this.journey = { from: animated ? this.place() : to, to, begin: animated ? now : now - JOURNEY };
    this.ask();
  }

  setSize(width: number, height: number): void {
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    this.ask();
  }

  /** Returns the square under a point of the window; `null` outside the board. */
  squareAt(x: number, y: number): number | null {
    const box = this.canvas.getBoundingClientRect();
    const point = new THREE.Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    const ray = new THREE.Raycaster();
    ray.setFromCamera(point, this.camera);
    const hit = ray.ray.intersectPlane(new THREE.Plane(new THREE.Vector3(0, 1, 0), -DISC.half), new THREE.Vector3());
    if (!hit) return null;
    const [column, row] = [Math.floor(hit.x + 4), Math.floor(hit.z + 4)];
    return column >= 0 && column < 8 && row >= 0 && row < 8 ? column + 8 * row : null;
  }

  dispose(): void {
    cancelAnimationFrame(this.pending);
    this.controls.dispose();
    this.scene.traverse((thing) => {
      if (!(thing instanceof THREE.Mesh)) return;
      (thing.geometry as THREE.BufferGeometry).dispose();
      for (const material of [thing.material].flat() as THREE.MeshBasicMaterial[]) {
        material.map?.dispose();
        material.dispose();
      }
    });
    this.renderer.dispose();
  }

  private place(): Place {
    const { x, y, z } = this.camera.position;
    const far = Math.hypot(x, y, z) || 1;
    return { around: Math.atan2(x, z), up: Math.asin(y / far), far };
  }

  private redraw(): void {
    const { marks, look } = this;
    if (!marks || !look) return;
    this.floor.draw((context, cell) => drawFloor(context, cell, marks, look.colors));
    // Marks on discs wait until the discs lie still.
    this.above.draw((context, cell) => this.motions.length === 0 && drawAbove(context, cell, marks, look.colors));
    this.ask();
  }

  private ask(): void {
    if (this.pending === 0) this.pending = requestAnimationFrame((now) => this.frameAt(now));
  }

  private frameAt(now: number): void {
    this.pending = 0;
    let busy = this.controls.autoRotate;
    if (this.motions.length > 0) busy = this.move(now) || busy;
    if (this.journey) {
      const { from, to, begin } = this.journey;
      const share = Math.min(1, Math.max(0, (now - begin) / JOURNEY));
      this.camera.position.set(...pointOf(between(from, to, share)));
      this.camera.lookAt(this.controls.target);
      if (share === 1) this.journey = null;
      busy = true;
    } else {
      this.controls.update();
    }
    this.renderer.render(this.scene, this.camera);
    if (busy) this.ask();
  }

  private move(now: number): boolean {
    const still = this.motions.filter((motion) => {
      const pose = poseAt(motion, now);
      this.lay(motion.square, pose, motion.axis);
      return pose !== null;
    });
    const ended = still.length === 0;
    this.motions = still;
    if (ended) this.redraw();
    return !ended;
  }

  /** Puts a disc where it belongs: at a moment of its way, or lying still. */
  private lay(square: number, pose: Pose | null, axis: readonly [number, number] = [1, 0]): void {
    const disc = this.discs[square] ?? null;
    const moving = pose ?? { height: 0, angle: disc === "white" ? Math.PI : 0, size: disc ? 1 : 0 };
    this.axis.set(axis[0], 0, axis[1]).normalize();
    this.turn.setFromAxisAngle(this.axis, moving.angle);
    this.at.set((square % 8) - 3.5, DISC.half + 0.002 + moving.height, (square >> 3) - 3.5);
    this.size.setScalar(moving.size || 1e-4);
    this.matrix.compose(this.at, this.turn, this.size);
    this.renderer.shadowMap.needsUpdate = true;
    for (const half of this.halves) {
      half.setMatrixAt(square, this.matrix);
      half.instanceMatrix.needsUpdate = true;
    }
  }
}
