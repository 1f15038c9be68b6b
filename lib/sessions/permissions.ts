import type { Role } from "#lib/policy/vocabulary.ts";

/**
 * Who may do what on the dashboard. The database decides again inside every function; this table lets a page say
 * beforehand what a person cannot do, and stops an action before it costs a query.
 */
const PERMISSIONS = {
  "pages.see": ["viewer", "operator", "reviewer", "admin"],
  "sessions.end-own": ["viewer", "operator", "reviewer", "admin"],
  "proofs.give": ["viewer", "operator", "reviewer", "admin"],
  "proofs.manage": ["viewer", "operator", "reviewer", "admin"],
  "approvals.decide": ["operator", "reviewer"],
  "approvals.attend": ["operator", "reviewer", "admin"],
  "approvals.order-drill": ["reviewer", "admin"],
  "reviews.decide": ["operator", "reviewer", "admin"],
  "invocations.resolve-unknown": ["operator", "reviewer"],
  "outputs.read-raw": ["reviewer"],
  "outputs.delete-raw": ["reviewer"],
  "outputs.hold": ["reviewer", "admin"],
  "outputs.end-hold": ["admin"],
  "notices.dismiss": ["operator", "reviewer", "admin"],
  "memories.remove": ["reviewer", "admin"],
  "kill-switch.throw": ["operator", "reviewer", "admin"],
  "kill-switch.release": ["operator", "reviewer", "admin"],
  "agents.create": ["admin"],
  "agents.freeze": ["reviewer", "admin"],
  "trust.set": ["reviewer", "admin"],
  "trust.judge": ["operator", "reviewer", "admin"],
  "keys.manage": ["admin"],
  "people.manage": ["admin"],
  "settings.change": ["admin"],
  "workers.drain": ["admin"],
  "secrets.manage": ["admin"],
  "notifications.manage": ["admin"],
  "invocations.replay": ["viewer", "operator", "reviewer", "admin"],
  "registry.review": ["reviewer"],
  "registry.ask-review": ["operator", "reviewer", "admin"],
  "registry.quarantine": ["operator", "reviewer", "admin"],
  "registry.retire": ["reviewer", "admin"],
  "registry.set-serving": ["reviewer"],
  "author-keys.manage-own": ["operator", "admin"],
  "author-keys.revoke": ["viewer", "operator", "reviewer", "admin"],
  "policy.write": ["admin"],
  "action-types.register": ["admin"],
  "servers.connect": ["admin"],
  "servers.import": ["operator", "admin"],
  "servers.sync": ["operator", "reviewer", "admin"],
  "servers.retire": ["reviewer", "admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

export function may(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role);
}

/** For "ask a reviewer": who could do it. */
export function rolesThatMay(permission: Permission): readonly Role[] {
  return PERMISSIONS[permission];
}
