import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
    [
      "write",
      "a read that opens for writing",
      'import { readFileSync } from "node:fs";\nreadFileSync(p, { flag: "w+" });',
    ],
    [
      "write",
      "a read that makes the file",
      'import { readFile } from "node:fs/promises";\nreadFile(p, { encoding: "utf8", ["fl" + "ag"]: "a+" });',
    ],
    ["write", "a stream that reads and empties", 'import fs from "node:fs";\nfs.createReadStream(p, { flags: "w" });'],
    ["write", "a read by options nobody sees", 'import { readFile } from "node:fs";\nreadFile(p, flags);'],
    ["write", "a read by options that are mixed in", 'import { readFile } from "node:fs";\nreadFile(p, { ...flags });'],
    [
      "write",
      "a read by options that inherit",
      'import { readFile } from "node:fs";\nreadFile(p, { __proto__: flags });',
    ],
    ["write", "a read by arguments nobody sees", 'import { readFile } from "node:fs";\nreadFile(...a);'],
    ["write", "a read that is handed on", 'import { readFile } from "node:fs";\nuse(readFile);'],
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
    ["net", "a call in a default, which does not see the body", "\nfunction f(r = fetch(u)) { var fetch; }"],
    ["net", "a call that is switched on, before the cases", "\nswitch (fetch(u)) { default: let fetch; }"],
    ["net", "a tag", "\nfetch`https://example.com`;"],
    ["net", "a default of a pattern", "\nconst { f = fetch } = {};"],
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
    // The process, for whoever listens to it.
    ["a listener with a this", '\nprocess.once("exit", function () { this.getBuiltinModule("fs"); });'],
    ["a listener from elsewhere", '\nprocess.on("exit", use);'],
    ["a listener that may be another by now", '\nlet l = () => {}; process.on("exit", l); l = use;'],
    ["what a listening returns", '\nconst q = process.on("exit", () => {});'],
    ["what a listening returns, at once", '\nprocess.off("exit", () => {}).getBuiltinModule("fs");'],
    ["what a listening returns, of an arrow", '\nconst q = () => process.once("exit", () => {});'],
    ["a listening that is handed on", "\nuse(process.on);"],
    ["a listening by a tag", "\nprocess.on`exit`;"],
    ["a function in the place of a member", "\nprocess.cwd = function () { return this; };"],
    ["a function in the place of a global", "\nglobalThis.atob = function () { return this; };"],
    ["a function in the place of a global, by its name alone", "\natob = use;"],
    ["a function in a global", "\nJSON.stringify = use;"],
    ["a function in a module", 'import fs from "node:fs";\nfs.readFileSync = function () { return this; };'],
    ["a function in a module, by a computed name", 'import events from "node:events";\nevents[name] = use;'],
    ["a function in a class of Node's", 'import { EventEmitter } from "node:events";\nEventEmitter.init = use;'],
    ["a member of this that leads out", "\nclass A { m() { return this.getBuiltinModule; } }"],
    ["the same of anything", '\nuse().mainModule["require"]("fs");'],
    ["the same, taken out", "\nconst { getBuiltinModule: g } = use();"],
    ["a standard stream that is connected", "\nprocess.stdout.connect({ port: 80 });"],
    ["a standard stream that is handed on", "\nuse(process.stdin);"],
    ["a standard stream of the console", "\nconsole._stdout.connect(80);"],
    // What made an object.
    ["a constructor by a computed key of a pattern", '\nconst { ["constructor"]: F } = () => {};'],
    ["a constructor by a key in pieces", '\nconst { ["con" + "structor"]: F } = () => {};'],
    ["a constructor by a key of an argument", '\n(({ ["constructor"]: F }) => F)(() => {});'],
    ["a constructor by a template", '\n(() => {})[`con${"structor"}`];'],
    ["a constructor by the last of several", '\n(() => {})[(0, "constructor")];'],
    ["a constructor by Reflect.get", '\nReflect.get(() => {}, "constructor");'],
    ["a constructor by a descriptor", '\nObject.getOwnPropertyDescriptor(use(), "constructor").value;'],
    ["a constructor among all descriptors", "\nObject.getOwnPropertyDescriptors(use());"],
    ["a constructor of async functions", "\nObject.getPrototypeOf(async () => {})[name];"],
    ["a constructor of generators", "\n(function* () {}).__proto__[name];"],
    ["a member that Reflect looks up by a name nobody sees", "\nReflect.get(() => {}, name);"],
    ["Reflect.get by arguments nobody sees", "\nReflect.get(...a);"],
    ["Reflect.get handed on", '\nReflect.apply(Reflect.get, undefined, [() => {}, "x"]);'],
    ["Reflect under another name", "\nconst R = Reflect;"],
    ["Reflect taken apart", "\nconst { get } = Reflect;"],
    ["Object under another name", "\nuse(Object);"],
    ["Object looked up", "\nObject[name];"],
    ["a prototype that is kept", "\nconst q = Object.getPrototypeOf(use()); q.emit = use;"],
    ["a prototype that is compared and kept", "\nconst q = Object.getPrototypeOf(use()); q === null; use(q);"],
    ["a prototype that is changed", 'import { EventEmitter } from "node:events";\nEventEmitter.prototype.emit = use;'],
    ["a prototype that is handed on", "\nObject.defineProperty(Object.prototype, name, {});"],
    ["a prototype by its name", '\nReflect.get(use, "prototype");'],
    ["a prototype that is taken out", "\nconst { prototype } = use;"],
    ["a prototype of super", "\nclass A extends use { static { super.prototype.x = 1; } }"],
    ["a getter that is looked up", '\nuse().__lookupGetter__("x");'],
    ["the frames of a stack", "\nError.prepareStackTrace = use;"],
    // Native code and Node's own handles.
    ["an engine", 'import { setEngine } from "node:crypto";\nsetEngine(p);'],
    ["an engine of a namespace", 'import * as c from "node:crypto";\nc.setEngine(p);'],
    ["a module with an engine, handed on", 'import crypto from "node:crypto";\nuse(crypto);'],
    ["a module with an engine, loaded late", '\nawait import("node:crypto");'],
    ["a module with an engine, asked for", '\nprocess.getBuiltinModule("crypto");'],
    ["an extension of a database", "\nuse().loadExtension(p);"],
    ["the priority of others", 'import os from "node:os";\nos.setPriority(1, 1);'],
    ["hooks", 'import { createHook } from "node:async_hooks";\ncreateHook({});'],
    ["a terminal by its number", 'import { WriteStream } from "node:tty";\nnew WriteStream(1);'],
    ["what loads a module", "\nimport.meta.resolve(name);"],
    ["import.meta as a value", "\nuse(import.meta);"],
    ["the main module", "\nprocess.mainModule.require(name);"],
    ["a CommonJS module", "\nmodule.constructor._load(name);"],
    ["a global by its name in pieces", '\nglobalThis["pro" + "cess"].dlopen(m, p);'],
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

  test.each<[string, string]>([
    ["an encoding", 'readFile(p, "utf8")'],
    ["a callback", "readFile(p, (error, text) => text)"],
    ["no options", "readFile(p, undefined)"],
    ["options with a flag that reads", 'readFile(p, { encoding: "utf8", flag: "r" })'],
    ["options without a flag", "readFile(p, { signal: use })"],
  ])("reading a file by %s is reading alone", (_, call) => {
    expect(problems(`import { readFile } from "node:fs";\n${call};`, LESS.write)).toEqual([]);
  });

  test("a variable that a parameter may have filled is not taken for what it is set to", () => {
    const code = 'function f(k) { if (use) { var k = "TOKEN"; } return process.env[k]; }';
    expect(problems(code, EVERYTHING)).toMatchObject([{ uses: "process.env" }]);
    expect(problems('function f() { var k = "TOKEN"; return process.env[k]; }', EVERYTHING)).toEqual([]);
  });

  test("a policy that leaves a thing unspecified does not declare it", () => {
    expect(problems('import { readFile } from "node:fs";\nreadFile(p);', {})).toHaveLength(1);
    expect(problems("fetch(u);", { network: { mode: "allowlist", hosts: [] } })).toHaveLength(1);
  });
});

