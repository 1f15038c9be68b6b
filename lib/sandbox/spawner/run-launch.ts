import { closeSync } from "node:fs";
import type { Socket } from "node:net";
import type { Launch, LaunchReport, MountIdentity } from "../bubblewrap/launch.ts";
import type { BlankFiles, KeptBytes } from "./byte-files.ts";
import { streamOf } from "./child-streams.ts";
import type { ControlGroups } from "./control-groups.ts";
import { followCalls } from "./follow-calls.ts";
import { followChild } from "./follow-child.ts";
import type { GroupStock } from "./group-stock.ts";
import type { SentCall } from "./messages.ts";
import type { Midwife } from "./midwife.ts";
import { mapOwners } from "./owner-map.ts";
import type { PipeStock } from "./pipes.ts";
import { releaseOf, releaseWhenReady } from "./release.ts";
import { type StartedChild, startChild } from "./start-child.ts";
import { passingUser, workspaceUser } from "./workspace-owner.ts";

/**
 * One sandboxed process from start to end. Whatever happens, it returns only when nothing of the call is alive: the
 * group is killed after a normal exit too, because the command may have left something behind.
 */
export interface LaunchHooks {
  readonly groups: GroupStock;
  readonly pipes: PipeStock;
  readonly kept: KeptBytes;
  readonly blanks: BlankFiles;
  readonly midwife: Midwife | null;
  readonly onEgress: (socket: Socket) => void;
  readonly signal: AbortSignal;
  /** Only for a conversation: what the command says, where to speak to it, and when it is over. */
  readonly conversation: {
    readonly onOutput: (chunk: Buffer) => void;
    readonly onInput: (input: Socket) => void;
    readonly over: AbortSignal;
  };
  /** Only for one that waits for calls. */
  readonly standing: {
    readonly onStanding: (mounts: readonly MountIdentity[]) => void;
    readonly onCall: (take: (call: SentCall) => void) => void;
    readonly onCancelCall: (cancel: (number: number) => void) => void;
    readonly onServed: (number: number, report: LaunchReport) => void;
  };
  /** Emptied groups go away behind the report: the kernel takes its time, and nobody has to wait for it. */
  readonly removeLater: (groups: ControlGroups) => void;
}

export async function runLaunch(launch: Launch, hooks: LaunchHooks): Promise<LaunchReport> {
  const user = launch.stepDown ? userOf(launch.stepDown.workspace) : null;
  const groups = hooks.groups.take(launch.groups);
  try {
    const child = startChild(launch, user, groups.doors, hooks);
    let [ended, killed] = [false, false];
    child.process.once("exit", () => {
      // The group of a dead leader stays its own as long as any member lives; afterwards the number may be another's. Where there
      // are control groups nobody of it is outside of them, and whoever follows it has all in them killed.
      if (launch.groups.length === 0 && child.process.pid !== undefined) tryKill(-child.process.pid);
      ended = true;
    });
    const kill = (): void => {
      killed = true;
      groups.kill();
      if (child.process.pid !== undefined && !ended) tryKill(-child.process.pid);
    };
    // Whoever was not yet in its groups when it was to be killed is in them now.
    child.process.once("spawn", () => killed && kill());
    try {
      handOver(child, launch, user, kill, hooks);
      return await (launch.input.kind === "calls" ? followCalls : followChild)(child, launch, groups, kill, hooks);
    } catch (error) {
      kill();
      throw error;
    } finally {
      for (const stream of child.streams) stream?.destroy();
      if (child.account !== null) closeSync(child.account);
    }
  } finally {
    hooks.removeLater(groups);
  }
}

function userOf(workspace: string | null): number {
  return workspace === null ? passingUser() : workspaceUser(workspace);
}

/** What goes into the sandbox's descriptors, and the one that goes on to whoever asked for it. */
function handOver(
  { streams }: StartedChild,
  launch: Launch,
  user: number | null,
  kill: () => void,
  hooks: LaunchHooks,
): void {
  launch.descriptors.forEach((descriptor, index) => {
    if (descriptor.kind === "secret") streams[index + 3]?.end(Buffer.from(descriptor.data));
  });
  // Where it is no file.
  if (launch.input.kind === "whole") streams[0]?.end(Buffer.from(launch.input.data));
  const egress = streamOf(launch, streams, "egress");
  if (egress) hooks.onEgress(egress);
  const info = streamOf(launch, streams, "info");
  const { stepDown } = launch;
  if (!info || !stepDown || user === null) return;
  const prepare = (pid: number): Promise<void> => mapOwners(pid, user, stepDown.nsenter, launch.lowPorts);
  releaseWhenReady(info, prepare, releaseOf(launch, streams), kill);
}

function tryKill(group: number): void {
  try {
    process.kill(group, "SIGKILL");
  } catch {
    // Nobody left.
  }
}
