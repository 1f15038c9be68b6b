import { describe, expect, it } from "vitest";
import type { ToolVersionLine } from "#lib/registry/queries/read-tool.ts";
import { chooseVersions } from "./choose-versions.ts";

const line = (number: number, state: ToolVersionLine["state"]) =>
  ({ id: `v${number}`, number, state }) as ToolVersionLine;
const tool = {
  versions: [line(8, "review"), line(7, "approved"), line(6, "approved"), line(5, "rejected")],
  pinnedVersionId: "v7",
};

describe("the version that a tool's page shows", () => {
  it("is the one that waits for a decision, against the one in force", () => {
    expect(chooseVersions(tool, undefined, undefined)).toEqual({ version: 8, against: 7 });
  });

  it("is the one in force when nothing waits, against the one before it", () => {
    const quiet = { ...tool, versions: tool.versions.slice(1) };
    expect(chooseVersions(quiet, undefined, undefined)).toEqual({ version: 7, against: 6 });
  });

  it("is any other that the address names, also one that the strip does not show", () => {
    expect(chooseVersions(tool, "2", "1")).toEqual({ version: 2, against: 1 });
    expect(chooseVersions(tool, "5", undefined)).toEqual({ version: 5, against: 7 });
  });

  it("is compared with nothing if it is the first, and never with itself", () => {
    const first = { versions: [line(1, "review")], pinnedVersionId: null };
    expect(chooseVersions(first, undefined, undefined)).toEqual({ version: 1, against: undefined });
    expect(chooseVersions(tool, "8", "8")).toEqual({ version: 8, against: undefined });
  });

  it("takes what is no number for no word", () => {
    expect(chooseVersions(tool, "-1", "1e3")).toEqual({ version: 8, against: 7 });
  });
});
