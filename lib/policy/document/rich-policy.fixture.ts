import { accessGrantSchema } from "#lib/policy/access-level.ts";
import { POLICY_AS_SHIPPED } from "./as-shipped.ts";
import type { PolicyDocument } from "./policy-document.ts";

/** Something of everything, so that each edit has a line to edit. */
export const RICH: PolicyDocument = {
  ...POLICY_AS_SHIPPED,
  classes: {
    safety: {
      ...POLICY_AS_SHIPPED.classes.safety,
      read: { people: 1, voters: ["operator"], attempts: 5, backoff_seconds: 5, audit: "rules" },
      write: {
        ...{ people: 1, voters: ["operator", "reviewer"], attempts: 5, backoff_seconds: 5, audit: "digest" },
        cleaning: { hidden: "block", sentences: "fence", max_length: 5_000, markers: "visible" },
      },
      network: { people: 0, open_people: 2, voters: ["reviewer"], attempts: 2, backoff_seconds: 0, audit: "digest" },
    },
    egress: { none: 1, read_only: 1, write: 1 },
  },
  tool_access: {
    levels: {
      ...POLICY_AS_SHIPPED.tool_access.levels,
      elevated: {
        ...POLICY_AS_SHIPPED.tool_access.levels.elevated,
        commands: ["cat", "git"],
      } as PolicyDocument["tool_access"]["levels"][string],
    },
  },
  profiles: {
    careful: {
      description: "d",
      rules: [
        { tool: "pay", reason: "r", deny: true },
        {
          tool: "fetch",
          reason: "r",
          people: 1,
          max_invocations: 2,
          per: "session",
          until: "2101-06-01T12:00:00+02:00",
        },
        { tool: "mail", reason: "r", people: 2, only_after: ["fetch"] },
        {
          action: "fs",
          reason: "r",
          hosts: ["a.example:443"],
          read: ["/data/**"],
          write: ["/out/**"],
          limits: { wallSeconds: 30 },
          backends: ["gvisor"],
        },
      ],
      auto_approve: ["fs:read", "web:fetch"],
      human_approval: ["deploy"],
      approval_minutes: { deploy: 30 },
      budgets: [{ calls: 5, per: "day" }],
    },
    plain: { description: "", rules: [], human_approval: [], approval_minutes: {}, budgets: [] },
    spare: { description: "", rules: [], human_approval: [], approval_minutes: {}, budgets: [] },
  },
  agents: {
    ada: {
      profiles: ["careful"],
      custom_level: "custom",
      narrow: { network: "none", deployment: false, requires_approval: ["db"] },
      allow: ["fetch"],
      deny: ["pay"],
      enforce_tool_policies: true,
    },
    bert: {
      profiles: ["plain"],
      narrow: { network: "open", terminal: "restricted_commands" },
      allow: [],
      deny: [],
      enforce_tool_policies: false,
    },
    carl: { profiles: [], allow: [], deny: [], enforce_tool_policies: true },
  },
  checks: [{ name: "fraud", url: "https://checks.example/", timeout_ms: 500 }],
};

const { elevated, ...lower } = POLICY_AS_SHIPPED.tool_access.levels;
const custom = accessGrantSchema.parse({ commands: ["cat"] });

/** The same with trust, its keys in no order at all. */
export const FULL: PolicyDocument = {
  ...RICH,
  tool_access: { levels: { zeta: custom, ...(elevated && { elevated }), alpha: custom, ...lower } },
  agents: {
    ...RICH.agents,
    "9-lives": {
      ...{ profiles: [], allow: [], deny: [], enforce_tool_policies: true },
      trust: {
        re_verification: { enabled: true, interval_days: 90 },
        promotion_criteria: { web: { sandboxed_to_restricted: { tasks_completed: 5 } }, database: {} },
        initial_levels: { web: "restricted", database: "sandboxed" },
        strategy: "per_category",
      },
    },
  },
  trust: { weights: { error_rate: 1 }, initial_level: "restricted", strategy: "weighted" },
};
