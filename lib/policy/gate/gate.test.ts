import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCESS_GRANTS, type AccessGrant } from "#lib/policy/access-level.ts";
import { traceLineSchema } from "#lib/policy/decision-trace.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { gateArguments } from "./gate.ts";
import { readPath, resolveLexically } from "./read-path.ts";

const roots = { workspace: "/srv/agents/a", project: "/srv/projects/p" };
const reading: Pick<ToolContract, "policy" | "gate"> = {
  policy: {
    filesystem: { read: ["${workspace}/**", "${project}/**"], write: ["${workspace}/out/**"] },
    network: { mode: "none" },
  },
  gate: { paths: [{ at: "/path", access: "read" }] },
};
const fetching: Pick<ToolContract, "policy" | "gate"> = {
  policy: {
    filesystem: { read: [], write: [] },
    network: { mode: "allowlist", hosts: ["example.com:443", "127.0.0.1:8080"] },
  },
  gate: { urls: [{ at: "/url" }], text: [{ at: "/headers/*" }] },
};

function gate(
  contract: Pick<ToolContract, "policy" | "gate">,
  input: unknown,
  grant: AccessGrant = ACCESS_GRANTS.restricted,
) {
  const result = gateArguments({ contract, input, grant, roots });
  for (const line of result.lines) traceLineSchema.parse(line);
  return result.refusal?.code ?? "passes";
}

describe("path arguments", () => {
  test.each([
    ["/workspace/a.txt", "passes"],
    ["a.txt", "passes"],
    ["./sub/../a.txt", "passes"],
    ["/project/src/index.ts", "passes"],
    ["sub\\a.txt", "passes"],
    ["file:///workspace/a.txt", "passes"],
    ["100%.txt", "passes"],
    ["...", "passes"],
    ["/etc/passwd", "path_refused"],
    ["../a.txt", "path_refused"],
    ["/workspace/../etc/passwd", "path_refused"],
    ["/workspaces/other", "path_refused"],
    ["/srv/agents/a/a.txt", "path_refused"],
    ["a\0.txt", "path_refused"],
    ["~/.ssh/id_rsa", "path_refused"],
    ["~root/.ssh", "path_refused"],
    ["C:\\Windows", "path_refused"],
    ["\\\\server\\share", "path_refused"],
    ["file:///etc/passwd", "path_refused"],
    ["file://host/workspace/a", "path_refused"],
    ["/proc/self/root/etc/passwd", "path_refused"],
    ["//etc/passwd", "path_refused"],
    [" /etc/passwd", "path_refused"],
    ["/elsewhere\\../workspace/a", "path_refused"],
    [`/workspace/${"a".repeat(4096)}`, "path_refused"],
  ])("%j: %s", (path, expected) => {
    expect(gate(reading, { path })).toBe(expected);
  });

  test("the refusal names the place and what would be allowed", () => {
    const { refusal } = gateArguments({
      contract: reading,
      input: { path: "../../etc/passwd" },
      grant: ACCESS_GRANTS.sandboxed,
      roots,
    });
    expect(refusal).toMatchObject({
      code: "path_refused",
      details: { pointer: "/path", allowed: ["/workspace/**", "/workspace/out/**"] },
    });
    expect(refusal?.details?.because).toBe("leads to /etc/passwd");
  });

  test("the access level narrows what the policy declares, and never widens it", () => {
    expect(gate(reading, { path: "/project/x" }, ACCESS_GRANTS.sandboxed)).toBe("path_refused");
    expect(gate(reading, { path: "/project/x" }, ACCESS_GRANTS.restricted)).toBe("passes");
    expect(gate(reading, { path: "/data/x" }, ACCESS_GRANTS.elevated)).toBe("path_refused");
    const everything = { policy: { filesystem: { read: ["/**"] } }, gate: reading.gate };
    expect(gate(everything, { path: "/workspace/x" }, ACCESS_GRANTS.standard)).toBe("passes");
    expect(gate(everything, { path: "/etc/passwd" }, ACCESS_GRANTS.standard)).toBe("path_refused");
    expect(gate(everything, { path: "/etc/passwd" }, ACCESS_GRANTS.elevated)).toBe("passes");
    const wide = { policy: { filesystem: { read: ["/data/**"] } }, gate: reading.gate };
    expect(gate(wide, { path: "/data/x" }, ACCESS_GRANTS.standard)).toBe("path_refused");
    expect(gate(wide, { path: "/data/x" }, ACCESS_GRANTS.elevated)).toBe("passes");
  });

  test("what a policy leaves unspecified is the agent's own roots, even where the level gives everything", () => {
    const silent = { policy: {}, gate: reading.gate };
    expect(gate(silent, { path: "/workspace/x" }, ACCESS_GRANTS.elevated)).toBe("passes");
    expect(gate(silent, { path: "/etc/passwd" }, ACCESS_GRANTS.elevated)).toBe("path_refused");
    expect(gate({ policy: { filesystem: { read: [], write: [] } }, gate: reading.gate }, { path: "x" })).toBe(
      "path_refused",
    );
  });

  test("writing takes the write patterns, reading either", () => {
    const writing = { ...reading, gate: { paths: [{ at: "/path", access: "write" as const }] } };
    expect(gate(writing, { path: "a.txt" })).toBe("path_refused");
    expect(gate(writing, { path: "out/a.txt" })).toBe("passes");
  });

  test("without a project there is nothing under /project", () => {
    const result = gateArguments({
      contract: reading,
      input: { path: "/project/x" },
      grant: ACCESS_GRANTS.elevated,
      roots: { workspace: "/w" },
    });
    expect(result.refusal?.code).toBe("path_refused");
  });
});

