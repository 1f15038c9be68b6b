import { describe, expect, it } from "vitest";
import { INVOCATION_STATES } from "#lib/policy/vocabulary.ts";
import { type CallProgress, deriveStages, STAGES } from "./derive-stages.ts";

const call: CallProgress = {
  status: "pending",
  approvalStatus: "pending",
  claimedAt: null,
  startedAt: null,
  hasOutput: false,
  errorCode: null,
};

describe("deriveStages", () => {
  it("gives every state seven stages of which the first is done", () => {
    for (const status of INVOCATION_STATES) {
      const stages = deriveStages({ ...call, status });
      expect(Object.keys(stages)).toEqual([...STAGES]);
      expect(stages.ask).toBe("done");
    }
  });

  it("never shows a run for a call that no person released", () => {
    for (const status of ["pending", "rejected", "expired", "cancelled", "denied"] as const)
      expect(deriveStages({ ...call, status }).run).not.toBe("done");
  });

  it("tells a call that needed nobody from one that was approved", () => {
    const completed = { ...call, status: "completed", startedAt: "x", hasOutput: true } as const;
    expect(deriveStages({ ...completed, approvalStatus: "not_required" }).approve).toBe("skipped");
    expect(deriveStages({ ...completed, approvalStatus: "approved" }).approve).toBe("done");
  });

  it("cleans nothing of a call that completed by a person's word, for nothing came back", () => {
    const completed = { ...call, status: "completed", startedAt: "x" } as const;
    expect(deriveStages({ ...completed, hasOutput: false })).toMatchObject({ run: "done", clean: "skipped" });
    expect(deriveStages({ ...completed, hasOutput: true }).clean).toBe("done");
  });

  it("puts a refusal where it was made", () => {
    expect(deriveStages({ ...call, status: "denied", errorCode: "path_refused" }).check).toBe("stopped");
    expect(deriveStages({ ...call, status: "denied", errorCode: "agent_frozen" }).decide).toBe("stopped");
    expect(deriveStages({ ...call, status: "rejected" }).approve).toBe("stopped");
    expect(deriveStages({ ...call, status: "expired", startedAt: "x", approvalStatus: "approved" }).run).toBe(
      "stopped",
    );
  });
});
