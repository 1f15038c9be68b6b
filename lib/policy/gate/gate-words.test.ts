import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { traceLineSchema } from "#lib/policy/decision-trace.ts";
import { type GateRequest, gateArguments } from "./gate.ts";

const contract: GateRequest["contract"] = {
  policy: {
    filesystem: { read: ["${workspace}/**", "${project}/**"], write: ["${workspace}/out/**"] },
    network: { mode: "allowlist", hosts: ["a.example:443"] },
  },
  gate: {
    paths: [
      { at: "/read", access: "read" },
      { at: "/write", access: "write" },
    ],
  },
};

function gate(input: unknown, change: Partial<GateRequest> = {}) {
  const roots = { workspace: "/w", project: "/p" };
  const result = gateArguments({ contract, input, grant: ACCESS_GRANTS.restricted, roots, ...change });
  for (const line of result.lines) traceLineSchema.parse(line);
  return result;
}

describe("the sentences, word for word, to the agent and in the trace", () => {
  test.each<[string, unknown, string]>([
    ["elsewhere", { read: "/etc/passwd" }, "ERROR: path '/etc/passwd' is outside the allowed roots"],
    [
      "climbing",
      { read: "../../etc/passwd" },
      "ERROR: path '../../etc/passwd' resolves outside ['/workspace', '/project']",
    ],
    [
      "absolute and climbing",
      { read: "/workspace/../x" },
      "ERROR: path '/workspace/../x' resolves outside ['/workspace', '/project']",
    ],
    ["to be written", { write: "../x" }, "ERROR: path '../x' resolves outside ['/workspace/out']"],
    ["relative, beside what may be written", { write: "x" }, "ERROR: path 'x' resolves outside ['/workspace/out']"],
    ["impossible", { read: "C:\\x" }, "ERROR: path 'C:\\x' is outside the allowed roots"],
    [
      "with what does not show",
      { read: "/etc/\u202ex\n" },
      "ERROR: path '/etc/\\u{202e}x\\u{a}' is outside the allowed roots",
    ],
  ])("%s", (_case, input, sentence) => {
    const { refusal, lines } = gate(input);
    expect(refusal).toMatchObject({ code: "path_refused", message: sentence });
    expect(lines).toContainEqual(expect.objectContaining({ rule: "gate.path", concluded: "deny", sentence }));
  });

  test("of a sandboxed agent the only root is its workspace", () => {
    const { refusal } = gate({ read: "../../etc/passwd" }, { grant: ACCESS_GRANTS.sandboxed });
    expect(refusal?.message).toBe("ERROR: path '../../etc/passwd' resolves outside ['/workspace']");
  });

  test("a path that lies in a root and fits none of its patterns is told the patterns", () => {
    const fine = { policy: { filesystem: { read: ["${workspace}/*.md"], write: [] } }, gate: contract.gate };
    expect(gate({ read: "a/b.md" }, { contract: fine }).refusal?.message).toBe(
      "ERROR: path 'a/b.md' resolves outside ['/workspace/*.md']",
    );
  });

  test("long paths and many roots are cut", () => {
    const many = Array.from({ length: 50 }, (_, n) => `\${workspace}/${"r".repeat(200)}${n}/**`);
    const wide = { policy: { filesystem: { read: many, write: [] } }, gate: contract.gate };
    const sentence = gate({ read: `../${"x".repeat(3000)}` }, { contract: wide }).refusal?.message ?? "";
    expect(sentence.length).toBeLessThanOrEqual(400);
    expect(sentence).toMatch(/^ERROR: path '\.\.\/x+…' resolves outside \[.*, …\]$/);
  });
});

describe("where the agent's policy is reported and not enforced", () => {
  const input = { read: "/etc/passwd", url: "https://evil.test/" };

  test("each refusal becomes a line that passes and says so", () => {
    const { refusal, lines } = gate(input, { enforce: false });
    expect(refusal).toBeUndefined();
    expect(lines.map(({ rule, concluded, sentence }) => [rule, concluded, sentence.slice(0, 34)])).toEqual([
      ["gate.path", "pass", "Reported only: ERROR: path '/etc/p"],
      ["gate.host", "pass", "Reported only: The address at /url"],
    ]);
    expect(gate(input).refusal?.code).toBe("path_refused");
  });

  test("too many arguments to judge are reported too", () => {
    const { refusal, lines } = gate({ paths: Array(1001).fill("a") }, { enforce: false });
    expect([refusal, lines[0]?.concluded]).toEqual([undefined, "pass"]);
  });

  test("what passes is told as ever", () => {
    expect(gate({ read: "a" }, { enforce: false })).toEqual(gate({ read: "a" }));
  });
});

describe("an open network", () => {
  const open = { policy: { network: { mode: "open" as const } }, gate: { urls: [{ at: "/url" }] } };
  const refused = (url: string) => gate({ url }, { contract: open, grant: ACCESS_GRANTS.standard }).refusal?.code;
  test.each([
    "ssh://-oProxyCommand=id/a",
    "-oProxyCommand=id@git.example:a",
    "http://169.254.169.254/",
    "http://[::1]/",
    "https://a.example\\@b.example/",
    "http://localhost:3000/",
    "http://x.localhost/",
  ])("%s is refused there too", (url) => expect(refused(url)).toBe("host_refused"));
  test("names are free", () => expect(refused("https://any.example/")).toBeUndefined());
});