describe("arguments that nobody declared", () => {
  const silent = { policy: reading.policy };
  test.each([
    ["by name", { outputFile: "/etc/passwd" }],
    ["by name, in camel case", { fileName: "../x" }],
    ["by name, in a list", { paths: ["a", "../../b"] }],
    ["by shape, absolute", { whatever: "/etc/passwd" }],
    ["by shape, climbing in the middle", { whatever: "a/../../b" }],
    ["by shape, Windows separators", { whatever: "..\\..\\secret" }],
    ["by shape, percent-encoded", { whatever: "%2e%2e/%2e%2e/etc/passwd" }],
    ["by shape, encoded twice", { whatever: "%252e%252e%252fetc" }],
    ["deep in a structure", { options: { list: [{ x: "/etc/shadow" }] } }],
    ["as a key", { files: { "../../etc/cron.d/x": "content" } }],
    ["under a key that looks like a number", { paths: { "0": "/etc/passwd" } }],
  ])("a path is found %s", (_how, input) => {
    expect(gate(silent, input)).toBe("path_refused");
  });

  test.each([
    ["prose with a slash", { q: "either/or" }],
    ["a media type", { accept: "application/json" }],
    ["a regular expression", { pattern: "\\bfoo\\d+" }],
    ["text of many lines that begins with a slash", { body: "/* a comment */\nint main() {}" }],
    ["a relative path by shape alone", { module: "src/index.ts" }],
    ["numbers and truth values", { n: 1, yes: true, none: null }],
  ])("%s is not taken for a path", (_what, input) => {
    const closed = { policy: { filesystem: { read: [], write: [] }, network: { mode: "none" as const } } };
    expect(gate(closed, input)).toBe("passes");
  });

  test("a declared text argument is content, whatever it looks like", () => {
    const writing = { ...reading, gate: { text: [{ at: "/content" }] } };
    expect(gate(writing, { content: "/etc/passwd" })).toBe("passes");
    expect(gate(writing, { contents: "/etc/passwd" })).toBe("path_refused");
  });
});

