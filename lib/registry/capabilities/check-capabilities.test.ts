import { describe, expect, test } from "vitest";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { shippedTools } from "#lib/tools/register.ts";
import { checkCapabilities } from "./check-capabilities.ts";

/** Everything declared; a case takes one thing away and shows that it was needed. */
const EVERYTHING: ToolPolicy = {
  filesystem: { read: ["${workspace}/**"], write: ["${workspace}/**"] },
  network: { mode: "open" },
  environment: { allow: ["TOKEN"] },
  exec: "allow",
};
const LESS = {
  read: { ...EVERYTHING, filesystem: { read: [], write: ["${workspace}/**"] } },
  write: { ...EVERYTHING, filesystem: { read: ["${workspace}/**"], write: [] } },
  files: { ...EVERYTHING, filesystem: { read: [], write: [] } },
  net: { ...EVERYTHING, network: { mode: "none" } },
  env: { ...EVERYTHING, environment: { allow: [] } },
  exec: { ...EVERYTHING, exec: "deny" },
} satisfies Record<string, ToolPolicy>;

function problems(code: string, policy: ToolPolicy): { line: number; uses: string; message: string }[] {
  // Names that a case is not about are the module's own.
  const checked = checkCapabilities(`${code}\nvar p, a, b, u, m, f2, flags, name, use;`, policy);
  if (checked.ok) return [];
  if (checked.code !== "undeclared_capability") throw new Error(checked.message);
  return checked.details?.errors as { line: number; uses: string; message: string }[];
}

