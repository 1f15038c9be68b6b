import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";

/** Each costs a look at the database a second; no agent needs more of them, and a leak of one must not be everybody's trouble. */
const MOST_OF_A_KEY = 64;

/** Counts the open streams of each key in this process. What is given back leaves the place, once. */
export function openStreams(most = MOST_OF_A_KEY) {
  const open = new Map<string, number>();
  return {
    enter(key: string): Outcome<() => void> {
      const count = open.get(key) ?? 0;
      if (count >= most) return refuse("rate_limited", `A key has at most ${most} open streams.`);
      open.set(key, count + 1);
      let inside = true;
      const leave = () => {
        if (!inside) return;
        inside = false;
        const left = (open.get(key) ?? 1) - 1;
        if (left > 0) open.set(key, left);
        else open.delete(key);
      };
      return done(leave);
    },
  };
}
