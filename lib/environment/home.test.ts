import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseHome } from "./home.ts";
import { canReach } from "./reachable.ts";

const asked = { given: undefined, projectRoot: "/root/airlock", isRoot: false, canReach: () => true };

test("state lies in the clone, unless a home was named", () => {
  expect(chooseHome(asked)).toBe("/root/airlock/.airlock");
  expect(chooseHome({ ...asked, given: "/srv/state" })).toBe("/srv/state");
  expect(chooseHome({ ...asked, given: "state" })).toBe("/root/airlock/state");
});

test("as root in a clone that the database's account cannot enter, state lies under the system's folder, one for each clone", () => {
  const closed = { ...asked, isRoot: true, canReach: () => false };
  const home = chooseHome(closed);
  expect(home).toMatch(/^\/var\/lib\/airlock\/[0-9a-f]{12}$/);
  expect(chooseHome({ ...closed, projectRoot: "/root/other" })).not.toBe(home);
});

test("an ordinary user in a closed home directory keeps state in the clone: the database runs as that same user", () => {
  expect(chooseHome({ ...asked, canReach: () => false })).toBe("/root/airlock/.airlock");
});

test("a closed folder anywhere above hides a path from others, and its owner still gets through", () => {
  const top = mkdtempSync(join(tmpdir(), "airlock-reach-"));
  const inner = join(top, "open", "deep");
  mkdirSync(inner, { recursive: true });
  chmodSync(top, 0o700);
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  expect(canReach(inner)).toBe(false);
  expect(canReach(inner, owner)).toBe(true);
  chmodSync(top, 0o711);
  expect(canReach(inner)).toBe(true);
  rmSync(top, { recursive: true });
});