describe("host arguments", () => {
  test.each([
    ["https://example.com/x?y", "passes"],
    ["HTTPS://EXAMPLE.COM./", "passes"],
    ["http://127.0.0.1:8080/", "passes"],
    ["http://0x7f000001:8080/", "passes"],
    ["http://example.com/", "host_refused"],
    ["https://example.com:8443/", "host_refused"],
    ["https://example.com.evil.test/", "host_refused"],
    ["https://evil.test/#@example.com", "host_refused"],
    ["https://example.com@evil.test/", "host_refused"],
    ["https://user:pass@example.com/", "host_refused"],
    ["https://evil.test\\@example.com/", "host_refused"],
    ["http://127.0.0.1:9000/", "host_refused"],
    ["http://169.254.169.254/latest/", "host_refused"],
    ["ftp://example.com/", "host_refused"],
    ["javascript:alert(1)", "host_refused"],
    ["example.com", "host_refused"],
    ["", "host_refused"],
  ])("%j: %s", (url, expected) => {
    expect(gate(fetching, { url })).toBe(expected);
  });

  test("a file: address never passes for a host", () => {
    expect(gate(fetching, { url: "file:///etc/passwd" })).toBe("host_refused");
    expect(gate({ policy: fetching.policy }, { any: "file:///etc/passwd" })).toBe("path_refused");
  });

  test("the level's network is a ceiling, and an open one still lists addresses given as numbers", () => {
    expect(gate(fetching, { url: "https://example.com/" }, ACCESS_GRANTS.sandboxed)).toBe("host_refused");
    const open = { policy: { network: { mode: "open" as const } }, gate: fetching.gate };
    expect(gate(open, { url: "https://any.test/" }, ACCESS_GRANTS.restricted)).toBe("host_refused");
    expect(gate(open, { url: "https://any.test/" }, ACCESS_GRANTS.standard)).toBe("passes");
    expect(gate(open, { url: "http://169.254.169.254/" }, ACCESS_GRANTS.standard)).toBe("host_refused");
    expect(gate(open, { url: "http://2852039166/" }, ACCESS_GRANTS.standard)).toBe("host_refused");
  });

  test.each([
    ["by shape", { q: "http://evil.test/" }],
    ["by shape, with a tab in the scheme", { q: "ht\ttps://evil.test/" }],
    ["by shape, without slashes", { q: "http:evil.test" }],
    ["by name, without a scheme", { webhookUrl: "evil.test/hook" }],
    ["by name, protocol-relative", { href: "//evil.test/hook" }],
    ["by name, as a host", { host: "evil.test" }],
    ["by name, as host and port", { hostname: "example.com:22" }],
  ])("an undeclared host is found %s", (_how, input) => {
    expect(["host_refused", "path_refused"]).toContain(gate({ policy: fetching.policy }, input));
  });

  test("a URL in an argument declared as a path has to pass as both", () => {
    const either = {
      policy: { network: { mode: "allowlist" as const, hosts: ["example.com:443"] } },
      gate: reading.gate,
    };
    expect(gate(either, { path: "https://example.com/a" })).toBe("passes");
    expect(gate(either, { path: "https://evil.test/a" })).toBe("host_refused");
  });

  test("a listed host passes by name too", () => {
    expect(gate({ policy: fetching.policy }, { host: "example.com" })).toBe("passes");
    expect(gate({ policy: fetching.policy }, { host: "example.com:443" })).toBe("passes");
  });
});

describe("the trace", () => {
  test("hundreds of arguments make a bounded trace that still shows the denial", () => {
    const paths = [...Array.from({ length: 900 }, (_, index) => `f${index}`), "/etc/passwd"];
    const { lines, refusal } = gateArguments({
      contract: { policy: reading.policy },
      input: { paths },
      grant: ACCESS_GRANTS.restricted,
      roots,
    });
    expect(refusal?.code).toBe("path_refused");
    expect(lines).toHaveLength(20);
    expect(lines[0]).toMatchObject({ concluded: "deny" });
  });

  test("more arguments than any honest call has are refused unjudged", () => {
    expect(gate({ policy: reading.policy }, { paths: Array(1001).fill("a") })).toBe("path_refused");
    expect(gate({ policy: reading.policy }, { paths: Array(1000).fill("a") })).toBe("passes");
  });

  test("never carries an argument whole, nor what does not show", () => {
    const { lines } = gateArguments({
      contract: reading,
      input: { path: `/etc/\u202e${"x".repeat(1000)}` },
      grant: ACCESS_GRANTS.restricted,
      roots,
    });
    expect(JSON.stringify(lines).length).toBeLessThan(900);
    expect(JSON.stringify(lines)).not.toContain("\u202e");
    expect(lines[0]?.saw).toContain("\\u{202e}");
  });
});

