import { Callout } from "#components/ui/callout.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { EditVerdict as Verdict } from "#lib/approvals/edit/edit-invocation.ts";

/** What policy says of the changed input. */
export function EditVerdict({ verdict }: { verdict: Verdict }) {
  const denied = verdict.people === null;
  const title = denied
    ? "This would be denied, so it cannot be saved."
    : verdict.people === 2
      ? "Held for two other people."
      : "Held for one other person.";
  return (
    <Callout tone={denied ? "bad" : "ok"} title={<b className="font-semibold">{title}</b>}>
      <span className="block">
        <VisibleText text={verdict.effect} />
      </span>
      {verdict.why.map((sentence) => (
        <span key={sentence} className="block">
          <VisibleText text={sentence} />
        </span>
      ))}
    </Callout>
  );
}
