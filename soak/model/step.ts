import { did, type Step } from "./answer.ts";
import { force } from "./arrows.ts";
import type { Command } from "./commands.ts";
import { askFor, askTogether, cancel } from "./step-ask.ts";
import { approve, edit, reject, resolve } from "./step-decide.ts";
import { freeze, leave, release, stop } from "./step-people.ts";
import { beat, claim, complete, reclaim, sweep } from "./step-run.ts";
import type { World } from "./world.ts";

/** What has to come of a command. Each takes a moment, so that what came first is always known. */
export function step(before: World, command: Command): Step {
  const world = { ...before, now: before.now + 1 };
  switch (command.do) {
    case "ask":
      return askFor(world, command);
    case "ask together":
      return askTogether(world, command.asks);
    case "approve":
      return approve(world, command);
    case "reject":
      return reject(world, command);
    case "edit":
      return edit(world, command);
    case "resolve":
      return resolve(world, command);
    case "cancel":
      return cancel(world, command);
    case "wait":
      return did({ ...world, now: world.now + command.ms });
    case "sweep":
      return sweep(world);
    case "claim":
      return claim(world, command.worker);
    case "reclaim":
      return reclaim(world, command.worker);
    case "heartbeat":
      return beat(world, command);
    case "complete":
      return complete(world, command);
    case "stop":
      return stop(world, command);
    case "release":
      return release(world, command);
    case "freeze":
      return freeze(world, command);
    case "quarantine":
      return did(withTool(world, command.tool, { quarantined: command.quarantined }));
    case "new version":
      return did(
        withTool(world, command.tool, { version: (world.tools[command.tool]?.version ?? 0) + 1, quarantined: false }),
      );
    case "new policy":
      return did({ ...world, policyVersion: world.policyVersion + 1 });
    case "force":
      return force(world, command);
    case "leave":
      return leave(world, command.person);
  }
}

function withTool(world: World, index: number, change: Partial<World["tools"][number]>): World {
  return { ...world, tools: world.tools.map((tool, at) => (at === index ? { ...tool, ...change } : tool)) };
}
