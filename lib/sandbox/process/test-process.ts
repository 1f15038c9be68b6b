import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import type { SandboxBackend } from "#lib/sandbox/runtime.ts";
import type { SelfTestCheck } from "#lib/sandbox/self-test/report.ts";
import { planProcess } from "./plan-process.ts";

/** Names that would put somebody else's code into the tool; a policy asks for them, and none may arrive. */
const INJECTED = ["LD_PRELOAD", "NODE_OPTIONS", "BASH_ENV", "PYTHONSTARTUP"];

/** What a plain process promises, shown by one: it leaves a process behind in a session of its own and tells what it sees. */
export async function testProcess(backend: SandboxBackend, machine: Machine): Promise<SelfTestCheck[]> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "airlock-self-test-")));
  // The tool is another user and has to walk in.
  await chmod(directory, 0o711);
  const mark = randomUUID();
  const leave = `setsid sh -c 'while :; do sleep 60; done # ${mark}' >/dev/null 2>&1 </dev/null &`;
  const look = "cat /proc/self/status; env | sed 's/^/env /'; ls -l /proc/self/fd | sed 's/^/fd /'";
  try {
    const plan = planProcess(
      {
        policy: {
          filesystem: { read: ["/**"], write: ["/**"] },
          network: { mode: "open" },
          environment: { allow: INJECTED },
          exec: "allow",
        },
        grant: ACCESS_GRANTS.elevated,
        roots: { workspace: join(directory, "workspace") },
        command: { kind: "argv", argv: ["sh", "-c", `${leave} ${look}`] },
        environment: Object.fromEntries(INJECTED.map((name) => [name, "/injected"])),
      },
      machine,
    );
    const result = plan.ok ? await backend.run(plan.value, {}) : null;
    const said = result?.stdout ?? "";
    const field = (name: string): string => new RegExp(`^${name}:\\s*(.*)$`, "m").exec(said)?.[1]?.trim() ?? "unknown";
    const names = [...said.matchAll(/^env ([^=]+)=/gm)].map(([, name]) => name ?? "");
    const strange = names.filter((name) => !["PATH", "HOME", "LANG", "PWD", "OLDPWD", "SHLVL", "_"].includes(name));
    const files = [...said.matchAll(/^fd .* (\d+) -> (\/.*)$/gm)].filter(
      ([, number, target]) => Number(number) > 2 && !target?.startsWith("/proc/"),
    );
    const check = (name: string, holds: boolean, saw: string): SelfTestCheck => ({
      name,
      holds,
      saw: saw.slice(0, 200),
    });
    return [
      check("it runs", result?.exitCode === 0, result?.error?.message ?? result?.stderr ?? "no plan"),
      check("it is not root", !/^0\b/.test(field("Uid")), field("Uid")),
      check("there are no capabilities", /^0+$/.test(field("CapEff")), field("CapEff")),
      check("no program can gain privileges", field("NoNewPrivs") === "1", field("NoNewPrivs")),
      check("nothing of our environment is visible", strange.length === 0, strange.join(" ")),
      check("no file of ours is left open", files.length === 0, files.map(([, , target]) => target).join(" ")),
      check("what a call leaves behind is ended", !isAnybodyMarked(mark), "it lives"),
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function isAnybodyMarked(mark: string): boolean {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(mark);
      } catch {
        return false;
      }
    });
}
