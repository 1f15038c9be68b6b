/**
 * One build, two doors. A process serves the routes of its own door and knows nothing of the other: the agent-facing
 * process has no page from which anything could be approved. An unset or misspelt door serves nothing but its health.
 */
export type Door = "dashboard" | "gateway";

const BOTH = ["/healthz"];
const GATEWAY = ["/api/v1", "/mcp"];

export function isServed(doors: string | undefined, pathname: string): boolean {
  if (BOTH.includes(pathname)) return true;
  const door = doorOf(pathname);
  return (doors ?? "").split(",").some((name) => name.trim() === door);
}

export function doorOf(pathname: string): Door {
  return GATEWAY.some((prefix) => isUnder(pathname, prefix)) ? "gateway" : "dashboard";
}

function isUnder(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}
