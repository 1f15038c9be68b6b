import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { type GateRequest, gateArguments } from "./gate.ts";
import { CLIENTS, HONEST_HOSTS, HOSTILE_HOSTS, type HostileHost, LISTED, UNUSABLE } from "./host-cases.fixture.ts";

const FETCHING: GateRequest["contract"] = {
  policy: { filesystem: { read: [], write: [] }, network: { mode: "allowlist", hosts: [...LISTED] } },
  gate: { urls: [{ at: "/address" }] },
};

function refusalOf(as: HostileHost["as"], text: string): string | undefined {
  const input = {
    url: { address: text },
    named: { callback: { webhookUrl: text } },
    host: { servers: [{ hostname: text }] },
  }[as];
  const roots = { workspace: "/srv/agents/a" };
  return gateArguments({ contract: FETCHING, input, grant: ACCESS_GRANTS.standard, roots }).refusal?.code;
}

/** The list, read by plain means: words compared, four numbers compared. */
function isListed(dialled: string): boolean {
  const [, host = "", port = ""] = /^\[?(.*?)\]?:(\w+)$/.exec(dialled.toLowerCase().replace(/(?<=[^.])\.:/, ":")) ?? [];
  return LISTED.some((entry) => {
    const [, name = "", , bits = "", listedPort = ""] = /^\[?([^\]/]*)\]?(\/(\d+))?:(\d+)$/.exec(entry) ?? [];
    if (port !== "any" && port !== listedPort) return false;
    if (name.startsWith("*."))
      return host.length > name.length - 1 && host.endsWith(name.slice(1)) && !/^\.|\.\./.test(host);
    if (bits === "16") return /^10\.1\.\d+\.\d+$/.test(host);
    if (bits === "32") return /^fd00:1:/.test(host);
    return host === name;
  });
}

/** What people write first: does it name one of ours, does it name one of those. */
const NAIVE_GUARDS: readonly ((text: string) => boolean)[] = [
  (text) => ["api.example.com", "cdn.example.com", "git.example"].some((host) => text.includes(host)),
  (text) => !["localhost", "127.0.0.1", "169.254.169.254", "//10."].some((host) => text.includes(host)),
];

describe("hostile addresses", () => {
  test.each(HOSTILE_HOSTS)("$family, $as: $text", ({ text, client, as }) => {
    expect(isListed(CLIENTS[client](text))).toBe(false);
    expect(refusalOf(as, text)).toMatch(/_refused$/);
  });
});

test.each([...Map.groupBy(HOSTILE_HOSTS, ({ family }) => family)])("simple guards let through: %s", (_family, rows) => {
  const past = rows.filter(({ text }) => NAIVE_GUARDS.some((passes) => passes(text)));
  expect(past.length).toBeGreaterThan(rows.length / 2);
});

describe.each(UNUSABLE.map(([why, ...texts]) => ({ why, texts })))("addresses with $why", ({ texts }) => {
  test.each(texts)("%j", (text) => expect(refusalOf("url", text)).toBe("host_refused"));
});

describe.each(HONEST_HOSTS.map(([as, ...texts]) => ({ as, texts })))("honest, as $as", ({ as, texts }) => {
  test.each(texts)("%j", (text) => {
    if (as === "url" && URL.canParse(text) && !/^ssh:/i.test(text)) expect(isListed(CLIENTS.whatwg(text))).toBe(true);
    expect(refusalOf(as, text)).toBeUndefined();
  });
});

test("the table has as many cases as it should, each of them once", () => {
  const hostile = [
    ...HOSTILE_HOSTS.map(({ as, text }) => `${as} ${text}`),
    ...UNUSABLE.flatMap(([, ...texts]) => texts),
  ];
  const honest = HONEST_HOSTS.flatMap(([as, ...texts]) => texts.map((text) => `${as} ${text}`));
  expect(new Set([...hostile, ...honest]).size).toBe(hostile.length + honest.length);
  expect(hostile.length + honest.length).toBeGreaterThanOrEqual(250);
  expect(hostile.length).toBeGreaterThanOrEqual(150);
});
