export { Airlock, type PlannedCall } from "./airlock.ts";
export { type Settled, SomeFatal } from "./call-all.ts";
export { AirlockError, CallFailed, isFatal, ToolDenied } from "./errors.ts";
export type {
  AirlockEvent,
  AirlockOptions,
  Answer,
  CallOptions,
  CallStatus,
  Denial,
  ExternalTool,
  Invocation,
  Lease,
  TaskOutcome,
} from "./types.ts";
export type { ExecutableTool, OpenAiTool, OpenAiToolCall, WrappedOpenAi } from "./wrap.ts";
