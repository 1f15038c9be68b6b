import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { withRealPaths } from "#lib/sandbox/real-paths.ts";
import { isReachable } from "./reachable.ts";
import { sweepGroups } from "./sweep-groups.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "airlock-around-")));
  chmodSync(base, 0o755);
});
afterEach(() => rmSync(base, { recursive: true }));

test("a path below a directory for its owner only cannot be reached, also when it does not exist yet", () => {
  mkdirSync(join(base, "closed/inner"), { recursive: true });
  expect(isReachable(join(base, "closed/inner/not-yet"))).toBe(true);
  chmodSync(join(base, "closed"), 0o700);
  expect(isReachable(join(base, "closed/inner/not-yet"))).toBe(false);
});

test("groups of dead spawners are swept, those of living ones and of others stay", () => {
  const dead = 2 ** 22 + 1;
  for (const name of [`airlock-${dead}-0`, `airlock-${process.pid}-0`, "somebody-else"]) mkdirSync(join(base, name));
  sweepGroups([base]);
  expect(existsSync(join(base, `airlock-${dead}-0`))).toBe(false);
  expect(existsSync(join(base, `airlock-${process.pid}-0`))).toBe(true);
  expect(existsSync(join(base, "somebody-else"))).toBe(true);
});

test("an operator's link on the way to a root is resolved, also for a workspace that is not there yet", () => {
  mkdirSync(join(base, "real"));
  symlinkSync(join(base, "real"), join(base, "link"));
  const request = withRealPaths({
    policy: {},
    grant: ACCESS_GRANTS.sandboxed,
    roots: { workspace: join(base, "link/a/b"), project: join(base, "link") },
    command: { kind: "argv", argv: ["true"] },
    stateDirectory: join(base, "link"),
  });
  expect(request.roots).toEqual({ workspace: join(base, "real/a/b"), project: join(base, "real") });
  expect(request.stateDirectory).toBe(join(base, "real"));
});
