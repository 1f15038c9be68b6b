import { expect, it } from "vitest";
import type { SharingCall } from "./find-sharing.ts";
import { groupSharing } from "./group-sharing.ts";

function call(agent: string, tool: string, stopped = false): SharingCall {
  return {
    id: crypto.randomUUID(),
    revision: 1,
    digest: "d",
    effect: "",
    tier: "medium",
    tool,
    toolVersionId: tool,
    agentId: agent,
    agent,
    frozen: false,
    stopped,
    expiresAt: "",
  };
}

it("groups by agent and tool, the largest first, and loses no call", () => {
  const items = [call("a", "mail"), call("b", "mail"), call("b", "write"), call("b", "write")];
  const groups = groupSharing(items);
  expect(groups.map(({ agent, calls }) => [agent, calls])).toEqual([
    ["b", 3],
    ["a", 1],
  ]);
  expect(groups[0]?.tools.map(({ name, calls }) => [name, calls.length])).toEqual([
    ["write", 2],
    ["mail", 1],
  ]);
  expect(groups.flatMap(({ tools }) => tools.flatMap(({ calls }) => calls)).length).toBe(items.length);
});

it("says of an agent that it is stopped only if nothing of it could run", () => {
  expect(groupSharing([call("a", "mail", true), call("a", "write")])[0]?.stopped).toBe(false);
  expect(groupSharing([call("a", "mail", true), call("a", "write", true)])[0]?.stopped).toBe(true);
});
