export * from "./agents.ts";
export * from "./approvals.ts";
export * from "./audit.ts";
export * from "./invocations.ts";
export * from "./operations.ts";
export * from "./people.ts";
export * from "./registry.ts";
