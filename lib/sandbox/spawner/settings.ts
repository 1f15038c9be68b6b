import type { GroupOrder } from "../bubblewrap/launch.ts";
import type { Architecture } from "../seccomp/syscalls.ts";

/** What a spawner is started with. */
export interface SpawnerSettings {
  readonly mkfifo: string | null;
  readonly sh: string | null;
  /** Where its control groups are made, so that they are ended even if it is killed. */
  readonly groupDirectories: readonly string[];
  /** The groups of a launch, with what is set in all of them: they are made ahead. */
  readonly groups: readonly GroupOrder[];
  /** Null where nobody else can start a process for it. */
  readonly midwife: MidwifeSettings | null;
}

export interface MidwifeSettings {
  readonly perl: string;
  readonly architecture: Architecture;
  /** To try it with. */
  readonly groups: readonly GroupOrder[];
  readonly env: string;
}
