import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { InvocationRun, InvocationVote } from "#lib/invocations/read-invocation.ts";
import { CallVotes } from "./call-votes.tsx";
import { RunUsage } from "./run-usage.tsx";

const TURNED = "fine \u202eton si siht";
const AT = "2026-11-18T10:00:00.000Z";

it("names what turns the direction in what a voter wrote, to the agent and among people", () => {
  const vote: InvocationVote = { by: "Omar", decision: "approve", at: AT, reason: TURNED, note: TURNED, revision: 1 };
  const html = renderToStaticMarkup(<CallVotes votes={[vote]} pending={false} />);
  expect(html.match(/data-points="202e"/g)).toHaveLength(2);
  expect(html).not.toContain("\u202e");
});

it("names it in the error of a run too, which may quote a stranger", () => {
  const run: InvocationRun = {
    fence: 1,
    worker: "w",
    claimedAt: AT,
    endedAt: AT,
    plan: null,
    usage: null,
    network: null,
    exitCode: null,
    error: { code: "no_sandbox", message: TURNED },
  };
  const html = renderToStaticMarkup(<RunUsage runs={[run]} cost={null} />);
  expect(html).toContain("U+202E");
  expect(html).not.toContain("\u202e");
});
