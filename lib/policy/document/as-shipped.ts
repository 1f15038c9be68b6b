import { ACCESS_GRANTS, accessGrantSchema } from "#lib/policy/access-level.ts";
import type { PolicyDocument, PolicyProfile } from "./policy-document.ts";

const VOTERS: PolicyDocument["classes"]["safety"]["read"]["voters"] = ["operator", "reviewer"];

/** What a fresh installation decides by. */
export const POLICY_AS_SHIPPED: PolicyDocument = {
  policy: 1,
  classes: {
    safety: {
      read: { people: 0, voters: VOTERS, attempts: 5, backoff_seconds: 0, audit: "digest" },
      write: { people: 1, voters: VOTERS, attempts: 5, backoff_seconds: 0, audit: "rules" },
      network: { people: 0, open_people: 1, voters: VOTERS, attempts: 5, backoff_seconds: 0, audit: "digest" },
      financial: { people: 1, voters: VOTERS, attempts: 2, backoff_seconds: 5, audit: "rules" },
      privileged: { people: 2, voters: VOTERS, attempts: 1, backoff_seconds: 0, audit: "rules" },
    },
    egress: { none: 0, read_only: 0, write: 1 },
  },
  tool_access: {
    levels: {
      ...ACCESS_GRANTS,
      custom: accessGrantSchema.parse({ description: "Per-agent custom configuration." }),
    },
  },
  profiles: {
    autonomy_full: preset("Nothing is held beyond what classes and levels hold.", {}),
    autonomy_semi: preset("Everyday work runs; what leaves the house or cannot be undone takes a person.", {
      human_approval: ["deploy", "comms:external", "db:admin", "org", "budget:exceed", "fs:delete", "code:delete"],
    }),
    autonomy_supervised: preset("Reading, testing and drafting run; all else takes a person.", {
      auto_approve: [
        "code:read",
        "test:run",
        "vcs:read",
        "db:query",
        "memory:read",
        "fs:read",
        "web:fetch",
        "metrics:read",
      ],
    }),
    autonomy_locked: preset("Every call takes a person.", { auto_approve: [] }),
  },
  agents: {},
  checks: [],
};

function preset(description: string, lists: Partial<PolicyProfile>): PolicyProfile {
  return { description, rules: [], human_approval: [], approval_minutes: {}, budgets: [], ...lists };
}
