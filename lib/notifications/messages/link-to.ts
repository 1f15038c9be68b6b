import type { DueDelivery } from "../due-delivery.ts";

type Place = Pick<DueDelivery, "news" | "subjectKind" | "subjectId"> & { facts: { count?: number | undefined } };

/** Where in the dashboard a person sees what a message is about, and decides there: a message itself decides nothing. */
export function linkTo(dashboard: string, { news, subjectKind, subjectId, facts }: Place): string {
  const link = (path: string, query: Record<string, string> = {}) => {
    const url = new URL(path, dashboard);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  };
  if (news === "test") return link("/settings", { tab: "notifications" });
  if (subjectId === null || (facts.count ?? 1) > 1) return link("/approvals");
  if (subjectKind !== "invocation") return link("/approvals", { id: subjectId, kind: subjectKind ?? "" });
  if (news === "decided" || news === "expired") return link(`/invocations/${subjectId}`);
  return link("/approvals", { id: subjectId, ...(news === "unknown" ? { kind: "unknown" } : {}) });
}
