import { describe, expect, it } from "vitest";
import { address, one, oneOf } from "./address.ts";

describe("search parameters", () => {
  it("count when there is one value, which can be asked for", () => {
    expect(one({ tool: "read_file" }, "tool")).toBe("read_file");
    for (const tool of [undefined, "", ["a", "b"], "a\0", "\0"]) expect(one({ tool }, "tool")).toBeUndefined();
    expect(oneOf({ tab: "keys" }, "tab", ["keys"])).toBe("keys");
    expect(oneOf({ tab: "other" }, "tab", ["keys"])).toBeUndefined();
  });

  it("are kept, changed and taken away in an address", () => {
    expect(address("/a", { x: "1", y: ["2", "3"] }, { z: "&" })).toBe("/a?x=1&z=%26");
    expect(address("/a", { x: "1" }, { x: undefined })).toBe("/a");
  });
});
