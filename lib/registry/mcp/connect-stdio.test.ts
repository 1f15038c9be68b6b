import { expect, test } from "vitest";
import { refuse } from "#lib/errors/outcome.ts";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { PlanRequest } from "#lib/sandbox/build-plan.ts";
import { loadSandboxing } from "#lib/sandbox/config/load-sandboxing.ts";
import { DenyAllSandbox } from "#lib/sandbox/deny-all.ts";
import { REAL_DOORS } from "#lib/sandbox/egress/open-egress.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";
import { selectPlan } from "#lib/sandbox/select/select-plan.ts";
import { connectStdio } from "./connect-stdio.ts";
import type { ServerVisit } from "./connection.ts";

/** What a backend is asked to plan for a server under a document, or why it is not asked. */
async function askedUnder(
  document: string,
  visit: Partial<ServerVisit> = {},
  offered: "bubblewrap" | "process" = "bubblewrap",
) {
  const sandboxing = loadSandboxing(`sandboxing:\n${document}`);
  if (!sandboxing.ok) throw new Error(sandboxing.message);
  let asked: PlanRequest | undefined;
  const proved = {
    backend: Object.assign(new DenyAllSandbox(), { name: offered }),
    plan: (request: PlanRequest) => {
      asked = request;
      return refuse("path_refused", "asked");
    },
  };
  const sandbox: SandboxRuntime = Object.assign(new DenyAllSandbox(), {
    plan: (request: PlanRequest) => selectPlan(request, sandboxing.value, [proved]),
  });
  const outcome = await connectStdio(
    { kind: "stdio", argv: ["node", "/srv/server.js"] },
    {
      transport: { kind: "stdio", argv: ["node", "/srv/server.js"] },
      policy: { network: { mode: "open" } },
      grant: ACCESS_GRANTS.elevated,
      roots: { workspace: "/w" },
      unspecified: "level",
      ...visit,
    },
    { sandbox, egress: REAL_DOORS, signal: new AbortController().signal },
  );
  return { asked, said: outcome.ok ? "" : outcome.message };
}

test("a document that denies servers denies them", async () => {
  const { asked, said } = await askedUnder("  overrides:\n    mcp: deny-all\n");
  expect(asked).toBeUndefined();
  expect(said).toContain("denies mcp");
  // The control: without that line the same server is planned.
  expect((await askedUnder("  default_backend: bubblewrap\n")).asked).toMatchObject({ category: "mcp" });
});

test("what a document takes away is taken from servers too", async () => {
  const { asked } = await askedUnder(
    "  default_backend: docker\n  docker:\n    network: none\n    timeout_seconds: 7\n",
  );
  expect(asked?.policy).toMatchObject({ network: { mode: "none" }, limits: { wallSeconds: 7 } });
});

test("a server never runs as a plain process, whatever the document's default is", async () => {
  const { asked, said } = await askedUnder("  default_backend: subprocess\n", {}, "process");
  expect(asked).toBeUndefined();
  expect(said).toContain("container");
});

test("a tool that only reads from the network is planned as one", async () => {
  const { asked } = await askedUnder("  default_backend: bubblewrap\n", { egressClass: "read_only" });
  expect(asked?.egressClass).toBe("read_only");
});