describe("code that uses more than its policy declares", () => {
  test.each<[keyof typeof LESS, string, string]>([
    ["read", "fs.readFile, by name", 'import { readFile } from "node:fs/promises";\nawait readFile(p);'],
    ["read", "under another name", 'import { readFileSync as look } from "node:fs";\nlook(p);'],
    ["read", "of a namespace", 'import * as fs from "node:fs";\nfs.readFileSync(p);'],
    ["read", "of the default import", 'import fs from "node:fs";\nfs["readFileSync"](p);'],
    ["read", "of fs.promises", 'import fs from "node:fs";\nfs.promises.readFile(p);'],
    ["read", "of promises, imported", 'import { promises } from "node:fs";\npromises.readdir(p);'],
    ["read", "handed on", 'import { readFile } from "node:fs";\nconst f = [readFile];'],
    ["read", "exported again", 'import { readFile } from "node:fs";\nexport { readFile as execute };'],
    ["read", "opened plainly", 'import { open } from "node:fs/promises";\nopen(p);'],
    [
      "read",
      "opened by flags that are worked out",
      'import { open, constants as c } from "node:fs/promises";\nvar F = c.O_RDONLY | c.O_NOFOLLOW; open(p, F);',
    ],
    ["write", "fs.writeFile", 'import { writeFile } from "node:fs/promises";\nawait writeFile(p, "x");'],
    ["write", "fs.rm", 'import { rm } from "node:fs/promises";\nawait rm(p);'],
    ["write", "a stream", 'import fs from "node:fs";\nfs.createWriteStream(p);'],
    ["write", "a copy", 'import { cp } from "node:fs/promises";\ncp(a, b);'],
    ["write", "opened for writing", 'import { open } from "node:fs/promises";\nopen(p, "a");'],
    [
      "write",
      "opened by destructured flags",
      'import { openSync, constants } from "node:fs";\nconst { O_WRONLY } = constants; openSync(p, O_WRONLY);',
    ],
    [
      "write",
      "opened by flags that change",
      'import { open } from "node:fs/promises";\nlet f = "r"; f = use(); open(p, f);',
    ],
    ["write", "opened by who knows what", 'import { open } from "node:fs/promises";\nopen(p, flags());'],
    ["write", "a module handed on", 'import fs from "node:fs";\nuse(fs);'],
    ["write", "a member that is computed", 'import fs from "node:fs";\nfs[name](p);'],
    ["write", "a module loaded late", '\nconst fs = await import("node:fs");'],
    ["write", "everything exported again", '\nexport * from "node:fs";'],
    ["write", "a function of a later Node", 'import { teleport } from "node:fs";\nteleport(p);'],
    ["write", "a database in a file", 'import { DatabaseSync } from "node:sqlite";\nnew DatabaseSync(p);'],
    ["files", "a look", 'import { stat } from "node:fs/promises";\nstat(p);'],
    ["net", "fetch", '\nfetch("https://example.com");'],
    ["net", "fetch, handed on", "\nconst f = fetch;"],
    ["net", "fetch of globalThis", '\nglobalThis.fetch("x");'],
    ["net", "fetch of globalThis by its name", '\nglobalThis["fe" + "tch"]("x");'],
    ["net", "a web socket", '\nnew WebSocket("wss://example.com");'],
    ["net", "http", 'import { request } from "node:http";\nrequest(u);'],
    ["net", "tls", 'import tls from "node:tls";\ntls.connect({});'],
    ["net", "dns", 'import { lookup } from "node:dns/promises";\nlookup("example.com");'],
    ["net", "datagrams", 'import dgram from "node:dgram";\ndgram.createSocket("udp4");'],
    ["env", "a variable", "\nconst t = process.env.TOKEN;"],
    ["env", "a variable by its name", '\nconst t = process.env["TOKEN"];'],
    ["env", "a variable taken out", "\nconst { TOKEN } = process.env;"],
    ["env", "a variable of node:process", 'import process from "node:process";\nprocess.env.TOKEN;'],
    ["env", "a variable of an imported env", 'import { env } from "node:process";\nenv.TOKEN;'],
    ["exec", "spawn", 'import { spawn } from "node:child_process";\nspawn("ls");'],
    ["exec", "a cluster", 'import cluster from "node:cluster";\ncluster.fork();'],
    ["exec", "execve", "\nprocess.execve(p);"],
    ["exec", "a built-in module asked for", '\nprocess.getBuiltinModule("node:child_process").spawn("ls");'],
  ])("%s: %s", (taken, _name, code) => {
    expect(problems(code, EVERYTHING), "control: declared, it passes").toEqual([]);
    const [first] = problems(code, LESS[taken]);
    expect(first).toMatchObject({ line: 2, message: expect.stringMatching(/Widen policy\.\w+.* or remove it\.$/) });
  });

  test.each<[string, string]>([
    ["text as code", '\neval("1");'],
    ["text as code, later", '\nconst e = eval; e("1");'],
    ["a function made of text", '\nnew Function("return 1")();'],
    ["a function made by another's constructor", '\n(() => {}).constructor("return process")();'],
    ["the same, taken out", "\nconst { constructor } = () => {};"],
    ["the same, by its name in pieces", '\n(() => {})["con" + "structor"]("x")();'],
    ["import of what is not written", "\nawait import(name);"],
    ["import of a package", '\nimport "left-pad";'],
    ["import from the network", '\nawait import("https://example.com/x.mjs");'],
    ["require", '\nrequire("fs");'],
    ["the global object as a value", "\nconst g = globalThis;"],
    ["a global looked up", "\nglobalThis[name];"],
    ["process as a value", "\nuse(process);"],
    ["process looked up", '\nprocess[name]("fs");'],
    ["an internal binding", '\nprocess.binding("fs");'],
    ["a native library", "\nprocess.dlopen(m, p);"],
    ["a signal to another", "\nprocess.kill(1);"],
    ["the whole environment", "\nJSON.stringify(process.env);"],
    ["a variable that is not named", "\nprocess.env[name];"],
    ["all variables but one", "\nconst { A, ...rest } = process.env;"],
    ["a built-in module that is not named", "\nprocess.getBuiltinModule(name);"],
    ["node:vm", '\nimport vm from "node:vm";'],
    ["node:module", '\nimport { createRequire } from "node:module";'],
    ["node:worker_threads", '\nimport { Worker } from "node:worker_threads";'],
    ["node:inspector", '\nimport "node:inspector";'],
    ["node:v8", '\nexport * from "node:v8";'],
    ["a global that nobody knows", "\nteleport(1);"],
  ])("is refused whatever is declared when it cannot be seen: %s", (_name, code) => {
    expect(problems(code, EVERYTHING)[0]).toMatchObject({
      line: 2,
      message: expect.stringContaining("cannot be checked"),
    });
  });

  test("a literal path or address outside what is declared is found, one inside is not", () => {
    const policy: ToolPolicy = {
      filesystem: { read: ["${workspace}/notes/**", "/data/**"], write: [] },
      network: { mode: "allowlist", hosts: ["api.example.com:443"] },
    };
    const read = (path: string) =>
      problems(`import { readFile } from "node:fs";\nreadFile(${JSON.stringify(path)});`, policy);
    for (const path of ["notes/a.txt", "./notes/a", "/workspace/notes/a", "/data/x", "/tmp/x"])
      expect(read(path), path).toEqual([]);
    for (const path of ["/etc/passwd", "../data/../etc/passwd", "other/a", "/data/../etc"])
      expect(read(path), path).toHaveLength(1);
    const ask = (url: string) => problems(`fetch(${JSON.stringify(url)});`, policy);
    expect(ask("https://api.example.com/v1")).toEqual([]);
    expect(ask("https://evil.example.com/v1")).toMatchObject([
      { message: expect.stringContaining("evil.example.com:443") },
    ]);
    expect(ask("http://api.example.com/")).toHaveLength(1);
  });

  test("a policy that leaves a thing unspecified does not declare it", () => {
    expect(problems('import { readFile } from "node:fs";\nreadFile(p);', {})).toHaveLength(1);
    expect(problems("fetch(u);", { network: { mode: "allowlist", hosts: [] } })).toHaveLength(1);
  });
});