describe("against a naive oracle", () => {
  const part = fc.constantFrom("..", ".", "", "a", "workspace", "project", "etc", "b c", "..a");
  const path = fc
    .tuple(fc.boolean(), fc.array(part, { maxLength: 8 }))
    .map(([rooted, parts]) => (rooted ? "/" : "") + parts.join("/"));

  test("paths resolve as Node resolves them", () => {
    fc.assert(
      fc.property(path, (text) => {
        expect(resolveLexically(`/${text}`)).toBe(posix.resolve(`/${text}`));
      }),
    );
  });

  test("a plain path passes exactly when it resolves into a root", () => {
    fc.assert(
      fc.property(path, (text) => {
        const resolved = posix.resolve("/workspace", text.trim());
        const inside = ["/workspace", "/project"].some((root) => resolved === root || resolved.startsWith(`${root}/`));
        // Where somebody takes `../` away, what begins so is left as a path of its own.
        fc.pre(!inside || !/^\.\.\/\//.test(text));
        expect(gate(reading, { path: text })).toBe(inside ? "passes" : "path_refused");
      }),
      { numRuns: 2000 },
    );
  });

  test("no spelling of separators and dots gets past that the plain spelling does not", () => {
    const dot = fc.constantFrom(".", "%2e", "%2E", "%252e");
    const slash = fc.constantFrom("/", "\\", "%2f", "%5c", "%252f", "//");
    const climb = fc.tuple(dot, dot, slash).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(climb, { minLength: 1, maxLength: 5 }), fc.boolean(), (climbs, named) => {
        const text = `${climbs.join("")}etc/passwd`;
        expect(gate({ policy: reading.policy }, named ? { path: text } : { anything: text })).toBe("path_refused");
      }),
    );
  });

  test("every reading of a path is absolute and free of ..", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const read = readPath(text);
        if ("readings" in read)
          for (const { path: one } of read.readings) expect(one).toMatch(/^\/(?!.*(^|\/)\.\.(\/|$))/s);
      }),
    );
  });
});

/** Each attack gets at a real secret when the tool runs without the gate: that is what makes its refusal worth something. */
describe("traversal attacks, with the damage they do when nothing is in the way", () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "airlock-gate-"));
    await mkdir(join(home, "workspace/sub"), { recursive: true });
    await writeFile(join(home, "secret"), "the secret");
  });
  afterAll(() => rm(home, { recursive: true }));

  type Reader = (path: string) => string;
  const asItStands: Reader = (path) => path;
  const likeWindows: Reader = (path) => path.replaceAll("\\", "/");
  const decoding: Reader = (path) => decodeURIComponent(path);
  const decodingTwice: Reader = (path) => decodeURIComponent(decodeURIComponent(path));
  const trimming: Reader = (path) => path.trim();

  test.each<[string, string, Reader]>([
    ["dots", "../secret", asItStands],
    ["dots behind a real directory", "sub/../../secret", asItStands],
    ["dots behind one that does not exist", "none/../../secret", asItStands],
    ["doubled slashes", "sub//..//..//secret", asItStands],
    ["a dot between", ".././secret", asItStands],
    ["Windows separators", "..\\secret", likeWindows],
    ["mixed separators", "sub\\../..\\secret", likeWindows],
    ["percent encoding", "%2e%2e%2fsecret", decoding],
    ["percent encoding, twice", "%252e%252e%252fsecret", decodingTwice],
    ["a space in front", " ../secret", trimming],
  ])("%s", async (_name, attack, read) => {
    const reached = posix.resolve(join(home, "workspace"), read(attack));
    expect(await readFile(reached, "utf8")).toBe("the secret");
    expect(gate(reading, { path: attack })).toBe("path_refused");
  });
});

describe("addresses of repositories", () => {
  const cloning: Pick<ToolContract, "policy" | "gate"> = {
    policy: { network: { mode: "allowlist", hosts: ["git.example:22", "git.example:443", "127.0.0.1:22"] } },
    gate: { urls: [{ at: "/url" }] },
  };
  test.each([
    ["https://git.example/a", "passes"],
    ["ssh://git@git.example/a", "passes"],
    ["ssh://GIT.example:22/a", "passes"],
    ["git@git.example:a/b", "passes"],
    ["git@0x7f.1:a", "passes"],
    ["ssh://git@git.example:2222/a", "host_refused"],
    ["ssh://git:password@git.example/a", "host_refused"],
    ["git@evil.example:a", "host_refused"],
    ["ssh://2852039166/a", "host_refused"],
    ["git@[::1]:a", "host_refused"],
    ["git@git.example", "host_refused"],
    ["git@git.example://evil.example/a", "host_refused"],
    ["git://git.example/a", "host_refused"],
    ["ext::sh -c id", "host_refused"],
  ])("%s %s", (url, verdict) => expect(gate(cloning, { url })).toBe(verdict));

  test("the short form is one only where its author declared an address", () => {
    const undeclared = { ...cloning, gate: {} };
    expect(gate(undeclared, { url: "git@git.example:a/b" })).toBe("host_refused");
    expect(gate(fetching, { url: "git@example.com:a/b" })).toBe("host_refused");
  });
});
