import { describe, expect, test } from "vitest";
import { holdsMarker, placesOfMarkers } from "./find-marker.ts";
import { Markers } from "./marker.ts";

/** Everything that the cleaner can write, called with what fits: a method that is added is tried by itself. */
function everyMarker(nonce: string): string[] {
  const markers = new Markers(nonce);
  const others = new Set(["constructor", "lengthAt", "escapeForged", "noteEchoes"]);
  return Object.getOwnPropertyNames(Markers.prototype)
    .filter((name) => !others.has(name))
    .flatMap((name) => {
      const write = Reflect.get(markers, name) as (...args: unknown[]) => unknown;
      const arguments_: Record<string, unknown[]> = {
        credential: ["github", "s3cret"],
        cut: [1234],
        binary: [99, "bytes"],
        markup: ["link", "docs.example/start"],
        hidden: ["comment"],
        role: ["system"],
        fence: ["begin"],
      };
      const written = write.apply(markers, arguments_[name] ?? []);
      return typeof written === "string" ? [written] : [];
    });
}

describe("a marker in a text", () => {
  test.each(["", "k3f9", "0a1b2c3d"])("is found whoever's it is, with the nonce %j", (nonce) => {
    const markers = everyMarker(nonce);
    expect(markers.length).toBeGreaterThanOrEqual(2);
    for (const marker of markers) {
      expect(holdsMarker(`before ${marker} after`), marker).toBe(true);
      expect(holdsMarker(JSON.stringify({ text: marker })), `${marker} in JSON`).toBe(true);
      const escaped = marker.replace("⟦", "\\u27e6").replace("⟧", "\\u27E7");
      expect(holdsMarker(escaped), escaped).toBe(true);
    }
  });

  test.each([
    "⟦e₁ + e₂⟧ = ⟦e₁⟧",
    "⟦cutoff⟧",
    "⟦credential⟧",
    "⟦cut: here⟧",
    "⟦⟧",
    "credential: github #1",
    "[credential: github #1]",
    "⟦ cut: 3 characters",
  ])("is not %j", (text) => {
    expect(holdsMarker(text)).toBe(false);
  });

  test("is looked for in time that grows with the text", () => {
    for (const piece of ["⟦", "⟦cut: ", "⟦link: a", "\\u27e6", `⟦credential: ${"a".repeat(300)}`]) {
      expect(holdsMarker(piece.repeat(200_000 / piece.length))).toBe(false);
    }
  });

  test("is shown by its place, in values and in keys", () => {
    const marker = "⟦cut: 12 characters k3f9⟧";
    expect(
      placesOfMarkers({ path: "a", edit: { newText: `x ${marker}`, list: ["fine", marker] }, [marker]: 1 }),
    ).toEqual(["/edit/newText", "/edit/list/1", `/${marker}`]);
    expect(placesOfMarkers(Array.from({ length: 50 }, () => marker))).toHaveLength(5);
  });
});
