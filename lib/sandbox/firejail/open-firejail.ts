import type { Sandboxing } from "#lib/sandbox/config/sandboxing.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import { notOffered, type Opened } from "#lib/sandbox/select/opened.ts";
import { testContained } from "#lib/sandbox/self-test/test-contained.ts";
import { FirejailSandbox, planFirejail } from "./firejail.ts";

const CANNOT =
  "No network, no credentials, no tools that may not start processes; the workspace is at its own path, not at /workspace, and /tmp has no size of its own.";

/** Only where the document enables it: it is a setuid program with a history, and weaker than bubblewrap. */
export async function openFirejail(machine: Machine, { firejail }: Sandboxing): Promise<Opened> {
  const version = machine.firejail?.version;
  if (!firejail.enabled) return notOffered("firejail", "The sandboxing document does not enable it.", version);
  const obstacle = whyNot(machine);
  if (obstacle) return notOffered("firejail", obstacle, version);
  const backend = new FirejailSandbox(machine);
  const plan = (request: Parameters<typeof planFirejail>[0]) => planFirejail(request, machine);
  const { checks, obstacle: failure } = await testContained(backend, plan);
  const failed = checks.filter(({ holds }) => !holds).map(({ name }) => name);
  const reason = failure ?? (failed.length > 0 ? `Not so: ${failed.join("; ")}.` : null);
  if (reason !== null) {
    await backend.close();
    const { report } = notOffered("firejail", reason, version);
    return { report: { ...report, checks } };
  }
  const report = { name: backend.name, offered: true, tier: "weaker" as const, reason: CANNOT, checks };
  return { report: version === undefined ? report : { ...report, version }, proved: { backend, plan } };
}

function whyNot({ platform, architecture, firejail, programs }: Machine): string | null {
  if (platform !== "linux") return "firejail needs Linux.";
  if (!firejail) return "firejail is not installed (Debian, Ubuntu: apt-get install firejail).";
  if (architecture === null) return "There is no system-call table for this processor; x64 and arm64 have one.";
  const { sh, env, prlimit, setpriv } = programs;
  return sh && env && prlimit && setpriv ? null : "sh, env, prlimit or setpriv is missing.";
}
