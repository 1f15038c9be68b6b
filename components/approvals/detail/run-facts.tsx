import { PlanFacts } from "#components/decision/plan-preview.tsx";
import { Section } from "#components/ui/section.tsx";
import type { ApprovalDetail } from "#lib/approvals/queries/read-approval.ts";

/** What the call would be given, and who there is to give it. */
export function RunFacts({ detail: { plan, runners } }: { detail: ApprovalDetail }) {
  return (
    <Section title="Would run in" note="policy ∩ access level">
      <PlanFacts plan={plan} />
      {plan.kind === "sandbox" && <p className="mt-1.5 text-sm text-ink-2">{runnersWords(runners)}</p>}
    </Section>
  );
}

function runnersWords({ workers, backends, withDocument }: ApprovalDetail["runners"]): string {
  if (workers === 0) return "No dispatcher is there to run it now; released, it would wait and then expire.";
  const who = workers === 1 ? "1 dispatcher offers" : `${workers} dispatchers offer`;
  const document = withDocument > 0 ? " A sandboxing document is in force and may ask for more than this." : "";
  return backends.length > 0
    ? `${who} ${backends.join(", ")}.${document}`
    : `${workers === 1 ? "1 dispatcher is" : `${workers} dispatchers are`} there, and no sandbox has proved itself: it would not run.`;
}
