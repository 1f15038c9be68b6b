import { has } from "#lib/sandbox/cgroups.ts";
import type { Machine } from "#lib/sandbox/machine.ts";

/** Why bubblewrap cannot be used here, as a sentence with what to do about it, or nothing. */
export function whyNotBubblewrap(machine: Machine): string | null {
  if (machine.platform !== "linux") return "bubblewrap needs Linux.";
  if (machine.architecture === null)
    return "There is no system-call filter for this processor; x64 and arm64 have one.";
  if (machine.bubblewrap === null) return "bubblewrap is not installed (Debian, Ubuntu: apt-get install bubblewrap).";
  if (!machine.bubblewrap.bindFd || !machine.bubblewrap.disableUserns) {
    return `bubblewrap ${machine.bubblewrap.version} lacks --bind-fd or --disable-userns; a newer one has them.`;
  }
  if (!machine.programs.prlimit) return "prlimit is not installed (util-linux).";
  if (!machine.programs.sh || !machine.programs.env) return "sh or env is missing.";
  if (machine.root && (!machine.programs.setpriv || !machine.programs.nsenter)) {
    // Started as root and not dropped, the tool would be root to the kernel and could write its settings.
    return "Running as root needs setpriv and nsenter (util-linux) to step down first.";
  }
  if (!machine.userNamespaces) return "User namespaces are switched off (sysctl user.max_user_namespaces).";
  return null;
}

/** What it takes to make places on which nothing can be started; see `places-without-exec.ts`. */
export function canListPrograms({ programs }: Machine): boolean {
  return Boolean(programs.unshare && programs.mount && programs.stat && programs.setpriv);
}

/** `full`: an own uid and kernel limits on memory and processes. */
export function tierOf(machine: Machine): "full" | "rootless" {
  return machine.root && has(machine.cgroups, "memory") && has(machine.cgroups, "pids") ? "full" : "rootless";
}
