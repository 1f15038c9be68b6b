import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { drawPlot, type Plot } from "./plot.ts";
import type { Scene } from "./scene.ts";
import { writePng } from "./write-png.ts";
import { writeSvg } from "./write-svg.ts";

const plot: Plot = {
  kind: "line",
  title: "Orders",
  width: 400,
  height: 240,
  labels: ["a", "b", "c"],
  series: [{ name: "orders", values: [1, null, 3] }],
};

describe("a picture", () => {
  test("as PNG has the size it says and a row for each line", () => {
    const scene: Scene = {
      width: 3,
      height: 2,
      background: "#ffffff",
      shapes: [{ kind: "box", x: 1, y: 0, width: 1, height: 1, fill: "#0000ff" }],
    };
    const png = writePng(scene);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([3, 2]);
    const data = png.indexOf("IDAT");
    const rows = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
    expect([...rows.subarray(0, 10)]).toEqual([0, 255, 255, 255, 0, 0, 255, 255, 255, 255]);
    expect(rows).toHaveLength(2 * (3 * 3 + 1));
  });

  test("as SVG holds no element or reference that a text of the call wrote", () => {
    const title = `</text><script>alert(1)</script><image href="http://x"/>&\u0000`;
    const svg = writeSvg(drawPlot({ ...plot, title, width: 2_000 }));
    expect(svg).not.toMatch(/<(script|image)/);
    expect(svg).toContain("&lt;/text&gt;&lt;script&gt;");
    expect(svg).not.toContain("\u0000");
  });

  test.each<[string, Partial<Plot>]>([
    ["no values", { series: [{ name: "none", values: [] }] }],
    ["only gaps", { series: [{ name: "gaps", values: [null, null] }] }],
    ["one value", { series: [{ name: "one", values: [5] }] }],
    ["equal values", { series: [{ name: "equal", values: [7, 7, 7] }] }],
    ["values below nothing", { kind: "bar", series: [{ name: "below", values: [-5, -1, 3] }] }],
    ["values that differ by a hair", { series: [{ name: "hair", values: [1, 1 + 1e-12] }] }],
    ["very large and very small ones", { series: [{ name: "far", values: [1e300, -1e300, 1e-300] }] }],
    ["values that no step can part", { series: [{ name: "near", values: [0, 5e-324] }] }],
    ["no labels", { labels: [] }],
  ])("of %s has places that are numbers", (_name, change) => {
    const svg = writeSvg(drawPlot({ ...plot, ...change }));
    expect(svg).not.toMatch(/NaN|Infinity/);
  });
});
