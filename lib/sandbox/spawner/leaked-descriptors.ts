import { closeSync, readdirSync, readFileSync } from "node:fs";

const O_CLOEXEC = 0o2000000;

/**
 * Closes every descriptor above 2 that a child would inherit. bubblewrap closes none itself, and one leaked directory is
 * a way out of any sandbox: `openat(fd, "..")`. What we mean to pass on, Node duplicates for the child afterwards.
 */
export function closeLeakedDescriptors(): void {
  for (const name of readdirSync("/proc/self/fd")) {
    const descriptor = Number(name);
    if (descriptor > 2 && isInheritable(descriptor)) closeSync(descriptor);
  }
}

function isInheritable(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    // The listing's own descriptor, gone by now.
    return false;
  }
}
