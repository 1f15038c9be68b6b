import { isWithin } from "./mount-pattern.ts";

/**
 * Host paths that no policy can mount, whatever it says and whoever approved it. A policy is written by a tool's author
 * and read in a hurry; these would hand over the machine rather than a directory.
 */

/** Neither these nor anything below them: kernel interfaces, devices, and where sockets of daemons live. */
const CLOSED = ["/proc", "/sys", "/dev", "/run", "/var/run", "/boot", "/lost+found"];

/** Not as a whole; a directory below them may be named. */
const NOT_WHOLE = [
  "/",
  "/etc",
  "/home",
  "/root",
  "/var",
  "/var/lib",
  "/tmp",
  "/var/tmp",
  "/opt",
  "/srv",
  "/mnt",
  "/media",
  "/usr/local",
];

/** Secrets of the machine, to be neither in a mount nor above it. */
const SECRETS = [
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/gshadow-",
  "/etc/sudoers",
  "/etc/sudoers.d",
  "/etc/ssh",
  "/etc/ssl/private",
  "/etc/kubernetes",
  "/var/lib/docker",
  "/var/lib/containerd",
  "/var/lib/kubelet",
  "/root/.ssh",
  "/root/.aws",
  "/root/.gnupg",
];

/** Places that the sandbox itself fills. */
const OURS_INSIDE = [
  "/workspace",
  "/project",
  "/airlock",
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
];
const READABLE_ANYWAY = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

export type PathVerdict = "mount" | "present" | { readonly refused: string };

/** Judges a host path that a policy names. `state` is the dispatcher's own directory: keys, logins, the database. */
export function judgeHostPath(path: string, mode: "ro" | "rw", state: string | null): PathVerdict {
  if (CLOSED.some((closed) => isWithin(path, closed)))
    return { refused: `${path} belongs to the kernel or to daemons` };
  if (NOT_WHOLE.includes(path)) return { refused: `${path} cannot be mounted whole` };
  if (mode === "rw" && isWithin(path, "/etc")) return { refused: `${path} is the machine's configuration` };
  if (SECRETS.some((secret) => isWithin(path, secret) || isWithin(secret, path))) {
    return { refused: `${path} holds secrets of the machine` };
  }
  if (state !== null && (isWithin(path, state) || isWithin(state, path))) {
    return { refused: `${path} would show Airlock's own state` };
  }
  if (mode === "ro" && READABLE_ANYWAY.some((present) => isWithin(path, present))) return "present";
  if (OURS_INSIDE.some((ours) => isWithin(path, ours))) return { refused: `${path} is a place of the sandbox itself` };
  return "mount";
}

/** The project root is named by an operator, not by a tool; it may lie anywhere but must not contain our own state. */
export function judgeRoot(path: string, state: string | null): PathVerdict {
  if (path === "/" || CLOSED.concat("/etc", "/usr").some((closed) => isWithin(path, closed))) {
    return { refused: `${path} cannot be a project` };
  }
  if (state !== null && (isWithin(path, state) || isWithin(state, path))) {
    return { refused: `${path} would show Airlock's own state` };
  }
  return "mount";
}
