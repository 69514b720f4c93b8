// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { movedTo } from "./moved";
import { PAGES, PLACES, routeOf } from "./routes";

const found = (path: string) => {
  const route = routeOf(path);
  return route && [route.name, route.properties];
};

describe("an address", () => {
  it("leads to its page, with what it names", () => {
    expect(found("/")).toEqual(["home", {}]);
    expect(found("/game/17")).toEqual(["game", { id: 17 }]);
    expect(found("/analyse")).toEqual(["analyse", { tab: "engine" }]);
    expect(found("/analyse/review/")).toEqual(["analyse", { tab: "review" }]);
    expect(found("/analyse/setup")).toEqual(["setup", {}]);
    expect(found("/library")).toEqual(["library", {}]);
    expect(found("/library/5")).toEqual(["libraryGame", { key: 5 }]);
    expect(found("/players/nea%3Adepth%3D3")).toEqual(["player", { id: "nea:depth=3" }]);
    expect(found("/lab/small")).toEqual(["tournament", { id: "small" }]);
  });

  it("of no page is refused", () => {
    for (const path of ["/game", "/game/x", "/game/1/2", "/analyse/engine", "/analyse/x", "/analyse/review/3", "/library/-1", "/players/%E0%A4%A", "/nothing", "/about/it"]) {
      expect(found(path), path).toBe(null);
    }
  });

  it("of every page is its own", () => {
    for (const [name, page] of Object.entries(PAGES)) {
      expect(routeOf(page.path.replace(/\/:\w+\?$/, "").replace(/:\w+/, "7"))?.name).toBe(name);
    }
  });
});

describe("an address that a page had before", () => {
  it("leads to where the page is now, with what it asked for", () => {
    expect(movedTo("/analysis", "?position=abc")).toBe("/analyse?position=abc");
    expect(movedTo("/review", "?moves=f5d6&at=1")).toBe("/analyse/review?moves=f5d6&at=1");
    expect(movedTo("/review/5/", "")).toBe("/analyse/review?game=5");
    expect(movedTo("/explorer", "?moves=f5d6")).toBe("/analyse/explorer?moves=f5d6");
    expect(movedTo("/thinking", "")).toBe("/analyse/thinking");
    expect(movedTo("/assistant", "?text=f5")).toBe("/analyse/ask?text=f5");
    expect(movedTo("/editor", "?game=3")).toBe("/analyse/setup?game=3");
    expect(movedTo("/minimax", "?text=f5")).toBe("/analyse/minimax?text=f5");
  });

  it("is none of the present ones", () => {
    for (const { path } of Object.values(PAGES)) expect(movedTo(path, ""), path).toBe(null);
    for (const path of ["/review/x", "/review/1/2", "/nothing"]) expect(movedTo(path, ""), path).toBe(null);
  });
});

describe("the menu", () => {
  it("leads to its places", () => {
    for (const { name, path } of PLACES) expect(routeOf(path)?.name, path).toBe(name);
  });

  it("has four places, and every page but help, account, reports and settings lies under one of them", () => {
    const places = PLACES.map(({ name }) => name as string);
    expect(places).toEqual(["home", "learn", "analyse", "library"]);
    const alone = Object.entries(PAGES).filter(([name, page]) => !places.includes(page.under ?? name));
    expect(alone.map(([name]) => name)).toEqual(["help", "account", "reports", "settings", "about"]);
  });
});
