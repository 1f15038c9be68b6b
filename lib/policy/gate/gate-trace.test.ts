import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { type GateRequest, gateArguments } from "./gate.ts";

const { restricted, sandboxed, standard } = ACCESS_GRANTS;

function gate(input: unknown, change: Partial<GateRequest> = {}) {
  const contract: GateRequest["contract"] = {
    policy: {
      filesystem: { read: ["${workspace}/**"], write: [] },
      network: { mode: "allowlist", hosts: ["a.example:443"] },
    },
  };
  return gateArguments({ contract, input, grant: restricted, roots: { workspace: "/w", project: "/p" }, ...change });
}

describe("what the trace says, word for word", () => {
  test("of an input that names nothing", () => {
    expect(gate({ n: 1 })).toEqual({
      lines: [
        {
          rule: "gate.arguments",
          stage: "check",
          concluded: "pass",
          saw: "no path or host",
          sentence: "No argument names a path or a host.",
        },
      ],
      targets: [],
    });
  });

  test("of a path that may be touched: where it leads", () => {
    expect(gate({ path: "a/./b" }).lines).toEqual([
      {
        rule: "gate.path",
        stage: "check",
        concluded: "pass",
        saw: "/path (name): /workspace/a/b",
        sentence: "The path lies within what tool and agent may touch.",
      },
    ]);
  });

  test("of a host that may be dialled", () => {
    expect(gate({ url: "https://a.example/x" }).lines).toEqual([
      {
        rule: "gate.host",
        stage: "check",
        concluded: "pass",
        saw: "/url (shape): a.example:443",
        sentence: "The host is allowed to tool and agent.",
      },
    ]);
    expect(gate({ host: "a.example" }).lines[0]?.saw).toBe("/host (name): a.example");
  });

  test("of a host that is not listed, and the refusal says what is", () => {
    const { lines, refusal } = gate({ url: "https://b.example/x" });
    const sentence = "The address at /url names b.example:443, which is not on the tool's list for this agent.";
    expect(lines).toEqual([
      { rule: "gate.host", stage: "check", concluded: "deny", saw: "/url (shape): b.example:443", sentence },
    ]);
    expect(refusal).toMatchObject({
      code: "host_refused",
      message: sentence,
      details: { pointer: "/url", mode: "allowlist", allowed: ["a.example:443"] },
    });
  });

  test("of a host where there is no network at all", () => {
    const { refusal } = gate({ url: "https://a.example/x" }, { grant: sandboxed });
    expect(refusal).toMatchObject({
      message: "The address at /url names a host, and this tool has no network for this agent.",
      details: { mode: "none", allowed: [] },
    });
  });

  test("of what is no address that could be dialled", () => {
    const { lines } = gate({ url: "ftp://a.example/" });
    expect(lines[0]).toMatchObject({
      saw: "/url (shape): not a usable address",
      sentence: "The address at /url is neither http, https nor ssh.",
    });
  });

  test("of an address that dials nobody", () => {
    const inputSchema = { type: "object", properties: { x: { type: "string", format: "uri" } } };
    const contract: GateRequest["contract"] = { policy: { network: { mode: "none" } }, inputSchema };
    expect(gate({ x: "urn:isbn:1" }, { contract })).toEqual({
      lines: [
        {
          rule: "gate.host",
          stage: "check",
          concluded: "pass",
          saw: "/x (schema): an address of nobody",
          sentence: "The address names no host.",
        },
      ],
      targets: [],
    });
  });
});

