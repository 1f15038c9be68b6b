import { expect, test } from "vitest";
import { judgeSighting, type Sighting } from "./judge-probe.ts";

const GOOD: Sighting = {
  seccomp: "2",
  capabilities: "0000000000000000",
  noNewPrivileges: "1",
  corePattern: "refused: EROFS",
  rootWrite: "refused: EROFS",
  systemWrite: "refused: EROFS",
  shadow: "refused: ENOENT",
  hostFile: "refused: ENOENT",
  interfaces: "lo",
  launcherEnvironment: "",
  ownInside: "refused: EACCES",
  processes: 2,
  descriptors: [],
  unixSocket: "refused: EPERM",
  newProcess: "refused",
  proxy: "HTTP/1.1 403 Forbidden",
};

function failed(change: Partial<Sighting>): number {
  return judgeSighting({ ...GOOD, ...change }).filter(({ holds }) => !holds).length;
}

test("all is well when all is well", () => expect(failed({})).toBe(0));

test.each([
  { seccomp: "0" },
  { capabilities: "0000000000000002" },
  { noNewPrivileges: "0" },
  { corePattern: "undefined" },
  { rootWrite: "undefined" },
  { systemWrite: "undefined" },
  { shadow: "root:*:1" },
  { hostFile: "a canary" },
  { interfaces: "lo eth0" },
  { launcherEnvironment: "DATABASE_URL=x" },
  { ownInside: "120" },
  { processes: 90 },
  { descriptors: ["/"] },
  { unixSocket: "open" },
  { newProcess: "started" },
  { proxy: "HTTP/1.1 200 OK" },
  { proxy: "refused: ECONNREFUSED" },
] as Partial<Sighting>[])("one thing amiss is one check that fails: %j", (change) => expect(failed(change)).toBe(1));
