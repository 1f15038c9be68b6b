import { expect, test } from "vitest";
import { deploymentWord, networkWord } from "./grant-words.ts";

test("a network is called by what may be reached", () => {
  expect((["none", "allowlist_only", "open"] as const).map(networkWord)).toEqual(["none", "listed hosts", "open"]);
});

test("deployment is promised with a person only where a call could connect at all", () => {
  expect(deploymentWord({ deployment: true, network: "none" })).toBe("by the classes");
  expect(deploymentWord({ deployment: false, network: "none" })).toBe("no");
  expect(deploymentWord({ deployment: false, network: "open" })).toBe("with a person");
});