describe("many arguments", () => {
  const inside = (count: number) => Array.from({ length: count }, (_, n) => `f${n}`);

  test("twenty have a line each", () => {
    const { lines } = gate({ paths: inside(20) });
    expect(lines.map(({ rule }) => rule)).toEqual(Array(20).fill("gate.path"));
  });

  test("of more, those denied come first, once each, and the last line counts the rest", () => {
    const { lines } = gate({ paths: [...inside(22), "/x", "/y"] });
    expect(lines).toHaveLength(20);
    expect(lines.map(({ concluded }) => concluded)).toEqual(["deny", "deny", ...Array(18).fill("pass")]);
    expect(lines.slice(0, 4).map(({ saw }) => saw)).toEqual([
      "/paths/22 (shape): /x",
      "/paths/23 (shape): /y",
      "/paths/0 (name): /workspace/f0",
      "/paths/1 (name): /workspace/f1",
    ]);
    expect(lines[19]).toEqual({
      rule: "gate.arguments",
      stage: "check",
      concluded: "pass",
      saw: "5 more arguments",
      sentence: "5 more arguments were looked at.",
    });
    expect(lines[18]?.saw).toBe("/paths/16 (name): /workspace/f16");
  });

  test("more than a thousand are refused with the count", () => {
    const sentence = "The input names 1001 paths or hosts; 1000 are allowed.";
    const { lines, refusal } = gate({ paths: inside(1001) });
    expect(lines).toEqual([{ rule: "gate.path", stage: "check", concluded: "deny", saw: "1001 arguments", sentence }]);
    expect(refusal).toMatchObject({
      code: "path_refused",
      message: sentence,
      details: { allowed: 1000, found: 1001 },
    });
  });
});

describe("why a path was refused, for whoever debugs it", () => {
  const roots = { workspace: "/w" };
  const because = (input: unknown, readLink?: GateRequest["readLink"]) =>
    gate(input, { roots, ...(readLink ? { readLink } : {}) }).refusal?.details;

  test("it leads elsewhere, is impossible, or goes through a link", () => {
    expect(because({ path: "../x" })).toEqual({ pointer: "/path", because: "leads to /x", allowed: ["/workspace/**"] });
    expect(because({ path: "C:\\x" })).toMatchObject({ because: "names a Windows drive" });
    const to = (target: string | undefined) => (path: string) => (path === "/w/l" ? target : null);
    expect(because({ path: "l/a" }, to("/etc"))).toMatchObject({ because: "leads through a link" });
    expect(because({ path: "l/a" }, to(undefined))).toMatchObject({
      because: "leads through a link that cannot be followed",
    });
    expect(because({ path: "l/a" }, to("b"))).toBeUndefined();
  });

  test("three roots are named, of four three and that there are more", () => {
    const sentence = (count: number) => {
      const read = Array.from({ length: count }, (_, n) => `/r${n}/**`);
      return gate(
        { path: "../x" },
        { contract: { policy: { filesystem: { read, write: [] } } }, grant: ACCESS_GRANTS.elevated },
      ).refusal?.message;
    };
    expect(sentence(3)).toBe("ERROR: path '../x' resolves outside ['/r0', '/r1', '/r2']");
    expect(sentence(4)).toBe("ERROR: path '../x' resolves outside ['/r0', '/r1', '/r2', …]");
  });

  test("a path in one root of several that fits none of its patterns is told all patterns", () => {
    const contract: GateRequest["contract"] = {
      policy: { filesystem: { read: ["${workspace}/a/*.md", "${workspace}/b/*.md"], write: [] } },
    };
    expect(gate({ path: "a/x.txt" }, { contract }).refusal?.message).toBe(
      "ERROR: path 'a/x.txt' resolves outside ['/workspace/a/*.md', '/workspace/b/*.md']",
    );
  });
});

test("at an open network a host that only begins like this machine is free, and this machine is not", () => {
  const contract: GateRequest["contract"] = { policy: { network: { mode: "open" } } };
  const refusal = (url: string) => gate({ url }, { contract, grant: standard }).refusal?.code;
  expect(refusal("https://localhost.example/")).toBeUndefined();
  expect(refusal("https://mylocalhost/")).toBeUndefined();
  expect(refusal("https://localhost/")).toBe("host_refused");
});
