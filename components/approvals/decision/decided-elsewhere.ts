import { timeAgo } from "#components/ui/time-words.ts";
import type { Refusal } from "#lib/errors/outcome.ts";

/** "Already rejected by Ana 2 s ago." A lost race is news, not an error. */
export function decidedElsewhere(refusal: Pick<Refusal, "details">, now: number): string {
  const { status, decidedBy, decidedAt, decision } = refusal.details ?? {};
  // What somebody said yes to may have been taken back since, by them or by whoever asked.
  if (status === "cancelled") return "Already cancelled.";
  const no = decision === "reject" || status === "rejected";
  const verb = no ? "rejected" : decision === "approve" ? "approved" : String(status ?? "decided");
  if (typeof decidedBy !== "string" || typeof decidedAt !== "string") return `Already ${verb}.`;
  return `Already ${verb} by ${decidedBy} ${agoWords(Date.parse(decidedAt), now)}.`;
}

/** In seconds, where seconds tell whether it was a race. */
function agoWords(at: number, now: number): string {
  const seconds = Math.floor((now - at) / 1000);
  return seconds >= 1 && seconds < 60 ? `${seconds} s ago` : timeAgo(at, now);
}
