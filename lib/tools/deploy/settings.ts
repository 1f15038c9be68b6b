/** Where a pipeline is started for one environment. */
export interface PipelineSettings {
  readonly host: string;
  /** The path that starts one; what it does is the pipeline's own business. */
  readonly path: string;
  /** It starts one deployment for one idempotency key, so that a lost call may be sent again. */
  readonly acts_once: boolean;
}

/** The Docker Engine's interface of one environment. */
export interface ContainerSettings {
  readonly host: string;
  readonly environment: "staging" | "production";
}
