import { isWithin } from "#lib/sandbox/mount-pattern.ts";
import type { Mount, SandboxPlan } from "#lib/sandbox/plan.ts";
import { SECRETS_DIRECTORY } from "#lib/sandbox/plan-credentials.ts";
import { INSIDE_ID } from "./launch.ts";
import type { EmptyPlace } from "./places-without-exec.ts";

/**
 * bubblewrap's arguments for a plan, in the order that matters: it applies them one after the other, so a remount that
 * comes too early makes every later mount fail, and one that is forgotten leaves a writable root.
 */
export interface ArgumentInputs {
  readonly plan: SandboxPlan;
  readonly links: readonly { readonly path: string; readonly target: string }[];
  /** Descriptor numbers, as the launch lays them out. `mounts` runs parallel to the plan's. */
  readonly descriptors: {
    readonly mounts: readonly (number | { readonly place: string })[];
    readonly files: readonly { readonly descriptor: number; readonly path: string }[];
    /** Credentials that are known now; null where they come with a call. */
    readonly secrets: readonly { readonly descriptor: number; readonly path: string }[] | null;
    readonly seccomp: number;
    readonly status: number;
    /** Where the users of the host have to be mapped; see `owner-map.ts`. */
    readonly ownerMap: { readonly info: number; readonly release: number } | null;
  };
  readonly environment: Readonly<Record<string, string>>;
  /** What is covered where the tool has a capability over files. */
  readonly kernelFiles: readonly string[];
  /** Instead of places that bubblewrap would make itself; null where programs may be started from anywhere. */
  readonly empty: readonly EmptyPlace[] | null;
}

/** More than a few keys and certificates need. */
const SECRETS_BYTES = 1_048_576;

/** Throws on a NUL in any of them: the list is separated by NULs, so one in a value would be further arguments. */
export function bubblewrapArguments(inputs: ArgumentInputs): string[] {
  const list = argumentList(inputs);
  if (list.some((argument) => argument.includes("\0"))) throw new Error("An argument of the sandbox contains a NUL.");
  return list;
}

function argumentList({ plan, links, descriptors, environment, kernelFiles, empty }: ArgumentInputs): string[] {
  const { ownerMap } = descriptors;
  const liesOver = ({ target }: Tmpfs): boolean => plan.mounts.some((mount) => isWithin(target, mount.target));
  return [
    // bubblewrap cannot do both; with an owner map it is we who switch further user namespaces off.
    ...(ownerMap
      ? ["--info-fd", `${ownerMap.info}`, "--userns-block-fd", `${ownerMap.release}`]
      : ["--disable-userns", "--uid", `${INSIDE_ID}`, "--gid", `${INSIDE_ID}`]),
    ...["--cap-drop", "ALL"],
    ...(ownerMap ? fileCapability(plan) : []),
    ...["--die-with-parent", "--new-session", "--hostname", "sandbox"],
    "--clearenv",
    ...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--json-status-fd", `${descriptors.status}`],
    ...links.flatMap(({ path, target }) => ["--symlink", target, path]),
    ...["--proc", "/proc", "--dev", "/dev"],
    // With the users of the host mapped, what is root's own in /proc would be open to that capability.
    ...(ownerMap ? kernelFiles.flatMap((path) => ["--ro-bind", "/dev/null", path]) : []),
    ...emptied(
      plan.tmpfs.filter((place) => !liesOver(place)),
      empty,
    ),
    ...plan.mounts.flatMap(({ mode, target }, index) => bound(mode, descriptors.mounts[index], target)),
    ...emptied(plan.tmpfs.filter(liesOver), empty),
    ...descriptors.files.flatMap(({ descriptor, path }) => [
      ...["--perms", "0444", liesOnRoot(plan, path) ? "--file" : "--ro-bind-data", `${descriptor}`, path],
    ]),
    ...secrets(plan, descriptors.secrets, empty),
    // Last: what bubblewrap makes itself is a writable tmpfs of half the memory, and /proc has the kernel's settings.
    ...["--remount-ro", "/dev", "--remount-ro", "/proc", "--remount-ro", "/"],
    ...["--chdir", plan.workingDirectory, "--seccomp", `${descriptors.seccomp}`],
  ];
}

/**
 * On the sandbox's own root, which is made read-only last, a file can simply be written: every mount is paid for twice, when it is made
 * and when it is cleared away. Below a mount writing it would write to whatever is mounted there, so there it is laid over it.
 */
function liesOnRoot({ mounts, tmpfs: places }: SandboxPlan, path: string): boolean {
  return ![...mounts, ...places].some(({ target }) => isWithin(path, target));
}

type Tmpfs = SandboxPlan["tmpfs"][number];

function bound(mode: Mount["mode"], from: number | { readonly place: string } | undefined, target: string): string[] {
  const option = mode === "rw" ? "--bind" : "--ro-bind";
  return typeof from === "object" ? [option, from.place, target] : [`${option}-fd`, `${from}`, target];
}

function emptied(places: readonly Tmpfs[], prepared: readonly EmptyPlace[] | null): string[] {
  if (prepared === null) return tmpfs(places);
  return places.flatMap(({ target }) => bindPrepared(target, prepared));
}

function bindPrepared(target: string, prepared: readonly EmptyPlace[]): string[] {
  const place = prepared.find((one) => one.target === target);
  if (!place) throw new Error(`Nothing was prepared for ${target}.`);
  return ["--bind", place.source, target];
}

/** --size and --perms hold for the next argument only. */
function tmpfs(places: readonly Tmpfs[]): string[] {
  return places.flatMap(({ target, sizeMb }) => [
    ...["--size", `${sizeMb * 1_048_576}`, "--perms", "1777", "--tmpfs", target],
  ]);
}

/** The tool's alone, in memory. Where the values come later, an empty place for them. */
function secrets(
  plan: SandboxPlan,
  known: ArgumentInputs["descriptors"]["secrets"],
  empty: ArgumentInputs["empty"],
): string[] {
  if (!plan.credentials?.some((credential) => credential.as === "file")) return [];
  if (known === null && empty) return bindPrepared(SECRETS_DIRECTORY, empty);
  if (known === null) return ["--perms", "0700", "--size", `${SECRETS_BYTES}`, "--tmpfs", SECRETS_DIRECTORY];
  return [
    ...["--perms", "0700", "--dir", SECRETS_DIRECTORY],
    ...known.flatMap(({ descriptor, path }) => ["--perms", "0400", "--ro-bind-data", `${descriptor}`, path]),
  ];
}

/**
 * A directory of the host that the policy names is readable (or writable) because the policy says so, whoever owns its
 * files. The capability counts in this sandbox's namespace only, so only for what is mounted in it.
 */
function fileCapability(plan: SandboxPlan): string[] {
  const named = plan.mounts.filter((mount) => isNamedByPolicy(mount));
  if (named.length === 0) return [];
  return ["--cap-add", named.some(({ mode }) => mode === "rw") ? "CAP_DAC_OVERRIDE" : "CAP_DAC_READ_SEARCH"];
}

/** A directory that is neither part of the runtime nor the agent's own. */
export function isNamedByPolicy({ from }: Mount): boolean {
  return from !== "runtime" && !from.startsWith("${workspace}");
}
