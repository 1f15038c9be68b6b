import { expect, test } from "vitest";
import type { AgentView } from "../agent-view.ts";
import { callResult, statusResult } from "./call-result.ts";

const completed: AgentView = {
  id: "00000000-0000-4000-8000-000000000001",
  tool: "read_note",
  status: "completed",
  approvalStatus: "not_required",
  tier: "low",
  revision: 1,
  requiredApprovals: 0,
  askedAt: "2026-01-01T00:00:00Z",
  output: { text: "⟦masked⟧" },
};

test("a client is told that cleaning changed what the tool returned, as over HTTP", () => {
  const _meta = { "airlock/id": completed.id, "airlock/status": "completed" };
  const altered = { ..._meta, "airlock/outputAltered": true };
  expect(callResult({ ...completed, outputAltered: true })._meta).toEqual(altered);
  expect(statusResult({ ...completed, outputAltered: true })._meta).toEqual(altered);
  expect(callResult(completed)._meta).toEqual(_meta);
});
