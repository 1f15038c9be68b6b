import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "#lib/environment/home.ts";

function airlock(...args: string[]) {
  const file = join(PROJECT_ROOT, "bin", "airlock.mjs");
  return spawnSync(process.execPath, [file, ...args], { encoding: "utf8" });
}

const script = airlock("completion", "bash").stdout;

/** What bash would offer behind these words. */
function offered(...typed: string[]): string[] {
  const words = ["airlock", ...typed].map((word) => `'${word}'`).join(" ");
  const line = `compopt() { :; }\n${script}\nCOMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _airlock; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return spawnSync("bash", ["-c", line], { encoding: "utf8" }).stdout.split("\n").filter(Boolean);
}

test("bash is offered commands, then their parts, then the flags that their help explains", () => {
  expect(offered("")).toEqual(expect.arrayContaining(["doctor", "clean", "scan", "audit", "policy", "completion"]));
  expect(offered("do")).toEqual(["doctor"]);
  expect(offered("audit", "")).toEqual(expect.arrayContaining(["verify", "export"]));
  expect(offered("clean", "--js")).toEqual(["--jsonl"]);
  expect(offered("sandbox", "run", "--po")).toEqual(["--policy"]);
  expect(offered("completion", "")).toEqual(["bash", "zsh", "fish"]);
});

test.each(["zsh", "fish"])("%s gets a script that names every command", (shell) => {
  const { status, stdout } = airlock("completion", shell);
  expect(status).toBe(0);
  for (const word of ["doctor", "register", "manifest", "sandbox", "rehearse"]) expect(stdout).toContain(word);
});

test.each([[[]], [["tcsh"]], [["bash", "zsh"]]])("%j is a usage error", (args) => {
  expect(airlock("completion", ...args)).toMatchObject({ status: 2, stdout: "" });
});