describe("ways around that work", () => {
  /** Whole modules; each prints its name once it holds what it has no right to. */
  const WAYS: Record<string, string> = {
    "this of a listener":
      'process.once("exit", function () { if (this.getBuiltinModule("child_process").execFile) say(); });',
    "what listening returns": 'if (process.on("airlock", () => {}).getBuiltinModule("fs").rmSync) say();',
    "a replaced member":
      "const cwd = process.cwd; process.cwd = function () { return this; }; if (process.cwd().dlopen) say(); process.cwd = cwd;",
    "a replaced global":
      "const old = globalThis.atob; globalThis.atob = function () { return this; }; if (globalThis.atob().fetch) say(); globalThis.atob = old;",
    "a replaced function of a module":
      'import fs from "node:fs"; const old = fs.statSync; fs.statSync = function () { return this; }; if (fs.statSync().rmSync) say(); fs.statSync = old;',
    "a changed prototype":
      'import { EventEmitter } from "node:events"; const { emit } = EventEmitter.prototype; EventEmitter.prototype.emit = function (...all) { if (this.dlopen) say(); EventEmitter.prototype.emit = emit; return emit.apply(this, all); }; process.emitWarning("x");await new Promise((done) => setTimeout(done, 20));',
    "a pattern": 'const { ["constructor"]: F } = () => {}; if (F("return process")().dlopen) say();',
    Reflect: 'if (Reflect.get(() => {}, "constructor")("return process")().dlopen) say();',
    "a descriptor":
      'if (Object.getOwnPropertyDescriptor(Object.getPrototypeOf(async () => {}), "constructor").value("return 1")) say();',
    "a default of a parameter": "function f(r = fetch) { var fetch; return r; } if (f()) say();",
    "a switch": "switch (fetch) { default: say(); let fetch; }",
    "a flag":
      'import { readFileSync, existsSync } from "node:fs"; readFileSync(FILE, { flag: "w+" }); if (existsSync(FILE)) say();',
  };

  test("are refused, every one; the control is that each of them works in a bare process", () => {
    const folder = mkdtempSync(join(tmpdir(), "airlock-ways-"));
    const programs = Object.entries(WAYS).map(([name, code]) => {
      const file = JSON.stringify(join(folder, "made-by-reading"));
      const whole = code.replaceAll("say()", `console.log(${JSON.stringify(name)})`).replaceAll("FILE", file);
      return `await import("data:text/javascript,${encodeURIComponent(whole)}");`;
    });
    const program = spawnSync(process.execPath, ["--input-type=module", "-e", programs.join("\n")], {
      encoding: "utf8",
    });
    rmSync(folder, { recursive: true });
    expect(program.stdout.trim().split("\n").sort()).toEqual(Object.keys(WAYS).sort());
    const reading: ToolPolicy = { filesystem: { read: ["/**"], write: [] }, network: { mode: "none" } };
    for (const [name, code] of Object.entries(WAYS)) {
      const refused = checkCapabilities(`const say = () => {}, FILE = "/x";\n${code}`, reading);
      expect([name, refused]).toMatchObject([name, { ok: false, code: "undeclared_capability" }]);
    }
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
    [
      "process members without reach",
      "process.cwd(); process.platform; process.stdout.write('x'); process.exitCode = 1;",
    ],
    ["listeners that have no this", 'process.on("exit", () => {}); const l = () => {}; process?.once?.("exit", l);'],
    ["input of its own", "for await (const chunk of process.stdin) chunk.length;"],
    ["this of its own", "class A { x = 1; m() { return this.x; } } const o = { n() { return this.n; } }; o.n();"],
    [
      "methods of a prototype, and a question about one",
      "const q = Object.getPrototypeOf({}); q === null || q === Object.prototype; Object.prototype.toString.call(1);",
    ],
    ["Object as a type", "const o = {}; o instanceof Object; Object(1); class A extends Object {}"],
    [
      "a name that is guarded against",
      'const bad = (k) => k === "__proto__" || k === "constructor"; ({ __proto__: null });',
    ],
    [
      "a descriptor by its name",
      'Object.getOwnPropertyDescriptor({}, "x"); Reflect.get({}, "x"); Reflect.ownKeys({});',
    ],
    ["a shorter stack", "Error.stackTraceLimit = 5;"],
    ["where it is", "import.meta.url; import.meta.dirname;"],
    ["its own var, in a body", "function f(a = 1) { var fetch = a; return fetch; }"],
    [
      "modules of which the harmless part is used",
      'import { AsyncLocalStorage } from "node:async_hooks"; import os from "node:os"; new AsyncLocalStorage(); os.EOL;',
    ],
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
      if (!bundle) continue;
      const { secrets } = contract.requires ?? {};
      expect([contract.name, checkCapabilities(bundle.code, contract.policy, bundle.sourceMap, secrets)]).toMatchObject(
        [contract.name, { ok: true }],
      );
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
    const checked = checkCapabilities(readFile?.bundle?.code ?? "", {}, readFile?.bundle?.sourceMap);
    if (checked.ok) throw new Error("it passed");
    const { errors } = checked.details as { errors: { file: string }[] };
    const files = errors.map(({ file }) => file);
    expect(new Set(files)).toEqual(new Set(["../file-access/open-folder.ts", "../file-access/open-file.ts"]));
    expect(checked.message).toMatch(/^\.\.\/file-access\/open-folder\.ts:\d+: fs\/promises\.open: /);
  });
});
