import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Outcome } from "#lib/errors/outcome.ts";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { PlanRequest } from "#lib/sandbox/build-plan.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import type { SandboxBackend } from "#lib/sandbox/runtime.ts";
import type { SelfTestCheck } from "#lib/sandbox/self-test/report.ts";

/** Tries from inside what a profile has to refuse, one command each, and one that it has to allow. */
export async function testSeatbelt(
  backend: SandboxBackend,
  plan: (request: PlanRequest) => Outcome<SandboxPlan>,
): Promise<SelfTestCheck[]> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "airlock-self-test-")));
  const workspace = join(directory, "workspace");
  const [secret, allowed] = [randomUUID(), randomUUID()];
  let heard = false;
  const server = createServer(() => {
    heard = true;
  });
  try {
    await mkdir(workspace);
    await writeFile(join(directory, "canary"), secret);
    await writeFile(join(workspace, "own"), allowed);
    const port = await listen(server);
    const run = async (...argv: string[]): Promise<SandboxResult | null> => {
      const planned = plan({
        policy: { filesystem: { read: [], write: ["${workspace}/**"] }, network: { mode: "none" }, exec: "deny" },
        grant: ACCESS_GRANTS.restricted,
        roots: { workspace },
        command: { kind: "argv", argv },
      });
      return planned.ok ? await backend.run(planned.value, {}) : null;
    };
    const own = await run("/bin/cat", join(workspace, "own"));
    const canary = await run("/bin/cat", join(directory, "canary"));
    await run("/usr/bin/touch", join(directory, "written"));
    await run("/usr/bin/nc", "-z", "127.0.0.1", `${port}`);
    const forked = await run("/bin/sh", "-c", "/bin/echo started; exit 0");
    const check = (name: string, holds: boolean, result?: SandboxResult | null): SelfTestCheck => ({
      name,
      holds,
      saw: (result?.error?.message ?? result?.stderr ?? "").slice(0, 200),
    });
    return [
      check("it runs, and reads its workspace", own?.stdout === allowed, own),
      check("a file of the host that no policy names is not there", !canary?.stdout.includes(secret), canary),
      check("nothing outside is written", !existsSync(join(directory, "written"))),
      check("nothing is reached by network", !heard),
      check("no further process can be started", forked?.stdout === "", forked),
    ];
  } finally {
    server.close();
    await rm(directory, { recursive: true, force: true });
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}