describe("code that uses no more than its policy declares", () => {
  test.each<[string, string]>([
    [
      "names of its own that sound like Node's",
      "function f(fetch, process) { fetch(process.env); } { const eval2 = 1; }",
    ],
    ["members that sound like Node's", "const o = { fetch() {}, process: 1, eval: 2 }; o.fetch(o.process, o.eval);"],
    ["a name declared further down", "f(); function f() { return require(1); } function require(x) { return x; }"],
    ["a question whether a global exists", 'if (typeof WebSocket3 === "undefined") throw new Error("no");'],
    [
      "modules that reach nothing",
      'import { createHash } from "node:crypto"; import path from "node:path"; createHash("sha256"); path.join("a");',
    ],
    [
      "what only looks like the network",
      'import { isIP, BlockList } from "node:net"; isIP(x1); new BlockList(); var x1 = "1";',
    ],
    ["an import that nobody mentions", 'import { spawn } from "node:child_process";'],
    ["the name of a class", "class A {} new A().constructor.name;"],
    ["process members without reach", "process.cwd(); process.platform; process.stdout.write('x');"],
    [
      "newer syntax",
      "class A { #x = 1; static { this.y = 2; } get #z() { return this.#x; } } for await (const a of []) { label: for (;;) break label; }",
    ],
  ])("passes: %s", (_name, code) => {
    expect(problems(code, {})).toEqual([]);
  });

  test("a block's own name does not stand for the global outside it", () => {
    expect(problems("{ let fetch = 1; use2(fetch); }\nfunction use2() {}\nfetch(u2); var u2;", {})).toMatchObject([
      { line: 3 },
    ]);
    expect(problems("function f() { var fetch; }\nfetch(u3); var u3;", {})).toMatchObject([{ line: 2 }]);
    expect(problems("const fetch2 = ({ fetch }) => fetch;\nconst o = { fetch };", {})).toMatchObject([{ line: 2 }]);
  });

  test("every shipped tool passes, and none of them with an empty policy", async () => {
    for (const { contract, bundle } of await shippedTools()) {
      expect([contract.name, checkCapabilities(bundle.code, contract.policy, bundle.sourceMap)]).toMatchObject([
        contract.name,
        { ok: true },
      ]);
      expect(checkCapabilities(bundle.code, {}, bundle.sourceMap)).toMatchObject({ ok: false });
    }
  });

  test("code that cannot be read, or is nested too deep to be, is refused and not run into", () => {
    expect(checkCapabilities("export default {", {})).toMatchObject({ ok: false, code: "invalid_definition" });
    expect(checkCapabilities(`${"(".repeat(100_000)}1${")".repeat(100_000)}`, {})).toMatchObject({
      ok: false,
      code: "invalid_definition",
    });
    expect(checkCapabilities(`x=${"[".repeat(3_000)}fetch${"]".repeat(3_000)}; var x`, {})).toMatchObject({
      ok: false,
    });
  });

  test("code made to be slow to read is refused at once", () => {
    const doubling = Array.from({ length: 60 }, (_, at) => `var x${at + 1} = x${at} + x${at};`).join("");
    expect(problems(`var x0 = "a";${doubling}\nprocess.env[x60];`, EVERYTHING)).toMatchObject([
      { uses: "process.env" },
    ]);
    expect(problems("var a1 = b1, b1 = a1;\nprocess.env[a1];", EVERYTHING)).toMatchObject([{ uses: "process.env" }]);
    const blocks = `${"{".repeat(1_000)}fetch;${"}".repeat(1_000)}`;
    expect(checkCapabilities(blocks, EVERYTHING)).toMatchObject({ ok: false, code: "invalid_definition" });
  });

  test("the refusal names the author's own file and line when there is a source map", async () => {
    const [readFile] = await shippedTools();
    const checked = checkCapabilities(readFile?.bundle.code ?? "", {}, readFile?.bundle.sourceMap);
    if (checked.ok) throw new Error("it passed");
    const { errors } = checked.details as { errors: { file: string }[] };
    const files = errors.map(({ file }) => file);
    expect(new Set(files)).toEqual(new Set(["../file-access/open-folder.ts", "execute.ts"]));
    expect(checked.message).toMatch(/^\.\.\/file-access\/open-folder\.ts:\d+: fs\/promises\.open: /);
  });
});
