import { BOTH, type Reach } from "./node-surface.ts";

const [O_ACCESS, O_CREAT, O_TRUNC, O_APPEND, O_PATH] = [3, 64, 512, 1024, 0x200000];

/** What opening a file with these flags lets the opener do; flags that are not plain from the code mean both. */
export function reachOfOpen(flags: number | string | undefined, isGiven: boolean): Reach {
  if (!isGiven) return ["fs.read"];
  if (typeof flags === "string") return TEXTS[flags] ?? BOTH;
  if (flags === undefined) return BOTH;
  // Such a descriptor only stands for a place: it can be neither read nor written.
  if ((flags & O_PATH) !== 0) return ["fs.look"];
  const access = flags & O_ACCESS;
  const changes = access !== 0 || (flags & (O_CREAT | O_TRUNC | O_APPEND)) !== 0;
  return [...(access === 1 ? [] : (["fs.read"] as const)), ...(changes ? (["fs.write"] as const) : [])];
}

const TEXTS: Readonly<Record<string, Reach>> = {
  r: ["fs.read"],
  rs: ["fs.read"],
  sr: ["fs.read"],
  w: ["fs.write"],
  wx: ["fs.write"],
  xw: ["fs.write"],
  a: ["fs.write"],
  ax: ["fs.write"],
  xa: ["fs.write"],
  as: ["fs.write"],
  sa: ["fs.write"],
};
