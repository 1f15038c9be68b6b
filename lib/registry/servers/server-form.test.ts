import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "#lib/policy/default-limits.ts";
import { readServerConfiguration } from "#lib/registry/mcp/server-configuration.ts";
import { fieldProblems } from "./field-problems.ts";
import { formToServer } from "./form-to-server.ts";
import { emptyForm, type ServerForm } from "./server-form.ts";

const form = (part: Partial<ServerForm> = {}): ServerForm => ({
  ...emptyForm(DEFAULT_LIMITS),
  name: "files",
  argv: "node\n/opt/files/index.js\n",
  read: "/opt/files/**",
  ...part,
});

describe("the form of a server", () => {
  it("begins with nothing allowed and every call held, and says so of each part", () => {
    const reading = formToServer(form({ argv: "/usr/bin/files", read: "" }));
    expect(reading).toEqual({
      ok: true,
      server: {
        name: "files",
        transport: { kind: "stdio", argv: ["/usr/bin/files"] },
        policy: {
          risk: "medium",
          filesystem: { read: [], write: [] },
          network: { mode: "none" },
          environment: { allow: [] },
          exec: "deny",
          limits: { ...DEFAULT_LIMITS, hard: ["wallSeconds", "outputBytes", "fileMb"] },
        },
        declared: {
          prefix: "files",
          safetyClass: "write",
          egressClass: "write",
          idempotency: "optional",
          idempotent: false,
        },
      },
    });
    expect(reading.ok && readServerConfiguration(withoutName(reading.server))).toMatchObject({ ok: true });
  });

  it("says everything that an empty form lacks at once", () => {
    const reading = formToServer(emptyForm(DEFAULT_LIMITS));
    expect(reading.ok ? {} : Object.keys(reading.problems).toSorted()).toEqual(["argv", "name"]);
  });

  it("takes each line of a command for one argument, whatever a shell would make of it", () => {
    const reading = formToServer(form({ argv: '/bin/server\n--say\n"a b" $HOME; rm *\n\n' }));
    expect(reading).toMatchObject({
      server: { transport: { argv: ["/bin/server", "--say", '"a b" $HOME; rm *'] } },
    });
  });

  it("lets exactly the named variables into the environment", () => {
    const reading = formToServer(form({ environment: "LOG_LEVEL=a=b\nTZ=UTC" }));
    expect(reading).toMatchObject({
      server: {
        transport: { environment: { LOG_LEVEL: "a=b", TZ: "UTC" } },
        policy: { environment: { allow: ["LOG_LEVEL", "TZ"] } },
      },
    });
  });

  it("lets a remote server be reached at its own address and nothing else be touched", () => {
    const given = { kind: "http", url: "https://mcp.example.com/mcp" } as const;
    const reading = formToServer(form({ ...given, write: "/etc/**", network: "open", exec: "allow" }));
    expect(reading).toMatchObject({
      server: {
        transport: given,
        policy: {
          filesystem: { read: [], write: [] },
          network: { mode: "allowlist", hosts: ["mcp.example.com:443"] },
          exec: "deny",
          limits: { wallSeconds: 30, outputBytes: 1_048_576, hard: ["wallSeconds", "outputBytes"] },
        },
      },
    });
    expect(reading.ok && readServerConfiguration(withoutName(reading.server))).toMatchObject({ ok: true });
    const local = formToServer(form({ ...given, url: "http://[::1]:8080/mcp" }));
    expect(local.ok && readServerConfiguration(withoutName(local.server))).toMatchObject({ ok: true });
  });

  it("names the field of what cannot even be put into a configuration", () => {
    const limits = { ...emptyForm(DEFAULT_LIMITS).limits, memoryMb: "much" };
    expect(formToServer(form({ argv: " ", environment: "NO VALUE", limits }))).toMatchObject({
      problems: { argv: expect.any(String), environment: expect.any(String), memoryMb: expect.any(String) },
    });
    expect(formToServer(form({ environment: "A=1\nA=2" }))).toMatchObject({ ok: false });
    expect(formToServer(form({ argv: "node /opt/files/index.js" }))).toMatchObject({
      problems: { argv: "Put each argument on a line of its own." },
    });
    for (const url of ["", "mcp.example.com", "ftp://x/mcp"]) {
      expect(formToServer(form({ kind: "http", url }))).toMatchObject({ problems: { url: expect.any(String) } });
    }
  });
});

describe("what is refused", () => {
  it("stands at the field that it is about, with the line of a list", () => {
    const reading = formToServer(form({ argv: "node\n/opt/other/index.js" }));
    const refusal = reading.ok ? readServerConfiguration(withoutName(reading.server)) : undefined;
    expect(refusal?.ok === false && fieldProblems(refusal.details)).toEqual({
      read: "The policy does not let the server read its own program, /opt/other/index.js.",
    });
    const errors = [
      { pointer: "/policy/filesystem/write/1", message: "No." },
      { pointer: "/policy/filesystem/write/2", message: "Neither." },
      { pointer: "/policy/limits/memoryMb", message: "Too big: expected number to be <=65536" },
      { pointer: "/name", message: "Taken." },
      { pointer: "/somewhere/else", message: "Nobody's." },
      { pointer: 7 },
      null,
    ];
    expect(fieldProblems({ errors })).toEqual({ write: "Line 2: No.", memoryMb: "At most 65,536.", name: "Taken." });
    expect(fieldProblems(undefined)).toEqual({});
  });
});

function withoutName({ transport, policy, declared }: { transport: unknown; policy: unknown; declared: unknown }) {
  return { transport, policy, declared };
}
