import { z } from "zod";
import type { SelfTestCheck } from "./report.ts";

/** What the probe saw from inside. */
export const sightingSchema = z.object({
  seccomp: z.string(),
  capabilities: z.string(),
  noNewPrivileges: z.string(),
  corePattern: z.string(),
  rootWrite: z.string(),
  systemWrite: z.string(),
  shadow: z.string(),
  hostFile: z.string(),
  interfaces: z.string(),
  launcherEnvironment: z.string(),
  ownInside: z.string(),
  processes: z.number(),
  descriptors: z.array(z.string()),
  unixSocket: z.string(),
  newProcess: z.string(),
  /** Only where there is network. */
  proxy: z.string().optional(),
});
export type Sighting = z.infer<typeof sightingSchema>;

/** bubblewrap's first process, and the tool. */
const MOST_PROCESSES = 2;

/** What must be so, one line each; a backend is offered only if all hold. */
export function judgeSighting(seen: Sighting): SelfTestCheck[] {
  const refused = (answer: string): boolean => answer.startsWith("refused");
  const isHidden = (text: string): boolean => text === "" || refused(text);
  const check = (name: string, holds: boolean, saw: unknown): SelfTestCheck => ({
    name,
    holds,
    saw: (typeof saw === "string" ? saw : JSON.stringify(saw)).slice(0, 200),
  });
  return [
    check("a system-call filter is in force", seen.seccomp === "2", seen.seccomp),
    check("there are no capabilities", /^0+$/.test(seen.capabilities), seen.capabilities),
    check("no program can gain privileges", seen.noNewPrivileges === "1", seen.noNewPrivileges),
    check("the kernel's settings cannot be written", refused(seen.corePattern), seen.corePattern),
    check("the root is read-only", refused(seen.rootWrite), seen.rootWrite),
    check("the system is read-only", refused(seen.systemWrite), seen.systemWrite),
    check("the host's passwords are not there", refused(seen.shadow), seen.shadow.slice(0, 20)),
    check("a file of the host that no policy names is not there", refused(seen.hostFile), seen.hostFile),
    check("the only network interface is its own loopback", seen.interfaces === "lo", seen.interfaces),
    check("nothing of our environment is visible", isHidden(seen.launcherEnvironment), "hidden"),
    check("what a tool starts cannot look into it", refused(seen.ownInside), seen.ownInside),
    check("no process of the host is visible", seen.processes <= MOST_PROCESSES, seen.processes),
    check("no file of ours is left open", seen.descriptors.length === 0, seen.descriptors),
    check("no socket to other programs can be made", refused(seen.unixSocket), seen.unixSocket),
    check("no further process can be started", seen.newProcess === "refused", seen.newProcess),
    ...(seen.proxy === undefined
      ? []
      : [check("the proxy answers, and refuses", / 403 /.test(seen.proxy), seen.proxy)]),
  ];
}
