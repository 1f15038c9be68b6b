const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
] as const;

/** A few words for a browser's long name. A hint for the person who reads it, never a check. */
export function clientName(client: string): string {
  const browser = BROWSERS.find(([mark]) => client.includes(mark))?.[1];
  const system = SYSTEMS.find(([mark]) => client.includes(mark))?.[1];
  return [browser ?? client.slice(0, 40), system].filter(Boolean).join(" on ");
}
