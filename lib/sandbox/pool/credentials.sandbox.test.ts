import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { RunOptions } from "#lib/sandbox/runtime.ts";
import { descendantsRunning, openStore, type Store, type Tool } from "./store.fixture.ts";

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

const CANARY = "canary-8d1f0c-value";
const FILE = "/run/secrets/token";
const credentials: SandboxPlan["credentials"] = [{ as: "file", secret: "token", target: FILE }];
/** What it finds, and every place where it should not find it. */
const LOOK = `const stat = fs.statSync('${FILE}');
  const value = fs.readFileSync('${FILE}', 'utf8');
  const places = ['/proc/self/environ', '/proc/self/cmdline', '/proc/1/environ', '/proc/1/cmdline'];
  const leaks = places.filter((place) => { try { return fs.readFileSync(place, 'latin1').includes(value); } catch { return false; } });
  return { value: value.split('').reverse().join(''), mode: (stat.mode & 0o777).toString(8), mine: stat.uid === process.getuid(),
    directory: (fs.statSync('/run/secrets').mode & 0o777).toString(8), leaks, elsewhere: Object.values(process.env).includes(value) };`;

async function both(tool: Tool, secrets: Record<string, string>) {
  const cold = await tool.run(null, { secrets });
  await tool.untilReady();
  return [cold, await tool.run(null, { secrets })];
}

describe("a credential that becomes a file", () => {
  test.each([
    ["", {}],
    [
      ", also where the users of the host are mapped",
      { policy: { filesystem: { read: ["/usr/share/**"], write: [] } } },
    ],
  ])("is there for the tool alone, and in no environment, argument or result%s", async (_, more) => {
    const tool = store.tool(LOOK, { ...more }, { credentials });
    const results = await both(tool, { token: CANARY });
    expect(results.map(({ start }) => start)).toEqual(["cold", "warm"]);
    for (const result of results) {
      expect(result.answer).toEqual({
        ok: true,
        output: {
          value: CANARY.split("").reverse().join(""),
          ...{ mode: "400", directory: "700", mine: true, leaks: [], elsewhere: false },
        },
      });
      expect(JSON.stringify(result)).not.toContain(CANARY);
    }
  });

  test("is on no command line of this machine while the tool runs", async () => {
    const tool = store.tool("await new Promise((done) => setTimeout(done, 400)); return 1", {}, { credentials });
    const running = tool.run(null, { secrets: { token: CANARY } });
    while (descendantsRunning("/airlock/run-tool.cjs").length === 0) await new Promise((done) => setTimeout(done, 10));
    const said = descendantsRunning("").map((pid) => saidBy(pid, "cmdline") + saidBy(pid, "environ"));
    expect(said.join("\n")).toContain("/airlock/run-tool.cjs");
    expect(said.join("\n")).not.toContain(CANARY);
    expect((await running).answer).toMatchObject({ ok: true });
  });

  test("without a value the call does not run, whether a sandbox stands ready or not", async () => {
    const tool = store.tool("fs.writeFileSync('/workspace/ran', ''); return 1", {}, { credentials });
    const results = await both(tool, { token: CANARY });
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined]);
    await tool.untilReady();
    const without: RunOptions[] = [{}, { secrets: {} }, { secrets: { other: "x" } }];
    for (const options of without) {
      const refused = await tool.run(null, options);
      expect(refused.error?.code).toBe("secret_unavailable");
    }
    const cold = store.tool("return 1 + 1", {}, { credentials });
    expect((await cold.run(null, { secrets: { toString: "x" } })).error?.code).toBe("secret_unavailable");
  });

  test("a call without credentials finds no place for them", async () => {
    const tool = store.tool(`return fs.existsSync('/run/secrets')`);
    expect((await tool.run()).answer).toEqual({ ok: true, output: false });
  });
});

/** Nothing, of a process that has ended since it was listed. */
function saidBy(pid: number, file: "cmdline" | "environ"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}
