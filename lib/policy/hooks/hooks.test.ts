import { createHmac, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Received, startHookServer } from "#lib/webhooks/testing/hook-server.ts";
import { type BeforeToolCall, HOOK_TIMEOUT_MS, type Hook, type PendingCall } from "./hook.ts";
import { loadHooks } from "./load-hooks.ts";
import { outsideCheck } from "./outside-check.ts";
import { runHooks } from "./run-hooks.ts";

const call: PendingCall = {
  id: randomUUID(),
  agent: { id: randomUUID(), name: "scout" },
  tool: "send_mail",
  definitionHash: "al1:sha256:x",
  category: "communication",
  actionType: "comms:external",
  safetyClass: "write",
  input: { to: "a@example.com" },
  sessionId: "s1",
};
const yes: BeforeToolCall = async () => ({ proceed: true });
const hook = (check: BeforeToolCall, name = "mine", timeoutMs = HOOK_TIMEOUT_MS): Hook => ({ name, timeoutMs, check });

/** What the last of the hooks' lines says. */
async function verdict(...hooks: Hook[]): Promise<string> {
  const line = (await runHooks(hooks, call)).at(-1);
  return `${line?.concluded}: ${line?.sentence}`;
}

// What a hook throws is for the operator's log, not for a test's output.
beforeAll(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterAll(() => void vi.restoreAllMocks());

describe("hooks, asked in order", () => {
  test("a call goes on when every one of them says yes, and each leaves a line", async () => {
    const line = (name: string) => ({
      rule: `hook.${name}`,
      stage: "check",
      concluded: "pass",
      saw: "send_mail",
      sentence: `The check ${name} lets the call go on.`,
    });
    expect(await runHooks([hook(yes, "a"), hook(yes, "b")], call)).toEqual([line("a"), line("b")]);
  });

  test("the first that does not say yes wins, and those after it are not asked", async () => {
    const asked: string[] = [];
    const record = (name: string, answer: Awaited<ReturnType<BeforeToolCall>>) =>
      hook(async () => {
        asked.push(name);
        return answer;
      }, name);
    const no = (reason: string) => ({ proceed: false, reason }) as const;
    const lines = await runHooks(
      [record("a", { proceed: true }), record("b", no("not today")), record("c", no("never"))],
      call,
    );
    expect(asked).toEqual(["a", "b"]);
    expect(lines.at(-1)).toMatchObject({
      rule: "hook.b",
      concluded: "deny",
      sentence: "The check b refused: not today",
    });
  });

  test.each<[string, BeforeToolCall]>([
    ["throws", () => Promise.reject(new Error("secret detail"))],
    [
      "throws before it promises anything",
      () => {
        throw new Error("secret detail");
      },
    ],
  ])("one that %s denies; the log says which and why, the agent hears neither", async (_case, check) => {
    expect(await verdict(hook(check))).toBe("deny: The check mine failed, so the call does not go on.");
    expect(console.error).toHaveBeenLastCalledWith("hook mine:", new Error("secret detail"));
  });

  test.each<[string, BeforeToolCall]>([
    ["answers nothing", (async () => undefined) as unknown as BeforeToolCall],
    ["answers true", (async () => true) as unknown as BeforeToolCall],
    ["says yes as a word", (async () => ({ proceed: "true" })) as unknown as BeforeToolCall],
    ["says no without a reason", (async () => ({ proceed: false })) as unknown as BeforeToolCall],
    ["says yes and more", (async () => ({ proceed: true, input: {} })) as unknown as BeforeToolCall],
  ])("one that %s denies", async (_case, check) => {
    expect(await verdict(hook(check))).toBe("deny: The check mine gave no answer that can be read.");
  });

  test("a no with nothing but spaces for a reason is told as one without", async () => {
    const no = (reason: string) => verdict(hook(async () => ({ proceed: false, reason })));
    expect(await no(" \n")).toBe("deny: The check mine refused: it gave no reason.");
    expect(await no(" too late\n")).toBe("deny: The check mine refused: too late");
  });

  test("one that never answers denies, and is told to stop", async () => {
    let told = false;
    const silent: BeforeToolCall = (_call, signal) =>
      new Promise(() =>
        signal.addEventListener("abort", () => {
          told = true;
        }),
      );
    expect(await verdict(hook(silent, "mine", 20))).toBe("deny: The check mine did not answer in time.");
    expect(told).toBe(true);
  });

  test("what one does to the input is seen by nobody", async () => {
    const meddle: BeforeToolCall = async ({ input }) => {
      (input as Record<string, unknown>).to = "b@example.com";
      return { proceed: true };
    };
    const seen: unknown[] = [];
    const watch: BeforeToolCall = async ({ input }) => {
      seen.push(input);
      return { proceed: true };
    };
    await runHooks([hook(meddle), hook(watch)], call);
    expect([call.input, ...seen]).toEqual([{ to: "a@example.com" }, { to: "a@example.com" }]);
  });

  test("a reason is shown, not obeyed: bounded, one line, nothing that does not show", async () => {
    const long: BeforeToolCall = async () => ({ proceed: false, reason: `\u202ea\n${"x".repeat(1_000)}` });
    const said = await verdict(hook(long));
    expect(said.length).toBeLessThan(420);
    expect(said).toContain("\\u{202e}a\\u{a}x");
  });
});

describe("hooks of a module", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "airlock-hooks-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function moduleOf(text: string): string {
    const file = join(folder, `${randomUUID()}.mjs`);
    writeFileSync(file, text);
    return file;
  }

  test("a function, or a list, by the names they have", async () => {
    const one = await loadHooks(moduleOf("export const onBeforeToolCall = async () => ({ proceed: true });"));
    expect(one).toMatchObject({ ok: true, value: [{ name: "on_before_tool_call" }] });
    const two = await loadHooks(
      moduleOf(`export const onBeforeToolCall = [
        async function noWeekends() { return { proceed: false, reason: "it is Sunday" }; }, async () => ({ proceed: true }) ];`),
    );
    expect(two).toMatchObject({ ok: true, value: [{ name: "no_weekends" }, { name: "hook_2" }] });
    if (two.ok) expect(await verdict(...two.value)).toBe("deny: The check no_weekends refused: it is Sunday");
  });

  test.each(["_secret", "check$", "prüfen", "$price", "x".repeat(49)])(
    "one named %s goes by its number: only plain names stand in a trace",
    async (name) => {
      const loaded = await loadHooks(moduleOf(`export const onBeforeToolCall = async function ${name}() {};`));
      expect(loaded).toMatchObject({ ok: true, value: [{ name: "hook_1" }] });
    },
  );

  test("none where none is named", async () => {
    expect(await loadHooks(undefined)).toEqual({ ok: true, value: [] });
  });

  test.each([
    ["is not there", () => join(folder, "none.mjs"), /cannot be loaded \(Cannot find/],
    ["does not parse", () => moduleOf("export const = 1"), /cannot be loaded \(/],
    ["throws when it is loaded", () => moduleOf("throw new Error('no disk')"), /cannot be loaded \(no disk\)/],
    ["throws what is no error", () => moduleOf("throw 'no disk'"), /cannot be loaded \(unknown reason\)/],
    ["exports nothing of the kind", () => moduleOf("export const other = 1;"), /exports no onBeforeToolCall\./],
    ["exports something else", () => moduleOf("export const onBeforeToolCall = 'yes';"), /exports no onBefore/],
    ["exports an empty list", () => moduleOf("export const onBeforeToolCall = [];"), /exports no onBefore/],
    [
      "has one function in its list and something else",
      () => moduleOf("export const onBeforeToolCall = [async () => ({ proceed: true }), 1];"),
      /exports no onBeforeToolCall/,
    ],
  ])("a module that %s is a refusal that names it and says why", async (_case, make, why) => {
    const file = make();
    const loaded = await loadHooks(file);
    expect(loaded).toMatchObject({ ok: false, code: "bad_configuration", message: expect.stringMatching(why) });
    if (!loaded.ok) expect(loaded.message).toContain(file);
  });
});

describe("a check over HTTP", () => {
  const KEY = "k".repeat(40);
  let close: (() => Promise<void>) | undefined;
  afterEach(async () => await close?.());

  type Answer = Parameters<typeof startHookServer>[0];
  async function server(answer: Answer) {
    const started = await startHookServer(answer);
    close = started.close;
    return started;
  }
  const outside = (url: string, timeout_ms = 2_000, key: string | undefined = KEY) =>
    outsideCheck({ name: "risk", url, timeout_ms }, key);
  const json =
    (value: unknown): Answer =>
    (response) =>
      void response.end(JSON.stringify(value));

  /** What the operator's log has of the last that failed. */
  function logged(): string {
    const [, error] = vi.mocked(console.error).mock.lastCall ?? [];
    return error instanceof Error ? error.message : "";
  }

  /** As docs/gate.md tells a receiver to. */
  function isOurs({ headers, body }: Received, key: string): boolean {
    const [, t = "", v1 = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["airlock-signature"])) ?? [];
    return (
      Math.abs(Date.now() / 1000 - Number(t)) < 300 &&
      createHmac("sha256", key).update(`${t}.${body}`).digest("hex") === v1
    );
  }

  test("is asked with everything about the call, signed, and its yes counts", async () => {
    const { url, received } = await server(json({ proceed: true }));
    expect(await verdict(outside(url))).toMatch(/^pass/);
    const [question] = received;
    expect(question && JSON.parse(question.body)).toEqual({ version: 1, ...call });
    expect(question && isOurs(question, KEY)).toBe(true);
    expect(question && isOurs(question, "another".repeat(6))).toBe(false);
  });

  test("its no counts, with its reason", async () => {
    const { url } = await server(json({ proceed: false, reason: "amount too high" }));
    expect(await verdict(outside(url))).toBe("deny: The check risk refused: amount too high");
  });

  test("the first no wins: the next is never asked", async () => {
    const no = await server(json({ proceed: false, reason: "no" }));
    const next = await startHookServer(json({ proceed: true }));
    await runHooks([outside(no.url), outside(next.url)], call);
    expect([no.received.length, next.received.length]).toEqual([1, 0]);
    await next.close();
  });

  test.each<[string, Answer]>([
    ["an error", (response) => void response.writeHead(500).end('{"proceed":true}')],
    ["nothing, with a status that says so", (response) => void response.writeHead(204).end()],
    ["something that is no JSON", (response) => void response.end("yes")],
    ["JSON that is no answer", json(["proceed"])],
    ["a yes in 64 KB of other things", json({ proceed: true, more: "x".repeat(70_000) })],
    ["a yes behind too many spaces", (response) => void response.end(`${" ".repeat(70_000)}{"proceed":true}`)],
    ["half an answer", (response) => void response.writeHead(200, { "content-length": 99 }).write('{"proceed"')],
  ])("%s is a no", async (_case, answer) => {
    const { url } = await server((response, count, received) => {
      answer(response, count, received);
      if (!response.writableEnded) setTimeout(() => response.destroy(), 20);
    });
    expect(await verdict(outside(url))).toMatch(/^deny: The check risk /);
  });

  test("what it answers does not reach the operator's log, nor its terminal", async () => {
    const { url } = await server((response) => void response.end("\u001b]0;all is well\u0007\nyes"));
    expect(await verdict(outside(url))).toMatch(/^deny/);
    expect(logged()).toBe("The check's answer is not JSON.");
  });

  test("a yes of 64 KB is still read, and not a byte more", async () => {
    const yesOf = (bytes: number): Answer => {
      const text = '{"proceed":true}';
      return (response) => void response.end(`${" ".repeat(bytes - text.length)}${text}`);
    };
    expect(await verdict(outside((await server(yesOf(65_536))).url))).toMatch(/^pass/);
    await close?.();
    expect(await verdict(outside((await server(yesOf(65_537))).url))).toMatch(/^deny/);
    expect(logged()).toBe("The check's answer is too long.");
  });

  test("one that answers an error and goes on talking is hung up on", async () => {
    const hungUp = Promise.withResolvers<string>();
    const { url } = await server((response) => {
      response.on("close", () => hungUp.resolve("hung up"));
      response.writeHead(500).write("and another thing");
    });
    expect(await verdict(outside(url))).toMatch(/^deny/);
    expect(logged()).toBe("The check answered 500.");
    setTimeout(() => hungUp.resolve("still open"), 1_000).unref();
    expect(await hungUp.promise).toBe("hung up");
  });

  test("a redirect is not followed", async () => {
    const elsewhere = await startHookServer(json({ proceed: true }));
    const { url } = await server((response) => void response.writeHead(307, { location: elsewhere.url }).end());
    expect(await verdict(outside(url))).toMatch(/^deny/);
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  test("silence is a no, after its own time", async () => {
    const { url } = await server(() => undefined);
    expect(await verdict(outside(url, 100))).toBe("deny: The check risk did not answer in time.");
  });

  test("a service that drips is no answer either", async () => {
    const { url } = await server((response) => void response.writeHead(200).write("{"));
    expect(await verdict(outside(url, 100))).toBe("deny: The check risk did not answer in time.");
  });

  test("nobody there, no key, or a way on which others read: no", async () => {
    const { url, received } = await server(json({ proceed: true }));
    expect(await verdict(outside("http://127.0.0.1:1/"))).toMatch(/^deny/);
    expect(await verdict(outsideCheck({ name: "risk", url, timeout_ms: 500 }, undefined))).toMatch(/^deny/);
    expect(logged()).toContain("AIRLOCK_CHECKS_KEY is not set");
    expect(await verdict(outside("http://checks.example.com/"))).toMatch(/^deny/);
    expect(logged()).toContain("https");
    expect(await verdict(outside(url.replace("http://", "http://user:word@")))).toMatch(/^deny/);
    expect(received).toEqual([]);
    expect(await verdict(outside(url))).toMatch(/^pass/);
  });
});
