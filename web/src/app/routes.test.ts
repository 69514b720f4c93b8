// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { MENU, PAGES, routeOf } from "./routes";

const found = (path: string) => {
  const route = routeOf(path);
  return route && [route.name, route.properties];
};

describe("an address", () => {
  it("leads to its page, with what it names", () => {
    expect(found("/")).toEqual(["home", {}]);
    expect(found("/game/17")).toEqual(["game", { id: 17 }]);
    expect(found("/review")).toEqual(["review", { id: null }]);
    expect(found("/review/3/")).toEqual(["review", { id: 3 }]);
    expect(found("/library")).toEqual(["library", {}]);
    expect(found("/library/5")).toEqual(["libraryGame", { key: 5 }]);
    expect(found("/players/nea%3Adepth%3D3")).toEqual(["player", { id: "nea:depth=3" }]);
    expect(found("/lab/small")).toEqual(["tournament", { id: "small" }]);
  });

  it("of no page is refused", () => {
    for (const path of ["/game", "/game/x", "/game/1/2", "/review/x", "/library/-1", "/players/%E0%A4%A", "/nothing", "/about/it"]) {
      expect(found(path), path).toBe(null);
    }
  });

  it("of every page is its own", () => {
    for (const [name, page] of Object.entries(PAGES)) {
      expect(routeOf(page.path.replace(/\/:\w+\?$/, "").replace(/:\w+/, "7"))?.name).toBe(name);
    }
  });
});

describe("the menu", () => {
  it("leads to its pages", () => {
    for (const { name, path } of MENU) expect(routeOf(path)?.name, path).toBe(name);
  });

  it("has an item for every page but those that stand alone", () => {
    const items = MENU.map(({ name }) => name as string);
    expect(items).toHaveLength(12);
    const alone = Object.entries(PAGES).filter(([name, page]) => !items.includes(page.under ?? name));
    expect(alone.map(([name]) => name)).toEqual(["about"]);
  });
});
