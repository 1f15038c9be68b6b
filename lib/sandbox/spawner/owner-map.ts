import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { INSIDE_ID } from "../bubblewrap/launch.ts";
import { NOBODYS_ID } from "../nobodys-id.ts";

/**
 * Maps every user of the host into a sandbox's namespace, with the tool's own user at its usual number (the host's user
 * of that number takes the place it left). Only root can write such a map. It gives the tool no user but its own: to
 * become another it would need a capability that it does not have. What it does: files of any owner are files that the
 * namespace knows, so that bubblewrap can walk to a directory below somebody's home, and so that a capability over files
 * counts for the directories that a policy names.
 */
export function ownerMap(user: number): string {
  return [
    [0, 0, INSIDE_ID],
    [INSIDE_ID, user, 1],
    [INSIDE_ID + 1, INSIDE_ID + 1, user - INSIDE_ID - 1],
    [user, INSIDE_ID, 1],
    [user + 1, user + 1, NOBODYS_ID - user - 1],
  ]
    .map((extent) => extent.join(" "))
    .join("\n");
}

/** Where it cannot be written the sandbox lacks these ports, and its proxies lead to the same hosts. */
const OPEN_PORTS = "{ echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start; } 2>/dev/null; true";

/** Done to the sandbox's first process while it waits. No user namespace can be made inside it afterwards. */
export async function mapOwners(pid: number, user: number, nsenter: string, lowPorts: boolean): Promise<void> {
  writeFileSync(`/proc/${pid}/uid_map`, ownerMap(user));
  writeFileSync(`/proc/${pid}/gid_map`, ownerMap(user));
  const setNone = "echo 0 > /proc/sys/user/max_user_namespaces";
  const script = lowPorts ? `${setNone} && ${OPEN_PORTS}` : setNone;
  const namespaces = ["--user", ...(lowPorts ? ["--net"] : [])];
  await promisify(execFile)(
    nsenter,
    ["--target", `${pid}`, ...namespaces, "--preserve-credentials", "/bin/sh", "-c", script],
    {
      env: {} as NodeJS.ProcessEnv,
    },
  );
}
