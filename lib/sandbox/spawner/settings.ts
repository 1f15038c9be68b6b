/** What a spawner is started with. */
export interface SpawnerSettings {
  readonly mkfifo: string | null;
  readonly sh: string | null;
  /** Where its control groups are made, so that they are ended even if it is killed. */
  readonly groupDirectories: readonly string[];
}
