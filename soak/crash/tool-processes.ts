import { readdirSync, readFileSync } from "node:fs";

/** The tickets of the calls whose tool runs on this machine now: every sandbox tells its tool which request it serves. */
export function ticketsAtWork(): Set<string> {
  const tickets = new Set<string>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const ticket = /(?:^|\0)AIRLOCK_REQUEST_ID=([^\0]+)/.exec(environmentOf(pid))?.[1];
    if (ticket !== undefined) tickets.add(ticket);
  }
  return tickets;
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    // It has ended, or is not ours to look at.
    return "";
  }
}
