import type { Role } from "#lib/policy/vocabulary.ts";
import { did, refused, type Step } from "./answer.ts";
import type { Command } from "./commands.ts";
import type { World } from "./world.ts";

/** What people do to everything at once: stop it, freeze an agent, go away. */

export function stop(world: World, { person, scope, target }: Extract<Command, { do: "stop" }>): Step {
  const no = mayNot(world, person, ["operator", "reviewer", "admin"]);
  if (no) return refused(world, no);
  const covers = world.switches.some(
    (thrown) => thrown.open && thrown.scope === scope && (scope === "global" || thrown.target === target),
  );
  if (covers) return refused(world, "wrong_state");
  return did({ ...world, switches: [...world.switches, { scope, target, open: true }] });
}

/** The switch a release means: an open one if there is any, counted from the newest. */
export function switchOf(world: World, nth: number): number | undefined {
  const all = world.switches.map((_, index) => index);
  const open = all.filter((index) => world.switches[index]?.open);
  const pool = open.length > 0 ? open : all;
  return pool.at(-1 - (nth % Math.max(1, pool.length)));
}

export function release(world: World, { person, nth }: Extract<Command, { do: "release" }>): Step {
  const no = mayNot(world, person, ["operator", "reviewer", "admin"]);
  if (no) return refused(world, no);
  const index = switchOf(world, nth);
  const meant = index === undefined ? undefined : world.switches[index];
  if (meant?.scope === "agent" && isOwner(world, person, meant.target)) return refused(world, "self_approval");
  if (!meant?.open) return refused(world, "wrong_state");
  const switches = world.switches.map((thrown, at) => (at === index ? { ...thrown, open: false } : thrown));
  return did({ ...world, switches });
}

export function freeze(world: World, { person, agent, frozen }: Extract<Command, { do: "freeze" }>): Step {
  const no = mayNot(world, person, ["reviewer", "admin"]);
  if (no) return refused(world, no);
  if (!frozen && isOwner(world, person, agent)) return refused(world, "self_approval");
  if (world.agents[agent]?.frozen === frozen) return refused(world, "wrong_state");
  return did({ ...world, agents: world.agents.map((one, at) => (at === agent ? { ...one, frozen } : one)) });
}

/** Who answers for an agent may stop it, and never let it go on. */
function isOwner(world: World, person: number, agent: number): boolean {
  return world.agents[agent]?.owner === person;
}

export function leave(world: World, person: number): Step {
  return did({ ...world, people: world.people.map((one, at) => (at === person ? { ...one, gone: true } : one)) });
}

export function mayNot(
  world: World,
  person: number,
  roles: readonly Role[],
): "bad_session" | "not_permitted" | undefined {
  const who = world.people[person];
  if (!who || who.gone) return "bad_session";
  return roles.includes(who.role) ? undefined : "not_permitted";
}
