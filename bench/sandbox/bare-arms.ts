import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Machine } from "#lib/sandbox/machine.ts";
import { type BareProgram, bareBubblewrap, nodeAtHost, nodeInside, TRUE } from "../baselines/bare-bubblewrap.ts";
import type { BareLauncher } from "./bare-launcher.ts";
import type { StartArm } from "./start-arm.ts";

/** What every arm runs: `true`, and a bundle on Node with this call and this answer. */
export interface Programs {
  readonly nodePath: string;
  readonly bundle: string;
  readonly input: string;
  readonly answer: string;
}

type Arms = Record<string, StartArm>;
type Argv = [string, ...string[]];

/** Without anything around it, and in bubblewrap alone. */
export function bareArms(launcher: BareLauncher, machine: Machine, programs: Programs): Arms {
  const { nodePath, bundle, input, answer } = programs;
  const inside = nodeInside(nodePath, bundle, input);
  const atHost = nodeAtHost(nodePath, bundle, input);
  return {
    "bwrap.true": launcher.arm(bareBubblewrap(machine, TRUE), null, ""),
    "bwrap.node": launcher.arm(bareBubblewrap(machine, inside), input, answer),
    "spawn.true": launcher.arm(TRUE.argv, null, ""),
    "spawn.node": launcher.arm(atHost.argv, input, answer),
  };
}

/** The other sandboxes that this machine has; what does not work here is said and left out. */
export async function otherArms(
  launcher: BareLauncher,
  machine: Machine,
  programs: Programs,
  say: (line: string) => void,
): Promise<Arms> {
  const { nodePath, bundle, input, answer } = programs;
  const ways: Record<string, Arms> = {};
  if (machine.firejail) {
    const around = ({ argv }: BareProgram): Argv => [machine.firejail?.path ?? "", ...FIREJAIL, ...argv];
    ways.firejail = {
      "firejail.true": launcher.arm(around(TRUE), null, ""),
      "firejail.node": launcher.arm(around(nodeAtHost(nodePath, bundle, input)), input, answer),
    };
  }
  const docker = await openDocker();
  if (docker !== null) {
    const around = (program: BareProgram): Argv => dockerRun(docker, machine, program);
    ways.docker = {
      "docker.true": launcher.arm(around(TRUE), null, ""),
      "docker.node": launcher.arm(around(nodeInside(nodePath, bundle, input)), input, answer),
    };
  }
  for (const name of ["firejail", "docker"]) if (!ways[name]) say(`${name}: not on this machine`);
  const working: Arms = {};
  for (const [name, arms] of Object.entries(ways)) {
    try {
      for (const arm of Object.values(arms)) await arm.once();
      Object.assign(working, arms);
    } catch (error) {
      say(`${name}: does not work here. ${(error as Error).message.trim()}`);
    }
  }
  return working;
}

/** As much as bubblewrap alone does, as far as it can: it shows our files only where they lie. */
const FIREJAIL = ["--quiet", "--noprofile", "--net=none", "--ipc-namespace", "--private-dev", "--"];

const run = promisify(execFile);
const IMAGE = "airlock-bench-nothing";

/** The path of a docker whose daemon answers, with an image that has nothing in it; null where there is none. */
async function openDocker(): Promise<string | null> {
  try {
    await run("docker", ["version"], { timeout: 3_000 });
    const importing = run("docker", ["import", "-", IMAGE], { timeout: 30_000 });
    // An archive without entries: two blocks of zeros.
    importing.child.stdin?.end(Buffer.alloc(1024));
    await importing;
    return "docker";
  } catch {
    return null;
  }
}

/** The system's programs and our files are mounted, as for bubblewrap; nothing is pulled. */
function dockerRun(docker: string, machine: Machine, { argv, input, mounts }: BareProgram): Argv {
  const directories = [...machine.systemDirectories, ...machine.systemLinks.map(({ path }) => path)];
  const visible = [...directories.map((path) => [path, path]), ...Object.entries(mounts)];
  return [
    "/usr/bin/env",
    `PATH=${process.env.PATH ?? ""}`,
    ...[docker, "run", "--rm", "--network", "none", ...(input === null ? [] : ["-i"])],
    ...visible.flatMap(([source, target]) => ["-v", `${source}:${target}:ro`]),
    ...[IMAGE, ...argv],
  ];
}
